import { readFileSync } from 'node:fs'
import type { Rehearsal } from '../../rehearse/index.js'
import type { Fixture } from '../../replay/internal.js'
import { rehearsalDocument, ReplayWatch, reportPage, requireReportPage, Runs } from '../../report/index.js'
import { quoted, trustText } from '../output/command-text.js'
import { writePage } from '../output/html-report.js'
import { causeText, differenceText } from './rehearsal-output.js'
import type { SideWatch } from '../../rehearse/index.js'

/** The report of a rehearsal: the causes, and of a single fixture the run of each side. */
export class HtmlRehearsal {
  readonly #file: string
  readonly #runs = new Runs()

  /** @throws UsageError where the package was not built */
  constructor(file: string) {
    requireReportPage()
    this.#file = file
  }

  /** What follows both sides of a fixture. @param file the fixture as the user named it */
  async watch(
    fixture: Fixture,
    file: string,
    trust: boolean,
  ): Promise<{ readonly from: SideWatch; readonly to: SideWatch }> {
    const { campaign: _, ...rest } = fixture
    const text = readFileSync(file, 'utf8')
    const side = async (): Promise<SideWatch> => {
      const watch = await ReplayWatch.begin(rest, file, { trust })
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
