import { toUtf8 } from '../../base/index.js'
import { ErrInvalidRequest, GenesisReader, query, type Context, type Module } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'
import { goArray, goObject, goString, struct } from '../../codec/go-json/index.js'
import {
  FeeInfoRequest,
  FeeInfoResponse,
  FeeParamsRequest,
  FeeParamsResponse,
} from '../../codec/neutron/feerefunder.js'
import { defaultGenesis, exportGenesis, initGenesis, paramsJson, readParams } from './genesis.js'
import type { FeeRefunderKeeper } from './keeper.js'
import { STORE } from './keys.js'
import { feeRefunderMessages } from './messages.js'

/** Go writes an empty list of coins as `[]`, whether it is nil or not. Source: cosmos-sdk types/coin.go `Coins.MarshalJSON` */
const coinsJson = (coins: readonly Coin[]): string =>
  goArray(coins.map(({ denom, amount }) => goObject({ denom: goString(denom), amount: goString(String(amount)) })))

/** The custom query `{"min_ibc_fee":{}}`. Source: neutron wasmbinding/queries.go `GetMinIbcFee`. */
export const minIbcFeeBinding = (keeper: FeeRefunderKeeper) => ({
  name: 'min_ibc_fee',
  type: struct('QueryMinIbcFeeRequest', {}, 'bindings.QueryMinIbcFeeRequest'),
  answer: (ctx: Context): Uint8Array => {
    const { recvFee, ackFee, timeoutFee } = keeper.params(ctx).minFee
    const fee = { recv_fee: coinsJson(recvFee), ack_fee: coinsJson(ackFee), timeout_fee: coinsJson(timeoutFee) }
    return toUtf8(goObject({ min_fee: goObject(fee) }))
  },
})

/** Fees of packets. Source: neutron x/feerefunder (06e81b9f). */
export const feeRefunderModule = (keeper: FeeRefunderKeeper): Module => ({
  name: 'feerefunder',
  stores: [STORE],
  messages: feeRefunderMessages(keeper),
  queries: {
    [`/${keeper.release}.feerefunder.Query/Params`]: query(FeeParamsRequest, FeeParamsResponse, (ctx) => ({
      params: keeper.params(ctx),
    })),
    [`/${keeper.release}.feerefunder.Query/FeeInfo`]: query(FeeInfoRequest, FeeInfoResponse, (ctx, request) => {
      const info = keeper.feeInfo(ctx, request)
      if (info === undefined)
        throw ErrInvalidRequest.error(
          `no fee info found for port_id = ${request.portId}, channel_id=${request.channelId}, sequence=${request.sequence}`,
        )
      return { feeInfo: info }
    }),
  },
  defaultGenesis: () => defaultGenesis(keeper.release),
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, state),
  exportGenesis: (ctx) => exportGenesis(keeper, ctx),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx), keeper.release),
    set: (ctx, params) => keeper.setParams(ctx, readParams(new GenesisReader(params, 'feerefunder/params'))),
  },
})
