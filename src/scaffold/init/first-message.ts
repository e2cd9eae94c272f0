import * as fc from 'fast-check'
import {
  messages,
  validatorsAround,
  type ContractSchema,
  type MessageSchema,
  type Surroundings,
} from '../../schema/index.js'
import { bankDenom, denomOf } from '../../modules/transfer/index.js'
import {
  createSandbox,
  DEFAULT_GAS_LIMIT,
  TxError,
  type Contract,
  type Json,
  type Sandbox,
  type SandboxChain,
} from '../../sandbox/internal.js'
import { SudoboxError } from '../../base/index.js'
import { withVmReleases, type VmReleases } from '../../replay/internal.js'
import { GasOfTries, PLACEHOLDER, ranOutOfGas, TimeLimit, type Answers } from '../../fuzz/internal.js'
import { named } from './literal.js'
import { firstThatWorks, Repairs } from './repaired.js'
import { ADDRESS, richest, worth } from './richest.js'
import { Teacher } from './teacher.js'
import { withUnorderedChannels } from './unordered.js'

/** The number of messages that are tried before giving up. */
const MAX_TRIES = 400
const SEED = 1

/** The actors of the first test, and their coins. */
export const ACTORS = ['alice', 'bob'] as const
export const FUNDS = '1000000000untrn'

/** Words that contracts often require. */
const WORDS = ['token', 'TOKEN', 'untrn', 'uatom', 'name', 'transfer', 'channel-0', 'connection-0', '1', '0.5']

/** A contract, and a message that instantiates it. */
export interface WorkingContract {
  readonly name: string
  readonly wasm: Uint8Array
  /** `${neutron.NAME}` stands for the address of an actor, or of a contract that is deployed before it. */
  readonly instantiate: Json
}

/** The messages that were found for a contract. */
export interface FirstMessages {
  /** Undefined when none was found. */
  readonly instantiate: Json | undefined
  /** A query and its response, if one was found. */
  readonly query: { readonly message: Json; readonly answer: Json } | undefined
  /** The contract's last error when no message worked. */
  readonly refusal: string | undefined
  /** Addresses of the actors and of the other contracts, by name. Messages may contain them. */
  readonly addresses: Readonly<Record<string, string>>
  /** The responses that the placeholder must give to queries, if it is among the other contracts. */
  readonly answers: Answers
}

export interface FirstMessageOptions {
  /** Whether messages may name accounts, validators and coins of the other chain. */
  readonly otherChain?: boolean
  /** Whether optional addresses are kept, and the first actor is used wherever the contract accepts it. */
  readonly oneOwner?: boolean
  /** Releases of the contract VM. */
  readonly vm?: VmReleases | undefined
  /** When it is over, the best so far is the result. */
  readonly limit?: TimeLimit | undefined
}

/**
 * Looks for a message that instantiates a contract, by trying messages of its schema, and for a query that succeeds.
 *
 * @param others contracts of the same project, which it may refer to
 * @throws SudoboxError for a `.wasm` that the chain refuses to store
 */
export async function findFirstMessages(
  wasm: Uint8Array,
  schema: ContractSchema,
  others: readonly WorkingContract[] = [],
  { oneOwner = false, otherChain = false, vm, limit = new TimeLimit() }: FirstMessageOptions = {},
): Promise<FirstMessages> {
  const sandbox = createSandbox(withVmReleases({}, vm))
  try {
    const chain = sandbox.chains.neutron
    const [alice] = ACTORS.map((name) => chain.account(name, FUNDS))
    const addresses = Object.fromEntries(ACTORS.map((name) => [name, chain.account(name).address]))
    const made = new Map<string, string>()
    let placeholder: { address: string; codeId: bigint; answers: Answers } | undefined
    for (const { name, wasm: code, instantiate } of others) {
      const known = [...Object.entries(addresses), ...made].map(([of, address]) => [reference(of), address] as const)
      const codeId = await alice!.store(code)
      const message = named(instantiate, new Map(known))
      const { address } = await alice!.instantiate(codeId, message, { label: name, admin: alice!.address })
      made.set(name, address)
      if (name === PLACEHOLDER) placeholder = { address, codeId, answers: instantiate as Answers }
    }
    const contracts = Object.fromEntries(made)
    const codeId = await alice!.store(wasm)
    const gas = new GasOfTries(limit)
    let refusal: string | undefined
    const around = {
      ...surroundings(chain, Object.values(addresses), Object.values(contracts)),
      ...(otherChain && beyond(sandbox)),
    }
    const teacher = placeholder && new Teacher(sandbox, { ...placeholder, admin: alice! }, placeholder.answers)
    const instantiate = async (message: Json): Promise<Contract | undefined> => {
      const attempt = (): Promise<Contract> =>
        withLittleGas(gas, limit, (gasLimit) => alice!.instantiate(codeId, message, { gasLimit }))
      try {
        return await attempt()
      } catch (error) {
        refusal = reasonOf(error)
        return (await teacher?.learn(error, attempt, around)) === true ? instantiate(message) : undefined
      }
    }
    const all = candidates(schema.instantiate, around)
    const works = async (one: Json): Promise<boolean> => !limit.isOver && (await instantiate(one)) !== undefined
    const errorOf = async (one: Json): Promise<string | undefined> =>
      (await works(one)) ? undefined : (refusal ?? 'the time is over')
    const first = await firstThatWorks(all, errorOf, new Repairs(wasm, around))
    if (first !== undefined) {
      const { message, others: further } = first
      const shortest = oneOwner
        ? await withUnorderedChannels(
            await withRemoteValidators(
              await ownedByOne(await shorten(await richest(message, further, works), works, worth), addresses, works),
              around,
              works,
            ),
            schema.instantiate!,
            works,
          )
        : await shorten(message, works)
      return {
        instantiate: shortest,
        query: firstAnswer((await instantiate(shortest))!, schema.query, around, limit),
        refusal,
        addresses: { ...addresses, ...contracts },
        answers: teacher?.answers ?? {},
      }
    }
    return {
      instantiate: undefined,
      query: undefined,
      refusal,
      addresses: { ...addresses, ...contracts },
      answers: teacher?.answers ?? {},
    }
  } finally {
    await sandbox.close()
  }
}

/** Instantiates with the gas of tries. */
async function withLittleGas(
  gas: GasOfTries,
  limit: TimeLimit,
  instantiate: (gasLimit: bigint) => Promise<Contract>,
): Promise<Contract> {
  const isOver = limit.isOver
  try {
    return await instantiate(gas.of(INSTANTIATE))
  } catch (error) {
    if (!(error instanceof TxError && ranOutOfGas(error))) throw error
    limit.ranOut(error.result.gasUsed)
    if (isOver || !gas.isRepeated(INSTANTIATE)) throw error
  }
  gas.note(INSTANTIATE, false)
  const made = await instantiate(DEFAULT_GAS_LIMIT)
  gas.note(INSTANTIATE, true)
  return made
}
const INSTANTIATE = 'instantiate'

/** The variable for an address in a campaign. */
export const reference = (name: string): string => `\${neutron.${name}}`

const surroundings = (
  chain: SandboxChain,
  addresses: readonly string[],
  contracts: readonly string[],
): Partial<Surroundings> => ({
  addresses,
  contracts,
  denoms: ['untrn'],
  channels: ['channel-0'],
  connections: ['connection-0'],
  words: WORDS,
  numbers: [1n, 6n, 100n, 1_000_000n],
  time: chain.time,
  height: chain.height,
})

/** The coins of the other chain, there and here. */
export const COINS_BEYOND: readonly string[] = ['uatom', bankDenom(denomOf('transfer/channel-0/uatom'))]

const beyond = (sandbox: Sandbox): Partial<Surroundings> => ({
  remoteAddresses: ACTORS.map((name) => sandbox.chains.hub.account(name).address),
  ...validatorsAround(sandbox, sandbox.chains.neutron.key),
  denoms: ['untrn', ...COINS_BEYOND],
})

/** A generated string for an authority, such as an owner or a guardian, in JSON. */
const AUTHORITY = /(?<=_module":"|_dao":"|authority":"|_role":"|guardian":"|executor":")[a-zA-Z]+(?=")/

/** Replaces the other actors by the first, one by one, as long as the message works: more messages work for an actor with all roles. */
async function ownedByOne(
  message: Json,
  addresses: Readonly<Record<string, string>>,
  works: (message: Json) => Promise<boolean>,
): Promise<Json> {
  const [first, ...others] = ACTORS.map((name) => addresses[name]!)
  let parts = JSON.stringify(message).split(new RegExp(`(${others.join('|')}|${AUTHORITY.source})`))
  for (const i of parts.keys()) {
    // The captures of the pattern are at the odd indices.
    if (i % 2 === 0) continue
    const changed = parts.with(i, first!)
    if (await works(JSON.parse(changed.join('')) as Json)) parts = changed
  }
  return JSON.parse(parts.join('')) as Json
}

/** A contract that names a connection and validators delegates over it: to those of the other chain, as long as the message works. */
async function withRemoteValidators(
  message: Json,
  { validators = [], remoteValidators = [] }: Partial<Surroundings>,
  works: (message: Json) => Promise<boolean>,
): Promise<Json> {
  const [remote] = remoteValidators
  let text = JSON.stringify(message)
  if (remote === undefined || !/"connection[a-z_]*":"/.test(text)) return message
  for (const here of validators) {
    const other = text.replaceAll(here, remote)
    if (other !== text && (await works(JSON.parse(other) as Json))) text = other
  }
  return JSON.parse(text) as Json
}

/** Distinct messages of a schema; an empty one if there is no schema. */
function candidates(schema: MessageSchema | undefined, around: Partial<Surroundings>): readonly Json[] {
  if (schema === undefined) return [{}]
  const sample = fc.sample(messages(schema, { around }), { seed: SEED, numRuns: MAX_TRIES })
  const all = new Map([{} as Json, ...sample].map((message) => [JSON.stringify(message), message]))
  // In a campaign, `${` would start a variable.
  return [...all].flatMap(([text, message]) => (text.includes('${') ? [] : [message]))
}

/** Removes optional members, empties lists, and replaces generated strings by plain words, as long as the message works. @param value must not decrease */
async function shorten(
  message: Json,
  works: (message: Json) => Promise<boolean>,
  value: (message: Json) => number = () => 0,
): Promise<Json> {
  for (const shorter of shorterOnes(message))
    if (value(shorter) >= value(message) && (await works(shorter))) return shorten(shorter, works, value)
  return message
}

function* shorterOnes(value: Json): Generator<Json> {
  if (typeof value === 'string') {
    if (!WORDS.includes(value) && !COINS_BEYOND.includes(value) && !JSON.stringify(value).match(ADDRESS)) yield* WORDS
  } else if (isList(value)) {
    if (value.length > 0) yield []
    if (value.length > 1) for (const one of value) yield [one]
    for (const [i, part] of value.entries())
      for (const shorter of shorterOnes(part)) yield value.map((one, j) => (i === j ? shorter : one))
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
      for (const shorter of shorterOnes(part)) yield { ...value, [name]: shorter }
    }
  }
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** Longer responses make a poor first example. */
const MAX_ANSWER = 400

function firstAnswer(
  contract: Contract,
  schema: MessageSchema | undefined,
  around: Partial<Surroundings>,
  limit: TimeLimit,
): FirstMessages['query'] {
  if (schema === undefined) return undefined
  for (const message of [...candidates(schema, around)].sort((a, b) => length(a) - length(b)).slice(0, 60)) {
    if (limit.isOver) break
    const answer = attempt(() => contract.query(message))
    if (answer !== undefined && answer !== null && length(answer) <= MAX_ANSWER) return { message, answer }
  }
  return undefined
}

const length = (value: Json): number => JSON.stringify(value).length

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** The first line, without what the chain adds. */
function reasonOf(error: unknown): string {
  if (!(error instanceof SudoboxError)) throw error
  const [line] = error.shortMessage.split('\n')
  return line!
    .replace(/^failed to execute message; message index: \d+: /, '')
    .replace(/: instantiate wasm contract failed.*$/, '')
}
