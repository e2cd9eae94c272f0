import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter } from 'vitest/node'
import type { CoverageThresholds } from '../../coverage/index.js'
import { asLine } from '../../base/index.js'

/** Environment variable of test processes: the folder for what they counted. */
export const COVERAGE_PARTS = 'SUDOBOX_COVERAGE_PARTS'

/** How the coverage of contracts is reported. */
export interface ContractCoverageOptions {
  /** For `lcov.info` and the HTML. Default: `coverage/contracts`. */
  readonly folder?: string
  /** Least percentages; below them the run fails. */
  readonly thresholds?: CoverageThresholds
}

/** Where the processes of a run store what they counted. */
export const partsOf = (folder: string): string => join(folder, '.parts')

/** At the end of a run, writes which of the contracts' source code ran, and prints a table of it. */
export class ContractCoverageReporter implements Reporter {
  readonly #folder: string
  readonly #thresholds: CoverageThresholds

  constructor(folder: string, thresholds: CoverageThresholds = {}) {
    this.#folder = folder
    this.#thresholds = thresholds
  }

  onTestRunStart(): void {
    rmSync(partsOf(this.#folder), { recursive: true, force: true })
  }

  async onTestRunEnd(): Promise<void> {
    const { readParts, writeCoverage } = await import('../../coverage/index.js')
    const report = await writeCoverage(readParts(partsOf(this.#folder)), {
      folder: this.#folder,
      thresholds: this.#thresholds,
    })
    rmSync(partsOf(this.#folder), { recursive: true, force: true })
    const short = relative(process.cwd(), this.#folder)
    process.stdout.write(`\n${report.text}\n${asLine(`${join(short, 'index.html')}, ${join(short, 'lcov.info')}`)}\n`)
    for (const missed of report.missed) process.stderr.write(`${asLine(`contract coverage: ${missed}`)}\n`)
    if (report.missed.length > 0) process.exitCode = 1
  }
}
