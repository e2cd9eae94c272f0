import type { ActionInput } from '../../sandbox/internal.js'
import type { Start } from '../setup.js'
import { perform } from '../story.js'
import { TimeIsOver } from '../time-limit.js'
import { notContracts } from './not-contracts.js'

/** What the setup of a campaign began: channels that contracts open when they are instantiated, and packets. */
export interface Beginnings {
  /** Whether something can be delivered, and all of it is accepted. */
  readonly work: boolean
  /** Accounts that a contract treated as contracts meanwhile. */
  readonly notContracts: readonly string[]
}

/** The maximum number of deliveries: contracts that answer each packet with another one would never stop. */
export const MAX_BEGINNINGS = 20

/** Delivers what the setup began. The sandbox is at the start afterwards. */
export async function relayBeginnings(start: Start): Promise<Beginnings> {
  const { sandbox, snapshot } = start
  const action: ActionInput = { action: 'relay', limit: MAX_BEGINNINGS }
  try {
    const step = await perform(start, action)
    return { work: step.error === undefined && step.results.length > 0, notContracts: notContracts(step) }
  } catch (error) {
    if (!(error instanceof TimeIsOver)) throw error
    return { work: false, notContracts: [] }
  } finally {
    await sandbox.restore(snapshot)
  }
}
