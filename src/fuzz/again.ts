import { atCallersLine, FixtureError, Reach, strict, SudoboxError, UsageError } from '../base/index.js'
import type { Fixture } from '../replay/internal.js'
import type { ActionInput } from '../sandbox/internal.js'
import { readCampaign } from './campaign-file.js'
import type { CampaignConfig } from './config.js'
import { startCampaign, type Start } from './setup.js'
import { tokenNamer } from './names.js'
import { campaignOf, identityIn, remembering, storyOf } from './shrink/shrink-file.js'
import { INVARIANTS } from './invariants/index.js'
import { shrinkStory, type Broken } from './shrink/shrink.js'
import { readableLine } from './step-text.js'
import { Story } from './story.js'
import type { StateView } from './view.js'

/** Whether a finding still violates its invariant. */
export type Judged =
  /** It does; the text says how. */
  | { readonly verdict: 'violated'; readonly text: string }
  | { readonly verdict: 'fixed' }
  /** Its campaign cannot be read, for this reason. */
  | { readonly verdict: 'unknown'; readonly reason: string }

/** Options for judging a finding. */
export interface JudgeOptions {
  /** The file of the campaign that judges it; the one that the fixture names when left out. */
  readonly campaign?: string | undefined
  /** Whether the fixture and the campaign may name files anywhere, as code may. */
  readonly trust?: boolean | undefined
}

/**
 * Replays the action sequence of a finding once, from the start. @returns its violation; undefined if it is gone, even if others of the same invariant
 * are there
 */
export async function replayFinding(
  start: Start,
  fixture: Fixture,
  file: string,
  trust = false,
): Promise<Broken | undefined> {
  const actions = storyOf(fixture, file, trust)
  const memory = await remembering(start, actions)
  return shrinkStory(start, memory, fixture.campaign!.invariant, actions, { ...identityIn(fixture), sequences: 1 })
}

/**
 * Whether a finding still violates its invariant: runs the fixture's own setup and action sequence, with the contracts that it names, and checks the campaign's invariant.
 * @throws UsageError for a fixture that is not a finding; FixtureError for a setup that fails
 */
export const judgeFinding = atCallersLine(strict('judgeFinding', judge))

async function judge(fixture: Fixture, file: string, options: JudgeOptions = {}): Promise<Judged> {
  const { campaign: record } = fixture
  if (record === undefined) throw new UsageError(`${file} is not a campaign's finding`)
  const config = await campaignFor(fixture, file, options)
  if ('reason' in config) return { verdict: 'unknown', reason: config.reason }
  const start = await startOfFixture(config, fixture, file, options)
  try {
    const broken = await replayFinding(start, fixture, file, options.trust)
    return broken === undefined
      ? { verdict: 'fixed' }
      : { verdict: 'violated', text: tokenNamer(start)(broken.verdict.text) }
  } finally {
    await start.sandbox.close()
  }
}

/** The start of a finding's action sequence: after its own setup, not the campaign's. */
const startOfFixture = (
  config: CampaignConfig,
  fixture: Fixture,
  file: string,
  options: JudgeOptions,
): Promise<Start> =>
  startCampaign(config, false, {
    file,
    trust: options.trust === true,
    options: fixture.options,
    steps: fixture.steps.slice(0, fixture.campaign!.setup),
    saved: new Map(Object.entries(fixture.campaign!.saved ?? {})),
  })

/** A finding with its verdict and the state between its steps. */
export interface WatchedFinding {
  readonly judged: Judged
  /** The title of the invariant; undefined for one of the campaign's own. */
  readonly rule: string | undefined
  /** The state before the first step after the setup, and after each step; empty if the finding cannot be judged. */
  readonly states: readonly StateView[]
  /** Puts the names of tokens into texts about assets. */
  readonly named: (text: string) => string
  /** The steps after the setup in words. */
  readonly lines: readonly string[]
  /** The step of the fixture that is the first wrong one, from 0. */
  readonly wrong: number | undefined
}

/** Judges a finding as {@link judgeFinding} does, and replays its steps to record the state between them. */
export async function watchFinding(
  fixture: Fixture,
  file: string,
  options: JudgeOptions = {},
): Promise<WatchedFinding> {
  const record = fixture.campaign!
  const rule = INVARIANTS.find(({ id }) => id === record.invariant)?.title
  const config = await campaignFor(fixture, file, options)
  if ('reason' in config)
    return {
      judged: { verdict: 'unknown', reason: config.reason },
      rule,
      states: [],
      named: (text) => text,
      lines: [],
      wrong: undefined,
    }
  const start = await startOfFixture(config, fixture, file, options)
  try {
    const broken = await replayFinding(start, fixture, file, options.trust)
    const story = await Story.begin(start)
    for (const action of shownActions(fixture, file, options.trust))
      try {
        await story.execute(action)
      } catch (error) {
        // With other contracts than before, a step may no longer be possible; the rest would then be a different action sequence.
        if (!(error instanceof UsageError)) throw error
        break
      }
    return {
      judged:
        broken === undefined
          ? { verdict: 'fixed' }
          : { verdict: 'violated', text: tokenNamer(start)(broken.verdict.text) },
      rule,
      states: story.states,
      named: tokenNamer(start),
      lines: story.steps.map((step, i) => readableLine(start, i + 1, step)),
      wrong: broken && record.setup + firstWrong(broken, story.steps.length) - 1,
    }
  } finally {
    await start.sandbox.close()
  }
}

/** The number of the first wrong step, from 1. */
function firstWrong({ steps, verdict }: Broken, shown: number): number {
  if (verdict.wrong === undefined) return shown
  return Math.min(shown, steps.length - (verdict.instead ?? 0) + verdict.wrong + 1)
}

/** The steps after the setup, without those that read the balances at the end. */
function shownActions(fixture: Fixture, file: string, trust: boolean | undefined): readonly ActionInput[] {
  const { setup } = fixture.campaign!
  const { story: _, ...campaign } = fixture.campaign!
  const actions = fixture.steps.findLastIndex((step) => step.do.action !== 'balances') + 1 - setup
  return storyOf({ ...fixture, campaign: { ...campaign, actions } }, file, trust)
}

/** A finding does not have the verdict that its fixture expects. */
export class FindingError extends SudoboxError {
  readonly code = 'FINDING'
}

/**
 * Checks that a finding has the verdict that its fixture expects: the invariant holds, unless the fixture expects it to be broken.
 * @throws FindingError if it has not, or if it cannot be judged
 */
export const expectFinding = atCallersLine(strict('expectFinding', expectJudged))

async function expectJudged(fixture: Fixture, file: string, options: JudgeOptions = {}): Promise<void> {
  const judged = await judge(fixture, file, options)
  if (isAsExpected(fixture, judged)) return
  const { invariant } = fixture.campaign!
  if (judged.verdict === 'unknown')
    throw new FindingError(`${invariant} was not checked: ${judged.reason}`, {
      details: [`fixture: ${file}`, 'right: put the campaign that found it at the path in the fixture'],
    })
  throw judged.verdict === 'violated'
    ? new FindingError(`${invariant} still violated: ${judged.text}`, {
        details: [
          `fixture: ${file}`,
          `step by step: sudobox replay ${file}${options.trust === true ? ' --trust' : ''}`,
        ],
      })
    : new FindingError(`${invariant} no longer violated, but the fixture expects a violation`, {
        details: [`fixture: ${file}`, 'right: "expect": "kept" in its "campaign"'],
      })
}

/** Whether a fixture expects this verdict. An unknown verdict is never expected. */
export const isAsExpected = ({ campaign }: Fixture, { verdict }: Judged): boolean =>
  verdict === (campaign?.expect === 'broken' ? 'violated' : 'fixed')

async function campaignFor(
  fixture: Fixture,
  file: string,
  { campaign, trust }: JudgeOptions,
): Promise<CampaignConfig | { readonly reason: string }> {
  if (campaign !== undefined) return readCampaign(campaign, { trust })
  try {
    const named = campaignOf(fixture, new Reach(file, trust))
    return named === undefined
      ? { reason: 'the fixture does not name its campaign' }
      : await readCampaign(named, { trust })
  } catch (error) {
    if (error instanceof FixtureError) return { reason: error.shortMessage }
    throw error
  }
}
