import type { ActionInput } from '../../sandbox/internal.js'
import { ranOutOfGas, type GasOfTries } from '../gas-of-tries.js'
import type { Start } from '../setup.js'
import { perform } from '../story.js'
import type { ExecutedStep } from '../view.js'

/** Executes a message with the gas of tries. @param kind of the message @param snapshot of the state in which it is sent */
export async function performTry(
  start: Start,
  gas: GasOfTries,
  kind: string,
  action: ActionInput,
  snapshot: number,
): Promise<ExecutedStep> {
  const step = await perform(start, { ...action, gasLimit: gas.of(kind) } as ActionInput)
  if (!step.results.some(ranOutOfGas) || !gas.isRepeated(kind)) return step
  await start.sandbox.restore(snapshot)
  const whole = await perform(start, action)
  gas.note(kind, !whole.results.some(ranOutOfGas))
  return whole
}
