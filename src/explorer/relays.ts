import {
  allOf,
  bytesText,
  isOpen,
  learn,
  NOTHING_KNOWN,
  packetInfo,
  type ChainHost,
  type Journey,
  type PacketInfo,
  type TrackedPacket,
} from '../sandbox/internal.js'
import { journeyData, jsonOf, shortened, type RowOf } from '../pages/index.js'
import type { Entry } from './history.js'
import type { Explored } from './explored.js'
import type { Rest } from './contracts.js'
import type {
  FaultRow,
  JourneyData,
  JourneysData,
  Json,
  PacketRow,
  QueryRow,
  SettledData,
  SettledRow,
} from './model.js'
import { queryKeyOf } from './settled.js'

/** The members that identify a packet, and its content. */
const packetMembers = (packet: PacketInfo) => ({
  from: packet.from,
  to: packet.to,
  sequence: String(packet.sequence),
  sourcePort: packet.sourcePort,
  sourceChannel: packet.sourceChannel,
  destinationPort: packet.destinationPort,
  destinationChannel: packet.destinationChannel,
  data: shortened(bytesText(packet.data)),
})

/** Packets in flight. */
export async function packets({ perform }: Explored): Promise<readonly PacketRow[]> {
  const { packets: pending } = await perform({ action: 'pending', filter: {} })
  return pending.map((packet) => {
    const { timeoutHeight, next, held, failure } = packet
    return {
      ...packetMembers(packet),
      timeoutHeight: `${timeoutHeight.revisionNumber}-${timeoutHeight.revisionHeight}`,
      timeoutTime: String(packet.timeoutTimestamp),
      state: packet.state,
      ...(next !== undefined && { next }),
      ...(held !== undefined && { held: String(held) }),
      ...(failure !== undefined && { failure: shortened(failure.reason, 2000) }),
    }
  })
}

/** How many of the newest packets with followers are shown at most. */
const MAX_JOURNEYS = 100

/** Which row of the activity a transaction is. */
function rowsOf({ history }: Pick<Explored, 'history'>): RowOf {
  const rows = new Map(
    history.entries.flatMap(({ chain, hash, id }) => (hash === '' ? [] : [[`${chain} ${hash}`, id]])),
  )
  return (chain, hash) => rows.get(`${chain} ${hash}`)
}

/** Packets that others followed from, each with all of them. */
export function journeys(explored: Pick<Explored, 'history' | 'journeys'>): JourneysData {
  const all = explored.journeys().filter(({ next }) => next.length > 0)
  const shown = all.slice(-MAX_JOURNEYS).reverse()
  const rowOf = rowsOf(explored)
  return { journeys: shown.map((one) => journeyData(one, rowOf)), more: all.length - shown.length }
}

/** The packets that a transaction is about, each with what came before and followed. */
export function journeysOf(
  explored: Pick<Explored, 'history' | 'journeys'>,
  { chain, hash }: Entry,
): readonly JourneyData[] {
  const isAbout = (journey: Journey): boolean =>
    allOf(journey).some(({ steps }) => steps.some((step) => step.chain === chain && step.hash === hash))
  const found = hash === '' ? [] : explored.journeys().filter(isAbout)
  if (found.length === 0) return []
  const rowOf = rowsOf(explored)
  return found.map((one) => journeyData(one, rowOf))
}

/** The newest packets that are settled, at most so many. */
const MAX_SETTLED = 200

/** Packets whose senders were notified of the outcome. */
export class Settled {
  readonly #explored: Explored
  #known = NOTHING_KNOWN
  #generation = -1

  constructor(explored: Explored) {
    this.#explored = explored
  }

  get data(): SettledData {
    const { chains, history } = this.#explored
    // After a snapshot was restored, blocks that were read are gone.
    if (this.#generation !== history.generation) this.#known = NOTHING_KNOWN
    this.#generation = history.generation
    this.#known = learn(this.#known, chains)
    const sentAt = ({ from, sentAt: at }: TrackedPacket): bigint => chains.get(from).app.baseApp.block(at)?.time ?? 0n
    const all = [...this.#known.packets.values()]
      .filter((tracked) => tracked.sentAt > 0 && !isOpen(tracked, chains))
      // Chains are read one after the other.
      .toSorted((a, b) => Number(sentAt(a) - sentAt(b)))
    const shown = all.slice(-MAX_SETTLED).reverse()
    const rows = new Map<string, number>()
    for (const { id, settled } of history.entries) for (const key of settled) rows.set(key, id)
    return {
      packets: shown.map((tracked) => settledRow(tracked, rows.get(tracked.key))),
      more: all.length - shown.length,
    }
  }
}

function settledRow(tracked: TrackedPacket, row: number | undefined): SettledRow {
  const { acknowledgement, sentAt } = tracked
  const answer = acknowledgement && bytesText(acknowledgement.bytes)
  return {
    ...packetMembers(packetInfo(tracked)),
    sentAt,
    end: answer === undefined ? 'timedOut' : answer.includes('"error"') ? 'refused' : 'delivered',
    ...(answer !== undefined && { acknowledgement: shortened(answer, 2000) }),
    ...(row !== undefined && { row }),
  }
}

interface Registered {
  readonly id: string
  readonly query_type: string
  readonly keys: readonly Json[]
  readonly transactions_filter: string
  readonly update_period: string
  readonly last_submitted_result_local_height: string
  readonly last_submitted_result_remote_height: {
    readonly revision_number: string
    readonly revision_height: string
  } | null
}

/** Interchain queries that the contracts of a chain registered. */
export async function queries(explored: Explored, host: ChainHost, rest: Rest): Promise<readonly QueryRow[]> {
  if (host.app.interchainQueries === undefined) return []
  const { name } = host.app
  const { registered_queries: registered } = rest(
    `/${name}/interchainqueries/registered_queries?pagination.limit=1000`,
  ) as unknown as { readonly registered_queries: readonly Registered[] }
  const { queries: pending } = await explored.perform({ action: 'pendingQueries', chain: host.key })
  return pending.map(({ queryId, type, owner, connectionId, dueAt, due, transactions, failures }): QueryRow => {
    const known = registered.find(({ id }) => id === String(queryId))
    const remote = known?.last_submitted_result_remote_height
    const row = explored.history.settledIn(queryKeyOf(host.key, queryId))
    return {
      chain: host.key,
      id: String(queryId),
      type,
      owner,
      label: host.labelOf(owner) ?? owner,
      connection: connectionId,
      period: known?.update_period ?? '',
      due,
      dueAt: String(dueAt),
      localHeight: known?.last_submitted_result_local_height ?? '0',
      remoteHeight: remote ? `${remote.revision_number}-${remote.revision_height}` : '0',
      asks:
        type === 'kv' ? (known?.keys ?? []) : { filter: filterOf(known?.transactions_filter), waiting: transactions },
      failures: failures.map(({ reason }) => shortened(reason, 1000)),
      ...(row !== undefined && { row }),
    }
  })
}

function filterOf(text = ''): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** Armed faults. */
export const faultsOf = ({ key, faults, labels }: ChainHost): FaultRow[] =>
  faults.waiting.map(({ contract, entryPoint, fail }) => ({
    chain: key,
    ...(contract !== undefined && { contract: labels.labelOf(contract) ?? contract }),
    ...(entryPoint !== undefined && { entryPoint }),
    fail: jsonOf(fail),
  }))
