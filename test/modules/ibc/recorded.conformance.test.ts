import { describe, expect, test } from 'vitest'
import { tidy } from '../../recorded-steps.js'
import { RecordedIbc, storiesOf, type IbcStep } from './recorded.js'

/** What is compared: neither blocks nor rows that are put straight into the store cost anything. */
function expected({ name, kind, gas_used, events, data, error, panic, state, genesis }: IbcStep) {
  if (kind === 'export' || kind === 'default') return { name, genesis }
  if (kind === 'block' || kind === 'put' || kind === 'genesis') return { name, ...(state && { state }) }
  return {
    name,
    gas_used,
    ...tidy({ ...(events && { events }), ...(data && { data }) }),
    ...(error && { error }),
    ...(panic && { panic }),
    ...(state && { state }),
  }
}

function outcome(chain: RecordedIbc, step: IbcStep) {
  const { name, kind } = step
  if (kind === 'export') return { name, genesis: chain.exportedGenesis() }
  if (kind === 'default') return { name, genesis: chain.defaultGenesis() }
  const { gas_used, ...rest } = tidy(chain.run(step))
  return { name, ...(kind === 'block' || kind === 'put' || kind === 'genesis' ? {} : { gas_used }), ...rest }
}

describe.each(['clients', 'headers', 'evidence', 'proofs', 'packets', 'timeouts', 'between'])(
  'what ibc-go answered: %s',
  (file) => {
    test.each(storiesOf(file))('$name', ({ steps }) => {
      const chain = new RecordedIbc()
      for (const step of steps) expect(outcome(chain, step)).toEqual(expected(step))
    })
  },
)
