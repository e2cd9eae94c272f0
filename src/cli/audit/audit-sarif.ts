import type { Result, Run } from 'sarif'
import { version } from '../../base/index.js'
import type { Concerned } from '../../audit/index.js'
import { campaignRun, placeOf, sarifLog } from '../output/sarif.js'
import { evidenceText, safeTexts } from './audit-text.js'
import type { AuditResult } from './result.js'

/**
 * An audit in SARIF 2.1.0 for code scanning: open advisories as warnings, those that were not judged as notes, and the findings of the campaign. The location
 * of each is the contract's file.
 */
export function auditSarif(result: AuditResult): string {
  const { file, campaign } = result
  return sarifLog([advisoriesRun(result), ...(campaign?.ran === true ? [campaignRun(campaign.report, file)] : [])])
}

function advisoriesRun(result: AuditResult): Run {
  const rows = [...result.open, ...result.notJudged]
  return {
    tool: {
      driver: {
        name: 'sudobox',
        version: version(),
        rules: rows.map(({ advisory: { id, title, url } }) => ({
          id,
          shortDescription: { text: title },
          helpUri: url,
        })),
      },
    },
    automationDetails: { id: 'sudobox/audit/' },
    results: rows.map((row, ruleIndex) => resultOf(row, ruleIndex, result)),
  }
}

function resultOf(row: Concerned, ruleIndex: number, { file }: AuditResult): Result {
  const { advisory, state, release, fix } = row
  return {
    ruleId: advisory.id,
    ruleIndex,
    level: state === 'open' ? 'warning' : 'note',
    message: {
      text: [
        state === 'open'
          ? `${advisory.component} ${release}, fixed in ${fix}`
          : `the release of ${advisory.component} is not given`,
        `why: ${evidenceText(row)}`,
        ...safeTexts(advisory).map((text) => `safe: ${text}`),
        `before: ${advisory.before}`,
        `after: ${advisory.after}`,
      ].join('\n'),
    },
    locations: [{ physicalLocation: placeOf(file) }],
  }
}
