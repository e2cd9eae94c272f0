import { readFileSync } from 'node:fs'
import type { Rehearsal } from '../../rehearse/index.js'
import type { Fixture } from '../../replay/internal.js'
import { rehearsalDocument, ReplayWatch, reportPage, requireReportPage, Runs } from '../../report/index.js'
import { quoted, trustText } from '../output/command-text.js'
import { writePage } from '../output/html-report.js'
import { causeText, differenceText } from './rehearsal-output.js'
import type { SideWatch } from '../../rehearse/index.js'

/** The report of a rehearsal: the causes, and the run of each side. */
export class HtmlRehearsal {
  readonly #file: string
  readonly #fixture: Fixture
  readonly #runs = new Runs()

  /** @throws UsageError where the package was not built */
  constructor(file: string, fixture: Fixture) {
    requireReportPage()
    this.#file = file
    const { campaign: _, ...rest } = fixture
    this.#fixture = rest
  }

  /** What follows both sides. @param file the fixture as the user named it */
  async watch(file: string, trust: boolean): Promise<{ readonly from: SideWatch; readonly to: SideWatch }> {
    const text = readFileSync(file, 'utf8')
    const side = async (): Promise<SideWatch> => {
      const watch = await ReplayWatch.begin(this.#fixture, file, { trust })
      return {
        onStart: watch.onStart,
        onStep: watch.onStep,
        onEnd: (report) =>
          void watch.add(this.#runs, report, {
            file,
            text,
            commands: [`sudobox replay ${quoted(file)}${trustText(trust)}`],
          }),
      }
    }
    return { from: await side(), to: await side() }
  }

  /** @returns what was written, for the user */
  write({ title, from, to, steps, differing, groups }: Rehearsal): string {
    const data = {
      from,
      to,
      steps,
      differing,
      causes: groups.map((group) => ({
        kind: group.kind,
        text: causeText(group),
        differences: group.differences.map(differenceText),
        consequences: group.consequences.map(differenceText),
      })),
    }
    return writePage(this.#file, reportPage(rehearsalDocument(title, data, this.#runs), this.#runs.blocks))
  }
}
