import { z } from 'zod'
import { DROPPED_TEXT, droppedMember, parsedBy, UsageError } from '../../base/index.js'
import { LAYER_NAMES } from '../../app/index.js'
import { PATCHED_ADVISORIES, PATCHED_EVM_FAULTS } from '../../chain/index.js'
import { wasmFile } from '../host/wasm-files.js'
import { describeIssues } from '../actions/issues.js'
import { forkOptions } from './fork.js'
import {
  ABOUT_KINDS,
  CHAIN_KINDS,
  chainNames,
  kindByName,
  type ChainKind,
  type ChainNames,
  type UsualChain,
} from './kinds.js'
import { linkProblem } from './links.js'
import { splitPlugins, type ChainPlugins, type PluginOptions } from './plugin.js'
import { coins, json, privateKey, uint, type Json } from '../values/values.js'

/** The name of a chain in its sandbox. */
const CHAIN_NAME = /^[a-z][a-z0-9]{0,30}$/

/** Parameters by module name, each a part of the module's params in the chain's JSON form; what is left out keeps its default. */
const params = z.record(z.string(), z.record(z.string(), json))

const wholeNumber = z.string().regex(/^-?\d+$/)

/** In the form of CometBFT: numbers are texts, durations are nanoseconds. */
const consensusParams = z.object({
  block: z.object({ max_bytes: wholeNumber, max_gas: wholeNumber }).optional(),
  evidence: z
    .object({ max_age_num_blocks: wholeNumber, max_age_duration: wholeNumber, max_bytes: wholeNumber })
    .optional(),
  validator: z.object({ pub_key_types: z.array(z.string()) }).optional(),
  abci: z.object({ vote_extensions_enable_height: wholeNumber }).optional(),
  authority: z.object({ authority: z.string() }).optional(),
})

/** What the chain's `export` command writes; other members are ignored. */
const genesis = z
  .object({
    app_state: z
      .record(z.string(), z.record(z.string(), json))
      .describe('States by module; the defaults for modules that are omitted.'),
    chain_id: z.string().min(1).max(50).optional(),
    genesis_time: z.iso.datetime({ offset: false }).optional(),
    initial_height: uint.optional().describe('Height of the first block.'),
    consensus: z
      .object({ params: consensusParams.nullish() })
      .nullish()
      .describe("Params of the consensus; CometBFT's own, with a limit of 100,000,000 gas, where they are omitted."),
  })
  .meta({ id: 'Genesis', description: 'A genesis in the JSON format of the chain, as `exportGenesis()` writes it.' })

const chainOptions = z
  .strictObject({
    kind: z
      .enum(CHAIN_KINDS)
      .optional()
      .describe(`The kind of chain; for chains named 'neutron' and 'hub', their name. ${ABOUT_KINDS}`),
    name: z
      .string()
      .regex(/^[a-z][a-z0-9]*$/)
      .optional()
      .describe("The chain-name segment of REST paths and the type of its modules' events."),
    chainId: z.string().min(1).max(50).optional(),
    prefix: z
      .string()
      .regex(/^[a-z]{1,20}$/)
      .optional()
      .describe('The bech32 prefix of addresses.'),
    denom: z.string().optional().describe('The fee and staking denomination.'),
    vm: z
      .string()
      .optional()
      .describe(
        'The release of the contract VM (cosmwasm-vm), which determines gas and behaviour. Default: the release in the app of the kind; for a fork, that of the live chain.',
      ),
    wasmd: z.enum(['stock', 'neutron', 'nolus']).optional(),
    release: z
      .string()
      .optional()
      .describe("The release of the app, for chains of kind wasmd: '0.61' (default) or '0.70'."),
    unpatched: z
      .array(z.enum([...PATCHED_ADVISORIES, ...PATCHED_EVM_FAULTS]))
      .refine((ids) => new Set(ids).size === ids.length, 'expected each advisory once')
      .optional()
      .describe(
        'Advisories whose patches the chain lacks: it behaves as the releases before them, until an upgrade to another release (default: none). Those of CosmWasm are for chains with its contracts; for the kind evmd they are pull requests of cosmos/evm, whose faults v0.6 has.',
      ),
    bank: z
      .enum(['neutron', 'stock'])
      .optional()
      .describe(
        "For chains of kind neutron. 'neutron': the hooks of factory tokens are called before coins are sent, as on the live chain. 'stock': they are not.",
      ),
    txContracts: z
      .boolean()
      .optional()
      .describe(
        'The discount for code that was already loaded in the same transaction; by default only on chains of kind wasmd.',
      ),
    layers: z
      .array(z.enum(LAYER_NAMES))
      .refine((layers) => new Set(layers).size === layers.length, 'expected each layer once')
      .optional()
      .describe(
        "The layers around transfers, starting at the channels: a received packet passes them in this order, a sent packet in the opposite order (default: ['callbacks']). Only for the kinds hub and wasmd: the layers of other kinds are fixed.",
      ),
    icq: z
      .strictObject({
        callbacks: z
          .enum(['wrapped', 'direct'])
          .optional()
          .describe(
            "'wrapped' (default): query callbacks run under the sudo limit, and a failure is recorded. 'direct' (default of a fork): a failing query callback fails its submission and nothing is recorded, as on the live chain.",
          ),
        emptyValues: z
          .enum(['reject', 'allow'])
          .optional()
          .describe(
            "'reject': an empty value cannot be proven, because of a bug of the live chain. 'allow': it can be proven.",
          ),
      })
      .optional(),
    txIndex: z.boolean().optional(),
    keepBlocks: z
      .int()
      .min(1)
      .optional()
      .describe(
        'The number of newest blocks to keep with their transactions (default: all). A small transaction takes 15 KB.',
      ),
    keepHistory: z
      .int()
      .min(1)
      .optional()
      .describe(
        'The number of newest heights that can be queried and proven (default: all). Relayers need the latest ones.',
      ),
    time: uint.optional().describe('Time of the genesis in nanoseconds since 1970.'),
    genesis: genesis.optional().describe('The state that the chain starts with, completely or in part.'),
    codes: z
      .record(z.string().regex(/^[0-9]+$/, 'expected the id of a code'), wasmFile)
      .optional()
      .describe('Files with the bytes of codes of the genesis, by code id; the genesis omits their `code_bytes`.'),
    validators: z
      .union([
        z.int().min(1).max(100),
        z
          .array(uint.refine((power) => power > 0n, 'expected a positive power'))
          .min(1)
          .max(100),
      ])
      .optional()
      .describe(
        'The number of validators that the chain starts with, each with a voting power of 100, or a list with the power of each (default: one). A genesis with staking state takes precedence.',
      ),
    fork: forkOptions.optional().describe('A live chain whose state the chain starts with, instead of a genesis.'),
    params: params.optional(),
    balances: z.record(z.string(), coins).optional().describe('Coins of named accounts from the start.'),
  })
  .meta({ id: 'ChainOptions' })

export const sandboxOptions = z
  .strictObject({
    chains: z
      .object({ neutron: chainOptions.optional(), hub: chainOptions.optional() })
      .catchall(chainOptions.optional())
      .superRefine((chains, context) => {
        for (const [name, options] of Object.entries(chains))
          if (!CHAIN_NAME.test(name))
            context.addIssue({ code: 'custom', path: [name], message: 'expected a name such as "osmo": a-z and 0-9' })
          else if (
            options !== undefined &&
            options.fork === undefined &&
            (options.kind ?? kindByName(name)) === undefined
          )
            context.addIssue({
              code: 'custom',
              path: [name, 'kind'],
              message: `missing; kinds: ${CHAIN_KINDS.join(', ')}`,
            })
      })
      .optional()
      .describe(
        'The chains by name. If only options of `neutron` and `hub` are given, or none, the sandbox has these two; otherwise it has exactly the named chains.',
      ),
    links: z
      .array(z.tuple([z.string(), z.string()]))
      .optional()
      .describe(
        'Pairs of chains that are connected from the start, with a client, a connection and a transfer channel for each pair: on each chain `channel-0` for its ' +
          'first link. Default: all pairs. With an empty list, no chains are connected, so that a relayer can connect them.',
      ),
    keys: z
      .record(z.string().min(1), privateKey)
      .optional()
      .describe(
        'Private keys of named accounts, such as `relayer`, on all chains; other keys are derived from the names. Recordings contain these keys.',
      ),
    ibc: z
      .strictObject({
        proofs: z
          .enum(['verify', 'trust'])
          .optional()
          .describe(
            "'verify': light clients check every header and proof. 'trust': they trust the relayer, which is faster; results say so.",
          ),
        trustingPeriod: uint.optional().describe('Seconds after which a client that was not updated expires.'),
      })
      .optional(),
    relayer: z
      .enum(['explicit', 'automatic'])
      .optional()
      .describe("'automatic': packets are delivered after each action. 'explicit': when `relay` is called."),
    queryRelayer: z
      .enum(['explicit', 'automatic'])
      .optional()
      .describe(
        "'automatic': results of interchain queries are delivered after each action. 'explicit': when `deliver` is called.",
      ),
    evm: z
      .strictObject({
        chainId: uint.optional(),
        hardfork: z.string().optional(),
        denom: z
          .string()
          .regex(/^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/)
          .optional()
          .describe("The denomination in which the EVM's balances are counted, with 18 decimals; default `aevm`."),
        execution: z
          .enum(['quick', 'library'])
          .optional()
          .describe(
            "'quick': a fast interpreter loop runs code. 'library': the slower loop of ethereumjs runs code, with the same results.",
          ),
        clientVersion: z
          .string()
          .regex(/^[\x20-\x7e]{1,200}$/)
          .optional()
          .describe(
            'The result of `web3_clientVersion`, by which test tools recognise development nodes; default `anvil/v1.7.1/Sudobox/…`.',
          ),
        dataDir: z
          .string()
          .min(1)
          .optional()
          .describe(
            'The folder in which methods of the EVM may read and write files; without it these methods are refused. A file can set it only if it is trusted.',
          ),
      })
      .optional(),
  })
  .superRefine(({ chains, links = [] }, context) => {
    for (const [at, link] of links.entries()) {
      const message = linkProblem(link, chainNames(chains))
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['links', at], message })
    }
  })
  .meta({ id: 'SandboxOptions', description: 'Options of a sandbox. All have defaults.' })

type FileOptions = z.input<typeof sandboxOptions>
type GivenChain = z.input<typeof chainOptions> & PluginOptions

/** Options of a chain; those with names other than the usual ones need a kind, or a live chain to fork. */
type OptionsOf<Name extends string> = string extends Name
  ? GivenChain
  : Name extends UsualChain
    ? GivenChain
    : GivenChain & ({ readonly kind: ChainKind } | { readonly fork: NonNullable<GivenChain['fork']> })

/** A name that a link may have. */
type LinkedName<Named extends string> = string extends Named ? string : ChainNames<Named>

/**
 * Options of a sandbox as a file has them, plus plug-ins, which are code and cannot be in a file.
 * @typeParam Named names of the chains in `chains`
 */
export type SandboxOptions<Named extends string = string> = Omit<FileOptions, 'chains' | 'links'> & {
  /** `neutron` and `hub`, unless others are named; then those that are. A chain of another name needs a `kind`, or a `fork`. */
  chains?: { readonly [Name in Named]?: OptionsOf<Name> | undefined } | undefined
  /**
   * Pairs of chains that are connected from the start, with a client, a connection and a transfer channel for each pair: on each chain `channel-0`
   * for its first link. Default: all pairs. With an empty list, no chains are connected, so that a relayer can connect them.
   */
  links?: readonly (readonly [LinkedName<NoInfer<Named>>, LinkedName<NoInfer<Named>>])[] | undefined
}
export type ParsedOptions = z.output<typeof sandboxOptions> & { readonly plugins: ChainPlugins }
export type ChainOptions = z.output<typeof chainOptions>

/** @throws UsageError that names each invalid member. */
export function parseOptions(options: SandboxOptions): ParsedOptions {
  const { rest, plugins } = splitPlugins(options)
  const parsed = parsedBy(sandboxOptions, rest)
  if (!parsed.success)
    throw new UsageError('createSandbox() does not take these options', { details: describeIssues(parsed.error) })
  const dropped = droppedMember(rest, parsed.data)
  if (dropped !== undefined)
    throw new UsageError('createSandbox() does not take these options', {
      details: [`at ${dropped}: ${DROPPED_TEXT}`],
    })
  return { ...parsed.data, plugins }
}

/** Options in JSON, as in a file; plug-ins, which a file cannot contain, are left out. */
export function writtenOptions(options: ParsedOptions): Json {
  const { plugins: _plugins, ...rest } = options
  return JSON.parse(JSON.stringify(z.encode(sandboxOptions, rest))) as Json
}
