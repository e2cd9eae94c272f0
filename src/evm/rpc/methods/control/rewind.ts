import { quantity } from '../../../hex.js'
import { refuse } from '../../../execution/refusal.js'
import { optional, required, type Method } from '../../table.js'
import { maybe, numeric, object, string } from '../../validate.js'
import { alike, both, command } from './spelling.js'

/** The way back. */
export const rewindMethods: readonly Method[] = [
  ...alike(['evm_snapshot', 'anvil_snapshot'], {
    changes: true,
    doc: 'Remembers the chain as it is and gives the number to return to it with.',
    handle: async ({ snapshots }) => quantity(await snapshots.take()),
  }),
  ...alike(['evm_revert', 'anvil_revert'], {
    changes: true,
    params: [required('snapshot', numeric)],
    doc: 'Returns to a snapshot and uses it up, with those taken after it; false when there is none.',
    handle: ({ snapshots }, id) => snapshots.revert(id),
  }),
  ...command(both('reset'), {
    changes: true,
    params: [optional('options', object({ forking: maybe(object({ jsonRpcUrl: maybe(string) })) }))],
    doc: 'Returns to the genesis and empties the pool. There is no fork of another chain.',
    handle: ({ engine }, options) =>
      engine.queue.run(() => {
        if (options?.forking?.jsonRpcUrl !== undefined) throw refuse('forking another chain is not supported')
        engine.reset()
      }),
  }),
]
