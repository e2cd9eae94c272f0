import { isPlugin, type Plugin } from '../../app/plugin/index.js'
import { UsageError } from '../../base/errors.js'

/** Plug-ins by the chain that they are for. They are code: no file can hold them. */
export interface ChainPlugins {
  readonly neutron: readonly Plugin[]
  readonly hub: readonly Plugin[]
}

/** Members of a chain's options that a file cannot hold. */
interface PluginOptions {
  /** What the user adds to the chain; see `definePlugin`. */
  readonly plugins?: readonly Plugin[]
}

type Chains<C> = { readonly neutron?: C | undefined; readonly hub?: C | undefined }

/** Options with plug-ins. */
export type WithPlugins<O extends { chains?: Chains<unknown> | undefined }> = Omit<O, 'chains'> & {
  chains?: Chains<NonNullable<NonNullable<O['chains']>['neutron']> & PluginOptions> | undefined
}

/** Options of a file with plug-ins beside them. */
export const addPlugins = <O extends { chains?: Chains<object> | undefined }>(
  { chains = {}, ...options }: O,
  { neutron = [], hub = [] }: Partial<ChainPlugins> = {},
) => ({
  ...options,
  chains: { neutron: { ...chains.neutron, plugins: neutron }, hub: { ...chains.hub, plugins: hub } },
})

/** Takes the plug-ins out of options. @throws UsageError for a value that is not a list of plug-ins */
export function splitPlugins(options: unknown): { readonly rest: unknown; readonly plugins: ChainPlugins } {
  const { neutron, hub } = ((options as { chains?: Chains<PluginOptions> } | undefined)?.chains ??
    {}) as Chains<unknown>
  if (!isObject(neutron) && !isObject(hub)) return { rest: options, plugins: { neutron: [], hub: [] } }
  const chains: Record<string, unknown> = { ...(options as { chains: object }).chains }
  const take = (key: 'neutron' | 'hub', given: unknown): readonly Plugin[] => {
    if (!isObject(given) || !('plugins' in given)) return []
    const { plugins, ...rest } = given
    chains[key] = rest
    if (plugins === undefined) return []
    if (Array.isArray(plugins) && plugins.every(isPlugin)) return plugins
    throw new UsageError('createSandbox() does not take these options', {
      details: [`at /chains/${key}/plugins: expected a list of what definePlugin() gave`],
    })
  }
  const plugins = { neutron: take('neutron', neutron), hub: take('hub', hub) }
  return { rest: { ...(options as object), chains }, plugins }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
