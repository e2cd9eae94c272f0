import type { Json } from '../../base/json-value.js'
import { NO_BYTES } from '../../base/index.js'
import {
  denomProblem,
  isBlank,
  protoMessages,
  protoString,
  protoUint64,
  ProtoWriter,
  readProto,
} from '../../codec/index.js'
import { parseAccAddress, plainError, rethrowing, type Context, type GenesisReader } from '../../chain/index.js'
import { byteKey } from '../../store/index.js'
import { minPriceOf } from './min-price.js'
import { ErrInvalidFeeParam, ErrInvalidFeeRate, ErrInvalidTaxAddress } from './errors.js'

/** Source: nolus-core x/tax/typesv2/keys.go. */
export const TAX_STORE = 'tax'
const PARAMS_KEY = byteKey(1)

interface DenomPrice {
  readonly denom: string
  readonly ticker: string
  /** A decimal, as text. */
  readonly minPrice: string
}

/** The denominations in which fees may be paid besides the chain's own, and who gets the tax on them. */
export interface DexFeeParams {
  readonly profitAddress: string
  readonly prices: readonly DenomPrice[]
}

/** Source: nolus-core proto/nolus/tax/v2/params.proto. */
export interface TaxParams {
  /** Percent of a fee. */
  readonly feeRate: bigint
  readonly baseDenom: string
  readonly dexFees: readonly DexFeeParams[]
  /** Who gets the tax on fees in the base denomination. */
  readonly treasuryAddress: string
}

const encodePrice = ({ denom, ticker, minPrice }: DenomPrice): Uint8Array =>
  new ProtoWriter().string(1, denom).string(2, ticker).string(3, minPrice).finish()
function encodeDexFees({ profitAddress, prices }: DexFeeParams): Uint8Array {
  const writer = new ProtoWriter().string(1, profitAddress)
  for (const price of prices) writer.message(2, encodePrice(price))
  return writer.finish()
}
export function encodeParams({ feeRate, baseDenom, dexFees, treasuryAddress }: TaxParams): Uint8Array {
  const writer = new ProtoWriter().uint64(1, BigInt.asUintN(64, feeRate)).string(2, baseDenom)
  for (const one of dexFees) writer.message(3, encodeDexFees(one))
  return writer.string(4, treasuryAddress).finish()
}

function decodePrice(bytes: Uint8Array): DenomPrice {
  const fields = readProto(bytes)
  return { denom: protoString(fields, 1), ticker: protoString(fields, 2), minPrice: protoString(fields, 3) }
}
function decodeDexFees(bytes: Uint8Array): DexFeeParams {
  const fields = readProto(bytes)
  return { profitAddress: protoString(fields, 1), prices: protoMessages(fields, 2).map(decodePrice) }
}
export function decodeParams(bytes: Uint8Array): TaxParams {
  const fields = readProto(bytes)
  return {
    feeRate: BigInt.asIntN(32, protoUint64(fields, 1)),
    baseDenom: protoString(fields, 2),
    dexFees: protoMessages(fields, 3).map(decodeDexFees),
    treasuryAddress: protoString(fields, 4),
  }
}

export const getParams = (ctx: Context): TaxParams => decodeParams(ctx.store(TAX_STORE).get(PARAMS_KEY) ?? NO_BYTES)
export const setParams = (ctx: Context, params: TaxParams): void =>
  ctx.store(TAX_STORE).set(PARAMS_KEY, encodeParams(params))

/** Source: nolus-core x/tax/typesv2/params.go `DefaultParams`, with addresses of a chain's own prefix. */
export const defaultParams = (baseDenom: string, address: (bytes: Uint8Array) => string): TaxParams => ({
  feeRate: 40n,
  baseDenom,
  treasuryAddress: address(TREASURY),
  dexFees: [
    {
      profitAddress: address(PROFIT),
      prices: [
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
export function validateParams(prefix: string, { feeRate, baseDenom, dexFees, treasuryAddress }: TaxParams): void {
  if (feeRate < 0n || feeRate > 100n) throw ErrInvalidFeeRate.error()
  checkAddress(prefix, treasuryAddress)
  if (isBlank(baseDenom)) throw plainError('base denom cannot be blank')
  const problem = denomProblem(baseDenom)
  if (problem !== undefined) throw plainError(problem)
  for (const { profitAddress, prices } of dexFees) {
    rethrowing(
      (error) => ErrInvalidFeeParam.error(error.log),
      () => checkAddress(prefix, profitAddress),
    )
    for (const price of prices) {
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

export const paramsJson = ({ feeRate, baseDenom, dexFees, treasuryAddress }: TaxParams): Json => ({
  fee_rate: Number(feeRate),
  base_denom: baseDenom,
  dex_fee_params: dexFees.map(({ profitAddress, prices }) => ({
    profit_address: profitAddress,
    accepted_denoms_min_prices: prices.map(({ denom, ticker, minPrice }) => ({ denom, ticker, min_price: minPrice })),
  })),
  treasury_address: treasuryAddress,
})

/** @throws UsageError that names the place */
export function readParams(prefix: string, json: GenesisReader, otherwise: TaxParams): TaxParams {
  if (json.isAbsent) return otherwise
  const params: TaxParams = {
    feeRate: json.at('fee_rate').integer(),
    baseDenom: json.at('base_denom').string(),
    dexFees: json
      .at('dex_fee_params')
      .list()
      .map((one) => ({
        profitAddress: one.at('profit_address').string(),
        prices: one
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
