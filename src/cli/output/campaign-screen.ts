import type { PoolProgress, PoolReport, QueueProgress, QueueReport } from '../../fuzz/internal.js'
import { certificateLines } from './certificate-output.js'
import { checkLines } from './checks-output.js'
import { exceptionLines, noteLines, progressText } from './fuzz-output.js'
import { ProgressLine } from './progress.js'
import { reachLines } from './reach-output.js'
import type { Terminal } from './terminal.js'

/** What a running campaign prints: a line of progress, warnings, findings, and a summary. */
export class CampaignScreen {
  readonly out: Terminal
  readonly #flags: { readonly json?: boolean; readonly quiet?: boolean }
  readonly #line: ProgressLine
  readonly #warned = new Set<string>()

  constructor(out: Terminal, flags: { readonly json?: boolean; readonly quiet?: boolean }) {
    this.out = out
    this.#flags = flags
    this.#line = new ProgressLine(out)
  }

  /** Lines for people: none are printed with `--json`. */
  print(lines: readonly string[]): void {
    this.clear()
    if (!this.#flags.json) for (const line of lines) console.log(line)
  }

  /** Prints each warning once. */
  warn(warnings: readonly string[]): void {
    const fresh = warnings.filter((warning) => !this.#warned.has(warning))
    for (const warning of fresh) this.#warned.add(warning)
    if (fresh.length > 0) this.print(fresh.map((warning) => `${this.out.colors.yellow('warning')} ${warning}`))
  }

  progress(progress: PoolProgress | QueueProgress): void {
    this.show(() => progressText(progress, this.out))
  }

  /** Shows a text on the line of progress. */
  show(text: () => string): void {
    if (!this.#flags.quiet) this.#line.show(text)
  }

  clear(): void {
    this.#line.clear()
  }

  /** Says that a signal has come. */
  stopping(): void {
    this.clear()
    console.error('stopping after the running action sequences …')
  }

  /** @param page the HTML report that was written */
  summary(report: PoolReport | QueueReport, page: string | undefined): void {
    this.warn(report.warnings)
    this.print(exceptionLines(report.findings))
    this.print(noteLines(report.findings, this.out))
    this.print(reachLines(report.contracts, this.out))
    this.print(checkLines(report.checks, this.out))
    this.print(certificateLines(report.certificates, this.out))
    this.print([`${progressText(report, this.out)} · seed ${report.seed}`])
    if (page !== undefined) this.print([`report: ${page}`])
    if ('kept' in report && report.kept)
      this.print([`run ${report.run} remains in the queue; continue it with --resume`])
  }
}
