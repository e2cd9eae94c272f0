import Table from 'cli-table3'
import type { FunctionChange, ProfileChange } from '../../profile/internal.js'
import { VM_GAS } from '../../vm/tools/index.js'
import type { BuildRun } from '../gas/builds.js'
import { grouped, shorten } from './format.js'
import type { Terminal } from './terminal.js'
import { inLine } from '../../base/index.js'

interface Comparison {
  readonly was: BuildRun
  readonly is: BuildRun
  /** Paths as the user gave them. */
  readonly one: string
  readonly other: string
  readonly change: ProfileChange
  /** Rows of the table. */
  readonly top: number
}

/** Gas of the chain, with decimal places if it is small. */
function gasText(vmGas: number): string {
  const gas = vmGas / VM_GAS
  return Math.abs(gas) < 100 ? String(Number(gas.toFixed(2))) : grouped(Math.round(gas))
}

const signed = (vmGas: number): string => (vmGas > 0 ? `+${gasText(vmGas)}` : gasText(vmGas))

function percentText(was: number, is: number): string {
  if (was === 0) return is === 0 ? '0 %' : 'new'
  if (is === 0) return 'gone'
  const change = ((is - was) / was) * 100
  return `${change > 0 ? '+' : ''}${change.toFixed(2)} %`
}

/** Steps that ended otherwise with the second build. */
export const differingSteps = (was: BuildRun, is: BuildRun) =>
  was.steps.flatMap(({ name, end }, i) => {
    const other = is.steps[i]?.end
    return other === end ? [] : [{ step: i + 1, name, before: end, after: other ?? 'did not run' }]
  })

/** The comparison as lines of text. */
export function gasTable(
  { was, is, one, other, change, top }: Comparison,
  { colors, columns }: Terminal,
): readonly string[] {
  const table = new Table({
    head: ['function', 'self before', 'self after', 'difference', '%'],
    colAligns: ['left', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  })
  const row = (name: string, before: number, after: number): void => {
    const difference = after - before
    const color = difference > 0 ? colors.red : difference < 0 ? colors.green : String
    table.push([name, gasText(before), gasText(after), color(signed(difference)), percentText(before, after)])
  }
  const bySelf = change.functions.filter(({ before, after }) => before.self !== after.self)
  for (const { name, before, after } of bySelf.slice(0, top))
    row(inLine(shorten(name, Math.max(30, columns - 62))), before.self, after.self)
  const rest = bySelf.slice(top)
  const sum = (of: (one: FunctionChange) => number): number => rest.reduce((all, one) => all + of(one), 0)
  if (rest.length > 0)
    row(
      `${rest.length} more`,
      sum((one) => one.before.self),
      sum((one) => one.after.self),
    )
  row(colors.bold('all'), change.before, change.after)
  const differing = differingSteps(was, is)
  return [
    `before: ${one}`,
    `after:  ${other}`,
    ...table.toString().split('\n'),
    `${bySelf.length} functions differ, ${change.same + change.functions.length - bySelf.length} do not. Unit: SDK gas (${grouped(VM_GAS)} VM gas)`,
    ...differing.map(({ step, name, before, after }) =>
      colors.yellow(`step ${step}, ${name}: ${before} before, ${after} after`),
    ),
    ...new Set([...was.profile.notes, ...is.profile.notes]),
  ]
}
