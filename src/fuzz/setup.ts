import { atPointer, FixtureError, Reach, SudoboxError, UsageError } from '../base/index.js'
import {
  createSandboxWithin,
  errorView,
  outcomeView,
  type Action,
  type Json,
  type Observation,
  type Sandbox,
  type SandboxOptions,
  type SandboxSetting,
} from '../sandbox/internal.js'
import { firstDifference, prepareAction, substitute, type Lookup, type Step } from '../replay/internal.js'
import { setUpAttacker } from './attacker/attacker.js'
import { homeOf } from './chains/home.js'
import { reachOf, type CampaignConfig, type ContractConfig } from './config.js'
import { setUpImpostor } from './impostor/impostor.js'
import { setUpLimits } from './layers/limiter.js'
import { Ledger, type Sums } from './money/money.js'
import { backingOf } from './money/vouchers.js'
import { channelsOfPort } from '../modules/ibc/index.js'
import { readContractSchema, readNamedSchema, validatorsAround, type ContractSchema } from '../schema/index.js'
import { ibcPort } from '../modules/wasm/index.js'
import { solidityOf, type SolidityFacts } from './chains/solidity.js'
import type { StepObserver } from './diff/observer.js'
import { TimeLimit } from './time-limit.js'
import { storeReleases, type Releases } from './model/migrations.js'

/** An account that every campaign adds and no contract knows. */
export const STRANGER = 'stranger'
/** The validator that campaigns create on the remote chain. It is no actor, since a validator may lose its coins. */
export const NEW_VALIDATOR = 'new-validator'
const STRANGERS_COINS = 1_000_000_000n

/** A contract of a campaign. */
export interface Subject {
  readonly config: ContractConfig
  readonly address: string
  readonly schema: ContractSchema
  /** Only of a contract in Solidity. */
  readonly solidity: SolidityFacts | undefined
}

/** The state where all action sequences of a campaign start. */
export interface Start {
  readonly config: CampaignConfig
  readonly sandbox: Sandbox
  readonly ledger: Ledger
  readonly subjects: readonly Subject[]
  /** The actions that led to it. */
  readonly setup: readonly Action[]
  /** Values that the campaign's setup saved, by name. */
  readonly saved: Saved
  /** All actors, strangers included. */
  readonly actors: readonly string[]
  /** The actors who may have claims on a chain: those that the campaign puts there, and the stranger. */
  readonly claimants: (chain: string) => readonly string[]
  /** Validators at the start, as a chain sees them. */
  readonly validators: (chain: string) => ReturnType<typeof validatorsAround>
  /** Assets in which fees are paid. */
  readonly fees: ReadonlySet<string>
  /** What other chains keep in escrow for coins that the setup sent to contracts over channels of their own. */
  readonly backing: Sums
  /** What packets have that the setup sent for contracts and that may come back. */
  readonly inFlight: Sums
  /** Code ids of the releases to which contracts are migrated. */
  readonly releases: Releases
  /** The sandbox's snapshot of this state. */
  readonly snapshot: number
  /** Whether steps take the light path of the sandbox, as those of the search do; what it finds is confirmed and written on the exact path. */
  readonly light: boolean
  /** Without an end until a campaign begins. */
  readonly limit: TimeLimit
  /** What else is done at each step, such as to make it on another build of a contract too. */
  readonly observer?: StepObserver | undefined
}

/** Steps of a fixture that replace the campaign's actors and setup. */
export interface SetupOfFixture {
  readonly file: string
  readonly trust: boolean
  readonly options: SandboxOptions | undefined
  readonly steps: readonly Step[]
  /** What the campaign's setup saved. */
  readonly saved: Saved
}

/**
 * Creates the sandbox of a campaign and runs its setup. @param observed whether code coverage is counted @param from the setup of a finding
 * @param onFork called while it waits for a live chain
 * @throws FixtureError for a step of the setup that fails or an invalid schema; UsageError for a contract that the setup does not instantiate
 */
export async function startCampaign(
  config: CampaignConfig,
  observed = true,
  from?: SetupOfFixture,
  onFork?: SandboxSetting['onFork'],
): Promise<Start> {
  const reach = reachOf(config)
  const setting = { coverage: observed, vms: config.vms, ...(onFork && { onFork }) }
  const sandbox =
    from === undefined
      ? sandboxOf(config, setting)
      : createSandboxWithin(new Reach(from.file, from.trust), from.options, setting)
  try {
    const saved = from === undefined ? await setUp(sandbox, config, reach) : await setUpAgain(sandbox, from)
    const given = readSchemas(config)
    const solidity = config.contracts.map(({ chain, label }, index) =>
      given[index] === undefined ? deployedOn(sandbox, chain, label) : undefined,
    )
    const schemas = given.map((schema, index) => schema ?? solidity[index]!.schema)
    const releases = from === undefined ? await storeReleases(sandbox, config, STRANGER) : new Map<string, bigint>()
    if (from === undefined) {
      await setUpAttacker(sandbox, config, schemas, STRANGER)
      await setUpImpostor(sandbox, config, STRANGER)
    }
    const subjects = config.contracts.map((contract, index) =>
      subjectOf(
        sandbox,
        withNames(contract, index, lookupIn(sandbox, contract.chain, saved), reach),
        schemas[index]!,
        solidity[index]?.facts,
      ),
    )
    const home = homeOf(sandbox, config)
    const ledger = new Ledger(sandbox, config, actorsOf(config))
    const validators = new Map(Object.keys(sandbox.chains).map((key) => [key, validatorsAround(sandbox, key)]))
    return {
      config,
      sandbox,
      ledger,
      subjects,
      // A copy, because the sandbox appends to its log.
      setup: [...sandbox.log],
      saved,
      actors: actorsOf(config),
      claimants: (chain) => [
        ...new Set([...config.actors.filter((actor) => actor.chain === chain).map(({ name }) => name), STRANGER]),
      ],
      validators: (chain) => validators.get(chain) ?? {},
      releases,
      backing: backingOf(sandbox, subjects, ledger),
      inFlight: ledger.inFlight(),
      fees: new Set((config.feeDenoms ?? [home.host.app.denom]).map((denom) => ledger.assetOf(home.key, denom))),
      snapshot: await sandbox.snapshot(),
      light: false,
      limit: new TimeLimit(),
    }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}

/** Values that steps saved, by name. */
type Saved = ReadonlyMap<string, Json>

async function setUpAgain(sandbox: Sandbox, { steps, file, trust, saved }: SetupOfFixture): Promise<Saved> {
  await runSteps(sandbox, steps, file, new Reach(file, trust), '/steps')
  return saved
}

/** Labels existing contracts and accounts, creates the actors' accounts, and runs the campaign's setup. */
async function setUp(sandbox: Sandbox, config: CampaignConfig, reach: Reach): Promise<Saved> {
  for (const { label, chain, address } of config.contracts)
    if (address !== undefined) named(sandbox, chain, address, label)
  for (const { name, chain, address, funds } of config.actors)
    if (address === undefined) await sandbox.perform({ action: 'account', chain, name, funds })
    else named(sandbox, chain, address, name)
  const isThere = (of: string, key: string): boolean =>
    config.actors.some(({ name, chain, address }) => name === of && chain === key && address !== undefined)
  for (const chain of Object.values(sandbox.chains))
    for (const name of actorsOf(config))
      if (!isThere(name, chain.key))
        await sandbox.perform({
          action: 'account',
          chain: chain.key,
          name,
          funds: name === STRANGER ? `${STRANGERS_COINS}${chain.host.app.denom}` : '',
        })
  const remote = sandbox.chain(config.remote.chain)
  if (config.remote.changes && remote !== undefined)
    await sandbox.perform({
      action: 'account',
      chain: remote.key,
      name: NEW_VALIDATOR,
      funds: `${STRANGERS_COINS}${remote.host.app.denom}`,
    })
  const saved = await runSetup(sandbox, config, reach)
  await setUpLimits(sandbox, config, STRANGER)
  return saved
}

async function runSetup(sandbox: Sandbox, config: CampaignConfig, reach: Reach): Promise<Saved> {
  if (config.setup === undefined) return new Map()
  if (typeof config.setup !== 'function')
    return runSteps(sandbox, config.setup, config.file ?? config.title, reach, '/setup')
  await config.setup(sandbox)
  return new Map()
}

const named = (sandbox: Sandbox, chain: string, address: string, label: string): unknown =>
  sandbox.performNow({ action: 'label', chain, address, label })

/** Resolves `${…}`: a value that a step saved, or the address of an account or a contract; `${hub.alice}` is on another chain. */
const lookupIn =
  (sandbox: Sandbox, chain: string, saved: Saved): Lookup =>
  (name) => {
    if (saved.has(name)) return saved.get(name)
    const [first, ...rest] = name.split('.')
    const other = rest.length > 0 ? sandbox.chain(first!) : undefined
    return other === undefined ? sandbox.chain(chain)?.addressOf(name) : other.addressOf(rest.join('.'))
  }

/** Replaces the names of accounts, contracts and saved values in example messages and in claims. @throws FixtureError for an unknown name */
const withNames = (contract: ContractConfig, index: number, lookup: Lookup, reach: Reach): ContractConfig => ({
  ...contract,
  ...(typeof contract.claims === 'object' && {
    claims: substitute(contract.claims as unknown as Json, laterFor(lookup), reach, [
      'contracts',
      index,
      'claims',
    ]) as unknown as NonNullable<ContractConfig['claims']>,
  }),
  messages: contract.messages.map((message, i) => ({
    ...message,
    msg: substitute(message.msg, lookup, reach, ['contracts', index, 'messages', i, 'msg']),
  })),
})

/** Leaves `${actor}` as it is, which is another one in each query. */
const laterFor =
  (lookup: Lookup): Lookup =>
  (name) =>
    name === 'actor' ? '${actor}' : lookup(name)

/** @throws FixtureError for options that a file may not set */
function sandboxOf(
  config: CampaignConfig,
  setting: Pick<SandboxSetting, 'coverage' | 'onFork'> & Observation,
): Sandbox {
  try {
    return createSandboxWithin(reachOf(config), optionsOf(config), setting)
  } catch (error) {
    throw error instanceof FixtureError ? error.below('/sandbox') : error
  }
}

/** Ten years in seconds, so that light clients do not expire however much time passes in an action sequence. */
const TRUSTING_PERIOD = '315360000'

/** Gas costs nothing, as on other chains, so that only what contracts do changes balances. Source: cosmos/evm v0.7.3 x/feemarket/types/params.go */
const FREE_GAS = { no_base_fee: true }

const withFreeGas = (chains: NonNullable<SandboxOptions['chains']>): NonNullable<SandboxOptions['chains']> =>
  Object.fromEntries(
    Object.entries(chains).map(([key, chain]) => [
      key,
      chain?.kind === 'evmd'
        ? { ...chain, params: { ...chain.params, feemarket: { ...FREE_GAS, ...chain.params?.['feemarket'] } } }
        : chain,
    ]),
  )

/** The options of a campaign's sandboxes. */
export const optionsOf = ({ sandbox = {} }: CampaignConfig): SandboxOptions => ({
  ...sandbox,
  ...(sandbox.chains && { chains: withFreeGas(sandbox.chains) }),
  ibc: { proofs: 'trust', trustingPeriod: TRUSTING_PERIOD, ...sandbox.ibc },
})

const actorsOf = ({ actors }: CampaignConfig): readonly string[] => [
  ...new Set([...actors.map(({ name }) => name), STRANGER]),
]

/** Channels with an end at one of the contracts. */
export const ownChannels = ({ sandbox, subjects }: Pick<Start, 'sandbox' | 'subjects'>): readonly string[] => [
  ...new Set(
    subjects.flatMap(({ config, address }) =>
      channelsOfPort(sandbox.chain(config.chain)!.host.app.context, `${ibcPort(address)}/`).map(
        ({ channelId }) => channelId,
      ),
    ),
  ),
]

/** The messages of a contract in Solidity. @throws UsageError unless the setup deploys it, and one of its functions is not a view */
function deployedOn(sandbox: Sandbox, chain: string, label: string): NonNullable<ReturnType<typeof solidityOf>> {
  const there = sandbox.chain(chain)
  if (there === undefined)
    throw new UsageError(`the sandbox has no chain "${chain}", on which "${label}" is`, {
      details: [`right: one of ${Object.keys(sandbox.chains).join(', ')}`],
    })
  const found = solidityOf(there, label)
  if (found === undefined)
    throw new UsageError(`the campaign has no schema of "${label}"`, {
      details: [
        'right: schema: schema/vault.json, the file of `cosmwasm-schema` or of `sudobox schema infer`',
        'or, for a contract in Solidity: a step of the setup that deploys it: do: { action: ethereumTx, chain: evm, from: alice, deploy: { artifact: { path: out/Vault.json }, label: vault } }',
      ],
    })
  return { ...found, schema: withMessages(found.schema, label) }
}

/** @throws UsageError */
function withMessages(schema: ContractSchema, label: string): ContractSchema {
  if (schema.execute === undefined)
    throw new UsageError(`the schema of "${label}" has no execute messages, so there is nothing to fuzz`)
  return schema
}

/**
 * Reads the schemas of a campaign's contracts, which needs no chain; undefined for a contract without one, which may be in Solidity.
 * @throws FixtureError for an invalid schema; UsageError for one without execute messages
 */
export function readSchemas(config: CampaignConfig): readonly (ContractSchema | undefined)[] {
  const reach = reachOf(config)
  return config.contracts.map(({ schema: given, label }, index) => {
    if (given === undefined) return undefined
    const schema =
      typeof given === 'string'
        ? readNamedSchema(given, reach, `/contracts/${index}/schema`)
        : readContractSchema(given, `the schema of "${label}"`)
    return withMessages(schema, label)
  })
}

function subjectOf(
  sandbox: Sandbox,
  config: ContractConfig,
  schema: ContractSchema,
  solidity: SolidityFacts | undefined,
): Subject {
  const chain = sandbox.chain(config.chain)
  if (config.address !== undefined && chain?.host.labels.contractAddress(config.label) === undefined)
    throw new UsageError(`there is no contract "${config.label}" at ${config.address} on ${config.chain}`)
  const address = chain?.addressOf(config.label)
  if (address === undefined)
    throw new UsageError(`the setup instantiates no contract "${config.label}" on ${config.chain}`, {
      details: ['right: the label with which the setup instantiates it'],
    })
  return { config, address, schema, solidity }
}

/** Runs the steps of a setup. @returns the values they saved @throws FixtureError for a step that fails or has an unexpected outcome */
async function runSteps(
  sandbox: Sandbox,
  steps: readonly Step[],
  file: string,
  reach: Reach,
  place: string,
): Promise<Saved> {
  const saved = new Map<string, Json>()
  for (const [index, step] of steps.entries()) {
    const fail = (message: string, details: readonly string[] = [], cause?: unknown): never => {
      throw new FixtureError({ file, pointer: `${place}/${index}`, message, details, cause })
    }
    const lookupOn = (chain: string): Lookup => lookupIn(sandbox, chain, saved)
    const { action, lookup } = prepareAction(step.do, lookupOn, reach, [place.slice(1), index, 'do'])
    let view: Json
    try {
      view = outcomeView(await sandbox.perform(action))
    } catch (error) {
      if (error instanceof FixtureError) throw error.below(`${place}/${index}/do`)
      const failed = step.expect === undefined ? undefined : errorView(error)
      if (failed === undefined) {
        if (!(error instanceof SudoboxError)) throw error
        return fail(error.shortMessage, error.details, error)
      }
      view = failed
    }
    const expected = substitute(step.expect ?? {}, lookup, reach, [place.slice(1), index, 'expect'])
    const difference = firstDifference(expected, view)
    if (difference !== undefined) fail('the outcome is not as expected', [JSON.stringify(difference)])
    for (const [name, pointer] of Object.entries(step.save ?? {})) {
      const value = atPointer(view, pointer)
      if (value === undefined) fail(`the outcome has nothing at ${pointer}`)
      saved.set(name, value!)
    }
  }
  return saved
}
