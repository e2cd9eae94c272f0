import { kindOf } from './callbacks.js'
import { executed } from './model/index.js'
import type { ToldStep } from './view.js'

/** The kind of a step, for coverage: its action or message, its options, and the callbacks with their success. */
export const kindOfStep = (step: ToldStep): string => `${actionOf(step)} ${endsOf(step).join()}`

/** The same without the number and the order of the callbacks. */
export const roughKindOf = (step: ToldStep): string => `${actionOf(step)} ${[...new Set(endsOf(step))].sort().join()}`

const endsOf = ({ callbacks }: ToldStep): readonly string[] =>
  callbacks.map(({ kind, node }) => `${kind}${node.error === undefined ? '' : '!'}`)

function actionOf({ action }: ToldStep): string {
  const message = executed(action)
  const what = message === undefined ? action.action : kindOf(JSON.stringify(message.msg))
  const more =
    action.action === 'relay'
      ? `${action.receiver === undefined ? '' : 'error'} ${action.filter.kind ?? ''} ${action.filter.port?.slice(0, 13) ?? ''}`
      : action.action === 'deliverQueries'
        ? `${action.lie ?? ''} ${action.height === undefined ? '' : 'height'}`
        : ''
  return `${what} ${more}`
}
