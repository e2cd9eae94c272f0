import { EvmdApp } from '../../app/index.js'
import { fromHex, toHex } from '../../base/index.js'
import { addressText } from '../../chain/index.js'
import { abiWord } from '../../codec/abi/index.js'
import { ethAddressText } from '../../crypto/index.js'
import type { ChainHost } from '../../sandbox/internal.js'

/** What the bank calls a token that a contract keeps. Source: cosmos/evm v0.7.3 x/erc20/types/token_pair.go `CreateDenom` */
const ERC20 = 'erc20:'
/** Functions that make a contract a token. */
const FUNCTIONS = ['balanceOf(address)', 'transfer(address,uint256)', 'totalSupply()']
const BALANCE_OF = fromHex('70a08231')
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

/** What an account has of a token; nothing if the token does not answer. */
export function erc20Balance({ app }: ChainHost, token: string, holder: string): bigint {
  if (!(app instanceof EvmdApp)) return 0n
  const data = Buffer.concat([BALANCE_OF, abiWord(BigInt(`0x${toHex(app.address(holder))}`))])
  const args = { from: undefined, to: app.address(token), data, value: 0n, gas: GAS }
  const { vmError, returned } = app.calls.call(app.context, { args, gasCap: 0n })
  return vmError === '' && returned.length === 32 ? BigInt(`0x${toHex(returned)}`) : 0n
}
