import Table from 'cli-table3'
import { VM_GAS } from '../vm/tools/index.js'
import { callsOf, spentByContract, type ProfileTree } from './profile.js'
import { inLine } from '../base/index.js'

const gas = (vmGas: number): string => Math.round(vmGas / VM_GAS).toLocaleString('en')

/** For a terminal: a row for each contract, one for the charges of the chain outside of contracts, and their sum. */
export function contractRows(profile: ProfileTree): readonly string[] {
  const table = new Table({
    head: ['gas of', 'calls', 'self', 'total', '%'],
    colAligns: ['left', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  })
  const { contracts, total } = profile
  const [spent, calls] = [spentByContract(profile), callsOf(profile)]
  const row = (name: string, times: string, self: number, all: string): void =>
    void table.push([name, times, gas(self), all, total === 0 ? '' : `${((100 * self) / total).toFixed(1)} %`])
  const sorted = [...contracts.keys()].sort((a, b) => (spent.get(b)?.total ?? 0) - (spent.get(a)?.total ?? 0))
  for (const i of sorted) {
    const { self, total: all } = spent.get(i) ?? { self: 0, total: 0 }
    row(inLine(contracts[i]!.name), (calls.get(i) ?? 0).toLocaleString('en'), self, gas(all))
  }
  row('the chain', '', spent.get(undefined)?.self ?? 0, '')
  row('all', '', total, gas(total))
  return table.toString().split('\n')
}
