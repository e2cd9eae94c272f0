import { wrapping, type Context } from '../../../chain/index.js'
import { Channel } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { keyBytes, type Key } from '../../../store/index.js'
import { sha256 } from '../../../crypto/index.js'
import type { Clients } from '../clients/clients.js'
import { ErrInvalidPrefix } from '../errors.js'
import type { Height } from '../height.js'
import { channelKey, connectionKey, nextReceiveKey, packetKey, uint64Bytes } from '../keys.js'
import { ConnectionEnd, getConnectionParams } from './state.js'

/** A proof from the other side, and the height of the root that it is verified against. */
export interface Proof {
  readonly proof: Uint8Array
  readonly height: Height
}

/** Where a packet is stored on the other side. */
export interface PacketPlace {
  readonly portId: string
  readonly channelId: string
  readonly sequence: bigint
}

/** What the other side of a connection has in its store, proven. Source: ibc-go v10 03-connection/keeper/verify.go. */
export class CounterpartyState {
  readonly #clients: Clients

  constructor(clients: Clients) {
    this.#clients = clients
  }

  connection(ctx: Context, own: ConnectionEnd, proof: Proof, id: string, expected: ConnectionEnd): void {
    this.#has(ctx, own, 'connection state', proof, connectionKey(id), false, ConnectionEnd.encode(expected).finish())
  }

  channel(ctx: Context, own: ConnectionEnd, proof: Proof, portId: string, channelId: string, expected: Channel): void {
    const value = Channel.encode(expected).finish()
    this.#has(ctx, own, 'channel state', proof, channelKey(portId, channelId), false, value)
  }

  commitment(ctx: Context, own: ConnectionEnd, proof: Proof, at: PacketPlace, commitment: Uint8Array): void {
    const key = packetKey('commitments', at.portId, at.channelId, at.sequence)
    this.#has(ctx, own, 'packet commitment', proof, key, true, commitment)
  }

  acknowledgement(ctx: Context, own: ConnectionEnd, proof: Proof, at: PacketPlace, acknowledgement: Uint8Array): void {
    const key = packetKey('acks', at.portId, at.channelId, at.sequence)
    this.#has(ctx, own, 'packet acknowledgement', proof, key, true, sha256(acknowledgement))
  }

  nextReceive(ctx: Context, own: ConnectionEnd, proof: Proof, at: PacketPlace, next: bigint): void {
    const key = nextReceiveKey(at.portId, at.channelId)
    this.#has(ctx, own, 'next sequence receive', proof, key, true, uint64Bytes(next))
  }

  noReceipt(ctx: Context, own: ConnectionEnd, { proof, height }: Proof, at: PacketPlace): void {
    const key = packetKey('receipts', at.portId, at.channelId, at.sequence)
    const delay = delayOf(ctx, own)
    const path = pathOf(own, key)
    wrapping(`failed packet receipt absence verification for client (${own.clientId})`, () =>
      this.#clients.verifyNonMembership(ctx, own.clientId, { height, ...delay, proof, path }),
    )
  }

  /** @param delayed whether the connection's delay applies, as it does for packets */
  #has(
    ctx: Context,
    own: ConnectionEnd,
    what: string,
    { proof, height }: Proof,
    key: Key,
    delayed: boolean,
    value: Uint8Array,
  ): void {
    const delay = delayed ? delayOf(ctx, own) : { delayTime: 0n, delayBlocks: 0n }
    const path = pathOf(own, key)
    wrapping(`failed ${what} verification for client (${own.clientId})`, () =>
      this.#clients.verifyMembership(ctx, own.clientId, { height, ...delay, proof, path }, value),
    )
  }
}

function pathOf({ counterparty }: ConnectionEnd, key: Key): readonly Uint8Array[] {
  const { keyPrefix } = counterparty.prefix
  if (keyPrefix.length === 0) throw ErrInvalidPrefix.error("prefix can't be empty")
  return [keyPrefix, keyBytes(key)]
}

/** Source: `getBlockDelay`. */
function delayOf(ctx: Context, { delayPeriod }: ConnectionEnd) {
  const perBlock = getConnectionParams(ctx).maxExpectedTimePerBlock
  const delayBlocks = perBlock === 0n ? 0n : BigInt(Math.ceil(Number(delayPeriod) / Number(perBlock)))
  return { delayTime: delayPeriod, delayBlocks }
}
