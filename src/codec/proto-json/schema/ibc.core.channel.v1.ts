// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_CORE_CHANNEL_V1: PackageTable = {
  messages: {
    Channel:
      'state .State 1, ordering .Order 2, counterparty .Counterparty 3, connection_hops string[] 4, version string 5',
    IdentifiedChannel:
      'state .State 1, ordering .Order 2, counterparty .Counterparty 3, connection_hops string[] 4, version string 5, port_id string 6, channel_id string 7',
    Counterparty: 'port_id string 1, channel_id string 2',
    Packet:
      'sequence uint64 1, source_port string 2, source_channel string 3, destination_port string 4, destination_channel string 5, data bytes 6, timeout_height ibc.core.client.v1.Height 7, timeout_timestamp uint64 8',
    PacketState: 'port_id string 1, channel_id string 2, sequence uint64 3, data bytes 4',
    PacketId: 'port_id string 1, channel_id string 2, sequence uint64 3',
    Acknowledgement: 'result bytes|response 21, error string|response 22',
    Timeout: 'height ibc.core.client.v1.Height 1, timestamp uint64 2',
    QueryChannelRequest: 'port_id string 1, channel_id string 2',
    QueryChannelResponse: 'channel .Channel? 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    QueryChannelsRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QueryChannelsResponse:
      'channels .IdentifiedChannel[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2, height ibc.core.client.v1.Height 3',
    QueryConnectionChannelsRequest: 'connection string 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryConnectionChannelsResponse:
      'channels .IdentifiedChannel[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2, height ibc.core.client.v1.Height 3',
    QueryChannelClientStateRequest: 'port_id string 1, channel_id string 2',
    QueryChannelClientStateResponse:
      'identified_client_state ibc.core.client.v1.IdentifiedClientState? 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    QueryChannelConsensusStateRequest:
      'port_id string 1, channel_id string 2, revision_number uint64 3, revision_height uint64 4',
    QueryChannelConsensusStateResponse:
      'consensus_state google.protobuf.Any? 1, client_id string 2, proof bytes 3, proof_height ibc.core.client.v1.Height 4',
    QueryPacketCommitmentRequest: 'port_id string 1, channel_id string 2, sequence uint64 3',
    QueryPacketCommitmentResponse: 'commitment bytes 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    QueryPacketCommitmentsRequest:
      'port_id string 1, channel_id string 2, pagination cosmos.base.query.v1beta1.PageRequest? 3',
    QueryPacketCommitmentsResponse:
      'commitments .PacketState[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2, height ibc.core.client.v1.Height 3',
    QueryPacketReceiptRequest: 'port_id string 1, channel_id string 2, sequence uint64 3',
    QueryPacketReceiptResponse: 'received bool 2, proof bytes 3, proof_height ibc.core.client.v1.Height 4',
    QueryPacketAcknowledgementRequest: 'port_id string 1, channel_id string 2, sequence uint64 3',
    QueryPacketAcknowledgementResponse:
      'acknowledgement bytes 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    QueryPacketAcknowledgementsRequest:
      'port_id string 1, channel_id string 2, pagination cosmos.base.query.v1beta1.PageRequest? 3, packet_commitment_sequences uint64[] 4',
    QueryPacketAcknowledgementsResponse:
      'acknowledgements .PacketState[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2, height ibc.core.client.v1.Height 3',
    QueryUnreceivedPacketsRequest: 'port_id string 1, channel_id string 2, packet_commitment_sequences uint64[] 3',
    QueryUnreceivedPacketsResponse: 'sequences uint64[] 1, height ibc.core.client.v1.Height 2',
    QueryUnreceivedAcksRequest: 'port_id string 1, channel_id string 2, packet_ack_sequences uint64[] 3',
    QueryUnreceivedAcksResponse: 'sequences uint64[] 1, height ibc.core.client.v1.Height 2',
    QueryNextSequenceReceiveRequest: 'port_id string 1, channel_id string 2',
    QueryNextSequenceReceiveResponse:
      'next_sequence_receive uint64 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    QueryNextSequenceSendRequest: 'port_id string 1, channel_id string 2',
    QueryNextSequenceSendResponse:
      'next_sequence_send uint64 1, proof bytes 2, proof_height ibc.core.client.v1.Height 3',
    MsgChannelOpenInit: 'port_id string 1, channel .Channel 2, signer string 3',
    MsgChannelOpenInitResponse: 'channel_id string 1, version string 2',
    MsgChannelOpenTry:
      'port_id string 1, previous_channel_id string 2, channel .Channel 3, counterparty_version string 4, proof_init bytes 5, proof_height ibc.core.client.v1.Height 6, signer string 7',
    MsgChannelOpenTryResponse: 'version string 1, channel_id string 2',
    MsgChannelOpenAck:
      'port_id string 1, channel_id string 2, counterparty_channel_id string 3, counterparty_version string 4, proof_try bytes 5, proof_height ibc.core.client.v1.Height 6, signer string 7',
    MsgChannelOpenAckResponse: '',
    MsgChannelOpenConfirm:
      'port_id string 1, channel_id string 2, proof_ack bytes 3, proof_height ibc.core.client.v1.Height 4, signer string 5',
    MsgChannelOpenConfirmResponse: '',
    MsgChannelCloseInit: 'port_id string 1, channel_id string 2, signer string 3',
    MsgChannelCloseInitResponse: '',
    MsgChannelCloseConfirm:
      'port_id string 1, channel_id string 2, proof_init bytes 3, proof_height ibc.core.client.v1.Height 4, signer string 5',
    MsgChannelCloseConfirmResponse: '',
    MsgRecvPacket:
      'packet .Packet 1, proof_commitment bytes 2, proof_height ibc.core.client.v1.Height 3, signer string 4',
    MsgRecvPacketResponse: 'result .ResponseResultType 1',
    MsgTimeout:
      'packet .Packet 1, proof_unreceived bytes 2, proof_height ibc.core.client.v1.Height 3, next_sequence_recv uint64 4, signer string 5',
    MsgTimeoutResponse: 'result .ResponseResultType 1',
    MsgTimeoutOnClose:
      'packet .Packet 1, proof_unreceived bytes 2, proof_close bytes 3, proof_height ibc.core.client.v1.Height 4, next_sequence_recv uint64 5, signer string 6',
    MsgTimeoutOnCloseResponse: 'result .ResponseResultType 1',
    MsgAcknowledgement:
      'packet .Packet 1, acknowledgement bytes 2, proof_acked bytes 3, proof_height ibc.core.client.v1.Height 4, signer string 5',
    MsgAcknowledgementResponse: 'result .ResponseResultType 1',
  },
  enums: {
    Order: 'ORDER_NONE_UNSPECIFIED 0, ORDER_UNORDERED 1, ORDER_ORDERED 2',
    State: 'STATE_UNINITIALIZED_UNSPECIFIED 0, STATE_INIT 1, STATE_TRYOPEN 2, STATE_OPEN 3, STATE_CLOSED 4',
    ResponseResultType:
      'RESPONSE_RESULT_TYPE_UNSPECIFIED 0, RESPONSE_RESULT_TYPE_NOOP 1, RESPONSE_RESULT_TYPE_SUCCESS 2, RESPONSE_RESULT_TYPE_FAILURE 3',
  },
  services: {
    Query:
      'Channel .QueryChannelRequest .QueryChannelResponse, Channels .QueryChannelsRequest .QueryChannelsResponse, ConnectionChannels .QueryConnectionChannelsRequest .QueryConnectionChannelsResponse, ChannelClientState .QueryChannelClientStateRequest .QueryChannelClientStateResponse, ChannelConsensusState .QueryChannelConsensusStateRequest .QueryChannelConsensusStateResponse, PacketCommitment .QueryPacketCommitmentRequest .QueryPacketCommitmentResponse, PacketCommitments .QueryPacketCommitmentsRequest .QueryPacketCommitmentsResponse, PacketReceipt .QueryPacketReceiptRequest .QueryPacketReceiptResponse, PacketAcknowledgement .QueryPacketAcknowledgementRequest .QueryPacketAcknowledgementResponse, PacketAcknowledgements .QueryPacketAcknowledgementsRequest .QueryPacketAcknowledgementsResponse, UnreceivedPackets .QueryUnreceivedPacketsRequest .QueryUnreceivedPacketsResponse, UnreceivedAcks .QueryUnreceivedAcksRequest .QueryUnreceivedAcksResponse, NextSequenceReceive .QueryNextSequenceReceiveRequest .QueryNextSequenceReceiveResponse, NextSequenceSend .QueryNextSequenceSendRequest .QueryNextSequenceSendResponse',
    Msg: 'ChannelOpenInit .MsgChannelOpenInit .MsgChannelOpenInitResponse, ChannelOpenTry .MsgChannelOpenTry .MsgChannelOpenTryResponse, ChannelOpenAck .MsgChannelOpenAck .MsgChannelOpenAckResponse, ChannelOpenConfirm .MsgChannelOpenConfirm .MsgChannelOpenConfirmResponse, ChannelCloseInit .MsgChannelCloseInit .MsgChannelCloseInitResponse, ChannelCloseConfirm .MsgChannelCloseConfirm .MsgChannelCloseConfirmResponse, RecvPacket .MsgRecvPacket .MsgRecvPacketResponse, Timeout .MsgTimeout .MsgTimeoutResponse, TimeoutOnClose .MsgTimeoutOnClose .MsgTimeoutOnCloseResponse, Acknowledgement .MsgAcknowledgement .MsgAcknowledgementResponse',
  },
}
