import type { ActionInput } from '../../sandbox/index.js'
import { ERROR_CODE } from '../model/index.js'
import { attempt, twin, type Invariant, type Situation, type Violation } from './judge.js'

/** After so many rounds in which the other side fails, no packet may be left. */
const ROUNDS = 8

export const I6: Invariant = {
  id: 'I6',
  title: 'it comes to rest',
  when: 'end',
  judge: async (situation) => {
    if (situation.start.sandbox.relayer.pending().length === 0) return undefined
    return twin(situation, () => alwaysFailing(situation))
  },
}

async function alwaysFailing({ start }: Situation): Promise<Violation | undefined> {
  const further: ActionInput[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const open = start.sandbox.relayer.pending().length
    if (open === 0) return undefined
    const action: ActionInput = { action: 'relay', limit: 2 * open, receiver: { errorCode: ERROR_CODE } }
    const step = await attempt(start, action)
    if (step === undefined || step.error !== undefined || step.results.length === 0) return undefined
    further.push(action)
  }
  const left = start.sandbox.relayer.pending().length
  return left === 0
    ? undefined
    : {
        text: `with a remote chain that always fails, ${left} packets are under way after ${ROUNDS} rounds without any user`,
        further,
      }
}
