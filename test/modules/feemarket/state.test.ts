import { expect, test } from 'vitest'
import { newState, nextBlock, used } from '../../../src/modules/feemarket/state.js'
import type { Params } from '../../../src/codec/messages/feemarket.feemarket.v1.js'
import { parseDecimal } from '../../../src/codec/decimals.js'

/** The cases of neutron-org/feemarket (4ffcf3d) x/feemarket/keeper/feemarket_test.go `TestUpdateFeeMarket`. */

const D = parseDecimal

/** Source: types/eip1559.go. */
const EIP1559: Params = {
  alpha: 0n,
  beta: D('1'),
  gamma: 0n,
  delta: 0n,
  minBaseGasPrice: D('1'),
  minLearningRate: D('0.125'),
  maxLearningRate: D('0.125'),
  maxBlockUtilization: 30_000_000n,
  window: 1n,
  feeDenom: 'stake',
  enabled: true,
  distributeFees: false,
  sendTipToProposer: true,
}

/** Source: types/eip1559_aimd.go. */
const AIMD: Params = {
  ...EIP1559,
  alpha: D('0.025'),
  beta: D('0.95'),
  gamma: D('0.25'),
  delta: 0n,
  minBaseGasPrice: D('1000000000'),
  minLearningRate: D('0.01'),
  maxLearningRate: D('0.5'),
  window: 8n,
}

test.each([
  ['an empty block at the least price', D('1'), 0n, D('1')],
  ['an empty block above it', D('2'), 0n, D('1.75')],
  ['a block at the target at the least price', D('1'), 15_000_000n, D('1')],
  ['a block at the target above it', D('2'), 15_000_000n, D('2')],
  ['a full block at the least price', D('1'), 30_000_000n, D('1.125')],
  ['a full block above it', D('2'), 30_000_000n, D('2.25')],
  ['a quarter of a block', D('2'), 7_500_000n, D('1.875')],
  ['three quarters of a block', D('2'), 22_500_000n, D('2.125')],
])('EIP-1559: %s', (_, price, gas, next) => {
  const state = used({ ...newState(EIP1559), baseGasPrice: price }, gas, EIP1559)
  expect(nextBlock(state, EIP1559)).toEqual({ baseGasPrice: next, learningRate: D('0.125'), window: [0n], index: 0n })
})

test('AIMD: empty blocks raise the learning rate by alpha and lower the price by it', () => {
  const next = nextBlock({ ...newState(AIMD), baseGasPrice: D('2000000000') }, AIMD)
  expect(next).toMatchObject({ learningRate: D('0.035'), baseGasPrice: D('1930000000'), index: 1n })
})

test('AIMD: blocks at the target multiply the learning rate by beta and keep the price', () => {
  const window = Array.from({ length: 8 }, () => 15_000_000n)
  const state = { window, index: 7n, learningRate: D('0.125'), baseGasPrice: D('2000000000') }
  const next = nextBlock(state, AIMD)
  expect(next).toMatchObject({ learningRate: D('0.11875'), baseGasPrice: D('2000000000'), index: 0n })
  expect(next.window).toEqual([0n, ...window.slice(1)])
})

test('delta adds for each unit of gas above the target', () => {
  const params = { ...EIP1559, delta: D('0.5'), maxBlockUtilization: 100n }
  const state = used({ ...newState(params), baseGasPrice: D('10') }, 60n, params)
  // 10 * (1 + 0.125 * 10 / 50) + 10 * 0.5
  expect(nextBlock(state, params).baseGasPrice).toBe(D('15.25'))
})

test('a block cannot hold more gas than the params say', () => {
  const state = used(newState(EIP1559), 29_999_999n, EIP1559)
  expect(() => used(state, 2n, EIP1559)).toThrow(
    'block utilization of 30000001 cannot exceed max block utilization of 30000000',
  )
})
