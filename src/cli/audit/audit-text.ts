import { join, relative } from 'node:path'
import { ADVISORIES, safeReleases, type Concerned, type KindVerdict, type SafeReleases } from '../../audit/index.js'
import { asLine } from '../../base/index.js'
import { quoted, trustText } from '../output/command-text.js'
import { exceptionLines, noteLines, progressText } from '../output/fuzz-output.js'
import type { Terminal } from '../output/terminal.js'
import type { AuditResult } from './result.js'
import type { AuditCampaign } from './short-campaign.js'

/** How names of a sort are introduced: "exports reply". */
const VERBS = {
  exports: 'exports',
  imports: 'imports',
  messages: 'names',
  queries: 'names',
  variants: 'names the query',
  crate: 'names',
  'any call': '',
} as const satisfies Readonly<Record<Concerned['by'], string>>

/** More names than this are counted. */
const MAX_NAMES = 8

/** Why an advisory concerns the contract: `it decides whether a channel may open: exports ibc_channel_open`. */
export function evidenceText({ why, by, uses }: Pick<Concerned, 'why' | 'by' | 'uses'>): string {
  if (uses.length === 0) return `it ${why}`
  const more = uses.length > MAX_NAMES ? ` and ${uses.length - MAX_NAMES} more` : ''
  return `it ${why}: ${VERBS[by]} ${uses.slice(0, MAX_NAMES).join(', ')}${more}`
}

/** `wasmd 0.54.3, 0.60.2, 0.61.6 and newer` */
export const safeText = ({ program, releases }: SafeReleases): string => `${program} ${releases.join(', ')} and newer`

/** The first releases without one advisory. */
export const safeTexts = (advisory: Concerned['advisory']): readonly string[] => safeReleases([advisory]).map(safeText)

/** Which kinds of chains here have all patches, and what the others lack. */
function kindLines(kinds: readonly KindVerdict[]): readonly string[] {
  const safe = kinds.filter(({ open }) => open.length === 0).map(({ kind }) => kind)
  return [
    ...(safe.length === 0 ? [] : [`${safe.join(', ')}: all patched`]),
    ...kinds.filter(({ open }) => open.length > 0).map(({ kind, open }) => `${kind}: open are ${open.join(', ')}`),
  ]
}

/** The chain that was judged: `neutron: wasmd 0.61.12, wasmvm 3.0.5`; undefined if none was named. */
export function chainText({ kind, releases }: Pick<AuditResult, 'kind' | 'releases'>): string | undefined {
  const programs = Object.entries(releases).map(([program, release]) => `${program} ${release}`)
  if (programs.length === 0) return undefined
  return kind === undefined ? programs.join(', ') : `${kind} (${programs.join(', ')})`
}

/** What of the advisories concerns the contract, for people. */
export function auditLines(result: AuditResult, { colors }: Terminal): readonly string[] {
  const { file, open, patched, notJudged, safe, kinds } = result
  const concerned = open.length + patched.length + notJudged.length
  const chain = chainText(result)
  return [
    `${colors.bold(asLine(file))}: ${concerned} of ${ADVISORIES.length} advisories concern it${open.length === 0 && chain === undefined ? '' : `, ${open.length} ${open.length === 1 ? 'is' : 'are'} open${chain === undefined ? '' : ` on ${chain}`}`}`,
    ...open.flatMap(({ advisory, release, fix, ...evidence }) => [
      '',
      `${colors.red(advisory.id)} ${advisory.title} (${advisory.severity})`,
      `  why:    ${asLine(evidenceText(evidence))}`,
      `  open:   ${advisory.component} ${release}, fixed in ${fix}`,
      ...safeTexts(advisory).map((text) => `  safe:   ${text}`),
      `  before: ${advisory.before}`,
      `  after:  ${advisory.after}`,
      `  ${colors.dim(advisory.url)}`,
    ]),
    ...listed('patched on this chain', patched, colors.dim),
    ...listed(
      chain === undefined
        ? 'not judged, because no chain is named (--kind, or --wasmvm and --wasmd)'
        : 'not judged, because the release is not given',
      notJudged,
      colors.dim,
    ),
    ...(safe.length === 0
      ? []
      : [
          '',
          'all of these are patched in',
          ...safe.map((one) => `  ${safeText(one)}`),
          'of the kinds of chains in Sudobox',
          ...kindLines(kinds).map((line) => `  ${line}`),
        ]),
  ]
}

const listed = (title: string, rows: readonly Concerned[], dim: (text: string) => string): readonly string[] =>
  rows.length === 0
    ? []
    : [
        '',
        title,
        ...rows.flatMap(({ advisory, ...evidence }) => [
          `  ${advisory.id} ${advisory.title} (${advisory.severity})`,
          dim(`    ${asLine(evidenceText(evidence))}; safe: ${safeTexts(advisory).join(', ')}`),
        ]),
      ]

/** How the campaign ended; its findings are printed when they are found. @param folder of the campaign */
export function campaignLines(campaign: AuditCampaign, folder: string, out: Terminal): readonly string[] {
  const { colors } = out
  if (!campaign.ran)
    return [
      `${colors.yellow('no campaign')} ${asLine(campaign.why)}`,
      ...campaign.details.map((line) => `  ${asLine(line)}`),
    ]
  const { report, file, needsTrust } = campaign
  const isFound = report.findings.some(({ level }) => level === 'error')
  return [
    ...exceptionLines(report.findings),
    ...noteLines(report.findings, out),
    `${progressText(report, out)} · seed ${report.seed}`,
    ...(report.sequences === 0
      ? [`${colors.yellow('warning')} no action sequence was finished; right: --campaign SECONDS, with more of them`]
      : []),
    ...(isFound ? [`fixtures of the findings: ${relative('', join(folder, 'found'))}`] : []),
    `to search longer: sudobox fuzz ${quoted(file)}${trustText(needsTrust)}`,
  ]
}
