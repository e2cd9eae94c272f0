import { GoPanic, rethrowing, wrapping, type Context } from '../../../chain/index.js'
import type { Payload } from 'cosmjs-types/ibc/core/channel/v2/packet'
import { concatBytes, equalBytes } from '../../../base/index.js'
import { keyBytes, type Key } from '../../../store/index.js'
import type { Clients } from '../clients/clients.js'
import type { Proof } from '../connections/verify.js'
import { ErrClientNotActive, ErrInvalidClientHeight } from '../errors.js'
import { isZeroHeight } from '../height.js'
import { byteList } from '../packets/packet.js'
import { REDUNDANT } from '../packets/packets.js'
import {
  ErrAcknowledgementExists,
  ErrInvalidAcknowledgement,
  ErrInvalidCounterparty,
  ErrInvalidPacket,
  ErrInvalidTimeout,
  ErrSequenceSendNotFound,
  ErrTimeoutElapsed,
  ErrTimeoutNotReached,
} from './errors.js'
import {
  acknowledgementHash,
  commitmentOf2,
  packetEvent,
  validateAcknowledgement,
  validatePacket2,
  type Acknowledgement,
  type Packet,
} from './packet.js'
import {
  counterpartyOf,
  deleteRecord2,
  getAsyncPacket,
  getNextSend,
  getRecord2,
  hasReceipt,
  recordKey,
  setNextSend,
  setRecord2,
} from './state.js'

const SECOND = 1_000_000_000n
const MAX_AHEAD = 24n * 3600n * SECOND
const seconds = (nanoseconds: bigint): bigint => nanoseconds / SECOND
/** Go counts seconds since the year 1 in a signed 64-bit integer, which overflows to the past. Source: Go's `time.Unix`. */
const goTimeOf = (unix: bigint): bigint => BigInt.asIntN(64, unix + YEAR_1) - YEAR_1
const YEAR_1 = 62_135_596_800n
type Outcome = typeof REDUNDANT | undefined

/** Packets between clients, without connections and channels. Source: ibc-go v10.5.0 04-channel/v2/keeper/packet.go. */
export class Packets2 {
  readonly #clients: Clients

  constructor(clients: Clients) {
    this.#clients = clients
  }

  /** @param timeout seconds since 1970 */
  send(
    ctx: Context,
    sourceClient: string,
    timeout: bigint,
    payloads: readonly Payload[],
  ): { readonly sequence: bigint; readonly destinationClient: string } {
    const { clientId: destinationClient } = counterpartyOf(ctx, sourceClient)
    const now = ctx.block.time
    const timeoutTime = goTimeOf(timeout) * SECOND
    if (timeoutTime <= now)
      throw ErrTimeoutElapsed.error(
        `timeout is less than or equal the current block timestamp, ${timeout} <= ${seconds(now)}`,
      )
    if (timeoutTime > now + MAX_AHEAD) throw ErrInvalidTimeout.error('timeout exceeds the maximum expected value')
    const sequence = getNextSend(ctx, sourceClient)
    if (sequence === undefined) throw ErrSequenceSendNotFound.error(`source client: ${sourceClient}`)
    const packet = { sequence, sourceClient, destinationClient, timeoutTimestamp: timeout, payloads: [...payloads] }
    checkConstructed(ctx, packet)
    const status = this.#clients.status(ctx, sourceClient)
    if (status !== 'Active') throw ErrClientNotActive.error(`client (${sourceClient}) status is ${status}`)
    const latest = this.#clients.latestHeight(ctx, sourceClient)
    if (isZeroHeight(latest))
      throw ErrInvalidClientHeight.error(`cannot send packet using client (${sourceClient}) with zero height`)
    const seen = seconds(this.#clients.timestampAt(ctx, sourceClient, latest))
    if (seen >= timeout) throw ErrTimeoutElapsed.error(`latest timestamp: ${seen}, timeout timestamp: ${timeout}`)
    setNextSend(ctx, sourceClient, sequence + 1n)
    setRecord2(ctx, 'commitments', sourceClient, sequence, commitmentOf2(packet))
    ctx.events.emit(...packetEvent('send_packet', packet))
    return { sequence, destinationClient }
  }

  receive(ctx: Context, packet: Packet, { proof, height }: Proof): Outcome {
    const { destinationClient: clientId, sequence } = packet
    const prefix = fromCounterparty(ctx, packet)
    const now = seconds(ctx.block.time)
    if (now >= packet.timeoutTimestamp)
      throw ErrTimeoutElapsed.error(`current timestamp: ${now}, timeout timestamp: ${packet.timeoutTimestamp}`)
    if (hasReceipt(ctx, clientId, sequence)) return REDUNDANT
    const path = merklePath(prefix, recordKey('commitments', packet.sourceClient, sequence))
    wrapping(`failed packet commitment verification for client (${clientId})`, () =>
      this.#clients.verifyMembership(ctx, clientId, { ...NO_DELAY, height, proof, path }, commitmentOf2(packet)),
    )
    setRecord2(ctx, 'receipts', clientId, sequence, Uint8Array.of(2))
    ctx.events.emit(...packetEvent('recv_packet', packet))
    return undefined
  }

  writeAcknowledgement(ctx: Context, packet: Packet, acknowledgement: Acknowledgement): void {
    const { destinationClient: clientId, sequence } = packet
    fromCounterparty(ctx, packet)
    if (getRecord2(ctx, 'acks', clientId, sequence) !== undefined)
      throw ErrAcknowledgementExists.error(`acknowledgement for id ${clientId}, sequence ${sequence} already exists`)
    if (getRecord2(ctx, 'receipts', clientId, sequence) === undefined)
      throw ErrInvalidPacket.error('receipt not found for packet')
    setRecord2(ctx, 'acks', clientId, sequence, acknowledgementHash(acknowledgement))
    ctx.events.emit(...packetEvent('write_acknowledgement', packet, acknowledgement))
  }

  /** For a packet that was not acknowledged on receipt. */
  writeAsyncAcknowledgement(ctx: Context, clientId: string, sequence: bigint, acknowledgement: Acknowledgement): void {
    const { release } = ctx
    const validate = () => wrapping('invalid acknowledgement', () => validateAcknowledgement(acknowledgement, release))
    // From ibc-go v11 on, a missing packet is found first.
    if (!release.countsPayloads) validate()
    const packet = getAsyncPacket(ctx, clientId, sequence)
    if (packet === undefined)
      throw ErrInvalidAcknowledgement.error(
        `packet with clientID (${clientId}) and sequence (${sequence}) not found for async acknowledgement`,
      )
    wrapping('write acknowledgement failed', () => {
      if (release.countsPayloads) validate()
      this.writeAcknowledgement(ctx, packet, acknowledgement)
    })
    deleteRecord2(ctx, 'async', clientId, sequence)
  }

  acknowledge(ctx: Context, packet: Packet, acknowledgement: Acknowledgement, { proof, height }: Proof): Outcome {
    const { sourceClient: clientId, sequence } = packet
    const prefix = toCounterparty(ctx, packet)
    const commitment = getRecord2(ctx, 'commitments', clientId, sequence)
    if (commitment === undefined) return REDUNDANT
    const expected = commitmentOf2(packet)
    if (!equalBytes(commitment, expected))
      throw ErrInvalidPacket.error(
        `commitment bytes are not equal: got (${byteList(expected)}), expected (${byteList(commitment)})`,
      )
    const path = merklePath(prefix, recordKey('acks', packet.destinationClient, sequence))
    const hash = acknowledgementHash(acknowledgement)
    wrapping(`failed packet acknowledgement verification for client (${clientId})`, () =>
      this.#clients.verifyMembership(ctx, clientId, { ...NO_DELAY, height, proof, path }, hash),
    )
    deleteRecord2(ctx, 'commitments', clientId, sequence)
    ctx.events.emit(...packetEvent('acknowledge_packet', packet))
    return undefined
  }

  timeout(ctx: Context, packet: Packet, { proof, height }: Proof): Outcome {
    const { sourceClient: clientId, sequence } = packet
    const prefix = toCounterparty(ctx, packet)
    const at = seconds(this.#clients.timestampAt(ctx, clientId, height))
    if (at < packet.timeoutTimestamp)
      throw ErrTimeoutNotReached.error(`proof timestamp: ${at}, timeout timestamp: ${packet.timeoutTimestamp}`)
    const commitment = getRecord2(ctx, 'commitments', clientId, sequence)
    if (commitment === undefined) return REDUNDANT
    const expected = commitmentOf2(packet)
    if (!equalBytes(commitment, expected))
      throw ErrInvalidPacket.error(
        `packet commitment bytes are not equal: got (${byteList(commitment)}), expected (${byteList(expected)})`,
      )
    const path = merklePath(prefix, recordKey('receipts', packet.destinationClient, sequence))
    wrapping(`failed packet receipt absence verification for client (${clientId})`, () =>
      this.#clients.verifyNonMembership(ctx, clientId, { ...NO_DELAY, height, proof, path }),
    )
    deleteRecord2(ctx, 'commitments', clientId, sequence)
    ctx.events.emit(...packetEvent('timeout_packet', packet))
    return undefined
  }
}

const NO_DELAY = { delayTime: 0n, delayBlocks: 0n }

/** Checks that a packet comes from the counterparty of the receiving client. @returns the prefix of the other side's proofs */
function fromCounterparty(ctx: Context, { sourceClient, destinationClient }: Packet): readonly Uint8Array[] {
  const { clientId, merklePrefix } = counterpartyOf(ctx, destinationClient)
  if (clientId !== sourceClient)
    throw ErrInvalidCounterparty.error(
      `counterparty id (${clientId}) does not match packet source id (${sourceClient})`,
    )
  return merklePrefix
}
/** Checks that a packet goes to the counterparty of the sending client. @returns the prefix of the other side's proofs */
function toCounterparty(ctx: Context, { sourceClient, destinationClient }: Packet): readonly Uint8Array[] {
  const { clientId, merklePrefix } = counterpartyOf(ctx, sourceClient)
  if (clientId !== destinationClient)
    throw ErrInvalidCounterparty.error(
      `counterparty id (${clientId}) does not match packet destination id (${destinationClient})`,
    )
  return merklePrefix
}

/** The key is appended to the last part of the prefix. Source: 04-channel/v2/types/merkle.go */
function merklePath(prefix: readonly Uint8Array[], key: Key): readonly Uint8Array[] {
  const last = prefix.at(-1)
  if (last === undefined) throw new GoPanic('cannot build merkle path with empty prefix')
  return [...prefix.slice(0, -1), concatBytes(last, keyBytes(key))]
}

function checkConstructed({ release }: Context, packet: Packet): void {
  rethrowing(
    (error) => ErrInvalidPacket.error(`constructed packet failed basic validation: ${error.log}`),
    () => validatePacket2(packet, release),
  )
}
