import { z } from 'zod'
import type { Wasmd } from '../../modules/wasm/index.js'
import { UsageError } from '../../base/index.js'
import {
  ForkError,
  openFork,
  readIdentity,
  type ChainIdentity,
  type Fork,
  type ForkProgress,
} from '../../fork/index.js'
import { vmOfWasmvm, vmVersions } from '../../vm/internal.js'
import type { ChainHost } from '../host/chain-host.js'
import type { WasmFiles } from '../host/wasm-files.js'
import { uint } from '../values/values.js'
import { kindOfProgram, type ChainKind } from './kinds.js'
import type { ParsedOptions } from './options.js'

const url = z.string().regex(/^https?:\/\//, 'expected the URL of an RPC endpoint, https://…')

/** Options of a chain that starts with the state of a live one. */
export const forkOptions = z
  .strictObject({
    rpc: z
      .union([url, z.array(url).min(1)])
      .optional()
      .describe(
        'RPC endpoints (CometBFT) of the live chain; the first that responds is used. Without an endpoint, only the cache is used.',
      ),
    chainId: z.string().min(1).max(50).optional().describe('The id that the live chain must have.'),
    height: uint
      .optional()
      .describe(
        'The height whose state the chain starts with (default: the last; with `verify` the one before it). Set it to make runs repeatable.',
      ),
    cache: z
      .union([z.string().min(1), z.literal(false)])
      .optional()
      .describe(
        'Folder that caches the state of the live chain; false for none. Default: ~/.cache/sudobox/forks, or for options in a file the folder next to it.',
      ),
    verify: z
      .boolean()
      .optional()
      .describe(
        "Whether every value is checked against the header's app hash, and the header by its signatures (default: false).",
      ),
    trusted: z
      .strictObject({
        height: uint,
        hash: z.string().regex(/^[0-9a-fA-F]{64}$/, 'expected the hash of a block in hex'),
      })
      .optional()
      .describe(
        'A trusted block: with `verify`, later headers are verified from it. Without it the first header is trusted.',
      ),
    requestsPerSecond: z
      .number()
      .positive()
      .optional()
      .describe('The maximum number of HTTP requests per second (default: no limit).'),
  })
  .meta({ id: 'ForkOptions', description: 'The live chain whose state a chain starts with.' })

type GivenFork = z.output<typeof forkOptions>

/** A forked chain before it is built, and the live chain's description of itself. */
export interface OpenedFork {
  readonly fork: Fork
  readonly prefix: string
  /** The coin that validators bond; undefined for a chain without staking. */
  readonly denom: string | undefined
  /** The name of its binary, such as `neutrond`. */
  readonly program: string
  /** Undefined if no kind of chain matches it. */
  readonly kind: ChainKind | undefined
  /** The release of the contract VM; undefined if the chain does not say. */
  readonly vm: string | undefined
  /** Which wasmd it runs; undefined if unknown. */
  readonly wasmd: Wasmd | undefined
}

/** Ids of Neutron's own networks. Their nodes list the modules that they are built from, but not the replacements. */
const OF_NEUTRON = /^(?:neutron|pion)-\d+$/

/**
 * Opens the fork that the options of a chain name. Options from a file that is not trusted may not connect: they have their cache.
 * @param pointer of the options @param vm the release of the contract VM, if the options name one @throws ForkError, FixtureError
 */
export function openGivenFork(
  given: GivenFork,
  pointer: string,
  files: WasmFiles,
  onProgress: ((progress: ForkProgress) => void) | undefined,
  vm: string | undefined,
): OpenedFork {
  const { reach } = files
  const { cache, rpc = [], trusted, height, ...rest } = given
  const endpoints = typeof rpc === 'string' ? [rpc] : rpc
  const place = typeof cache === 'string' ? reach.real(cache, `${pointer}/cache`) : cache
  if (!reach.trusted && typeof place !== 'string')
    reach.refuse(`${pointer}/rpc`, 'a file may not connect to a chain', [
      'it may use a cache of a live chain: fork: { cache: FOLDER }',
    ])
  const fork = openFork({
    ...rest,
    // Nothing that a file names is fetched unless the file is trusted.
    rpc: reach.trusted ? endpoints : [],
    cache: place,
    height: height === undefined ? undefined : Number(height),
    trusted: trusted && { height: Number(trusted.height), hash: trusted.hash },
    onProgress,
  })
  const identity = readIdentity(fork)
  const { prefix, bondDenom: denom, appName: program } = identity
  fork.prefix = prefix
  return {
    fork,
    prefix,
    denom,
    program,
    kind: kindOfProgram(program),
    vm: vm ?? vmOf(identity),
    wasmd: OF_NEUTRON.test(fork.point.chainId) ? 'neutron' : undefined,
  }
}

const WASMVM = /^github\.com\/(?:[\w-]+)\/wasmvm(?:\/v\d+)?$/

/** The release in the chain's wasmvm; for an unknown wasmvm a known release of its line. @throws ForkError for a line without a schedule */
function vmOf({ modules }: ChainIdentity): string | undefined {
  const version = [...modules].find(([path]) => WASMVM.test(path))?.[1]
  if (version === undefined) return undefined
  const known = vmOfWasmvm(version)
  if (known !== undefined) return known
  const [major, minor] = version.split('.')
  const ofLine = vmVersions().filter((one) => one.startsWith(`${major}.${minor}.`))
  if (ofLine.length > 0) return ofLine.at(-1)
  throw new ForkError('unknown', `the chain runs the contract VM of wasmvm ${version}, whose gas schedule is unknown`, {
    details: [`known releases: ${vmVersions().join(', ')}`, 'right: name one with the option `vm`'],
  })
}

/** Options with the chain id and the height of each fork, so that another sandbox starts with the same state; without endpoints, whose URLs may be secret. */
export function withForks(options: ParsedOptions, hosts: ReadonlyMap<string, ChainHost>): ParsedOptions {
  const chains = Object.entries(options.chains ?? {}).map(([key, given]) => {
    const point = hosts.get(key)?.app.options.fork?.point
    if (given?.fork === undefined || point === undefined) return [key, given] as const
    const { rpc: _, ...rest } = given.fork
    const fork = { ...rest, chainId: point.chainId, height: BigInt(point.height) }
    return [key, { ...given, fork }] as const
  })
  return options.chains === undefined ? options : { ...options, chains: Object.fromEntries(chains) }
}

/** @throws UsageError for options that a live chain decides */
export function refuseWithFork(key: string, given: Readonly<Record<string, unknown>>): void {
  const [named] = ['genesis', 'codes', 'time', 'chainId', 'validators'].filter((name) => given[name] !== undefined)
  if (named !== undefined)
    throw new UsageError('createSandbox() does not take these options', {
      details: [`at /chains/${key}/${named}: the live chain of the fork decides this`],
    })
}
