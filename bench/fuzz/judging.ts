import Table from 'cli-table3'
import { inProcess, type Figures } from '../harness/contender.js'
import { writeResults } from '../harness/results.js'
import { campaigns } from '../table/fuzz.js'
import type { BenchOptions } from '../run.js'

type Columns = Readonly<Record<string, string | number>>

/** What the parts of campaigns cost: the search, each invariant, measuring gas and shrinking. */
export async function judgingBench({ json, write, builds }: BenchOptions): Promise<boolean> {
  const rows: Columns[] = []
  for (const { name, files } of campaigns(builds)) {
    const contender = inProcess(name, new URL('costs.js', import.meta.url), files)
    rows.push(...rowsOf(name, await contender.round()))
    contender.close()
  }
  if (json) console.log(JSON.stringify(rows, null, 2))
  else print(rows)
  if (write) await writeResults('judging', rows, { whole: true })
  return true
}

/** A row for each part that executed actions, the most expensive first, and one for all together. */
function rowsOf(contract: string, figures: Figures): readonly Columns[] {
  const parts = Object.keys(figures).flatMap((name) => (name.endsWith(' cpu') ? [name.slice(0, -' cpu'.length)] : []))
  const costs = parts.map((part) => ({ part, actions: figures[`${part} actions`]!, cpu: figures[`${part} cpu`]! }))
  const sum = (of: 'actions' | 'cpu'): number => costs.reduce((all, cost) => all + cost[of], 0)
  const all = { part: 'all', actions: sum('actions'), cpu: sum('cpu') }
  return [all, ...costs.filter(({ actions }) => actions > 0).toSorted((a, b) => b.cpu - a.cpu)].map((cost) => ({
    contract,
    part: cost.part,
    'executed for each action': cost.actions.toFixed(2),
    'ms of CPU for each action': cost.cpu.toFixed(2),
    'share of CPU': `${((100 * cost.cpu) / all.cpu).toFixed(1)} %`,
    'MB of memory': cost === all ? Math.round(figures.memory!) : '',
  }))
}

function print(rows: readonly Columns[]): void {
  const head = Object.keys(rows[0] ?? {})
  const table = new Table({ head, style: { head: [], border: [] } })
  for (const one of rows) table.push(head.map((name) => String(one[name])))
  console.log(table.toString())
}
