import { EvmdApp } from '../../app/index.js'
import { fromHex, NO_BYTES, SudoboxError, toHex } from '../../base/index.js'
import { addressText } from '../../chain/index.js'
import { abiWord, decodeAbi } from '../../codec/abi/index.js'
import { ethAddressText } from '../../crypto/index.js'
import type { ChainHost } from '../../sandbox/internal.js'

/** What the bank calls a token that a contract keeps. Source: cosmos/evm v0.7.3 x/erc20/types/token_pair.go `CreateDenom` */
const ERC20 = 'erc20:'
/** Functions that make a contract a token. */
const FUNCTIONS = ['balanceOf(address)', 'transfer(address,uint256)', 'totalSupply()']
const BALANCE_OF = fromHex('70a08231')
const SYMBOL = fromHex('95d89b41')
/** The gas of a view. */
const GAS = 1_000_000n

export const denomOfErc20 = ({ app }: ChainHost, address: string): string =>
  `${ERC20}${ethAddressText(app.address(address))}`

/** The token that a denomination names, which may be no contract; undefined for coins. */
export const erc20In = ({ app }: ChainHost, denom: string): string | undefined =>
  /^erc20:0x[0-9a-fA-F]{40}$/.test(denom) ? addressText(app.prefix, fromHex(denom.slice(ERC20.length + 2))) : undefined

/** The tokens that were deployed in the sandbox. */
export const erc20On = ({ app, solidity }: ChainHost): readonly string[] =>
  [...solidity.abis.keys()]
    .map((hex) => fromHex(hex))
    .filter((address) => FUNCTIONS.every((name) => solidity.of(address)!.has(name)))
    .map((address) => addressText(app.prefix, address))

/**
 * The names of the tokens that were deployed in the sandbox, by their denomination in small letters: the symbol if no other token has it, else the label. Tokens without
 * either are left out.
 */
export function erc20Names(host: ChainHost): ReadonlyMap<string, string> {
  const tokens = erc20On(host).map((address) => ({ address, symbol: symbolOf(host, address) }))
  return new Map(
    tokens.flatMap(({ address, symbol }) => {
      const isUnique = tokens.filter((other) => other.symbol === symbol).length === 1
      const name = symbol !== undefined && isUnique ? symbol : host.labels.labelOf(address)
      return name === undefined ? [] : [[denomOfErc20(host, address).toLowerCase(), name] as const]
    }),
  )
}

/** Undefined for a token without one, or with one that is no name. */
function symbolOf(host: ChainHost, token: string): string | undefined {
  const returned = viewed(host, token, SYMBOL)
  try {
    const [symbol] = decodeAbi([{ kind: 'string' }], returned) as readonly string[]
    return /^[\w.$-]{1,24}$/.test(symbol!) ? symbol : undefined
  } catch (error) {
    if (error instanceof SudoboxError) return undefined
    throw error
  }
}

/** What an account has of a token; nothing if the token does not answer. */
export function erc20Balance(host: ChainHost, token: string, holder: string): bigint {
  const data = Buffer.concat([BALANCE_OF, abiWord(BigInt(`0x${toHex(host.app.address(holder))}`))])
  const returned = viewed(host, token, data)
  return returned.length === 32 ? BigInt(`0x${toHex(returned)}`) : 0n
}

/** What a view returns; nothing if it fails. */
function viewed({ app }: ChainHost, contract: string, data: Uint8Array): Uint8Array {
  if (!(app instanceof EvmdApp)) return NO_BYTES
  const args = { from: undefined, to: app.address(contract), data, value: 0n, gas: GAS }
  const { vmError, returned } = app.calls.call(app.context, { args, gasCap: 0n })
  return vmError === '' ? returned : NO_BYTES
}
