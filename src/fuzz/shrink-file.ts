import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../base/errors.js'
import { readFixture, type Fixture } from '../replay/index.js'
import { substitute } from '../replay/variables.js'
import { action as actionSchema, type Action, type ActionInput } from '../sandbox/index.js'
import type { Json } from '../sandbox/values.js'
import { readCampaign } from './campaign-file.js'
import { findingOf, writeFinding, type Finding } from './finding.js'
import { change } from './invariants/judge.js'
import { executed, Memory } from './model/index.js'
import { startCampaign, type Start } from './setup.js'
import { shrinkStory, type ShrinkOptions } from './shrink.js'
import { Story } from './story.js'

/** How far to shrink, and by which campaign. */
export interface ShrinkFileOptions extends ShrinkOptions {
  /** The campaign that found it; the one that the fixture names when left out. */
  readonly campaign?: string | undefined
}

/** What became of a finding. */
export interface ShrunkFile {
  /** Actions of the story before. */
  readonly before: number
  /** The finding as it is now in the file; undefined: the story breaks the invariant no more, and the file was left as it was. */
  readonly finding: Finding | undefined
}

/**
 * Shrinks a story that a campaign found, further or anew as its contract has changed, and writes it in its place.
 *
 * @throws UsageError for a fixture that no campaign found; FixtureError for one that is none, and for what its campaign's setup says
 */
export async function shrink(file: string, { campaign, ...options }: ShrinkFileOptions = {}): Promise<ShrunkFile> {
  const fixture = readFixture(file)
  const { campaign: record } = fixture
  const from = campaign ?? (record?.file === undefined ? undefined : resolve(dirname(file), record.file))
  if (record === undefined || from === undefined)
    throw new UsageError(
      record === undefined ? `${file} is not what a campaign found` : `${file} does not name its campaign`,
      {
        details: ['right: a fixture that `sudobox fuzz` wrote, and with --campaign the campaign that found it'],
      },
    )
  const actions = storyOf(fixture, file)
  const start = await startCampaign(await readCampaign(from), false)
  try {
    const memory = await remembering(start, actions)
    const smaller = await shrinkStory(start, memory, record.invariant, actions, options)
    if (smaller === undefined) return { before: actions.length, finding: undefined }
    const told = smaller.steps.map(({ action }) => action as ActionInput)
    const finding = await findingOf(start, smaller.verdict, told, record.seed, resolve(file))
    writeFinding(finding)
    return { before: actions.length, finding }
  } finally {
    await start.sandbox.close()
  }
}

/** The actions between the setup and what shows the fault, with nothing left to fill in. */
export function storyOf({ campaign, steps }: Fixture, file: string): readonly ActionInput[] {
  const { setup, actions, story } = campaign!
  const written: readonly Action[] = story ?? steps.slice(setup, setup + actions).map((step) => step.do)
  return written.map((action, i) => {
    const quoted = z.encode(actionSchema, action) as Json
    return substitute(quoted, () => undefined, file, ['steps', setup + i, 'do']) as unknown as ActionInput
  })
}

/** What the campaign knew of the messages of the story when it judged it. */
export async function remembering(start: Start, actions: readonly ActionInput[]): Promise<Memory> {
  const memory = new Memory(start)
  const story = await Story.begin(start)
  for (const action of actions) {
    const here = await start.sandbox.snapshot()
    try {
      const step = await story.tell(action)
      const label = executed(action)?.contract
      const subject = start.subjects.find(({ config }) => config.label === label)
      const moved = step.sent.length > 0 || change(story.before, story.standing, start.fees) !== undefined
      if (subject !== undefined) memory.learn(subject, step, moved)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      await start.sandbox.restore(here)
    }
    start.sandbox.forget(here)
  }
  return memory
}
