import { levelOf, type InvariantId } from '../config.js'
import { INVARIANTS, isUnjudged } from '../invariants/index.js'
import { Memory } from '../model/index.js'
import { RandomSource } from '../random-source.js'
import type { Start } from '../setup.js'
import { Story } from '../story.js'
import { textOf } from '../money/claims.js'

/** The verdict of an invariant before the first message. */
export interface UntouchedVerdict {
  readonly invariant: InvariantId
  /** The violation; undefined if the invariant holds. */
  readonly text: string | undefined
}

/** Checks each invariant that is on with an action sequence in which only a second passes. A violation here is part of every action sequence. */
export async function judgeUntouched(start: Start): Promise<readonly UntouchedVerdict[]> {
  const { sandbox, snapshot, config } = start
  const verdicts: UntouchedVerdict[] = []
  for (const { id, judge } of INVARIANTS) {
    if (levelOf(config, id) === false) continue
    let text: string | undefined
    try {
      const story = await Story.begin(start)
      await story.execute({ action: 'advance', seconds: 1 })
      const random = new RandomSource(1)
      const memory = new Memory(start)
      const situation = {
        start,
        story,
        memory,
        random,
        before: snapshot,
        thorough: false,
        isNew: () => true,
        excused: () => false,
      }
      const judgement = await judge(situation)
      text = isUnjudged(judgement) ? undefined : judgement?.text
    } catch (error) {
      text = textOf(error)
    }
    verdicts.push({ invariant: id, text })
  }
  await sandbox.restore(snapshot)
  return verdicts
}
