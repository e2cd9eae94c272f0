import { beforeAll, expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'
import { METHODS } from '../../src/evm/rpc/methods/all.js'
import type { Method } from '../../src/evm/rpc/table.js'
import { ask, BOB, CALL, PROBE, word, world, type Signed, type World } from './argument-world.js'
import type { Json } from './declared-fields.js'

/** Everything that a request may have left behind, and what the next ones do. */
async function leftBehind(node: EvmNode, tried: World['tried']): Promise<Json> {
  const answers: Json[] = []
  const look = async (method: string, ...params: Json[]): Promise<void> => {
    const answer = ask<Json>(node, method, ...params).catch(({ message }: Error) => message)
    answers.push(await answer)
  }
  for (const name of [
    'eth_accounts',
    'hardhat_getAutomine',
    'anvil_getIntervalMining',
    'anvil_nodeInfo',
    'txpool_content',
  ])
    await look(name)
  for (const address of await ask<Hex[]>(node, 'eth_accounts')) await look('personal_sign', '0x12', address, 'secret')
  const digest = `0x${'12'.repeat(32)}`
  for (const signature of tried['signature'] as Hex[])
    await look('eth_call', {
      to: `0x${'00'.repeat(19)}01`,
      data: `${digest}${word(Number.parseInt(signature.slice(-2), 16)).slice(2)}${signature.slice(2, 130)}`,
    })
  for (const address of tried['address'] as Hex[]) await look('eth_sign', address, '0x12')
  await look('evm_increaseTime', 20)
  await look('evm_mine')
  for (const address of tried['address'] as Hex[]) {
    await look('eth_sign', address, '0x12')
    await look('eth_sendTransaction', { from: address, to: BOB })
  }
  await look('evm_mine')
  await look('eth_getBlockByNumber', 'latest', true)
  await look('anvil_dumpState')
  return answers
}

/** What a method answers, or why not; and what it left behind. Undefined for an argument that it cannot read. */
async function outcome(
  { node, tried }: World,
  { name, namespace, changes }: Method,
  args: Json[],
): Promise<string | undefined> {
  const before = changes || /^(anvil|evm|hardhat|ganache|miner)$/.test(namespace) ? node.snapshot() : undefined
  let said: Json
  try {
    said = await ask<Json>(node, name, ...args)
    if (name === 'eth_newFilter') said = await ask<Json>(node, 'eth_getFilterLogs', said)
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: number }
    if (code === -32602 && message.startsWith('invalid argument')) return undefined
    said = message
  }
  if (before === undefined) return JSON.stringify(said)
  const after = await leftBehind(node, tried)
  node.restore(before)
  return JSON.stringify([said, after])
}

/** Arguments that change nothing, and why. */
const ELSEWHERE: readonly (readonly [argument: RegExp, reason: string])[] = [
  [/^eth_getUncleBy/, 'no block has uncles'],
  [/^personal_(initializeWallet|unpair|openWallet|deriveAccount) /, 'there are no smart cards'],
  [/^eth_(un)?subscribe /, 'for connections; the tests below'],
  [/^debug_traceBadBlock config$/, 'there is no bad block'],
  [/^debug_intermediateRoots config$/, 'go-ethereum reads its types only'],
  [/^debug_accountRange incompletes$/, 'all accounts are known (docs/differences.md)'],
  [/_setMinGasPrice gasPrice$/, 'refused since London; test/evm/anvil.test.ts'],
  [
    /^miner_setRecommitInterval |_setRpcUrl url$|_setLoggingEnabled on$/,
    'there is nothing to set (docs/differences.md)',
  ],
  [/^eth_sendRawTransactionSync timeout$/, 'it never waits (docs/differences.md)'],
  [/^anvil_getBlob/, 'no transaction has blobs; test/evm/blobs.test.ts'],
  [/^debug_codeByHash block$/, 'for forks, as in Anvil'],
]

let worlds: readonly World[]
beforeAll(async () => {
  worlds = [await world(false), await world(true)]
})

/** What the arguments of a method are tried with in a world, of each the usual value first. */
const triedWith = ({ tried }: World, { name, params }: Method): readonly (readonly Json[])[] =>
  params.map((param) => tried[`${name} ${param.name}`] ?? tried[param.name] ?? [null])

/** Whether each argument of a method counts, in one of the worlds. */
async function effective(method: Method): Promise<readonly boolean[]> {
  const counts = method.params.map(() => false)
  for (const one of worlds) {
    if (counts.every(Boolean)) break
    const tried = triedWith(one, method)
    const usual = tried.map(([first = null]) => first)
    const known = await outcome(one, method, usual)
    for (const [index, [, ...others]] of tried.entries())
      for (const value of others) {
        if (counts[index]) break
        const said = await outcome(one, method, usual.with(index, value))
        counts[index] = said !== undefined && said !== known
      }
  }
  return counts
}

test('each argument of a method changes an answer or what follows', { timeout: 300_000 }, async () => {
  const found: string[] = []
  for (const method of METHODS.filter(({ touchesHost }) => !touchesHost)) {
    const counts = await effective(method)
    found.push(...method.params.flatMap(({ name }, index) => (counts[index] ? [] : [`${method.name} ${name}`])))
  }
  expect(found.filter((argument) => !ELSEWHERE.some(([known]) => known.test(argument)))).toEqual([])
  // A reason that no longer applies.
  expect(ELSEWHERE.filter(([known]) => !found.some((argument) => known.test(argument)))).toEqual([])
})

/** Options of subscriptions, and the blocks of two, of which the second alone has a log of the contract, that they report something of. */
const SUBSCRIPTIONS: readonly (readonly [kind: string, options: readonly Json[], reported: number])[] = [
  ['newHeads', [], 2],
  ['newHeads', [{}], 2],
  ['newHeads', [{ includeTransactions: true }], 2],
  ['logs', [], 1],
  ['logs', [{}], 1],
  ['logs', [{ address: BOB }], 0],
  ['logs', [{ address: PROBE }], 1],
  ['logs', [{ topics: [word(8)] }], 0],
  ['logs', [{ topics: [word(7)] }], 1],
  ['logs', [{ fromBlock: '0x99' }], 0],
  ['logs', [{ fromBlock: '0x0', toBlock: '0x1' }], 0],
  ['logs', [{ fromBlock: '0x0', toBlock: '0x99' }], 1],
  ['newPendingTransactions', [], 1],
  ['newPendingTransactions', [true], 1],
  ['transactionReceipts', [], 1],
  ['transactionReceipts', [{ transactionHashes: [word(1)] }], 0],
]

test.each(SUBSCRIPTIONS)('eth_subscribe %s %j reports its part', async (kind, options, reported) => {
  const { node } = worlds[0]!
  const before = node.snapshot()
  const events: Json[] = []
  const id = await ask<string>(node, 'eth_subscribe', kind, ...options)
  node.on('message', ({ data }) => {
    if (data.subscription === id) events.push(data.result as Json)
  })
  await ask(node, 'evm_mine')
  await ask(node, 'eth_sendTransaction', CALL)
  expect(events).toHaveLength(reported)
  const isFull = JSON.stringify(options) === '[true]' || JSON.stringify(options).includes('includeTransactions')
  if (kind.startsWith('new')) expect(JSON.stringify(events).includes('maxPriorityFeePerGas')).toBe(isFull)
  expect(await ask(node, 'eth_unsubscribe', '0x9999')).toBe(false)
  expect(await ask(node, 'eth_unsubscribe', id)).toBe(true)
  node.restore(before)
})

test('in the profile cosmos-evm a subscription to logs reads no blocks', async () => {
  const node = createEvmNode({ profile: 'cosmos-evm', alloc: { [PROBE]: { code: '0x60075f5fa1' } } })
  const events: unknown[] = []
  node.on('message', ({ data }) => events.push(data))
  await ask(node, 'eth_subscribe', 'logs', { toBlock: '0x0', fromBlock: '0x99', address: PROBE })
  const [from] = await ask<Hex[]>(node, 'eth_accounts')
  await ask(node, 'eth_sendTransaction', { from: from!, to: PROBE, gas: '0x30000' })
  expect(events).toHaveLength(1)
})

test.each<[member: string, Json, Json]>([
  ['value', { value: '0x1' }, { value: '0x2' }],
  ['to', { to: PROBE }, { to: BOB }],
  ['gas', { gas: '0x30000' }, { gas: '0x5300' }],
  ['data', { data: '0x12' }, { data: '0x1234' }],
  ['gasPrice', { gasPrice: '0x77359400' }, { gasPrice: '0x87359400' }],
  ['maxPriorityFeePerGas', { maxPriorityFeePerGas: '0x1' }, { maxPriorityFeePerGas: '0x2' }],
  [
    'maxFeePerGas',
    { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x77359400' },
    { maxFeePerGas: '0x77359401', maxPriorityFeePerGas: '0x77359400' },
  ],
  [
    'accessList',
    { accessList: [{ address: PROBE, storageKeys: [word(0)] }] },
    { accessList: [{ address: BOB, storageKeys: [word(0)] }] },
  ],
])('trace_rawTransaction traces the %s of the transaction', async (_, ...given) => {
  const { node } = worlds[0]!
  const traces: string[] = []
  for (const members of given) {
    const { raw } = await ask<Signed>(node, 'eth_signTransaction', { ...CALL, nonce: '0x2', ...(members as object) })
    traces.push(JSON.stringify(await ask(node, 'trace_rawTransaction', raw, ['vmTrace', 'stateDiff'])))
  }
  expect(traces[0]).not.toBe(traces[1])
})
