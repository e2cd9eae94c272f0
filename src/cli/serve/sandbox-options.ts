import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { insteadOf, own, UsageError } from '../../base/index.js'
import { isPlugin, type Plugin } from '../../app/plugin/index.js'
import { parseText, readText, releaseOf, type Fixture } from '../../replay/internal.js'
import { CHAIN_KINDS, chainNames, kindByName, kindOf, type ChainPlugins } from '../../sandbox/internal.js'
import { relayerKey } from './accounts.js'
import type { ServeFlags } from './flags.js'

/** Options of a sandbox as a file has them. */
export type SandboxFileOptions = NonNullable<Fixture['options']>
type Options = SandboxFileOptions
type Given = NonNullable<NonNullable<Options['chains']>[string]>

/** Options of the sandbox: those of the fixture, with those of the flags over them. */
export function withFlags(
  fixture: Options | undefined,
  flags: Pick<
    ServeFlags,
    | 'clientVersion'
    | 'chains'
    | 'links'
    | 'chainId'
    | 'genesis'
    | 'fork'
    | 'forkHeight'
    | 'forkCache'
    | 'forkVerify'
    | 'relayerMnemonic'
    | 'unlinked'
    | 'vm'
  >,
): Options {
  const { clientVersion, chainId, genesis, links, relayerMnemonic, unlinked = false } = flags
  if (unlinked && links.length > 0)
    throw new UsageError('--links and --unlinked exclude each other', { details: ['right: one of the two'] })
  const names = namesOf(fixture, flags)
  const forks = forksOf(names, flags)
  const chains = Object.fromEntries(
    names.map((chain) => {
      const given: Given = { ...own(fixture?.chains ?? {}, chain), ...own(flags.chains, chain) }
      const [id, file, vm] = [own(chainId, chain), own(genesis, chain), releaseOf(chain, flags.vm)]
      if (file !== undefined) given.genesis = genesisOf(file)
      if (id !== undefined) given.chainId = id
      if (vm !== undefined) given.vm = vm
      if (forks.has(chain)) given.fork = { ...given.fork, ...forks.get(chain) }
      return [chain, given] as const
    }),
  )
  return {
    ...fixture,
    ...(names.some((name) => kindByName(name) === undefined || Object.keys(chains[name]!).length > 0) && { chains }),
    ...(links.length > 0 && { links: links.map(([first, second]) => [first, second]) }),
    ...(unlinked && { links: [] }),
    ...(relayerMnemonic !== undefined && { keys: { ...fixture?.keys, ...relayerKey(relayerMnemonic) } }),
    ...(clientVersion !== undefined && { evm: { ...fixture?.evm, clientVersion } }),
  }
}

/** The options with the contract VM of each chain: a file that is continued keeps it when a later release has another default. */
export function withReleases(options: Options): Options {
  const chains = chainNames(options.chains).map((name) => {
    const given: Given = own(options.chains ?? {}, name) ?? {}
    // The live chain decides about that of a fork.
    const vm = given.vm ?? (given.fork === undefined ? kindOf(name, given.kind).defaults.vm : undefined)
    return [name, { ...given, ...(vm !== undefined && { vm }) }] as const
  })
  return { ...options, chains: Object.fromEntries(chains) }
}

/**
 * The chains: those of `--chains`, or else those of the fixture.
 * @throws UsageError for a list that lacks a chain of the fixture, or a kind
 */
function namesOf(fixture: Options | undefined, { chains }: Pick<ServeFlags, 'chains'>): readonly string[] {
  const had = fixture === undefined ? [] : chainNames(fixture.chains)
  const given = Object.keys(chains)
  if (given.length === 0) return chainNames(fixture?.chains)
  const lost = had.filter((name) => !given.includes(name))
  if (lost.length > 0)
    throw new UsageError(`--chains must include ${lost.join(' and ')}, which the fixture uses`, {
      details: [`right: --chains ${[...lost, ...given].join(',')}`],
    })
  const names = chainNames(chains)
  const kindless = names.find(
    (name) => (own(chains, name)?.kind ?? own(fixture?.chains ?? {}, name)?.kind ?? kindByName(name)) === undefined,
  )
  if (kindless !== undefined)
    throw new UsageError(`--chains: ${kindless} has no kind`, {
      details: [
        `right: --chains ${names.map((name) => (name === kindless ? `${name}=${CHAIN_KINDS.find((kind) => kind === name) ?? 'hub'}` : name)).join(',')}`,
        `kinds: ${CHAIN_KINDS.join(', ')}`,
      ],
    })
  return names
}

/** The live chains whose state chains start with. @throws UsageError for a height or a setting without one */
function forksOf(
  names: readonly string[],
  { fork, forkHeight, forkCache, forkVerify }: Pick<ServeFlags, 'fork' | 'forkHeight' | 'forkCache' | 'forkVerify'>,
): ReadonlyMap<string, NonNullable<Given['fork']>> {
  const nameOf = (given: string): string => (given === '' ? names[0]! : given)
  const forks = new Map<string, NonNullable<Given['fork']>>()
  for (const [given, rpc] of Object.entries(fork))
    forks.set(nameOf(given), {
      rpc: [...rpc],
      ...(forkCache !== undefined && { cache: resolve(forkCache) }),
      ...(forkVerify === true && { verify: true }),
    })
  for (const [given, height] of Object.entries(forkHeight)) {
    const chain = forks.get(nameOf(given))
    if (chain === undefined)
      throw new UsageError(`--fork-height: ${nameOf(given)} is not forked`, {
        details: [`right: --fork ${nameOf(given)}=URL`],
      })
    chain.height = height
  }
  if (forks.size === 0 && (forkCache !== undefined || forkVerify === true))
    throw new UsageError(`${forkVerify === true ? '--fork-verify' : '--fork-cache'} needs a fork`, {
      details: ['right: --fork URL'],
    })
  return forks
}

/** A genesis as a chain's `export` command writes it. Its members are checked with the other options of the sandbox. */
function genesisOf(file: string): NonNullable<Given['genesis']> {
  const value = parseText(readText(file), file)
  if (typeof value !== 'object' || value === null || !('app_state' in value))
    throw new UsageError(`${file} is not a genesis`, {
      details: ['expected: the JSON that the export command of a chain writes, with app_state'],
    })
  return value as NonNullable<Given['genesis']>
}

/** The plug-ins of modules. @throws UsageError for a file without one */
export async function pluginsOf(plugins: ServeFlags['plugin']): Promise<ChainPlugins> {
  const found: Record<string, readonly Plugin[]> = {}
  for (const [chain, file] of plugins) {
    const exported = Object.values(await exportsOf(file))
      .flat()
      .filter(isPlugin)
    if (exported.length === 0)
      throw new UsageError(`${file} exports no plug-in`, {
        details: ["right: import { definePlugin } from 'sudobox'; export default definePlugin({ name, … })"],
      })
    found[chain] = [...(own(found, chain) ?? []), ...new Set(exported)]
  }
  return found
}

async function exportsOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as Readonly<Record<string, unknown>>
  } catch (cause) {
    const reason = existsSync(file) ? (cause instanceof Error ? cause.message : String(cause)) : 'no such file'
    throw new UsageError(`cannot load the plug-in ${file}: ${reason}`, { details: insteadOf(file), cause })
  }
}
