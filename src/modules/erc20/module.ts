import type { Json } from '../../base/json-value.js'
import { GenesisReader, type Context, type Module } from '../../chain/index.js'
import { parseEthAddress } from '../../crypto/index.js'
import { allowanceJson } from './allowances.js'
import type { Conversions } from './conversions.js'
import { ERC20_STORE, type Erc20Keeper, type Face, type Params } from './keeper.js'
import { erc20Messages } from './messages.js'
import { pairJson, readPair } from './pairs.js'
import { erc20Queries } from './queries.js'

const paramsJson = ({ enabled, permissionless }: Params): Json => ({
  enable_erc20: enabled,
  permissionless_registration: permissionless,
})

const DEFAULT_PARAMS: Params = { enabled: true, permissionless: true }

/** @throws UsageError that names the place */
const readParams = (json: GenesisReader): Params =>
  json.isAbsent
    ? DEFAULT_PARAMS
    : {
        enabled: json.at('enable_erc20').boolean(),
        permissionless: json.at('permissionless_registration').boolean(),
      }

/** Tokens that are coins, and coins that are tokens. Source: cosmos/evm v0.7.3 x/erc20. @param conversions left out by a chain that runs no code */
export const erc20Module = (keeper: Erc20Keeper, conversions?: Conversions): Module => ({
  name: 'erc20',
  ...(conversions && { messages: erc20Messages(conversions) }),
  stores: [ERC20_STORE],
  queries: erc20Queries(keeper),
  defaultGenesis: () => ({
    params: paramsJson(DEFAULT_PARAMS),
    token_pairs: [],
    allowances: [],
    native_precompiles: [],
    dynamic_precompiles: [],
  }),
  initGenesis: (ctx, state) => initGenesis(keeper, ctx, new GenesisReader(state, 'erc20')),
  exportGenesis: (ctx) => ({
    params: paramsJson(keeper.params(ctx)),
    token_pairs: Array.from(keeper.pairs(ctx), pairJson),
    allowances: Array.from(keeper.allowances(ctx), allowanceJson),
    native_precompiles: keeper.faces(ctx, 'native'),
    dynamic_precompiles: keeper.faces(ctx, 'dynamic'),
  }),
  params: {
    get: (ctx) => paramsJson(keeper.params(ctx)),
    set: (ctx, params) => keeper.setParams(ctx, readParams(new GenesisReader(params, 'erc20/params'))),
  },
})

/** Source: x/erc20/genesis.go `InitGenesis`. */
function initGenesis(keeper: Erc20Keeper, ctx: Context, genesis: GenesisReader): void {
  keeper.setParams(ctx, readParams(genesis.at('params')))
  keeper.accounts.moduleAccount(ctx, 'erc20')
  for (const pair of genesis.at('token_pairs').list()) keeper.addPair(ctx, readPair(pair))
  const enable = (face: Face, name: string) => {
    for (const address of genesis.at(name).list()) keeper.enableFace(ctx, face, address.parsed(parseEthAddress))
  }
  enable('native', 'native_precompiles')
  enable('dynamic', 'dynamic_precompiles')
  for (const json of genesis.at('allowances').list()) {
    const address = (name: string) => json.at(name).parsed(parseEthAddress)
    const contract = address('erc20_address')
    if (keeper.pair(ctx, contract) === undefined)
      throw json.error(`token pair for address '${json.at('erc20_address').string()}' not registered`)
    keeper.setAllowance(ctx, [contract, address('owner'), address('spender')], json.at('value').integer())
  }
}
