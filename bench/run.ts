import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { columnsOf, writeResults } from './harness/results.js'
import { printRows, type Row } from './harness/rows.js'

export interface BenchOptions {
  readonly json: boolean
  readonly rounds: number
  /** Whether the figures are written into bench/results; the quick bench compares with peers and writes the ratios, instead of comparing with another build. */
  readonly write: boolean
  /** The commit that the quick bench compares with. */
  readonly against: string | undefined
  /** Groups of the table to measure; none for all of them. */
  readonly group: readonly string[]
  /** Folder of contracts of others, for the group `fuzz`. */
  readonly builds: string | undefined
}

/** A bench by its name: returns rows to print, or prints by itself and returns whether it passed. */
const BENCHES: Readonly<Record<string, (options: BenchOptions) => Promise<readonly Row[] | boolean>>> = {
  all: async (options) => (await import('./table/all.js')).allBench(options),
  quick: async (options) => (await import('./table/quick.js')).quickBench(options),
  vm: async (options) => (await import('./vm/index.js')).vmBench(options),
  chain: async (options) => (await import('./chain/index.js')).chainBench(options),
  debug: async (options) => (await import('./debug/index.js')).debugBench(options),
  icq: async (options) => (await import('./icq/index.js')).icqBench(options),
  evm: async (options) => (await import('./evm/index.js')).evmBench(options),
  judging: async (options) => (await import('./fuzz/judging.js')).judgingBench(options),
  relay: async (options) => (await import('./relay/index.js')).relayBench(options),
  stress: async (options) => (await import('./stress/index.js')).stressBench(options),
}

const HELP = `usage: npm run bench -- [NAME] [OPTIONS]

  all      everything and its peers, in one table (default)
  quick    what matters, against the same work in another commit, which is built here: fails when a row is 10 % slower twice
  vm       the contract VM against the native one, gas by gas
  chain    executes, queries and new chains
  debug    opening a call in the debugger, and stepping through it
  icq      results of interchain queries
  evm      the EVM node against development nodes
  judging  campaigns: what searching, each invariant, measuring gas and shrinking cost, and the memory
  relay    packets
  stress   calls that repeat one thing until their gas ends

  --against REV   quick: the commit to compare with. Default: the merge base with the upstream branch, origin/main or main;
                  on main the commit before
  --write         write the figures to bench/results, and docs/figures.md from them;
                  quick: compare with peers instead, and write the ratios and this machine to bench/quick.json
  --group NAME    all and quick: only this group of the table: chain, fuzz, compile, evm, inside, served, memory, start or scale; may be repeated
  --builds FOLDER all and judging: campaigns of contracts of others too: the folder that npm run bench:published takes
  --rounds N      how many rounds, 5 by default; quick has 3
  --json          rows as JSON`

function usage(message: string): never {
  console.error(`bench: ${message}\n\n${HELP}`)
  process.exit(2)
}

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    against: { type: 'string' },
    builds: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
    group: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
const [name = 'all', ...others] = positionals
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
const rounds = Number(values.rounds)
if (!bench || others.length > 0) usage(`there is no bench ${positionals.join(' ')}`)
if (!Number.isInteger(rounds) || rounds < 1) usage(`--rounds ${values.rounds} is not an integer from 1 up`)
if (name !== 'quick' && values.against !== undefined) usage('--against is of quick')
if (values.write && values.against !== undefined) usage('--write compares with peers, not with a commit')
if (values.builds !== undefined && (!['all', 'judging'].includes(name) || !existsSync(values.builds)))
  usage(existsSync(values.builds) ? '--builds is of all and judging' : `there is no folder ${values.builds}`)
const result = await bench({ ...values, against: values.against, builds: values.builds, rounds })
if (typeof result === 'boolean') process.exitCode = result ? 0 : 1
else {
  printRows(result, values.json)
  if (values.write) await writeResults(name, result.map(columnsOf), { whole: true })
}
