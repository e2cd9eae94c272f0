import { createSandbox, type TxResult } from 'sudobox'
import { row, type Row } from '../harness/rows.js'
import type { BenchOptions } from '../run.js'

/** What the debugger opens, and how it is walked: parts of the package that are not public. */
interface Trace {
  readonly length: number
  frames(step: number): readonly { variables(): unknown }[]
}

interface Debugger {
  readonly CallTrace: { open(call: unknown): Trace }
  readonly failingStep: (trace: Trace) => number
  readonly over: (trace: Trace, step: number, direction: 1 | -1) => number | undefined
}

const LAB = 'contracts/artifacts/callback_lab.wasm'

/** Callbacks that use the whole limit of a callback, 1,000,000 gas, in two ways; and a usual one. */
const CALLS = {
  'refused timeout, 85,000 gas': { error: 'no refund' },
  'writes to 1,000,000 gas': 'write_forever',
  'computes to 1,000,000 gas': 'loop',
} as const

/** Steps that are made in each place. */
const STEPS = 40

const dist = async (path: string): Promise<unknown> => import(new URL(`../../../dist/${path}`, import.meta.url).href)

const timed = <T>(run: () => T): { readonly ms: number; readonly value: T } => {
  const start = performance.now()
  const value = run()
  return { ms: performance.now() - start, value }
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >>> 1]!

/** Opening a call in the debugger, and stepping through it in both directions: what an editor waits for. */
export async function debugBench({ rounds }: BenchOptions): Promise<Row[]> {
  const { CallTrace, failingStep, over } = (await dist('debug/index.js')) as Debugger
  const { madeCalls } = (await dist('sandbox/internal.js')) as {
    readonly madeCalls: (trace: TxResult['trace']) => readonly unknown[]
  }
  const rows: Row[] = []
  for (const [name, behaviour] of Object.entries(CALLS)) {
    const sandbox = createSandbox()
    const alice = sandbox.chains.neutron.account('alice', '10untrn')
    const lab = await alice.deploy(LAB, { on_timeout: behaviour }, { label: 'lab' })
    const result = await lab.callback({ timeout: {} })
    const [call] = madeCalls(result.trace)
    const opened: number[] = []
    const jumps: number[] = []
    const steps: number[] = []
    let length = 0
    for (let round = 0; round < rounds; round++) {
      const { ms, value: trace } = timed(() => CallTrace.open(call))
      opened.push(ms)
      length = trace.length
      const show = (step: number): void => trace.frames(step).forEach((frame) => frame.variables())
      let step = failingStep(trace)
      jumps.push(timed(() => show(step)).ms, timed(() => show(trace.length >>> 1)).ms)
      for (const direction of [-1, 1] as const)
        for (let i = 0; i < STEPS; i++) {
          const { ms: walked, value } = timed(() => {
            const next = over(trace, step, direction)
            if (next !== undefined) show(next)
            return next
          })
          step = value ?? step
          steps.push(walked)
        }
    }
    const named = `${name} (${length.toLocaleString('en')} lines)`
    rows.push(
      row(`${named}: open, ms`, median(opened), undefined, ''),
      row(`${named}: show a line anywhere, ms`, median(jumps), undefined, ''),
      row(`${named}: step over, forwards or back, ms, median`, median(steps), undefined, ''),
      row(`${named}: the same, the slowest`, Math.max(...steps), undefined, ''),
    )
  }
  return rows
}
