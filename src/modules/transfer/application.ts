import { goQuote, isBlank } from '../../codec/index.js'
import { ChainError, equalBytes } from '../../base/index.js'
import { nilPointer, Panic, plainError, wrapError, type Context } from '../../chain/index.js'
import { acknowledgementBytes } from '../../chain/ibc/index.js'
import { GoJsonError } from '../../codec/go-json/index.js'
import {
  decodeAcknowledgement,
  encodeAcknowledgement,
  errorAcknowledgement,
  fitsUint64,
  type Acknowledgement,
} from '../../codec/ibc/index.js'
import {
  ErrIbcInvalidRequest,
  ErrIbcInvalidType,
  ErrIbcUnknownRequest,
  ErrInvalidChannelOrdering,
  ErrInvalidId,
  ErrInvalidPort,
  ErrInvalidVersion,
  ErrMaxTransferChannels,
} from './errors.js'
import { packetAcknowledged, packetReceived, packetTimedOut } from './events.js'
import type { AcknowledgementBytes, ChannelOpening, IbcApplication, Packet } from './expected.js'
import type { TransferKeeper } from './keeper.js'
import { VERSION } from './keys.js'
import { decodePacketData, NO_DATA, type TransferData } from './packet-data.js'

const UNORDERED = 1
const MAX_CHANNELS = (1n << 32n) - 1n

/** The IBC application of the transfer port. Source: ibc-go v10.5.0 apps/transfer/ibc_module.go. */
export class TransferApplication implements IbcApplication {
  readonly keeper: TransferKeeper

  constructor(keeper: TransferKeeper) {
    this.keeper = keeper
  }

  onOpenInit(ctx: Context, opening: ChannelOpening, version: string): string {
    this.#validate(ctx, opening)
    if (isBlank(version)) return VERSION
    if (version !== VERSION) throw ErrInvalidVersion.error(`expected one of [${VERSION}], got ${version}`)
    return version
  }
  onOpenTry(ctx: Context, opening: ChannelOpening): string {
    this.#validate(ctx, opening)
    return VERSION
  }
  onOpenAck(_ctx: Context, _portId: string, _channelId: string, _otherId: string, counterpartyVersion: string): void {
    if (counterpartyVersion !== VERSION)
      throw ErrInvalidVersion.error(
        `invalid counterparty version: expected one of [${VERSION}], got ${counterpartyVersion}`,
      )
  }
  onOpenConfirm(_ctx: Context, _portId: string, _channelId: string): void {}
  onCloseInit(): void {
    throw ErrIbcInvalidRequest.error('user cannot close channel')
  }
  onCloseConfirm(): void {}

  onReceive(ctx: Context, version: string, packet: Packet, _relayer: Uint8Array): AcknowledgementBytes {
    let data: TransferData = NO_DATA
    let error: ChainError | undefined
    try {
      data = decodePacketData(packet.data, version)
      this.keeper.receive(
        ctx,
        data,
        { portId: packet.sourcePort, channelId: packet.sourceChannel },
        { portId: packet.destinationPort, channelId: packet.destinationChannel },
      )
    } catch (thrown) {
      // The reference emits the packet's event even then and reads the missing acknowledgement, so running out of gas is reported as this panic.
      if (thrown instanceof Panic) throw nilPointer()
      if (!(thrown instanceof ChainError)) throw thrown
      error = thrown
    }
    ctx.events.emit(...packetReceived(data, error?.log))
    return acknowledgementBytes(error === undefined ? { result: Uint8Array.of(1) } : errorAcknowledgement(error))
  }

  onAcknowledge(
    ctx: Context,
    version: string,
    packet: Packet,
    acknowledgement: Uint8Array,
    _relayer: Uint8Array,
  ): void {
    const ack = readAcknowledgement(acknowledgement)
    const data = decodePacketData(packet.data, version)
    assertCanonical(ack, acknowledgement)
    this.keeper.acknowledge(ctx, packet.sourcePort, packet.sourceChannel, data, ack)
    ctx.events.emit(...packetAcknowledged(data, ack))
  }

  onTimeout(ctx: Context, version: string, packet: Packet, _relayer: Uint8Array): void {
    const data = decodePacketData(packet.data, version)
    this.keeper.refund(ctx, packet.sourcePort, packet.sourceChannel, data)
    ctx.events.emit(...packetTimedOut(data))
  }

  /** Memo and sender of a packet; undefined when it cannot be read. Source: apps/transfer/ibc_module.go `UnmarshalPacketData` */
  readMemo(
    ctx: Context,
    portId: string,
    channelId: string,
    bytes: Uint8Array,
  ): { readonly memo: string; readonly version: string; readonly sender: () => string } | undefined {
    const version = this.keeper.channels.get(ctx, portId, channelId)?.version
    if (version === undefined) return undefined
    try {
      const { memo, sender } = decodePacketData(bytes, version)
      return { memo, version, sender: () => sender }
    } catch (error) {
      if (error instanceof ChainError) return undefined
      throw error
    }
  }

  /** Source: `ValidateTransferChannelParams`. */
  #validate(ctx: Context, { ordering, portId, channelId }: ChannelOpening): void {
    const sequence = channelSequence(channelId)
    if (sequence > MAX_CHANNELS)
      throw ErrMaxTransferChannels.error(
        `channel sequence ${sequence} is greater than max allowed transfer channels ${MAX_CHANNELS}`,
      )
    if ((ordering as number) !== UNORDERED)
      throw ErrInvalidChannelOrdering.error(`expected ORDER_UNORDERED channel, got ${orderName(ordering)} `)
    const bound = this.keeper.port(ctx)
    if (bound !== portId) throw ErrInvalidPort.error(`invalid port: ${portId}, expected ${bound}`)
  }
}

const orderName = (ordering: number): string => (ordering === 2 ? 'ORDER_ORDERED' : 'ORDER_NONE_UNSPECIFIED')

function channelSequence(channelId: string): bigint {
  const digits = /^channel-([0-9]{1,20})$/.exec(channelId)?.[1]
  if (digits === undefined) throw ErrInvalidId.error('channel identifier is not in the format: `channel-{N}`')
  if (fitsUint64(digits)) return BigInt(digits)
  const outOfRange = plainError(`strconv.ParseUint: parsing ${goQuote(digits)}: value out of range`)
  throw wrapError(wrapError(outOfRange, 'failed to parse identifier sequence'), 'invalid channel identifier')
}

/** @throws ChainError ibc/4 */
export function readAcknowledgement(bytes: Uint8Array): Acknowledgement {
  try {
    return decodeAcknowledgement(bytes)
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    throw ErrIbcUnknownRequest.error(`cannot unmarshal ICS-20 transfer packet acknowledgement: ${error.shortMessage}`)
  }
}

/** @throws ChainError ibc/14 for bytes in another form than the chain writes */
export function assertCanonical(ack: Acknowledgement, bytes: Uint8Array): void {
  const canonical = encodeAcknowledgement(ack)
  if (!equalBytes(canonical, bytes))
    throw ErrIbcInvalidType.error(
      `acknowledgement did not marshal to expected bytes: ${hex(canonical)} ≠ ${hex(bytes)}`,
    )
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
