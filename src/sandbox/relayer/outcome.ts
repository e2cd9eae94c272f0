import type { TxResult } from '../tx/result.js'
import { shownResult } from '../tx/result-text.js'
import type { DeliveryFailure } from './back-off.js'
import type { ChannelStep, PacketStep } from './actions.js'

/** A height as IBC has it, with the revision of the chain id. */
export interface IbcHeight {
  readonly revisionNumber: bigint
  readonly revisionHeight: bigint
}

/** What a packet between clients says about its data. */
export interface PayloadInfo {
  readonly version: string
  readonly encoding: string
}

/** A packet as it was sent, and between whom. One between clients (IBC v2) has their ids as its channels. */
export interface PacketInfo {
  /** The chain that sent it, and the one that is to receive it, by their names in the sandbox. */
  readonly from: string
  readonly to: string
  readonly sequence: bigint
  readonly sourcePort: string
  readonly sourceChannel: string
  readonly destinationPort: string
  readonly destinationChannel: string
  readonly data: Uint8Array
  /** 0-0: none. */
  readonly timeoutHeight: IbcHeight
  /** Nanoseconds since 1970; 0: none. */
  readonly timeoutTimestamp: bigint
  /** The payload, of a packet between clients only. */
  readonly payload?: PayloadInfo
}

/**
 * The state of a packet: `sent` (not received), `received` (its acknowledgement comes later), `acknowledged` (the acknowledgement waits
 * for its way back), `timedOut` and `closed` (it can no longer be received; the sender has not been notified), `stranded` (there is an
 * acknowledgement, but the sender's end of the channel is closed, so its chain will never accept it).
 */
export type PacketState = 'sent' | 'received' | 'acknowledged' | 'timedOut' | 'closed' | 'stranded'

/** A packet with a delivery still to come. */
export interface PendingPacket extends PacketInfo {
  readonly state: PacketState
  /** The delivery that is due; undefined while the receiver has not acknowledged. */
  readonly next: PacketStep | undefined
  readonly acknowledgement: Uint8Array | undefined
  /** `dropped`, or the time until which it is held back: nanoseconds, by the clock of the receiving chain. */
  readonly held: 'dropped' | bigint | undefined
  /** Why the last attempt to deliver what is due failed; undefined when there was none or it succeeded. */
  readonly failure: DeliveryFailure | undefined
}

/** Whether proofs and headers are verified, or trusted unchecked (`ibc.proofs`). */
export type Proofs = 'verify' | 'trust'

/**
 * The result of a delivery: of the relayer's transaction on the receiving chain. One that could not be sent has no hash, and the chain's error or
 * the code sudobox/3.
 */
export interface PacketResult extends TxResult {
  readonly kind: PacketStep | ChannelStep
  /** The name in the sandbox of the chain at the other end, whose state it proves. */
  readonly remoteChain: string
  /** Undefined for a step of a channel. */
  readonly packet: PacketInfo | undefined
  /** The acknowledgement that an `ack` delivered, forged or as the receiver wrote it; undefined for any other delivery. */
  readonly acknowledgement: Uint8Array | undefined
  readonly proofs: Proofs
}

/** A delivery that `console.log` prints in a few lines. */
export const shownPacket = (delivery: PacketResult): PacketResult =>
  shownResult(delivery, ({ kind, packet }) =>
    packet === undefined
      ? `Delivery ${kind}`
      : `Delivery ${kind} of packet ${packet.sequence}, ${packet.sourceChannel} from ${packet.from} to ${packet.to},`,
  )

/** A delivery that failed in automatic mode. */
export interface FailedDelivery extends DeliveryFailure {
  readonly result: PacketResult
}

export interface RelayerOutcomes {
  readonly relay: { readonly delivered: readonly PacketResult[] }
  readonly pending: { readonly packets: readonly PendingPacket[] }
  readonly dropPackets: { readonly packets: readonly PacketInfo[] }
  readonly delayPackets: { readonly packets: readonly PacketInfo[] }
  readonly releasePackets: { readonly packets: readonly PacketInfo[] }
  readonly relayer: { readonly automatic: boolean }
  readonly updateClient: TxResult
  readonly upgradeClient: TxResult
  readonly createClient: { readonly clientId: string; readonly result: TxResult }
  /** Ids by chain. */
  readonly pairClients: { readonly clients: Readonly<Record<string, string>>; readonly steps: readonly TxResult[] }
  readonly misbehaviour: TxResult
  /** Ids by chain. */
  readonly openConnection: {
    readonly connections: Readonly<Record<string, string>>
    readonly steps: readonly TxResult[]
  }
  readonly openChannel: { readonly channels: Readonly<Record<string, string>>; readonly steps: readonly TxResult[] }
  readonly closeChannel: { readonly steps: readonly TxResult[] }
  readonly skipPastTimeout: { readonly height: bigint; readonly time: bigint; readonly packets: number }
}
