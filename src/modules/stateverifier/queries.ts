import { decoding, ErrKeyNotFound, rethrowing, type Module } from '../../chain/index.js'
import { StorageValue } from '../../codec/neutron/interchainqueries/index.js'
import { protoMessages, protoUint64, ProtoWriter, readProto } from '../../codec/index.js'
import { getState, verifyAt } from './keeper.js'

const SERVICE = '/neutron.state_verifier.v1.Query'

const VALID = new ProtoWriter().uint64(1, 1n).finish()

/** Source: neutron x/state-verifier/keeper/grpc_query_server.go (06e81b9f). */
export const stateVerifierQueries: NonNullable<Module['queries']> = {
  [`${SERVICE}/VerifyStateValues`]: (ctx, bytes) => {
    const { height, values } = decoding(() => {
      const fields = readProto(bytes)
      return { height: protoUint64(fields, 1), values: protoMessages(fields, 2).map(StorageValue.decode) }
    })
    verifyAt(ctx, BigInt.asIntN(64, height), values)
    return VALID
  },
  [`${SERVICE}/QueryConsensusState`]: (ctx, bytes) => {
    const unsigned = decoding(() => protoUint64(readProto(bytes), 1))
    const height = BigInt.asIntN(64, unsigned)
    const { state } = rethrowing(
      ({ log }) => ErrKeyNotFound.error(`failed to get consensus state for height ${unsigned}: ${log}`),
      () => getState(ctx, height),
    )
    const stored = new ProtoWriter().uint64(1, BigInt.asUintN(64, height)).message(2, state).finish()
    return new ProtoWriter().message(2, stored).finish()
  },
}
