import { equalBytes, toHex } from '../../../base/index.js'
import { KV_GAS, plainError, type Context } from '../../../chain/index.js'
import {
  abiFunction,
  decodeAbi,
  encodeAbi,
  type AbiEvent,
  type AbiFunction,
  type AbiValue,
} from '../../../codec/abi/index.js'
import { ethAddressText } from '../../../crypto/index.js'

/** A call of a contract that is a module. */
export interface NativeCall {
  /** Over the state that the call may change, charged by the contract's prices. */
  readonly ctx: Context
  readonly caller: Uint8Array
  /** Whether the caller has code that it does not borrow. */
  readonly callerIsContract: boolean
  /** Address of the contract. */
  readonly address: Uint8Array
  /** In the EVM's coin. */
  readonly value: bigint
  readonly isStatic: boolean
  /** Takes gas besides that of rows. @throws OutOfGasPanic */
  readonly charge: (gas: number) => void
  readonly log: (event: AbiEvent, values: readonly AbiValue[]) => void
}

/** A contract that is a module. */
export interface NativeContract {
  /** Whether rows of the state have their prices, or cost nothing. */
  readonly chargesRows: boolean
  /** Whether balances of the EVM follow the coins that it moves. */
  readonly movesCoins: boolean
  price(input: Uint8Array): number
  /** The function that a call names; undefined for one that the contract does not have. */
  functionOf(input: Uint8Array): AbiFunction | undefined
  /** @throws ChainError, which reverts the call with its text */
  run(call: NativeCall, input: Uint8Array): Uint8Array
}

export interface NativeMethod {
  readonly abi: AbiFunction
  /** Refused in a static call. */
  readonly writes: boolean
  price(input: Uint8Array): number
  /** The arguments are those of the signature. */
  run(call: NativeCall, args: readonly AbiValue[]): readonly AbiValue[]
}

type Run<Args extends readonly AbiValue[]> = (call: NativeCall, args: Args) => readonly AbiValue[]

const method =
  (writes: boolean, usual: (input: Uint8Array) => number) =>
  <Args extends readonly AbiValue[]>(signature: string, run: Run<Args>, gas?: number): NativeMethod => ({
    abi: abiFunction(signature),
    writes,
    price: gas === undefined ? usual : () => gas,
    run: (call, args) => run(call, args as Args),
  })

/** A method that changes the state. It costs what writing its input does, if no gas is given. Source: cosmos/evm v0.7.3 precompiles/common/precompile.go `RequiredGas`. @param signature with which its arguments are decoded */
export const transaction = method(true, ({ length }) => KV_GAS.writeFlat + KV_GAS.writePerByte * length)
/** A method that answers something. It costs what reading its input does, if no gas is given. */
export const question = method(false, ({ length }) => KV_GAS.readFlat + KV_GAS.readPerByte * length)

/** What a contract does with a call that names no method. */
interface Fallback {
  readonly gas: number
  run(call: NativeCall): readonly AbiValue[]
}

interface ContractOf {
  readonly methods: readonly NativeMethod[]
  readonly chargesRows: boolean
  readonly movesCoins: boolean
  readonly fallback?: Fallback
}

/** A contract of methods. Source: cosmos/evm v0.7.3 precompiles/common/precompile.go `SetupABI` */
export function nativeContract({ methods, fallback, chargesRows, movesCoins }: ContractOf): NativeContract {
  const bySelector = new Map(methods.map((one) => [toHex(one.abi.selector), one]))
  const named = (input: Uint8Array) => bySelector.get(toHex(input.subarray(0, 4)))
  return {
    chargesRows,
    movesCoins,
    functionOf: (input) => named(input)?.abi,
    price: (input) => (input.length < 4 ? (fallback?.gas ?? 0) : (named(input)?.price(input) ?? 0)),
    run: (call, input) => {
      const found = input.length < 4 ? undefined : named(input)
      if (found === undefined) {
        if (fallback === undefined)
          throw plainError(
            input.length < 4 ? 'execution reverted' : `no method with id: 0x${toHex(input.subarray(0, 4))}`,
          )
        if (call.isStatic) throw plainError('write protection')
        return encodeAbi([], fallback.run(call))
      }
      if (call.isStatic && found.writes) throw plainError('write protection')
      const { inputs, outputs } = found.abi
      return encodeAbi(outputs, found.run(call, decodeAbi(inputs, input.subarray(4))))
    },
  }
}

/** Refuses to act for somebody else. @throws ChainError. Source: precompiles/common/errors.go `ErrRequesterIsNotMsgSender` */
export function assertCaller({ caller }: NativeCall, wanted: Uint8Array): void {
  if (!equalBytes(caller, wanted))
    throw plainError(
      `msg.sender address ${ethAddressText(caller)} does not match the requester address ${ethAddressText(wanted)}`,
    )
}
