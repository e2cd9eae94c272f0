import type { Json } from '../../base/json-value.js'
import { plainError, type Context } from '../../chain/index.js'
import { deductFee, type FeeOf } from '../../chain/ante/index.js'
import { coinsText, decimalCeil, type Coin } from '../../codec/index.js'
import type { FeeMarketKeeper } from '../../modules/feemarket/index.js'
import type { Keepers } from '../chain-parts.js'

/**
 * Params of a new chain's fee market: those with which the Cosmos Hub turned it on.
 * Source: gaia v18.1.0 app/upgrades/v18/upgrades.go, skip-mev/feemarket 1831f9c724d1 x/feemarket/types/eip1559.go.
 */
export const feeMarketParams = (denom: string): Json => ({
  alpha: '0.000000000000000000',
  beta: '1.000000000000000000',
  gamma: '0.000000000000000000',
  delta: '0.000000000000000000',
  min_base_gas_price: '0.005000000000000000',
  min_learning_rate: '0.125000000000000000',
  max_learning_rate: '0.125000000000000000',
  max_block_utilization: '30000000',
  window: '1',
  fee_denom: denom,
  enabled: true,
  distribute_fees: false,
  send_tip_to_proposer: false,
})

/** The fee step while the fee market is off: one coin, of at least the market's lowest price. Source: gaia v28.0.0 app/app.go `minTxFeesChecker`. */
export const whileMarketIsOff = (
  { accounts, bank, feegrant }: Pick<Keepers, 'accounts' | 'bank' | 'feegrant'>,
  market: FeeMarketKeeper,
) => deductFee(accounts, bank, feegrant, leastFee(market))

const leastFee =
  (market: FeeMarketKeeper): FeeOf =>
  (ctx: Context, { fee }): readonly Coin[] => {
    const { amount: offered, gasLimit } = fee!
    if (ctx.block.height === 0) return offered
    const { feeDenom, minBaseGasPrice } = market.params(ctx)!
    const least = decimalCeil(minBaseGasPrice * gasLimit)
    const required = coinsText(least === 0n ? [] : [{ denom: feeDenom, amount: least }])
    if (offered.length !== 1)
      throw plainError(`expected exactly one fee coin; got ${coinsText(offered)}, required: ${required}`)
    const [{ denom, amount }] = offered as readonly [Coin]
    if (least > 0n && (denom !== feeDenom || amount < least))
      throw plainError(`not enough fees provided; got ${coinsText(offered)}, required: ${required}`)
    return offered
  }
