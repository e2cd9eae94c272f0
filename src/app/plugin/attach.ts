import type { Json } from '../../base/json-value.js'
import { fromBase64, fromHex, toBase64, toHex, UsageError } from '../../base/index.js'
import { GenesisReader, type Context, type Module } from '../../chain/index.js'
import { rawMessage } from '../../codec/go-json/index.js'
import type { Permission } from '../../modules/auth/index.js'
import { Bindings, type AllowedQueries } from '../../modules/wasm/index.js'
import { PluginContexts, type Surroundings } from './context.js'
import type { Plugin, PluginSpec } from './define.js'
import { guarded } from './guard.js'
import { jsonBytes, parseJson } from './json.js'
import { atPlace, PARAMS_KEY } from './params.js'

const NULL = jsonBytes(null)

type State = { readonly [member: string]: Json }

/** One plug-in on one chain. */
export class AttachedPlugin {
  readonly spec: PluginSpec
  readonly module: Module
  /** The gRPC queries that contracts may make. */
  readonly allowedQueries: AllowedQueries
  readonly #contexts: PluginContexts

  constructor({ spec }: Plugin, around: Surroundings) {
    this.spec = spec
    this.#contexts = new PluginContexts(spec.name, around)
    this.allowedQueries = new Map(
      (spec.grpc ?? []).filter(({ contracts }) => contracts).map(({ path, json }) => [path, json] as const),
    )
    this.module = this.#module()
  }

  get hasCustomJson(): boolean {
    const { messages = {}, queries = {} } = this.spec
    return Object.keys(messages).length + Object.keys(queries).length > 0
  }

  /** Registers its custom messages and queries. @throws UsageError for a name that is already in use */
  bind(bindings: Bindings): void {
    const { messages = {}, queries = {} } = this.spec
    for (const [name, { run }] of Object.entries(messages))
      bindings.addMessage({
        name,
        type: rawMessage,
        send: (ctx, contract, raw) => {
          const data = this.#custom(run, 'message', name, ctx, contract, raw)
          return { events: [], data: data === undefined ? [] : [data], msgResponses: [] }
        },
      })
    for (const [name, { run }] of Object.entries(queries))
      bindings.addQuery({
        name,
        type: rawMessage,
        answer: (ctx, contract, raw) => this.#custom(run, 'query', name, ctx, contract, raw) ?? NULL,
      })
  }

  #custom(
    run: (ctx: ReturnType<PluginContexts['ofContract']>, json: unknown, what: string) => unknown,
    kind: 'message' | 'query',
    name: string,
    ctx: Context,
    contract: Uint8Array,
    raw: Uint8Array | undefined,
  ): Uint8Array | undefined {
    const where = `custom ${kind} ${name} of plug-in ${this.spec.name}`
    const answer = guarded(where, () =>
      run(this.#contexts.ofContract(ctx, contract), raw && parseJson(raw), `custom ${kind} ${name}`),
    )
    return answer === undefined ? undefined : guarded(where, () => jsonBytes(answer))
  }

  #module(): Module {
    const { name, protobuf = [], grpc = [], params, beginBlock, endBlock } = this.spec
    const contextOf = (ctx: Context) => this.#contexts.of(ctx)
    const hook = (part: string, run: typeof beginBlock) =>
      run && ((ctx: Context) => guarded(`${part} of plug-in ${name}`, () => run(contextOf(ctx))))
    const [begin, end] = [hook('beginBlock', beginBlock), hook('endBlock', endBlock)]
    return {
      name,
      stores: [name],
      messages: unique(
        name,
        protobuf.map(({ entry }) => entry(contextOf)),
      ),
      queries: unique(
        name,
        grpc.map(({ path, handler }) => [path, handler(contextOf)] as const),
      ),
      defaultGenesis: () => ({
        ...(params && { params: params.initial }),
        ...(this.spec.genesis ? guarded(`genesis of plug-in ${name}`, this.spec.genesis.default) : { rows: [] }),
      }),
      initGenesis: (ctx, state) => this.#initGenesis(ctx, state),
      exportGenesis: (ctx) => this.#exportGenesis(ctx),
      ...(params && {
        params: {
          get: (ctx) => asJson(params.get(contextOf(ctx))),
          set: (ctx, value) => atPlace(`${name}/params`, () => params.set(contextOf(ctx), value)),
        },
      }),
      ...(begin && { beginBlock: begin }),
      ...(end && { endBlock: end }),
    }
  }

  #initGenesis(ctx: Context, state: Json): void {
    const { name, params, genesis } = this.spec
    const reader = new GenesisReader(state, name)
    if (params !== undefined) {
      const given = reader.at('params')
      atPlace(`genesis ${name}/params`, () =>
        params.set(this.#contexts.of(ctx), given.isAbsent ? params.initial : given.raw),
      )
    }
    if (genesis !== undefined) {
      const { params: _, ...own } = state as State
      return guarded(`genesis of plug-in ${name}`, () => genesis.init(this.#contexts.of(ctx), own))
    }
    const store = this.#contexts.of(ctx).store
    for (const row of reader.at('rows').list())
      store.set(bytesOf(row.at('key'), fromHex), bytesOf(row.at('value'), fromBase64))
  }

  #exportGenesis(ctx: Context): Json {
    const { name, params, genesis } = this.spec
    const context = this.#contexts.of(ctx)
    const own = genesis
      ? guarded(`genesis of plug-in ${name}`, () => asJson(genesis.export(context)) as State)
      : {
          rows: [...context.store.entries()]
            .filter(([key]) => params === undefined || !isParams(key))
            .map(([key, value]) => ({ key: toHex(key), value: toBase64(value) })),
        }
    return { ...(params && { params: asJson(params.get(context)) }), ...own }
  }
}

const asJson = (value: unknown): Json => parseJson(jsonBytes(value)) as Json
const isParams = (key: Uint8Array): boolean => Buffer.from(key).equals(Buffer.from(PARAMS_KEY))

function bytesOf(json: GenesisReader, read: (text: string) => Uint8Array): Uint8Array {
  try {
    return read(json.string())
  } catch (cause) {
    throw cause instanceof UsageError ? cause : json.error((cause as Error).message, cause)
  }
}

/** @throws UsageError when a plug-in gives the same name twice */
function unique<T>(plugin: string, rows: readonly (readonly [name: string, row: T])[]): Readonly<Record<string, T>> {
  const names = rows.map(([name]) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new UsageError(`plug-in ${plugin} handles ${twice} twice`)
  return Object.fromEntries(rows)
}

/** The module accounts of plug-ins. */
export const pluginAccounts = (plugins: readonly Plugin[]): Readonly<Record<string, readonly Permission[]>> =>
  Object.fromEntries(plugins.map(({ spec }) => [spec.name, spec.permissions ?? []]))

/** Bindings of a chain without custom messages of its own. */
export const ownBindings = (chain: string): Bindings =>
  new Bindings({ chain, goTypes: { message: 'CustomMsg', query: 'CustomQuery' }, messages: {}, queries: {} })

/**
 * @param reserved names of accounts that no module owns
 * @throws UsageError when the name of a plug-in is taken: by a module, a store, an account or another plug-in
 */
export function assertFreeNames(
  plugins: readonly Plugin[],
  modules: readonly Module[],
  reserved: readonly string[],
): void {
  const taken = new Map(reserved.map((name) => [name, 'an account of the chain']))
  for (const { name, stores = [] } of modules) for (const one of [name, ...stores]) taken.set(one, `module ${name}`)
  for (const { spec } of plugins) {
    const owner = taken.get(spec.name)
    if (owner !== undefined)
      throw new UsageError(`the name of plug-in ${spec.name} is taken by ${owner}`, {
        details: ['right: definePlugin({ name: … }) with a name that no module or other plug-in has'],
      })
    taken.set(spec.name, 'another plug-in')
  }
}
