import type { StepReport } from '../../replay/internal.js'
import { madeOf } from '../../sandbox/internal.js'
import { stepThroughLines } from './line-stepper.js'
import { stopsOf } from './stops.js'
import type { Terminal } from './terminal.js'

const AT_STEPS = 'Enter next step · i into its calls · c run to the end · q quit'
const IN_CALLS = 'Enter next · o out of this call · s next step · c run to the end · q quit'
const AT_CALL = IN_CALLS.replace('Enter next · ', 'Enter next · l its lines of Rust · ')

/** What a stepper needs from the terminal. */
export interface Keys {
  /** The next key that is pressed. */
  readonly next: () => Promise<string>
  readonly print: (lines: readonly string[]) => void
  /** Shows what the keys do until the next line. */
  readonly hint: (text: string) => void
}

const isQuit = (key: string): boolean => ['q', '\u0003', '\u0004'].includes(key)

/** Waits for a key after each step, and on demand at each call and host call in it. @returns what to do after a step */
export function stepper(out: Terminal, { next, print, hint }: Keys): (step: StepReport) => Promise<void | 'stop'> {
  let isRunning = false
  const pressed = async (text: string): Promise<string> => {
    hint(text)
    return next()
  }
  return async (step) => {
    if (isRunning) return undefined
    const stops = stopsOf(step, out)
    let key = await pressed(stops.length === 0 ? AT_STEPS.replace('i into its calls · ', '') : AT_STEPS)
    if (key !== 'i') {
      isRunning = key === 'c'
      return isQuit(key) ? 'stop' : undefined
    }
    for (let at = 0; at < stops.length; at++) {
      const { depth, inside, lines, call } = stops[at]!
      const indented = (all: readonly string[]): void => print(all.map((line) => `     ${'  '.repeat(depth)}${line}`))
      indented(lines)
      const hasLines = call !== undefined && madeOf(call) !== undefined
      key = await pressed(hasLines ? AT_CALL : IN_CALLS)
      if (hasLines && key === 'l') key = await stepThroughLines(call, out, { pressed, print: indented })
      if (isQuit(key)) return 'stop'
      isRunning = key === 'c'
      if (isRunning || key === 's') return undefined
      if (key === 'o') {
        const end = stops.findIndex((one, i) => i > at && one.inside < inside)
        at = (end < 0 ? stops.length : end) - 1
      }
    }
    return undefined
  }
}
