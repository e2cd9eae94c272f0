import { Watch, type JournaledState } from '../../evm/execution/sync/index.js'
import { hex, type Hex } from '../../evm/internal.js'
import type { Tracer, TraceStart } from '../../evm/tracers/index.js'
import { ETHEREUM_ADDRESSES } from './precompiles/index.js'

/** Those that tracers of go-ethereum know. */
const PRECOMPILES: ReadonlySet<Hex> = new Set(ETHEREUM_ADDRESSES.map(hex))

/** The accounts of a running message, as tracers read them. */
function accountsOf(state: JournaledState): TraceStart['state'] {
  const withCode = new Map<Hex, Hex>()
  return {
    account: (address: Hex) => {
      const codeHash = state.codeHash(address)
      if (codeHash === undefined) return undefined
      withCode.set(codeHash, address)
      return { nonce: state.nonce(address), codeHash }
    },
    balance: (address: Hex) => state.balance(address),
    storage: (address: Hex, slot: bigint) => state.storage(address, slot),
    code: (hash: Hex) => state.code(withCode.get(hash)!),
  }
}

/** What a tracer sees of a message. */
export type Traced = Pick<TraceStart, 'common' | 'from' | 'to' | 'coinbase' | 'gas' | 'place'>

/** Has a tracer watch a message that is about to run. */
export const watchedBy =
  (tracer: Tracer, traced: Traced) =>
  (state: JournaledState): Watch => {
    // Tracers see a transaction without authorizations.
    tracer.start?.({
      ...traced,
      state: accountsOf(state),
      authorities: [],
      precompiles: PRECOMPILES,
      zeroesCodeHash: true,
    })
    return new Watch(tracer)
  }
