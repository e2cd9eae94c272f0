import * as types from 'cosmjs-types/cosmos/mint/v1beta1/query'
import { registerError } from '../../chain/errors.js'
import { GenesisReader } from '../../chain/genesis-json.js'
import { message, type Messages, type Module } from '../../chain/module.js'
import { writtenQuery } from '../../chain/routers.js'
import { decimalText, parseDecimal } from '../../codec/decimals.js'
import { protoMessages, protoString, ProtoWriter, readProto } from '../../codec/proto.js'
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
  type Params,
} from './records.js'

export { MintKeeper } from './keeper.js'

const SERVICE = '/cosmos.mint.v1beta1'
const ErrInvalidSigner = registerError('gov', 13, 'expected gov account as only signer for proposal message')

/** Source: cosmos-sdk x/mint/keeper/msg_server.go. */
const mintMessages = (keeper: MintKeeper): Messages =>
  Object.fromEntries([
    message<{ readonly authority: string; readonly params: Params }>({
      typeUrl: `${SERVICE}.MsgUpdateParams`,
      decode: (value) => {
        const fields = readProto(value)
        return {
          authority: protoString(fields, 1),
          params: decodeParams(protoMessages(fields, 2).at(-1) ?? new Uint8Array(0)),
        }
      },
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, params }) => {
        if (authority !== keeper.authority)
          throw ErrInvalidSigner.error(`invalid authority; expected ${keeper.authority}, got ${authority}`)
        validateParams(params)
        setParams(ctx, params)
        return new Uint8Array(0)
      },
    }),
  ])

/** Inflation. Source: cosmos-sdk v0.53.6 x/mint. @param denom that it mints by default */
export function mintModule(keeper: MintKeeper, denom: string): Module {
  const defaults = defaultParams(denom)
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
