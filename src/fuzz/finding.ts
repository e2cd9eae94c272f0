import type { FixtureInput } from '../replay/index.js'
import type { ActionInput } from '../sandbox/index.js'

/** An invariant that a story breaks. */
export interface Finding {
  /** `I1` to `I12`, or the name of one of your own. */
  readonly invariant: string
  /** What is wrong, in a sentence. */
  readonly text: string
  /** Only a warning: the campaign goes on and does not fail. */
  readonly warning: boolean
  readonly seed: number
  /** The story after the setup. */
  readonly actions: readonly ActionInput[]
  /** The same with the setup and with what came out of each step. */
  readonly fixture: FixtureInput
  /** Of the fixture, once it is written. */
  readonly file: string | undefined
}
