import type { Metadata, Params } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import type { Json } from '../../base/json-value.js'
import { addressText, GenesisReader, parseAddress, type Context } from '../../chain/index.js'
import { addCoins, coinsAreEqual, coinsText, denomProblem, type Coin } from '../../codec/index.js'
import { allSupplies, everyBalance, setBalance, setSupply } from './balances.js'
import type { BankKeeper } from './keeper.js'
import { allMetadata, allSendEnabled, getParams, setMetadata, setParams, setSendEnabled } from './settings.js'

export const defaultBankGenesis = (): Json => ({
  params: { send_enabled: [], default_send_enabled: true },
  balances: [],
  supply: [],
  denom_metadata: [],
  send_enabled: [],
})

interface Balance {
  readonly address: Uint8Array
  readonly coins: readonly Coin[]
}

/** The supply is the sum of the balances. Source: cosmos-sdk x/bank/keeper/genesis.go. @throws UsageError that names the place */
export function initBankGenesis(ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, 'bank')
  setParams(ctx, readParams(genesis.at('params')))
  for (const entry of genesis.at('send_enabled').list()) {
    const { denom, enabled } = readSendEnabled(entry)
    setSendEnabled(ctx, denom, enabled)
  }
  const balances = readBalances(ctx, genesis.at('balances'))
  for (const { address, coins } of balances) for (const coin of coins) setBalance(ctx, address, coin)
  const sum = addCoins(...balances.map(({ coins }) => coins))
  const supply = genesis.at('supply').coins()
  if (supply.length > 0 && !coinsAreEqual(supply, sum))
    throw genesis
      .at('supply')
      .error(`genesis supply is incorrect, expected ${coinsText(supply)}, got ${coinsText(sum)}`)
  for (const coin of sum) setSupply(ctx, coin)
  for (const entry of genesis.at('denom_metadata').list()) setMetadata(ctx, readMetadata(entry))
}

/** Source: x/bank/keeper/genesis.go `ExportGenesis`. */
export function exportBankGenesis(keeper: BankKeeper, ctx: Context): Json {
  const byAddress = new Map<string, Coin[]>()
  for (const { address, coin } of everyBalance(ctx)) {
    const text = addressText(keeper.accounts.prefix, address)
    byAddress.set(text, [...(byAddress.get(text) ?? []), coin])
  }
  return {
    params: paramsJson(ctx),
    balances: [...byAddress].map(([address, coins]) => ({ address, coins: coins.map(coinJson) })),
    supply: allSupplies(ctx).map(coinJson),
    denom_metadata: allMetadata(ctx).map(metadataJson),
    send_enabled: allSendEnabled(ctx).map(({ denom, enabled }) => ({ denom, enabled })),
  }
}

export const paramsJson = (ctx: Context): Json => ({
  send_enabled: [],
  default_send_enabled: getParams(ctx).defaultSendEnabled,
})

export const readParams = (params: GenesisReader): Params => ({
  sendEnabled: params.at('send_enabled').list().map(readSendEnabled),
  defaultSendEnabled: params.isAbsent || params.at('default_send_enabled').boolean(),
})

const coinJson = ({ denom, amount }: Coin): Json => ({ denom, amount: String(amount) })

function readSendEnabled(json: GenesisReader): { denom: string; enabled: boolean } {
  const denom = json.at('denom')
  const problem = denomProblem(denom.string())
  if (problem !== undefined) throw denom.error(problem)
  return { denom: denom.string(), enabled: json.at('enabled').boolean() }
}

/** Sorted by address, as the chain writes them. */
function readBalances(ctx: Context, json: GenesisReader): readonly Balance[] {
  const seen = new Set<string>()
  const balances = json.list().map((entry): Balance => {
    const text = entry.at('address').string()
    if (seen.has(text)) throw entry.error(`duplicate balance for address ${text}`)
    seen.add(text)
    return { address: readAddress(ctx, entry.at('address')), coins: readCoins(entry.at('coins')) }
  })
  return balances.sort((a, b) => Buffer.compare(a.address, b.address))
}

export function readAddress(ctx: Context, json: GenesisReader): Uint8Array {
  try {
    return parseAddress(ctx, json.string())
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
}

/** @param least smallest amount allowed */
export function readCoins(json: GenesisReader, least = 1n): readonly Coin[] {
  const coins = json.coins()
  const problem = coins.map(({ denom }) => denomProblem(denom)).find((text) => text !== undefined)
  if (problem !== undefined) throw json.error(problem)
  if (coins.some(({ amount }) => amount < least)) throw json.error('amounts must be positive')
  if (new Set(coins.map(({ denom }) => denom)).size < coins.length) throw json.error('duplicate denomination')
  return coins
}

/** Not checked further, as on the chain: the metadata that IBC transfers write for foreign tokens would fail the checks. */
export function readMetadata(json: GenesisReader): Metadata {
  const text = (name: string) => json.at(name).string()
  return {
    description: text('description'),
    denomUnits: json
      .at('denom_units')
      .list()
      .map((unit) => ({
        denom: unit.at('denom').string(),
        exponent: Number(unit.at('exponent').integer()),
        aliases: unit
          .at('aliases')
          .list()
          .map((alias) => alias.string()),
      })),
    base: text('base'),
    display: text('display'),
    name: text('name'),
    symbol: text('symbol'),
    uri: text('uri'),
    uriHash: text('uri_hash'),
  }
}

const metadataJson = ({ description, denomUnits, base, display, name, symbol, uri, uriHash }: Metadata): Json => ({
  description,
  denom_units: denomUnits.map(({ denom, exponent, aliases }) => ({ denom, exponent, aliases })),
  base,
  display,
  name,
  symbol,
  uri,
  uri_hash: uriHash,
})
