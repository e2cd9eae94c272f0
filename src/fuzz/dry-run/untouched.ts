import { levelOf, type InvariantId } from '../config.js'
import { INVARIANTS } from '../invariants/index.js'
import { Memory } from '../model/index.js'
import { RandomSource } from '../random-source.js'
import type { Start } from '../setup.js'
import { Story } from '../story.js'
import { textOf } from '../money/claims.js'

/** What an invariant says of contracts that nobody touched. */
export interface UntouchedVerdict {
  readonly invariant: InvariantId
  /** Undefined: it holds. */
  readonly text: string | undefined
}

/** Judges a story in which nothing happens but that a second passes, by each invariant that is on: who breaks one here breaks it always. */
export async function judgeUntouched(start: Start): Promise<readonly UntouchedVerdict[]> {
  const { sandbox, snapshot, config } = start
  const verdicts: UntouchedVerdict[] = []
  for (const { id, judge } of INVARIANTS) {
    if (levelOf(config, id) === false) continue
    let text: string | undefined
    try {
      const story = await Story.begin(start)
      await story.tell({ action: 'advance', seconds: 1 })
      const random = new RandomSource(1)
      const memory = new Memory(start)
      text = (await judge({ start, story, memory, random, before: snapshot, thorough: false, excused: () => false }))
        ?.text
    } catch (error) {
      text = textOf(error)
    }
    verdicts.push({ invariant: id, text })
  }
  await sandbox.restore(snapshot)
  return verdicts
}
