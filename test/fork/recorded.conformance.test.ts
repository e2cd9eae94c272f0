import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { GetNodeInfoResponse } from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query'
import { QuerySmartContractStateRequest } from 'cosmjs-types/cosmwasm/wasm/v1/query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox, type Json } from 'sudobox'
import { queryAbci } from '../../src/server/abci-query.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { DEFAULT_CHAIN_LIMITS } from '../../src/server/limits.js'
import { readLines, run, withoutStack, type Compared, type RecordedBlock } from '../app/wasmd/recording.js'
import { Serving } from './serving.js'

/** A smart query, or another one, and what the node answered. */
type Asked = Answered & (Smart | Other)
interface Smart {
  readonly contract: string
  readonly msg: Json
}
interface Other {
  readonly path: string
  readonly data: string
}
interface Answered {
  readonly value?: string
  readonly code?: number
  readonly codespace?: string
  readonly log?: string
}
interface Header {
  readonly height: number
  readonly chainId: string
}

const [header, ...lines] = readLines('fixtures/fork/wasmd.jsonl.br') as [Header, ...(object | Asked | RecordedBlock)[]]
const asked = lines.filter((line): line is Asked => 'contract' in line || 'path' in line)
const blocks = lines.filter((line): line is RecordedBlock => 'time' in line)
const height = BigInt(header.height)
/** Blocks where not all are worth their time. */
const SOME = 25

const folder = mkdtempSync(join(tmpdir(), 'sudobox-fork-'))
let node: Serving
beforeAll(async () => {
  node = await Serving.start(header.height, lines)
})
afterAll(async () => {
  await node.end()
  rmSync(folder, { recursive: true, force: true })
})

interface ForkOptions {
  readonly rpc?: string
  readonly cache: string | false
  readonly verify?: boolean
}

const forked = (fork: ForkOptions) =>
  createSandbox({ chains: { wasmd: { fork: { height, ...fork } } } }).chains.wasmd.host.app
type App = ReturnType<typeof forked>

const smart = ({ contract, msg }: Smart): Other => {
  const request = { address: contract, queryData: Buffer.from(JSON.stringify(msg)) }
  const data = Buffer.from(QuerySmartContractStateRequest.encode(request).finish()).toString('base64')
  return { path: '/cosmwasm.wasm.v1.Query/SmartContractState', data }
}

function ask(fork: ChainNode, asked: Asked) {
  const { path, data } = 'contract' in asked ? smart(asked) : asked
  const { code, codespace, log, value } = queryAbci(fork, {
    path,
    data: Buffer.from(data, 'base64'),
    height: 0,
    prove: false,
  })
  const expected = {
    code: asked.code ?? 0,
    codespace: asked.codespace ?? '',
    log: asked.log ?? '',
    value: asked.value ?? '',
  }
  return {
    name: 'contract' in asked ? `${asked.contract} ${JSON.stringify(asked.msg)}` : `${path} ${data}`,
    expected,
    actual: { code, codespace, log: withoutStack(log), value: Buffer.from(value).toString('base64') },
  }
}

/** What is not as on the node. @param count of blocks that are replayed */
function different(app: App, count = blocks.length): readonly Compared[] {
  const fork = new ChainNode(app, DEFAULT_CHAIN_LIMITS)
  const compared: Compared[] = asked.map((one) => ask(fork, one))
  for (const block of blocks.slice(0, count)) {
    const { txs, events } = run(app.baseApp, block)
    compared.push(...txs, events)
  }
  return compared.filter(({ expected, actual }) => !isDeepStrictEqual(expected, actual)).slice(0, 5)
}

test('the recording has smart queries and transactions of all kinds, good ones and failures', () => {
  const txs = blocks.flatMap((block) => block.txs ?? [])
  expect(asked.length).toBeGreaterThan(180)
  expect(asked.filter(({ code }) => code !== undefined).length).toBeGreaterThan(20)
  expect(txs.length).toBeGreaterThanOrEqual(100)
  expect(txs.filter(({ code }) => code === undefined).length).toBeGreaterThan(40)
  expect(txs.filter(({ code }) => code === 11).length).toBeGreaterThan(2)
})

test.each([
  ['from the node', () => ({ rpc: node.url, cache: join(folder, 'cache') }), blocks.length],
  ['from the cache alone', () => ({ cache: join(folder, 'cache') }), SOME],
  ['from the node, with each row proven', () => ({ rpc: node.url, cache: join(folder, 'proven'), verify: true }), SOME],
])(
  'a fork of a wasmd node, %s: the answers to queries, and gas, codes, texts, data and events of transactions, are those of the node',
  async (_, options, count) => {
    const before = (await node.served()).requests
    expect(different(forked(options()), count)).toEqual([])
    const { requests, refused } = await node.served()
    expect(refused).toEqual([])
    if ('rpc' in options()) expect(requests).toBeGreaterThan(before)
    else expect(requests).toBe(before)
  },
)

/** The same recording, with some lines changed. */
async function changed<T>(change: (line: object) => object, work: (rpc: string) => T): Promise<T> {
  const other = await Serving.start(header.height, lines.map(change))
  try {
    return work(other.url)
  } finally {
    await other.end()
  }
}

test('a changed row is refused when rows are proven', async () => {
  const isWasm = (line: object): line is { rows: string[] } => 'store' in line && line.store === 'wasm'
  const hex = Buffer.from('"name":"Collection"').toString('hex')
  const forged = Buffer.from('"name":"Corrosions"').toString('hex')
  const change = (line: object) =>
    isWasm(line) ? { ...line, rows: line.rows.map((row) => row.replaceAll(hex, forged)) } : line
  const [question] = asked.filter(
    (one) => 'msg' in one && JSON.stringify(one.msg) === '{"get_collection_info_and_extension":{}}',
  )
  const answer = (rpc: string, verify: boolean) =>
    ask(new ChainNode(forked({ rpc, cache: false, verify }), DEFAULT_CHAIN_LIMITS), question!).actual
  await changed(change, (rpc) => {
    expect(Buffer.from(answer(rpc, false).value, 'base64').toString()).toMatch('Corrosions')
    expect(answer(rpc, true).log).toMatch('the node sent a row of the store "wasm" that the chain has not committed to')
  })
})

test('a node whose program has no known name needs a kind', async () => {
  const change = (line: object) => {
    if (!('call' in line && 'result' in line) || !JSON.stringify(line.call).includes('GetNodeInfo')) return line
    const { response } = line.result as { response: { value: string } }
    const info = GetNodeInfoResponse.decode(Buffer.from(response.value, 'base64'))
    const value = GetNodeInfoResponse.encode({
      ...info,
      applicationVersion: { ...info.applicationVersion!, appName: '<appd>' },
    }).finish()
    return { ...line, result: { response: { ...response, value: Buffer.from(value).toString('base64') } } }
  }
  await changed(change, (rpc) => {
    const fork = { rpc, height, cache: false as const }
    expect(() => createSandbox({ chains: { live: { fork } } })).toThrow(
      /the chain live has no kind\n.*the program of the live chain has the name "<appd>", which is not that of a known kind/,
    )
    expect(createSandbox({ chains: { live: { kind: 'wasmd', fork } } }).chains.live.height).toBe(height)
  })
})
