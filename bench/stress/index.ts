import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Table from 'cli-table3'
import { createVm } from 'sudobox/vm'
import type { BenchOptions } from '../run.js'
import { stressContracts } from './contracts.js'

const CALLS = 100_000
/** Before they count: the engine optimises code, and the pools and the heap get their size. */
const WARM_UP = 20_000
const EVERY = 10_000
/** How much more the second half may hold at most than the first, in MiB. Single readings go up and down by nine. */
const TOLERANCE = 6

const mebibytes = (bytes: number): number => Math.round(bytes / (1024 * 1024))

/** Memory in MiB. */
interface Reading {
  /** Below or at zero while warming up. */
  readonly calls: number
  readonly failed: number
  /** Resident, as it is found, and the highest since the last reading; both hold garbage that is not yet collected. */
  readonly resident: number
  readonly peak: number
  /** After a collection: what is kept. */
  readonly settled: number
  readonly heap: number
  readonly external: number
}

/** Many calls over many contracts: whether the memory that the process keeps stays flat after warm-up. */
export async function stressBench({ json }: Pick<BenchOptions, 'json'>): Promise<boolean> {
  const collect = collector()
  const contracts = stressContracts(createVm())
  const readings: Reading[] = []
  let failed = 0
  let peak = 0
  for (let calls = 1 - WARM_UP; calls <= CALLS; calls++) {
    if (contracts[(calls + WARM_UP) % contracts.length]!.next().error) failed++
    if (calls % 100 === 0) peak = Math.max(peak, process.memoryUsage.rss())
    if (calls % EVERY !== 0) continue
    const resident = mebibytes(process.memoryUsage.rss())
    await collect()
    const { rss, heapUsed, external } = process.memoryUsage()
    readings.push({
      calls,
      failed,
      resident,
      peak: mebibytes(peak),
      settled: mebibytes(rss),
      heap: mebibytes(heapUsed),
      external: mebibytes(external),
    })
    peak = 0
  }
  const settled = readings.filter(({ calls }) => calls > 0).map((reading) => reading.settled)
  const half = settled.length >>> 1
  const growth = Math.max(...settled.slice(half)) - Math.max(...settled.slice(0, half))
  const flat = growth <= TOLERANCE
  if (json) console.log(JSON.stringify({ contracts: contracts.length, readings, growth, flat }, null, 2))
  else print(readings, `${contracts.length} contracts, ${CALLS} calls after ${WARM_UP} to warm up`, growth, flat)
  return flat
}

function print(readings: readonly Reading[], run: string, growth: number, flat: boolean): void {
  const table = new Table({
    head: ['calls', 'without an answer', 'resident, MiB', 'peak', 'after collection', 'heap', 'external'],
    colAligns: Array.from({ length: 7 }, () => 'right' as const),
    style: { head: [], border: [] },
  })
  for (const reading of readings) table.push(Object.values(reading).map(String))
  console.log(table.toString())
  console.log(
    `${run}: the memory that is kept ${flat ? 'stays flat' : 'GROWS'} (${growth} MiB from the most of the first half to the most of the second; ${TOLERANCE} are let pass)`,
  )
}

/** Collects garbage; the engine frees memories a little later than their owners. */
function collector(): () => Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return async () => {
    collect()
    await pause(50)
    collect()
  }
}
