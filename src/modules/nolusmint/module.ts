import { event, GenesisReader, query, updateParamsMessage, type Context, type Module } from '../../chain/index.js'
import { FEE_COLLECTOR } from '../../chain/ante/index.js'
import {
  Params,
  QueryAnnualInflationRequest,
  QueryAnnualInflationResponse,
  QueryMintStateRequest,
  QueryMintStateResponse,
  QueryParamsRequest,
  QueryParamsResponse,
} from '../../codec/messages/nolus.mint.v1beta1.js'
import type { AccountKeeper, BankKeeper } from './expected.js'
import { INITIAL_MINTER, mintAt, nextYear } from './minter.js'
import {
  defaultParams,
  getMinter,
  getParams,
  MINT_STORE,
  minterJson,
  paramsJson,
  readMinter,
  readParams,
  setMinter,
  setParams,
  validateParams,
} from './records.js'

/** Name of the module and of its account. */
const MINT = 'mint'
const PACKAGE = '/nolus.mint.v1beta1'

/** Mints coins by the time that has passed since the block before. Source: nolus-core x/mint/abci.go `BeginBlocker`. */
function beginBlock(ctx: Context, bank: BankKeeper): void {
  const { mintDenom, maxMintableNanoseconds } = getParams(ctx)
  const { minter, minted } = mintAt(getMinter(ctx), ctx.block.time, maxMintableNanoseconds)
  setMinter(ctx, { ...minter, annualInflation: nextYear(minter.normTimePassed) })
  if (minted > 0n) {
    const coins = [{ denom: mintDenom, amount: minted }]
    bank.mint(ctx, MINT, coins)
    bank.sendBetweenModules(ctx, MINT, FEE_COLLECTOR, coins)
  }
  ctx.events.emit(event('mint', ['denom', mintDenom], ['amount', String(minted)]))
}

/** Nolus's inflation, which follows a curve over ten years and not the bonded ratio. Source: nolus-core x/mint. @param denom that it mints by default */
export function nolusMintModule(options: {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly denom: string
  /** Bech32 address that may change the params: the gov module's. */
  readonly authority: string
}): Module {
  const { accounts, bank } = options
  const defaults = defaultParams(options.denom)
  return {
    name: MINT,
    stores: [MINT_STORE],
    messages: Object.fromEntries([
      updateParamsMessage({
        typeUrl: `${PACKAGE}.MsgUpdateParams`,
        authority: options.authority,
        decode: Params.decode,
        validate: validateParams,
        set: setParams,
      }),
    ]),
    queries: {
      [`${PACKAGE}.Query/Params`]: query(QueryParamsRequest, QueryParamsResponse, (ctx) => ({
        params: getParams(ctx),
      })),
      [`${PACKAGE}.Query/MintState`]: query(QueryMintStateRequest, QueryMintStateResponse, getMinter),
      [`${PACKAGE}.Query/AnnualInflation`]: query(QueryAnnualInflationRequest, QueryAnnualInflationResponse, getMinter),
    },
    defaultGenesis: () => ({ minter: minterJson(INITIAL_MINTER), params: paramsJson(defaults) }),
    initGenesis: (ctx, state) => {
      const genesis = new GenesisReader(state, MINT)
      setMinter(ctx, readMinter(genesis.at('minter')))
      setParams(ctx, readParams(genesis.at('params'), defaults))
      accounts.moduleAccount(ctx, MINT)
    },
    exportGenesis: (ctx) => ({ minter: minterJson(getMinter(ctx)), params: paramsJson(getParams(ctx)) }),
    params: {
      get: (ctx) => paramsJson(getParams(ctx)),
      set: (ctx, params) => setParams(ctx, readParams(new GenesisReader(params, 'mint/params'), defaults)),
    },
    beginBlock: (ctx) => beginBlock(ctx, bank),
  }
}
