import { decimalCeil, type Coin } from '../codec/index.js'
import type { ChainApp } from './chain-app.js'

/** The minimum fee for an amount of gas, in the chain's own denomination if that has a price. */
export function requiredFee(app: ChainApp, gasLimit: bigint): readonly Coin[] {
  const prices = app.minimumGasPrices?.(app.context) ?? []
  const price = prices.find(({ denom }) => denom === app.denom) ?? prices[0]
  const amount = price === undefined ? 0n : decimalCeil(price.amount * gasLimit)
  return price === undefined || amount === 0n ? [] : [{ denom: price.denom, amount }]
}
