import {
  audit,
  kindVerdicts,
  safeReleases,
  type Concerned,
  type KindVerdict,
  type Releases,
  type SafeReleases,
} from '../../audit/index.js'
import { jsonReport } from '../output/fuzz-output.js'
import type { AuditCampaign } from './short-campaign.js'

/** The result of an audit, as all of its reports show it. */
export interface AuditResult {
  /** The contract, as the user named it. */
  readonly file: string
  /** The kind of chain, if one was named. */
  readonly kind: string | undefined
  readonly releases: Releases
  readonly open: readonly Concerned[]
  readonly patched: readonly Concerned[]
  readonly notJudged: readonly Concerned[]
  /** The releases on which none of these advisories applies. */
  readonly safe: readonly SafeReleases[]
  readonly kinds: readonly KindVerdict[]
  /** Undefined where none was asked for. */
  readonly campaign?: AuditCampaign
}

/** @throws UsageError for bytes that cannot be read */
export function auditResult(
  file: string,
  bytes: Uint8Array,
  { kind, releases }: Pick<AuditResult, 'kind' | 'releases'>,
): AuditResult {
  const concerned = audit(bytes, releases)
  const advisories = concerned.map(({ advisory }) => advisory)
  const of = (state: Concerned['state']): readonly Concerned[] => concerned.filter((one) => one.state === state)
  return {
    file,
    kind,
    releases,
    open: of('open'),
    patched: of('patched'),
    notJudged: of('not judged'),
    safe: safeReleases(advisories),
    kinds: kindVerdicts(advisories),
  }
}

/** Whether an advisory is open, or the campaign found something. */
export const isBad = ({ open, campaign }: AuditResult): boolean =>
  open.length > 0 || (campaign?.ran === true && campaign.report.findings.some(({ level }) => level === 'error'))

/** The document of `--json`. `findings` are the open advisories; those of the campaign are in `campaign`. */
export const auditJson = ({ open, campaign, ...result }: AuditResult): object => ({
  ...result,
  findings: open,
  ...(campaign !== undefined && {
    campaign: campaign.ran ? { ran: true, file: campaign.file, ...jsonReport(campaign.report) } : campaign,
  }),
})
