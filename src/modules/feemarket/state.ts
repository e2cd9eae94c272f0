import type { Json } from '../../base/json-value.js'
import { GoPanic, plainError, type GenesisReader } from '../../chain/index.js'
import {
  DECIMAL_ONE,
  decimalOf,
  decimalText,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
} from '../../codec/index.js'
import type { Params, State } from '../../codec/messages/feemarket.feemarket.v1.js'

/** Source: x/feemarket/types/state.go `NewState` with the params of `MsgParams`. */
export const newState = ({ window, minBaseGasPrice, minLearningRate }: Params): State => ({
  baseGasPrice: minBaseGasPrice,
  learningRate: minLearningRate,
  window: Array.from({ length: Number(window) }, () => 0n),
  index: 0n,
})

export const readState = (json: GenesisReader): State => ({
  baseGasPrice: json.at('base_gas_price').parsed(parseDecimal),
  learningRate: json.at('learning_rate').parsed(parseDecimal),
  window: json
    .at('window')
    .list()
    .map((gas) => gas.integer()),
  index: json.at('index').integer(),
})

export const stateJson = ({ baseGasPrice, learningRate, window, index }: State): Json => ({
  base_gas_price: decimalText(baseGasPrice),
  learning_rate: decimalText(learningRate),
  window: window.map(String),
  index: String(index),
})

/** Adds the gas of a transaction to the present block. @throws ChainError undefined/1. Source: `State.Update`. */
export function used(state: State, gas: bigint, { maxBlockUtilization }: Params): State {
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
export function nextBlock(state: State, params: Params): State {
  const learningRate = nextLearningRate(state, params)
  const baseGasPrice = nextPrice({ ...state, learningRate }, params)
  if (state.window.length === 0) throw new GoPanic('runtime error: integer divide by zero')
  const index = (state.index + 1n) % BigInt(state.window.length)
  return { baseGasPrice, learningRate, index, window: state.window.with(Number(index), 0n) }
}

/** Source: types/state.go `UpdateLearningRate`: a division by zero leaves the least rate. */
function nextLearningRate({ window, learningRate }: State, params: Params): bigint {
  const { alpha, beta, gamma, minLearningRate: min, maxLearningRate: max } = params
  const most = decimalOf(params.maxBlockUtilization) * BigInt(window.length)
  if (most === 0n) return min
  const average = divideDecimals(decimalOf(window.reduce((sum, gas) => sum + gas, 0n)), most)
  if (average <= gamma || average >= DECIMAL_ONE - gamma) return alpha + learningRate > max ? max : alpha + learningRate
  const less = multiplyDecimals(learningRate, beta)
  return less < min ? min : less
}

/** Source: types/state.go `UpdateBaseGasPrice`, likewise. */
function nextPrice({ window, index, learningRate, baseGasPrice }: State, params: Params): bigint {
  const { delta, minBaseGasPrice: min } = params
  const target = params.maxBlockUtilization / 2n
  const gas = window[Number(index)]
  if (target === 0n || gas === undefined) return min
  const utilization = divideDecimals(decimalOf(gas - target), decimalOf(target))
  const adjustment = DECIMAL_ONE + multiplyDecimals(learningRate, utilization)
  const net = window.reduce((sum, each) => sum + each - target, 0n)
  const price = multiplyDecimals(baseGasPrice, adjustment) + multiplyDecimals(decimalOf(net), delta)
  return price < min ? min : price
}
