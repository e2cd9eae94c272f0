import { UsageError } from '../base/index.js'
import { chainNames } from '../sandbox/internal.js'

/** Releases of the contract VM by the name of a chain; that of `''` is for all others. */
export type VmReleases = Readonly<Record<string, string>>

/** The options with the releases of the VM set over their own. @throws UsageError for a chain that is not there */
export function withVmReleases<
  Chain extends { vm?: string | undefined },
  Options extends { readonly chains?: Readonly<Record<string, Chain | undefined>> | undefined },
>(options: Options | undefined, releases: VmReleases = {}): Options | undefined {
  const given = Object.keys(releases)
  if (given.length === 0) return options
  const names = chainNames(options?.chains)
  const unknown = given.find((name) => name !== '' && !names.includes(name))
  if (unknown !== undefined)
    throw new UsageError(`--vm: there is no chain ${unknown}`, { details: [`chains: ${names.join(', ')}`] })
  const chains = names.map((name) => {
    const vm = releaseOf(name, releases)
    return [name, { ...options?.chains?.[name], ...(vm !== undefined && { vm }) }] as const
  })
  return { ...options, chains: Object.fromEntries(chains) } as unknown as Options
}

/** The release for one chain, if there is one. */
export const releaseOf = (chain: string, releases: VmReleases = {}): string | undefined =>
  Object.hasOwn(releases, chain) ? releases[chain] : releases['']
