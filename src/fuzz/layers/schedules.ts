import {
  runsAfter,
  type ActionInput,
  type BlockRunResult,
  type Json,
  type Sandbox,
  type TraceNode,
} from '../../sandbox/internal.js'
import type { CampaignConfig } from '../config.js'
import type { Choice, Scene } from '../model/scene.js'
import type { Subject } from '../setup.js'
import type { Story } from '../story.js'

/** The module that runs schedules, and the name of its account. */
const CRON = 'cron'
/** The maximum number of schedules in an action sequence. */
const MAX = 3

type Put = Extract<ActionInput, { action: 'putRecord' }>
const isSchedule = (action: ActionInput): action is Put => action.action === 'putRecord' && action.module === CRON

/** Schedules that call the contracts with the messages that the campaign allows. */
export const scheduleChoices = (scene: Scene): readonly Choice[] => {
  const { start, story, weights } = scene
  if (story.steps.filter(({ action }) => isSchedule(action)).length >= MAX) return []
  return start.subjects.flatMap((subject): readonly Choice[] =>
    subject.config.cron.length === 0 ? [] : [[0.3 + 0.4 * weights.time, () => schedule(scene, subject)]],
  )
}

/** A new schedule of a contract's message, in the form that worked before. */
function schedule({ random, story, memory }: Scene, { config, address }: Subject): ActionInput {
  const variant = random.pick(config.cron)
  const known = memory.recipes(config.label, variant).filter(({ funds }) => funds === '')
  const msg: Json = known.length === 0 ? { [variant]: {} } : random.pick(known).msg
  return {
    action: 'putRecord',
    chain: config.chain,
    module: CRON,
    kind: 'schedule',
    record: {
      name: `${config.label}-${story.steps.filter(({ action }) => isSchedule(action)).length + 1}`,
      period: random.pick(['1', '1', '2', '5']),
      msgs: [{ contract: address, msg: JSON.stringify(msg) }],
      last_execute_height: '0',
      execution_stage: random.pick(['EXECUTION_STAGE_BEGIN_BLOCKER', 'EXECUTION_STAGE_END_BLOCKER']),
    },
  }
}

/** Whether action sequences of a campaign have schedules. */
const schedules = ({ contracts }: CampaignConfig): boolean => contracts.some(({ cron }) => cron.length > 0)

/** Whether schedules run in an action sequence, so that no two blocks are alike. */
export const isScheduled = ({ start, steps }: Pick<Story, 'start' | 'steps'>): boolean =>
  schedules(start.config) && steps.some(({ action }) => isSchedule(action))

/** Heights of chains. */
export type Heights = readonly (readonly [chain: string, height: number])[]

/** Heights of the chains whose runs of schedules count. */
export const heightsBefore = (sandbox: Sandbox, config: CampaignConfig): Heights =>
  schedules(config) ? Object.values(sandbox.chains).map(({ key, host }) => [key, host.app.height]) : []

/** The runs of schedules since then. */
export const scheduledSince = (sandbox: Sandbox, heights: Heights): readonly BlockRunResult[] =>
  heights.flatMap(([chain, height]) =>
    runsAfter(sandbox.chain(chain)!.host, height).filter(({ run }) => run.module === CRON),
  )

/** The call that a schedule makes, as its account makes it in a transaction. */
export const asCron = (chain: string, { contract, message }: TraceNode): ActionInput => ({
  action: 'tx',
  chain,
  from: CRON,
  impersonate: true,
  messages: [{ execute: { contract, msgText: message } }],
})

/** The record of a schedule in words. */
export function scheduleText({ record }: Put): string {
  const {
    period,
    msgs,
    execution_stage: stage,
  } = record as {
    readonly period: string
    readonly msgs: readonly { readonly contract: string; readonly msg: string }[]
    readonly execution_stage: string
  }
  const when = stage.includes('BEGIN') ? 'beginning' : 'end'
  return `governance schedules ${msgs.map(({ msg }) => msg).join(', ')} for the ${when} of every ${period === '1' ? '' : `${period}th `}block`
}
