import { InvalidArgumentError } from 'commander'
import type { ChainPorts } from '../../sandbox/api/serve.js'
import type { PortFlags } from '../port-options.js'
import type { TrustFlags } from '../trust.js'

/** The chains of a served sandbox, in the order in which they are printed. */
export const CHAINS = ['neutron', 'hub'] as const

/** The name of a chain in a sandbox. */
export type ChainName = (typeof CHAINS)[number]

/** Ports of one chain, with those that only the command opens. */
interface ServedPorts extends ChainPorts {
  readonly faucet?: number
}

/** Ports by chain. */
export type Ports = Readonly<Record<string, ServedPorts>>

/** A value for each chain that has one. */
export type ByChain<T> = Readonly<Partial<Record<ChainName, T>>>

/** Options of `sudobox serve`. */
export interface ServeFlags extends PortFlags, TrustFlags {
  readonly config?: string
  readonly ui?: boolean
  readonly uiPort?: number
  readonly port: Ports
  readonly freePorts?: boolean
  readonly account: readonly string[]
  readonly mnemonic: readonly string[]
  readonly accounts?: number
  readonly coins: ByChain<string>
  readonly chainId: ByChain<string>
  readonly genesis: ByChain<string>
  readonly plugin: readonly (readonly [chain: ChainName, file: string])[]
  readonly relay?: 'auto' | 'manual'
  readonly clientVersion?: string
  readonly automatic?: boolean
  readonly json?: boolean
  readonly blockTime?: number
  readonly unlinked?: boolean
  readonly record?: string
  readonly state?: string
  readonly registry?: string
  readonly faucet?: boolean
  readonly faucetCoins: ByChain<string>
  readonly faucetCooldown: number
}

/** The default ports of nodes; the second chain's are ten higher. */
export const PORTS: Ports = {
  neutron: { rpc: 26657, rest: 1317, grpc: 9090, evm: 8545, faucet: 8000 },
  hub: { rpc: 26667, rest: 1327, grpc: 9100, faucet: 8010 },
}

/** Of the explorer. */
export const UI_PORT = 26680

/** Whether the explorer is served. */
export const hasUi = ({ ui, uiPort }: ServeFlags): boolean => ui === true || uiPort !== undefined

/** The port of one server. */
export function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('Must be a port, 0 to 65535; 0 takes a free one.')
}

const isChain = (name: string): name is ChainName => (CHAINS as readonly string[]).includes(name)

function chainOf(name: string): ChainName {
  if (!isChain(name)) throw new InvalidArgumentError(`There is no chain ${name}. Chains: ${CHAINS.join(', ')}.`)
  return name
}

/** `neutron.rpc=26657` */
export function addPort(text: string, before: Ports): Ports {
  const [, chain, name, port] = /^(\w+)\.(rpc|rest|grpc|evm|faucet)=(\d{1,5})$/.exec(text) ?? []
  if (chain === undefined || name === undefined || Number(port) > 65_535)
    throw new InvalidArgumentError(
      'Must be CHAIN.SERVER=PORT, e.g. neutron.rpc=26657; servers: rpc, rest, grpc, evm, faucet.',
    )
  return { ...before, [chainOf(chain)]: { ...before[chain], [name]: Number(port) } }
}

/** Splits `neutron=VALUE`. */
function ofChain(text: string, example: string): readonly [ChainName, string] {
  const [, chain, value] = /^(\w+)=(.+)$/s.exec(text) ?? []
  if (chain === undefined || value === undefined)
    throw new InvalidArgumentError(`Must be CHAIN=VALUE, e.g. ${example}.`)
  return [chainOf(chain), value]
}

/** For an option that has one value for each chain. */
export const byChain =
  (example: string) =>
  (text: string, before: ByChain<string>): ByChain<string> => {
    const [chain, value] = ofChain(text, example)
    return { ...before, [chain]: value }
  }

/** For an option that has any number of values for each chain. */
export const listByChain =
  (example: string) =>
  (text: string, before: ServeFlags['plugin']): ServeFlags['plugin'] => [...before, ofChain(text, example)]

/** A number of seconds. */
export function secondsOf(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('Must be a whole number of seconds.')
  return Number(text)
}

/** A number of accounts. */
export function countOf(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('Must be a number from 1 to 999.')
  return Number(text)
}
