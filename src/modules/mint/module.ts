import {
  GenesisReader,
  nilPointer,
  updateParamsMessage,
  writtenQuery,
  type Messages,
  type Module,
  type Release,
} from '../../chain/index.js'
import * as types from 'cosmjs-types/cosmos/mint/v1beta1/query'
import { decimalText, parseDecimal, ProtoWriter } from '../../codec/index.js'
import { MINT, type MintKeeper } from './keeper.js'
import {
  decodeParams,
  defaultParams,
  encodeParams,
  getMinter,
  getParams,
  INITIAL_MINTER,
  MINT_STORE,
  paramsJson,
  readParams,
  setMinter,
  setParams,
  validateParams,
} from './records.js'

const SERVICE = '/cosmos.mint.v1beta1'

/** Source: cosmos-sdk x/mint/keeper/msg_server.go. */
const mintMessages = (keeper: MintKeeper): Messages =>
  Object.fromEntries([
    updateParamsMessage({
      typeUrl: `${SERVICE}.MsgUpdateParams`,
      authority: keeper.authority,
      decode: decodeParams,
      set: (ctx, params) => {
        // As Go does with a number that is not there.
        if (ctx.release.limitsSupply && params.maxSupply === undefined) throw nilPointer()
        validateParams(params)
        setParams(ctx, params)
      },
    }),
  ])

/** Inflation. Source: cosmos-sdk v0.53.6 x/mint. @param denom that it mints by default @param release of the chain */
export function mintModule(keeper: MintKeeper, denom: string, release: Release): Module {
  const defaults = defaultParams(denom, release)
  return {
    name: MINT,
    stores: [MINT_STORE],
    messages: mintMessages(keeper),
    queries: {
      [`${SERVICE}.Query/Params`]: writtenQuery(types.QueryParamsRequest, (ctx) =>
        new ProtoWriter().message(1, encodeParams(getParams(ctx))),
      ),
      [`${SERVICE}.Query/Inflation`]: writtenQuery(types.QueryInflationRequest, (ctx) =>
        new ProtoWriter().string(1, String(getMinter(ctx).inflation)),
      ),
      [`${SERVICE}.Query/AnnualProvisions`]: writtenQuery(types.QueryAnnualProvisionsRequest, (ctx) =>
        new ProtoWriter().string(1, String(getMinter(ctx).annualProvisions)),
      ),
    },
    defaultGenesis: () => ({
      minter: {
        inflation: decimalText(INITIAL_MINTER.inflation),
        annual_provisions: decimalText(INITIAL_MINTER.annualProvisions),
      },
      params: paramsJson(defaults),
    }),
    initGenesis: (ctx, state) => {
      const genesis = new GenesisReader(state, MINT)
      const minter = genesis.at('minter')
      setMinter(
        ctx,
        minter.isAbsent
          ? INITIAL_MINTER
          : {
              inflation: minter.at('inflation').parsed(parseDecimal),
              annualProvisions: minter.at('annual_provisions').parsed(parseDecimal),
            },
      )
      setParams(ctx, readParams(genesis.at('params'), defaults))
      keeper.accounts.moduleAccount(ctx, MINT)
    },
    exportGenesis: (ctx) => {
      const { inflation, annualProvisions } = getMinter(ctx)
      return {
        minter: { inflation: decimalText(inflation), annual_provisions: decimalText(annualProvisions) },
        params: paramsJson(getParams(ctx)),
      }
    },
    params: {
      get: (ctx) => paramsJson(getParams(ctx)),
      set: (ctx, params) => setParams(ctx, readParams(new GenesisReader(params, 'mint/params'), defaults)),
    },
    beginBlock: (ctx) => keeper.beginBlock(ctx),
  }
}
