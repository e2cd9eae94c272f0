import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { keccak256 } from '../../src/evm/crypto/hash.js'
import { goTypedDataBytes, type GoTypedData } from '../../src/evm/accounts/go-typed-data.js'
import { typedDataHash, type TypedData } from '../../src/evm/accounts/typed-data.js'
import { hex } from '../../src/evm/hex.js'
import { METHODS } from '../../src/evm/rpc/methods/all.js'
import { readArguments } from '../../src/evm/rpc/table.js'
import { createEvmNode, type EvmNode, type Execution, type Hex } from '../../src/evm/index.js'

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** What go-ethereum's node answered; made by the program in reference/rpc. */
interface Step {
  readonly send?: Hex
  readonly mine?: true
  readonly method?: string
  readonly params?: readonly unknown[]
  readonly answer?: Answer
  /** The request came by plain HTTP. */
  readonly http?: true
  /** A subscription begins (`params`), or it had events since the step before. */
  readonly subscription?: string
  readonly events?: readonly unknown[]
}

interface Recording {
  readonly program: string
  readonly genesis: unknown
  readonly stories: Readonly<Record<string, readonly Step[]>>
  /** The Go types of the arguments of each method. */
  readonly arguments: Readonly<Record<string, readonly string[]>>
  readonly typedData: readonly { readonly data: TypedData; readonly hash?: Hex; readonly error?: string }[]
}

const file = new URL('../../fixtures/evm/rpc.json.gz', import.meta.url)
const recording = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Recording

/** Members that depend on the clock, the randomness and the name of the recorded node. Its pending block has no root of a beacon chain. */
const OTHER_BLOCK = new Set([
  'hash',
  'blockHash',
  'parentHash',
  'mixHash',
  'stateRoot',
  'parentBeaconBlockRoot',
  'timestamp',
  'blockTimestamp',
  'extraData',
  'size',
])

/** A value without these members, unless they are null. */
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name, one]) => one === null || !OTHER_BLOCK.has(name))
  return Object.fromEntries(members.map(([name, one]) => [name, comparable(one)]))
}

async function answerOf(node: EvmNode, { method, params = [] }: Step): Promise<Answer> {
  try {
    return { result: await node.request({ method: method!, params }) }
  } catch (error) {
    const { code, shortMessage, data } = error as { code: number; shortMessage: string; data?: unknown }
    return { error: { code, message: shortMessage, ...(data === undefined ? {} : { data }) } }
  }
}

/** The requests of a story whose answers differ from the recorded ones, apart from those that may. */
async function differences(story: string, node: EvmNode, mayDiffer: (step: Step) => boolean): Promise<unknown[]> {
  const found: unknown[] = []
  for (const step of recording.stories[story]!) {
    const { method, params, answer } = step
    if (step.send !== undefined) await node.request({ method: 'eth_sendRawTransaction', params: [step.send] })
    if (step.mine === true) await node.request({ method: 'evm_mine' })
    if (answer === undefined || mayDiffer(step)) continue
    const ours = comparable(withoutNames(await answerOf(node, step)))
    const theirs = comparable('error' in answer ? answer : { result: answer.result ?? null })
    if (!isSame(ours, theirs)) found.push({ method, params, ours, theirs })
  }
  return found
}

const isSame = (ours: unknown, theirs: unknown): boolean => {
  try {
    expect(ours).toEqual(theirs)
    return true
  } catch {
    return false
  }
}

/** Its eth_call does not know the hash of the block before an overridden number; its debug_traceCall does, and so do both here. */
const readsHashOfHead = ({ method, params = [] }: Step): boolean =>
  method === 'eth_call' && (params[3] as { number?: string } | undefined)?.number === '0x1'

/** The library's own loop does not say which opcode is invalid. */
const namesOpcode = ({ answer }: Step): boolean => JSON.stringify(answer).includes('invalid opcode')

test.each<Execution>(['quick', 'library'])(
  'calls, estimates, lists, traces and simulations are answered as by go-ethereum, by the %s loop',
  async (execution) => {
    const node = createEvmNode({ genesis: recording.genesis, mining: 'manual', execution })
    const mayDiffer = (step: Step): boolean => readsHashOfHead(step) || (execution === 'library' && namesOpcode(step))
    expect(await differences('calls', node, mayDiffer)).toEqual([])
  },
  120_000,
)

/** It names arguments by their index only. */
const withoutNames = ({ error, ...rest }: Answer): Answer =>
  error === undefined
    ? rest
    : { error: { ...error, message: error.message.replace(/^(invalid argument \d+): [\w.]+: /, '$1: ') } }

/** Of the pending block it has neither the trie nor, by its hash, the block; a dump needs stored names of accounts, which it has not. */
const lacksWhatIsAsked = ({ method = '', params = [] }: Step): boolean =>
  /^debug_(getRaw|dumpBlock|accountRange|storageRangeAt)/.test(method) ||
  (method === 'eth_getProof' && JSON.stringify(params).includes('pending'))

/** Its `0x` for a transaction that is not there is null here, as the specification has it. */
const isNoTransaction = ({ method = '', answer }: Step): boolean =>
  method.startsWith('eth_getRawTransaction') && answer?.result === '0x'

/** Null since 1.17, and the receipts of the pending block have no price. */
const hasLess = ({ method = '', params = [] }: Step): boolean =>
  ['eth_getHeaderByNumber', 'eth_getBlockReceipts'].includes(method) && JSON.stringify(params).includes('pending')

test('each method finds the same block by a tag, a number and a hash as go-ethereum, while transactions wait', async () => {
  const node = createEvmNode({ genesis: recording.genesis, mining: 'manual' })
  const mayDiffer = (step: Step): boolean => lacksWhatIsAsked(step) || isNoTransaction(step) || hasLess(step)
  expect(await differences('pending', node, mayDiffer)).toEqual([])
}, 60_000)

/** Subscriptions that the specification has otherwise: `newHeads` has options, those of others may be missing, `syncing` is not there. */
const isOtherSubscription = ({ params: [kind, options, ...more] = [] }: Step): boolean =>
  !['transactionReceipts', 'logs', 'newPendingTransactions'].includes(String(kind)) ||
  (kind === 'logs' && (options === undefined || options === null)) ||
  more.length > 0

test('a subscription to receipts or logs is refused and has events as by go-ethereum', async () => {
  const node = createEvmNode({ genesis: recording.genesis, mining: 'manual' })
  const names = new Map<string, string>()
  let events = new Map<string, unknown[]>()
  node.on('message', ({ data: { subscription, result } }) => {
    const name = names.get(subscription)!
    events.set(name, [...(events.get(name) ?? []), result])
  })
  let refused = 0
  for (const { send, mine, subscription, events: seen, params = [], answer, http, ...step } of recording.stories[
    'subscriptions'
  ]!) {
    if (send !== undefined) await node.request({ method: 'eth_sendRawTransaction', params: [send] })
    if (mine === true) {
      events = new Map()
      await node.request({ method: 'evm_mine' })
    }
    // A member's name in capitals is another name here.
    if (['syncing', 'other'].includes(subscription ?? '') || http === true) continue
    if (answer?.error !== undefined && (step.method === 'eth_newFilter' || !isOtherSubscription({ ...step, params }))) {
      refused++
      const ours = await answerOf(node, { ...step, params })
      expect([params, ours.error?.code]).toEqual([params, answer.error.code])
      // Wrong types are named by their place here.
      if (!answer.error.message.includes('invalid argument')) expect([params, ours]).toEqual([params, answer])
    } else if (step.method === 'eth_newFilter')
      expect([params, (await answerOf(node, { ...step, params })).error]).toEqual([params, undefined])
    if (subscription === undefined) continue
    if (params.length > 0) names.set(String(await node.request({ method: 'eth_subscribe', params })), subscription)
    else expect(comparable(events.get(subscription) ?? [])).toEqual(comparable(seen ?? []))
  }
  expect(refused).toBe(50)
})

/** Without the names that arguments have here, and the types that they have there. */
const plainly = ({ error }: Answer): string | undefined =>
  error?.message
    .replace(/ \(\w+\)$/, '')
    .replace(/json: cannot unmarshal (.*) into Go value of type .*$/, '$1')
    // It reads a storage key after all arguments.
    .replace(/^invalid argument 1: (?=invalid hex in storage key)/, '')

/** It wants each argument, of which the specification has some optional. */
const isOptionalHere = ({ method = '', answer }: Step): boolean =>
  ['eth_feeHistory', 'eth_getBlockByNumber', 'eth_getLogs'].includes(method) &&
  answer?.error?.message.startsWith('missing value') === true

test('of arguments with several faults the first is reported, and too many last, as by go-ethereum', async () => {
  const node = createEvmNode({ genesis: recording.genesis, mining: 'manual' })
  for (const step of recording.stories['arguments']!) {
    if (isOptionalHere(step)) continue
    const ours = withoutNames(await answerOf(node, step))
    expect([step.method, step.params, plainly(ours)]).toEqual([step.method, step.params, plainly(step.answer!)])
  }
})

/** Arguments of go-ethereum's methods that are none here, which says so: `too many arguments`. */
const REFUSED = ['debug_getBadBlocks', 'eth_newPendingTransactionFilter']

test("each method has go-ethereum's arguments, and refuses more with its text", async () => {
  const node = createEvmNode({ genesis: recording.genesis, mining: 'manual' })
  const differing: string[] = []
  for (const method of METHODS) {
    const { name, params } = method
    const types = recording.arguments[name]
    if (types !== undefined && types.length !== params.length) differing.push(name)
    const most = { ...method, params: params.map((param) => ({ ...param, read: (value: unknown) => value })) }
    const given = Array.from({ length: params.length + 1 }, () => 'x')
    expect(() => readArguments(most, given)).toThrow(`too many arguments, want at most ${params.length}`)
    if (!method.touchesHost && params.length === 0)
      expect([name, plainly(await answerOf(node, { method: name, params: [null] }))]).toEqual([
        name,
        'too many arguments, want at most 0',
      ])
  }
  expect(differing.sort()).toEqual(REFUSED)
})

/** A struct that is missing is a word of zeros in the fourth revision, which its authors' wallets have so. */
const isMissingStruct = (error = ''): boolean => error === "provided data '<nil>' doesn't match type 'Person'"

test.each(recording.typedData.map((one, index) => [index, one] as const))(
  'members of typed data that no type has are refused as by go-ethereum (%i)',
  (_, { data, hash, error }) => {
    const ours = (): string => hex(typedDataHash(data, 'V4'))
    // Of a domain alone wallets hash no message, and data of a type that there is not they refuse.
    if (data.primaryType === 'EIP712Domain' || (data.primaryType === 'Other' && hash !== undefined)) return
    if (hash !== undefined) expect(ours()).toBe(hash)
    else if (!isMissingStruct(error))
      expect(ours).toThrow(/^there is|^domain/.test(error!) ? error : /doesn't match type/)
  },
)

test.each(recording.typedData.map((one, index) => [index, one] as const))(
  'typed data of a chain with the EVM inside is hashed and refused as by go-ethereum (%i)',
  (_, { data, hash, error }) => {
    const ours = (): string =>
      hex(
        keccak256(goTypedDataBytes({ ...(data as GoTypedData), domain: (data.domain ?? {}) as GoTypedData['domain'] })),
      )
    if (hash !== undefined) expect(ours()).toBe(hash)
    else expect(ours).toThrow(error)
  },
)
