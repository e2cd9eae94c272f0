import { DROPPED_TEXT, droppedMember, parsedBy, UsageError } from '../../base/index.js'
import { describeIssues } from './issues.js'
import { action as actionSchema, type Action, type ActionInput } from './schema.js'

/** An action as the schema puts it out. @throws UsageError that lists what is wrong with it */
export function parseAction(input: ActionInput): Action {
  const parsed = parsedBy(actionSchema, input)
  if (!parsed.success) {
    const [first, ...details] = describeIssues(parsed.error)
    throw new UsageError(`not an action: ${first}`, { details })
  }
  const dropped = droppedMember(input, parsed.data)
  if (dropped !== undefined) throw new UsageError(`not an action: at ${dropped}: ${DROPPED_TEXT}`)
  return parsed.data
}
