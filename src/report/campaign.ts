import { relative } from 'node:path'
import { version } from '../base/index.js'
import {
  byInvariant,
  entryPointReach,
  entryText,
  fitGrowth,
  ruleOf,
  switchedOff,
  wholeReach,
  type ContractReach,
  type Finding,
  type GasCertificate,
  type MeasuredGrowth,
  type PoolReport,
} from '../fuzz/internal.js'
import type {
  CampaignFinding,
  CertificateData,
  ContractData,
  GrowthData,
  InvariantData,
  ProgressPoint,
  ReportDocument,
} from './model.js'
import type { Runs } from './runs.js'

/** What a report shows of a campaign besides its result. */
export interface CampaignAbout {
  /** The command that repeats it. */
  readonly command: string
  readonly progress: readonly ProgressPoint[]
  readonly runs: Runs
  /** For each finding, its run in the document, or why there is none. */
  readonly shown: ReadonlyMap<Finding, number | string>
}

/** The document for a campaign. */
export function campaignDocument(report: PoolReport, about: CampaignAbout): ReportDocument {
  const { seed, seconds, sequences, earlier, actions, features, corpus, workers, warnings, findings } = report
  return {
    format: 1,
    by: `sudobox ${version()}`,
    kind: 'campaign',
    title: report.title,
    runs: about.runs.runs,
    campaign: {
      seed: String(seed),
      seconds: Math.round(seconds),
      sequences: sequences + earlier,
      actions,
      features,
      kept: corpus,
      workers,
      command: about.command,
      warnings,
      progress: about.progress,
      contracts: report.contracts.map((contract) => contractData(contract, seconds)),
      invariants: invariantsOf(report),
      off: switchedOff(report.checks),
      certificates: report.certificates.map(certificateData),
      growths: report.growths.filter(({ points }) => points.length > 0).map(growthData),
      findings: findings.map((finding) => findingRow(finding, about.shown.get(finding))),
    },
  }
}

function findingRow(finding: Finding, shown: number | string | undefined): CampaignFinding {
  const { invariant, text, about, level, lines, exception } = finding
  return {
    invariant,
    text,
    ...(about !== undefined && { about }),
    level,
    ...(typeof shown === 'number' ? { run: shown } : shown !== undefined && { why: shown }),
    lines,
    except: entryText('except', exception),
    ...(level !== 'error' && { forbid: entryText('forbid', exception) }),
  }
}

function contractData({ label, messages, code, overTime }: ContractReach, seconds: number): ContractData {
  const whole = wholeReach(code)
  const moments = overTime.map((moment) => ({
    seconds: moment.seconds,
    ran: wholeReach({ ...code, ran: moment.ran }).ran,
  }))
  return {
    label,
    ...whole,
    messages,
    entryPoints: entryPointReach(code),
    overTime: moments.length === 0 ? [] : [...moments, { seconds: Math.round(seconds), ran: whole.ran }],
  }
}

function invariantsOf({ checks, findings }: PoolReport): readonly InvariantData[] {
  return checks.toSorted(byInvariant).map(({ invariant, judged, limits }) => ({
    id: invariant,
    rule: ruleOf(invariant),
    judged,
    limits,
    findings: findings.filter((finding) => finding.invariant === invariant).length,
  }))
}

const certificateData = ({ crossing, bounds, limit, most, ...rest }: GasCertificate): CertificateData => ({
  ...rest,
  limit: String(limit),
  most: String(most),
  ...(crossing && {
    crossing: {
      ...(crossing.sent && { sent: crossing.sent }),
      ...(crossing.file !== undefined && { file: relative('', crossing.file) }),
    },
  }),
  bounds: bounds.map(({ gas, quantity, message, points, reaches, upTo, measuredTo, how, degree, residual }) => ({
    gas: String(gas),
    quantity,
    message,
    points: points.map((point) => ({ quantity: point.quantity, gas: String(point.gas) })),
    ...(reaches !== undefined && { reaches }),
    upTo,
    measuredTo,
    how,
    degree,
    residual: String(residual),
  })),
})

function growthData({ contract, callback, message, limit, points }: MeasuredGrowth): GrowthData {
  const growth = fitGrowth(points)
  const { base, perRecord, quadratic } = growth
  const records = growth.reaches(limit)
  return {
    contract,
    callback,
    message,
    limit: String(limit),
    points: points.map(({ records: n, gas }) => ({ records: n, gas: String(gas) })),
    base,
    perRecord,
    quadratic,
    ...(records !== undefined && { reaches: records }),
  }
}

/** The most points of a chart; when there are more, every other one is dropped. */
const MAX_POINTS = 600

/** Samples of a campaign's progress. */
export class CampaignProgress {
  #points: ProgressPoint[] = []
  #every = 1
  #seen = 0

  note(point: ProgressPoint): void {
    if (this.#seen++ % this.#every !== 0) return
    this.#points.push(point)
    if (this.#points.length < MAX_POINTS) return
    this.#points = this.#points.filter((_, i) => i % 2 === 0)
    this.#every *= 2
  }

  /** @param last how far it came in the end */
  ended(last: ProgressPoint): readonly ProgressPoint[] {
    return [...this.#points, last]
  }
}
