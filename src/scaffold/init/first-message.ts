import * as fc from 'fast-check'
import { arbitraries, type ContractSchema, type MessageSchema, type Surroundings } from '../../fuzz/index.js'
import { createSandbox, SudoboxError, type Contract, type Json, type SandboxChain } from '../../sandbox/index.js'

/** How many messages are tried before it is given up. */
const MOST_TRIES = 400
const SEED = 1

/** Who is in the first test, and with what. */
export const ACTORS = ['alice', 'bob'] as const
export const FUNDS = '1000000000untrn'

/** Words that contracts often ask for. */
const WORDS = ['token', 'TOKEN', 'untrn', 'uatom', 'name', 'transfer', 'channel-0', 'connection-0', '1', '0.5']

/** A contract that can be instantiated, and how. */
export interface WorkingContract {
  readonly name: string
  readonly wasm: Uint8Array
  readonly instantiate: Json
}

/** What a contract was seen to take. */
export interface FirstMessages {
  /** Undefined: none was found. */
  readonly instantiate: Json | undefined
  /** A query and its answer, where one was found. */
  readonly query: { readonly message: Json; readonly answer: Json } | undefined
  /** What the contract said last when no message was right. */
  readonly refusal: string | undefined
  /** Addresses of the actors and of the other contracts, by their names: they may stand in the messages. */
  readonly addresses: Readonly<Record<string, string>>
}

/**
 * Looks for a message with which a contract can be instantiated, among those of its schema, by trying them; and for a query that it answers.
 *
 * @param others contracts of the same project, which it may want to know
 * @throws SudoboxError for a `.wasm` that the chain does not store
 */
export async function findFirstMessages(
  wasm: Uint8Array,
  schema: ContractSchema,
  others: readonly WorkingContract[] = [],
): Promise<FirstMessages> {
  const sandbox = createSandbox()
  try {
    const chain = sandbox.chains.neutron
    const [alice] = ACTORS.map((name) => chain.account(name, FUNDS))
    const addresses = Object.fromEntries(ACTORS.map((name) => [name, chain.account(name).address]))
    const contracts: Record<string, string> = {}
    for (const other of others)
      contracts[other.name] = (await alice!.deploy(other.wasm, other.instantiate, { label: other.name })).address
    const codeId = await alice!.store(wasm)
    let refusal: string | undefined
    const instantiate = async (message: Json): Promise<Contract | undefined> => {
      try {
        return await alice!.instantiate(codeId, message)
      } catch (error) {
        refusal = reasonOf(error)
        return undefined
      }
    }
    const around = surroundings(chain, Object.values(addresses), Object.values(contracts))
    for (const message of candidates(schema.instantiate, around)) {
      const contract = await instantiate(message)
      if (contract === undefined) continue
      const shortest = await shorten(message, async (one) => (await instantiate(one)) !== undefined)
      return {
        instantiate: shortest,
        query: firstAnswer((await instantiate(shortest))!, schema.query, around),
        refusal,
        addresses: { ...addresses, ...contracts },
      }
    }
    return { instantiate: undefined, query: undefined, refusal, addresses: { ...addresses, ...contracts } }
  } finally {
    await sandbox.close()
  }
}

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

/** Messages of a schema, without repetition; an empty one where there is no schema. */
function candidates(schema: MessageSchema | undefined, around: Partial<Surroundings>): readonly Json[] {
  if (schema === undefined) return [{}]
  const sample = fc.sample(arbitraries.messages(schema, { around }), { seed: SEED, numRuns: MOST_TRIES })
  const all = new Map([{} as Json, ...sample].map((message) => [JSON.stringify(message), message]))
  // In a campaign `${` would be the beginning of a name.
  return [...all].flatMap(([text, message]) => (text.includes('${') ? [] : [message]))
}

/** Leaves out what may be left out, empties lists, and takes plain words for odd ones, as long as the message works. */
async function shorten(message: Json, works: (message: Json) => Promise<boolean>): Promise<Json> {
  for (const shorter of shorterOnes(message)) if (await works(shorter)) return shorten(shorter, works)
  return message
}

function* shorterOnes(value: Json): Generator<Json> {
  if (typeof value === 'string') {
    if (!WORDS.includes(value) && !value.startsWith('neutron1')) yield* WORDS
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

/** Longer answers are no first example. */
const MOST_ANSWER = 400

function firstAnswer(
  contract: Contract,
  schema: MessageSchema | undefined,
  around: Partial<Surroundings>,
): FirstMessages['query'] {
  if (schema === undefined) return undefined
  for (const message of [...candidates(schema, around)].sort((a, b) => length(a) - length(b)).slice(0, 60)) {
    const answer = attempt(() => contract.query(message))
    if (answer !== undefined && answer !== null && length(answer) <= MOST_ANSWER) return { message, answer }
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

/** The first line, without what the chain puts around it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof SudoboxError)) throw error
  const [line] = error.shortMessage.split('\n')
  return line!
    .replace(/^failed to execute message; message index: \d+: /, '')
    .replace(/: instantiate wasm contract failed.*$/, '')
}
