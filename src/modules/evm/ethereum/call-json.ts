import {
  ethAddress,
  ethHash,
  GoJsonError,
  hexBig,
  hexBytes,
  hexU256,
  hexUint64,
  mapBy,
  pointer,
  slice,
  struct,
  unmarshal,
  unmarshaler,
  type GoType,
} from '../../../codec/go-json/index.js'
import { toHex } from '../../../base/index.js'
import type { AccountOverride, CallArgs, StateOverrides } from './call-args.js'
import type { Authorization } from './decode.js'

/** A struct that is decoded as a document of its own, with all of its members. Source: github.com/fjl/gencodec. */
function required<F extends Readonly<Record<string, GoType<unknown>>>, T>(
  name: string,
  fields: F,
  read: (value: { [K in keyof F]: Exclude<ReturnType<F[K]['zero']>, undefined> }) => T,
  zero: () => T,
): GoType<T> {
  const inner = struct(name, fields)
  return unmarshaler(`types.${name}`, zero, (raw) => {
    const value = unmarshal(inner, raw) as Record<string, unknown>
    const missing = Object.keys(fields).find((field) => value[field] === undefined)
    if (missing !== undefined) throw new GoJsonError(`missing required field '${missing}' for ${name}`)
    return read(value as never)
  })
}

const accessTuple = required(
  'AccessTuple',
  { address: pointer(ethAddress), storageKeys: pointer(slice(ethHash)) },
  ({ address, storageKeys }) => ({ address, slots: storageKeys }),
  () => ({ address: ethAddress.zero(), slots: [] }),
)

const authorization = required(
  'SetCodeAuthorization',
  {
    chainId: pointer(hexU256),
    address: pointer(ethAddress),
    nonce: pointer(hexUint64),
    yParity: pointer(hexUint64),
    r: pointer(hexU256),
    s: pointer(hexU256),
  },
  ({ chainId, address, nonce, yParity, r, s }): Authorization => ({
    chainId,
    address,
    nonce,
    signature: { v: BigInt.asUintN(8, yParity), r, s },
  }),
  () => ({ chainId: 0n, address: ethAddress.zero(), nonce: 0n, signature: { v: 0n, r: 0n, s: 0n } }),
)

const transactionArgs = struct('TransactionArgs', {
  from: pointer(ethAddress),
  to: pointer(ethAddress),
  gas: pointer(hexUint64),
  gasPrice: pointer(hexBig),
  maxFeePerGas: pointer(hexBig),
  maxPriorityFeePerGas: pointer(hexBig),
  value: pointer(hexBig),
  nonce: pointer(hexUint64),
  data: pointer(hexBytes),
  input: pointer(hexBytes),
  accessList: pointer(slice(accessTuple, 'types.AccessList')),
  chainId: pointer(hexBig),
  maxFeePerBlobGas: pointer(hexBig),
  blobVersionedHashes: slice(ethHash),
  authorizationList: slice(authorization),
})

/** @throws GoJsonError with Go's text. Source: cosmos/evm v0.7.3 x/vm/types/tx_args.go `TransactionArgs` */
export function readCallArgs(json: Uint8Array): CallArgs {
  const {
    data,
    input = data,
    nonce: _,
    maxFeePerBlobGas: __,
    authorizationList,
    ...args
  } = unmarshal(transactionArgs, json)
  return { ...args, data: input, blobHashes: args.blobVersionedHashes, authorizations: authorizationList }
}

const slots = pointer(mapBy(ethHash, ethHash))
const overrideAccount = struct('OverrideAccount', {
  nonce: pointer(hexUint64),
  code: pointer(hexBytes),
  balance: pointer(hexBig),
  state: slots,
  stateDiff: slots,
  movePrecompileToAddress: pointer(ethAddress),
})
const stateOverride = mapBy(ethAddress, overrideAccount, 'types.StateOverride')

/** @throws GoJsonError with Go's text. Source: rpc/types/types.go `StateOverride` */
export const readOverrides = (json: Uint8Array): StateOverrides =>
  unmarshal(stateOverride, json).map(([address, { state, stateDiff, movePrecompileToAddress, ...rest }]) => [
    address,
    { ...rest, state: bySlot(state), stateDiff: bySlot(stateDiff), movePrecompileTo: movePrecompileToAddress },
  ])

const bySlot = (rows: readonly (readonly [Uint8Array, Uint8Array])[] | undefined): AccountOverride['state'] =>
  rows && new Map(rows.map(([slot, value]) => [wordOf(slot), wordOf(value)]))

const wordOf = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`)
