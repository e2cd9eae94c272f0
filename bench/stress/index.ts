import Table from 'cli-table3'
import { createVm } from 'sudobox/vm'
import { median } from '../harness/cpu.js'
import type { BenchOptions } from '../run.js'
import { stressContracts } from './contracts.js'

const CALLS = 100_000
const EVERY = 10_000
/** Readings before the code is compiled, the pools are filled and the heap has its size. */
const WARM_UP = 2
/** How much more the second half may hold than the first, in MiB. */
const TOLERANCE = 16

const MIB = 1024 * 1024

interface Reading {
  readonly calls: number
  readonly failed: number
  /** MiB. */
  readonly resident: number
  readonly heap: number
  readonly external: number
}

/** Many calls over many contracts: whether resident memory stays flat after warm-up. */
export function stressBench({ json }: Pick<BenchOptions, 'json'>): Promise<boolean> {
  const vm = createVm()
  const contracts = stressContracts(vm)
  const readings: Reading[] = []
  let failed = 0
  for (let calls = 1; calls <= CALLS; calls++) {
    if (contracts[calls % contracts.length]!.next().error) failed++
    if (calls % EVERY === 0) readings.push(read(calls, failed))
  }
  const warm = readings.slice(WARM_UP).map(({ resident }) => resident)
  const half = warm.length >>> 1
  const growth = median(warm.slice(half)) - median(warm.slice(0, half))
  const flat = growth <= TOLERANCE
  if (json) console.log(JSON.stringify({ contracts: contracts.length, readings, growth, flat }, null, 2))
  else {
    const table = new Table({
      head: ['calls', 'without an answer', 'resident, MiB', 'heap, MiB', 'external, MiB'],
      colAligns: ['right', 'right', 'right', 'right', 'right'],
      style: { head: [], border: [] },
    })
    for (const reading of readings) table.push(Object.values(reading).map(String))
    console.log(table.toString())
    console.log(
      `${contracts.length} contracts, ${CALLS} calls: resident memory ${flat ? 'stays flat' : 'GROWS'} after warm-up (${growth.toFixed(1)} MiB from the first half to the second, ${TOLERANCE} are let pass)`,
    )
  }
  return Promise.resolve(flat)
}

function read(calls: number, failed: number): Reading {
  const { rss, heapUsed, external } = process.memoryUsage()
  const [resident, heap, outside] = [rss, heapUsed, external].map((bytes) => Math.round(bytes / MIB))
  return { calls, failed, resident: resident!, heap: heap!, external: outside! }
}
