import { resolve } from 'node:path'
import { atCallersLine, jsonPointer, parsedBy, Reach, strict, UsageError } from '../../base/index.js'
import { readFixture, substitute, type Fixture } from '../../replay/internal.js'
import { action as actionSchema, outsideUseOf, type ActionInput } from '../../sandbox/internal.js'
import { isModule, readCampaign, type ReadCampaignOptions } from '../campaign-file.js'
import { asInFinding } from '../forked/forks.js'
import { findingOf, writeFinding, type Finding } from '../findings/finding.js'
import type { Identity } from '../findings/identity.js'
import { change } from '../invariants/judge.js'
import { executed, Memory } from '../model/index.js'
import { startCampaign, type Start } from '../setup.js'
import { keptIdentity } from '../oracle.js'
import { shrinkStory, type ShrinkOptions } from './shrink.js'
import { Story } from '../story.js'

/** Options for shrinking a finding. */
export interface ShrinkFileOptions extends ShrinkOptions, Pick<ReadCampaignOptions, 'vm'> {
  /** The file of the campaign that found it; the one that the fixture names when left out. */
  readonly campaign?: string | undefined
  /** Whether the fixture may name files anywhere and a campaign that is a module, whose code then runs. A campaign that is data may name files anywhere too. */
  readonly trust?: boolean | undefined
}

/** The result of shrinking a finding. */
export interface ShrunkFile {
  /** The number of actions before. */
  readonly before: number
  /** The finding that is now in the file; undefined if the action sequence no longer violates the invariant, and the file is unchanged. */
  readonly finding: Finding | undefined
}

/**
 * Shrinks a finding further, or again after its contract has changed, and overwrites its file.
 * @example const { before, finding } = await shrink('fixtures/found/vault-I5-1.json', { sequences: 200 })
 *
 * @throws UsageError for a fixture that is not a finding; FixtureError for an invalid one, and for a setup of its campaign that fails
 */
export const shrink = atCallersLine(strict('shrink', shrinkFile))

async function shrinkFile(
  file: string,
  { campaign, trust, vm, ...options }: ShrinkFileOptions = {},
): Promise<ShrunkFile> {
  const fixture = readFixture(file)
  const { campaign: record } = fixture
  const from = campaign ?? campaignOf(fixture, new Reach(file, trust))
  if (record === undefined || from === undefined)
    throw new UsageError(
      record === undefined ? `${file} is not a campaign's finding` : `${file} does not name its campaign`,
      {
        details: ['right: a fixture that `sudobox fuzz` wrote, and with --campaign the campaign that found it'],
      },
    )
  const actions = storyOf(fixture, file, trust)
  const config = asInFinding(
    await readCampaign(from, { trust, vm: isEmpty(vm) ? releasesOf(fixture) : vm }),
    fixture,
    file,
    trust,
  )
  const start = await startCampaign(config, false)
  try {
    const memory = await remembering(start, actions)
    const wanted = keptIdentity(record.invariant, identityIn(fixture))
    const smaller = await shrinkStory(start, memory, record.invariant, actions, { ...wanted, ...options })
    if (smaller === undefined) return { before: actions.length, finding: undefined }
    const left = smaller.steps.map(({ action }) => action as ActionInput)
    const finding = await findingOf(start, smaller.verdict, left, record.seed, resolve(file))
    writeFinding(finding)
    return { before: actions.length, finding }
  } finally {
    await start.sandbox.close()
  }
}

const isEmpty = (releases: ShrinkFileOptions['vm'] = {}): boolean => Object.keys(releases).length === 0

/** The identity of the violation that a finding recorded; empty for one written before identities were recorded. */
export function identityIn({ campaign }: Fixture): Identity {
  const { at, ...rest } = campaign?.violation ?? {}
  return { about: at, ...rest }
}

/** The releases of the contract VM with which an action sequence was found. */
const releasesOf = ({ options }: Fixture): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(options?.chains ?? {}).flatMap(([chain, given]) =>
      given?.vm === undefined ? [] : [[chain, given.vm] as const],
    ),
  )

/** The campaign that a fixture names. @throws FixtureError for a module, whose code would run, and for one outside the folder */
export function campaignOf({ campaign }: Fixture, reach: Reach): string | undefined {
  if (campaign?.file === undefined) return undefined
  const pointer = '/campaign/file'
  const real = reach.real(campaign.file, pointer)
  // The extension of a link may differ from that of its target.
  if (isModule(campaign.file) || isModule(real))
    reach.refuse(pointer, `${JSON.stringify(campaign.file)} is a module, and nothing in a file runs code`, [
      `right: --campaign ${campaign.file}, if it is yours`,
    ])
  return real
}

/**
 * The action sequence of a finding, without its setup and the steps that show the violation, with all variables replaced.
 * @throws FixtureError for an action that a file may not contain unless it is trusted
 */
export function storyOf({ campaign, steps }: Fixture, file: string, trust = false): readonly ActionInput[] {
  const reach = new Reach(file, trust)
  const { setup, actions, story } = campaign!
  const written = story ?? steps.slice(setup, setup + actions).map((step) => step.do)
  return written.map((action, i) => {
    const path = story === undefined ? ['steps', setup + i, 'do'] : ['campaign', 'story', i]
    const substituted = substitute(action, () => undefined, reach, path) as unknown as ActionInput
    const parsed = parsedBy(actionSchema, substituted)
    const use = parsed.success ? outsideUseOf(parsed.data) : undefined
    if (use !== undefined)
      reach.refuse(`${jsonPointer(path)}${use.pointer}`, `${use.what}, which an action sequence may not do`)
    return substituted
  })
}

/** What a campaign has learned after running these actions. */
export async function remembering(start: Start, actions: readonly ActionInput[]): Promise<Memory> {
  const memory = new Memory(start)
  const story = await Story.begin(start)
  for (const action of actions) {
    const here = await start.sandbox.snapshot()
    try {
      const step = await story.execute(action)
      const label = executed(action)?.contract
      const subject = start.subjects.find(({ config }) => config.label === label)
      const moved = step.sent.length > 0 || change(story.before, story.state, start.fees) !== undefined
      if (subject !== undefined) memory.learn(subject, step, moved)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      await start.sandbox.restore(here)
    }
    start.sandbox.forget(here)
  }
  return memory
}
