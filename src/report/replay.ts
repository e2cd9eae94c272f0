import { version } from '../base/index.js'
import { watchFinding, type Judged, type JudgeOptions, type WatchedFinding } from '../fuzz/internal.js'
import type { Fixture, ReplayReport, StepReport } from '../replay/internal.js'
import type { Sandbox } from '../sandbox/internal.js'
import { findingData, findingNumbers, findingVerdict, subjectOf, type FindingNumbers } from './finding.js'
import { FindingStorage } from './finding-storage.js'
import type { RehearsalData, ReportDocument, RunData, Verdict } from './model.js'
import { RunRecorder } from './record/recorder.js'
import type { Runs } from './runs.js'

/** What a report shows of a fixture besides its run. */
export interface ReplayAbout {
  /** The file as the user named it. */
  readonly file: string
  /** The fixture itself. */
  readonly text: string
  /** The commands that repeat the run, and that find the finding again. */
  readonly commands: readonly string[]
}

/** Records the replay of one fixture for a report; for a finding, also what the campaign sees. */
export class ReplayWatch {
  readonly #fixture: Fixture
  readonly #watched: WatchedFinding | undefined
  readonly #numbers: FindingNumbers | undefined
  readonly #storage = new FindingStorage()
  #recorder: RunRecorder | undefined
  #sandbox: Sandbox | undefined

  private constructor(fixture: Fixture, watched: WatchedFinding | undefined) {
    this.#fixture = fixture
    this.#watched = watched
    this.#numbers = watched && findingNumbers(watched, fixture.campaign!.setup)
  }

  /** Judges a finding before it is replayed. */
  static async begin(fixture: Fixture, file: string, options: JudgeOptions): Promise<ReplayWatch> {
    return new ReplayWatch(fixture, fixture.campaign && (await watchFinding(fixture, file, options)))
  }

  /** The campaign's verdict; undefined for a fixture that is not a finding. */
  get judged(): Judged | undefined {
    return this.#watched?.judged
  }

  /** Options of the replay. */
  readonly onStart = (sandbox: Sandbox): void => {
    this.#sandbox = sandbox
    this.#recorder = new RunRecorder(sandbox)
  }
  readonly onStep = (step: StepReport): void => {
    const changes = this.#recorder!.report(step, this.#numbers?.claims.get(step.index))
    const { setup = 0 } = this.#fixture.campaign ?? {}
    if (step.index >= setup) this.#storage.note(step.index - setup + 1, changes)
  }

  /** @returns the number of the run in the document */
  add(runs: Runs, report: ReplayReport, about: ReplayAbout): number {
    const { description } = this.#fixture
    const recorded = this.#recorder!.done()
    const wrong = this.#watched?.wrong
    const rows = recorded.rows.map((row) => (row.step === wrong ? { ...row, wrong: true as const } : row))
    const data: Omit<RunData, keyof typeof recorded> = {
      title: report.title,
      ...(description !== undefined && { description }),
      file: about.file,
      command: about.commands[0]!,
      verdict: this.#watched ? findingVerdict(this.#watched, this.#fixture) : replayVerdict(report),
      ...(this.#watched && {
        finding: findingData(this.#fixture, this.#watched, this.#numbers!, this.#stored(), about),
      }),
    }
    return runs.add({ ...recorded, rows }, data)
  }

  #stored(): ReturnType<FindingStorage['about']> {
    const { setup, violation } = this.#fixture.campaign!
    const wrong = this.#watched?.wrong
    return this.#storage.about(
      subjectOf(violation),
      this.#sandbox!,
      wrong === undefined ? undefined : wrong - setup + 1,
    )
  }
}

function replayVerdict({ passed, steps, planned, total }: ReplayReport): Verdict {
  const rest = planned < total ? `, ${total - planned} more did not run` : ''
  if (passed) return { state: 'good', text: `${steps.length} of ${planned} steps as expected${rest}` }
  const differing = steps.filter(({ difference }) => difference !== undefined).map(({ index }) => index + 1)
  return { state: 'bad', text: `step ${differing.join(', ')} of ${planned} is not as expected` }
}

/** The document for replayed fixtures. */
export const replayDocument = ({ runs }: Runs): ReportDocument => ({
  format: 1,
  by: `sudobox ${version()}`,
  kind: 'replay',
  title: runs.length === 1 ? runs[0]!.title : `${runs.length} fixtures`,
  runs,
})

/** The document for a rehearsal, whose two runs are its sides. */
export const rehearsalDocument = (title: string, rehearsal: RehearsalData, { runs }: Runs): ReportDocument => ({
  format: 1,
  by: `sudobox ${version()}`,
  kind: 'rehearsal',
  title,
  runs: runs.map((run, i) => ({ ...run, title: `${title}: ${i === 0 ? rehearsal.from : rehearsal.to}` })),
  rehearsal,
})
