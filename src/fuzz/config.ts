import { z } from 'zod'
import { FixtureError, UsageError } from '../base/errors.js'
import { Reach } from '../base/reach.js'
import { fixtureSchema } from '../replay/index.js'
import type { Sandbox } from '../sandbox/index.js'
import { describeIssues, placeIssues } from '../sandbox/actions/issues.js'
import { sandboxOptions } from '../sandbox/api/options.js'
import { coins, json, UINT_JSON_SCHEMA } from '../sandbox/values/values.js'
import type { StoryView } from './view.js'

/** The version of the file format. */
const CAMPAIGN_VERSION = 1

/** What each actor may claim of one contract, by the actor's name: amounts by denomination. */
export type Claims = Readonly<Record<string, Readonly<Record<string, bigint>>>>

/** Asks the contract what its actors may claim. */
export type ClaimsFunction = (sandbox: Sandbox, actors: readonly string[]) => Claims | Promise<Claims>
/** Whether the contract has ended on purpose, so that nothing needs to work any more. */
export type TerminalFunction = (sandbox: Sandbox) => boolean | Promise<boolean>
/** Brings a new sandbox to the state from which every story starts. */
export type SetupFunction = (sandbox: Sandbox) => Promise<void>
/** Looks at the sandbox after each step. @returns what is wrong; nothing when all is well */
export type OwnCheck = (
  sandbox: Sandbox,
  story: StoryView,
) => string | undefined | void | Promise<string | undefined | void>

const FUNCTION = 'a function, in a module'
/** A member that a module may also give as a function. @param what it is in a file */
const orFunction = <T extends z.ZodType, F>(inFile: T, what: string): z.ZodUnion<[T, z.ZodType<F, F>]> =>
  z.union([
    inFile,
    z
      .custom<F>((value) => typeof value === 'function', `expected ${what}, or in a module a function`)
      .meta({ title: FUNCTION }),
  ])

const name = z.string().min(1)
const names = z.array(name).default([])
const pointer = z
  .string()
  .regex(/^(\/.*)?$/, 'expected a JSON pointer such as "/amount"')
  .default('')

const claimsQuery = z
  .strictObject({
    query: json.describe('The query for one actor: "${actor}" in it stands for the address.'),
    at: pointer.describe('Where in the answer the claim stands: an amount, a coin, or a list of coins.'),
    denom: z.string().min(1).optional().describe("Of an amount without a denomination; the chain's own when left out."),
  })
  .meta({ id: 'ClaimsQuery' })

const terminalQuery = z
  .strictObject({ query: json, at: pointer, equals: json })
  .meta({ id: 'TerminalQuery', description: 'The contract has ended when its answer has this value there.' })

const exampleMessage = z
  .strictObject({
    from: name.optional().describe('An actor; any when left out.'),
    msg: json.describe('"${alice}" and "${vault}" in it stand for addresses, as in the setup.'),
    funds: coins.default(''),
  })
  .meta({
    id: 'ExampleMessage',
    description: 'A message that works in some state: stories begin with variations of it.',
  })

const contractConfig = z
  .strictObject({
    label: name.describe('Under which the setup instantiates it.'),
    chain: name.default('neutron'),
    schema: z
      .union([z.string().min(1), z.record(z.string(), json)])
      .describe(
        'The JSON schema that `cosmwasm-schema` or `sudobox schema infer` writes: its path, or itself; or the folder of the separate files of an older contract.',
      ),
    admin: name.optional().describe('The account that may send what others may not.'),
    messages: z.array(exampleMessage).default([]),
    resubmit: json
      .optional()
      .describe('The message that has a failure delivered again: "${failure_id}" in it stands for its id.'),
    recover: names.describe('Names of messages that give actors back what a failed round trip left behind.'),
    claims: orFunction<typeof claimsQuery, ClaimsFunction>(claimsQuery, 'a query for what an actor may claim')
      .optional()
      .describe('What each actor may claim: without it invariant I1 sees only half.'),
    terminal: orFunction<z.ZodUnion<[z.ZodLiteral<false>, typeof terminalQuery]>, TerminalFunction>(
      z.union([z.literal(false), terminalQuery]),
      'false, or a query for the end',
    )
      .optional()
      .describe('When the contract has ended on purpose; false: never. Without it invariant I4 only warns.'),
    allowFailures: z
      .array(z.string().min(1))
      .default([])
      .describe('Parts of the errors with which its callbacks refuse on purpose.'),
    open: names.describe('Names of messages that it sends to itself and that anybody may send.'),
  })
  .meta({ id: 'ContractConfig' })

const actor = z
  .strictObject({ name, funds: coins.default(''), chain: name.default('neutron') })
  .meta({ id: 'Actor', description: 'An account that takes part, and what it starts with.' })

const level = z.union([z.boolean(), z.literal('warn')])
const INVARIANT_IDS = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I9b', 'I10', 'I11', 'I12', 'I13'] as const
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
      'Which invariants are judged: true, false, or only as a warning. I9b is the second half of I9: strangers never have more than they began ' +
      'with; right where nobody earns rewards, trades or is paid for keeping the contract going.',
  })

const exception = z
  .strictObject({
    invariant: name.describe('Its id, or the name of one of your own.'),
    at: name
      .optional()
      .describe('The message, callback or entry point, as a finding names it, such as "vault/deposit".'),
    reason: name.optional().describe('A part of what the finding says.'),
  })
  .refine(({ at, reason }) => at !== undefined || reason !== undefined, {
    error: 'an exception names a place, a reason, or both; right: invariants: { I12: false } for all of them',
  })
  .meta({
    id: 'Exception',
    description: 'What breaks an invariant on purpose. Each finding proposes the one for itself.',
  })
/** What breaks an invariant on purpose. */
export type Exception = z.output<typeof exception>

const ownInvariant = z.strictObject({
  name: z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]*$/, 'expected a name of letters, digits, "-" and "_"'),
  check: z.custom<OwnCheck>((value) => typeof value === 'function', 'expected a function').meta({ title: FUNCTION }),
})

/** Where what was found is written when nobody says: in the working directory. */
export const FOUND = 'fixtures/found'

/** A campaign as it is written: in a file, or in a module, where some members may be functions. */
const campaignSchema = z
  .strictObject({
    $schema: z.string().optional(),
    campaign: z.literal(CAMPAIGN_VERSION).default(CAMPAIGN_VERSION).describe('The version of this format.'),
    title: name,
    description: z.string().optional(),
    sandbox: sandboxOptions.optional().describe("Proofs are trusted unless `ibc.proofs` is 'verify'."),
    setup: orFunction<typeof fixtureSchema.shape.steps, SetupFunction>(
      fixtureSchema.shape.steps,
      'a list of steps',
    ).describe('Steps, as in a fixture, that lead to where every story starts. Paths are looked up beside the file.'),
    contracts: z.array(contractConfig).min(1),
    actors: z.array(actor).min(1),
    feeDenoms: z
      .array(z.string().min(1))
      .optional()
      .describe("What only pays fees: losses in it break no invariant. The chain's own when left out; may be empty."),
    remote: z
      .strictObject({
        chain: name.default('hub'),
        accounts: names.describe('Of the contracts, beside their interchain accounts: addresses or names.'),
      })
      .prefault({}),
    invariants: invariants.prefault({}),
    except: z.array(exception).default([]).describe('What breaks invariants on purpose: no finding.'),
    own: z.array(ownInvariant).default([]).describe('Invariants of your own; in a module.'),
    length: z.int().min(1).max(1000).default(24).describe('Actions of a story at most.'),
    paranoid: z.boolean().default(false).describe('Also what no chain can do: an outcome that is delivered twice.'),
    found: z
      .string()
      .min(1)
      .default(FOUND)
      .describe('Folder of the fixtures of what was found. In a module; beside another file it comes from --found.'),
    corpus: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Folder of the stories that are kept; in memory when left out. In a module; beside another file it comes from --corpus.',
      ),
  })
  .meta({ id: 'Campaign', title: 'Sudobox campaign' })

/** A campaign as it is written. */
export type CampaignConfigInput = z.input<typeof campaignSchema>
/** A campaign that was checked, and the file beside which its paths are looked up. */
export type CampaignConfig = z.output<typeof campaignSchema> & {
  readonly file: string | undefined
  /** Whether the file may name what code may. */
  readonly trusted: boolean
  /** From where what the file names is read, if not from the disk as its place and `trusted` say. */
  readonly reach?: Reach
}
export type ContractConfig = CampaignConfig['contracts'][number]
export type Level = z.output<typeof level>

/** Section 3 of what is known of such contracts: which invariants hardly ever raise a false alarm. */
const DEFAULTS: Readonly<Record<InvariantId, Level>> = {
  I1: true,
  I2: true,
  I3: true,
  I4: 'warn',
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
}

/** How an invariant is judged in a campaign: what is written, else its default. I4 is a finding where all contracts tell when they have ended. */
export function levelOf(config: CampaignConfig, id: InvariantId): Level {
  const written = config.invariants[id]
  if (written !== undefined) return written
  if (id === 'I4' && config.contracts.every(({ terminal }) => terminal !== undefined)) return true
  return DEFAULTS[id]
}

/**
 * Checks a campaign. @param file beside which paths are looked up; the working directory when left out
 * @param trusted whether it may name files outside that folder and the working directory, and touch the host
 * @throws UsageError that names each wrong member; FixtureError when it came from a file
 */
export function defineCampaign(
  input: CampaignConfigInput,
  file?: string,
  trusted = file === undefined,
): CampaignConfig {
  const parsed = campaignSchema.safeParse(input)
  if (parsed.success) return { ...checked(parsed.data), file, trusted }
  if (file === undefined) throw new UsageError('not a campaign', { details: describeIssues(parsed.error) })
  const [first, ...others] = placeIssues(parsed.error).map(({ pointer: at, message }) => ({
    pointer: at,
    message: missing(input, at.slice(1)) ?? message,
  }))
  throw new FixtureError({
    file,
    pointer: first?.pointer ?? '',
    message: first?.message ?? 'not a campaign',
    details: others.map((issue) => `#${issue.pointer}: ${issue.message}`),
  })
}

/** What a campaign has at least, as YAML has it. */
const REQUIRED: Readonly<Record<string, string>> = {
  title: 'title: what is searched for',
  setup:
    'setup: [{ do: { action: tx, from: alice, messages: [{ store: { wasm: { path: vault.wasm } } }] } }, …], as in a fixture',
  contracts: 'contracts: [{ label: vault, schema: schema/vault.json }]',
  actors: 'actors: [{ name: alice, funds: 1000000untrn }]',
}

/** What is said of a required member that is not there. */
function missing(input: unknown, member: string): string | undefined {
  const right = Object.hasOwn(REQUIRED, member) ? REQUIRED[member] : undefined
  if (right === undefined || typeof input !== 'object' || input === null || Object.hasOwn(input, member))
    return undefined
  return `a campaign needs the member "${member}"; right: ${right}`
}

/** What no schema can say. */
function checked(config: z.output<typeof campaignSchema>): z.output<typeof campaignSchema> {
  const twice = [
    config.actors.map(({ name: of, chain }) => `${of} on ${chain}`),
    config.contracts.map(({ label }) => label),
    config.own.map(({ name: of }) => of),
  ].flatMap((list) => list.filter((item, i) => list.indexOf(item) !== i))
  if (twice.length > 0) throw new UsageError(`the campaign has several things of one name: ${twice.join(', ')}`)
  const known = [...INVARIANT_IDS, ...config.own.map(({ name: of }) => of)]
  const unknown = config.except.find(({ invariant }) => !known.includes(invariant))
  if (unknown !== undefined)
    throw new UsageError(`there is an exception to "${unknown.invariant}", which is no invariant`, {
      details: [`invariants: ${known.join(', ')}`],
    })
  return config
}

/** How far the word of a campaign reaches. */
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
