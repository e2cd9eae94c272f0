import { Hardfork, type Common } from '@ethereumjs/common'
import { getCalldataFloorGas, createTx, type TypedTxData } from '@ethereumjs/tx'
import { createAddressFromString, type Address, type PrefixedHexString } from '@ethereumjs/util'
import type { Hex } from '../hex.js'
import { MessageRefusal } from '../errors.js'

export interface AccessListEntry {
  readonly address: Hex
  readonly storageKeys: readonly Hex[]
}

/** A signed authorization to use a contract's code as the account's own (EIP-7702), as JSON-RPC writes it. */
export interface Authorization {
  readonly chainId: Hex
  readonly address: Hex
  readonly nonce: Hex
  readonly yParity: Hex
  readonly r: Hex
  readonly s: Hex
}

/** What is executed: a transaction without its signature. Gas in units, prices and value in the smallest unit. */
export interface Message {
  readonly from: Hex
  /** Undefined creates a contract. */
  readonly to: Hex | undefined
  readonly gas: bigint
  /** Price paid per unit of gas. */
  readonly gasPrice: bigint
  /** Highest price that the sender must be able to pay; `gasPrice` when left out. */
  readonly gasFeeCap: bigint
  /** Highest price that may go to the proposer; `gasPrice` when left out. */
  readonly gasTipCap: bigint
  readonly value: bigint
  readonly data: Uint8Array
  readonly accessList: readonly AccessListEntry[] | undefined
  readonly authorizationList: readonly Authorization[] | undefined
  readonly blobVersionedHashes: readonly Hex[] | undefined
  readonly maxFeePerBlobGas: bigint
}

/** The fields of the block that opcodes can read. */
export interface BlockContext {
  readonly header: {
    readonly number: bigint
    readonly coinbase: Address
    readonly timestamp: bigint
    readonly difficulty: bigint
    readonly prevRandao: Uint8Array
    readonly gasLimit: bigint
    readonly baseFeePerGas?: bigint
    getBlobGasPrice(): bigint
  }
}

/** A message, the block that it sees and the rules of that block. */
export interface Call {
  readonly message: Message
  readonly context: BlockContext
  readonly common: Common
}

export const addressOf = (address: Hex): Address => createAddressFromString(address)

/** Gas that a message costs before it runs, and the least that it costs in all (EIP-7623). */
export interface IntrinsicGas {
  readonly intrinsic: bigint
  readonly floor: bigint
}

/**
 * Source: go-ethereum core/state_transition.go `IntrinsicGas` and `FloorDataGas`.
 * @throws MessageRefusal when a contract's code is longer than the rules allow.
 */
export function intrinsicGas(message: Message, common: Common): IntrinsicGas {
  const { to, data, accessList, authorizationList } = message
  const limit = common.isActivatedEIP(3860) ? common.param('maxInitCodeSize') : undefined
  if (to === undefined && limit !== undefined && BigInt(data.length) > limit)
    throw new MessageRefusal('initCode', `max initcode size exceeded: code size ${data.length} limit ${limit}`)
  // Prices that depend on more than these rules: the library's own transaction computes them.
  if (common.isActivatedEIP(2780)) return libraryIntrinsicGas(message, common)
  let zeros = 0n
  for (const byte of data) if (byte === 0) zeros += 1n
  const others = BigInt(data.length) - zeros
  let intrinsic =
    common.param('txGas') + zeros * common.param('txDataZeroGas') + others * common.param('txDataNonZeroGas')
  if (to === undefined) {
    if (common.gteHardfork(Hardfork.Homestead)) intrinsic += common.param('txCreationGas')
    if (limit !== undefined) intrinsic += common.param('initCodeWordGas') * BigInt(Math.ceil(data.length / 32))
  }
  if (accessList !== undefined && common.isActivatedEIP(2930)) {
    const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0)
    intrinsic += BigInt(accessList.length) * common.param('accessListAddressGas')
    intrinsic += BigInt(keys) * common.param('accessListStorageKeyGas')
  }
  if (authorizationList !== undefined && common.isActivatedEIP(7702))
    intrinsic += BigInt(authorizationList.length) * common.param('perEmptyAccountCost')
  const floor = common.isActivatedEIP(7623)
    ? common.param('txGas') + common.param('totalCostFloorPerToken') * (zeros + others * 4n)
    : 0n
  return { intrinsic, floor }
}

/** Intrinsic gas by the library, of a transaction made for it. */
export function libraryIntrinsicGas(message: Message, common: Common): IntrinsicGas {
  const { to, data, value } = message
  const base = { ...(to === undefined ? {} : { to }), data, value }
  let tx: TypedTxData = { type: 0, ...base }
  if (message.authorizationList !== undefined && message.authorizationList.length > 0)
    tx = {
      type: 4,
      ...base,
      accessList: listed(message.accessList),
      authorizationList: message.authorizationList.map((authorization) => ({ ...authorization })),
    }
  else if (message.accessList !== undefined && common.isActivatedEIP(2930))
    tx = { type: 1, ...base, accessList: listed(message.accessList) }
  const built = createTx(tx, { common })
  return { intrinsic: built.getIntrinsicGas(), floor: getCalldataFloorGas(built, addressOf(message.from)) }
}

const listed = (list: readonly AccessListEntry[] | undefined): { address: PrefixedHexString; storageKeys: Hex[] }[] =>
  (list ?? []).map(({ address, storageKeys }) => ({ address, storageKeys: [...storageKeys] }))
