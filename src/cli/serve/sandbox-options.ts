import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../../base/errors.js'
import { isPlugin, type Plugin } from '../../app/plugin/index.js'
import { parseText, readText } from '../../replay/read.js'
import type { Fixture } from '../../replay/fixture.js'
import { CHAINS, type ChainName, type ServeFlags } from './flags.js'

/** Options of a sandbox as a file has them. */
export type SandboxFileOptions = NonNullable<Fixture['options']>
type Options = SandboxFileOptions
type Given = NonNullable<NonNullable<Options['chains']>[ChainName]>

/** Options of the sandbox: those of the fixture, with those of the flags over them. */
export function withFlags(
  options: Options = {},
  flags: Pick<ServeFlags, 'clientVersion' | 'chainId' | 'genesis' | 'unlinked'>,
): Options {
  const { clientVersion, chainId, genesis, unlinked = false } = flags
  const chains = Object.fromEntries(
    CHAINS.map((chain) => {
      const given: Given = { ...options.chains?.[chain] }
      const [id, file] = [chainId[chain], genesis[chain]]
      if (file !== undefined) given.genesis = genesisOf(file)
      if (id !== undefined) given.chainId = id
      return [chain, given] as const
    }).filter(([, given]) => Object.keys(given).length > 0),
  ) as Options['chains']
  return {
    ...options,
    ...(Object.keys(chains!).length > 0 && { chains }),
    ...(unlinked && { links: [] }),
    ...(clientVersion !== undefined && { evm: { ...options.evm, clientVersion } }),
  }
}

/** A genesis as a chain's `export` command writes it. Its members are checked with the other options of the sandbox. */
function genesisOf(file: string): NonNullable<Given['genesis']> {
  const value = parseText(readText(file), file)
  if (typeof value !== 'object' || value === null || !('app_state' in value))
    throw new UsageError(`${file} is not a genesis`, {
      details: ['expected: the document that `export` of a chain writes, with app_state'],
    })
  return value as NonNullable<Given['genesis']>
}

/** The plug-ins of modules. @throws UsageError for a file without one */
export async function pluginsOf(
  plugins: ServeFlags['plugin'],
): Promise<{ readonly [Chain in ChainName]: readonly Plugin[] }> {
  const found: Record<ChainName, Plugin[]> = { neutron: [], hub: [] }
  for (const [chain, file] of plugins) {
    const own = Object.values(await exportsOf(file))
      .flat()
      .filter(isPlugin)
    if (own.length === 0)
      throw new UsageError(`${file} exports no plug-in`, {
        details: ["right: import { definePlugin } from 'sudobox'; export default definePlugin({ name, … })"],
      })
    found[chain].push(...new Set(own))
  }
  return found
}

async function exportsOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as Readonly<Record<string, unknown>>
  } catch (cause) {
    throw new UsageError(`cannot load the plug-in ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
