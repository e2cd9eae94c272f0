import type { Action, ActionInput } from '../actions/schema.js'
import type { Ended } from '../actions/log.js'
import type { Outcome } from '../actions/outcome.js'

interface Stage {
  perform(action: ActionInput): Promise<Outcome>
  close(): Promise<void>
}

/** The outcomes of actions in a sandbox of their own. */
export async function rehearse(origin: { again(): Stage }, actions: readonly Action[]): Promise<readonly Ended[]> {
  if (actions.length === 0) return []
  const sandbox = origin.again()
  try {
    const ends: Ended[] = []
    for (const action of actions)
      ends.push(
        await sandbox.perform(action).then(
          (outcome) => ({ outcome }),
          (error: unknown) => ({ error }),
        ),
      )
    return ends
  } finally {
    await sandbox.close()
  }
}
