import { event, type BlockGas, type Context } from '../../chain/index.js'
import { decimalText } from '../../codec/index.js'
import { asciiKey, byteKey, keyBytes, uint64Key } from '../../store/index.js'
import { countedGas, nextBaseFee } from './base-fee.js'
import { decodeParams, DEFAULT_PARAMS, encodeParams, type Params } from './params.js'

/** Source: cosmos/evm v0.7.3 x/feemarket/types/keys.go, params.go. */
export const FEEMARKET_STORE = 'feemarket'
const BLOCK_GAS_KEY = byteKey(1)
const PARAMS_KEY = asciiKey('Params')

export interface EvmFeeMarketOptions {
  /** Gas limit of a block; undefined for none. */
  readonly maxGas: () => bigint | undefined
  /** Gas of all transactions of the block that ends. */
  readonly blockGas: (ctx: Context) => BlockGas
}

/** A base fee that follows how full blocks are, as EIP-1559 has it. Source: cosmos/evm v0.7.3 x/feemarket/keeper. */
export class EvmFeeMarketKeeper {
  readonly #options: EvmFeeMarketOptions

  constructor(options: EvmFeeMarketOptions) {
    this.#options = options
  }

  params(ctx: Context): Params {
    const bytes = ctx.store(FEEMARKET_STORE).get(PARAMS_KEY)
    return bytes === undefined ? DEFAULT_PARAMS : decodeParams(bytes)
  }
  setParams(ctx: Context, params: Params): void {
    ctx.store(FEEMARKET_STORE).set(PARAMS_KEY, encodeParams(params))
  }

  /** What the last block counted for. */
  countedGas(ctx: Context): bigint {
    const bytes = ctx.store(FEEMARKET_STORE).get(BLOCK_GAS_KEY)
    return bytes === undefined ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  }
  setCountedGas(ctx: Context, gas: bigint): void {
    ctx.store(FEEMARKET_STORE).set(BLOCK_GAS_KEY, keyBytes(uint64Key(gas)))
  }

  /** A decimal; undefined while gas has none. Source: `GetBaseFee`. */
  baseFee(ctx: Context): bigint | undefined {
    const { noBaseFee, baseFee } = this.params(ctx)
    return noBaseFee ? undefined : baseFee
  }

  /** Source: keeper/abci.go `BeginBlock`. */
  beginBlock(ctx: Context): void {
    const fee = this.calculated(ctx, this.#options.maxGas())
    if (fee === undefined) return
    this.setParams(ctx, { ...this.params(ctx), baseFee: fee })
    ctx.events.emit(event('fee_market', ['base_fee', decimalText(fee)]))
  }

  /** The least price of a unit of gas that is enough for the check of a transaction now, and in the next block, a decimal. */
  nextPrice(ctx: Context): bigint {
    const { noBaseFee, baseFee, minGasPrice } = this.params(ctx)
    const next = this.#fee(ctx, BigInt(ctx.block.height) + 1n, this.#options.maxGas()) ?? 0n
    return [noBaseFee ? 0n : baseFee, next].reduce((most, price) => (price > most ? price : most), minGasPrice)
  }

  /** What the base fee of the context's block is, by the block before it; undefined if it stays as it is. @param maxGas gas limit of a block; undefined for none. Source: keeper/eip1559.go `CalculateBaseFee` */
  calculated(ctx: Context, maxGas: bigint | undefined): bigint | undefined {
    return this.#fee(ctx, BigInt(ctx.block.height), maxGas)
  }

  /** The base fee of a block; undefined if it stays as it is. */
  #fee(ctx: Context, height: bigint, maxGas: bigint | undefined): bigint | undefined {
    const params = this.params(ctx)
    if (params.noBaseFee || height < params.enableHeight) return undefined
    return height === params.enableHeight ? params.baseFee : nextBaseFee(params, this.countedGas(ctx), maxGas)
  }

  /** Source: keeper/abci.go `EndBlock`. */
  endBlock(ctx: Context): void {
    const gas = countedGas(this.#options.blockGas(ctx), this.params(ctx))
    this.setCountedGas(ctx, gas)
    ctx.events.emit(event('block_gas', ['height', String(ctx.block.height)], ['amount', String(gas)]))
  }
}
