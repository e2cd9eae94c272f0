import { readFileSync } from 'node:fs'
import { writeAtomically } from '../../base/files.js'
import type { JudgeOptions } from '../../fuzz/again.js'
import type { Fixture } from '../../replay/fixture.js'
import type { ReplayReport } from '../../replay/run.js'
import { reportPage } from '../../report/page.js'
import { replayDocument, ReplayWatch } from '../../report/replay.js'
import { Runs } from '../../report/runs.js'
import { grouped } from './format.js'

/** Writes a page. @returns its name and size, for the user */
function writePage(file: string, page: string): string {
  writeAtomically(file, page)
  return `${file} (${grouped(Math.ceil(Buffer.byteLength(page) / 1000))} kB)`
}

/** An argument of a command line, quoted if a shell needs it. */
const quoted = (text: string): string => (/^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** The report of `sudobox replay`. */
export class HtmlReplays {
  readonly #file: string
  readonly #runs = new Runs()

  constructor(file: string) {
    this.#file = file
  }

  watch(fixture: Fixture, file: string, options: JudgeOptions): Promise<ReplayWatch> {
    return ReplayWatch.begin(fixture, file, options)
  }

  add(watch: ReplayWatch, report: ReplayReport): void {
    const { file } = report
    watch.add(this.#runs, report, {
      file,
      text: readFileSync(file, 'utf8'),
      commands: [`sudobox replay ${quoted(file)}`],
    })
  }

  /** @returns what was written, for the user */
  write(): string {
    return writePage(this.#file, reportPage(replayDocument(this.#runs), this.#runs.blocks))
  }
}
