import { readFileSync } from 'node:fs'

/** CPU time of this process in µs, all its threads together, that a run takes. */
export function cpuTime(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** What one run takes, in µs: of the processor, all threads together, and by the clock on the wall. */
export interface Cost {
  readonly cpu: number
  readonly wall: number
}

/** A pair of figures: `name` has the time of the processor, `name wall` that of the clock. */
export const costs = (name: string, { cpu, wall }: Cost): Readonly<Record<string, number>> => ({
  [name]: cpu,
  [`${name} wall`]: wall,
})

/** µs of CPU time that this process has used. */
export const ownCpu = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** The same of another process, from Linux's /proc, in steps of 10 ms. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** What `times` runs take, each. `cpu`: the µs that whoever works has used so far; this process unless another is given. */
export async function costOf(times: number, run: (index: number) => unknown, cpu = ownCpu): Promise<Cost> {
  const from = performance.now()
  const before = cpu()
  for (let index = 0; index < times; index++) await run(index)
  return { cpu: (cpu() - before) / times, wall: ((performance.now() - from) * 1000) / times }
}

/** Shortest sample that the clock, of some milliseconds, can measure. */
const SAMPLE = 150_000

/** CPU time of one run in µs: the mean over as many runs as fill a sample. `fewest`: how many at least. */
export function perRun(run: () => void, fewest = 3): number {
  let runs = 0
  let spent = 0
  for (let batch = fewest; spent < SAMPLE; batch *= 2) {
    spent += cpuTime(() => {
      for (let i = 0; i < batch; i++) run()
    })
    runs += batch
  }
  return spent / runs
}

/** The same for asynchronous runs. */
export const perAsyncRun = async (run: () => unknown, fewest = 3): Promise<number> =>
  (await costPerRun(run, fewest)).cpu

/** The same with the time of the clock. */
export async function costPerRun(run: () => unknown, fewest = 3): Promise<Cost> {
  let runs = 0
  let [cpu, wall] = [0, 0]
  for (let batch = fewest; cpu < SAMPLE; batch *= 2) {
    const cost = await costOf(batch, run)
    cpu += cost.cpu * batch
    wall += cost.wall * batch
    runs += batch
  }
  return { cpu: cpu / runs, wall: wall / runs }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >>> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
