import { UsageError } from '../../base/index.js'
import { ChainHalted } from '../../modules/upgrade/index.js'
import { Thrown, type BlockTx, type BlockTxEnd } from '../tx/block-tx.js'
import type { ChainHost } from '../host/chain-host.js'
import { unlessHalted } from '../host/unless-halted.js'
import { DEFAULT_GAS_LIMIT, deliverBlock } from '../tx/deliver.js'
import { TxError, type TxResult } from '../tx/result.js'
import type { PacketFilter, RelayerActionOf } from './actions.js'
import { failedAgain, retriedNow, type Failures } from './back-off.js'
import { deliverBatch, type Tried } from './batch.js'
import { Chains } from './chains.js'
import { ClientUpdater } from './client-updater.js'
import type { Delivery } from './delivery.js'
import { channelDelivery, isJustUpgraded, isOpen, nextTime, packetDelivery, packetInfo, statusOf } from './due.js'
import { Journeys } from './journeys.js'
import { inOrder, orderedChannel } from './order.js'
import type { FailedDelivery, PacketInfo, PacketResult, PendingPacket, Proofs } from './outcome.js'
import { RelayError } from './relay-error.js'
import { skipPast } from './skip-past.js'
import { learn, NOTHING_KNOWN, type Known, type TrackedPacket } from './tracker.js'

/** The name of the account whose transactions are those of both relayers. */
export const RELAYER = 'relayer'
/** Deliveries that are kept with their calls. */
const MAX_RESULTS = 1000
/** Its initial coins on each chain: as much as gives a validator this power. */
const FUNDS = 1_000_000n

/** The state of the relayer, as snapshots keep it. */
export interface RelayerSnapshot {
  readonly known: Known
  /** Deliveries that are held back, by key: dropped, or held until a time. */
  readonly held: ReadonlyMap<string, 'dropped' | bigint>
  readonly automatic: boolean
  /** Nanoseconds by which automatic deliveries are late. */
  readonly late: bigint
  /** What failed the last time, by the key of the delivery. */
  readonly failures: Failures
  readonly delivered: readonly PacketResult[]
}

/** With {@link World.light}. */
type Relay = RelayerActionOf<'relay'> & { readonly light?: boolean }

/** The packet relayer of a sandbox: finds what is due on its chains, and delivers it in transactions of its own. */
export class RelayerHost {
  readonly chains: Chains
  /** Which packets followed from which. */
  readonly journeys: Journeys
  readonly clients: ClientUpdater
  readonly proofs: Proofs
  #now: RelayerSnapshot
  readonly #listeners = new Set<(failed: FailedDelivery) => void>()
  /** The newest deliveries, by chain and hash. */
  readonly #results = new Map<string, PacketResult>()

  constructor(
    hosts: ReadonlyMap<string, ChainHost>,
    options: { readonly proofs: Proofs; readonly automatic: boolean },
  ) {
    this.chains = new Chains(hosts)
    this.journeys = new Journeys(this.chains, ({ chain, hash }) => this.#results.get(`${chain} ${hash}`))
    this.proofs = options.proofs
    this.clients = new ClientUpdater()
    this.#now = {
      known: NOTHING_KNOWN,
      held: new Map(),
      automatic: options.automatic,
      late: 0n,
      failures: new Map(),
      delivered: [],
    }
  }

  get automatic(): boolean {
    return this.#now.automatic
  }
  /** @param late seconds by which automatic deliveries are late */
  set(automatic: boolean, late: bigint): void {
    this.#now = { ...this.#now, automatic, late: late * 1_000_000_000n }
    this.retryNow()
  }
  /** What automatic mode delivered or tried to. */
  get delivered(): readonly PacketResult[] {
    return this.#now.delivered
  }

  snapshot(): RelayerSnapshot {
    return this.#now
  }
  restore(snapshot: RelayerSnapshot): void {
    this.#now = snapshot
    this.#keep(snapshot.delivered)
  }

  /** Has automatic mode retry at once what failed, since the cause may be gone. */
  retryNow(): void {
    this.#now = { ...this.#now, failures: retriedNow(this.#now.failures) }
  }
  /** Calls the listener for each failure in automatic mode. @returns a function that ends this */
  onFailure(listener: (failed: FailedDelivery) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Delivers everything that is due until nothing is; a failing delivery is tried once, and does not hold up others. Stranded acknowledgements are
   * left alone, except for one packet by its sequence.
   * @throws RelayError when one failed; for one packet by its sequence, the error that prevented it from being sent at all
   */
  relay(action: Relay): PacketResult[] {
    if (this.proofs === 'trust' && action.forge?.proof !== undefined)
      throw new UsageError("with ibc.proofs: 'trust' proofs are not verified: a forged one shows nothing")
    const tried = this.#relay(action)
    const results = tried.flatMap((one) => one.results)
    const unsent = tried.find(({ thrown }) => thrown !== undefined)?.thrown
    if (unsent !== undefined && action.filter.sequence !== undefined) throw unsent.error
    if (results.some(({ code }) => code !== 0)) throw new RelayError(results, unsent?.error, action.light)
    return results
  }

  /** Runs after each action: notes the new packets, so that they are in the order of the actions, and delivers in automatic mode. */
  tick(): void {
    this.#now = { ...this.#now, known: learn(this.#now.known, this.chains) }
    if (!this.#now.automatic) return
    const tried = this.#relay(AUTOMATIC, true)
    this.#forgetStale()
    if (tried.length === 0) return
    const results = tried.flatMap((one) => one.results)
    this.#now = { ...this.#now, delivered: [...this.#now.delivered, ...results] }
    for (const { delivery, results } of tried) {
      const failure = this.#now.failures.get(delivery.key)
      if (failure === undefined) continue
      for (const listener of this.#listeners) listener({ ...failure, result: results[0]! })
    }
  }

  /** Holds back what has just become due, and forgets what is no longer due. */
  #holdNew(): void {
    const { held, late } = this.#now
    const due = this.#due(AUTOMATIC, true).map(({ key, on }) => [key, held.get(key) ?? on.app.time + late] as const)
    this.#now = { ...this.#now, held: new Map(due) }
  }

  pending(filter: PacketFilter): PendingPacket[] {
    return this.#open(filter).flatMap((tracked) => {
      const { state, next } = statusOf(tracked, this.chains)
      if (filter.kind !== undefined && filter.kind !== next) return []
      const key = `${next} ${tracked.key}`
      const [held, failure] = [this.#now.held.get(key), this.#now.failures.get(key)]
      return [{ ...packetInfo(tracked), state, next, acknowledgement: tracked.acknowledgement?.bytes, held, failure }]
    })
  }

  /** Holds back the next delivery of the packets that match, or releases it. @throws UsageError when none match */
  hold(filter: PacketFilter, how: 'dropped' | { readonly seconds: bigint } | undefined): PacketInfo[] {
    const held = new Map(this.#now.held)
    const packets: PacketInfo[] = []
    for (const tracked of this.#open(filter)) {
      const { next } = statusOf(tracked, this.chains)
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

  /** Makes blocks on a chain until every packet in flight to it has timed out. @throws UsageError when there is none, or one that times out too many blocks later */
  skipPastTimeout(to: ChainHost): { height: bigint; time: bigint; packets: number } {
    const coming = this.#open({}).filter(
      (tracked) =>
        tracked.to === to.key && !['received', 'acknowledged'].includes(statusOf(tracked, this.chains).state),
    )
    if (coming.length === 0) throw new UsageError(`no packet is in flight to ${to.key}`)
    skipPast(coming, to)
    return { height: BigInt(to.app.height), time: to.app.time, packets: coming.length }
  }

  /** One transaction of the relayer in a block of its own, after a header of the other chain if one is asked for. @throws TxError */
  send(on: ChainHost, messages: BlockTx['messages'], gasLimit: bigint = DEFAULT_GAS_LIMIT, light?: boolean): TxResult {
    const [end] = this.block(on, [{ messages, gasLimit }], light)
    if (end instanceof Thrown) throw end.error
    if (end!.code !== 0) throw new TxError(end!)
    return end!
  }

  /** The steps of a channel that a chain began, to the end. @throws RelayError for one that is refused */
  finishChannel(on: ChainHost, port: string, channelId: string): PacketResult[] {
    const filter = { from: on.key, port, channel: channelId }
    const steps: PacketResult[] = []
    for (const kind of ['openTry', 'openAck', 'openConfirm'] as const)
      steps.push(
        ...this.relay({ ...AUTOMATIC, action: 'relay', filter: kind === 'openTry' ? { ...filter, kind } : { kind } }),
      )
    return steps
  }

  /** The relayer's address on a chain. */
  addressOn(host: ChainHost): string {
    return host.keyOf(RELAYER).address
  }

  /**
   * A header of `of` that shows its state as of now, brought to a client.
   * @returns its height, for which proofs are made
   */
  bringHeader(on: ChainHost, of: ChainHost, client: string, light?: boolean): number {
    const at = this.headerOf(of, on, of.app.height + 1, () => true)
    if (!this.clients.knows(on, client, of, at))
      this.send(on, [this.clients.update(on, client, of, at, this.addressOn(on))], DEFAULT_GAS_LIMIT, light)
    return at
  }

  /** @param patient skips what failed recently, and what follows it in an ordered channel */
  #relay(action: Omit<Relay, 'action'>, patient = false): Tried[] {
    const all: Tried[] = []
    const forced = action.force !== undefined
    const attempted = new Set<string>()
    /** Ordered channels in which something failed: later packets wait. */
    const stopped = new Set<string | undefined>()
    let done = 0
    for (;;) {
      if (patient && this.#now.late > 0n) this.#holdNew()
      const left = this.#due({ ...action, patient }).filter(
        (delivery) =>
          !attempted.has(delivery.key) &&
          !(stopped.size > 0 && stopped.has(orderedChannel(delivery, this.chains))) &&
          !(patient && this.#isWaiting(delivery)),
      )
      const due = patient ? inOrder(left, this.chains) : left
      if (due.length === 0 && forced && done === 0) throw nothingThere(action.filter)
      const room = Math.floor((action.limit - done) / action.times)
      const [first] = due
      if (first === undefined || room < 1) return all
      const together = due.filter(({ on, client }) => on === first.on && client === first.client).slice(0, room)
      const tried = deliverBatch(this, together, action)
      // The refusal of a forged delivery says nothing about the packet.
      if (!forced && action.forge === undefined) this.#note(tried)
      all.push(...tried)
      this.#keep(tried.flatMap(({ results }) => results))
      for (const { delivery, results } of tried) {
        done += results.length
        const failed = results[0]!.code !== 0
        // A forced delivery is done once; one that failed is not tried again.
        if (forced || failed) attempted.add(delivery.key)
        if (!forced && failed) {
          const channel = orderedChannel(delivery, this.chains)
          if (channel !== undefined) stopped.add(channel)
        }
      }
    }
  }

  #keep(results: readonly PacketResult[]): void {
    for (const result of results) this.#results.set(`${result.chain} ${result.hash}`, result)
    for (const key of this.#results.keys()) {
      if (this.#results.size <= MAX_RESULTS) return
      this.#results.delete(key)
    }
  }

  /** Records why something failed, and forgets it once it is delivered. */
  #note(tried: readonly Tried[]): void {
    const failures = new Map(this.#now.failures)
    for (const { delivery, results } of tried) {
      const { code, rawLog } = results[0]!
      const { key, on } = delivery
      if (code === 0) failures.delete(key)
      else failures.set(key, failedAgain(failures.get(key), rawLog, on.app.height))
    }
    this.#now = { ...this.#now, failures }
  }

  #isWaiting({ key, on }: Delivery): boolean {
    const failure = this.#now.failures.get(key)
    return failure !== undefined && BigInt(on.app.height) < failure.retryAt
  }

  /** Forgets the failures of what is no longer due. */
  #forgetStale(): void {
    const { failures } = this.#now
    if (failures.size === 0) return
    const due = new Set(this.#due(AUTOMATIC, true).map(({ key }) => key))
    this.#now = { ...this.#now, failures: new Map([...failures].filter(([key]) => due.has(key))) }
  }

  /** All that is due, in the order in which packets were sent. */
  #due(
    { filter, force, reverse, patient = true }: Pick<Relay, 'filter' | 'force' | 'reverse'> & { patient?: boolean },
    heldToo = false,
  ): Delivery[] {
    const packets = (force === undefined ? this.#open(filter) : this.#all(filter)).flatMap((tracked) => {
      const status = force === undefined ? statusOf(tracked, this.chains) : undefined
      // Automatic mode keeps trying and reports why it fails; a request for everything that is due should not fail on it each time.
      if (status?.state === 'stranded' && !patient && filter.sequence === undefined) return []
      const kind = force ?? status?.next
      const delivery = kind && packetDelivery(tracked, kind, this.chains)
      return delivery === undefined ? [] : [delivery]
    })
    const due = force === undefined ? [...this.#channelsDue(filter), ...packets] : packets
    const wanted = due.filter(
      (delivery) =>
        force !== undefined ||
        ((filter.kind === undefined || filter.kind === delivery.kind) && (heldToo || !this.#isHeld(delivery))),
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

  /** Packets with a delivery still to come, in the order in which they were sent. Forgets the others. */
  #open(filter: PacketFilter): TrackedPacket[] {
    const known = learn(this.#now.known, this.chains)
    const packets = new Map([...known.packets].filter(([, tracked]) => isOpen(tracked, this.chains)))
    this.#now = { ...this.#now, known: { ...known, packets } }
    return [...packets.values()].filter((tracked) => takes(filter, tracked))
  }

  /** All packets of the blocks that are kept. */
  #all(filter: PacketFilter): TrackedPacket[] {
    return [...learn(NOTHING_KNOWN, this.chains).packets.values()].filter((tracked) => takes(filter, tracked))
  }

  /** Makes blocks on a chain until its last header proves what is needed. @returns its height */
  headerOf(of: ChainHost, on: ChainHost, provenFrom: number, shows: () => boolean): number {
    while (of.app.height < provenFrom || isJustUpgraded(of) || !shows()) of.app.nextBlock(nextTime(of, on))
    return of.app.height
  }

  /**
   * Transactions of the relayer in one block of a chain, at the latest clock of all chains. @returns an end for each; on a chain that stopped at an
   * upgrade plan, the node's text
   */
  block(on: ChainHost, txs: readonly BlockTx[], light?: boolean): BlockTxEnd[] {
    const { baseApp, denom } = on.app
    const funds = `${FUNDS * (baseApp.config.release?.tokensPerPower ?? 1_000_000n)}${denom}`
    const ends = unlessHalted(() =>
      deliverBlock(on, { account: RELAYER, funds }, txs, nextTime(on, ...this.chains.others(on)), light),
    )
    return ends instanceof ChainHalted ? txs.map(() => new Thrown(ends)) : ends
  }
}

const AUTOMATIC: Omit<Relay, 'action'> = { filter: {}, limit: 1000, reverse: false, times: 1 }

const takesEnd = (filter: PacketFilter, chain: string, port: string, channelId: string): boolean =>
  (filter.from ?? chain) === chain && (filter.port ?? port) === port && (filter.channel ?? channelId) === channelId

const takes = (filter: PacketFilter, { from, packet }: TrackedPacket): boolean =>
  takesEnd(filter, from, packet.sourcePort, packet.sourceChannel) &&
  (filter.sequence ?? packet.sequence) === packet.sequence

function nothingThere(filter: PacketFilter): UsageError {
  const wanted = Object.entries(filter).map(([name, value]) => `${name}: ${value}`)
  return new UsageError('there is no such packet', {
    details: [wanted.length === 0 ? 'nothing is pending' : `wanted: ${wanted.join(', ')}`],
  })
}
