import { isPlugin, type Plugin } from '../../app/plugin/index.js'
import { own, UsageError } from '../../base/index.js'

/** Plug-ins by the chain that they are for. They are code: a file cannot contain them. */
export interface ChainPlugins {
  readonly [chain: string]: readonly Plugin[]
}

/** Members of a chain's options that a file cannot contain. */
export interface PluginOptions {
  /** Plug-ins of the chain; see `definePlugin`. */
  readonly plugins?: readonly Plugin[]
}

/** Options of a file with plug-ins next to them. */
export const addPlugins = <O extends { chains?: Readonly<Record<string, object | undefined>> | undefined }>(
  options: O,
  plugins: ChainPlugins = {},
): O => ({
  ...options,
  chains: {
    ...options.chains,
    ...Object.fromEntries(
      Object.entries(plugins).map(([chain, added]) => [chain, { ...own(options.chains ?? {}, chain), plugins: added }]),
    ),
  },
})

/** Takes the plug-ins out of options. @throws UsageError for a value that is not a list of plug-ins */
export function splitPlugins(options: unknown): { readonly rest: unknown; readonly plugins: ChainPlugins } {
  const given = isObject(options) ? options['chains'] : undefined
  if (!isObject(given)) return { rest: options, plugins: {} }
  const chains = new Map<string, unknown>()
  const plugins = new Map<string, readonly Plugin[]>()
  for (const [name, chain] of Object.entries(given)) {
    if (!isObject(chain) || !Object.hasOwn(chain, 'plugins')) {
      chains.set(name, chain)
      continue
    }
    const { plugins: added = [], ...rest } = chain
    if (!Array.isArray(added) || !added.every(isPlugin))
      throw new UsageError('createSandbox() does not take these options', {
        details: [`at /chains/${name}/plugins: expected a list of plug-ins from definePlugin()`],
      })
    chains.set(name, rest)
    plugins.set(name, added)
  }
  return {
    rest: { ...(options as object), chains: Object.fromEntries(chains) },
    plugins: Object.fromEntries(plugins),
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
