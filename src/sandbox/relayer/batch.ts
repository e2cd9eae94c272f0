import { encodeAcknowledgement, errorAcknowledgement } from '../../codec/ibc/index.js'
import { fromBase64 } from '../../base/index.js'
import type { Any } from '../../codec/index.js'
import type { AcknowledgementBytes } from '../../modules/ibc/index.js'
import { channelKey, heightOn, proofAt } from '../../modules/ibc/relay.js'
import type { Key } from '../../store/index.js'
import type { RelayerActionOf } from './actions.js'
import { attempt, succeeded, Thrown, type BlockTx, type BlockTxEnd } from '../tx/block-tx.js'
import type { ChainHost } from '../host/chain-host.js'
import { DEFAULT_GAS_LIMIT } from '../tx/deliver.js'
import { unsent } from '../tx/unsent.js'
import type { FaultyReceiver, Forgery } from './actions.js'
import type { RelayerHost } from './relayer-host.js'
import { broughtBack, messageOf, type Delivery } from './delivery.js'
import { elapsed, packetInfo } from './due.js'
import { flipBit } from './forge.js'
import { orderedChannel, sequenceOf } from './order.js'
import { shownPacket, type PacketResult } from './outcome.js'

type Relay = Omit<RelayerActionOf<'relay'>, 'action'> & { readonly light?: boolean }

/** A delivery that was tried as many times as requested. */
export interface Tried {
  readonly delivery: Delivery
  readonly results: readonly PacketResult[]
  /** The error when there was no transaction; undefined when there was one. */
  readonly thrown: Thrown | undefined
}

/**
 * Delivers to one chain, with proofs for one client, in one block: the header first, if the client lacks it. A delivery that fails does not hold up
 * others, except those behind it in an ordered channel, which are left for later.
 * @returns those that were tried, in order
 */
export function deliverBatch(relayer: RelayerHost, deliveries: readonly Delivery[], action: Relay): Tried[] {
  const { on } = deliveries[0]!
  const { times, force, gasLimit = DEFAULT_GAS_LIMIT } = action
  const tried = (delivery: Delivery, ends: readonly Exclude<BlockTxEnd, undefined>[]): Tried => ({
    delivery,
    results: ends.map((end) =>
      shownPacket({
        ...(end instanceof Thrown ? unsent(on, end.error) : end),
        kind: delivery.kind,
        remoteChain: delivery.of.key,
        packet: 'tracked' in delivery ? packetInfo(delivery.tracked) : undefined,
        acknowledgement: delivery.kind === 'ack' ? broughtBack(delivery.tracked, action.forge ?? {}) : undefined,
        proofs: relayer.proofs,
      }),
    ),
    thrown: ends.find((end) => end instanceof Thrown),
  })

  const header = attempt(() => headerFor(relayer, deliveries, action))
  if (header instanceof Thrown) return deliveries.map((delivery) => tried(delivery, [header]))
  const { update, messageFor } = header
  const receiver = action.receiver && acknowledgementOf(action.receiver)
  const txs: BlockTx[] = update === undefined ? [] : [{ messages: [update], gasLimit: DEFAULT_GAS_LIMIT }]
  /** Where the transactions of each delivery begin, or why it has none; a delivery that waits for one without any has none either. */
  const places = new Map<Delivery, number | Thrown>()
  const lastOf = new Map<string, Delivery>()
  for (const delivery of deliveries) {
    const channel = force === undefined ? orderedChannel(delivery, relayer.chains) : undefined
    const last = channel === undefined ? undefined : lastOf.get(channel)
    const before = last !== undefined && sequenceOf(last) < sequenceOf(delivery) ? last : undefined
    if (channel !== undefined) lastOf.set(channel, delivery)
    const after = before === undefined ? update && 0 : places.get(before)
    if (before !== undefined && typeof after !== 'number') continue
    const message = attempt(() => messageFor(delivery))
    places.set(delivery, message instanceof Thrown ? message : txs.length)
    if (message instanceof Thrown) continue
    for (let time = 0; time < times; time++)
      txs.push({ messages: [message], gasLimit, receiver, after: after as number | undefined })
  }

  const ends = relayer.block(on, txs, action.light)
  const [first] = ends
  return deliveries.flatMap((delivery) => {
    const place = places.get(delivery)
    if (place === undefined) return []
    if (place instanceof Thrown) return [tried(delivery, [place])]
    // Without the header nothing else is sent: the error of the client says why.
    if (update !== undefined && !succeeded(first)) return [tried(delivery, [first!])]
    const own = ends.slice(place, place + times).filter((end) => end !== undefined)
    return own.length === 0 ? [] : [tried(delivery, own)]
  })
}

/** The update of the client with a header that proves all deliveries, if the client lacks it, and their messages with proofs. */
function headerFor(
  relayer: RelayerHost,
  deliveries: readonly Delivery[],
  { forge = {}, force }: Relay,
): { readonly update: Any | undefined; readonly messageFor: (delivery: Delivery) => Any } {
  const { on, of, client } = deliveries[0]!
  const signer = relayer.addressOn(on)
  const isStale = forge.header === 'stale'
  const provenFrom = Math.max(...deliveries.map((delivery) => delivery.provenFrom))
  const shows = (): boolean =>
    deliveries.every((delivery) => delivery.kind !== 'timeout' || force !== undefined || elapsed(delivery.tracked, of))
  const at = isStale ? relayer.clients.latest(on, client) : relayer.headerOf(of, on, provenFrom, shows)
  const isKnown = isStale || relayer.clients.knows(on, client, of, at)
  const height = heightOn(of.app.baseApp, forge.proof === 'otherHeight' ? at + 1 : at)
  const prove = (key: Key): Uint8Array => (relayer.proofs === 'trust' ? TRUSTED : proofOf(of, at, key, forge))
  return {
    update: isKnown ? undefined : relayer.clients.update(on, client, of, at, signer),
    messageFor: (delivery) => messageOf(delivery, { signer, height, prove }, forge),
  }
}

/** Stands in for a proof where proofs are not verified. */
const TRUSTED = Uint8Array.of(1)

function proofOf(of: ChainHost, at: number, key: Key, forge: Forgery): Uint8Array {
  const { baseApp: app } = of.app
  // The first header commits to no state; a proof against it is refused anyway.
  const from = Math.max(at, 2)
  if (forge.proof === 'otherKey') return proofAt(app, channelKey('nowhere', 'channel-0'), from)
  if (forge.proof === 'otherStore') return proofAt(app, key, from, 'bank')
  const proof = proofAt(app, key, from)
  return typeof forge.proof === 'object' ? flipBit(proof, forge.proof.flipBit) : proof
}

function acknowledgementOf(receiver: FaultyReceiver): AcknowledgementBytes {
  return 'errorCode' in receiver
    ? { success: false, bytes: encodeAcknowledgement(errorAcknowledgement({ code: receiver.errorCode })) }
    : { success: true, bytes: fromBase64(receiver.acknowledgement) }
}
