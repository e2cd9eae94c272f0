import type { Sandbox, SandboxUrls } from '../../sandbox/internal.js'
import { own } from '../../base/index.js'
import { portOptions } from '../options/port-options.js'
import { serveFaucet } from './faucet.js'
import { usualPorts, type Ports, type ServeFlags } from './flags.js'
import type { Served } from './print.js'
import { serveQueryRelayer } from './query-relayer.js'

export interface Closable {
  close(): Promise<void>
}

/** Closes what was opened before something failed: an open port would keep the process alive. */
export async function closedOnFailure<T>(opened: readonly Closable[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    for (const one of opened) await one.close()
    throw error
  }
}

/** Opens the faucet of each chain, and the port of the query relayer, each added to `opened`. @returns all URLs, by chain */
export async function openFaucets(
  sandbox: Sandbox,
  urls: Readonly<Record<string, SandboxUrls>>,
  ports: Ports,
  flags: ServeFlags,
  opened: Closable[],
): Promise<Served['urls']> {
  const all: Record<string, Served['urls'][string]> = { ...urls }
  for (const chain of flags.faucet === true ? Object.keys(sandbox.chains) : []) {
    const faucet = await serveFaucet(sandbox, chain, urls[chain]!, {
      ...portOptions(flags),
      port: own(ports, chain)?.faucet ?? 0,
      coins: own(flags.faucetCoins, chain),
      cooldown: flags.faucetCooldown,
    })
    opened.push(faucet)
    all[chain] = { ...urls[chain]!, faucet: `http://${faucet.authority}` }
  }
  const neutron = Object.entries(sandbox.chains).find(([, { host }]) => host.app.interchainQueries !== undefined)?.[0]
  if (flags.queryRelayer !== undefined && neutron !== undefined) {
    const relayer = await serveQueryRelayer(sandbox, neutron, { ...portOptions(flags), port: flags.queryRelayer })
    opened.push(relayer)
    all[neutron] = { ...all[neutron]!, queryRelayer: `http://${relayer.authority}` }
  }
  return all
}

/** The ports of each chain: the usual ones unless free ones are wanted, and those of the flags over them. */
export function portsOf(sandbox: Sandbox, { freePorts = false, port }: ServeFlags): Ports {
  const chains = Object.entries(sandbox.chains)
  const withEvm = chains.filter(([, { host }]) => host.evmLink !== undefined).map(([name]) => name)
  const usual = (name: string, index: number) =>
    usualPorts(index, withEvm.includes(name) ? withEvm.indexOf(name) : undefined)
  return Object.fromEntries(
    chains.map(([name], index) => [name, { ...(!freePorts && usual(name, index)), ...own(port, name) }]),
  )
}
