import { refuse } from './apply.js'
import { unhex, type Hex } from '../hex.js'
import type { State } from '../state/state.js'

/** What a call is to find instead of what is there. Source: execution-apis, `eth_call` (as go-ethereum extends it). */
export interface AccountOverride {
  readonly balance?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly code?: Hex | undefined
  /** The whole storage: slots not named are zero. Not together with `stateDiff`. */
  readonly state?: Readonly<Record<Hex, Hex>> | undefined
  /** Single slots. */
  readonly stateDiff?: Readonly<Record<Hex, Hex>> | undefined
}

export type StateOverrides = Readonly<Record<Hex, AccountOverride>>

/** What a call is to see of its block instead of what is there. */
export interface BlockOverrides {
  readonly number?: bigint | undefined
  readonly time?: bigint | undefined
  readonly gasLimit?: bigint | undefined
  readonly feeRecipient?: Hex | undefined
  readonly prevRandao?: Hex | undefined
  readonly baseFeePerGas?: bigint | undefined
  readonly blobBaseFee?: bigint | undefined
}

/** @throws RpcError when both the whole storage and single slots are given. */
export function override(state: State, overrides: StateOverrides): void {
  for (const [name, account] of Object.entries(overrides)) {
    const address = name as Hex
    if (account.state !== undefined && account.stateDiff !== undefined)
      throw refuse(`account ${address} has both 'state' and 'stateDiff'`)
    if (account.code !== undefined) state.setCode(address, unhex(account.code))
    if (account.nonce !== undefined) {
      const old = state.account(address)
      if (old === undefined) state.setCode(address, new Uint8Array(0))
      state.setAccount(address, { nonce: account.nonce, codeHash: state.account(address)!.codeHash })
    }
    if (account.balance !== undefined) state.setBalance(address, account.balance)
    if (account.state !== undefined) state.clearStorage(address)
    for (const [slot, value] of Object.entries(account.state ?? account.stateDiff ?? {}))
      state.setStorage(address, BigInt(slot), BigInt(value))
  }
  // For what runs next, this is how it was before.
  state.clearOriginals()
}
