import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import Table from 'cli-table3'
import pc from 'picocolors'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { asLine, inLine, refuseUnknown, requirePage } from '../base/index.js'
import type { GasEntry } from './gas/entry.js'
import { gasFileOf, readGas, writeGas } from './gas/file.js'
import { changeText } from './gas/matcher.js'
import { RECORDINGS } from './recording.js'

/** How differences are shown. */
export interface GasReporterOptions {
  /** Where the report goes; by default the standard output. */
  readonly write?: (text: string) => void
  /**
   * Writes a report of the run into this file: one HTML page with all tests, the transactions of each, and the gas. A test that failed has a page of its own
   * as an attachment, for Vitest's UI.
   */
  readonly html?: string | undefined
}

/** A figure of the gas report. */
export interface GasFigure extends Omit<GasEntry, 'status'> {
  readonly status: GasEntry['status'] | 'obsolete' | 'removed'
}

const WORDS: Readonly<Record<GasFigure['status'], string>> = {
  same: '',
  written: 'written',
  differs: pc.red('differs'),
  missing: pc.red('not written (CI)'),
  obsolete: pc.yellow('obsolete'),
  removed: 'removed',
}

/**
 * A reporter for Vitest that prints the gas differences found by `toMatchGasSnapshot` at the end of the run: was, is, change. Entries that no test
 * uses any more are reported as obsolete, and removed by `vitest -u` if the whole test file ran.
 *
 * ```ts
 * import GasReporter from 'sudobox/vitest/reporter'
 * export default defineConfig({ test: { reporters: ['default', new GasReporter()] } })
 * ```
 */
export class GasReporter implements Reporter {
  readonly #write: (text: string) => void
  readonly #html: string | undefined
  #root = process.cwd()

  constructor(options: GasReporterOptions = {}) {
    refuseUnknown('new GasReporter', [options])
    const { write = (text) => void process.stdout.write(text), html } = options
    this.#write = write
    this.#html = html
  }

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
    if (this.#html === undefined) return
    requirePage('report.html')
    // Test processes start with the environment of this one.
    const folder = (process.env[RECORDINGS] = mkdtempSync(join(tmpdir(), 'sudobox-recordings-')))
    // In watch mode tests run again and again.
    vitest.onClose(() => rmSync(folder, { recursive: true, force: true }))
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const rows = modules.flatMap((module) => rowsOf(module))
    this.#printGas(rows)
    if (this.#html !== undefined) await this.#writePage(this.#html, modules, rows)
  }

  async #writePage(html: string, modules: readonly TestModule[], rows: readonly GasFigure[]): Promise<void> {
    const { reportTests } = await import('./tests-report.js')
    const file = resolve(this.#root, html)
    reportTests(file, this.#root, modules, rows)
    this.#write(`\n${asLine(`report: ${relative(process.cwd(), file)}`)}\n`)
  }

  #printGas(rows: readonly GasFigure[]): void {
    const changes = rows.filter(({ status }) => status !== 'same')
    if (rows.length === 0) return
    this.#write(`\n${this.#report(changes, rows.length)}\n`)
  }

  #report(rows: readonly GasFigure[], compared: number): string {
    if (rows.length === 0)
      return pc.dim(
        `gas: ${compared === 1 ? '1 value matches its snapshot' : `${compared} values match their snapshots`}`,
      )
    const table = new Table({
      head: ['gas', 'was', 'is', 'change', ''].map((title) => pc.bold(title)),
      colAligns: ['left', 'right', 'right', 'right', 'left'],
      style: { head: [], border: [], compact: true },
    })
    for (const { file, name, was, is, status } of rows.toSorted(byFileAndName))
      table.push([
        `${inLine(name)}\n${pc.dim(inLine(relative(this.#root, file)))}`,
        was ?? '',
        is,
        was === undefined || is === '' ? '' : changeText(BigInt(was), BigInt(is)),
        WORDS[status],
      ])
    return `${table.toString()}\n${rows.length} of ${compared} gas values are new, changed or obsolete`
  }
}

const byFileAndName = (a: GasFigure, b: GasFigure): number =>
  a.file === b.file ? (a.name < b.name ? -1 : 1) : a.file < b.file ? -1 : 1

function rowsOf(module: TestModule): GasFigure[] {
  const tests = [...module.children.allTests()]
  const compared: GasFigure[] = tests.flatMap((test) => test.meta().sudoboxGas ?? [])
  // A test that failed or did not run might still use its entries, so they are not obsolete.
  const whole =
    tests.length > 0 && module.errors().length === 0 && tests.every((test) => test.result().state === 'passed')
  if (!whole) return compared
  const file = gasFileOf(module.moduleId)
  const stored = readGas(file)
  const used = new Set(compared.map(({ name }) => name))
  const left = [...stored].filter(([name]) => !used.has(name))
  const removes = module.project.config.snapshotOptions.updateSnapshot === 'all'
  if (removes && left.length > 0) writeGas(file, new Map([...stored].filter(([name]) => used.has(name))))
  const status = removes ? 'removed' : 'obsolete'
  return [...compared, ...left.map(([name, gas]): GasFigure => ({ file, name, was: gas.toString(), is: '', status }))]
}

// Vitest loads a reporter given as a module name from its default export.
// oxlint-disable-next-line import/no-default-export
export default GasReporter
