import * as types from 'cosmjs-types/cosmos/protocolpool/v1/query'
import type { Json } from '../../base/json-value.js'
import {
  GenesisReader,
  GrpcError,
  parseAddress,
  rethrowing,
  writtenQuery,
  type Context,
  type Module,
} from '../../chain/index.js'
import { decimalText, parseDecimal, parseRfc3339, ProtoWriter, rfc3339Nano, type Coin } from '../../codec/index.js'
import { POOL, type PoolKeeper } from './keeper.js'
import { poolMessages } from './messages.js'
import {
  allFunds,
  encodeFund,
  encodeParams,
  getFund,
  getParams,
  POOL_STORE,
  setFund,
  setParams,
  validateFund,
  validateParams,
  type Params,
} from './records.js'

const SERVICE = '/cosmos.protocolpool.v1.Query'

function encodeCoins(coins: readonly Coin[]): ProtoWriter {
  const writer = new ProtoWriter()
  for (const { denom, amount } of coins)
    writer.message(1, new ProtoWriter().string(1, denom).string(2, String(amount)).finish())
  return writer
}

/** Source: cosmos-sdk v0.53.6 x/protocolpool/keeper/grpc_query.go. */
const queries = (keeper: PoolKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/CommunityPool`]: writtenQuery(types.QueryCommunityPoolRequest, (ctx) =>
    encodeCoins(keeper.balances(ctx)),
  ),
  [`${SERVICE}/ContinuousFund`]: writtenQuery(types.QueryContinuousFundRequest, (ctx, { recipient }) => {
    const address = rethrowing(
      (error) => new GrpcError('InvalidArgument', `invalid address: ${error.log}`),
      () => parseAddress(ctx, recipient),
    )
    const fund = getFund(ctx, address)
    if (fund === undefined) throw new GrpcError('NotFound', `not found ${recipient}`)
    return new ProtoWriter().message(1, encodeFund(fund))
  }),
  [`${SERVICE}/ContinuousFunds`]: writtenQuery(types.QueryContinuousFundsRequest, (ctx) => {
    const writer = new ProtoWriter()
    for (const [, fund] of allFunds(ctx)) writer.message(1, encodeFund(fund))
    return writer
  }),
  [`${SERVICE}/Params`]: writtenQuery(types.QueryParamsRequest, (ctx) =>
    new ProtoWriter().message(1, encodeParams(getParams(ctx))),
  ),
})

const paramsJson = ({ enabledDistributionDenoms, distributionFrequency }: Params): Json => ({
  enabled_distribution_denoms: enabledDistributionDenoms,
  distribution_frequency: String(distributionFrequency),
})

/** @throws UsageError that names the place */
function readParams(json: GenesisReader, otherwise: Params): Params {
  if (json.isAbsent) return otherwise
  const params: Params = {
    enabledDistributionDenoms: json
      .at('enabled_distribution_denoms')
      .list()
      .map((denom) => denom.string()),
    distributionFrequency: json.at('distribution_frequency').integer(),
  }
  json.check(() => validateParams(params))
  return params
}

function initFund(ctx: Context, json: GenesisReader): void {
  const expiry = json.at('expiry')
  const fund = {
    recipient: json.at('recipient').string(),
    percentage: json.at('percentage').parsed(parseDecimal),
    expiry: expiry.isAbsent ? undefined : expiry.parsed(parseRfc3339),
  }
  json.check(() => validateFund(fund))
  const recipient = json.at('recipient').parsed((text) => parseAddress(ctx, text))
  if (fund.expiry === undefined || fund.expiry >= ctx.block.time) setFund(ctx, recipient, fund)
}

/** The community pool. Source: cosmos-sdk v0.53.6 x/protocolpool. @param denom that it divides by default */
export function poolModule(keeper: PoolKeeper, denom: string): Module {
  const defaults: Params = { enabledDistributionDenoms: [denom], distributionFrequency: 1n }
  return {
    name: POOL,
    stores: [POOL_STORE],
    messages: poolMessages(keeper),
    queries: queries(keeper),
    defaultGenesis: () => ({ continuous_funds: [], params: paramsJson(defaults) }),
    initGenesis: (ctx, state) => {
      const genesis = new GenesisReader(state, POOL)
      setParams(ctx, readParams(genesis.at('params'), defaults))
      for (const fund of genesis.at('continuous_funds').list()) initFund(ctx, fund)
    },
    exportGenesis: (ctx) => ({
      continuous_funds: allFunds(ctx).map(([, { recipient, percentage, expiry }]) => ({
        recipient,
        percentage: decimalText(percentage),
        expiry: expiry === undefined ? null : rfc3339Nano(expiry),
      })),
      params: paramsJson(getParams(ctx)),
    }),
    params: {
      get: (ctx) => paramsJson(getParams(ctx)),
      set: (ctx, params) => setParams(ctx, readParams(new GenesisReader(params, 'protocolpool/params'), defaults)),
    },
    beginBlock: (ctx) => keeper.beginBlock(ctx),
  }
}
