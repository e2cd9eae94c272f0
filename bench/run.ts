import { parseArgs } from 'node:util'
import { printRows, type Row } from './harness/rows.js'

export interface BenchOptions {
  readonly json: boolean
  readonly rounds: number
  /** Whether the quick bench writes its ratios instead of judging them. */
  readonly write: boolean
  /** Groups of the whole table to measure; none for all of them. */
  readonly group: readonly string[]
}

/** A bench by its name: returns rows to print, or prints by itself and returns whether it passed. */
const BENCHES: Readonly<Record<string, (options: BenchOptions) => Promise<readonly Row[] | boolean>>> = {
  all: async (options) => (await import('./table/all.js')).allBench(options),
  quick: async (options) => (await import('./table/quick.js')).quickBench(options),
  vm: async (options) => (await import('./vm/index.js')).vmBench(options),
  chain: async (options) => (await import('./chain/index.js')).chainBench(options),
  icq: async (options) => (await import('./icq/index.js')).icqBench(options),
  evm: async (options) => (await import('./evm/index.js')).evmBench(options),
  relay: async (options) => (await import('./relay/index.js')).relayBench(options),
  stress: async (options) => (await import('./stress/index.js')).stressBench(options),
}

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    group: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
const bench = BENCHES[positionals[0] ?? 'all']
const rounds = Number(values.rounds)
if (!bench || positionals.length > 1 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(
    `usage: npm run bench -- ${Object.keys(BENCHES).join('|')} [--json] [--rounds N] [--write] [--group NAME]…; without a name all`,
  )
  process.exit(2)
}
const result = await bench({ json: values.json, rounds, write: values.write, group: values.group })
if (typeof result === 'boolean') process.exitCode = result ? 0 : 1
else printRows(result, values.json)
