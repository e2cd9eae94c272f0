import { ADVISORIES, type Concerned } from '../../audit/index.js'
import type { PoolProgress } from '../../fuzz/internal.js'
import { auditDocument, reportPage, Runs, type AuditData } from '../../report/index.js'
import { HtmlCampaign, writePage } from '../output/html-report.js'
import { chainText, evidenceText, safeText, safeTexts } from './audit-text.js'
import type { AuditResult } from './result.js'

/** The report of an audit: one HTML file, with that of its campaign. */
export class HtmlAudit {
  readonly #file: string
  readonly #campaign: HtmlCampaign

  /** @throws UsageError where the package was not built */
  constructor(file: string) {
    this.#file = file
    this.#campaign = new HtmlCampaign(file)
  }

  note(progress: PoolProgress): void {
    this.#campaign.note(progress)
  }

  /** Runs the findings again, and writes the page. @returns what was written, for the user */
  async write(result: AuditResult): Promise<string> {
    const runs = new Runs()
    const { campaign } = result
    const shown = campaign?.ran === true ? await this.#campaign.document(campaign.report, campaign, runs) : undefined
    return writePage(this.#file, reportPage(auditDocument(auditData(result), shown), runs.blocks))
  }
}

function auditData(result: AuditResult): AuditData {
  const { file, open, notJudged, patched, safe, kinds, campaign } = result
  const chain = chainText(result)
  return {
    file,
    ...(chain !== undefined && { chain }),
    of: ADVISORIES.length,
    advisories: [...open, ...notJudged, ...patched].map((row) => advisoryData(row)),
    safe: safe.map(safeText),
    kinds,
    ...(campaign?.ran === false && { noCampaign: [campaign.why, ...campaign.details] }),
  }
}

function advisoryData(row: Concerned): AuditData['advisories'][number] {
  const { advisory, state, release, fix } = row
  const { id, title, url, severity, component, before, after } = advisory
  return {
    id,
    title,
    url,
    severity,
    state,
    why: evidenceText(row),
    component: release === undefined ? component : `${component} ${release}`,
    ...(fix !== undefined && { fix }),
    safe: safeTexts(advisory),
    before,
    after,
  }
}
