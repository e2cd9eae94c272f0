import { spawn } from 'node:child_process'
import type { Reporter, TestRunEndReason, Vitest } from 'vitest/node'

/** Options for mutants of a contract after a run whose tests pass: those of `sudobox mutants`. */
export interface MutantsOptions {
  /** The `.wasm` file that the tests deploy, with debug information in it or in `NAME.debug.wasm` next to it. */
  readonly contract: string
  /** Libraries that count as the contract's own code. */
  readonly crates?: readonly string[]
  /** Changes only lines that differ from this revision of Git. */
  readonly since?: string
  /** Fails the run if fewer mutants are noticed: a percentage. */
  readonly threshold?: number
  /** Processes at once. Default: one for each core. */
  readonly jobs?: number
  /** Files for the result: JSON in Stryker's schema, a page, JUnit XML. */
  readonly report?: string
  readonly html?: string
  readonly junit?: string
  /** The folder for fixtures that would catch survivors. Default: none are looked for. */
  readonly sketches?: string
}

const FLAGS = ['since', 'threshold', 'jobs', 'report', 'html', 'junit', 'sketches'] as const

/** The arguments of the command line. */
const argumentsOf = ({ contract, crates = [], ...options }: MutantsOptions): readonly string[] => [
  'mutants',
  contract,
  ...crates.flatMap((name) => ['--crate', name]),
  ...FLAGS.flatMap((name) => (options[name] === undefined ? [] : [`--${name}`, String(options[name])])),
]

/** Tries mutants once all tests pass, with the command that ran them. */
export class MutantsReporter implements Reporter {
  readonly #main: string
  readonly #options: MutantsOptions
  #isWatching = false

  /** @param main the file of the command line */
  constructor(main: string, options: MutantsOptions) {
    this.#main = main
    this.#options = options
  }

  onInit({ config }: Vitest): void {
    this.#isWatching = config.watch
  }

  async onTestRunEnd(...[, , reason]: readonly [unknown, unknown, TestRunEndReason]): Promise<void> {
    if (reason !== 'passed' || this.#isWatching) return
    const tests = [process.execPath, ...process.argv.slice(1)]
    const child = spawn(process.execPath, [this.#main, ...argumentsOf(this.#options), '--', ...tests], {
      stdio: 'inherit',
    })
    const code = await new Promise<number>((resolve) => {
      child.on('error', () => resolve(2))
      child.on('close', (ended) => resolve(ended ?? 2))
    })
    if (code !== 0) process.exitCode = code
  }
}
