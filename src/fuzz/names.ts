import { toHex } from '../base/index.js'
import { isOfEvm } from './chains/solidity.js'
import { erc20Names } from './money/erc20.js'
import { accountsOf } from './money/money.js'
import type { Start } from './setup.js'

const ADDRESS = /\b[a-z]{2,20}1[02-9ac-hj-np-z]{38,59}\b/g
const ETH_ADDRESS = /\b0x[0-9a-fA-F]{40}\b/g
const AMOUNT_OF_VOUCHER = /(\d*)(ibc\/[0-9A-F]{64})/g

/**
 * A text in which accounts and contracts have their names, and vouchers the chain that they come from: `10 hub:uatom`. Other addresses are
 * shortened.
 * @param chain the chain whose vouchers the text is about
 */
export function withNamesIn(start: Start, chain: string, text: string): string {
  const names = namesByAddress(start)
  return tokenNamer(start)(text)
    .replaceAll(AMOUNT_OF_VOUCHER, (voucher, amount: string, denom: string) => {
      const asset = start.ledger.assetOf(chain, denom)
      if (asset.endsWith(denom)) return voucher
      return amount === '' ? asset : `${amount} ${asset}`
    })
    .replaceAll(ETH_ADDRESS, (address) => names.get(address.toLowerCase()) ?? address)
    .replaceAll(ADDRESS, (address) => names.get(address) ?? `${address.slice(0, 12)}…${address.slice(-4)}`)
}

const ERC20 = /\berc20:0x[0-9a-fA-F]{40}\b/g

/** Puts the names of tokens of ERC-20 into texts about assets: `evm:TOK` for `evm:erc20:0x…`. */
export function tokenNamer({ sandbox }: Pick<Start, 'sandbox'>): (text: string) => string {
  const names = new Map(
    Object.values(sandbox.chains).flatMap(({ host }) => (isOfEvm(host) ? [...erc20Names(host)] : [])),
  )
  return (text) => text.replaceAll(ERC20, (denom) => names.get(denom.toLowerCase()) ?? denom)
}

function namesByAddress({ sandbox, config }: Start): ReadonlyMap<string, string> {
  const hosts = Object.values(sandbox.chains).map(({ host }) => host)
  const named = new Map([
    ...config.contracts.flatMap(({ chain, label }) => {
      const host = sandbox.chain(chain)?.host
      const contract = host?.addressOf(label)
      return contract === undefined
        ? []
        : accountsOf(host!, contract).map(({ address }) => [address, `the account of ${label}`] as const)
    }),
    ...hosts.flatMap((host) =>
      [...host.accounts.keyTypes.keys()].map((name) => [host.addressOf(name)!, name] as const),
    ),
    ...hosts.flatMap(({ labels }) => [...labels.addresses].map(([label, address]) => [address, label] as const)),
  ])
  for (const { app } of hosts.filter(isOfEvm))
    for (const [address, name] of named)
      if (address.startsWith(`${app.prefix}1`)) named.set(`0x${toHex(app.address(address))}`, name)
  return named
}
