import type { Common } from '@ethereumjs/common'
import type { BlockRef } from '../chain/evm-chain.js'
import { refuse } from '../errors.js'
import type { Message } from '../execution/message.js'
import { quantity as written, unhex, type Hex } from '../hex.js'
import {
  Mismatch,
  address,
  array,
  boolean,
  data,
  hash32,
  maybe,
  object,
  quantity,
  record,
  slot,
  string,
  uint64,
  type Validator,
} from '../validate.js'

const TAGS = ['latest', 'earliest', 'pending', 'safe', 'finalized'] as const

/** Heights are int64 in Go. */
const HIGHEST = (1n << 63n) - 1n

const heightOrTag =
  (tooHigh: string): Validator<BlockRef> =>
  (value, path) => {
    const tag = TAGS.find((tag) => tag === value)
    if (tag !== undefined) return { kind: 'tag', tag }
    // As in go-ethereum, which reads any JSON value here as text.
    if (typeof value !== 'string') throw new Mismatch(path, 'hex string without 0x prefix')
    if (value === '') throw new Mismatch(path, 'empty hex string')
    try {
      const number = uint64(value, path)
      if (number > HIGHEST) throw new Mismatch(path, tooHigh)
      return { kind: 'number', number }
    } catch (error) {
      throw error instanceof Mismatch ? new Mismatch(path, error.reason) : error
    }
  }

/** A number or a tag. */
export const blockNumber = heightOrTag('block number larger than int64')
const numberOfRef = heightOrTag('blocknumber too high')

const eip1898 = object({ blockHash: maybe(hash32), blockNumber: maybe(blockNumber), requireCanonical: maybe(boolean) })

/** What is not such an object is read as a string next, and the error is that of the string. Source: go-ethereum rpc/types.go `UnmarshalJSON`. */
const objectRef: typeof eip1898 = (value, path) => {
  try {
    return eip1898(value, path)
  } catch {
    throw new Mismatch(path, 'json: cannot unmarshal object into Go value of type string')
  }
}

/**
 * A number, a tag, a hash, or an object with one of them (EIP-1898). `requireCanonical` changes nothing: blocks that are not on the chain are not found
 * by their hash.
 */
export const blockRef: Validator<BlockRef> = (value, path) => {
  if (typeof value === 'object' && value !== null) {
    const { blockHash: hash, blockNumber: number } = objectRef(value, path)
    if (hash !== undefined && number !== undefined)
      throw new Mismatch(path, 'cannot specify both BlockHash and BlockNumber, choose one or the other')
    if (hash !== undefined) return { kind: 'hash', hash }
    if (number !== undefined) return number
    throw new Mismatch(path, 'must specify either BlockHash or BlockNumber')
  }
  const text = string(value, path)
  if (text.length === 66) return { kind: 'hash', hash: hash32(text, path) }
  return numberOfRef(text, path)
}

const accessList = array(
  object({ address, storageKeys: (value, path) => maybe(array(hash32))(value, path) ?? [] }, 'types.AccessTuple'),
  undefined,
  'types.AccessList',
)

const authorizationList = array(
  object(
    { chainId: hexQuantity, address, nonce: hexQuantity, yParity: hexQuantity, r: hexQuantity, s: hexQuantity },
    'types.SetCodeAuthorization',
  ),
)

/** A quantity that is kept as hex. */
function hexQuantity(value: unknown, path: string): Hex {
  return `0x${quantity(value, path).toString(16)}`
}

const transactionMembers = {
  from: maybe(address),
  to: maybe(address),
  gas: maybe(uint64),
  gasPrice: maybe(quantity),
  maxFeePerGas: maybe(quantity),
  maxPriorityFeePerGas: maybe(quantity),
  value: maybe(quantity),
  nonce: maybe(uint64),
  data: maybe(data),
  input: maybe(data),
  chainId: maybe(quantity),
  accessList: maybe(accessList),
  authorizationList: maybe(authorizationList),
  maxFeePerBlobGas: maybe(quantity),
  blobVersionedHashes: maybe(array(hash32, 16)),
}

/** The members of a transaction in JSON-RPC, all of them optional. @param go the type's name in the node's source */
export const transactionArgs = (go: string) => object(transactionMembers, go)
export const transactionRequest = transactionArgs('ethapi.TransactionArgs')

export type TransactionRequest = ReturnType<typeof transactionRequest>

const slots = record<Hex, Hex>(hash32, hash32)

/** Overrides of accounts. @param account what the node's source calls those of one */
export const overridesOf = (account: string) =>
  record(
    address,
    object(
      {
        balance: maybe(quantity),
        nonce: maybe(uint64),
        code: maybe(data),
        state: maybe(slots),
        stateDiff: maybe(slots),
        movePrecompileToAddress: maybe(address),
      },
      account,
    ),
  )

export const stateOverrides = overridesOf('ethapi.OverrideAccount')

const orZero: Validator<bigint> = (value, path) => maybe(uint64)(value, path) ?? 0n
const orNobody: Validator<Hex> = (value, path) => maybe(address)(value, path) ?? `0x${'00'.repeat(20)}`

const withdrawals = array(
  object({ index: orZero, validatorIndex: orZero, address: orNobody, amount: orZero }, 'types.Withdrawal'),
  undefined,
  'types.Withdrawals',
)

export const blockOverrides = object(
  {
    number: maybe(quantity),
    time: maybe(uint64),
    gasLimit: maybe(uint64),
    feeRecipient: maybe(address),
    prevRandao: maybe(hash32),
    baseFeePerGas: maybe(quantity),
    blobBaseFee: maybe(quantity),
    beaconRoot: maybe(hash32),
    withdrawals: maybe(withdrawals),
  },
  'override.BlockOverrides',
)

export const storageSlots = array(slot, 1024)

/** The call data of a request. @throws RpcError if `data` and `input` differ. */
export function inputOf({ data, input }: TransactionRequest): Uint8Array {
  if (data !== undefined && input !== undefined && data !== input)
    throw refuse('both "data" and "input" are set and not equal. Please use "input" to pass transaction call data')
  return unhex(input ?? data ?? '0x')
}

/** @throws RpcError if legacy and EIP-1559 prices are mixed. */
export function checkPrices({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: TransactionRequest): void {
  if (gasPrice !== undefined && (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined))
    throw refuse('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
}

/** @throws RpcError for a tip above the highest price */
export function checkTip({ maxFeePerGas: cap, maxPriorityFeePerGas: tip }: TransactionRequest): void {
  if (cap !== undefined && tip !== undefined && cap < tip)
    throw refuse(`maxFeePerGas (${written(cap)}) < maxPriorityFeePerGas (${written(tip)})`)
}

/** @throws RpcError for a price of blobs without blobs */
export function checkBlobPrice({ maxFeePerBlobGas, blobVersionedHashes = [] }: TransactionRequest): void {
  if (maxFeePerBlobGas !== undefined && blobVersionedHashes.length === 0)
    throw refuse('maxFeePerBlobGas specified without blobVersionedHashes')
}

/**
 * The message of a call. Omitted members are zero, and gas is the maximum. Source: go-ethereum internal/ethapi/transaction_args.go `CallDefaults` and
 * `ToMessage`.
 * @param circumstances rules and base fee of the block in which it runs
 */
export function messageOf(
  request: TransactionRequest,
  circumstances: { common: Common; baseFee: bigint; gasCap: bigint },
): Message {
  checkPrices(request)
  const { common, baseFee, gasCap } = circumstances
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  if (request.to === undefined) {
    if (request.blobVersionedHashes !== undefined) throw refuse('blob transaction of type create')
    if (request.authorizationList !== undefined) throw refuse('EIP-7702 transaction cannot be used to create contract')
  }
  if (request.chainId !== undefined && request.chainId !== common.chainId())
    throw refuse(`chainId does not match node's (have=${request.chainId}, want=${common.chainId()})`)
  if (!common.isActivatedEIP(1559) && (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined))
    throw refuse('maxFeePerGas and maxPriorityFeePerGas are not valid before London is active')
  const cap = gasPrice ?? maxFeePerGas ?? 0n
  const tip = gasPrice ?? maxPriorityFeePerGas ?? 0n
  const tipped = baseFee + tip
  const gas = request.gas ?? gasCap
  return {
    from: request.from ?? '0x0000000000000000000000000000000000000000',
    to: request.to,
    gas: gas > gasCap ? gasCap : gas,
    gasFeeCap: cap,
    gasTipCap: tip,
    gasPrice: gasPrice ?? (tipped < cap ? tipped : cap),
    value: request.value ?? 0n,
    data: inputOf(request),
    accessList: request.accessList,
    authorizationList: request.authorizationList,
    blobVersionedHashes: request.blobVersionedHashes,
    maxFeePerBlobGas: request.maxFeePerBlobGas ?? 0n,
  }
}
