import { isPlugin, type Plugin } from '../../app/plugin/index.js'
import { UsageError } from '../../base/errors.js'

/** Plug-ins by the chain that they are for. They are code: a file cannot contain them. */
export interface ChainPlugins {
  readonly [chain: string]: readonly Plugin[]
}

/** Members of a chain's options that a file cannot contain. */
export interface PluginOptions {
  /** Plug-ins of the chain; see `definePlugin`. */
  readonly plugins?: readonly Plugin[]
}

/** Options of a file with plug-ins beside them. */
export const addPlugins = <O extends { chains?: Readonly<Record<string, object | undefined>> | undefined }>(
  options: O,
  plugins: ChainPlugins = {},
): O => ({
  ...options,
  chains: {
    ...options.chains,
    ...Object.fromEntries(
      Object.entries(plugins).map(([chain, own]) => [chain, { ...options.chains?.[chain], plugins: own }]),
    ),
  },
})

/** Takes the plug-ins out of options. @throws UsageError for a value that is not a list of plug-ins */
export function splitPlugins(options: unknown): { readonly rest: unknown; readonly plugins: ChainPlugins } {
  const given = isObject(options) ? options['chains'] : undefined
  if (!isObject(given)) return { rest: options, plugins: {} }
  const chains: Record<string, unknown> = {}
  const plugins: Record<string, readonly Plugin[]> = {}
  for (const [name, chain] of Object.entries(given)) {
    if (!isObject(chain) || !('plugins' in chain)) {
      chains[name] = chain
      continue
    }
    const { plugins: own = [], ...rest } = chain
    if (!Array.isArray(own) || !own.every(isPlugin))
      throw new UsageError('createSandbox() does not take these options', {
        details: [`at /chains/${name}/plugins: expected a list of plug-ins from definePlugin()`],
      })
    chains[name] = rest
    plugins[name] = own
  }
  return { rest: { ...(options as object), chains }, plugins }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
