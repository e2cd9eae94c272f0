import { concatBytes, fromUtf8, toUtf8 } from '../../base/index.js'
import { keyOf } from '../../store/index.js'
import { queryRaw } from '../../modules/wasm/index.js'
import { jsonIn, type ChainHost } from '../../sandbox/internal.js'

/** Marks the assets of tokens that contracts keep. Source: cw20-ics20, in whose packets a denomination is this and the token's address. */
const CW20 = 'cw20:'

/** Rows of cw20-base: an item, and a map whose namespace is preceded by its length. Source: cw20-base state.rs, cw-storage-plus */
const TOKEN_INFO = keyOf(toUtf8('token_info'))
const BALANCES = concatBytes(Uint8Array.of(0, 7), toUtf8('balance'))

/** The denomination of a token. */
export const denomOfToken = (address: string): string => `${CW20}${address}`

/** Whether an asset is a token that a contract keeps. */
export const isToken = (asset: string): boolean => asset.includes(`:${CW20}`)

/** The account that a denomination names as the keeper of its token, which may be no contract; undefined for coins. */
export function keeperIn({ app }: ChainHost, denom: string): string | undefined {
  const address = denom.startsWith(CW20) ? denom.slice(CW20.length) : denom
  return address.startsWith(`${app.prefix}1`) ? address : undefined
}

/** The addresses of the contracts of a chain that keep the balances of a token as cw20-base does. */
export function tokensOn({ app, labels }: ChainHost): readonly string[] {
  const ctx = app.context
  return [...labels.addresses.values()].filter((address) => {
    const row = queryRaw(ctx, app.address(address), TOKEN_INFO)
    const info = row && jsonIn(row)
    return typeof info === 'object' && info !== null && 'total_supply' in info && 'decimals' in info
  })
}

/** How much of a token an account has. */
export function tokenBalance({ app }: ChainHost, token: string, holder: string): bigint {
  const row = queryRaw(app.context, app.address(token), keyOf(concatBytes(BALANCES, toUtf8(holder))))
  const text = row === undefined ? '' : fromUtf8(row)
  return /^"\d{1,39}"$/.test(text) ? BigInt(text.slice(1, -1)) : 0n
}
