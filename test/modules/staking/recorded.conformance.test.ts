import { describe, expect, test } from 'vitest'
import { tidy } from '../../recorded-steps.js'
import { RecordedChain, recording, type RecordedStep } from './recorded.js'

/** What is compared. Nobody pays for the begin of a block, where the SDK looks for past headers that are not kept here. */
const expected = ({ kind, events, data, error, gas_used, state, panic }: RecordedStep): Partial<RecordedStep> => ({
  ...(kind === 'begin_block' ? {} : { gas_used }),
  ...(error === undefined ? {} : { error }),
  ...(panic === undefined ? {} : { panic }),
  ...(events === undefined ? {} : { events }),
  ...(data === undefined ? {} : { data }),
  ...(state === undefined ? {} : { state }),
})

const omitGas = (outcome: Partial<RecordedStep>): Partial<RecordedStep> =>
  Object.fromEntries(Object.entries(outcome).filter(([member]) => member !== 'gas_used'))

describe('what the Go modules of the SDK answered', () => {
  const chain = new RecordedChain(recording)
  for (const [i, step] of recording.steps.entries())
    test(`${i} ${step.kind}: ${step.name}`, () => {
      const outcome = chain.run(step)
      const actual = step.kind === 'begin_block' ? omitGas(outcome) : outcome
      expect(tidy(actual)).toEqual(tidy(expected(step)))
    })
  test('genesis of staking and distribution at the end', () => {
    for (const name of ['staking', 'distribution'])
      expect(chain.modules.find((module) => module.name === name)?.exportGenesis?.(chain.context())).toEqual(
        recording.export[name],
      )
  })
})
