import { InvalidArgumentError } from 'commander'
import type { ChainPorts } from '../../sandbox/internal.js'
import type { PortFlags } from '../options/port-options.js'
import type { TrustFlags } from '../trust.js'
import type { VmReleaseFlags } from '../options/vm-option.js'
import type { ChainFlags, ChainPair } from './chains.js'
import { own } from '../../base/index.js'

/** Ports of one chain, with those that only the command opens. */
interface ServedPorts extends ChainPorts {
  readonly faucet?: number
}

/** Ports by chain. */
export type Ports = Readonly<Record<string, ServedPorts>>

/** A value for each chain that has one. */
export type ByChain<T> = Readonly<Record<string, T>>

/** Options of `sudobox serve`. */
export interface ServeFlags extends PortFlags, TrustFlags, VmReleaseFlags {
  readonly config?: string
  readonly ui?: boolean
  readonly uiPort?: number
  readonly port: Ports
  readonly freePorts?: boolean
  readonly account: readonly string[]
  readonly mnemonic: readonly string[]
  readonly accounts?: number
  readonly coins: ByChain<string>
  readonly chains: ByChain<ChainFlags>
  readonly links: readonly ChainPair[]
  readonly chainId: ByChain<string>
  readonly genesis: ByChain<string>
  /** Endpoints by chain; those without a chain are of the first one, ''. */
  readonly fork: ByChain<readonly string[]>
  readonly forkHeight: ByChain<bigint>
  readonly forkCache?: string
  readonly forkVerify?: boolean
  readonly plugin: readonly (readonly [chain: string, file: string])[]
  readonly relay?: 'auto' | 'manual'
  readonly relayDelay?: number
  readonly relayerMnemonic?: string
  readonly queryRelayer?: number
  /** True without a port. */
  readonly metrics?: number | true
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

/** The default ports of the first chain's node; those of the next chain are ten higher. */
const PORTS = { rpc: 26657, rest: 1317, grpc: 9090, evm: 8545, faucet: 8000 } as const satisfies ServedPorts

/** The default ports of the chain at a place. @param evms how many chains before it have an EVM; undefined for one without */
export function usualPorts(index: number, evms?: number): ServedPorts {
  const { evm, ...others } = PORTS
  const ports = Object.fromEntries(Object.entries(others).map(([name, port]) => [name, port + 10 * index]))
  return { ...ports, ...(evms !== undefined && { evm: evm + 10 * evms }) }
}

/** Port of the explorer. */
export const UI_PORT = 26680

/** Whether the explorer is served. */
export const hasUi = ({ ui, uiPort }: ServeFlags): boolean => ui === true || uiPort !== undefined

/** The port of one server. */
export function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('Must be a port, 0 to 65535; 0 takes a free one.')
}

/** Default port of the metrics, as a node's. Source: cometbft config/config.go `DefaultInstrumentationConfig` */
export const METRICS_PORT = 26660

/** The port of the metrics, if they are served. */
export const metricsPortOf = ({ metrics, freePorts }: ServeFlags): number => {
  if (typeof metrics === 'number') return metrics
  return freePorts ? 0 : METRICS_PORT
}

/** The port of the metrics. A fixture that follows the option would be taken for it. */
export function metricsPort(text: string): number {
  try {
    return portNumber(text)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new InvalidArgumentError(`${error.message} Write a fixture before --metrics.`)
  }
}

/** `neutron.rpc=26657` */
export function addPort(text: string, before: Ports): Ports {
  const [, chain, name, port] = /^(\w+)\.(rpc|rest|grpc|evm|faucet)=(\d{1,5})$/.exec(text) ?? []
  if (chain === undefined || name === undefined || Number(port) > 65_535)
    throw new InvalidArgumentError(
      'Must be CHAIN.SERVER=PORT, e.g. neutron.rpc=26657; servers: rpc, rest, grpc, evm, faucet.',
    )
  return { ...before, [chain]: { ...own(before, chain), [name]: Number(port) } }
}

/** Splits `neutron=VALUE`. */
function ofChain(text: string, example: string): readonly [string, string] {
  const [, chain, value] = /^(\w+)=(.+)$/s.exec(text) ?? []
  if (chain === undefined || value === undefined)
    throw new InvalidArgumentError(`Must be CHAIN=VALUE, e.g. ${example}.`)
  return [chain, value]
}

/** For an option that has one value for each chain. */
export const byChain =
  (example: string) =>
  (text: string, before: ByChain<string>): ByChain<string> => {
    const [chain, value] = ofChain(text, example)
    return { ...before, [chain]: value }
  }

/** `neutron=https://rpc.example.org`, or the URL alone for the first chain. */
export function addFork(text: string, before: ServeFlags['fork']): ServeFlags['fork'] {
  const [, chain = '', url] = /^(?:(\w+)=)?(https?:\/\/.+)$/.exec(text) ?? []
  if (url === undefined)
    throw new InvalidArgumentError(
      'Must be the URL of an RPC endpoint, or CHAIN=URL, e.g. neutron=https://rpc.example.org.',
    )
  return { ...before, [chain]: [...(own(before, chain) ?? []), url] }
}

/** `neutron=1200000`, or the height alone for the first chain. */
export function addForkHeight(text: string, before: ServeFlags['forkHeight']): ServeFlags['forkHeight'] {
  const [, chain = '', height] = /^(?:(\w+)=)?(\d{1,15})$/.exec(text) ?? []
  if (height === undefined) throw new InvalidArgumentError('Must be a height, or CHAIN=HEIGHT, e.g. neutron=1200000.')
  return { ...before, [chain]: BigInt(height) }
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
