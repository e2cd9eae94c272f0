import { ChainError, toHex } from '../../../base/index.js'
import {
  addressText,
  BLOCK_TXS,
  ErrInsufficientFunds,
  ErrUnknownAddress,
  event,
  registerError,
  txDigest,
  wrapping,
  type Context,
  type TxOutcome,
} from '../../../chain/index.js'
import { decimalTruncate, type Coin } from '../../../codec/index.js'
import { ethAddressText } from '../../../crypto/index.js'
import { bytesOf } from '../../../store/index.js'
import type { FeeMarket } from '../expected.js'
import type { EvmKeeper } from '../keeper.js'
import { decodeLogs, encodeResponse, type EvmLog } from '../response.js'
import { ETHEREUM_TX_RESPONSE } from '../types.js'
import type { StateOverrides } from './call-args.js'
import type { EthereumTx } from './decode.js'
import { effectivePrice, gasProblem, intrinsicGas, usedGas } from './gas.js'
import { EthereumMeter } from './meter.js'

/** Source: cosmos-sdk x/auth/types `FeeCollectorName`. */
const FEE_COLLECTOR = 'fee_collector'

/** What the EVM is asked to run. */
export interface EvmMessage {
  readonly from: Uint8Array
  readonly tx: Pick<EthereumTx, 'to' | 'value' | 'data' | 'nonce' | 'accessList' | 'authorizations'>
  /** After what the transaction itself costs. */
  readonly gas: bigint
  readonly price: bigint
  readonly baseFee: bigint
  readonly coinbase: Uint8Array
  /** Only a message that nobody signed has some. */
  readonly blobHashes?: readonly Uint8Array[]
}

/** What is the same for all messages of a block. */
export interface Config extends Pick<EvmMessage, 'baseFee' | 'coinbase'> {
  /** A decimal. */
  readonly minGasMultiplier: bigint
}

/** How it went. */
export interface Executed {
  /** Empty if it succeeded. */
  readonly vmError: string
  readonly returned: Uint8Array
  readonly logs: readonly EvmLog[]
  /** Gas that is left of that of the message. */
  readonly left: bigint
  /** Gas to give back for cleared storage, before its limit. */
  readonly refund: bigint
}

/** What the keeper needs of accounts and coins. */
interface EthereumAccounts {
  get(ctx: Context, address: Uint8Array): { readonly sequence: bigint; readonly accountNumber: bigint } | undefined
  open(ctx: Context, address: Uint8Array): void
  setSequence(ctx: Context, address: Uint8Array, sequence: bigint): void
}
interface EthereumBank {
  spendableCoin(ctx: Context, address: Uint8Array, denom: string): Coin
  sendToVirtual(ctx: Context, from: Uint8Array, module: string, coin: Coin): void
  sendFromVirtual(ctx: Context, module: string, to: Uint8Array, coin: Coin): void
}

export interface EthereumOptions {
  readonly evm: EvmKeeper
  readonly accounts: EthereumAccounts
  readonly bank: EthereumBank
  readonly feemarket: FeeMarket
  /** The id by which signatures name the chain. */
  readonly chainId: bigint
  /** Address of the operator that proposed the block. @throws ChainError staking/3 */
  readonly coinbase: (ctx: Context) => Uint8Array
  /** Writes an account as the EVM does, with another nonce. @throws ChainError sdk/4 for one that may not have coins */
  readonly setNonce: (ctx: Context, address: Uint8Array, nonce: bigint) => void
  /** Reads the limits of blocks, as the EVM does outside of blocks. */
  readonly readLimits: (ctx: Context) => void
  /** Runs a message, and keeps what it changes if it succeeds. @throws ChainError, GoPanic, NotSupportedError */
  readonly execute: (ctx: Context, message: EvmMessage, how: Execution) => Executed
}

/** How a message runs. */
export interface Execution {
  /** Whether what it changes stays. */
  readonly commits: boolean
  /** Whether it runs on the state of the message that is in progress, rather than on that of the chain. */
  readonly isNested?: boolean
  /** What of accounts it finds otherwise. */
  readonly overrides?: StateOverrides | undefined
  /** The state that it changes, if the transaction does not pay for the rows of accounts (default: the same that it reads settings from). */
  readonly state?: Context | undefined
}

/** A call that a module makes. */
export interface ModuleCall extends Execution {
  readonly from: Uint8Array
  readonly to: Uint8Array
  readonly data: Uint8Array
  /** Gas that it may use; none is as much as a module may ever use. */
  readonly gas?: bigint
}

export interface ModuleAnswer extends Pick<Executed, 'returned' | 'logs'> {
  readonly gasUsed: bigint
}

/** Gas for a call of a module. Source: cosmos/evm v0.7.3 server/config/config.go `DefaultGasCap`. */
const GAS_OF_MODULES = 25_000_000n

/** Source: x/vm/types/errors.go. */
const ErrVmExecution = registerError('evm', 10, 'evm transaction execution failed')

/** Runs transactions of Ethereum. Source: cosmos/evm v0.7.3 x/vm/keeper/msg_server.go, state_transition.go. */
export class EthereumKeeper {
  readonly options: EthereumOptions

  constructor(options: EthereumOptions) {
    this.options = options
  }

  denom(ctx: Context): string {
    return this.options.evm.coin(ctx)?.denom ?? ''
  }
  /** The base fee of the block, in whole units; that of the params even before it begins to move. Source: x/vm/types/utils.go `GetBaseFee` */
  baseFee(ctx: Context): bigint {
    const { noBaseFee, baseFee } = this.options.feemarket.params(ctx)
    return noBaseFee ? 0n : decimalTruncate(baseFee)
  }

  /** What a block decides of its messages; all that the chain reads for it is charged. @throws ChainError. Source: x/vm/keeper/config.go `EVMConfig` */
  config(ctx: Context): Config {
    const { evm, feemarket, coinbase } = this.options
    evm.params(ctx)
    const { minGasMultiplier } = feemarket.params(ctx)
    const proposer = wrapping('failed to obtain coinbase address', () => coinbase(ctx))
    evm.coin(ctx)
    return { baseFee: this.baseFee(ctx), coinbase: proposer, minGasMultiplier }
  }

  /** @returns the encoded response; the transaction is a success for the chain even if code failed @throws ChainError, GoPanic */
  apply(ctx: Context, from: Uint8Array, tx: EthereumTx): Uint8Array {
    const { execute, bank } = this.options
    const config = wrapping('failed to load evm config', () => this.config(ctx))
    const { baseFee } = config
    const price = effectivePrice(tx, baseFee)
    const meter = ctx.gasMeter as EthereumMeter
    const done = wrapping('failed to apply transaction', () =>
      wrapping('failed to apply ethereum core message', () => {
        try {
          return execute(ctx, { from, tx, gas: tx.gas - intrinsicGas(tx), price, ...config }, { commits: true })
        } catch (error) {
          // What fails outside of code takes all gas.
          if (error instanceof ChainError) meter.settle(Number(tx.gas))
          throw error
        }
      }),
    )
    const { gasUsed, maxUsedGas } = usedGas(tx.gas, done, config.minGasMultiplier)
    const refund = (tx.gas - gasUsed) * price
    if (refund > 0n)
      wrapping(`failed to apply transaction: failed to refund leftover gas to sender ${ethAddressText(from)}`, () =>
        bank.sendFromVirtual(ctx, FEE_COLLECTOR, from, { denom: this.denom(ctx), amount: refund }),
      )
    meter.settle(Number(gasUsed))
    this.#tell(ctx, from, tx, gasUsed, done.vmError)
    const hash = `0x${toHex(tx.hash)}`
    return encodeResponse({
      hash,
      logs: done.vmError === '' ? done.logs : [],
      place: soFar(ctx),
      returned: done.returned,
      vmError: done.vmError,
      gasUsed,
      maxUsedGas,
      blockHash: bytesOf(this.options.evm.headerHash(ctx)),
      time: ctx.block.time / 1_000_000_000n,
    })
  }

  /**
   * Calls a contract for a module, whose transaction pays for the rows and for what the EVM used. @throws ChainError evm/10 for a call that fails, which takes
   * all gas of the transaction. Source: x/vm/keeper/call_evm.go `CallEVMWithData`
   */
  call(ctx: Context, { from, to, data, gas = 0n, ...how }: ModuleCall): ModuleAnswer {
    const { accounts, execute } = this.options
    const account = accounts.get(ctx, from)
    if (account === undefined) throw ErrUnknownAddress.error(`account ${addressText(ctx.prefix, from)} does not exist`)
    const config = this.config(ctx)
    const tx = { to, data, value: 0n, nonce: account.sequence, accessList: [], authorizations: [] }
    const isCapped = gas > 0n && gas < GAS_OF_MODULES && !ctx.release.unpatched.has('cosmos/evm#992')
    const limit = isCapped ? gas : GAS_OF_MODULES
    const problem = gasProblem(tx, limit)
    if (problem !== undefined) throw problem
    const done = execute(ctx, { from, tx, gas: limit - intrinsicGas(tx), price: 0n, ...config }, how)
    const used = limit - done.left
    const { gasMeter } = ctx
    if (done.vmError !== '') {
      gasMeter.refund(gasMeter.consumed, 'reset the gas count')
      gasMeter.consume(gasMeter.limit, 'apply evm transaction')
      throw ErrVmExecution.error(done.vmError)
    }
    const gasUsed = used - (done.refund < used ? done.refund : used)
    gasMeter.consume(Number(gasUsed), 'apply evm message')
    return { returned: done.returned, logs: done.logs, gasUsed }
  }

  #tell(ctx: Context, from: Uint8Array, tx: EthereumTx, gasUsed: bigint, vmError: string): void {
    ctx.events.emit(
      event(
        'ethereum_tx',
        ['amount', String(tx.value)],
        ['ethereumTxHash', `0x${toHex(tx.hash)}`],
        ['txGasUsed', String(gasUsed)],
        ['txHash', toHex(txDigest(ctx.txBytes))],
        ...(tx.to === undefined ? [] : [['recipient', ethAddressText(tx.to)] as const]),
        ...(vmError === '' ? [] : [['ethereumTxFailed', vmError] as const]),
      ),
      event('message', ['module', 'evm'], ['sender', `0x${toHex(from)}`], ['txType', String(tx.type)]),
    )
  }

  /** Takes the whole fee before the transaction runs. @throws ChainError sdk/5. Source: x/vm/keeper/fees.go `DeductTxCostsFromUserBalance` */
  takeFee(ctx: Context, from: Uint8Array, amount: bigint): void {
    const coin = { denom: this.denom(ctx), amount }
    wrapping(
      `failed to deduct transaction costs from user balance: failed to deduct full gas cost ${amount}${coin.denom} from the user ${ethAddressText(from)} balance`,
      () => {
        try {
          this.options.bank.sendToVirtual(ctx, from, FEE_COLLECTOR, coin)
        } catch (error) {
          throw error instanceof ChainError ? ErrInsufficientFunds.error(error.log) : error
        }
      },
    )
  }
}

/** Go's -1: that of a simulation. */
export const NO_INDEX = (1n << 64n) - 1n

/** How many Ethereum transactions and logs the block has so far. */
function soFar(ctx: Context): { readonly txIndex: bigint; readonly index: bigint } {
  if (ctx.txIndex === undefined) return { txIndex: NO_INDEX, index: 0n }
  const responses = (ctx.value(BLOCK_TXS) ?? []).flatMap(ethereumResponses)
  const logs = responses.reduce((sum, response) => sum + decodeLogs(response).length, 0)
  return { txIndex: BigInt(responses.length), index: BigInt(logs) }
}

const ethereumResponses = ({ code, msgResponses }: TxOutcome): readonly Uint8Array[] =>
  code === 0 ? msgResponses.filter(({ typeUrl }) => typeUrl === ETHEREUM_TX_RESPONSE).map(({ value }) => value) : []

/** A successful transaction names its place among those of Ethereum, rather than among all. Source: x/vm/types/response.go `PatchTxResponses`. */
export function countedAmongEthereum(outcome: TxOutcome, before: readonly TxOutcome[]): TxOutcome {
  const own = outcome.events.findIndex(
    ({ type, attributes }) => type === 'ethereum_tx' && attributes.some(([key]) => key === 'txIndex'),
  )
  if (own < 0 || outcome.code !== 0) return outcome
  const index = String(before.flatMap(ethereumResponses).length)
  const { type, attributes } = outcome.events[own]!
  const patched = {
    type,
    attributes: attributes.map(([key, value]) => [key, key === 'txIndex' ? index : value] as const),
  }
  return { ...outcome, events: outcome.events.with(own, patched) }
}
