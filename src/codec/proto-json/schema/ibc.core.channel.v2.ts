// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_CORE_CHANNEL_V2: PackageTable = {
  messages: {
    GenesisState:
      'acknowledgements .PacketState[] 2, commitments .PacketState[] 3, receipts .PacketState[] 4, async_packets .PacketState[] 5, send_sequences .PacketSequence[] 6',
    PacketState: 'client_id string 1, sequence uint64 2, data bytes 3',
    PacketSequence: 'client_id string 1, sequence uint64 2',
    Packet:
      'sequence uint64 1, source_client string 2, destination_client string 3, timeout_timestamp uint64 4, payloads .Payload[] 5',
    Payload: 'source_port string 1, destination_port string 2, version string 3, encoding string 4, value bytes 5',
    Acknowledgement: 'app_acknowledgements bytes[] 1',
    RecvPacketResult: 'status .PacketStatus 1, acknowledgement bytes 2',
    QueryNextSequenceSendRequest: 'client_id string 1',
    QueryNextSequenceSendResponse:
      'next_sequence_send uint64 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    QueryPacketCommitmentRequest: 'client_id string 1, sequence uint64 2',
    QueryPacketCommitmentResponse: 'commitment bytes 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    QueryPacketCommitmentsRequest: 'client_id string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryPacketCommitmentsResponse:
      'commitments .PacketState[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2, height ibc.core.client.v1.Height 3',
    QueryPacketAcknowledgementRequest: 'client_id string 1, sequence uint64 2',
    QueryPacketAcknowledgementResponse:
      'acknowledgement bytes 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    QueryPacketAcknowledgementsRequest:
      'client_id string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2, packet_commitment_sequences uint64[] 3',
    QueryPacketAcknowledgementsResponse:
      'acknowledgements .PacketState[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2, height ibc.core.client.v1.Height 3',
    QueryPacketReceiptRequest: 'client_id string 1, sequence uint64 2',
    QueryPacketReceiptResponse: 'received bool 2, proof bytes 3, proof_height ibc.core.client.v1.Height 4',
    QueryUnreceivedPacketsRequest: 'client_id string 1, sequences uint64[] 2',
    QueryUnreceivedPacketsResponse: 'sequences uint64[] 1, height ibc.core.client.v1.Height 2',
    QueryUnreceivedAcksRequest: 'client_id string 1, packet_ack_sequences uint64[] 2',
    QueryUnreceivedAcksResponse: 'sequences uint64[] 1, height ibc.core.client.v1.Height 2',
    MsgSendPacket: 'source_client string 1, timeout_timestamp uint64 2, payloads .Payload[] 3, signer string 4',
    MsgSendPacketResponse: 'sequence uint64 1',
    MsgRecvPacket:
      'packet .Packet 1, proof_commitment bytes 2, proof_height ibc.core.client.v1.Height 3, signer string 4',
    MsgRecvPacketResponse: 'result .ResponseResultType 1',
    MsgTimeout: 'packet .Packet 1, proof_unreceived bytes 2, proof_height ibc.core.client.v1.Height 3, signer string 5',
    MsgTimeoutResponse: 'result .ResponseResultType 1',
    MsgAcknowledgement:
      'packet .Packet 1, acknowledgement .Acknowledgement 2, proof_acked bytes 3, proof_height ibc.core.client.v1.Height 4, signer string 5',
    MsgAcknowledgementResponse: 'result .ResponseResultType 1',
  },
  enums: {
    PacketStatus:
      'PACKET_STATUS_UNSPECIFIED 0, PACKET_STATUS_SUCCESS 1, PACKET_STATUS_FAILURE 2, PACKET_STATUS_ASYNC 3',
    ResponseResultType:
      'RESPONSE_RESULT_TYPE_UNSPECIFIED 0, RESPONSE_RESULT_TYPE_NOOP 1, RESPONSE_RESULT_TYPE_SUCCESS 2, RESPONSE_RESULT_TYPE_FAILURE 3',
  },
  services: {
    Query:
      'NextSequenceSend .QueryNextSequenceSendRequest .QueryNextSequenceSendResponse, PacketCommitment .QueryPacketCommitmentRequest .QueryPacketCommitmentResponse, PacketCommitments .QueryPacketCommitmentsRequest .QueryPacketCommitmentsResponse, PacketAcknowledgement .QueryPacketAcknowledgementRequest .QueryPacketAcknowledgementResponse, PacketAcknowledgements .QueryPacketAcknowledgementsRequest .QueryPacketAcknowledgementsResponse, PacketReceipt .QueryPacketReceiptRequest .QueryPacketReceiptResponse, UnreceivedPackets .QueryUnreceivedPacketsRequest .QueryUnreceivedPacketsResponse, UnreceivedAcks .QueryUnreceivedAcksRequest .QueryUnreceivedAcksResponse',
    Msg: 'SendPacket .MsgSendPacket .MsgSendPacketResponse, RecvPacket .MsgRecvPacket .MsgRecvPacketResponse, Timeout .MsgTimeout .MsgTimeoutResponse, Acknowledgement .MsgAcknowledgement .MsgAcknowledgementResponse',
  },
}
