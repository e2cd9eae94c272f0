import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FixtureError, UsageError } from 'sudobox'
import { Corpus } from 'sudobox/fuzz'
import { readParts } from '../../../src/coverage/parts.js'
import { version } from '../../../src/base/version.js'
import { connect, QueueError, type Connection } from '../../../src/fuzz/cluster/connect.js'
import { hashOf, manifestOf, type Packed } from '../../../src/fuzz/cluster/packed.js'
import { packedCampaign } from '../../../src/fuzz/cluster/packed-campaign.js'
import { readResult } from '../../../src/fuzz/cluster/result.js'
import { runQueue, type QueueOptions, type QueueReport } from '../../../src/fuzz/cluster/run-queue.js'
import { serveQueue } from '../../../src/fuzz/cluster/serve.js'
import { RunStore } from '../../../src/fuzz/cluster/store.js'
import { startCampaign } from '../../../src/fuzz/setup.js'
import { writeCampaign } from './campaign.js'
import { RedisServer, WITHOUT_SERVER } from './redis.js'

if (WITHOUT_SERVER !== undefined)
  console.warn(`tests with a server in test/fuzz/cluster/queue.e2e.test.ts ${WITHOUT_SERVER}`)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'queue-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const NOWHERE = 'redis://127.0.0.1:1'
const options = (file: string, url: string, more: Partial<QueueOptions> = {}): QueueOptions => ({
  file,
  seed: 2,
  budget: { sequences: 12 },
  found: join(folder, 'found'),
  queue: { url },
  slice: 2,
  round: 2,
  ...more,
})

describe('what a queue does not take', () => {
  test('a campaign that is code, none of which runs', async () => {
    const file = join(folder, 'campaign.mjs')
    writeFileSync(file, 'throw new Error("it ran")')
    await expect(runQueue(options(file, NOWHERE))).rejects.toThrow(
      /is a module, and a queue takes only campaigns that are data/,
    )
  })

  test('a server that is not there, and a URL of something else', async () => {
    await expect(connect({ url: NOWHERE }, 'test')).rejects.toThrow(QueueError)
    await expect(connect({ url: 'redis://:hunter2@127.0.0.1:1' }, 'test')).rejects.not.toThrow('hunter2')
    for (const url of ['localhost:6379', 'http://localhost', 'redis:'])
      await expect(connect({ url }, 'test')).rejects.toThrow(UsageError)
  })

  test('a campaign that reads more than was sent with it', async () => {
    const outside = join(folder, 'outside.wasm')
    writeFileSync(outside, 'of this machine')
    const text = JSON.stringify({
      title: 'reader',
      actors: [{ name: 'alice' }],
      setup: [{ do: { action: 'tx', from: 'alice', messages: [{ store: { wasm: { path: outside } } }] } }],
      contracts: [{ label: 'group', schema: 'schema.json' }],
    })
    const files = new Map([['sent.debug.wasm', Uint8Array.of(1)]])
    const config = packedCampaign({ name: 'campaign.json', text, files, folders: new Map() })
    // A debug twin is looked for beside its contract.
    expect(['sent.debug.wasm', outside].map((path) => config.reach?.has(path))).toEqual([true, false])
    await expect(startCampaign(config)).rejects.toThrow(/outside\.wasm" was not sent with the campaign/)
  })

  test('a story or a finding that touches the machine', () => {
    const empty = {
      kept: [],
      findings: [],
      warnings: [],
      contracts: [],
      checks: [],
      growths: [],
      certificates: [],
      codes: [],
    }
    const nothing = { cut: false, stories: 0, actions: 0, ...empty }
    expect(readResult(nothing, 'here')).toMatchObject({ stories: 0 })
    const verdict = { invariant: 'I1', level: 'error', cluster: 'I1', text: 'lost' }
    const store = { action: 'tx', from: 'alice', messages: [{ store: { wasm: { path: '/etc/passwd' } } }] }
    for (const found of [
      { verdict, actions: [store], seed: 1 },
      { verdict: { ...verdict, further: [store] }, actions: [], seed: 1 },
      { verdict: { ...verdict, invariant: '../I1' }, actions: [], seed: 1 },
    ])
      expect(() => readResult({ ...nothing, findings: [found] }, 'here')).toThrow(FixtureError)
    const kept = [{ name: `${'0'.repeat(32)}.json`, text: '{"sudobox":1,"features":"","actions":[{}]}' }]
    expect(() => readResult({ ...nothing, kept }, 'here')).toThrow('its name is not the hash of its actions')
  })
})

describe.skipIf(WITHOUT_SERVER)('a queue', () => {
  let server: RedisServer
  let connection: Connection
  beforeAll(async () => {
    server = await RedisServer.start()
    connection = await connect({ url: server.url }, 'test')
  })
  afterAll(async () => {
    connection.close()
    await server.stop()
  })
  afterEach(async () => {
    await connection.redis.flushall()
  })

  const packed: Packed = {
    name: 'campaign.json',
    text: '{}',
    files: new Map([['group.wasm', Uint8Array.of(1, 2, 3)]]),
    folders: new Map([['schema', ['a.json']]]),
  }
  const campaign = hashOf(JSON.stringify(manifestOf(packed)))
  const head = { id: '1', version: version(), campaign, title: 'mine', status: 'running' } as const

  test('holds a campaign with its files, and detects a replaced one', async () => {
    const store = new RunStore(connection, 'mine')
    await store.begin(head, packed)
    expect(await store.packed(campaign)).toEqual(packed)
    await connection.redis.hset('sudobox:run:mine:blobs', hashOf(Uint8Array.of(1, 2, 3)), 'another contract')
    await expect(store.packed(campaign)).rejects.toThrow(/has another hash/)
  })

  test('is not served by another release', async () => {
    await new RunStore(connection, 'mine').begin({ ...head, version: '99.0.0' }, packed)
    await expect(serveQueue({ url: server.url, workers: 1 })).rejects.toThrow(
      `the runs in the queue are of sudobox 99.0.0; this is ${version()}`,
    )
  })

  test('deletes abandoned runs', async () => {
    await new RunStore(connection, 'mine').begin(head, packed)
    expect(await RunStore.forgotten(connection)).toEqual([])
    await connection.redis.zadd('sudobox:runs', 1, 'mine')
    expect(await RunStore.forgotten(connection)).toEqual(['mine'])
  })

  test('an interrupted run blocks its name until it is resumed, and then ends like one that was not interrupted', async () => {
    const file = writeCampaign(folder)
    const stop = new AbortController()
    const serving = serveQueue({ url: server.url, workers: 1, signal: stop.signal })
    const run = (more: Partial<QueueOptions>) => runQueue(options(file, server.url, { name: 'mine', ...more }))
    const parts = (name: string): string => join(folder, `coverage-${name}`)
    const whole = await run({ corpus: join(folder, 'whole'), coverage: parts('whole') })
    expect(whole).toMatchObject({ sequences: 12, kept: false, warnings: [], run: 'mine' })
    expect(whole.findings.map(({ invariant }) => invariant)).toEqual(['I1'])

    const interrupt = new AbortController()
    const corpus = join(folder, 'parts')
    const part = await run({
      corpus,
      coverage: parts('interrupted'),
      signal: interrupt.signal,
      // Three rounds of two slices.
      onProgress: ({ corpus: kept }) => kept > 0 && interrupt.abort(),
    })
    expect(part.kept).toBe(true)
    await expect(run({})).rejects.toThrow(/the queue already has a run "mine"/)
    await expect(run({ name: 'yours', resume: true })).rejects.toThrow('the queue holds no run "yours" to resume')
    const changed = writeCampaign(join(folder, 'changed'), { length: 5 })
    await expect(run({ file: changed, resume: true })).rejects.toThrow(/is of another campaign/)
    const state = JSON.parse((await connection.redis.hget('sudobox:run:mine', 'state'))!) as {
      sum: { stories: number }
    }
    const resumed = await run({
      corpus,
      coverage: parts('resumed'),
      resume: true,
      budget: { sequences: 12 - state.sum.stories },
    })
    stop.abort()
    await serving
    expect(resumed).toMatchObject({ kept: false, earlier: state.sum.stories, sequences: 12 - state.sum.stories })
    // When which code ran depends on the machine.
    const outcome = ({ features, findings, contracts, checks, growths, certificates }: QueueReport) => ({
      features,
      findings,
      contracts: contracts.map((one) => ({ ...one, overTime: [] })),
      checks,
      growths,
      certificates,
    })
    expect(outcome(resumed)).toEqual(outcome(whole))
    expect(whole.checks.find(({ invariant }) => invariant === 'I1')!.judged).toBeGreaterThan(0)
    expect(whole.contracts[0]!.overTime.length).toBeGreaterThan(0)
    const counted = readParts(parts('whole'))
    expect(counted[0]!.messages.get('execute.update_members')!.calls).toBeGreaterThan(10)
    expect(readParts(parts('resumed'))).toEqual(counted)
    expect(Corpus.open(corpus).features).toEqual(Corpus.open(join(folder, 'whole')).features)
    expect(readdirSync(join(folder, 'found'))).toHaveLength(1)
  }, 600_000)
})
