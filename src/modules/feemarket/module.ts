import type { Json } from '../../base/json-value.js'
import { NO_BYTES } from '../../base/index.js'
import {
  GenesisReader,
  message,
  parseAccAddress,
  plainError,
  query,
  type Messages,
  type Module,
} from '../../chain/index.js'
import {
  GasPriceRequest,
  GasPriceResponse,
  GasPricesRequest,
  GasPricesResponse,
  MsgParams,
  ParamsRequest,
  ParamsResponse,
  StateRequest,
  StateResponse,
} from '../../codec/messages/feemarket.feemarket.v1.js'
import { FEEMARKET_STORE, type FeeMarketKeeper } from './keeper.js'
import { DEFAULT_PARAMS, paramsJson, readParams } from './params.js'
import { newState, readState, stateJson } from './state.js'

const SERVICE = '/feemarket.feemarket.v1.Query'

/** Source: x/feemarket/keeper/msg_server.go, types/msgs.go. */
const feeMarketMessages = (keeper: FeeMarketKeeper): Messages =>
  Object.fromEntries([
    message<MsgParams>({
      ...MsgParams,
      signers: ({ authority }) => [authority],
      validateBasic: ({ authority }, prefix) => void parseAccAddress(prefix, authority),
      handle: (ctx, { authority, params }) => {
        if (authority !== keeper.authority) throw plainError('invalid authority to execute message')
        if (!keeper.params(ctx)!.enabled && params.enabled) keeper.setEnabledHeight(ctx, ctx.block.height)
        keeper.setParams(ctx, params)
        keeper.setState(ctx, newState(params))
        return NO_BYTES
      },
    }),
  ])

/** A price of gas that follows how full blocks are. Source: neutron-org/feemarket (4ffcf3d). @param defaults params of the genesis (default: those of Neutron, off) */
export const feemarketModule = (keeper: FeeMarketKeeper, defaults: Json = DEFAULT_PARAMS): Module => ({
  name: 'feemarket',
  stores: [FEEMARKET_STORE],
  messages: feeMarketMessages(keeper),
  defaultGenesis: () => ({ params: defaults }),
  initGenesis: (ctx, json) => {
    const genesis = new GenesisReader(json, 'feemarket')
    const params = readParams(genesis.at('params'))
    const given = genesis.at('state')
    const state = given.isAbsent ? newState(params) : readState(given)
    if (BigInt(state.window.length) !== params.window)
      throw given.error(`the window must have ${params.window} blocks, as params.window says`)
    keeper.setParams(ctx, params)
    keeper.setState(ctx, state)
    keeper.setEnabledHeight(ctx, -1)
  },
  exportGenesis: (ctx) => ({ params: paramsJson(keeper.params(ctx)!), state: stateJson(keeper.state(ctx)) }),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)!),
    set: (ctx, json) => {
      const params = readParams(new GenesisReader(json, 'feemarket/params'))
      keeper.setParams(ctx, params)
      keeper.setState(ctx, newState(params))
    },
  },
  queries: {
    [`${SERVICE}/Params`]: query(ParamsRequest, ParamsResponse, (ctx) => ({ params: keeper.params(ctx)! })),
    [`${SERVICE}/State`]: query(StateRequest, StateResponse, (ctx) => ({ state: keeper.state(ctx) })),
    [`${SERVICE}/GasPrice`]: query(GasPriceRequest, GasPriceResponse, (ctx, { denom }) => ({
      price: keeper.gasPrice(ctx, denom),
    })),
    [`${SERVICE}/GasPrices`]: query(GasPricesRequest, GasPricesResponse, (ctx) => ({ prices: keeper.gasPrices(ctx) })),
  },
  endBlock: (ctx) => keeper.endBlock(ctx),
})
