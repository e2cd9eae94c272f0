import { jsonText, own } from '../base/index.js'
import type { ActionInput } from '../sandbox/internal.js'
import { attackText } from './attacker/instructions.js'
import { SCHEDULED } from './callbacks.js'
import { forgeryText } from './impostor/instructions.js'
import { limitText } from './layers/limits.js'
import { scheduleText } from './layers/schedules.js'
import { executed, stakingText } from './model/index.js'
import { withNamesIn } from './names.js'
import { NEW_VALIDATOR, type Start } from './setup.js'
import type { CallbackSeen, ExecutedStep } from './view.js'

const WIDTH = 160
const short = (text: string): string => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text)

/** One line for a step: the action and its outcome. */
export function lineOf(number: number, { action, error, callbacks }: ExecutedStep): string {
  const end = error === undefined ? callbacks.map(callbackText).join('; ') : `refused: ${error.shortMessage}`
  return `${number}. ${actionText(action)}${end === '' ? '' : ` → ${end}`}`
}

/** The line of a step that ran in the sandbox of `start`, for people: with names, and shortened. */
export function readableLine(start: Start, number: number, step: ExecutedStep): string {
  const { chain = 'neutron' } = step.action as { readonly chain?: string }
  return short(withNamesIn(start, chain, lineOf(number, step)))
}

/** What a callback brings to a contract, by its kind. */
const BROUGHT: Readonly<Record<string, string>> = {
  response: 'the result of its packet',
  error: 'the error acknowledgement',
  timeout: 'the timeout',
  open_ack: 'the open channel of its account',
  kv_query_result: 'the result of its query',
  tx_query_result: 'a transaction that its query found',
  ibc_channel_open: 'a channel that is being opened',
  ibc_channel_connect: 'an open channel',
  ibc_channel_close: 'the end of a channel',
  ibc_packet_receive: 'a packet',
  ibc_packet_ack: 'the acknowledgement',
  ibc_packet_timeout: 'the timeout',
  ibc2_packet_receive: 'a packet',
  ibc2_packet_ack: 'the acknowledgement',
  ibc2_packet_timeout: 'the timeout',
  ibc_source_callback: 'the outcome of its transfer',
  ibc_destination_callback: 'a transfer that arrived',
  onPacketAcknowledgement: 'the acknowledgement',
  onPacketTimeout: 'the timeout',
}

function callbackText({ kind, contract, node: { error, gasUsed } }: CallbackSeen): string {
  const brought = kind.startsWith(SCHEDULED)
    ? `the schedule of ${kind.slice(SCHEDULED.length)}`
    : (own(BROUGHT, kind) ?? kind)
  const gas = `(${gasUsed.toLocaleString('en')} gas)`
  return error === undefined
    ? `${contract} accepts ${brought} ${gas}`
    : `${contract} fails on ${brought}: ${error} ${gas}`
}

type Texts = {
  readonly [Name in ActionInput['action']]?: (action: Extract<ActionInput, { readonly action: Name }>) => string
}

/** Actions in words. */
const TEXTS: Texts = {
  account: ({ name, chain = 'neutron', funds }) =>
    `${name} ${chain === 'neutron' ? '' : `on ${chain} `}${funds === undefined || funds.length === 0 ? 'comes' : `comes with ${typeof funds === 'string' ? funds : jsonText(funds)}`}`,
  repeat: ({ times, do: repeated }) => `${times} times: ${actionText(repeated)}`,
  tx: txText,
  ethereumTx: ethereumTxText,
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
  query: ({ contract, msg }) => `${contract} is asked ${jsonText(msg)}`,
  callback: ({ contract, message }) => `the chain calls ${contract} back: ${jsonText(message)}`,
  fault: ({ fail, contract }) =>
    `fault: ${jsonText(fail)} in the next call${contract === undefined ? '' : ` of ${contract}`}`,
  openChannel: ({ chain = 'neutron', port = 'transfer', counterpartyPort = port }) =>
    `a channel opens between ${port} on ${chain} and ${counterpartyPort} on the other chain`,
  createClient: ({ chain = 'neutron', of = 'the other chain' }) => `a client of ${of} is made on ${chain}`,
  openConnection: ({ chain = 'neutron' }) => `a connection opens between ${chain} and another chain`,
  closeChannel: ({ channel, port = 'transfer', chain = 'neutron' }) => `${channel} of ${port} on ${chain} closes`,
  upgrade: ({ chain = 'hub', revision, to }) =>
    `${chain} is upgraded to ${to === undefined ? `revision ${String(revision)} of its chain id` : `release ${to}`}`,
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

function ethereumTxText(action: Extract<ActionInput, { readonly action: 'ethereumTx' }>): string {
  const meant = executed(action)
  if (meant === undefined) return jsonText(action)
  return `${meant.from} on ${action.chain}: ${messageText({ execute: meant })}`
}

function actionText(action: ActionInput): string {
  const text = TEXTS[action.action] as ((action: ActionInput) => string) | undefined
  return text === undefined ? jsonText(action) : text(action)
}

/** How many messages of a transaction are shown. */
const MAX_MESSAGES = 4

function txText(action: Extract<ActionInput, { readonly action: 'tx' }>): string {
  const limit = limitText(action)
  if (limit !== undefined) return limit
  const { from, chain = 'neutron', messages } = action
  const meant = executed(action)
  if (meant !== undefined && meant.from !== from)
    return `${from} through ${meant.from.split('/')[0]!}: ${messageText({ execute: meant })}`
  const texts = messages.map(messageText)
  const shown =
    texts.length > MAX_MESSAGES ? [...texts.slice(0, MAX_MESSAGES), `and ${texts.length - MAX_MESSAGES} more`] : texts
  return `${from}${chain === 'neutron' ? '' : ` on ${chain}`}: ${shown.join(', ')}`
}

const packetText = ({
  sequence,
  channel,
}: {
  readonly sequence?: string | number | bigint | undefined
  readonly channel?: string | undefined
}): string | undefined => (sequence === undefined ? undefined : `packet ${String(sequence)} of ${channel}`)

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
    return (
      attackText(contract, msg) ??
      forgeryText(contract, msg) ??
      `${contract} ${msgText ?? jsonText(msg)}${funds === '' ? '' : ` with ${funds}`}`
    )
  }
  if (kind === 'ibcTransfer') {
    const { to, amount, channel = 'channel-0', memo } = body
    const more = typeof memo === 'string' && memo !== '' ? ` with the memo ${memo}` : ''
    return `transfers ${String(amount)} to ${String(to)} over ${String(channel)}${more}`
  }
  if (kind === 'migrate') {
    const { contract, codeId, msg } = body
    const with_ = jsonText(msg) === '{}' ? '' : ` with ${jsonText(msg)}`
    return `migrates ${String(contract)} to code ${String(codeId)}${with_}`
  }
  if (kind === 'send') return `sends ${String(body['amount'])} to ${String(body['to'])}`
  if (kind === 'any')
    return (
      stakingText(body as { readonly typeUrl: string; readonly value: string | Uint8Array }) ??
      `${kind} ${jsonText(body)}`
    )
  return `${kind} ${jsonText(body)}`
}
