import { readFileSync, writeFileSync } from 'node:fs'
import { repositoryPath } from '../harness/paths.js'
import type { BenchOptions } from '../run.js'
import { GROUPS } from './groups.js'
import type { Group, Line } from './line.js'
import { measure, type Measured } from './measure.js'

/** How many times as fast as its peer ours was, by the time of the processor, when the file was written. */
type Committed = Readonly<Record<string, number>>

const FILE = repositoryPath('bench/quick.json')
/** The part of the committed ratio below which one has fallen. */
const LEAST = 0.8
const ROUNDS = 3

const nameOf = ({ name, peer }: Line): string => `${name}, beside ${peer[0]}`

/**
 * The ratios that matter, beside the committed ones. A line that has fallen is measured again before it counts. With `write` the file gets what was
 * measured.
 */
export async function quickBench({ write }: Pick<BenchOptions, 'write'>): Promise<boolean> {
  const committed = JSON.parse(readFileSync(FILE, 'utf8')) as Committed
  const written: Record<string, number> = { ...committed }
  const fallen: string[] = []
  for (const group of GROUPS) {
    const lines = group.lines.filter(({ quick }) => quick)
    if (lines.length === 0) continue
    console.error(`\n${group.name}`)
    const rows = await measure(group, ROUNDS, lines)
    for (const row of rows) if (row.speed.cpu !== undefined) written[nameOf(row.line)] = rounded(row.speed.cpu)
    if (!write) fallen.push(...(await judge(group, rows, committed)))
  }
  if (write) {
    writeFileSync(FILE, `${JSON.stringify(written, null, 2)}\n`)
    console.log(JSON.stringify(written, null, 2))
    return true
  }
  if (fallen.length > 0)
    console.log(
      `\nBelow ${LEAST} of the committed ratio, twice in a row:\n${fallen.map((name) => `- ${name}`).join('\n')}`,
    )
  return fallen.length === 0
}

/** The names of those that have fallen twice. */
async function judge(group: Group, rows: readonly Measured[], committed: Committed): Promise<string[]> {
  const suspects = rows.filter((row) => tell(row, committed))
  if (suspects.length === 0) return []
  console.error(`${group.name}: once more what has fallen`)
  const again = await measure(
    group,
    ROUNDS,
    suspects.map(({ line }) => line),
  )
  return again.filter((row) => tell(row, committed)).map(({ line }) => nameOf(line))
}

/** Prints a line. @returns whether it has fallen */
function tell({ line, speed: { cpu } }: Measured, committed: Committed): boolean {
  const name = nameOf(line)
  const before = committed[name]
  const has = cpu !== undefined && before !== undefined && cpu < before * LEAST
  const of = before === undefined ? 'no committed ratio' : `committed ${before}`
  console.log(`${cpu === undefined ? 'not measured' : rounded(cpu)} (${of})${has ? ' FALLEN' : ''}: ${name}`)
  return has
}

const rounded = (value: number): number => Number(value.toPrecision(3))
