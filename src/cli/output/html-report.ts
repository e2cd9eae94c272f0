import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { SudoboxError, writeAtomically } from '../../base/index.js'
import type { Finding, JudgeOptions, PoolProgress, PoolReport, QueueReport } from '../../fuzz/internal.js'
import { readFixture, replay, type Fixture, type ReplayReport } from '../../replay/internal.js'
import {
  campaignDocument,
  CampaignProgress,
  replayDocument,
  ReplayWatch,
  reportPage,
  requireReportPage,
  Runs,
  type ProgressPoint,
  type ReportDocument,
} from '../../report/index.js'
import { quoted, replayText, trustText } from './command-text.js'
import { grouped } from './format.js'

/** Writes a page. @returns its name and size, for the user */
export function writePage(file: string, page: string): string {
  writeAtomically(file, page)
  return `${file} (${grouped(Math.ceil(Buffer.byteLength(page) / 1000))} kB)`
}

/** The report of `sudobox replay`. */
export class HtmlReplays {
  readonly #file: string
  readonly #trust: boolean
  readonly #runs = new Runs()

  /** @param trust whether the replay is run with `--trust` @throws UsageError where the package was not built */
  constructor(file: string, trust: boolean) {
    requireReportPage()
    this.#file = file
    this.#trust = trust
  }

  watch(fixture: Fixture, file: string, options: JudgeOptions): Promise<ReplayWatch> {
    return ReplayWatch.begin(fixture, file, options)
  }

  add(watch: ReplayWatch, report: ReplayReport): void {
    const { file } = report
    watch.add(this.#runs, report, {
      file,
      text: readFileSync(file, 'utf8'),
      commands: [replayText(file, this.#trust)],
    })
  }

  /** @returns what was written, for the user */
  write(): string {
    return writePage(this.#file, reportPage(replayDocument(this.#runs), this.#runs.blocks))
  }
}

/** More findings than this are listed, but not run again for their timelines. */
const MAX_RUNS = 12

/** A campaign that ran, and how to run it again. */
export interface CampaignAgain {
  readonly file: string
  /** Whether its files may name anything. */
  readonly trust: boolean
  /** Whether a command needs `--trust` for that. */
  readonly needsTrust: boolean
}

/** The report of `sudobox fuzz`. */
export class HtmlCampaign {
  readonly #file: string
  readonly #progress = new CampaignProgress()

  /** @throws UsageError where the package was not built */
  constructor(file: string) {
    requireReportPage()
    this.#file = file
  }

  note(progress: PoolProgress): void {
    this.#progress.note(pointOf(progress))
  }

  /** Runs the findings again, and writes the page. @param again the campaign, for the commands @returns what was written, for the user */
  async write(report: PoolReport | QueueReport, again: CampaignAgain): Promise<string> {
    const runs = new Runs()
    const document = await this.document(report, again, runs)
    return writePage(this.#file, reportPage(document, runs.blocks))
  }

  /** Runs the findings again. @param runs what they are added to */
  async document(report: PoolReport | QueueReport, again: CampaignAgain, runs: Runs): Promise<ReportDocument> {
    const { file, needsTrust } = again
    const shown = new Map<Finding, number | string>()
    for (const finding of report.findings) {
      if (finding.level !== 'error') shown.set(finding, `a ${finding.level} has no fixture`)
      else if (runs.runs.length >= MAX_RUNS)
        shown.set(finding, `only the first ${MAX_RUNS} findings are run again for the report`)
      else shown.set(finding, await runOf(finding, again, runs))
    }
    const where = 'run' in report ? '--queue redis://…' : `--workers ${report.workers}`
    const command = `sudobox fuzz ${quoted(file)} --seed ${report.seed} --sequences ${report.sequences} ${where}${trustText(needsTrust)}`
    const progress = this.#progress.ended(pointOf(report))
    return campaignDocument(report, { command, progress, runs, shown })
  }
}

const pointOf = ({ seconds, sequences, earlier, features, corpus, findings }: PoolProgress): ProgressPoint => ({
  seconds: Math.round(seconds * 10) / 10,
  sequences: sequences + earlier,
  features,
  kept: corpus,
  findings: findings.length,
})

/** @returns the number of the run, or why there is none */
async function runOf(
  finding: Finding,
  { file: campaign, trust, needsTrust }: CampaignAgain,
  runs: Runs,
): Promise<number | string> {
  const file = relative('', finding.file)
  try {
    const fixture = readFixture(file)
    const watch = await ReplayWatch.begin(fixture, file, { campaign, trust })
    const { onStart, onStep } = watch
    const report = await replay(fixture, file, { goOn: true, trust, onStart, onStep })
    const commands = [
      `${replayText(file, needsTrust)} --campaign ${quoted(campaign)}`,
      `sudobox fuzz ${quoted(campaign)} --seed ${finding.seed}${trustText(needsTrust)}`,
    ]
    return watch.add(runs, report, { file, text: readFileSync(file, 'utf8'), commands })
  } catch (error) {
    if (error instanceof SudoboxError) return `it cannot be run again: ${error.shortMessage}`
    throw error
  }
}
