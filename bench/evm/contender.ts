import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { serve, type Figures } from '../harness/contender.js'
import { costOf, costs, type Cost } from '../harness/cpu.js'
import { NODES, type Started } from './nodes.js'
import { balanceOf, someone, TOKEN, Transactions, type FirstTransactions } from './transactions.js'

/** `contender.js <node> <part> <argument>`: a part of the figures of one node, measured from outside. */

const [name, part, argument] = process.argv.slice(2) as [string, string, string]

/** Shortest sample, ms. */
const SAMPLE = 400
/** Blocks that a search for logs passes, each with one of another contract's. */
const BLOCKS = 3000
/** Transactions after which memory is read. */
const MANY = 10_000
const NOBODY = `0x${'ab'.repeat(20)}`

type Request = Started['request']

/** Sends and reads the receipt, which may take several requests where mining is asynchronous. */
async function mine(request: Request, raw: Hex): Promise<void> {
  const hash = await request('eth_sendRawTransaction', [raw])
  for (;;) {
    const receipt = (await request('eth_getTransactionReceipt', [hash])) as { readonly status: Hex } | null
    if (receipt === null) continue
    if (receipt.status !== '0x1') throw new Error('a transaction failed')
    return
  }
}

/** What one of many requests takes, one after the other or so many at once. */
async function each({ cpu }: Started, run: (index: number) => Promise<unknown>, atOnce = 1): Promise<Cost> {
  let done = 0
  const batch = (): unknown =>
    atOnce === 1 ? run(done++) : Promise.all(Array.from({ length: atOnce }, () => run(done++)))
  const from = performance.now()
  const before = cpu()
  while (performance.now() - from < SAMPLE) for (let turn = 0; turn < 8; turn++) await batch()
  return { cpu: (cpu() - before) / done, wall: ((performance.now() - from) * 1000) / done }
}

const mined = ({ request, cpu }: Started, signed: readonly Hex[]): Promise<Cost> =>
  costOf(signed.length, (index) => mine(request, signed[index]!), cpu)

async function several(count: number, make: (index: number) => Promise<Hex>): Promise<Hex[]> {
  const signed: Hex[] = []
  for (let index = 0; index < count; index++) signed.push(await make(index))
  return signed
}

/** With the token, which is tried. */
async function deployed(node: Started, code: Hex): Promise<Transactions> {
  const { request } = node
  const transactions = new Transactions(Number(await request('eth_chainId', [])))
  await mine(request, await transactions.deploy(code))
  await mine(request, await transactions.token(0))
  const balance = (await request('eth_call', [balanceOf(0), 'latest'])) as Hex
  if (BigInt(balance) !== 1n) throw new Error(`${name} does not know the token`)
  return transactions
}

const first = (): FirstTransactions => JSON.parse(readFileSync(argument, 'utf8')) as FirstTransactions

const PARTS: Readonly<Record<string, (node: Started) => Promise<() => Promise<Figures>>>> = {
  /** Everything after the engine has compiled what is called often. */
  warm: async (node) => {
    await node.request('eth_chainId', [])
    // ms from the start of this process to the first answer
    const start = performance.now()
    const { request } = node
    const { transfer, token } = await deployed(node, argument as Hex)
    // as many as take a node half a second, slow ones included
    const { wall } = await mined(node, await several(10, transfer))
    const count = Math.max(5, Math.min(300, Math.round(500_000 / wall)))
    for (let warm = 0; warm < Math.min(1500, 6_000_000 / wall); warm += count) {
      await mined(node, await several(Math.ceil(count / 2), transfer))
      await mined(node, await several(Math.ceil(count / 2), token))
    }
    const blockNumber = () => request('eth_blockNumber', [])
    const balance = (index: number) => request('eth_getBalance', [someone(index), 'latest'])
    const call = (index: number) => request('eth_call', [balanceOf(index), 'latest'])
    return async () => ({
      ...costs('blockNumber', await each(node, blockNumber)),
      ...costs('blockNumber/32', await each(node, blockNumber, 32)),
      ...costs('balance', await each(node, balance)),
      ...costs('balance/32', await each(node, balance, 32)),
      ...costs('call', await each(node, call)),
      ...costs('call/32', await each(node, call, 32)),
      ...costs('transfer', await mined(node, await several(count, transfer))),
      ...costs('token', await mined(node, await several(count, token))),
      memory: node.memory() / 2 ** 20,
      start,
    })
  },
  'first transfers': async (node) => {
    const { transfers } = first()
    await node.request('eth_chainId', [])
    return async () => costs('first/transfer', await mined(node, transfers))
  },
  'first tokens': async (node) => {
    const { deploy, tokens } = first()
    await mine(node.request, deploy)
    return async () => costs('first/token', await mined(node, tokens))
  },
  logs: async (node) => {
    const { token } = await deployed(node, argument as Hex)
    await mined(node, await several(BLOCKS, token))
    const search = (address: string) => () =>
      node.request('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', address }])
    const found = (await search(TOKEN)()) as unknown[]
    if (found.length < BLOCKS) throw new Error(`${name} has ${found.length} logs`)
    return async () => costs('logs', await each(node, search(NOBODY)))
  },
  memory: async (node) => {
    const [from] = (await node.request('eth_accounts', [])) as string[]
    const send = async (index: number): Promise<void> => {
      const hash = await node.request('eth_sendTransaction', [{ from, to: someone(index), value: '0x1' }])
      while ((await node.request('eth_getTransactionReceipt', [hash])) === null);
    }
    return async () => {
      for (let index = 0; index < MANY; index++) await send(index)
      return { 'memory/many': node.memory() / 2 ** 20 }
    }
  },
}

if (part === 'start') {
  serve(async () => {
    const from = performance.now()
    const { request, cpu } = await NODES[name]!()
    await request('eth_chainId', [])
    return costs('start', { cpu: cpu(), wall: (performance.now() - from) * 1000 })
  })
} else serve(await PARTS[part]!(await NODES[name]!()))
