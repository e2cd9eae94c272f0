import { decimalCeil } from '../codec/decimals.js'
import type { Coin } from '../codec/coins.js'
import { getGlobalFeeParams } from '../modules/globalfee/index.js'
import type { ChainApp } from './chain-app.js'
import { NeutronApp } from './neutron/app.js'

/** The least fee that the chain takes for so much gas, in its own denomination if that has a price. */
export function requiredFee(app: ChainApp, gasLimit: bigint): readonly Coin[] {
  if (!(app instanceof NeutronApp)) return []
  const prices = getGlobalFeeParams(app.context).minimumGasPrices
  const price = prices.find(({ denom }) => denom === app.denom) ?? prices[0]
  const amount = price === undefined ? 0n : decimalCeil(price.amount * gasLimit)
  return price === undefined || amount === 0n ? [] : [{ denom: price.denom, amount }]
}
