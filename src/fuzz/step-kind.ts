import { kindOf } from './callbacks.js'
import { featureOf, type Feature } from './coverage.js'
import { executed, isMigration } from './model/index.js'
import type { Story } from './story.js'
import type { ExecutedStep } from './view.js'

/** The kind of a step: its action or message, its options, and the callbacks with their success. */
const kindOfStep = (step: ExecutedStep): string => `${actionOf(step)} ${endsOf(step).join()}`

/** The kind of a step without the number and the order of its callbacks. */
export const roughKindOf = (step: ExecutedStep): string =>
  `${actionOf(step)} ${[...new Set(endsOf(step))].sort().join()}`

/** Features beyond code coverage: the kind of the last step, and which kind it followed. */
export function namedFeatures({ steps }: Story): readonly Feature[] {
  const last = kindOfStep(steps.at(-1)!)
  const before = steps.length > 1 ? kindOfStep(steps.at(-2)!) : ''
  return [featureOf(last), featureOf(`${before} > ${last}`)]
}

const endsOf = ({ callbacks }: ExecutedStep): readonly string[] =>
  callbacks.map(({ kind, node }) => `${kind}${node.error === undefined ? '' : '!'}`)

function actionOf({ action }: ExecutedStep): string {
  const message = executed(action)
  const what =
    message !== undefined ? kindOf(JSON.stringify(message.msg)) : isMigration(action) ? 'migrate' : action.action
  const more =
    action.action === 'relay'
      ? `${action.receiver === undefined ? '' : 'errorCode' in action.receiver ? 'error' : 'odd'} ${action.filter.kind ?? ''} ${action.filter.port?.slice(0, 13) ?? ''}`
      : action.action === 'deliverQueries'
        ? `${action.lie ?? ''} ${action.height === undefined ? '' : 'height'}`
        : ''
  return `${what} ${more}`
}
