import { jsonText } from '../base/index.js'
import type { ActionInput } from '../sandbox/internal.js'
import { limitText } from './layers/limits.js'
import { scheduleText } from './layers/schedules.js'
import { executed } from './model/index.js'
import type { ExecutedStep } from './view.js'

const WIDTH = 160
const short = (text: string): string => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text)

/** One line for a step of an action sequence: the action and its outcome. */
export function lineOf(number: number, step: ExecutedStep): string {
  const ends = step.callbacks.map(
    ({ kind, node }) => `${kind} ${node.error === undefined ? 'ok' : `failed: ${node.error}`} (${node.gasUsed} gas)`,
  )
  const end = step.error === undefined ? ends.join('; ') : `refused: ${step.error.shortMessage}`
  return short(`${number}. ${actionText(step.action)}${end === '' ? '' : ` → ${end}`}`)
}

/** An action in words. */
// oxlint-disable-next-line complexity -- one case for each action
function actionText(action: ActionInput): string {
  switch (action.action) {
    case 'repeat':
      return `${action.times} times: ${actionText(action.do)}`
    case 'tx': {
      const limit = limitText(action)
      if (limit !== undefined) return limit
      const meant = executed(action)
      if (meant !== undefined && meant.from !== action.from)
        return `${action.from} through ${meant.from.split('/')[0]!}: ${messageText({ execute: meant })}`
      return `${action.from}${action.chain === undefined || action.chain === 'neutron' ? '' : ` on ${action.chain}`}: ${action.messages.map(messageText).join(', ')}`
    }
    case 'relay': {
      const { filter = {}, receiver } = action
      const which = packetText(filter) ?? 'everything that is due'
      const how = receiver === undefined ? '' : ', which fails on the other side'
      return `the relayer delivers ${which}${filter.kind === undefined ? '' : ` (${filter.kind})`}${how}`
    }
    case 'skipPastTimeout':
      return `packets on their way to ${action.chain ?? 'neutron'} time out`
    case 'deliverQueries': {
      const { query, height, lie } = action
      const of = query === undefined ? 'the results of all due queries' : `a result of query ${String(query)}`
      const what =
        lie === 'otherTx'
          ? ', of a transaction that does not match it'
          : height === undefined
            ? ''
            : `, at height ${String(height)}`
      return `the query relayer submits ${of}${what}`
    }
    case 'advance':
      return `${String(action.seconds)} seconds pass`
    case 'params':
      return `governance sets ${action.module}: ${jsonText(action.params)}`
    case 'putRecord':
      return action.module === 'cron' ? scheduleText(action) : jsonText(action)
    case 'callback':
      return `the chain calls ${action.contract} back: ${jsonText(action.message)}`
    case 'fault':
      return `fault: ${jsonText(action.fail)} in the next call${action.contract === undefined ? '' : ` of ${action.contract}`}`
    case 'openChannel': {
      const { chain = 'neutron', port = 'transfer', counterpartyPort = port } = action
      return `a channel opens between ${portText(port)} on ${chain} and ${portText(counterpartyPort)} on the other chain`
    }
    case 'closeChannel':
      return `${action.channel} of ${portText(action.port ?? 'transfer')} on ${action.chain ?? 'neutron'} closes`
    case 'dropPackets':
      return `the relayer never delivers ${packetText(action.filter ?? {}) ?? 'what is due now'}`
    case 'upgrade':
      return `${action.chain ?? 'hub'} is upgraded to revision ${String(action.revision)} of its chain id`
    default:
      return jsonText(action)
  }
}

const packetText = ({
  sequence,
  channel,
}: {
  readonly sequence?: string | number | bigint | undefined
  readonly channel?: string | undefined
}): string | undefined => (sequence === undefined ? undefined : `packet ${String(sequence)} of ${channel}`)

/** A port; the middle of a long one, which is the address of a contract, is left out. */
const portText = (port: string): string => (port.length > 32 ? `${port.slice(0, 20)}…${port.slice(-4)}` : port)

function messageText(message: object): string {
  const [kind, body] = Object.entries(message)[0] as [string, Readonly<Record<string, unknown>>]
  if (kind === 'execute') {
    const {
      contract,
      msg,
      msgText,
      funds = '',
    } = body as {
      readonly contract: string
      readonly msg?: unknown
      readonly msgText?: string
      readonly funds?: string
    }
    return `${contract} ${msgText ?? jsonText(msg)}${funds === '' ? '' : ` with ${funds}`}`
  }
  if (kind === 'ibcTransfer') {
    const { to, amount, channel = 'channel-0', memo } = body
    const more = typeof memo === 'string' && memo !== '' ? ` with the memo ${memo}` : ''
    return `transfers ${String(amount)} to ${String(to)} over ${String(channel)}${more}`
  }
  if (kind === 'send') return `sends ${String(body['amount'])} to ${String(body['to'])}`
  return `${kind} ${jsonText(body)}`
}
