import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { getActivePrecompiles } from '@ethereumjs/evm'
import { createAddressFromString } from '@ethereumjs/util'
import { NO_BYTES } from '../../base/index.js'
import { checksum } from '../crypto/address.js'
import type { BlockContext, Message } from './message.js'
import { refuse } from '../errors.js'
import { unhex, type Hex } from '../hex.js'
import type { State } from '../state/state.js'

/** Overrides of accounts for one call. Source: execution-apis, `eth_call` (as go-ethereum extends it). */
interface AccountOverride {
  readonly balance?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly code?: Hex | undefined
  /** The whole storage: slots not named are zero. Not together with `stateDiff`. */
  readonly state?: Readonly<Record<Hex, Hex>> | undefined
  /** Single slots. */
  readonly stateDiff?: Readonly<Record<Hex, Hex>> | undefined
  /** The address to which the precompiled contract of this address is moved. */
  readonly movePrecompileToAddress?: Hex | undefined
}

/** The precompiled contracts by address, 40 hex digits. */
export type Precompiles = ReturnType<typeof getActivePrecompiles>

export type StateOverrides = Readonly<Record<Hex, AccountOverride>>

/** Overrides of the block that a call sees. */
export interface BlockOverrides {
  readonly number?: bigint | undefined
  readonly time?: bigint | undefined
  readonly gasLimit?: bigint | undefined
  readonly feeRecipient?: Hex | undefined
  readonly prevRandao?: Hex | undefined
  readonly baseFeePerGas?: bigint | undefined
  readonly blobBaseFee?: bigint | undefined
  /** For simulated blocks only, as the next one. */
  readonly beaconRoot?: Hex | undefined
  readonly withdrawals?: readonly Withdrawal[] | undefined
}

/** What a beacon chain pays out; the amount is in Gwei. */
interface Withdrawal {
  readonly index: bigint
  readonly validatorIndex: bigint
  readonly address: Hex
  readonly amount: bigint
}

/**
 * Changes the state as the overrides say. Returns the remaining precompiled contracts, since one whose account is overridden is
 * an ordinary account from then on; undefined when nothing is overridden.
 * @throws RpcError when both the whole storage and single slots are given, and when an address to be moved has no precompiled contract.
 */
export function override(state: State, overrides: StateOverrides, common: Common): Precompiles | undefined {
  if (Object.keys(overrides).length === 0) return undefined
  const left = new Map(getActivePrecompiles(common))
  // By address: of several invalid overrides the first is reported.
  for (const [name, account] of Object.entries(overrides).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const address = name as Hex
    movePrecompile(left, address, account.movePrecompileToAddress, overrides)
    overrideAccount(state, address, account)
  }
  return left
}

function movePrecompile(
  precompiles: Precompiles,
  address: Hex,
  target: Hex | undefined,
  overrides: StateOverrides,
): void {
  const precompile = precompiles.get(address.slice(2))
  if (target !== undefined) {
    if (precompile === undefined) throw refuse(`account ${checksum(address)} is not a precompile`)
    if (Object.hasOwn(overrides, target)) throw refuse(`account ${checksum(target)} is already overridden`)
    precompiles.set(target.slice(2), precompile)
  }
  precompiles.delete(address.slice(2))
}

function overrideAccount(state: State, address: Hex, account: AccountOverride): void {
  if (account.state !== undefined && account.stateDiff !== undefined)
    throw refuse(`account ${checksum(address)} has both 'state' and 'stateDiff'`)
  if (account.code !== undefined) state.setCode(address, unhex(account.code))
  if (account.nonce !== undefined) {
    if (state.account(address) === undefined) state.setCode(address, NO_BYTES)
    state.setAccount(address, { nonce: account.nonce, codeHash: state.account(address)!.codeHash })
  }
  if (account.balance !== undefined) state.setBalance(address, account.balance)
  if (account.state !== undefined) state.clearStorage(address)
  for (const [slot, value] of Object.entries(account.state ?? account.stateDiff ?? {}))
    state.setStorage(address, BigInt(slot), BigInt(value))
}

/**
 * A block with overrides, as messages see it.
 * @throws RpcError for a beacon root and for withdrawals, which no message sees.
 */
export function blockContext(header: BlockHeader, overrides: BlockOverrides): BlockContext {
  for (const name of ['beaconRoot', 'withdrawals'] as const)
    if (overrides[name] !== undefined)
      throw refuse(`block override ${JSON.stringify(name)} is not supported for this RPC method`)
  // The overrides may move the block past London, where there is always a base fee.
  const baseFee = overrides.baseFeePerGas ?? header.baseFeePerGas ?? 0n
  return {
    header: {
      number: overrides.number ?? header.number,
      timestamp: overrides.time ?? header.timestamp,
      gasLimit: overrides.gasLimit ?? header.gasLimit,
      coinbase:
        overrides.feeRecipient === undefined ? header.coinbase : createAddressFromString(overrides.feeRecipient),
      difficulty: header.difficulty,
      prevRandao: overrides.prevRandao === undefined ? header.mixHash : unhex(overrides.prevRandao),
      baseFeePerGas: baseFee,
      getBlobGasPrice: () =>
        overrides.blobBaseFee ?? (header.common.isActivatedEIP(4844) ? header.getBlobGasPrice() : 0n),
    },
  }
}

/** The block as a message without prices sees it: what it does not pay costs nothing there. Source: go-ethereum internal/ethapi/api.go `applyMessage`. */
export function withoutFees(
  { header }: BlockContext,
  { gasPrice, maxFeePerBlobGas, blobVersionedHashes }: Message,
): BlockContext {
  const freeBlobs = blobVersionedHashes !== undefined && maxFeePerBlobGas === 0n
  return {
    header: {
      ...header,
      ...(gasPrice === 0n ? { baseFeePerGas: 0n } : {}),
      getBlobGasPrice: () => (freeBlobs ? 0n : header.getBlobGasPrice()),
    },
  }
}
