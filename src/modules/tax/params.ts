import type { Json } from '../../base/json-value.js'
import { NO_BYTES } from '../../base/index.js'
import { denomProblem, isBlank } from '../../codec/index.js'
import { Params, type DenomPrice } from '../../codec/messages/nolus.tax.v2.js'
import { parseAccAddress, plainError, rethrowing, type Context, type GenesisReader } from '../../chain/index.js'
import { byteKey } from '../../store/index.js'
import { minPriceOf } from './min-price.js'
import { ErrInvalidFeeParam, ErrInvalidFeeRate, ErrInvalidTaxAddress } from './errors.js'

/** Source: nolus-core x/tax/typesv2/keys.go. */
export const TAX_STORE = 'tax'
const PARAMS_KEY = byteKey(1)

export const getParams = (ctx: Context): Params => Params.decode(ctx.store(TAX_STORE).get(PARAMS_KEY) ?? NO_BYTES)
export const setParams = (ctx: Context, params: Params): void =>
  ctx.store(TAX_STORE).set(PARAMS_KEY, Params.encode(params).finish())

/** Source: nolus-core x/tax/typesv2/params.go `DefaultParams`, with addresses of a chain's own prefix. */
export const defaultParams = (baseDenom: string, address: (bytes: Uint8Array) => string): Params => ({
  feeRate: 40,
  baseDenom,
  treasuryAddress: address(TREASURY),
  dexFeeParams: [
    {
      profitAddress: address(PROFIT),
      acceptedDenomsMinPrices: [
        {
          denom: 'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9',
          ticker: 'OSMO',
          minPrice: '0.025',
        },
        {
          denom: 'ibc/5DE4FCAF68AE40F81F738C857C0D95F7C1BC47B00FA1026E85C1DD92524D4A11',
          ticker: 'USDC',
          minPrice: '0.030',
        },
      ],
    },
  ],
})
const TREASURY = parseAccAddress('nolus', 'nolus14hj2tavq8fpesdwxxcu44rty3hh90vhujrvcmstl4zr3txmfvw9s0k0puz')
const PROFIT = parseAccAddress('nolus', 'nolus1mf6ptkssddfmxvhdx0ech0k03ktp6kf9yk59renau2gvht3nq2gqkxgywu')

/** @throws ChainError tax/1, tax/2, tax/7, undefined/1. Source: `Params.Validate` */
export function validateParams(prefix: string, { feeRate, baseDenom, dexFeeParams, treasuryAddress }: Params): void {
  if (feeRate < 0 || feeRate > 100) throw ErrInvalidFeeRate.error()
  checkAddress(prefix, treasuryAddress)
  if (isBlank(baseDenom)) throw plainError('base denom cannot be blank')
  const problem = denomProblem(baseDenom)
  if (problem !== undefined) throw plainError(problem)
  for (const { profitAddress, acceptedDenomsMinPrices } of dexFeeParams) {
    rethrowing(
      (error) => ErrInvalidFeeParam.error(error.log),
      () => checkAddress(prefix, profitAddress),
    )
    for (const price of acceptedDenomsMinPrices) {
      const wrong = priceProblem(price)
      if (wrong !== undefined) throw ErrInvalidFeeParam.error(wrong)
    }
  }
}

function priceProblem({ denom, ticker, minPrice }: DenomPrice): string | undefined {
  if (isBlank(denom) || isBlank(ticker)) return 'denom or ticker cannot be blank'
  if (isBlank(minPrice)) return 'min price cannot be blank'
  const price = minPriceOf(minPrice)
  if (typeof price === 'string') return price
  return price <= 0n ? 'min price cannot be zero or negative' : undefined
}

const checkAddress = (prefix: string, text: string): void =>
  rethrowing(
    (error) => ErrInvalidTaxAddress.error(error.log),
    () => void parseAccAddress(prefix, text),
  )

export const paramsJson = ({ feeRate, baseDenom, dexFeeParams, treasuryAddress }: Params): Json => ({
  fee_rate: feeRate,
  base_denom: baseDenom,
  dex_fee_params: dexFeeParams.map(({ profitAddress, acceptedDenomsMinPrices }) => ({
    profit_address: profitAddress,
    accepted_denoms_min_prices: acceptedDenomsMinPrices.map(({ denom, ticker, minPrice }) => ({
      denom,
      ticker,
      min_price: minPrice,
    })),
  })),
  treasury_address: treasuryAddress,
})

/** @throws UsageError that names the place */
export function readParams(prefix: string, json: GenesisReader, otherwise: Params): Params {
  if (json.isAbsent) return otherwise
  const params: Params = {
    feeRate: Number(json.at('fee_rate').integer()),
    baseDenom: json.at('base_denom').string(),
    dexFeeParams: json
      .at('dex_fee_params')
      .list()
      .map((one) => ({
        profitAddress: one.at('profit_address').string(),
        acceptedDenomsMinPrices: one
          .at('accepted_denoms_min_prices')
          .list()
          .map((price) => ({
            denom: price.at('denom').string(),
            ticker: price.at('ticker').string(),
            minPrice: price.at('min_price').string(),
          })),
      })),
    treasuryAddress: json.at('treasury_address').string(),
  }
  json.check(() => validateParams(prefix, params))
  return params
}
