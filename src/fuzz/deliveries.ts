import {
  SOLIDITY_CALLBACKS,
  type Action,
  type ActionInput,
  type PacketInfo,
  type PacketResult,
  type QueryDelivery,
  type TraceNode,
  type TxResult,
} from '../sandbox/internal.js'
import { callbacksOf, isTrap, SCHEDULED } from './callbacks.js'
import { asCron } from './layers/schedules.js'
import { coinsIn } from './money/vouchers.js'
import type { Start, Subject } from './setup.js'
import type { CallbackSeen, ExecutedStep } from './view.js'

/** A callback that a contract did not accept. */
export interface Unsettled {
  readonly subject: Subject
  /** The kind of the callback. */
  readonly kind: string
  readonly node: TraceNode
  readonly gas: bigint
  readonly error: string
  /** It ran out of gas or panicked, which is never intended. */
  readonly trapped: boolean
  /** The packet that stays unsettled, as `chain/port/channel/sequence`. */
  readonly packet: string | undefined
  /** The action that delivers it again, or makes the call of a schedule again; undefined if only the contract can ask for that. */
  readonly again: ActionInput | undefined
}

/** Callbacks with the outcome of something that the contract itself asked for, which it must accept. */
const SOLICITED = new Set([
  'response',
  'error',
  'timeout',
  'open_ack',
  'kv_query_result',
  'tx_query_result',
  'ibc_packet_ack',
  'ibc_packet_timeout',
  'ibc2_packet_ack',
  'ibc2_packet_timeout',
  'ibc_source_callback',
  ...SOLIDITY_CALLBACKS,
])

/** The error of a contract without `sudo`. It sends packets through the chain and does not handle their outcome. */
const NOT_LISTENING = /Missing export sudo/

/** The callbacks of a step that the contracts did not accept though they must. Transactions in which an injected fault took effect are left out. */
export function unsettled(start: Start, { action, results }: ExecutedStep): readonly Unsettled[] {
  return results.flatMap((result) => {
    if (result.faults?.some(({ struck }) => struck) === true) return []
    const seen = callbacksOf(result).filter(({ contract }) => subjectOf(start, contract) !== undefined)
    const failed = seen.find((one) => one.node.error !== undefined && isOwed(one, action, result))
    // The callback may succeed and the messages that it returned fail.
    const last = seen.at(-1)
    const cause = failed ?? (result.code !== 0 && last !== undefined && isSolicited(last, action) ? last : undefined)
    if (cause === undefined) return []
    const subject = subjectOf(start, cause.contract)!
    const error = failed?.node.error ?? result.rawLog
    if (subject.config.allowFailures.some((part) => error.includes(part)) || NOT_LISTENING.test(error)) return []
    const { kind, node } = cause
    const ways = kind.startsWith(SCHEDULED) ? { packet: undefined, again: asCron(result.chain, node) } : waysOn(result)
    return [{ subject, kind, node, gas: node.gasUsed, error, trapped: isTrap(error), ...ways }]
  })
}

const subjectOf = ({ subjects }: Start, contract: string): Subject | undefined =>
  subjects.find(({ address }) => address === contract)

/** Whether the messages that a callback returns must succeed too. */
const isSolicited = ({ kind }: CallbackSeen, action: Action): boolean =>
  kind.startsWith(SCHEDULED) || (isHonest(action) && SOLICITED.has(kind))

/** Whether the contract must accept the callback. */
function isOwed({ kind, node, contract }: CallbackSeen, action: Action, result: TxResult): boolean {
  if (isTrap(node.error!) || kind.startsWith(SCHEDULED)) return true
  if (!isHonest(action)) return false
  // Anybody may name a contract in the memo of a transfer.
  if (kind === 'ibc_lifecycle_complete') return senderIn(result) === contract
  return SOLICITED.has(kind) || (kind === 'ibc_channel_close' && node.message.startsWith('{"close_confirm"'))
}

/** Who sent the coins of the packet that a result belongs to. */
function senderIn(result: TxResult): string | undefined {
  const { packet } = result as Partial<PacketResult>
  return packet && coinsIn(packet)?.sender
}

/** Whether the action can happen on a real chain. A contract may refuse what is forced, forged, or limited in gas. */
function isHonest(action: Action): boolean {
  switch (action.action) {
    case 'callback':
      return false
    case 'deliverQueries':
      return action.lie === undefined
    case 'relay':
      // The chain calls no contract for what is delivered again.
      return action.force === undefined && action.forge === undefined && action.gasLimit === undefined
    default:
      return true
  }
}

/** A packet as `chain/port/channel/sequence`. */
export const packetKey = ({
  from,
  sourcePort,
  sourceChannel,
  sequence,
}: Pick<PacketInfo, 'from' | 'sourcePort' | 'sourceChannel' | 'sequence'>): string =>
  `${from}/${sourcePort}/${sourceChannel}/${sequence}`

/** The packet or query that a result belongs to, and the action that delivers it again. */
function waysOn(result: TxResult): Pick<Unsettled, 'packet' | 'again'> {
  const { packet, queryId } = result as Partial<PacketResult> & Partial<QueryDelivery>
  if (queryId !== undefined)
    return {
      packet: undefined,
      again: { action: 'deliverQueries', chain: result.chain, query: queryId.toString() },
    }
  if (packet === undefined || result.code === 0) return { packet: undefined, again: undefined }
  const { from, sourcePort: port, sourceChannel: channel, sequence } = packet
  return {
    packet: packetKey(packet),
    again: { action: 'relay', filter: { from, port, channel, sequence: sequence.toString() } },
  }
}
