import { z } from 'zod'
import { DROPPED_TEXT, droppedMember, FixtureError, parsedBy, Reach, UsageError } from '../base/index.js'
import type { Vms } from '../app/index.js'
import { fixtureSchema } from '../replay/internal.js'
import {
  coins,
  describeIssues,
  detailsOf,
  json,
  placeIssues,
  sandboxOptions,
  UINT_JSON_SCHEMA,
  type Sandbox,
} from '../sandbox/internal.js'
import type { StoryView } from './view.js'
import { WORLD_NAMES } from './worlds/names.js'

/** The version of the file format. */
const CAMPAIGN_VERSION = 1

/** What each actor may claim of one contract, by the actor's name: amounts by denomination. */
export type Claims = Readonly<Record<string, Readonly<Record<string, bigint>>>>

/** Queries the contract for what each actor may claim. */
export type ClaimsFunction = (sandbox: Sandbox, actors: readonly string[]) => Claims | Promise<Claims>
/** Whether the contract has reached its intended end, after which no message needs to work. */
export type TerminalFunction = (sandbox: Sandbox) => boolean | Promise<boolean>
/** Brings a new sandbox to the state from which every action sequence starts. */
export type SetupFunction = (sandbox: Sandbox) => Promise<void>
/** Checks an invariant of your own after each step. @returns a description of the violation; undefined when there is none */
export type OwnCheck = (
  sandbox: Sandbox,
  story: StoryView,
) => string | undefined | void | Promise<string | undefined | void>

const FUNCTION = 'a function, in a module'
/** A member that can be a function if the campaign is a module. @param what describes the form in a file */
const orFunction = <T extends z.ZodType, F>(inFile: T, what: string): z.ZodUnion<[T, z.ZodType<F, F>]> =>
  z.union([
    inFile,
    z
      .custom<F>((value) => typeof value === 'function', `expected ${what}, or in a module a function`)
      .meta({ title: FUNCTION }),
  ])

const name = z.string().min(1)
const names = z.array(name).default([])
const pointer = z.string().regex(/^(\/.*)?$/, 'expected a JSON pointer such as "/amount"')

const claimsQuery = z
  .strictObject({
    query: json.describe('The query for one actor. "${actor}" in it is replaced by the address.'),
    at: z
      .union([pointer, z.array(pointer).min(1)])
      .default('')
      .describe(
        'JSON pointer to the claim in the response: an amount, a coin, or a list of coins. Several pointers are added. "${actor}" in it is replaced by the address.',
      ),
    each: z
      .strictObject({
        account: pointer.describe('JSON pointer from an entry to its account.'),
        amount: pointer.default('').describe('JSON pointer from an entry to its claim. Default: the entry itself.'),
      })
      .optional()
      .describe('If `at` is a list with the claims of all accounts: where its entries have the account and the claim.'),
    denom: z
      .string()
      .min(1)
      .optional()
      .describe('Denomination of an amount without one. Default: the native denomination of the chain.'),
  })
  .meta({ id: 'ClaimsQuery' })

const claimsQueries = z.union([claimsQuery, z.array(claimsQuery).min(1)])

const terminalQuery = z
  .strictObject({ query: json, at: pointer.default(''), equals: json })
  .meta({ id: 'TerminalQuery', description: 'The contract has ended when its response has this value at this place.' })

const exampleMessage = z
  .strictObject({
    from: name.optional().describe('The actor that sends the message. Default: any actor.'),
    msg: json.describe('The message. "${alice}" and "${vault}" in it are replaced by addresses, as in the setup.'),
    funds: coins.default(''),
  })
  .meta({
    id: 'ExampleMessage',
    description: 'A message that the contract accepts in some state. Campaigns send variations of it.',
  })

const contractConfig = z
  .strictObject({
    label: name.describe('The label under which the setup instantiates the contract; with `address` any name.'),
    address: name
      .optional()
      .describe('The address of the contract, if it is on the chain before the setup, as on a forked chain.'),
    chain: name.default('neutron'),
    schema: z
      .union([z.string().min(1), z.record(z.string(), json)])
      .optional()
      .describe(
        'The JSON schema that `cosmwasm-schema` or `sudobox schema infer` writes: its path, or the document itself. For an older contract, the folder with its separate files. A contract in Solidity that the setup deploys has none: its messages are the functions of its ABI.',
      ),
    admin: name.optional().describe('The account that may send privileged messages.'),
    messages: z.array(exampleMessage).default([]),
    migrateTo: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A second release of the contract: the path of its .wasm. Its admin migrates the contract to it, also while packets are in flight. Without it, to the code that it has.',
      ),
    migrateMsg: json.default({}).describe('The message of these migrations.'),
    resubmit: json
      .optional()
      .describe(
        'The message that resubmits a failed callback: "${failure_id}" in it is replaced by the id of the failure.',
      ),
    recover: names.describe(
      'Names of messages that return to the actors what a failed round trip left in the contract.',
    ),
    claims: orFunction<typeof claimsQueries, ClaimsFunction>(claimsQueries, 'a query for what an actor may claim')
      .optional()
      .describe(
        'What each actor may claim; the claims of several queries are added. Without it, only a part of invariant I1 is checked.',
      ),
    terminal: orFunction<z.ZodUnion<[z.ZodLiteral<false>, typeof terminalQuery]>, TerminalFunction>(
      z.union([z.literal(false), terminalQuery]),
      'false, or a query for the end',
    )
      .optional()
      .describe(
        'When the contract has reached its intended end; false: never. Without it, invariant I4 only gives notes.',
      ),
    allowFailures: z
      .array(z.string().min(1))
      .default([])
      .describe('Parts of error texts. A callback that fails with such an error fails on purpose.'),
    cron: names.describe(
      'Names of messages that schedules of the chain (cron) send to the contract, without coins. Campaigns add such schedules, and their runs must succeed.',
    ),
    open: names.describe('Names of messages that the contract sends to itself and that anyone may send.'),
  })
  .meta({ id: 'ContractConfig' })

const actor = z
  .strictObject({
    name,
    address: name
      .optional()
      .describe(
        'The address of an account that is on the chain before the setup, as on a forked chain. It acts without a key, with the coins that it has.',
      ),
    funds: coins.default(''),
    chain: name.default('neutron'),
  })
  .refine(({ address, funds }) => address === undefined || funds === '', {
    path: ['funds'],
    error: 'an actor with an address has the coins of that account; the setup can send it more',
  })
  .meta({ id: 'Actor', description: 'An account that takes part, and the coins that it starts with.' })

const level = z.union([z.boolean(), z.enum(['error', 'warn', 'note'])])
export const INVARIANT_IDS = [
  'I1',
  'I2',
  'I3',
  'I4',
  'I5',
  'I6',
  'I7',
  'I8',
  'I9',
  'I9b',
  'I10',
  'I11',
  'I12',
  'I13',
  'I14',
  'I15',
] as const
export type InvariantId = (typeof INVARIANT_IDS)[number]

const invariants = z
  .strictObject(
    Object.fromEntries(INVARIANT_IDS.map((id) => [id, level.optional()])) as Record<
      InvariantId,
      z.ZodOptional<typeof level>
    >,
  )
  .meta({
    id: 'Invariants',
    description:
      'Which invariants are checked: true or error makes each of its violations an error, warn at most a warning, note a note; false switches it off. I9b is the second half of I9: strangers never have more than they started ' +
      'with. Enable it if nobody earns rewards, trades, or is paid for calling the contract.',
  })

const exception = z
  .strictObject({
    invariant: name.describe('The id of the invariant, or the name of one of your own.'),
    at: name
      .optional()
      .describe('The message, callback or entry point, as a finding names it, such as "vault/deposit".'),
    reason: name.optional().describe("A part of the finding's text."),
  })
  .refine(({ at, reason }) => at !== undefined || reason !== undefined, {
    error:
      'an exception needs `at`, `reason`, or both; to switch an invariant off: invariants: { I12: false }; to make all its violations errors: invariants: { I12: error }',
  })
  .meta({
    id: 'Exception',
    description: 'A violation, by its place and its reason. Each finding proposes its entry.',
  })
/** Names a violation, in `except` or `forbid`. */
export type Exception = z.output<typeof exception>

const ownInvariant = z.strictObject({
  name: z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]*$/, 'expected a name of letters, digits, "-" and "_"'),
  check: z.custom<OwnCheck>((value) => typeof value === 'function', 'expected a function').meta({ title: FUNCTION }),
})

/** The default folder of findings, in the working directory. */
export const FOUND = 'fixtures/found'

const someSteps = fixtureSchema.shape.steps.unwrap().min(1)

/** Whether all contracts are on the chain before the setup. @param contracts not checked yet */
const isThere = (contracts: unknown): boolean =>
  Array.isArray(contracts) &&
  contracts.every((one: { readonly address?: unknown } | null) => one?.address !== undefined)

/** A campaign in a file or a module. In a module some members can be functions. */
const campaignSchema = z
  .strictObject({
    $schema: z.string().optional(),
    campaign: z.literal(CAMPAIGN_VERSION).default(CAMPAIGN_VERSION).describe('The version of this format.'),
    title: name,
    description: z.string().optional(),
    sandbox: sandboxOptions.optional().describe("Proofs are trusted unless `ibc.proofs` is 'verify'."),
    setup: orFunction<typeof someSteps, SetupFunction>(someSteps, 'a list of steps')
      .optional()
      .describe(
        'Steps, as in a fixture, that lead to the state where every action sequence starts. Paths are relative to the file. May be left out if each contract has an `address`.',
      ),
    contracts: z.array(contractConfig).min(1),
    actors: z.array(actor).min(1),
    feeDenoms: z
      .array(z.string().min(1))
      .optional()
      .describe(
        'Denominations that are only used for fees: losses of them violate no invariant. Default: the native denomination of the chain; may be empty.',
      ),
    remote: z
      .strictObject({
        chain: name
          .optional()
          .describe("Default: `hub`; without a chain of that name, the first chain that is not the first contract's."),
        accounts: names.describe('Accounts of the contracts besides their interchain accounts: addresses or names.'),
        changes: z
          .boolean()
          .default(true)
          .describe(
            'Whether strangers change what registered interchain queries read there: they create, fill, empty and lose validators, send coins to accounts, and send transactions that match filters.',
          ),
      })
      .prefault({}),
    invariants: invariants.prefault({}),
    except: z.array(exception).default([]).describe('Violations that are intended, and therefore not findings.'),
    forbid: z
      .array(exception)
      .default([])
      .describe('Violations that are errors, where they would be warnings or notes.'),
    certify: z
      .strictObject({
        upTo: z
          .int()
          .min(1)
          .max(100_000)
          .default(500)
          .describe('Entries of a storage map, or messages, up to which the gas of callbacks is bounded.'),
      })
      .prefault({})
      .describe('What the report says about the gas of callbacks.'),
    own: z.array(ownInvariant).default([]).describe('Invariants of your own; only in a module.'),
    length: z.int().min(1).max(1000).default(24).describe('The maximum number of actions in a sequence.'),
    layers: z
      .boolean()
      .optional()
      .describe(
        'Whether campaigns use the layers around transfers: memos that call contracts by hooks or forward coins to other chains, and a rate limit that refuses transfers. Default: true if `sandbox` sets `layers` of a chain.',
      ),
    attacker: z
      .boolean()
      .optional()
      .describe(
        'Whether a contract of an attacker is on the chains of the contracts, whose address messages may name: it uses up all gas, or calls the contracts back. Default: true if messages name addresses. False also keeps an impostor away, which opens channels to the contracts that have some of their own.',
      ),
    worlds: z
      .array(z.enum(WORLD_NAMES))
      .min(1)
      .refine((names) => new Set(names).size === names.length, 'expected each world once')
      .optional()
      .describe(
        'The worlds in which action sequences begin: `plain` as after the setup, `decimals` with amounts of coins with 18 decimals, `fees` with a price of gas and other fees of relayers, `two-channels` with two channels to one chain, `third-chain` with a third chain, `upgrade` with upgrades between a request and its answer. Default: all, mostly `plain`.',
      ),
    paranoid: z.boolean().default(false).describe('Also does what no chain does, such as delivering an outcome twice.'),
    found: z
      .string()
      .min(1)
      .default(FOUND)
      .describe('Folder of the findings. Only in a module; otherwise use --found.'),
    corpus: z
      .string()
      .min(1)
      .optional()
      .describe('Folder of the corpus. Default: in memory. Only in a module; otherwise use --corpus.'),
  })
  .refine(({ setup, contracts }) => setup !== undefined || isThere(contracts), {
    path: ['setup'],
    error: 'a campaign whose contracts have no `address` needs a `setup` that instantiates them',
    // Also next to members that are missing or invalid.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({ id: 'Campaign', title: 'Sudobox campaign' })

/** A campaign as a user writes it, before defaults are filled in. */
export type CampaignConfigInput = z.input<typeof campaignSchema>
type Parsed = z.output<typeof campaignSchema>
type Checked = Omit<Parsed, 'remote'> & {
  readonly remote: Parsed['remote'] & { readonly chain: string }
}
/** A validated campaign, and the file that its paths are relative to. */
export type CampaignConfig = Checked & {
  readonly file: string | undefined
  /** Whether the file may name the same files and resources as code. */
  readonly trusted: boolean
  /** How the files that it names are read; by default from the disk, as its folder and `trusted` permit. */
  readonly reach?: Reach
  /** The VMs of its sandboxes' contracts; by default those of the process. */
  readonly vms?: Vms
}
export type ContractConfig = CampaignConfig['contracts'][number]
export type Level = z.output<typeof level>

/** An invariant is on by default if it hardly ever raises a false alarm. */
const DEFAULTS: Readonly<Record<InvariantId, Level>> = {
  I1: true,
  I2: true,
  I3: true,
  I4: 'note',
  I5: true,
  I6: true,
  I7: true,
  I8: true,
  I9: true,
  I9b: false,
  I10: false,
  I11: false,
  I12: true,
  I13: true,
  I14: true,
  I15: true,
}

/** The level of an invariant: what the campaign says, else its default. I4 is on by default if every contract has `terminal`. */
export function levelOf(config: CampaignConfig, id: InvariantId): Level {
  const written = config.invariants[id]
  if (written !== undefined) return written
  if (id === 'I4' && config.contracts.every(({ terminal }) => terminal !== undefined)) return true
  return DEFAULTS[id]
}

/**
 * Validates a campaign. @param file paths are relative to its folder; to the working directory when left out
 * @param trusted whether it may name files outside that folder and the working directory, and use resources of the host
 * @throws UsageError that names each invalid member; FixtureError if the campaign came from a file
 */
export function defineCampaign(
  input: CampaignConfigInput,
  file?: string,
  trusted = file === undefined,
): CampaignConfig {
  const parsed = parsedBy(campaignSchema, input)
  if (parsed.success) {
    const dropped = droppedMember(input, parsed.data)
    if (dropped === undefined) return { ...checked(parsed.data), file, trusted }
    if (file !== undefined) throw new FixtureError({ file, pointer: dropped, message: DROPPED_TEXT })
    throw new UsageError('not a campaign', { details: [`at ${dropped}: ${DROPPED_TEXT}`] })
  }
  if (file === undefined) throw new UsageError('not a campaign', { details: describeIssues(parsed.error) })
  const [first, ...others] = placeIssues(parsed.error).map(({ pointer: at, message }) => ({
    pointer: at,
    message: missing(input, at.slice(1)) ?? message,
  }))
  throw new FixtureError({
    file,
    pointer: first?.pointer ?? '',
    message: first?.message ?? 'not a campaign',
    details: detailsOf(others),
  })
}

/** Examples in YAML of the required members. */
const REQUIRED: Readonly<Record<string, string>> = {
  title: 'title: vault',
  setup:
    'setup: [{ do: { action: tx, from: alice, messages: [{ store: { wasm: { path: vault.wasm } } }] } }, …], as in a fixture',
  contracts: 'contracts: [{ label: vault, schema: schema/vault.json }]',
  actors: 'actors: [{ name: alice, funds: 1000000untrn }]',
}

/** The message for a required member that is missing. */
function missing(input: unknown, member: string): string | undefined {
  const right = Object.hasOwn(REQUIRED, member) ? REQUIRED[member] : undefined
  if (right === undefined || typeof input !== 'object' || input === null || Object.hasOwn(input, member))
    return undefined
  return `a campaign needs the member "${member}"; right: ${right}`
}

/** Checks what the schema cannot express. */
function checked(config: Parsed): Checked {
  const twice = [
    config.actors.map(({ name: of, chain }) => `${of} on ${chain}`),
    config.contracts.map(({ label }) => label),
    config.own.map(({ name: of }) => of),
  ].flatMap((list) => list.filter((item, i) => list.indexOf(item) !== i))
  if (twice.length > 0) throw new UsageError(`the campaign uses a name more than once: ${twice.join(', ')}`)
  const known = [...INVARIANT_IDS, ...config.own.map(({ name: of }) => of)]
  for (const [what, entries] of [['an exception', config.except] as const, ['`forbid`', config.forbid] as const]) {
    const unknown = entries.find(({ invariant }) => !known.includes(invariant))
    if (unknown !== undefined)
      throw new UsageError(`${what} names "${unknown.invariant}", which is not an invariant`, {
        details: [`invariants: ${known.join(', ')}`],
      })
  }
  return { ...config, remote: { ...config.remote, chain: config.remote.chain ?? remoteOf(config) } }
}

const USUAL_REMOTE = 'hub'

/** The other chain of a campaign that names none. */
function remoteOf({ sandbox: { chains } = {}, contracts }: Parsed): string {
  const names = Object.keys(chains ?? {})
  if (names.length < 2 || names.includes(USUAL_REMOTE)) return USUAL_REMOTE
  return names.find((key) => key !== contracts[0]!.chain)!
}

/** Which files and resources a campaign may name. */
export const reachOf = ({ file, trusted, reach }: CampaignConfig): Reach =>
  reach ?? (file === undefined ? Reach.ofCode() : new Reach(file, trusted))

/** The published JSON Schema of the file, for editors and other tools. */
export function campaignJsonSchema(): object {
  return z.toJSONSchema(campaignSchema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (z.globalRegistry.get(zodSchema)?.id === 'Uint') Object.assign(jsonSchema, UINT_JSON_SCHEMA)
      const { anyOf } = jsonSchema
      if (anyOf?.some((branch) => branch.title === FUNCTION) !== true) return
      const [inFile] = anyOf.filter((branch) => branch.title !== FUNCTION)
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, inFile)
    },
  })
}
