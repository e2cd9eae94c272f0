import { refuse } from '../errors.js'
import type { Hex } from '../hex.js'
import type { State } from '../state/state.js'
import type { HostChain } from './host.js'

/** @throws RpcError (-32000) in the bank's words, for an account that the bank pays nothing to */
export function assertPayable(host: HostChain | undefined, address: Hex): void {
  const reason = host?.whyUnpayable(address)
  if (reason !== undefined) throw refuse(reason)
}

/** Judges what was paid since the last open checkpoint of the state, or the last version. @throws RpcError as {@link assertPayable} */
export function assertPaid(host: HostChain | undefined, state: State): void {
  if (host !== undefined) for (const address of state.gainers()) assertPayable(host, address)
}

/** Judges the transactions of a block one by one, at the cost of a block of the chain for each. @throws RpcError (-32000) in the bank's words */
export function assertSettles(host: HostChain, state: State, timestamp: bigint): void {
  assertPaid(host, state)
  const reason = host.whyRefused(timestamp)
  if (reason !== undefined) throw refuse(reason)
}
