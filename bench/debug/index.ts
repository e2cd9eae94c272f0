import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { DebugClient } from '@vscode/debugadapter-testsupport'
import { cpuOf, median } from '../harness/cpu.js'
import { repositoryPath } from '../harness/paths.js'
import { row, type Row } from '../harness/rows.js'
import type { BenchOptions } from '../run.js'

/** Callbacks that use the whole limit of a callback, 1,000,000 gas, in two ways; and a usual one. */
const CALLS = {
  'refused timeout, 85,000 gas': { error: 'no refund' },
  'writes to 1,000,000 gas': 'write_forever',
  'computes to 1,000,000 gas': 'loop',
} as const

/** Steps that are made in each direction. */
const STEPS = 40
const THREAD = { threadId: 1 }
const PATIENCE = 120_000

/** A client over the standard input and output of a process. */
class StreamClient extends DebugClient {
  over(output: Readable, input: Writable): void {
    this.connect(output, input)
  }
}

const fixture = (behaviour: unknown): string =>
  JSON.stringify({
    sudobox: 1,
    title: 'a callback',
    steps: [
      { name: 'alice', do: { action: 'account', name: 'alice', funds: '1000untrn' } },
      {
        name: 'code',
        do: {
          action: 'tx',
          from: 'alice',
          messages: [{ store: { wasm: { path: repositoryPath('contracts/artifacts/callback_lab.wasm') } } }],
        },
      },
      {
        name: 'lab',
        do: {
          action: 'tx',
          from: 'alice',
          messages: [{ instantiate: { codeId: 1, label: 'lab', msg: { on_timeout: behaviour } } }],
        },
      },
      {
        name: 'timeout',
        do: { action: 'callback', contract: 'lab', message: { timeout: { request: { sequence: 1 } } } },
      },
    ],
  })

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** What an editor asks at each stop. */
async function show(client: DebugClient): Promise<void> {
  const { body } = await client.stackTraceRequest(THREAD)
  const { scopes } = (await client.scopesRequest({ frameId: body.stackFrames[0]!.id })).body
  for (const { variablesReference } of scopes) await client.variablesRequest({ variablesReference })
}

/** What one session takes: to the first stop with its locals, for each step (ms), and memory at its peak (MB). The processor's time is less than the clock's on a busy machine. */
interface Session {
  readonly opened: number
  readonly openedCpu: number
  readonly steps: readonly number[]
  readonly stepsCpu: number
  readonly memory: number
}

const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000

async function session(file: string): Promise<Session> {
  const child = spawn(process.execPath, [repositoryPath('dist/cli/main.js'), 'debug', file], {
    cwd: repositoryPath('.'),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const cpu = (): number => cpuOf(child.pid!) / 1000
  const client = new StreamClient('node', '', 'sudobox')
  client.defaultTimeout = PATIENCE
  client.over(child.stdout, child.stdin)
  const stopped = async (go: () => Promise<unknown>): Promise<void> => {
    await Promise.all([client.waitForEvent('stopped', PATIENCE), go()])
    await show(client)
  }
  try {
    await client.initializeRequest()
    const begun = cpu()
    const opened = await timed(async () => {
      await Promise.all([client.waitForEvent('initialized', PATIENCE), client.launch({})])
      await stopped(() => client.configurationDoneRequest())
    })
    const openedCpu = cpu() - begun
    const steps: number[] = []
    for (let i = 0; i < STEPS; i++) steps.push(await timed(() => stopped(() => client.stepBackRequest(THREAD))))
    for (let i = 0; i < STEPS; i++) steps.push(await timed(() => stopped(() => client.nextRequest(THREAD))))
    const stepsCpu = (cpu() - begun - openedCpu) / steps.length
    return { opened, openedCpu, steps, stepsCpu, memory: peakOf(child.pid!) }
  } finally {
    child.kill()
  }
}

/** The debugger as an editor uses it: launching it on a call that failed, and stepping in both directions from there. */
export async function debugBench({ rounds }: BenchOptions): Promise<Row[]> {
  const folder = mkdtempSync(repositoryPath('bench-debug-'))
  try {
    const rows: Row[] = []
    for (const [name, behaviour] of Object.entries(CALLS)) {
      const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.json`)
      writeFileSync(file, fixture(behaviour))
      const sessions: Awaited<ReturnType<typeof session>>[] = []
      // The first one finds the lines of the twin, which later ones read.
      await session(file)
      for (let round = 0; round < rounds; round++) sessions.push(await session(file))
      const steps = sessions.flatMap((one) => one.steps)
      const figures: readonly (readonly [string, number])[] = [
        ['run the fixture and stop at the line that failed, ms', median(sessions.map((one) => one.opened))],
        ['to the line that failed, ms of CPU', median(sessions.map((one) => one.openedCpu))],
        ['a step forwards or back with its locals, ms', median(steps)],
        ['a step, ms of CPU', median(sessions.map((one) => one.stepsCpu))],
        ['the slowest step, ms', Math.max(...steps)],
        ['memory at its peak, MB', median(sessions.map((one) => one.memory))],
      ]
      rows.push(...figures.map(([what, figure]) => row(`${name}: ${what}`, figure, undefined, '')))
    }
    return rows
  } finally {
    rmSync(folder, { recursive: true })
  }
}
