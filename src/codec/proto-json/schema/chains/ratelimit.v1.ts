// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const RATELIMIT_V1: PackageTable = {
  messages: {
    GenesisState:
      'params .Params 1, rate_limits .RateLimit[] 2, whitelisted_address_pairs .WhitelistedAddressPair[] 3, blacklisted_denoms string[] 4, pending_send_packet_sequence_numbers string[] 5, hour_epoch .HourEpoch 6',
    Params: '',
    QueryAllRateLimitsRequest: '',
    QueryAllRateLimitsResponse: 'rate_limits .RateLimit[] 1',
    QueryRateLimitRequest: 'denom string 1, channel_or_client_id string 2',
    QueryRateLimitResponse: 'rate_limit .RateLimit? 1',
    QueryRateLimitsByChainIdRequest: 'chain_id string 1',
    QueryRateLimitsByChainIdResponse: 'rate_limits .RateLimit[] 1',
    QueryRateLimitsByChannelOrClientIdRequest: 'channel_or_client_id string 1',
    QueryRateLimitsByChannelOrClientIdResponse: 'rate_limits .RateLimit[] 1',
    QueryAllBlacklistedDenomsRequest: '',
    QueryAllBlacklistedDenomsResponse: 'denoms string[] 1',
    QueryAllWhitelistedAddressesRequest: '',
    QueryAllWhitelistedAddressesResponse: 'address_pairs .WhitelistedAddressPair[] 1',
    Path: 'denom string 1, channel_or_client_id string 2',
    Quota: 'max_percent_send string 1, max_percent_recv string 2, duration_hours uint64 3',
    Flow: 'inflow string 1, outflow string 2, channel_value string 3',
    RateLimit: 'path .Path? 1, quota .Quota? 2, flow .Flow? 3',
    WhitelistedAddressPair: 'sender string 1, receiver string 2',
    HourEpoch:
      'epoch_number uint64 1, duration google.protobuf.Duration 2, epoch_start_time google.protobuf.Timestamp 3, epoch_start_height int64 4',
    MsgAddRateLimit:
      'authority string 1, denom string 2, channel_or_client_id string 3, max_percent_send string 4, max_percent_recv string 5, duration_hours uint64 6',
    MsgAddRateLimitResponse: '',
    MsgUpdateRateLimit:
      'authority string 1, denom string 2, channel_or_client_id string 3, max_percent_send string 4, max_percent_recv string 5, duration_hours uint64 6',
    MsgUpdateRateLimitResponse: '',
    MsgRemoveRateLimit: 'authority string 1, denom string 2, channel_or_client_id string 3',
    MsgRemoveRateLimitResponse: '',
    MsgResetRateLimit: 'authority string 1, denom string 2, channel_or_client_id string 3',
    MsgResetRateLimitResponse: '',
  },
  enums: { PacketDirection: 'PACKET_SEND 0, PACKET_RECV 1' },
  services: {
    Query:
      'AllRateLimits .QueryAllRateLimitsRequest .QueryAllRateLimitsResponse, RateLimit .QueryRateLimitRequest .QueryRateLimitResponse, RateLimitsByChainId .QueryRateLimitsByChainIdRequest .QueryRateLimitsByChainIdResponse, RateLimitsByChannelOrClientId .QueryRateLimitsByChannelOrClientIdRequest .QueryRateLimitsByChannelOrClientIdResponse, AllBlacklistedDenoms .QueryAllBlacklistedDenomsRequest .QueryAllBlacklistedDenomsResponse, AllWhitelistedAddresses .QueryAllWhitelistedAddressesRequest .QueryAllWhitelistedAddressesResponse',
    Msg: 'AddRateLimit .MsgAddRateLimit .MsgAddRateLimitResponse, UpdateRateLimit .MsgUpdateRateLimit .MsgUpdateRateLimitResponse, RemoveRateLimit .MsgRemoveRateLimit .MsgRemoveRateLimitResponse, ResetRateLimit .MsgResetRateLimit .MsgResetRateLimitResponse',
  },
}
