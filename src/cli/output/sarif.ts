import { relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log, PhysicalLocation, Result, Run } from 'sarif'
import { toHex, toUtf8, version } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { INVARIANTS, type Finding, type PoolReport } from '../../fuzz/internal.js'
import { levelLines } from './level-lines.js'

const SARIF_SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** The report of a campaign in SARIF 2.1.0 for code scanning. @param campaign the campaign's file */
export const sarifReport = (report: PoolReport, campaign: string): string => sarifLog([campaignRun(report, campaign)])

/** A file of SARIF 2.1.0. */
export function sarifLog(runs: Run[]): string {
  const log: Log = { version: '2.1.0', $schema: SARIF_SCHEMA, runs }
  return `${JSON.stringify(log, undefined, 2)}\n`
}

/** The findings of a campaign. @param place the file that they are about, since the fixture of a finding may not be in the repository */
export function campaignRun({ title, seed, sequences, earlier, findings }: PoolReport, place: string): Run {
  const ids = [...new Set(findings.map(({ invariant }) => invariant))]
  return {
    tool: { driver: { name: 'sudobox', version: version(), rules: ids.map((id) => ({ id, ...titleOf(id) })) } },
    automationDetails: { id: `sudobox/${title}/` },
    results: findings.map((finding) => resultOf(finding, ids.indexOf(finding.invariant), place)),
    properties: { seed, sequences: sequences + earlier },
  }
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
