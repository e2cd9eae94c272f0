import * as channel from 'cosmjs-types/ibc/core/channel/v2/query'
import * as client from 'cosmjs-types/ibc/core/client/v2/query'
import type { PacketState } from 'cosmjs-types/ibc/core/channel/v2/genesis'
import { NO_BYTES } from '../../../base/index.js'
import {
  below,
  GoPanic,
  GrpcError,
  paginate,
  query,
  writtenQuery,
  type Context,
  type Module,
  type PageRequest,
} from '../../../chain/index.js'
import { keyBytes, type Key } from '../../../store/index.js'
import { check, listed, notFound } from '../grpc.js'
import { selfHeight } from '../height.js'
import { checkClientId } from '../identifiers.js'
import { STORE, uint64Of } from '../keys.js'
import { ErrInvalidPacket, ErrSequenceSendNotFound } from './errors.js'
import { getConfig, getCounterparty, getNextSend, getRecord2, hasReceipt, recordPrefix, type Record2 } from './state.js'

const CHANNEL = '/ibc.core.channel.v2.Query'
const CLIENT = '/ibc.core.client.v2.Query'

/** Source: ibc-go v10.5.0 04-channel/v2/keeper/grpc_query.go, 02-client/v2/keeper/grpc_query.go. */
export const packet2Queries: NonNullable<Module['queries']> = {
  [`${CHANNEL}/NextSequenceSend`]: query(
    channel.QueryNextSequenceSendRequest,
    channel.QueryNextSequenceSendResponse,
    (ctx, { clientId }) => {
      check(() => checkClientId(clientId))
      const nextSequenceSend = getNextSend(ctx, clientId)
      if (nextSequenceSend === undefined) throw notFound(ErrSequenceSendNotFound, `client-id ${clientId}`)
      return { nextSequenceSend, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
    },
  ),
  [`${CHANNEL}/PacketCommitment`]: query(
    channel.QueryPacketCommitmentRequest,
    channel.QueryPacketCommitmentResponse,
    (ctx, request) => {
      const commitment = recordOf(ctx, 'commitments', request)
      if (commitment === undefined) throw new GrpcError('NotFound', 'packet commitment hash not found')
      return { commitment, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
    },
  ),
  [`${CHANNEL}/PacketCommitments`]: query(
    channel.QueryPacketCommitmentsRequest,
    channel.QueryPacketCommitmentsResponse,
    (ctx, { clientId, pagination }) => {
      check(() => checkClientId(clientId))
      const { rows, page } = pageOf(ctx, 'commitments', clientId, pagination)
      return { commitments: rows, pagination: page, height: selfHeight(ctx) }
    },
  ),
  [`${CHANNEL}/PacketAcknowledgement`]: query(
    channel.QueryPacketAcknowledgementRequest,
    channel.QueryPacketAcknowledgementResponse,
    (ctx, request) => {
      const acknowledgement = recordOf(ctx, 'acks', request)
      if (acknowledgement === undefined) throw new GrpcError('NotFound', 'packet acknowledgement hash not found')
      return { acknowledgement, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
    },
  ),
  [`${CHANNEL}/PacketAcknowledgements`]: query(
    channel.QueryPacketAcknowledgementsRequest,
    channel.QueryPacketAcknowledgementsResponse,
    (ctx, { clientId, pagination, packetCommitmentSequences: sequences }) => {
      check(() => checkClientId(clientId))
      const height = selfHeight(ctx)
      if (sequences.length > 0) {
        const acknowledgements = sequences.flatMap((sequence) => {
          const data = getRecord2(ctx, 'acks', clientId, sequence)
          return data === undefined ? [] : [{ clientId, sequence, data }]
        })
        return { acknowledgements, height }
      }
      const { rows, page } = pageOf(ctx, 'acks', clientId, pagination)
      return { acknowledgements: rows, pagination: page, height }
    },
  ),
  [`${CHANNEL}/PacketReceipt`]: query(
    channel.QueryPacketReceiptRequest,
    channel.QueryPacketReceiptResponse,
    (ctx, request) => {
      checkPlace(request)
      const received = hasReceipt(ctx, request.clientId, request.sequence)
      return { received, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
    },
  ),
  [`${CHANNEL}/UnreceivedPackets`]: writtenQuery(
    channel.QueryUnreceivedPacketsRequest,
    (ctx, { clientId, sequences }) => {
      check(() => checkClientId(clientId))
      const zero = sequences.indexOf(0n)
      if (zero >= 0) throw new GrpcError('InvalidArgument', `packet sequence ${zero} cannot be 0`)
      return listed(
        sequences.filter((sequence) => !hasReceipt(ctx, clientId, sequence)),
        selfHeight(ctx),
      )
    },
  ),
  [`${CHANNEL}/UnreceivedAcks`]: writtenQuery(
    channel.QueryUnreceivedAcksRequest,
    (ctx, { clientId, packetAckSequences: sequences }) => {
      check(() => checkClientId(clientId))
      if (sequences.includes(0n)) throw new GrpcError('InvalidArgument', 'packet sequence cannot be 0')
      const unreceived = sequences.filter(
        (sequence) => getRecord2(ctx, 'commitments', clientId, sequence) !== undefined,
      )
      return listed(unreceived, selfHeight(ctx))
    },
  ),
  [`${CLIENT}/CounterpartyInfo`]: query(
    client.QueryCounterpartyInfoRequest,
    client.QueryCounterpartyInfoResponse,
    (ctx, { clientId }) => {
      check(() => checkClientId(clientId))
      const counterpartyInfo = getCounterparty(ctx, clientId)
      if (counterpartyInfo === undefined) throw new GrpcError('NotFound', `client ${clientId} counterparty not found`)
      return { counterpartyInfo }
    },
  ),
  [`${CLIENT}/Config`]: query(client.QueryConfigRequest, client.QueryConfigResponse, (ctx, { clientId }) => {
    check(() => checkClientId(clientId))
    return { config: getConfig(ctx, clientId) }
  }),
}

interface Place {
  readonly clientId: string
  readonly sequence: bigint
}

function checkPlace({ clientId, sequence }: Place): void {
  check(() => checkClientId(clientId))
  if (sequence === 0n) throw new GrpcError('InvalidArgument', 'packet sequence cannot be 0')
}

function recordOf(ctx: Context, record: Record2, place: Place): Uint8Array | undefined {
  checkPlace(place)
  return getRecord2(ctx, record, place.clientId, place.sequence)
}

function pageOf(ctx: Context, record: Record2, clientId: string, pagination: PageRequest | undefined) {
  const rows: PacketState[] = []
  const page = paginate(below(ctx.store(STORE), recordPrefix(record, clientId)), pagination, (key, data) =>
    rows.push({ clientId, sequence: ctx.release.splitsSequences ? sequenceOf(key) : uint64Of(keyBytes(key)), data }),
  )
  return { rows, page }
}

/** Up to ibc-go v10 the reference takes the sequence from after the key's last slash, although the sequence bytes may contain slashes. */
function sequenceOf(key: Key): bigint {
  const behind = key.slice(key.lastIndexOf('/') + 1) as Key
  if (behind.length > 0 && behind.length < 8)
    throw new GoPanic(`runtime error: index out of range [7] with length ${behind.length}`)
  const sequence = behind.length === 0 ? 0n : uint64Of(keyBytes(behind))
  if (sequence === 0n) throw ErrInvalidPacket.error()
  return sequence
}
