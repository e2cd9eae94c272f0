import { ConsensusState } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { ErrKeyNotFound, query, rethrowing, type Module } from '../../chain/index.js'
import {
  QueryConsensusStateRequest,
  QueryConsensusStateResponse,
  QueryVerifyStateValuesRequest,
  QueryVerifyStateValuesResponse,
} from '../../codec/messages/neutron.state_verifier.v1.js'
import { getState, verifyAt } from './keeper.js'

const SERVICE = '/neutron.state_verifier.v1.Query'

/** Source: neutron x/state-verifier/keeper/grpc_query_server.go (06e81b9f). */
export const stateVerifierQueries: NonNullable<Module['queries']> = {
  [`${SERVICE}/VerifyStateValues`]: query(
    QueryVerifyStateValuesRequest,
    QueryVerifyStateValuesResponse,
    (ctx, { height, storageValues }) => {
      verifyAt(ctx, BigInt.asIntN(64, height), storageValues)
      return { valid: true }
    },
  ),
  [`${SERVICE}/QueryConsensusState`]: query(
    QueryConsensusStateRequest,
    QueryConsensusStateResponse,
    (ctx, { height: unsigned }) => {
      const height = BigInt.asIntN(64, unsigned)
      const { state } = rethrowing(
        ({ log }) => ErrKeyNotFound.error(`failed to get consensus state for height ${unsigned}: ${log}`),
        () => getState(ctx, height),
      )
      return { cs: { height, cs: ConsensusState.decode(state) } }
    },
  ),
}
