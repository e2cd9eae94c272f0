import { cpus } from 'node:os'
import { writeResults } from '../harness/results.js'
import type { BenchOptions } from '../run.js'
import { groupsOf } from './groups.js'
import { measure, reached, type Measured } from './measure.js'
import { cells, printTable } from './print.js'

/** Everything about which there is an aim, in one table. A group that cannot be measured is told, and the others go on. */
export async function allBench({ rounds, json, write, group: names, builds }: BenchOptions): Promise<boolean> {
  const groups = groupsOf(names, builds)
  if (typeof groups === 'string') {
    console.error(groups)
    return false
  }
  const started = performance.now()
  const rows: Measured[] = []
  const failed: string[] = []
  for (const group of groups) {
    console.error(`\n${group.name}`)
    try {
      rows.push(...(await measure(group, rounds)))
    } catch (error) {
      console.error(error)
      failed.push(group.name)
    }
  }
  if (write) await writeResults('speed', rows.map(cells))
  if (json) {
    console.log(JSON.stringify(rows, null, 2))
    return failed.length === 0
  }
  const minutes = (performance.now() - started) / 60_000
  console.log(
    `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores; medians of ${rounds} rounds in which the contenders took turns, each in a process of its own; ${minutes.toFixed(1)} minutes.\n`,
  )
  printTable(rows)
  const verdicts = rows.map(reached)
  const count = (verdict: boolean): number => verdicts.filter((each) => each === verdict).length
  console.log(`\nOf the rows with an aim ${count(true)} reach it and ${count(false)} do not.`)
  if (failed.length > 0) console.log(`Not measured: ${failed.join(', ')}; the errors are above.`)
  return failed.length === 0
}
