import { NO_BYTES } from '../../base/index.js'
import {
  decoding,
  GenesisReader,
  message,
  parseAccAddress,
  plainError,
  type Messages,
  type Module,
} from '../../chain/index.js'
import { encodeDecCoin, protoBytes, protoString, ProtoWriter, readProto, writeDecCoins } from '../../codec/index.js'
import { FEEMARKET_STORE, type FeeMarketKeeper } from './keeper.js'
import { DEFAULT_PARAMS, decodeParams, encodeParams, paramsJson, readParams, type FeeMarketParams } from './params.js'
import { encodeState, newState, readState, stateJson } from './state.js'

export { escrowFee, settleFee } from './fees.js'
export { FeeMarketKeeper } from './keeper.js'

const SERVICE = '/feemarket.feemarket.v1'

interface MsgParams {
  readonly params: FeeMarketParams
  readonly authority: string
}

/** Source: x/feemarket/keeper/msg_server.go, types/msgs.go. */
const feeMarketMessages = (keeper: FeeMarketKeeper): Messages =>
  Object.fromEntries([
    message<MsgParams>({
      typeUrl: `${SERVICE}.MsgParams`,
      decode: (value) => {
        const fields = readProto(value)
        return { params: decodeParams(protoBytes(fields, 1)), authority: protoString(fields, 2) }
      },
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

const single = (bytes: Uint8Array): Uint8Array => new ProtoWriter().message(1, bytes).finish()

/** A price of gas that follows how full blocks are. Off unless its params say otherwise. Source: neutron-org/feemarket (4ffcf3d). */
export const feemarketModule = (keeper: FeeMarketKeeper): Module => ({
  name: 'feemarket',
  stores: [FEEMARKET_STORE],
  messages: feeMarketMessages(keeper),
  defaultGenesis: () => ({ params: DEFAULT_PARAMS }),
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
    [`${SERVICE}.Query/Params`]: (ctx) => single(encodeParams(keeper.params(ctx)!)),
    [`${SERVICE}.Query/State`]: (ctx) => single(encodeState(keeper.state(ctx))),
    [`${SERVICE}.Query/GasPrice`]: (ctx, bytes) => {
      const denom = decoding(() => protoString(readProto(bytes), 1))
      return single(encodeDecCoin(keeper.gasPrice(ctx, denom)))
    },
    [`${SERVICE}.Query/GasPrices`]: (ctx) => writeDecCoins(new ProtoWriter(), 1, keeper.gasPrices(ctx)).finish(),
  },
  endBlock: (ctx) => keeper.endBlock(ctx),
})
