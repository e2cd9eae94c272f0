import type { Json } from '../../base/json-value.js'
import { rethrowing } from '../../chain/index.js'
import { refuseUnknown, UsageError } from '../../base/index.js'
import { checked, type Check } from './check.js'
import { jsonBytes, parseJson } from './json.js'
import { storeItem, type PluginStore } from './store.js'

/** Parameters of a plug-in: part of its genesis, and set by `chain.setParams()`. */
export interface PluginParams<P> {
  /** The current params. */
  get(ctx: { readonly store: PluginStore }): P
  /** @throws ChainError sdk/17 for params that the check refuses */
  set(ctx: { readonly store: PluginStore }, params: P): void
}

/** Params of any type, as the chain uses them. */
export interface AnyParams extends PluginParams<unknown> {
  /** The default params. */
  readonly initial: Json
}

/** The store key of the params. */
export const PARAMS_KEY = 'params'

/**
 * Parameters with their defaults: `const params = pluginParams({ check: schema, default: { max: 10 } })`, then `params.get(ctx).max`.
 * Hand them to `definePlugin` as `params`. They must be a JSON object.
 */
export function pluginParams<P extends object>(spec: {
  readonly check: Check<P>
  readonly default: NoInfer<P>
}): PluginParams<P> & { readonly initial: Json } {
  refuseUnknown('pluginParams', [spec])
  const item = storeItem<unknown>(PARAMS_KEY)
  const check = (value: unknown) => checked('params', spec.check, value)
  const initial = parseJson(jsonBytes(spec.default)) as Json
  return {
    initial,
    get: (ctx: { readonly store: PluginStore }): P => check(item.get(ctx) ?? initial),
    set: (ctx: { readonly store: PluginStore }, params: unknown): void => {
      check(params)
      item.set(ctx, params)
    },
  }
}

/** Runs code that reads JSON of a genesis or of `setParams()`; its errors name the place. */
export function atPlace<T>(place: string, run: () => T): T {
  return rethrowing((error) => new UsageError(`${place}: ${error.log}`, { cause: error }), run)
}
