import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
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
}

interface Recording {
  readonly program: string
  readonly genesis: unknown
  readonly stories: Readonly<Record<string, readonly Step[]>>
}

const file = new URL('../../fixtures/evm/rpc.json.gz', import.meta.url)
const recording = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Recording

/** Members that depend on the clock and the randomness of the recorded node. */
const OTHER_BLOCK = new Set(['hash', 'timestamp', 'parentHash', 'mixHash', 'stateRoot'])

const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, one !== null && OTHER_BLOCK.has(name) ? '*' : comparable(one)]),
  )
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
    const ours = comparable(await answerOf(node, step))
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
