import { resolve } from 'node:path'
import { bigintsAsText, jsonOf, jsonText, own, toHex, toUtf8, UsageError, writeAtomically } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import {
  action as actionSchema,
  errorView,
  expectationOf,
  outcomeView,
  pathFrom,
  quotedJson,
  WasmFiles,
  writtenAction,
  writtenFiles,
  type Action,
  type ActionInput,
  type Json,
  type Outcome,
} from '../../sandbox/internal.js'
import { FIXTURE_VERSION, type FixtureInput } from '../../replay/internal.js'
import { reachOf, type CampaignConfig, type Exception } from '../config.js'
import { exceptionFor } from './exceptions.js'
import { harmOf } from './harm.js'
import { LEVELS, type FindingLevel } from './level.js'
import { forksFolder, keepForks, optionsInFinding } from '../forked/forks.js'
import type { Sums } from '../money/money.js'
import { tokenNamer } from '../names.js'
import { optionsOf, type Start } from '../setup.js'
import { Story } from '../story.js'
import { readableLine } from '../step-text.js'
import { isOftenMeant, shownBy, type Verdict } from '../oracle.js'
import type { StateView } from '../view.js'

/** A violation of an invariant, and the action sequence that shows it. */
export interface Finding {
  /** `I1` to `I15`, `I9b`, or the name of one of your own. */
  readonly invariant: string
  /** The violation in one sentence. */
  readonly text: string
  /** The place, as `label/name` of a message, a callback or an entry point; undefined if there is none. */
  readonly about: string | undefined
  /** Whether it is still being shrunk: another finding with a smaller action sequence may take its place. */
  readonly isShrinking?: boolean
  /** Only an `error` fails the campaign, and only its fixture is written. */
  readonly level: FindingLevel
  /** The entry for `except` if the violation is intended, or for `forbid` if it is less than an error and must not be. */
  readonly exception: Exception
  /** Equal for findings that likely have the same cause. */
  readonly cluster: string
  /** The oracle's verdict. */
  readonly verdict: Verdict
  readonly seed: number
  /** The action sequence after the setup, up to the point where the invariant is checked. */
  readonly actions: readonly ActionInput[]
  /** For people: each step with its outcome, the first wrong step marked, and the balances before and after. */
  readonly lines: readonly string[]
  /** The setup, the action sequence, and the steps that show the violation, each with its outcome. */
  readonly fixture: FixtureInput
  /** The path of the fixture, whether or not it is written. */
  readonly file: string
}

/**
 * Replays an action sequence from the start and makes a finding of it. Afterwards the sandbox is in its final state.
 * @param place the path of the fixture; a new file in the campaign's folder when left out
 */
export async function findingOf(
  start: Start,
  verdict: Verdict,
  actions: readonly ActionInput[],
  seed: number,
  place?: string,
): Promise<Finding> {
  const { config } = start
  const file = place ?? foundFile(config, verdict.invariant, actions)
  const forks = forksFolder(file, foundPrefix(config))
  // Only errors are written.
  if (verdict.level === 'error') keepForks(start.sandbox, forks)
  const other = await otherOrder(start, verdict, actions)
  const story = await Story.begin(start)
  const steps: { readonly do: Json; readonly expect?: Json }[] = start.setup.map((action) => ({
    do: written(action, config, file),
  }))
  const lines: string[] = []
  const shown = shownBy(actions, verdict)
  const wrong = verdict.wrong === undefined ? shown.length : shownBy(actions, verdict, []).length + verdict.wrong + 1
  for (const action of shown) {
    try {
      const step = await story.execute(action)
      const view = step.outcome === undefined ? errorView(step.error) : outcomeView(step.outcome)
      steps.push({
        do: written(step.action, config, file),
        ...(view !== undefined && { expect: quotedJson(expectationOf(view, 'partial')) }),
      })
      lines.push(`${readableLine(start, story.steps.length, step)}${story.steps.length === wrong ? WRONG : ''}`)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
    }
  }
  for (const reading of readings(start)) {
    const outcome = (await start.sandbox.perform(reading)) as Outcome
    const view = outcomeView(outcome)
    steps.push({ do: writtenInput(reading, config, file), expect: quotedJson(view) })
  }
  const named = tokenNamer(start)
  const text = named(verdict.text)
  return {
    invariant: verdict.invariant,
    text,
    about: verdict.about,
    level: verdict.level,
    exception: exceptionFor(verdict, start.actors),
    cluster: verdict.cluster,
    verdict,
    seed,
    actions,
    lines: [
      ...lines,
      ...['before:', ...balanceLines(story.states[0]!), 'after:', ...balanceLines(story.state), ...other].map(named),
    ],
    file,
    fixture: {
      sudobox: FIXTURE_VERSION,
      title: `${config.title}: ${verdict.invariant}, ${text}`,
      campaign: {
        title: config.title,
        ...(config.file !== undefined && { file: pathFrom(file, resolve(config.file)) }),
        invariant: verdict.invariant,
        text,
        violation: { at: verdict.about, account: verdict.account, asset: verdict.asset, key: verdict.key },
        expect: 'kept',
        seed,
        setup: start.setup.length,
        ...(start.saved.size > 0 && { saved: Object.fromEntries(start.saved) }),
        actions: actions.length,
        ...((verdict.instead ?? 0) > 0 && { story: actions.map((action) => writtenInput(action, config, file)) }),
      },
      options: writtenFiles(
        optionsInFinding(plain(optionsOf(config)), start.sandbox) as Json,
        new WasmFiles(reachOf(config)),
        file,
        forks,
      ),
      steps,
    } as unknown as FixtureInput,
  }
}

const WRONG = '  ← the first wrong step'

/** Lines for the last steps in the other order, if the violation depends on order. */
async function otherOrder(start: Start, verdict: Verdict, actions: readonly ActionInput[]): Promise<readonly string[]> {
  if (verdict.other === undefined) return []
  const story = await Story.begin(start)
  const lines: string[] = []
  const before = shownBy(actions, verdict, []).length
  for (const action of shownBy(actions, verdict, verdict.other)) {
    const step = await story.execute(action)
    if (story.steps.length > before) lines.push(readableLine(start, story.steps.length, step))
  }
  return ['in the other order:', ...lines, 'after:', ...balanceLines(story.state)]
}

/**
 * Sorts findings: errors, warnings, notes. Within each level coins come first, then what is stuck, then what does not go on; and within each of these, invariants
 * that are often violated on purpose last.
 */
export const ranked = (findings: readonly Finding[]): readonly Finding[] => {
  const rank = ({ level, invariant }: Finding): number =>
    10 * LEVELS.indexOf(level) + 2 * harmOf(invariant) + (isOftenMeant(invariant) ? 1 : 0)
  return findings.toSorted((a, b) => rank(a) - rank(b))
}

/** Writes the fixture of a finding atomically. */
export function writeFinding({ file, fixture }: Finding): void {
  writeAtomically(file, `${JSON.stringify(fixture, bigintsAsText, 2)}\n`)
}

const written = (action: Action, config: CampaignConfig, file: string): Json =>
  writtenAction(action, new WasmFiles(reachOf(config)), file)

const writtenInput = (action: ActionInput, config: CampaignConfig, file: string): Json =>
  written(actionSchema.parse(action), config, file)

const plain = (value: object): object => jsonOf(value) as object

/** The prefix of the names of a campaign's fixtures. */
export const foundPrefix = ({ title }: CampaignConfig): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)

function foundFile(config: CampaignConfig, invariant: string, actions: readonly ActionInput[]): string {
  const hash = toHex(sha256(toUtf8(jsonText(actions)))).slice(0, 8)
  return resolve(config.found, `${foundPrefix(config)}-${invariant}-${hash}.json`)
}

/** Actions that read all balances at the end of the fixture, so that a replay shows the damage. */
function readings({
  sandbox,
  subjects,
  actors,
}: Start): readonly Extract<ActionInput, { action: 'balances' | 'query' }>[] {
  return [
    ...Object.keys(sandbox.chains).flatMap((chain) =>
      actors.map((address) => ({ action: 'balances', chain, address }) as const),
    ),
    ...subjects.map(({ config, address }) => ({ action: 'balances', chain: config.chain, address }) as const),
  ]
}

const sumsText = (sums: Sums): string =>
  [...sums]
    .filter(([, amount]) => amount !== 0n)
    .map(([asset, amount]) => `${amount} ${asset}`)
    .join(', ') || 'nothing'

function balanceLines({ balances, claims }: StateView): readonly string[] {
  return [
    `  contracts, packets, remote: ${sumsText(balances.inside)}`,
    ...[...balances.actors].map(([actor, sums]) => {
      const claimed = [...claims].flatMap(([label, of]) => {
        const text = sumsText(new Map(Object.entries(own(of, actor) ?? {})))
        return text === 'nothing' ? [] : [`${text} of ${label}`]
      })
      return `  ${actor}: ${sumsText(sums)}${claimed.length > 0 ? `; may claim ${claimed.join(', ')}` : ''}`
    }),
  ]
}
