import { errorsAtCallersLine, strictArguments, toBase64, UsageError } from '../../base/index.js'
import type { ActionInput } from '../actions/schema.js'
import type { Outcomes } from '../actions/outcome.js'
import type { Sandbox } from './sandbox.js'
import type { TxResult } from '../tx/result.js'
import type { HeaderForgery, PacketFilterInput, PacketStep } from '../relayer/actions.js'
import { findJourney, type Journey } from '../relayer/journeys.js'
import type { RelayerHost } from '../relayer/relayer-host.js'
import type { FailedDelivery, PacketInfo, PacketResult, PendingPacket, Proofs } from '../relayer/outcome.js'

/** Options of one round of deliveries. */
export interface RelayOptions {
  /** Which packets; all when left out. */
  readonly filter?: PacketFilterInput
  /** How many deliveries at most; 1000 when left out. */
  readonly limit?: number
  /** Delivers the newest packets first. */
  readonly reverse?: boolean
  /** How many times each is delivered; the chain accepts the first and ignores the others. */
  readonly times?: number
  /** Delivers this step for every packet of the filter, whether it is due, held back, late, early or already completed. */
  readonly force?: PacketStep
  /** The gas limit of each of the relayer's transactions, in SDK gas; 50,000,000 when left out. */
  readonly gasLimit?: bigint
  /** A forgery, which the chain refuses. */
  readonly forge?: {
    /** A proof of something else, or a proof with one bit flipped. */
    readonly proof?: 'otherKey' | 'otherStore' | 'otherHeight' | { readonly flipBit: number }
    /** No client update: the proof is checked against the last header that the client knows. */
    readonly header?: 'stale'
    readonly data?: Uint8Array
    readonly acknowledgement?: Uint8Array
  }
  /** Bypasses the receiving application: packets are answered with an error acknowledgement of that code, or with these bytes. */
  readonly receiver?: { readonly errorCode: number } | { readonly acknowledgement: Uint8Array }
}

type Input<Name extends ActionInput['action']> = Omit<Extract<ActionInput, { action: Name }>, 'action'>

/**
 * Carries packets between the chains of a sandbox, as transactions of its own account `relayer`, which is funded on first use. It delivers
 * on request, or with {@link auto} after each action of the sandbox. A failed delivery throws a `TxError`, as everywhere.
 */
export class Relayer {
  static {
    strictArguments(this, 'Relayer')
    errorsAtCallersLine(this)
  }

  readonly #sandbox: Sandbox<string>
  readonly #host: RelayerHost

  constructor(sandbox: Sandbox<string>, host: RelayerHost) {
    this.#sandbox = sandbox
    this.#host = host
  }

  /** `'trust'`: proofs and headers are not checked. */
  get proofs(): Proofs {
    return this.#host.proofs
  }

  /**
   * Delivers until nothing is due any more: packets, acknowledgements, timeouts, and the steps of channel handshakes that a chain began.
   * @example
   * await alice.ibcTransfer(bob, '5untrn')
   * expect(await relayer.relay()).toBeAcknowledged()
   * @example await relayer.relay({ receiver: { errorCode: 5 } }) // the receiving chain answers with an error
   * @returns what was delivered, in order
   * @throws RelayError (a `TxError` with everything that was `delivered`) when a delivery failed. Each is tried once; the others are still delivered,
   * except those behind it in an ordered channel. If the filter names a sequence and nothing could be sent, the error that prevented it
   */
  async relay(options: RelayOptions = {}): Promise<readonly PacketResult[]> {
    const { forge, receiver, ...rest } = options
    const { delivered } = await this.#sandbox.perform({
      action: 'relay',
      ...rest,
      ...(forge && {
        forge: {
          ...forge,
          data: forge.data && toBase64(forge.data),
          acknowledgement: forge.acknowledgement && toBase64(forge.acknowledgement),
        },
      }),
      ...(receiver && {
        receiver: 'errorCode' in receiver ? receiver : { acknowledgement: toBase64(receiver.acknowledgement) },
      }),
    })
    return delivered
  }

  /** The name in the sandbox of the chain at the other end of a channel; undefined when that chain is not in the sandbox. */
  chainBehind(chain: string, port: string, channel: string): string | undefined {
    const { host } = this.#sandbox.chain(chain) ?? {}
    return host && this.#host.chains.route(host, port, channel)?.to.key
  }

  /**
   * Each packet that was not caused by another one, in the order in which they were sent, with those that followed from it: the legs of a forwarded transfer over
   * all chains, with every attempt, and packets that contracts sent when one arrived, came back or timed out. `console.log` prints them as trees.
   */
  get journeys(): readonly Journey[] {
    return this.#host.journeys.all
  }

  /**
   * One of them: that of the first packet that a transaction sent, or of a given packet. What happens later is not in it.
   * @example expect(relayer.journey(await alice.ibcTransfer(bob, '5untrn', { memo }))).toArriveAt('osmo')
   * @throws UsageError when the transaction sent no packet to a chain of the sandbox
   */
  journey(of: TxResult | PacketInfo): Journey {
    const found = findJourney(this.journeys, of)
    if (found !== undefined) return found
    throw new UsageError('the transaction sent no packet to a chain of the sandbox', {
      details: ['right: the result of a transaction with a transfer, or a packet of relayer.pending()'],
    })
  }

  /** Packets whose life cycle is not complete, in the order in which they were sent; `failure` says why one could not be delivered. */
  pending(filter: PacketFilterInput = {}): readonly PendingPacket[] {
    return this.#sandbox.performNow({ action: 'pending', filter }).packets
  }

  /** Drops the step of these packets that is due now; steps that become due later, such as a timeout, are delivered. @throws UsageError when no packet matches */
  drop(filter: PacketFilterInput = {}): readonly PacketInfo[] {
    return this.#sandbox.performNow({ action: 'dropPackets', filter }).packets
  }
  /** Delays the step of these packets that is due now by a number of seconds. @throws UsageError when no packet matches */
  delay(seconds: number | bigint, filter: PacketFilterInput = {}): readonly PacketInfo[] {
    return this.#sandbox.performNow({ action: 'delayPackets', filter, seconds }).packets
  }
  /** Undoes drops and delays. @throws UsageError when no packet matches */
  release(filter: PacketFilterInput = {}): readonly PacketInfo[] {
    return this.#sandbox.performNow({ action: 'releasePackets', filter }).packets
  }

  /**
   * Turns automatic delivery after each action on or off. A delivery that fails then does not throw and stops only what is behind it in an ordered
   * channel: it is listed in {@link delivered}, stays {@link pending} with the reason, and is retried after 1 block of the receiving chain, then 2, 4 …
   * 64. Turning it on, or a manual client update, retries everything at once.
   * @param options.late seconds by which each delivery is delayed, by the clock of the receiver: packets with a shorter timeout time out
   */
  auto(automatic = true, options: { readonly late?: number | bigint } = {}): void {
    this.#sandbox.performNow({ action: 'relayer', automatic, ...options })
  }
  get automatic(): boolean {
    return this.#host.automatic
  }
  /** Automatic deliveries in order, failed ones included. */
  get delivered(): readonly PacketResult[] {
    return this.#host.delivered
  }

  /** Calls the listener for each failed automatic delivery. The listener must not act on the sandbox. @returns a function that removes it */
  onFailure(listener: (failed: FailedDelivery) => void): () => void {
    return this.#host.onFailure(listener)
  }

  /** Submits the other chain's next header, genuine or forged, to a light client. @throws TxError when the chain refuses it */
  async updateClient(
    chain: string,
    options: { readonly client?: string; readonly forge?: HeaderForgery; readonly gasLimit?: bigint } = {},
  ): Promise<TxResult> {
    return this.#sandbox.perform({ action: 'updateClient', chain, ...options })
  }
  /**
   * Moves a light client to the new id of an upgraded chain: submits the last header under the old id, and the client states that the chain
   * committed to. @throws UsageError when there was no upgrade, TxError when the chain refuses
   */
  async upgradeClient(
    chain: string,
    options: { readonly client?: string; readonly gasLimit?: bigint } = {},
  ): Promise<TxResult> {
    return this.#sandbox.perform({ action: 'upgradeClient', chain, ...options })
  }
  /** Creates a light client of the other chain. Times in seconds. */
  async createClient(
    chain: string,
    options: Omit<Input<'createClient'>, 'chain'> = {},
  ): Promise<Outcomes['createClient']> {
    return this.#sandbox.perform({ action: 'createClient', chain, ...options })
  }
  /**
   * Registers a client of a chain and one of the other chain as counterparties, so that packets travel between them without channels (IBC v2). Both
   * are created unless they are given; given ones must come from {@link createClient}.
   * @returns the ids by chain
   */
  async pairClients(options: Input<'pairClients'> = {}): Promise<Outcomes['pairClients']> {
    return this.#sandbox.perform({ action: 'pairClients', ...options })
  }
  /** Submits two headers that contradict each other, both signed by the other chain's validators: the client freezes. */
  async misbehaviour(chain: string, options: Omit<Input<'misbehaviour'>, 'chain'> = {}): Promise<TxResult> {
    return this.#sandbox.perform({ action: 'misbehaviour', chain, ...options })
  }
  /** @returns the ids by chain */
  async openConnection(options: Input<'openConnection'> = {}): Promise<Outcomes['openConnection']> {
    return this.#sandbox.perform({ action: 'openConnection', ...options })
  }
  /** @returns the ids by chain */
  async openChannel(options: Input<'openChannel'> = {}): Promise<Outcomes['openChannel']> {
    return this.#sandbox.perform({ action: 'openChannel', ...options })
  }
  /** Closes a channel from one end and relays that to the other. Transfer channels cannot be closed by users: `force` closes them in the state. */
  async closeChannel(options: Input<'closeChannel'>): Promise<Outcomes['closeChannel']> {
    return this.#sandbox.perform({ action: 'closeChannel', ...options })
  }
}
