import { UsageError } from '../../base/errors.js'
import { encodeAcknowledgement, errorAcknowledgement } from '../../codec/ibc/acknowledgement.js'
import { fromBase64 } from '../../base/bytes.js'
import type { AcknowledgementBytes } from '../../modules/ibc/index.js'
import { isElapsed } from '../../modules/ibc/packets/packet.js'
import { heightOn, proofAt } from '../../modules/ibc/relay.js'
import { channelKey } from '../../modules/ibc/keys.js'
import type { Key } from '../../store/key.js'
import type { ActionOf } from '../action.js'
import { DEFAULT_GAS_LIMIT, type BlockTx, type Engine } from '../engine.js'
import { TxError, type TxResult } from '../result.js'
import type { FaultyReceiver, Forgery, PacketFilter } from './actions.js'
import { Chains } from './chains.js'
import { Clients } from './clients.js'
import { broughtBack, messageOf, type Delivery } from './delivery.js'
import { channelDelivery, isJustUpgraded, isOpen, nextTime, packetDelivery, packetInfo, standingOf } from './due.js'
import { flipBit } from './forge.js'
import type { PacketInfo, PacketResult, PendingPacket, Proofs } from './outcome.js'
import { RelayError } from './relay-error.js'
import { learn, NOTHING_KNOWN, type Known, type TrackedPacket } from './tracker.js'

/** The relayer's account on each chain, and what it starts with. */
export const RELAYER = 'relayer'
const FUNDS = 1_000_000_000_000n

/** A moment of the relayer. */
export interface CourierSnapshot {
  readonly known: Known
  /** What it does not deliver, by the key of the delivery: never, or not before a time. */
  readonly held: ReadonlyMap<string, 'dropped' | bigint>
  readonly automatic: boolean
  /** What failed in automatic mode, and is not tried again by itself. */
  readonly failed: ReadonlySet<string>
  readonly delivered: readonly PacketResult[]
}

type Relay = ActionOf<'relay'>

/** What stands between the chains of a sandbox: it looks for what is due and brings it, as transactions of its own. */
export class Courier {
  readonly chains: Chains
  readonly clients: Clients
  readonly proofs: Proofs
  #now: CourierSnapshot

  constructor(engines: ReadonlyMap<string, Engine>, options: { readonly proofs: Proofs; readonly automatic: boolean }) {
    this.chains = new Chains(engines)
    this.proofs = options.proofs
    this.clients = new Clients()
    this.#now = {
      known: NOTHING_KNOWN,
      held: new Map(),
      automatic: options.automatic,
      failed: new Set(),
      delivered: [],
    }
  }

  get automatic(): boolean {
    return this.#now.automatic
  }
  set automatic(automatic: boolean) {
    this.#now = { ...this.#now, automatic, failed: new Set() }
  }
  /** What automatic mode delivered. */
  get delivered(): readonly PacketResult[] {
    return this.#now.delivered
  }

  snapshot(): CourierSnapshot {
    return this.#now
  }
  restore(snapshot: CourierSnapshot): void {
    this.#now = snapshot
  }

  /** Delivers all that is due, as long as something is; a failing delivery is tried once. @throws RelayError when one failed */
  relay(action: Relay): PacketResult[] {
    const results = this.#relay(action, new Set())
    if (results.some(({ code }) => code !== 0)) throw new RelayError(results)
    return results
  }

  /** After each action: looks at what the chains did, so that the order of packets is that of actions; in automatic mode delivers. */
  tick(): void {
    this.#now = { ...this.#now, known: learn(this.#now.known, this.chains) }
    if (!this.#now.automatic) return
    const failed = new Set(this.#now.failed)
    const results = unlessRefused(() => this.#relay(AUTOMATIC, failed)) ?? []
    if (results.length > 0) this.#now = { ...this.#now, failed, delivered: [...this.#now.delivered, ...results] }
  }

  pending(filter: PacketFilter): PendingPacket[] {
    return this.#open(filter).flatMap((tracked) => {
      const { state, next } = standingOf(tracked, this.chains)
      if (filter.kind !== undefined && filter.kind !== next) return []
      const held = next && this.#now.held.get(`${next} ${tracked.key}`)
      return [{ ...packetInfo(tracked), state, next, acknowledgement: tracked.acknowledgement?.bytes, held }]
    })
  }

  /** Holds back what is due of packets, or no longer. @throws UsageError when there are none */
  hold(filter: PacketFilter, how: 'dropped' | { readonly seconds: bigint } | undefined): PacketInfo[] {
    const held = new Map(this.#now.held)
    const packets: PacketInfo[] = []
    for (const tracked of this.#open(filter)) {
      const { next } = standingOf(tracked, this.chains)
      const delivery = next && packetDelivery(tracked, next, this.chains)
      if (delivery === undefined || (filter.kind !== undefined && filter.kind !== next)) continue
      if (how === undefined) held.delete(delivery.key)
      else held.set(delivery.key, how === 'dropped' ? how : delivery.on.app.time + how.seconds * 1_000_000_000n)
      packets.push(packetInfo(tracked))
    }
    if (packets.length === 0) throw nothingThere(filter)
    this.#now = { ...this.#now, held }
    return packets
  }

  /** Blocks on a chain until every packet on its way there has timed out. @throws UsageError when none is */
  skipPastTimeout(to: Engine): { height: bigint; time: bigint; packets: number } {
    const coming = this.#open({}).filter(
      (tracked) =>
        tracked.to === to.key && !['received', 'acknowledged'].includes(standingOf(tracked, this.chains).state),
    )
    if (coming.length === 0) throw new UsageError(`no packet is on its way to ${to.key}`)
    const latest = coming.reduce(
      (most, { packet }) => (packet.timeoutTimestamp > most ? packet.timeoutTimestamp : most),
      0n,
    )
    if (latest > to.app.time) to.app.nextBlock(latest > to.app.app.nextTime ? latest : to.app.app.nextTime)
    while (!coming.every((tracked) => elapsed(tracked, to))) to.app.nextBlock()
    return { height: BigInt(to.app.height), time: to.app.time, packets: coming.length }
  }

  /** One transaction of the relayer in a block of its own, after a header of the other chain if one is asked for. @throws TxError */
  send(on: Engine, messages: BlockTx['messages'], gasLimit: bigint = DEFAULT_GAS_LIMIT): TxResult {
    const [result] = this.block(on, [{ messages, gasLimit }])
    if (result!.code !== 0) throw new TxError(result!)
    return result!
  }

  /** The steps of a channel that a chain began, to the end. @throws RelayError for one that is refused */
  finishChannel(on: Engine, port: string, channelId: string): PacketResult[] {
    const filter = { from: on.key, port, channel: channelId }
    const steps: PacketResult[] = []
    for (const kind of ['openTry', 'openAck', 'openConfirm'] as const)
      steps.push(
        ...this.relay({ ...AUTOMATIC, action: 'relay', filter: kind === 'openTry' ? { ...filter, kind } : { kind } }),
      )
    return steps
  }

  /** The relayer's address on a chain. */
  addressOn(engine: Engine): string {
    return engine.keyOf(RELAYER).address
  }

  /**
   * A header of `of` that shows its state as of now, brought to a client.
   * @returns its height, at which proofs hang
   */
  bringHeader(on: Engine, of: Engine, client: string, provenFrom = of.app.height + 1): number {
    const at = this.#headerOf(of, on, provenFrom, () => true)
    if (!this.clients.knows(on, client, of, at))
      this.send(on, [this.clients.update(on, client, of, at, this.addressOn(on))])
    return at
  }

  #relay(action: Omit<Relay, 'action'>, attempted: Set<string>): PacketResult[] {
    const results: PacketResult[] = []
    const forced = action.force !== undefined
    for (;;) {
      const due = this.#due(action).filter(({ key }) => !attempted.has(key))
      if (due.length === 0 && forced && results.length === 0) throw nothingThere(action.filter)
      const room = Math.floor((action.limit - results.length) / action.times)
      const [first] = due
      if (first === undefined || room < 1) return results
      const together = due.filter(({ on, client }) => on === first.on && client === first.client).slice(0, room)
      const delivered = this.#deliver(together, action)
      results.push(...delivered)
      // A forced delivery is done once; one that failed is not tried again.
      for (const [i, { key }] of together.entries())
        if (forced || delivered[i * action.times]!.code !== 0) attempted.add(key)
    }
  }

  /** All that is due, in the order in which packets were sent. */
  #due({ filter, force, reverse }: Pick<Relay, 'filter' | 'force' | 'reverse'>): Delivery[] {
    const packets = (force === undefined ? this.#open(filter) : this.#all(filter)).flatMap((tracked) => {
      const kind = force ?? standingOf(tracked, this.chains).next
      const delivery = kind && packetDelivery(tracked, kind, this.chains)
      return delivery === undefined ? [] : [delivery]
    })
    const due = force === undefined ? [...this.#channelsDue(filter), ...packets] : packets
    const wanted = due.filter(
      (delivery) =>
        force !== undefined ||
        ((filter.kind === undefined || filter.kind === delivery.kind) && !this.#isHeld(delivery)),
    )
    return reverse ? wanted.reverse() : wanted
  }

  #channelsDue(filter: PacketFilter): Delivery[] {
    if (filter.sequence !== undefined) return []
    const due: Delivery[] = []
    const { channels } = this.#now.known
    const unsettled = new Map(channels)
    for (const [key, end] of channels) {
      const step = channelDelivery(end, channels.values(), this.chains)
      if (step === 'settled') unsettled.delete(key)
      else if (step !== undefined && takesEnd(filter, end.chain, end.port, end.channelId)) due.push(step)
    }
    if (unsettled.size < channels.size) this.#now = { ...this.#now, known: { ...this.#now.known, channels: unsettled } }
    return due
  }

  #isHeld({ key, on, of }: Delivery): boolean {
    const held = this.#now.held.get(key)
    return held === 'dropped' || (held !== undefined && nextTime(on, of) < held)
  }

  /** Packets that are not done with, in the order in which they were sent; the others are forgotten. */
  #open(filter: PacketFilter): TrackedPacket[] {
    const known = learn(this.#now.known, this.chains)
    const packets = new Map([...known.packets].filter(([, tracked]) => isOpen(tracked, this.chains)))
    this.#now = { ...this.#now, known: { ...known, packets } }
    return [...packets.values()].filter((tracked) => takes(filter, tracked))
  }

  /** All packets that stand in blocks which are kept. */
  #all(filter: PacketFilter): TrackedPacket[] {
    return [...learn(NOTHING_KNOWN, this.chains).packets.values()].filter((tracked) => takes(filter, tracked))
  }

  /** Brings things to one chain, judged by one client, in one block: the header first, if the client lacks it. */
  #deliver(deliveries: readonly Delivery[], action: Omit<Relay, 'action'>): PacketResult[] {
    const { on, of, client } = deliveries[0]!
    const { forge = {}, times, gasLimit = DEFAULT_GAS_LIMIT } = action
    const at =
      forge.header === 'stale'
        ? this.clients.latest(on, client)
        : this.#headerOf(of, on, Math.max(...deliveries.map(({ provenFrom }) => provenFrom)), () =>
            deliveries.every(
              (delivery) => delivery.kind !== 'timeout' || action.force !== undefined || elapsed(delivery.tracked, of),
            ),
          )
    const signer = this.addressOn(on)
    const known = forge.header === 'stale' || this.clients.knows(on, client, of, at)
    const update = known
      ? []
      : [{ messages: [this.clients.update(on, client, of, at, signer)], gasLimit: DEFAULT_GAS_LIMIT }]
    const height = heightOn(of.app.app, forge.proof === 'otherHeight' ? at + 1 : at)
    const prove = (key: Key): Uint8Array => this.#proof(of, at, key, forge)
    const receiver = action.receiver && acknowledgementOf(action.receiver)
    const txs = deliveries.flatMap((delivery) => {
      const messages = [messageOf(delivery, { signer, height, prove }, forge)]
      return Array.from({ length: times }, (): BlockTx => ({ messages, gasLimit, receiver }))
    })
    const acknowledgements = deliveries.map((delivery) =>
      delivery.kind === 'ack' ? broughtBack(delivery.tracked, forge) : undefined,
    )
    const results = this.block(on, [...update, ...txs])
    const failed = results.slice(0, update.length).find(({ code }) => code !== 0)
    if (failed !== undefined) throw new TxError(failed)
    return results.slice(update.length).map((result, i): PacketResult => {
      const index = Math.floor(i / times)
      const delivery = deliveries[index]!
      return {
        ...result,
        kind: delivery.kind,
        packet: 'tracked' in delivery ? packetInfo(delivery.tracked) : undefined,
        acknowledgement: acknowledgements[index],
        proofs: this.proofs,
      }
    })
  }

  /** Blocks on a chain until its last header proves what it has to. @returns its height */
  #headerOf(of: Engine, on: Engine, provenFrom: number, shows: () => boolean): number {
    while (of.app.height < provenFrom || isJustUpgraded(of) || !shows()) of.app.nextBlock(nextTime(of, on))
    return of.app.height
  }

  #proof(of: Engine, at: number, key: Key, forge: Forgery): Uint8Array {
    if (this.proofs === 'trust') {
      if (forge.proof === undefined) return TRUSTED
      throw new UsageError("with ibc.proofs: 'trust' nobody looks at proofs: a forged one shows nothing")
    }
    const { app } = of.app
    // The first header commits to no state; what is asked of it is refused anyway.
    const from = Math.max(at, 2)
    if (forge.proof === 'otherKey') return proofAt(app, channelKey('nowhere', 'channel-0'), from)
    if (forge.proof === 'otherStore') return proofAt(app, key, from, 'bank')
    const proof = proofAt(app, key, from)
    return typeof forge.proof === 'object' ? flipBit(proof, forge.proof.flipBit) : proof
  }

  /** Transactions of the relayer in one block of a chain, at the clock of both. @returns a result for each, failed ones included */
  block(on: Engine, txs: readonly BlockTx[]): TxResult[] {
    const other = this.chains.other(on)
    return on.deliverBlock(RELAYER, `${FUNDS}${on.app.denom}`, txs, nextTime(on, other))
  }
}

/**
 * What automatic mode does. A header that a client refuses, since its chain was upgraded or it has expired, leaves things as they are: they wait, and
 * are tried again later.
 */
export function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof TxError) return undefined
    throw error
  }
}

/** Stands for a proof where none is looked at. */
const TRUSTED = Uint8Array.of(1)

const AUTOMATIC: Omit<Relay, 'action'> = { filter: {}, limit: 1000, reverse: false, times: 1 }

const elapsed = ({ packet }: TrackedPacket, { app }: Engine): boolean =>
  isElapsed(packet, heightOn(app.app, app.height), app.time)

const takesEnd = (filter: PacketFilter, chain: string, port: string, channelId: string): boolean =>
  (filter.from ?? chain) === chain && (filter.port ?? port) === port && (filter.channel ?? channelId) === channelId

const takes = (filter: PacketFilter, { from, packet }: TrackedPacket): boolean =>
  takesEnd(filter, from, packet.sourcePort, packet.sourceChannel) &&
  (filter.sequence ?? packet.sequence) === packet.sequence

function acknowledgementOf(receiver: FaultyReceiver): AcknowledgementBytes {
  return 'errorCode' in receiver
    ? { success: false, bytes: encodeAcknowledgement(errorAcknowledgement({ code: receiver.errorCode })) }
    : { success: true, bytes: fromBase64(receiver.acknowledgement) }
}

function nothingThere(filter: PacketFilter): UsageError {
  const wanted = Object.entries(filter).map(([name, value]) => `${name}: ${value}`)
  return new UsageError('there is no such packet', {
    details: [wanted.length === 0 ? 'nothing is pending' : `wanted: ${wanted.join(', ')}`],
  })
}
