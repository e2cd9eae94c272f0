import { ChainError, equalBytes, NO_BYTES, toUtf8 } from '../../base/index.js'
import { addressText, parseAddress, type Context, type Release } from '../../chain/index.js'
import { bankDenom } from '../../chain/ibc/index.js'
import { encodeAcknowledgement, errorAcknowledgement, isClientId, type Acknowledgement } from '../../codec/ibc/index.js'
import { sha256 } from '../../crypto/index.js'
import { assertCanonical, readAcknowledgement } from './application.js'
import { positiveAmount } from './denom.js'
import {
  ErrIbcInvalidRequest,
  ErrIbcUnauthorized,
  ErrInvalidDenomForTransfer,
  ErrInvalidPacket2,
  ErrReceiveFailed,
} from './errors.js'
import { packetAcknowledged, packetReceived, packetTimedOut, transferSent } from './events.js'
import type { Ibc2Application, PacketClients, Payload, Received2 } from './expected.js'
import type { TransferKeeper } from './keeper.js'
import { TRANSFER } from './keys.js'
import { decodePacketData, NO_DATA, type TransferData } from './packet-data.js'

/** The acknowledgement of every refused packet. Source: ibc-go v10.5.0 04-channel/v2/types `ErrorAcknowledgement`. */
const REFUSED = sha256(toUtf8('UNIVERSAL_ERROR_ACKNOWLEDGEMENT'))
const RECEIVED = encodeAcknowledgement({ result: Uint8Array.of(1) })
const FAILURE: Received2 = { status: 'failure', acknowledgement: NO_BYTES }

/** Transfers between clients, without channels. Source: ibc-go v10.5.0 apps/transfer/v2/ibc_module.go. */
export class TransferApplication2 implements Ibc2Application {
  readonly #keeper: TransferKeeper

  constructor(keeper: TransferKeeper) {
    this.#keeper = keeper
  }

  onSend(ctx: Context, { sourceClient, destinationClient }: PacketClients, payload: Payload, signer: Uint8Array): void {
    if (!isBetweenTransfers(payload))
      throw ErrInvalidPacket2.error(
        `payload port ID is invalid: expected ${TRANSFER}, got sourcePort: ${payload.sourcePort} destPort: ${payload.destinationPort}`,
      )
    if (!isClientId(sourceClient) || !isClientId(destinationClient))
      throw ErrInvalidPacket2.error('client IDs must be in valid format: {string}-{number}')
    const data = dataOf(payload)
    const sender = parseAddress(ctx, data.sender)
    if (!equalBytes(sender, signer))
      throw ErrIbcUnauthorized.error(
        `sender ${ctx.release.printsGivenAddresses ? data.sender : Buffer.from(sender).toString()} is different from signer ${addressText(ctx.prefix, signer)}`,
      )
    const { denom, amount } = data
    if (denom.base.includes('/'))
      throw ErrInvalidDenomForTransfer.error(`base denomination ${denom.base} cannot contain slashes for IBC v2 packet`)
    this.#keeper.take(ctx, sourceClient, denom, { denom: bankDenom(denom), amount: positiveAmount(amount) }, signer)
    ctx.events.emit(...transferSent(data))
  }

  onReceive(ctx: Context, { sourceClient, destinationClient }: PacketClients, payload: Payload): Received2 {
    if (!isBetweenTransfers(payload) || !isClientId(sourceClient) || !isClientId(destinationClient)) return FAILURE
    let data: TransferData = NO_DATA
    let error: ChainError | undefined
    try {
      data = dataOf(payload)
      this.#keeper.receive(
        ctx,
        data,
        { portId: payload.sourcePort, channelId: sourceClient },
        { portId: payload.destinationPort, channelId: destinationClient },
      )
    } catch (thrown) {
      if (!(thrown instanceof ChainError)) throw thrown
      error = thrown
    }
    ctx.events.emit(...packetReceived(data, error?.log, true))
    return error === undefined ? { status: 'success', acknowledgement: RECEIVED } : FAILURE
  }

  onAcknowledge(ctx: Context, { sourceClient }: PacketClients, acknowledgement: Uint8Array, payload: Payload): void {
    const ack = outcomeOf(acknowledgement, ctx.release)
    const data = dataOf(payload)
    this.#keeper.acknowledge(ctx, payload.sourcePort, sourceClient, data, ack)
    ctx.events.emit(...packetAcknowledged(data, ack))
  }

  onTimeout(ctx: Context, { sourceClient }: PacketClients, payload: Payload): void {
    const data = dataOf(payload)
    this.#keeper.refund(ctx, payload.sourcePort, sourceClient, data)
    ctx.events.emit(...packetTimedOut(data))
  }
}

const dataOf = ({ value, version, encoding }: Payload): TransferData => decodePacketData(value, version, encoding)

const isBetweenTransfers = ({ sourcePort, destinationPort }: Payload): boolean =>
  sourcePort === TRANSFER && destinationPort === TRANSFER

/** @throws ChainError ibc/4, ibc/8 */
function outcomeOf(acknowledgement: Uint8Array, { readsAnyAcknowledgement }: Release): Acknowledgement {
  if (equalBytes(acknowledgement, REFUSED)) return errorAcknowledgement(ErrReceiveFailed.error())
  const ack = readAcknowledgement(acknowledgement)
  if (!readsAnyAcknowledgement) assertCanonical(ack, acknowledgement)
  if (!('result' in ack)) throw ErrIbcInvalidRequest.error('cannot pass in a custom error acknowledgement with IBC v2')
  return ack
}
