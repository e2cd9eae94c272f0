import { concatBytes, fromUtf8, toUtf8 } from '../../base/index.js'
import { keyOf } from '../../store/index.js'
import { queryRaw } from '../../modules/wasm/index.js'
import { jsonIn, type ChainHost } from '../../sandbox/internal.js'
import { isOfEvm } from '../chains/solidity.js'
import { denomOfErc20, erc20Balance, erc20In, erc20On } from './erc20.js'

/** Marks the assets of tokens that contracts keep. Source: cw20-ics20, in whose packets a denomination is this and the token's address. */
const CW20 = 'cw20:'

/** Rows of cw20-base: an item, and a map whose namespace is preceded by its length. Source: cw20-base state.rs, cw-storage-plus */
const TOKEN_INFO = keyOf(toUtf8('token_info'))
const BALANCES = concatBytes(Uint8Array.of(0, 7), toUtf8('balance'))

/** The denomination of a token. */
export const denomOfToken = (host: ChainHost, address: string): string =>
  isOfEvm(host) ? denomOfErc20(host, address) : `${CW20}${address}`

/** Whether an asset is a token that a contract keeps. */
export const isToken = (asset: string): boolean => /:(?:cw20|erc20):/.test(asset)

/** The account that a denomination names as the keeper of its token, which may be no contract; undefined for coins. */
export function keeperIn(host: ChainHost, denom: string): string | undefined {
  if (isOfEvm(host)) return erc20In(host, denom)
  const address = denom.startsWith(CW20) ? denom.slice(CW20.length) : denom
  return address.startsWith(`${host.app.prefix}1`) ? address : undefined
}

/** What the tokens of a chain depend on. */
export const tokensDependOn = (host: ChainHost): object => (isOfEvm(host) ? host.solidity.abis : host.labels.addresses)

/** The addresses of the contracts of a chain that keep the balances of a token: as cw20-base does, or those with the functions of ERC-20. */
export function tokensOn(host: ChainHost): readonly string[] {
  if (isOfEvm(host)) return erc20On(host)
  const { app, labels } = host
  const ctx = app.context
  return [...labels.addresses.values()].filter((address) => {
    const row = queryRaw(ctx, app.address(address), TOKEN_INFO)
    const info = row && jsonIn(row)
    return typeof info === 'object' && info !== null && 'total_supply' in info && 'decimals' in info
  })
}

/** How much of a token an account has. */
export function tokenBalance(host: ChainHost, token: string, holder: string): bigint {
  if (isOfEvm(host)) return erc20Balance(host, token, holder)
  const { app } = host
  const row = queryRaw(app.context, app.address(token), keyOf(concatBytes(BALANCES, toUtf8(holder))))
  const text = row === undefined ? '' : fromUtf8(row)
  return /^"\d{1,39}"$/.test(text) ? BigInt(text.slice(1, -1)) : 0n
}
