import type { Payload } from 'cosmjs-types/ibc/core/channel/v2/packet'
import type { Context } from '../context.js'

export type { Payload }

/** Source and destination of a packet between clients. */
export interface PacketClients {
  readonly sourceClient: string
  readonly destinationClient: string
  readonly sequence: bigint
}

/** The result of an application for a payload. */
export type Received2 =
  | { readonly status: 'success' | 'failure'; readonly acknowledgement: Uint8Array }
  | { readonly status: 'async' }

/** An application that sends packets between clients, without channels. Source: ibc-go v10.5.0 core/api/module.go `IBCModule`. */
export interface Ibc2Application {
  onSend(ctx: Context, clients: PacketClients, payload: Payload, signer: Uint8Array): void
  onReceive(ctx: Context, clients: PacketClients, payload: Payload, relayer: Uint8Array): Received2
  onAcknowledge(
    ctx: Context,
    clients: PacketClients,
    acknowledgement: Uint8Array,
    payload: Payload,
    relayer: Uint8Array,
  ): void
  onTimeout(ctx: Context, clients: PacketClients, payload: Payload, relayer: Uint8Array): void
}

/** What a message to send a packet between clients says. */
export interface Sending2 {
  readonly sourceClient: string
  /** Seconds since 1970. */
  readonly timeoutTimestamp: bigint
  readonly payload: Payload
  /** Bech32. */
  readonly signer: string
}

/** Sends packets between clients. */
export interface PacketSender2 {
  /** @returns the sequence. @throws ChainError of the packet, of the client, and of the application */
  send(ctx: Context, sending: Sending2): bigint
}
