import { jsonText } from '../base/index.js'
import type { ActionInput } from '../sandbox/internal.js'
import { limitText } from './layers/limits.js'
import { scheduleText } from './layers/schedules.js'
import { executed, stakingText } from './model/index.js'
import { NEW_VALIDATOR } from './setup.js'
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

type Texts = {
  readonly [Name in ActionInput['action']]?: (action: Extract<ActionInput, { readonly action: Name }>) => string
}

/** Actions in words. */
const TEXTS: Texts = {
  repeat: ({ times, do: repeated }) => `${times} times: ${actionText(repeated)}`,
  tx: txText,
  relay: ({ filter = {}, receiver }) => {
    const which = packetText(filter) ?? 'everything that is due'
    return `the relayer delivers ${which}${filter.kind === undefined ? '' : ` (${filter.kind})`}${answerText(receiver)}`
  },
  dropPackets: ({ filter = {} }) => `the relayer never delivers ${packetText(filter) ?? 'what is due now'}`,
  skipPastTimeout: ({ chain = 'neutron' }) => `packets on their way to ${chain} time out`,
  deliverQueries: ({ query, height, lie }) => {
    const of = query === undefined ? 'the results of all due queries' : `a result of query ${String(query)}`
    const at = height === undefined ? '' : `, at height ${String(height)}`
    return `the query relayer submits ${of}${lie === 'otherTx' ? ', of a transaction that does not match it' : at}`
  },
  advance: ({ seconds }) => `${String(seconds)} seconds pass`,
  params: ({ module, params }) => `governance sets ${module}: ${jsonText(params)}`,
  putRecord: (action) =>
    action.module === 'cron'
      ? scheduleText(action)
      : action.module === 'staking'
        ? `all tokens of validator ${NEW_VALIDATOR} on ${action.chain ?? 'neutron'} are slashed`
        : jsonText(action),
  startValidator: ({ name, chain = 'neutron' }) => `the node of validator ${name} on ${chain} starts`,
  doubleSign: ({ name, chain = 'neutron' }) =>
    `validator ${name} on ${chain} signs two blocks, and is slashed and jailed`,
  callback: ({ contract, message }) => `the chain calls ${contract} back: ${jsonText(message)}`,
  fault: ({ fail, contract }) =>
    `fault: ${jsonText(fail)} in the next call${contract === undefined ? '' : ` of ${contract}`}`,
  openChannel: ({ chain = 'neutron', port = 'transfer', counterpartyPort = port }) =>
    `a channel opens between ${portText(port)} on ${chain} and ${portText(counterpartyPort)} on the other chain`,
  closeChannel: ({ channel, port = 'transfer', chain = 'neutron' }) =>
    `${channel} of ${portText(port)} on ${chain} closes`,
  upgrade: ({ chain = 'hub', revision }) => `${chain} is upgraded to revision ${String(revision)} of its chain id`,
}

type Receiver = Extract<ActionInput, { readonly action: 'relay' }>['receiver']

/** What the receiver of a packet answers in place of its own answer. */
function answerText(receiver: Receiver): string {
  if (receiver === undefined) return ''
  if ('errorCode' in receiver) return ', which fails on the other side'
  const bytes = Buffer.from(receiver.acknowledgement, 'base64')
  const text = bytes.toString()
  const shown = text.includes('\ufffd') ? `0x${bytes.toString('hex')}` : text
  const size = bytes.length > 48 ? `${shown.slice(0, 40)}… (${bytes.length} bytes)` : shown
  return `, which the other side acknowledges with ${size}`
}

function actionText(action: ActionInput): string {
  const text = TEXTS[action.action] as ((action: ActionInput) => string) | undefined
  return text === undefined ? jsonText(action) : text(action)
}

/** How many messages of a transaction are shown. */
const MOST = 4

function txText(action: Extract<ActionInput, { readonly action: 'tx' }>): string {
  const limit = limitText(action)
  if (limit !== undefined) return limit
  const { from, chain = 'neutron', messages } = action
  const meant = executed(action)
  if (meant !== undefined && meant.from !== from)
    return `${from} through ${meant.from.split('/')[0]!}: ${messageText({ execute: meant })}`
  const texts = messages.map(messageText)
  const shown = texts.length > MOST ? [...texts.slice(0, MOST), `and ${texts.length - MOST} more`] : texts
  return `${from}${chain === 'neutron' ? '' : ` on ${chain}`}: ${shown.join(', ')}`
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
  if (kind === 'any')
    return (
      stakingText(body as { readonly typeUrl: string; readonly value: string | Uint8Array }) ??
      `${kind} ${jsonText(body)}`
    )
  return `${kind} ${jsonText(body)}`
}
