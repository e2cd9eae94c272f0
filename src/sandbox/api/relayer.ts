import { toBase64 } from '../../base/bytes.js'
import type { ActionInput } from '../actions/schema.js'
import type { Outcomes } from '../actions/outcome.js'
import type { Sandbox } from './sandbox.js'
import type { TxResult } from './result.js'
import type { HeaderForgery, PacketFilterInput, PacketStep } from '../relayer/actions.js'
import type { RelayerHost } from '../relayer/relayer-host.js'
import type { FailedDelivery, PacketInfo, PacketResult, PendingPacket, Proofs } from '../relayer/outcome.js'

/** What the relayer may be told about one round. */
export interface RelayOptions {
  /** Which packets; all when left out. */
  readonly filter?: PacketFilterInput
  /** How many deliveries at most; 1000 when left out. */
  readonly limit?: number
  /** What was sent last is delivered first. */
  readonly reverse?: boolean
  /** How often each is delivered; the chain takes one and lets the others pass. */
  readonly times?: number
  /** Delivers this for every packet of the filter, whether it is due, held back, late, early or done with. */
  readonly force?: PacketStep
  /** The gas limit of each of the relayer's transactions, in SDK gas; 50,000,000 when left out. */
  readonly gasLimit?: bigint
  /** A lie, which the chain refuses. */
  readonly forge?: {
    /** A proof of something else, or with one bit flipped. */
    readonly proof?: 'otherKey' | 'otherStore' | 'otherHeight' | { readonly flipBit: number }
    /** No update of the client: the proof hangs on the last header that it knows. */
    readonly header?: 'stale'
    readonly data?: Uint8Array
    readonly acknowledgement?: Uint8Array
  }
  /** The receiving application is not asked; packets are answered with an error acknowledgement of that code, or with these bytes. */
  readonly receiver?: { readonly errorCode: number } | { readonly acknowledgement: Uint8Array }
}

type Input<Name extends ActionInput['action']> = Omit<Extract<ActionInput, { action: Name }>, 'action'>

/**
 * Carries packets between the chains of a sandbox, as transactions of its own account `relayer`, which is funded on first use. It delivers
 * when it is told; with {@link auto} after each action of the sandbox. What fails throws a `TxError`, as everywhere.
 */
export class Relayer {
  readonly #sandbox: Sandbox
  readonly #host: RelayerHost

  constructor(sandbox: Sandbox, host: RelayerHost) {
    this.#sandbox = sandbox
    this.#host = host
  }

  /** `'trust'`: nobody looks at proofs and headers. */
  get proofs(): Proofs {
    return this.#host.proofs
  }

  /**
   * Delivers all that is due, as long as something is: packets, their acknowledgements, timeouts, steps of channels that a chain began.
   * @returns what was delivered, in order
   * @throws RelayError (a `TxError` with all that was `delivered`) when a delivery failed; each is tried once, and the others are delivered all the
   * same, but those behind it in an ordered channel. Where the filter names a sequence and nothing could be sent: what was in the way
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

  /** The chain to which a channel of a chain leads, by its name in the sandbox; undefined for one that leads to none. */
  chainBehind(chain: string, port: string, channel: string): string | undefined {
    const { host } = this.#sandbox.chain(chain) ?? {}
    return host && this.#host.chains.route(host, port, channel)?.to.key
  }

  /** Packets that are not done with, in the order in which they were sent; `failure` tells why one could not be delivered. */
  pending(filter: PacketFilterInput = {}): readonly PendingPacket[] {
    return this.#sandbox.performNow({ action: 'pending', filter }).packets
  }

  /** Never delivers what is due of these packets now; what becomes due later, a timeout for instance, is delivered. @throws UsageError when there are none */
  drop(filter: PacketFilterInput = {}): readonly PacketInfo[] {
    return this.#sandbox.performNow({ action: 'dropPackets', filter }).packets
  }
  /** Delivers what is due of these packets so many seconds later. @throws UsageError when there are none */
  delay(seconds: number | bigint, filter: PacketFilterInput = {}): readonly PacketInfo[] {
    return this.#sandbox.performNow({ action: 'delayPackets', filter, seconds }).packets
  }
  /** Takes back drops and delays. @throws UsageError when there are none */
  release(filter: PacketFilterInput = {}): readonly PacketInfo[] {
    return this.#sandbox.performNow({ action: 'releasePackets', filter }).packets
  }

  /**
   * Whether it delivers by itself after each action. What fails then throws nothing and stops nothing but what is behind it in an ordered channel: it
   * stands in {@link delivered}, stays {@link pending} with its reason, and is tried again after 1 block of the chain that is to be told, then 2, 4 …
   * 64. Switching it on, or a client update by hand, tries all again at once.
   */
  auto(automatic = true): void {
    this.#sandbox.performNow({ action: 'relayer', automatic })
  }
  get automatic(): boolean {
    return this.#host.automatic
  }
  /** What it delivered by itself, in order, failed ones included. */
  get delivered(): readonly PacketResult[] {
    return this.#host.delivered
  }

  /** Tells of each delivery that fails in automatic mode, until the function that it gives is called. The listener must not act on the sandbox. */
  onFailure(listener: (failed: FailedDelivery) => void): () => void {
    return this.#host.onFailure(listener)
  }

  /** Brings the other chain's next header to a light client, honestly or not. @throws TxError when the chain refuses it */
  async updateClient(
    chain: string,
    options: { readonly client?: string; readonly forge?: HeaderForgery; readonly gasLimit?: bigint } = {},
  ): Promise<TxResult> {
    return this.#sandbox.perform({ action: 'updateClient', chain, ...options })
  }
  /**
   * Lets a light client go on with the new id of a chain that was upgraded: brings it the last header under the old id, and the states that
   * the chain committed to. @throws UsageError when there was no upgrade, TxError when the chain refuses
   */
  async upgradeClient(
    chain: string,
    options: { readonly client?: string; readonly gasLimit?: bigint } = {},
  ): Promise<TxResult> {
    return this.#sandbox.perform({ action: 'upgradeClient', chain, ...options })
  }
  /** Makes a light client of the other chain. Times in seconds. */
  async createClient(
    chain: string,
    options: Omit<Input<'createClient'>, 'chain'> = {},
  ): Promise<Outcomes['createClient']> {
    return this.#sandbox.perform({ action: 'createClient', chain, ...options })
  }
  /**
   * Pairs a client of a chain with one of the other chain, so that packets go between them without channels (IBC v2). Both are new ones
   * unless they are given; those must have been made by {@link createClient}.
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
  /** Closes a channel from one end, and tells the other. Transfers let nobody close theirs: `force` does it in the state. */
  async closeChannel(options: Input<'closeChannel'>): Promise<Outcomes['closeChannel']> {
    return this.#sandbox.perform({ action: 'closeChannel', ...options })
  }
}
