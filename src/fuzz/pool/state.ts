import { join } from 'node:path'
import { z } from 'zod'
import { fromUtf8, Reach, UsageError, writeAtomically } from '../../base/index.js'

/** The state of a campaign in the folder of its corpus, for resuming it. */
const campaignState = z.object({
  sudobox: z.literal(1),
  title: z.string(),
  seed: z.int().min(0),
  /** 1, plus 1 for each time it was resumed. */
  runs: z.int().min(1),
  stories: z.int().min(0),
  actions: z.int().min(0),
  seconds: z.number().min(0),
})
export type CampaignState = z.output<typeof campaignState>

/** The leading dot distinguishes it from action sequences. */
const FILE = '.campaign.json'

export const writeState = (folder: string, state: CampaignState): void =>
  writeAtomically(join(folder, FILE), `${JSON.stringify(state)}\n`)

/** @throws UsageError if there is no campaign to resume, or another one */
export function readState(folder: string, title: string): CampaignState {
  const nothing = (message: string, cause?: unknown): UsageError =>
    new UsageError(message, {
      details: [`looked for: ${join(folder, FILE)}`, 'right: start one without --resume'],
      cause,
    })
  let state: CampaignState
  try {
    state = campaignState.parse(JSON.parse(fromUtf8(new Reach(join(folder, FILE)).read(FILE, ''))))
  } catch (cause) {
    throw nothing(`there is no campaign to resume in ${folder}`, cause)
  }
  if (state.title !== title) throw nothing(`${folder} has the corpus of another campaign: "${state.title}"`)
  return state
}
