import type { Json } from '../../base/json-value.js'
import { toUtf8 } from '../../base/index.js'
import { GoPanic, plainError, type GenesisReader } from '../../chain/index.js'
import {
  DECIMAL_ONE,
  decimalOf,
  decimalText,
  decodeDecimal,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  protoString,
  protoUint64,
  protoUint64s,
  ProtoWriter,
  readProto,
} from '../../codec/index.js'
import type { FeeMarketParams } from './params.js'

/** Decimals are whole numbers of 10^-18. Source: proto feemarket.feemarket.v1 `State`. */
export interface FeeMarketState {
  readonly baseGasPrice: bigint
  readonly learningRate: bigint
  /** Gas used in each of the last blocks; `index` is the present one. */
  readonly window: readonly bigint[]
  readonly index: bigint
}

/** Source: x/feemarket/types/state.go `NewState` with the params of `MsgParams`. */
export const newState = ({ window, decimals }: FeeMarketParams): FeeMarketState => ({
  baseGasPrice: decimals.min_base_gas_price,
  learningRate: decimals.min_learning_rate,
  window: Array.from({ length: Number(window) }, () => 0n),
  index: 0n,
})

export function encodeState({ baseGasPrice, learningRate, window, index }: FeeMarketState): Uint8Array {
  return new ProtoWriter()
    .message(1, toUtf8(String(baseGasPrice)))
    .message(2, toUtf8(String(learningRate)))
    .packedUint64s(3, window)
    .uint64(4, index)
    .finish()
}

export function decodeState(bytes: Uint8Array): FeeMarketState {
  const fields = readProto(bytes)
  return {
    baseGasPrice: decodeDecimal(protoString(fields, 1)),
    learningRate: decodeDecimal(protoString(fields, 2)),
    window: protoUint64s(fields, 3),
    index: protoUint64(fields, 4),
  }
}

export const readState = (json: GenesisReader): FeeMarketState => ({
  baseGasPrice: json.at('base_gas_price').parsed(parseDecimal),
  learningRate: json.at('learning_rate').parsed(parseDecimal),
  window: json
    .at('window')
    .list()
    .map((gas) => gas.integer()),
  index: json.at('index').integer(),
})

export const stateJson = ({ baseGasPrice, learningRate, window, index }: FeeMarketState): Json => ({
  base_gas_price: decimalText(baseGasPrice),
  learning_rate: decimalText(learningRate),
  window: window.map(String),
  index: String(index),
})

/** Adds the gas of a transaction to the present block. @throws ChainError undefined/1. Source: `State.Update`. */
export function used(state: FeeMarketState, gas: bigint, { maxBlockUtilization }: FeeMarketParams): FeeMarketState {
  const at = Number(state.index)
  const before = state.window[at]
  if (before === undefined)
    throw new GoPanic(`runtime error: index out of range [${at}] with length ${state.window.length}`)
  const now = before + gas
  if (now > maxBlockUtilization)
    throw plainError(`block utilization of ${now} cannot exceed max block utilization of ${maxBlockUtilization}`)
  return { ...state, window: state.window.with(at, now) }
}

/** The state of the next block. Source: x/feemarket/keeper/feemarket.go `UpdateFeeMarket`. */
export function nextBlock(state: FeeMarketState, params: FeeMarketParams): FeeMarketState {
  const learningRate = nextLearningRate(state, params)
  const baseGasPrice = nextPrice({ ...state, learningRate }, params)
  if (state.window.length === 0) throw new GoPanic('runtime error: integer divide by zero')
  const index = (state.index + 1n) % BigInt(state.window.length)
  return { baseGasPrice, learningRate, index, window: state.window.with(Number(index), 0n) }
}

/** Source: types/state.go `UpdateLearningRate`: a division by zero leaves the least rate. */
function nextLearningRate({ window, learningRate }: FeeMarketState, params: FeeMarketParams): bigint {
  const { alpha, beta, gamma, min_learning_rate: min, max_learning_rate: max } = params.decimals
  const most = decimalOf(params.maxBlockUtilization) * BigInt(window.length)
  if (most === 0n) return min
  const average = divideDecimals(decimalOf(window.reduce((sum, gas) => sum + gas, 0n)), most)
  if (average <= gamma || average >= DECIMAL_ONE - gamma) return alpha + learningRate > max ? max : alpha + learningRate
  const less = multiplyDecimals(learningRate, beta)
  return less < min ? min : less
}

/** Source: types/state.go `UpdateBaseGasPrice`, likewise. */
function nextPrice({ window, index, learningRate, baseGasPrice }: FeeMarketState, params: FeeMarketParams): bigint {
  const { delta, min_base_gas_price: min } = params.decimals
  const target = params.maxBlockUtilization / 2n
  const gas = window[Number(index)]
  if (target === 0n || gas === undefined) return min
  const utilization = divideDecimals(decimalOf(gas - target), decimalOf(target))
  const adjustment = DECIMAL_ONE + multiplyDecimals(learningRate, utilization)
  const net = window.reduce((sum, each) => sum + each - target, 0n)
  const price = multiplyDecimals(baseGasPrice, adjustment) + multiplyDecimals(decimalOf(net), delta)
  return price < min ? min : price
}
