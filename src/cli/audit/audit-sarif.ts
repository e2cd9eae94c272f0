import type { Log } from 'sarif'
import { version } from '../../base/index.js'
import type { AuditFinding } from '../../audit/index.js'
import { placeOf, SARIF_SCHEMA } from '../output/sarif.js'

/** The advisories that concern a contract, in SARIF 2.1.0 for code scanning. The location of each is the contract's file. */
export function auditSarif(file: string, findings: readonly AuditFinding[]): string {
  const log: Log = {
    version: '2.1.0',
    $schema: SARIF_SCHEMA,
    runs: [
      {
        tool: {
          driver: {
            name: 'sudobox',
            version: version(),
            rules: findings.map(({ advisory: { id, title, url } }) => ({
              id,
              shortDescription: { text: title },
              helpUri: url,
            })),
          },
        },
        automationDetails: { id: 'sudobox/audit/' },
        results: findings.map(({ advisory, release, fix, uses }, ruleIndex) => ({
          ruleId: advisory.id,
          ruleIndex,
          level: 'warning',
          message: {
            text: [
              `${advisory.component} ${release}, fixed in ${fix}`,
              ...(uses.length === 0 ? [] : [`concerned: ${uses.join(', ')}`]),
              `before: ${advisory.before}`,
              `after: ${advisory.after}`,
            ].join('\n'),
          },
          locations: [{ physicalLocation: placeOf(file) }],
        })),
      },
    ],
  }
  return `${JSON.stringify(log, undefined, 2)}\n`
}
