import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Queue, QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Corpus } from 'sudobox/fuzz'
import { ROOT, sudobox } from '../../cli/command.js'
import { version } from '../../../src/base/version.js'
import { serveQueue } from '../../../src/fuzz/cluster/serve.js'
import { writeCampaign } from './campaign.js'
import { RedisServer, WITHOUT_SERVER } from './redis.js'

if (WITHOUT_SERVER !== undefined) console.warn(`test/fuzz/cluster/machines.e2e.test.ts ${WITHOUT_SERVER}`)

const MAIN = join(ROOT, 'dist/cli/main.js')
const QUEUE = `slices-${version()}`

let server: RedisServer
let redis: Redis
let folder: string
let workers: ChildProcess[] = []
beforeEach(async () => {
  if (WITHOUT_SERVER !== undefined) return
  folder = mkdtempSync(join(tmpdir(), 'machines-'))
  server = await RedisServer.start()
  redis = server.client()
})
afterEach(async () => {
  if (WITHOUT_SERVER !== undefined) return
  for (const worker of workers) worker.kill('SIGKILL')
  workers = []
  redis.disconnect()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const startWorker = (): ChildProcess => {
  const worker = spawn(process.execPath, [MAIN, 'worker', server.url, '--workers', '1', '--quiet'], {
    cwd: folder,
    stdio: 'ignore',
  })
  workers.push(worker)
  return worker
}

/** What a run with this name came to, whoever ran it: four slices a round, in three rounds. */
async function run(file: string, name: string) {
  const [found, corpus] = [join(folder, `found-${name}`), join(folder, `corpus-${name}`)]
  const options = `--queue ${server.url} --name ${name} --found ${found} --corpus ${corpus} --json --quiet`
  const sizes = '--seed 7 --sequences 24 --slice 2 --round 4'
  const { code, stdout, stderr } = await sudobox('fuzz', file, ...options.split(' '), ...sizes.split(' '))
  expect(code, stderr).toBe(1)
  const report = JSON.parse(stdout) as {
    readonly stories: number
    readonly warnings: readonly string[]
    readonly contracts: readonly object[]
    readonly [more: string]: unknown
  }
  const { seconds: _, workers: __, run: ___, ...whole } = report
  // When which code ran depends on the machine.
  const rest = { ...whole, contracts: report.contracts.map((contract) => ({ ...contract, overTime: [] })) }
  const kept = Corpus.open(corpus)
  return {
    report: JSON.parse(JSON.stringify(rest).replaceAll(`found-${name}`, 'found')) as typeof report,
    features: [...kept.features].sort((a, b) => a - b),
    stories: readdirSync(corpus).filter((story) => !story.startsWith('.')),
    fixtures: readdirSync(found).map((fixture) =>
      readFileSync(join(found, fixture), 'utf8').replaceAll(`found-${name}`, 'found'),
    ),
  }
}

test.skipIf(WITHOUT_SERVER)(
  'three of four workers are killed and the server restarts: what is found and covered is the same',
  async () => {
    const file = writeCampaign(folder)
    const stop = new AbortController()
    const serving = serveQueue({ url: server.url, workers: 1, signal: stop.signal })
    const undisturbed = await run(file, 'undisturbed')
    stop.abort()
    await serving
    expect(undisturbed.report).toMatchObject({ stories: 24, warnings: [], seed: 7 })
    expect(undisturbed.fixtures).toHaveLength(1)

    const queue = new Queue(QUEUE, { connection: redis, prefix: 'sudobox' })
    const events = new QueueEvents(QUEUE, { connection: server.client(), prefix: 'sudobox' })
    queue.on('error', () => undefined)
    events.on('error', () => undefined)
    let again = 0
    events.on('stalled', () => again++)
    for (let i = 0; i < 4; i++) startWorker()
    await expect.poll(() => queue.getWorkersCount(), { timeout: 180_000, interval: 500 }).toBe(4)
    const over = new AbortController()
    const disturbed = run(file, 'disturbed').finally(() => over.abort())
    const killed = new Set<number>()
    const killBusy = async (): Promise<void> => {
      for (; !over.signal.aborted; await new Promise((resolve) => setTimeout(resolve, 50)))
        for (const { processedBy } of await queue.getJobs(['active'])) {
          const pid = Number(/\d+$/.exec(processedBy ?? '')?.[0])
          const worker = workers.find((one) => one.pid === pid && !killed.has(pid))
          if (worker === undefined) continue
          worker.kill('SIGKILL')
          killed.add(pid)
          return
        }
      throw new Error('the run ended before its workers were killed')
    }
    await killBusy()
    await killBusy()
    await server.restart()
    await killBusy()
    expect(await disturbed).toEqual(undisturbed)
    expect(again).toBeGreaterThan(0)
    // Nothing is left of either run.
    expect((await redis.keys('sudobox:run*')).sort()).toEqual([])
    expect(await queue.getJobs()).toEqual([])
    await Promise.all([events.close(), queue.close()])
    // Those that are left end when they are told to.
    const left = workers.find(({ pid }) => !killed.has(pid!))!
    left.kill('SIGINT')
    expect(await once(left, 'exit')).toEqual([0, null])
  },
  600_000,
)
