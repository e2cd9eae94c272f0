import { NO_BYTES } from '../../base/index.js'
import { QueryModuleVersionsResponse } from 'cosmjs-types/cosmos/upgrade/v1beta1/query'
import { SDK_0_53, type Release } from '../../chain/index.js'
import type { Kind } from '../kind.js'
import { KINDS } from '../kinds.js'

/** What contracts can ask of a release of a kind of chain. */
export interface Surface {
  readonly kind: keyof typeof KINDS
  /** The release of its app, for kinds with several. */
  readonly release: string | undefined
  /** Release of cosmwasm-vm. */
  readonly vm: string
  /** The capabilities that contracts may require, sorted. */
  readonly capabilities: readonly string[]
  /** Longest code in bytes. */
  readonly maxWasmSize: number
  /** Names of all modules of the real app, those that chains here lack among them. */
  readonly modules: readonly string[]
  /** gRPC paths that contracts may query, sorted; none on a chain that refuses all. */
  readonly allowedQueries: readonly string[]
  /** gRPC paths that the chain here answers, sorted. */
  readonly queries: readonly string[]
  /** Type URLs of the messages that the chain here handles, sorted. */
  readonly messages: readonly string[]
  /** Names of the custom messages and queries, sorted. */
  readonly customMessages: readonly string[]
  readonly customQueries: readonly string[]
  /** How its modules behave where releases differ. */
  readonly rules: Release
}

const MODULE_VERSIONS = '/cosmos.upgrade.v1beta1.Query/ModuleVersions'

/** Builds a chain with the kind's defaults and reads what it has. */
export function surfaceOf(kind: keyof typeof KINDS, release?: string): Surface {
  const { defaults, build } = KINDS[kind]
  const app = build({ ...defaults, chainId: `${kind}-1`, release, txIndex: false, genesisTime: 0n, params: {} })
  const { router, queries } = app.baseApp
  const { wasm } = app
  const versions = queries.handler(MODULE_VERSIONS)!(app.context, NO_BYTES)
  const { messages: customMessages = [], queries: customQueries = [] } = wasm.bindings?.names ?? {}
  return {
    kind,
    release: release ?? releasesOf(kind)[0],
    vm: app.vm.version,
    capabilities: [...app.vm.share().capabilities].sort(),
    maxWasmSize: wasm.maxWasmSize,
    modules: QueryModuleVersionsResponse.decode(versions)
      .moduleVersions.map(({ name }) => name)
      .sort(),
    allowedQueries: wasm.allowedPaths.toSorted(),
    queries: queries.paths,
    messages: router.typeUrls,
    customMessages: customMessages.toSorted(),
    customQueries: customQueries.toSorted(),
    rules: app.baseApp.config.release ?? SDK_0_53,
  }
}

/** Names of the releases of a kind, the default first; none of a kind with one. */
export const releasesOf = (kind: keyof typeof KINDS): readonly string[] => {
  const { releases = [] }: { readonly releases?: readonly string[] } = KINDS[kind]
  return releases
}

/** A kind in one of its releases, as commands name it: `neutron`, `wasmd@0.70`. */
export const surfaceName = ({ kind, release }: Pick<Surface, 'kind' | 'release'>): string =>
  release === undefined ? kind : `${kind}@${release}`

/** The surfaces of all kinds with CosmWasm contracts in all their releases. */
export const allSurfaces = (): readonly Surface[] =>
  (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
    const { contracts }: Kind = KINDS[kind]
    if (contracts !== undefined) return []
    const releases = releasesOf(kind)
    return releases.length === 0 ? [surfaceOf(kind)] : releases.map((name) => surfaceOf(kind, name))
  })
