import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isElsewhere, SudoboxError } from '../../base/index.js'
import { runPool, TimeLimit, warningOfCode, type PoolProgress, type PoolReport } from '../../fuzz/internal.js'
import type { VmReleases } from '../../replay/internal.js'
import { prepareCampaign } from '../../scaffold/index.js'
import { CampaignScreen } from '../output/campaign-screen.js'
import { findingLines } from '../output/fuzz-output.js'
import type { Terminal } from '../output/terminal.js'
import { stopsBySignals, watchedForSignals } from '../signals.js'

/** The campaign that is asked for. */
interface CampaignRequest {
  /** The contract. */
  readonly wasm: string
  readonly seconds: number
  /** A campaign of the user's, in place of one that is written for the contract. */
  readonly config: string | undefined
  /** The folder of the campaign and of what it finds. */
  readonly folder: string
  readonly seed: number | undefined
  readonly workers: number | undefined
  readonly trust: boolean
  readonly vm: VmReleases
  readonly json: boolean
  readonly onProgress: (progress: PoolProgress) => void
}

/** The campaign of an audit, or why none ran. */
export type AuditCampaign =
  | {
      readonly ran: true
      readonly file: string
      readonly report: PoolReport
      readonly trust: boolean
      readonly needsTrust: boolean
    }
  | { readonly ran: false; readonly why: string; readonly details: readonly string[] }

/** The share of the seconds that may be spent trying messages for a campaign that is written for the contract. */
const PREPARING = 0.5

/** Runs the campaign. @throws what is wrong with a campaign of the user's: its file, or its setup */
export async function shortCampaign(request: CampaignRequest, out: Terminal): Promise<AuditCampaign> {
  if (request.config !== undefined) return campaignOf(request.config, request, performance.now(), out)
  try {
    return await ownCampaign(request, out)
  } catch (error) {
    if (!(error instanceof SudoboxError)) throw error
    return { ran: false, why: error.shortMessage, details: error.details }
  }
}

/** Runs the campaign for the contract; writes its file unless the folder has one. */
async function ownCampaign(request: CampaignRequest, out: Terminal): Promise<AuditCampaign> {
  const { wasm, seconds, folder, vm, json } = request
  const began = performance.now()
  const file = join(folder, 'campaign.yaml')
  const onStep = (text: string): void => {
    if (!json) console.log(out.colors.dim(text))
  }
  if (existsSync(file)) onStep(`${file}: the campaign of an earlier audit; without it, a new one is written`)
  else {
    const limit = new TimeLimit()
    const isInterrupted = watchedForSignals()
    limit.begin(() => performance.now(), began + PREPARING * seconds * 1000, isInterrupted)
    await prepareCampaign({ wasms: [wasm], out: file, vm, limit, onStep, moreTime: '--campaign SECONDS' })
    if (isInterrupted())
      return { ran: false, why: 'it was interrupted', details: [`the campaign was written: sudobox fuzz ${file}`] }
  }
  // The campaign names the contract that was given on the command line.
  return campaignOf(file, { ...request, trust: true }, began, out)
}

async function campaignOf(
  file: string,
  { wasm, seconds, config, folder, seed, workers, trust, vm, json, onProgress }: CampaignRequest,
  began: number,
  out: Terminal,
): Promise<AuditCampaign> {
  const left = seconds - (performance.now() - began) / 1000
  if (left <= 0)
    return {
      ran: false,
      why: `the ${seconds} seconds were over when the campaign was ready`,
      details: ['right: --campaign SECONDS, with more of them'],
    }
  const needsTrust = trust && (config !== undefined || isElsewhere(wasm))
  const screen = new CampaignScreen(out, { json })
  const warning = warningOfCode(file)
  if (warning !== undefined) console.error(warning)
  const stops = stopsBySignals(() => screen.stopping())
  const report = await runPool({
    file,
    seed: seed ?? randomInt(2 ** 32),
    budget: { seconds: left },
    found: join(folder, 'found'),
    trust,
    vm,
    ...(workers !== undefined && { workers }),
    signal: stops.signal,
    abandon: stops.abandon,
    onProgress: (progress) => {
      screen.warn(progress.warnings)
      onProgress(progress)
      screen.progress(progress)
    },
    onFinding: (finding) => finding.level !== 'note' && screen.print(findingLines(finding, out, needsTrust)),
  }).finally(() => {
    stops.end()
    screen.clear()
  })
  return { ran: true, file, report, trust, needsTrust }
}
