// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { ConsensusState as OtherConsensusState } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { all, codec, optional, protoBool, protoInt64, protoUint64, type Codec } from '../message.js'
import { StorageValue } from './neutron.interchainqueries.js'

export interface ConsensusState {
  readonly height: bigint
  readonly cs: OtherConsensusState | undefined
}
export const ConsensusState: Codec<ConsensusState> = codec(
  'neutron.state_verifier.v1.ConsensusState',
  (writer, message) => {
    writer.uint64(1, message.height)
    if (message.cs !== undefined) writer.message(2, OtherConsensusState.encode(message.cs).finish())
    return writer
  },
  (fields) => ({ height: protoInt64(fields, 1), cs: optional(fields, 2, OtherConsensusState) }),
)

export interface GenesisState {
  readonly states: readonly ConsensusState[]
}
export const GenesisState: Codec<GenesisState> = codec(
  'neutron.state_verifier.v1.GenesisState',
  (writer, message) => {
    for (const each of message.states) writer.message(1, ConsensusState.encode(each))
    return writer
  },
  (fields) => ({ states: all(fields, 1, ConsensusState) }),
)

export interface QueryVerifyStateValuesRequest {
  readonly height: bigint
  readonly storageValues: readonly StorageValue[]
}
export const QueryVerifyStateValuesRequest: Codec<QueryVerifyStateValuesRequest> = codec(
  'neutron.state_verifier.v1.QueryVerifyStateValuesRequest',
  (writer, message) => {
    writer.uint64(1, message.height)
    for (const each of message.storageValues) writer.message(2, StorageValue.encode(each))
    return writer
  },
  (fields) => ({ height: protoUint64(fields, 1), storageValues: all(fields, 2, StorageValue) }),
)

export interface QueryVerifyStateValuesResponse {
  readonly valid: boolean
}
export const QueryVerifyStateValuesResponse: Codec<QueryVerifyStateValuesResponse> = codec(
  'neutron.state_verifier.v1.QueryVerifyStateValuesResponse',
  (writer, message) => {
    writer.bool(1, message.valid)
    return writer
  },
  (fields) => ({ valid: protoBool(fields, 1) }),
)

export interface QueryConsensusStateRequest {
  readonly height: bigint
}
export const QueryConsensusStateRequest: Codec<QueryConsensusStateRequest> = codec(
  'neutron.state_verifier.v1.QueryConsensusStateRequest',
  (writer, message) => {
    writer.uint64(1, message.height)
    return writer
  },
  (fields) => ({ height: protoUint64(fields, 1) }),
)

export interface QueryConsensusStateResponse {
  readonly cs: ConsensusState | undefined
}
export const QueryConsensusStateResponse: Codec<QueryConsensusStateResponse> = codec(
  'neutron.state_verifier.v1.QueryConsensusStateResponse',
  (writer, message) => {
    if (message.cs !== undefined) writer.message(2, ConsensusState.encode(message.cs))
    return writer
  },
  (fields) => ({ cs: optional(fields, 2, ConsensusState) }),
)
