import { ChainError, equalBytes, textOf } from '../../base/index.js'
import { registerError, rethrowing, wrapping, type Context } from '../../chain/index.js'
import { abiEvent, abiFunction, decodeAbi, encodeCall, type AbiFunction, type AbiValue } from '../../codec/abi/index.js'
import { ethAddressText } from '../../crypto/index.js'
import { ErrAbiUnpack, ErrEvmCall, ErrExpectedEvent, ErrUnexpectedEvent } from './errors.js'
import type { ConversionParts } from './expected.js'

/** Source: cosmos-sdk types/errors. */
const ErrLogic = registerError('sdk', 35, 'internal logic error')

const NAME = abiFunction('name() returns (string)')
const SYMBOL = abiFunction('symbol() returns (string)')
const DECIMALS = abiFunction('decimals() returns (uint8)')
const BALANCE = abiFunction('balanceOf(address account) returns (uint256)')
const TRANSFER = abiFunction('transfer(address to, uint256 amount) returns (bool)')
const TRANSFERRED = abiEvent('Transfer(address indexed from, address indexed to, uint256 value)')

/** ERC-20 contracts as the module calls them. Source: cosmos/evm v0.7.3 x/erc20/keeper/evm.go. */
export class Tokens {
  readonly #parts: ConversionParts

  constructor(parts: ConversionParts) {
    this.#parts = parts
  }

  /** @throws ChainError evm/10, erc20/10 */
  describe(ctx: Context, contract: Uint8Array) {
    const name = this.#text(ctx, contract, NAME)
    const symbol = this.#text(ctx, contract, SYMBOL)
    const returned = this.#ask(ctx, contract, DECIMALS, [])
    const [decimals] = rethrowing(
      ({ log }) => ErrAbiUnpack.error(`failed to unpack decimals: ${log}`),
      () => decodeAbi(DECIMALS.outputs, returned),
    )
    return { name, symbol, decimals: decimals as bigint }
  }

  /** @throws ChainError erc20/12 */
  balance(ctx: Context, contract: Uint8Array, account: Uint8Array): bigint {
    return rethrowing(
      () => ErrEvmCall.error('failed to retrieve balance'),
      () => decodeAbi(BALANCE.outputs, this.#ask(ctx, contract, BALANCE, [account]))[0] as bigint,
    )
  }

  /** @param refusal for a contract that answers no @param isNested whether it runs within a call of the EVM @throws ChainError */
  transfer(ctx: Context, contract: Uint8Array, [from, to, amount]: Transfer, refusal: string, isNested = false): void {
    const data = encodeCall(TRANSFER, [to, amount])
    const { returned, logs } = this.#parts.call(ctx, { from, to: contract, data, commits: true, isNested })
    if (returned.length > 0) {
      if (decodeAbi(TRANSFER.outputs, returned)[0] !== true) throw ErrLogic.error(refusal)
      return
    }
    const transfers = logs.filter(({ topics }) => topics[0] !== undefined && equalBytes(topics[0], TRANSFERRED.topic))
    if (transfers.some(({ address }) => !equalBytes(address, contract)))
      throw ErrUnexpectedEvent.error('Transfer event from unexpected address')
    if (transfers.length > 1) throw ErrUnexpectedEvent.error('duplicate Transfer event')
    if (transfers.length === 0) throw ErrExpectedEvent.error('expected Transfer event')
  }

  /** Asks as the module. @throws ChainError evm/10 that names the method. Source: x/vm/keeper/call_evm.go `CallEVM` */
  #ask(ctx: Context, contract: Uint8Array, method: AbiFunction, args: readonly AbiValue[]): Uint8Array {
    const { call, address: from } = this.#parts
    const data = encodeCall(method, args)
    return callOf(method.name, contract, () => call(ctx, { from, to: contract, data, commits: false })).returned
  }

  /** A text, or 32 bytes up to the first that is zero. */
  #text(ctx: Context, contract: Uint8Array, method: AbiFunction): string {
    const returned = this.#ask(ctx, contract, method, [])
    try {
      return decodeAbi(method.outputs, returned)[0] as string
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      if (returned.length === 32) {
        const end = returned.indexOf(0)
        return textOf(end < 0 ? returned : returned.subarray(0, end))
      }
      throw ErrAbiUnpack.error(
        `failed to unpack ${method.name} as both string and raw bytes32 (len=${returned.length})`,
      )
    }
  }
}

export type Transfer = readonly [from: Uint8Array, to: Uint8Array, amount: bigint]

/** A call whose error names it. */
export const callOf = <T>(method: string, contract: Uint8Array, work: () => T): T =>
  wrapping(`contract call failed: method '${method}', contract '${ethAddressText(contract)}'`, work)
