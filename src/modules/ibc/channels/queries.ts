import type { IdentifiedChannel, PacketState } from 'cosmjs-types/ibc/core/channel/v1/channel'
import * as channel from 'cosmjs-types/ibc/core/channel/v1/query'
import { NO_BYTES } from '../../../base/index.js'
import {
  below,
  filteredPaginate,
  GrpcError,
  paginate,
  query,
  writtenQuery,
  type Context,
  type Module,
  type PageRequest,
} from '../../../chain/index.js'
import type { Key } from '../../../store/index.js'
import type { Clients } from '../clients/clients.js'
import { getConnection } from '../connections/state.js'
import {
  ErrChannelNotFound,
  ErrClientNotFound,
  ErrConnectionNotFound,
  ErrConsensusStateNotFound,
  ErrInvalidChannelOrdering,
  ErrSequenceReceiveNotFound,
  ErrSequenceSendNotFound,
} from '../errors.js'
import { check, listed, notFound } from '../grpc.js'
import { height, selfHeight } from '../height.js'
import { checkChannelId, checkConnectionId, checkPortId } from '../identifiers.js'
import { CHANNELS_PREFIX, nextReceiveKey, nextSendKey, packetPrefix, STORE, type PacketRecord } from '../keys.js'
import { getSequence } from '../sequence.js'
import { Channel, getChannel, getRecord, Order, orderText } from './state.js'

const CHANNEL = '/ibc.core.channel.v1.Query'

interface ChannelPlace {
  readonly portId: string
  readonly channelId: string
}

function checkPlace({ portId, channelId }: ChannelPlace): void {
  check(() => checkPortId(portId))
  check(() => checkChannelId(channelId))
}
function checkSequence(sequence: bigint): void {
  if (sequence === 0n) throw new GrpcError('InvalidArgument', 'packet sequence cannot be 0')
}

/** The channel named in a request. @throws GrpcError */
function channelAt(ctx: Context, place: ChannelPlace): Channel {
  checkPlace(place)
  const found = getChannel(ctx, place.portId, place.channelId)
  if (found === undefined) throw notFound(ErrChannelNotFound, `port-id: ${place.portId}, channel-id ${place.channelId}`)
  return found
}
function assertChannel(ctx: Context, { portId, channelId }: ChannelPlace): void {
  if (getChannel(ctx, portId, channelId) === undefined)
    throw notFound(ErrChannelNotFound, `port ID (${portId}) channel ID (${channelId})`)
}

const identified = (key: Key, value: Uint8Array): IdentifiedChannel => {
  const parts = key.split('/')
  return { ...Channel.decode(value), portId: parts[2]!, channelId: parts[4]! }
}

/** Source: ibc-go v10.5.0 04-channel/keeper/grpc_query.go. */
export function channelQueries(clients: Clients): NonNullable<Module['queries']> {
  const records = (ctx: Context, record: PacketRecord, place: ChannelPlace, pagination: PageRequest | undefined) => {
    const rows: PacketState[] = []
    const store = below(ctx.store(STORE), packetPrefix(record, place.portId, place.channelId))
    const page = paginate(store, pagination, (key, value) =>
      rows.push({ ...pick(place), sequence: BigInt(key.slice(key.lastIndexOf('/') + 1)), data: value }),
    )
    return { rows, page }
  }
  return {
    [`${CHANNEL}/Channel`]: query(channel.QueryChannelRequest, channel.QueryChannelResponse, (ctx, request) => ({
      channel: channelAt(ctx, request),
      proof: NO_BYTES,
      proofHeight: selfHeight(ctx),
    })),
    [`${CHANNEL}/Channels`]: query(
      channel.QueryChannelsRequest,
      channel.QueryChannelsResponse,
      (ctx, { pagination }) => {
        const channels: IdentifiedChannel[] = []
        const page = paginate(below(ctx.store(STORE), CHANNELS_PREFIX), pagination, (key, value) =>
          channels.push(identified(key, value)),
        )
        return { channels, pagination: page, height: selfHeight(ctx) }
      },
    ),
    [`${CHANNEL}/ConnectionChannels`]: query(
      channel.QueryConnectionChannelsRequest,
      channel.QueryConnectionChannelsResponse,
      (ctx, { connection: id, pagination }) => {
        check(() => checkConnectionId(id))
        const channels: IdentifiedChannel[] = []
        const page = filteredPaginate(below(ctx.store(STORE), CHANNELS_PREFIX), pagination, (key, value) => {
          const row = identified(key, value)
          if (row.connectionHops[0] !== id) return false
          channels.push(row)
          return true
        })
        return { channels, pagination: page, height: selfHeight(ctx) }
      },
    ),
    [`${CHANNEL}/ChannelClientState`]: query(
      channel.QueryChannelClientStateRequest,
      channel.QueryChannelClientStateResponse,
      (ctx, request) => {
        checkPlace(request)
        const { portId, channelId } = request
        const found = getChannel(ctx, portId, channelId)
        if (found === undefined) throw notFound(ErrChannelNotFound, `port-id: ${portId}, channel-id: ${channelId}`)
        const hop = found.connectionHops[0]!
        const clientId = getConnection(ctx, hop)?.clientId
        if (clientId === undefined) throw notFound(ErrConnectionNotFound, `connection-id: ${hop}`)
        const clientState = clients.clientState(ctx, clientId)
        if (clientState === undefined) throw notFound(ErrClientNotFound, `client-id: ${clientId}`)
        return { identifiedClientState: { clientId, clientState }, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    [`${CHANNEL}/ChannelConsensusState`]: query(
      channel.QueryChannelConsensusStateRequest,
      channel.QueryChannelConsensusStateResponse,
      (ctx, request) => {
        const hop = channelAt(ctx, request).connectionHops[0]!
        const clientId = getConnection(ctx, hop)?.clientId
        if (clientId === undefined) throw notFound(ErrConnectionNotFound, `connection-id: ${hop}`)
        const at = height(request.revisionNumber, request.revisionHeight)
        const consensusState = clients.consensusState(ctx, clientId, at)
        if (consensusState === undefined) throw notFound(ErrConsensusStateNotFound, `client-id: ${clientId}`)
        return { consensusState, clientId, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    [`${CHANNEL}/PacketCommitment`]: query(
      channel.QueryPacketCommitmentRequest,
      channel.QueryPacketCommitmentResponse,
      (ctx, request) => {
        checkPlace(request)
        checkSequence(request.sequence)
        assertChannel(ctx, request)
        const commitment = getRecord(ctx, 'commitments', request.portId, request.channelId, request.sequence)
        if (commitment === undefined) throw new GrpcError('NotFound', 'packet commitment hash not found')
        return { commitment, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    [`${CHANNEL}/PacketCommitments`]: query(
      channel.QueryPacketCommitmentsRequest,
      channel.QueryPacketCommitmentsResponse,
      (ctx, request) => {
        checkPlace(request)
        assertChannel(ctx, request)
        const { rows, page } = records(ctx, 'commitments', request, request.pagination)
        return { commitments: rows, pagination: page, height: selfHeight(ctx) }
      },
    ),
    [`${CHANNEL}/PacketReceipt`]: query(
      channel.QueryPacketReceiptRequest,
      channel.QueryPacketReceiptResponse,
      (ctx, request) => {
        checkPlace(request)
        checkSequence(request.sequence)
        assertChannel(ctx, request)
        const receipt = getRecord(ctx, 'receipts', request.portId, request.channelId, request.sequence)
        return { received: receipt !== undefined, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    [`${CHANNEL}/PacketAcknowledgement`]: query(
      channel.QueryPacketAcknowledgementRequest,
      channel.QueryPacketAcknowledgementResponse,
      (ctx, request) => {
        checkPlace(request)
        checkSequence(request.sequence)
        assertChannel(ctx, request)
        const acknowledgement = getRecord(ctx, 'acks', request.portId, request.channelId, request.sequence)
        if (acknowledgement === undefined) throw new GrpcError('NotFound', 'packet acknowledgement hash not found')
        return { acknowledgement, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    [`${CHANNEL}/PacketAcknowledgements`]: query(
      channel.QueryPacketAcknowledgementsRequest,
      channel.QueryPacketAcknowledgementsResponse,
      (ctx, request) => {
        checkPlace(request)
        assertChannel(ctx, request)
        const wanted = request.packetCommitmentSequences
        if (wanted.length > 0) {
          const acknowledgements = wanted.flatMap((sequence): PacketState[] => {
            const data = getRecord(ctx, 'acks', request.portId, request.channelId, sequence)
            return data === undefined ? [] : [{ ...pick(request), sequence, data }]
          })
          return { acknowledgements, pagination: undefined, height: selfHeight(ctx) }
        }
        const { rows, page } = records(ctx, 'acks', request, request.pagination)
        return { acknowledgements: rows, pagination: page, height: selfHeight(ctx) }
      },
    ),
    [`${CHANNEL}/UnreceivedPackets`]: writtenQuery(channel.QueryUnreceivedPacketsRequest, (ctx, request) =>
      listed(unreceivedPackets(ctx, request), selfHeight(ctx)),
    ),
    [`${CHANNEL}/UnreceivedAcks`]: writtenQuery(channel.QueryUnreceivedAcksRequest, (ctx, request) => {
      checkPlace(request)
      assertChannel(ctx, request)
      const sequences = request.packetAckSequences.filter((sequence, i) => {
        checkListed(sequence, i)
        return getRecord(ctx, 'commitments', request.portId, request.channelId, sequence) !== undefined
      })
      return listed(sequences, selfHeight(ctx))
    }),
    [`${CHANNEL}/NextSequenceReceive`]: query(
      channel.QueryNextSequenceReceiveRequest,
      channel.QueryNextSequenceReceiveResponse,
      (ctx, request) => {
        const { portId, channelId } = request
        const { ordering } = channelAt(ctx, request)
        const next = ordering === Order.ORDER_UNORDERED ? 0n : getSequence(ctx, nextReceiveKey(portId, channelId))
        if (next === undefined)
          throw notFound(ErrSequenceReceiveNotFound, `port-id: ${portId}, channel-id ${channelId}`)
        return { nextSequenceReceive: next, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    [`${CHANNEL}/NextSequenceSend`]: query(
      channel.QueryNextSequenceSendRequest,
      channel.QueryNextSequenceSendResponse,
      (ctx, request) => {
        const { portId, channelId } = request
        checkPlace(request)
        const next = getSequence(ctx, nextSendKey(portId, channelId))
        if (next === undefined) throw notFound(ErrSequenceSendNotFound, `port-id: ${portId}, channel-id ${channelId}`)
        return { nextSequenceSend: next, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
  }
}

const pick = ({ portId, channelId }: ChannelPlace) => ({ portId, channelId })

function checkListed(sequence: bigint, index: number): void {
  if (sequence === 0n) throw new GrpcError('InvalidArgument', `packet sequence ${index} cannot be 0`)
}

function unreceivedPackets(ctx: Context, request: channel.QueryUnreceivedPacketsRequest): bigint[] {
  const { portId, channelId, packetCommitmentSequences: sequences } = request
  const { ordering } = channelAt(ctx, request)
  if (ordering === Order.ORDER_UNORDERED)
    return sequences.filter((sequence, i) => {
      checkListed(sequence, i)
      return getRecord(ctx, 'receipts', portId, channelId, sequence) === undefined
    })
  if (ordering !== Order.ORDER_ORDERED)
    throw new GrpcError(
      'InvalidArgument',
      ErrInvalidChannelOrdering.error(`channel order ${orderText(ordering)} is not supported`).log,
    )
  const next = getSequence(ctx, nextReceiveKey(portId, channelId))
  if (next === undefined)
    throw notFound(ErrSequenceReceiveNotFound, `destination port: ${portId}, destination channel: ${channelId}`)
  return sequences.filter((sequence, i) => {
    checkListed(sequence, i)
    return sequence >= next
  })
}
