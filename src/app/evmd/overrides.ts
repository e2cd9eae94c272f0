import { plainError } from '../../chain/index.js'
import { ethAddressText } from '../../crypto/index.js'
import type { JournaledState, Precompile } from '../../evm/execution/sync/index.js'
import { hex, type Hex } from '../../evm/internal.js'
import type { AccountOverride, StateOverrides } from '../../modules/evm/index.js'

/** The precompiles of a message that runs on changed accounts, by address. */
export type Precompiles = Map<Hex, Precompile>

/**
 * Changes accounts for one message. An account that is changed is no precompile any more.
 * @throws ChainError undefined/1. Source: cosmos/evm v0.7.3 rpc/types/types.go `StateOverride.Apply`
 */
export function override(state: JournaledState, precompiles: Precompiles, overrides: StateOverrides): void {
  const named = new Set(overrides.map(([address]) => hex(address)))
  const moved = new Set<Hex>()
  for (const [bytes, account] of overrides) {
    const address = hex(bytes)
    const text = ethAddressText(bytes)
    if (moved.has(address)) throw plainError(`account ${text} has already been overridden by a precompile`)
    const precompile = precompiles.get(address)
    const { movePrecompileTo } = account
    if (movePrecompileTo !== undefined) {
      if (precompile === undefined) throw plainError(`account ${text} is not a precompile`)
      const target = hex(movePrecompileTo)
      if (named.has(target)) throw plainError(`account ${ethAddressText(movePrecompileTo)} is already overridden`)
      precompiles.set(target, precompile)
      moved.add(target)
    }
    precompiles.delete(address)
    if (account.state !== undefined && account.stateDiff !== undefined)
      throw plainError(`account ${text} has both 'state' and 'stateDiff'`)
    change(state, address, account)
  }
}

function change(state: JournaledState, address: Hex, { nonce, code, balance, ...slots }: AccountOverride): void {
  if (nonce !== undefined) state.setNonce(address, nonce)
  if (code !== undefined) state.setCode(address, code)
  if (balance !== undefined) state.setBalance(address, balance)
  if (slots.state !== undefined) state.replaceStorage(address, slots.state)
  for (const [slot, value] of slots.stateDiff ?? []) state.setStorage(address, slot, value)
}
