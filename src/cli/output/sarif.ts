import { relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log, PhysicalLocation, Result } from 'sarif'
import { toHex, toUtf8, version } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { INVARIANTS, type Finding, type PoolReport } from '../../fuzz/internal.js'
import { levelLines } from './level-lines.js'

export const SARIF_SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/**
 * The report of a campaign in SARIF 2.1.0 for code scanning. The location of a finding is the campaign's file, since its fixture may not be in the
 * repository. @param campaign the campaign's file
 */
export function sarifReport({ title, seed, sequences, earlier, findings }: PoolReport, campaign: string): string {
  const ids = [...new Set(findings.map(({ invariant }) => invariant))]
  const log: Log = {
    version: '2.1.0',
    $schema: SARIF_SCHEMA,
    runs: [
      {
        tool: { driver: { name: 'sudobox', version: version(), rules: ids.map((id) => ({ id, ...titleOf(id) })) } },
        automationDetails: { id: `sudobox/${title}/` },
        results: findings.map((finding) => resultOf(finding, ids.indexOf(finding.invariant), campaign)),
        properties: { seed, sequences: sequences + earlier },
      },
    ],
  }
  return `${JSON.stringify(log, undefined, 2)}\n`
}

function titleOf(id: string): { readonly shortDescription?: { readonly text: string } } {
  const title = INVARIANTS.find((invariant) => invariant.id === id)?.title
  return title === undefined ? {} : { shortDescription: { text: title } }
}

function resultOf(finding: Finding, ruleIndex: number, campaign: string): Result {
  const { invariant, text, about, level, lines, file, cluster, seed } = finding
  return {
    ruleId: invariant,
    ruleIndex,
    level,
    message: {
      text: [text, '', ...lines, '', ...levelLines(finding)].join('\n'),
    },
    locations: [
      {
        physicalLocation: { ...placeOf(campaign), region: { startLine: 1 } },
        ...(about !== undefined && { logicalLocations: [{ fullyQualifiedName: about, kind: 'member' }] }),
      },
    ],
    ...(level === 'error' && {
      relatedLocations: [
        { id: 1, message: { text: 'the action sequence, as a fixture' }, physicalLocation: placeOf(file) },
      ],
    }),
    partialFingerprints: { 'cluster/v1': toHex(sha256(toUtf8(cluster))) },
    properties: { seed, actions: finding.actions.length },
  }
}

/** The location of a file: a relative path inside the working directory, otherwise a URL. */
export function placeOf(file: string): PhysicalLocation {
  const path = relative('', file)
  const uri = path.startsWith('..') ? pathToFileURL(file).href : path.split(sep).map(encodeURIComponent).join('/')
  return { artifactLocation: { uri } }
}
