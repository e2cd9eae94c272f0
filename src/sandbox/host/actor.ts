import { ChainError, UsageError } from '../../base/index.js'
import { moduleAddress } from '../../modules/auth/index.js'
import { addressText } from '../../chain/index.js'
import type { ChainHost } from './chain-host.js'

/** A sender whose messages run without a signature. */
export interface Actor {
  /** Bech32. */
  readonly address: string
  readonly bytes: Uint8Array
  /** For display: its label or name, if it has one. */
  readonly name: string
}

/** Text that can only be an address: bech32, or hex as in the EVM. */
const ADDRESS = /^[a-z]+1[0-9a-z]{6,}$|^0x/i

/**
 * The actor of a name or address: an account, a contract, a module account of the chain, or any address.
 * @throws UsageError for an address of another chain, a malformed one, and an unknown name
 */
export function actorOf(host: ChainHost, name: string): Actor {
  const address = host.addressOf(name) ?? moduleAccount(host, name) ?? name
  try {
    const bytes = host.app.address(address)
    return { address: addressText(host.app.prefix, bytes), bytes, name: nameOf(host, address) }
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    if (!ADDRESS.test(name))
      throw host.unknown('account, contract or module account', name, `${host.key}.actAs(contract)`)
    throw new UsageError(`${JSON.stringify(name)} is not an address of ${host.key}: ${cause.log}`, {
      details: [`right: an address that begins with ${host.app.prefix}1`],
      cause,
    })
  }
}

function moduleAccount({ app }: ChainHost, name: string): string | undefined {
  return app.keepers.accounts.modules.has(name) ? addressText(app.prefix, moduleAddress(name)) : undefined
}

function nameOf(host: ChainHost, address: string): string {
  const { accounts, app } = host
  const isIts = (name: string): boolean => accounts.keyOf(name).address === address
  return (
    host.labelOf(address) ??
    [...accounts.keyTypes.keys()].find(isIts) ??
    [...app.keepers.accounts.modules.keys()].find((name) => moduleAccount(host, name) === address) ??
    address
  )
}
