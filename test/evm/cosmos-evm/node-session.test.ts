import { beforeAll, describe, expect, test } from 'vitest'
import { keccak256, toBytes, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createEvmNode, type EvmNode } from '../../../src/evm/index.js'
import { differences, Names, type Difference, type Exception } from './compare.js'
import { base64ToHex, steps, type Asked } from './node-recording.js'

const key = (name: string): Hex => keccak256(toBytes(name))
const address = (name: string): Hex => privateKeyToAccount(key(name)).address

/** Accounts of the genesis; the node's keyring has the first two. */
const EVERYONE = ['alice', 'bob', 'carol', 'oliver', 'olga']
const [ALICE, BOB] = EVERYONE.map(key)

const GENESIS_TIME = 1_767_225_600n

/** What a node without Cosmos modules can be asked. */
const STANDALONE: ReadonlySet<string> = new Set(['evm', 'sockets', 'arguments', 'pool'])

/** Where the answers may differ: a place is the method, the arguments and the member of the answer. */
const EXCEPTIONS: readonly Exception[] = [
  { at: /\.stateRoot$/, why: 'it is the root of all stores of a chain, most of which are not those of the EVM' },
  { at: /^debug_getRawBlock.*\.result$/, why: 'the bytes hold the state root and the hash of the parent' },
  { at: /^eth_getProof.*[pP]roof\[\d+\]/, why: 'proofs are of the tree of Ethereum, not of the trees of a chain' },
  { at: /^web3_clientVersion/, why: 'it names the program' },
  { at: /^debug_trace\w+\(.*"tracer":"(none\(\)|\{.*\})"/, why: 'no engine runs tracers in JavaScript' },
  { at: /"data":"0x0{100000}"/, why: 'code of a creation has the limit of the rules in calls too' },
  {
    at: /^eth_estimateGas\(.*"stateDiff"/,
    why: 'an overridden slot is the original one for the price of a write; there it is one that was written before',
  },
  {
    at: /^eth_fillTransaction\(.*"authorizationList":\[\]/,
    why: 'a transaction that sets code without authorizations is invalid and is not encoded',
  },
  {
    at: /^txpool_inspect\(\)\.result\.pending\.0x\w{40}$/,
    why: 'a transaction that replaces another one waits for the block after the next one',
  },
]

async function outcome(node: EvmNode, { method, params }: Pick<Asked, 'method' | 'params'>): Promise<Asked['answer']> {
  try {
    return { result: await node.request({ method, ...(params === undefined ? {} : { params }) }) }
  } catch (thrown) {
    const { code, shortMessage: message, data } = thrown as { code: number; shortMessage: string; data?: unknown }
    return { error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
}

/** The parts of the session that a node without Cosmos modules can answer, on a node of this profile: where the answers differ. */
async function replayed(): Promise<Difference[]> {
  const found: Difference[] = []
  const [theirs, ours] = [new Names(), new Names()]
  let time = GENESIS_TIME
  const node = createEvmNode({
    profile: 'cosmos-evm',
    namespaces: ['eth', 'net', 'web3', 'personal', 'debug', 'txpool', 'miner'],
    accounts: { count: 0 },
    alloc: Object.fromEntries(EVERYONE.map((name) => [address(name), { balance: 1_000n * 10n ** 18n }])),
    blockGasLimit: 10_000_000n,
    coinbase: '0x994c0db586df663f5e41956155148a0d65d78bec',
    mining: 'manual',
    genesisTime: GENESIS_TIME - 1n,
    clock: () => time,
  })
  for (const secret of [ALICE!, BOB!])
    await node.request({ method: 'personal_importRawKey', params: [secret.slice(2), ''] })
  let part = ''
  for (const step of steps) {
    part = step.part ?? part
    if (!STANDALONE.has(part)) continue
    if (step.block !== undefined) {
      time = BigInt(Date.parse(step.block.time) / 1000)
      const { hash } = await node.mine()
      theirs.add(base64ToHex(step.block.hash), `block ${step.block.height}`)
      ours.add(hash, `block ${step.block.height}`)
    }
    if (step.asked === undefined) continue
    const { asked } = step
    const actual = await outcome(node, { ...asked, params: ours.values(theirs.named(asked.params)) })
    if (/^eth_new.*Filter$/.test(asked.method)) {
      theirs.add(asked.answer.result, `filter ${asked.id}`)
      ours.add(actual.result, `filter ${asked.id}`)
    }
    const at = `${asked.method}(${JSON.stringify(asked.params)?.slice(1, -1) ?? ''})`
    found.push(...differences(theirs.named(asked.answer), ours.named(actual), at, EXCEPTIONS))
  }
  return found
}

describe('a session of a node of release 0.7.3', () => {
  let found: Difference[]
  beforeAll(async () => {
    found = await replayed()
  })

  test('gets the same answers', () => {
    expect(found.filter(({ why }) => why === undefined)).toEqual([])
  })

  test.each(EXCEPTIONS)('differs at $at: $why', (exception) => {
    expect(found.some(({ at }) => exception.at.test(at))).toBe(true)
  })
})
