import { z } from 'zod'
import { UsageError } from '../../base/errors.js'
import { wasmFile } from '../host/wasm-files.js'
import { describeIssues } from '../actions/issues.js'
import { splitPlugins, type ChainPlugins, type WithPlugins } from './plugin.js'
import { coins, json, uint, type Json } from '../values/values.js'

/** Parameters by module name, each a part of the module's params in the chain's JSON form; what is left out keeps its default. */
const params = z.record(z.string(), z.record(z.string(), json))

/** What the chain's `export` command writes; other members are ignored. */
const genesis = z
  .object({
    app_state: z
      .record(z.string(), z.record(z.string(), json))
      .describe('States by module; those left out are the defaults.'),
    chain_id: z.string().min(1).max(50).optional(),
    genesis_time: z.iso.datetime({ offset: false }).optional(),
    initial_height: uint.optional().describe('Height of the first block.'),
  })
  .meta({ id: 'Genesis', description: "A genesis in the chain's JSON form, as `exportGenesis()` writes it." })

const chainOptions = z
  .strictObject({
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
    vm: z.string().optional().describe('The release of the contract VM whose gas and behaviour count.'),
    wasmd: z.enum(['stock', 'neutron']).optional(),
    txContracts: z
      .boolean()
      .optional()
      .describe('The discount for code that was already loaded in the same transaction.'),
    icq: z
      .strictObject({
        callbacks: z
          .enum(['wrapped', 'direct'])
          .optional()
          .describe(
            "'wrapped': query callbacks go through the sudo limit. 'direct': they fail their submission, as on the live chain.",
          ),
        emptyValues: z
          .enum(['reject', 'allow'])
          .optional()
          .describe("'reject': a value that is empty cannot be proven, a defect of the live chain. 'allow': it can."),
      })
      .optional(),
    txIndex: z.boolean().optional(),
    keepBlocks: z
      .int()
      .min(1)
      .optional()
      .describe('How many blocks with their transactions stay readable (default: all), 15 KB for a small transaction.'),
    keepHistory: z
      .int()
      .min(1)
      .optional()
      .describe('How many heights can still be queried and proven (default: all). Relayers prove the last ones.'),
    time: uint.optional().describe('Time of the genesis in nanoseconds since 1970.'),
    genesis: genesis.optional().describe('The state that the chain starts with, whole or in part.'),
    codes: z
      .record(z.string().regex(/^[0-9]+$/, 'expected the id of a code'), wasmFile)
      .optional()
      .describe('Codes of the genesis whose bytes stand in files, by id; their `code_bytes` is left out.'),
    params: params.optional(),
    balances: z.record(z.string(), coins).optional().describe('Coins of named accounts from the start.'),
  })
  .meta({ id: 'ChainOptions' })

export const sandboxOptions = z
  .strictObject({
    chains: z.strictObject({ neutron: chainOptions.optional(), hub: chainOptions.optional() }).optional(),
    links: z
      .array(z.tuple([z.enum(['neutron', 'hub']), z.enum(['neutron', 'hub'])]))
      .optional()
      .describe(
        'Chains that start with a client, a connection and a transfer channel between them (default: all); `[]`: none, so that a relayer can create them.',
      ),
    ibc: z
      .strictObject({
        proofs: z
          .enum(['verify', 'trust'])
          .optional()
          .describe(
            "'verify': light clients check every header and proof. 'trust': they believe the relayer, for speed; results say so.",
          ),
        trustingPeriod: uint.optional().describe('Seconds after which a client that was not updated expires.'),
      })
      .optional(),
    relayer: z
      .enum(['explicit', 'automatic'])
      .optional()
      .describe("'automatic': packets are delivered after each action. 'explicit': when the relayer is told."),
    queryRelayer: z
      .enum(['explicit', 'automatic'])
      .optional()
      .describe(
        "'automatic': results of interchain queries are delivered after each action. 'explicit': when the query relayer is told.",
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
            "'quick': the quick loop runs code. 'library': that of ethereumjs alone, slower, with the same results.",
          ),
        clientVersion: z
          .string()
          .regex(/^[\x20-\x7e]{1,200}$/)
          .optional()
          .describe(
            'What `web3_clientVersion` says, by which tools for tests tell development nodes; default `anvil/v1.7.1/Sudobox/…`.',
          ),
        dataDir: z
          .string()
          .min(1)
          .optional()
          .describe(
            'The directory below which methods of the EVM may write and read files; without it they are refused. For code: a file may name one only when it is trusted.',
          ),
      })
      .optional(),
  })
  .meta({ id: 'SandboxOptions', description: 'What a sandbox is made of; everything has a default.' })

/** Options of a sandbox as a file has them, plus plug-ins, which are code and cannot be in a file. */
export type SandboxOptions = WithPlugins<z.input<typeof sandboxOptions>>
export type ParsedOptions = z.output<typeof sandboxOptions> & { readonly plugins: ChainPlugins }
export type ChainOptions = z.output<typeof chainOptions>

/** @throws UsageError that names each invalid member. */
export function parseOptions(options: SandboxOptions): ParsedOptions {
  const { rest, plugins } = splitPlugins(options)
  const parsed = sandboxOptions.safeParse(rest)
  if (!parsed.success)
    throw new UsageError('createSandbox() does not take these options', { details: describeIssues(parsed.error) })
  return { ...parsed.data, plugins }
}

/** Options in JSON, as a file writes them; plug-ins, which no file can hold, are left out. */
export function writtenOptions(options: ParsedOptions): Json {
  const { plugins: _plugins, ...rest } = options
  return JSON.parse(JSON.stringify(z.encode(sandboxOptions, rest))) as Json
}
