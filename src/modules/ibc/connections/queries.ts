import { ConnectionEnd, Params, type IdentifiedConnection } from 'cosmjs-types/ibc/core/connection/v1/connection'
import * as connection from 'cosmjs-types/ibc/core/connection/v1/query'
import { NO_BYTES } from '../../../base/index.js'
import { below, paginate, query, type Module } from '../../../chain/index.js'
import { ProtoWriter } from '../../../codec/index.js'
import type { Clients } from '../clients/clients.js'
import {
  ErrClientConnectionPathsNotFound,
  ErrClientNotFound,
  ErrConnectionNotFound,
  ErrConsensusStateNotFound,
} from '../errors.js'
import { check, notFound } from '../grpc.js'
import { height, selfHeight } from '../height.js'
import { checkClientId, checkConnectionId } from '../identifiers.js'
import { CONNECTIONS_PREFIX, STORE } from '../keys.js'
import { getClientConnections, getConnection, getConnectionParams } from './state.js'

const CONNECTION = '/ibc.core.connection.v1.Query'

/** Source: ibc-go v10.5.0 03-connection/keeper/grpc_query.go. */
export function connectionQueries(clients: Clients): NonNullable<Module['queries']> {
  return {
    [`${CONNECTION}/Connection`]: query(
      connection.QueryConnectionRequest,
      connection.QueryConnectionResponse,
      (ctx, { connectionId }) => {
        check(() => checkConnectionId(connectionId))
        const found = getConnection(ctx, connectionId)
        if (found === undefined) throw notFound(ErrConnectionNotFound, connectionId)
        return { connection: found, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    [`${CONNECTION}/Connections`]: query(
      connection.QueryConnectionsRequest,
      connection.QueryConnectionsResponse,
      (ctx, { pagination }) => {
        const connections: IdentifiedConnection[] = []
        const page = paginate(below(ctx.store(STORE), CONNECTIONS_PREFIX), pagination, (key, value) =>
          connections.push({ id: key.slice(1), ...ConnectionEnd.decode(value) }),
        )
        return { connections, pagination: page, height: selfHeight(ctx) }
      },
    ),
    [`${CONNECTION}/ClientConnections`]: query(
      connection.QueryClientConnectionsRequest,
      connection.QueryClientConnectionsResponse,
      (ctx, { clientId }) => {
        check(() => checkClientId(clientId))
        const paths = getClientConnections(ctx, clientId)
        if (paths === undefined) throw notFound(ErrClientConnectionPathsNotFound, clientId)
        return { connectionPaths: [...paths], proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    [`${CONNECTION}/ConnectionClientState`]: query(
      connection.QueryConnectionClientStateRequest,
      connection.QueryConnectionClientStateResponse,
      (ctx, { connectionId }) => {
        check(() => checkConnectionId(connectionId))
        const found = getConnection(ctx, connectionId)
        if (found === undefined) throw notFound(ErrConnectionNotFound, `connection-id: ${connectionId}`)
        const { clientId } = found
        const clientState = clients.clientState(ctx, clientId)
        if (clientState === undefined) throw notFound(ErrClientNotFound, `client-id: ${clientId}`)
        return { identifiedClientState: { clientId, clientState }, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    [`${CONNECTION}/ConnectionConsensusState`]: query(
      connection.QueryConnectionConsensusStateRequest,
      connection.QueryConnectionConsensusStateResponse,
      (ctx, { connectionId, revisionNumber, revisionHeight }) => {
        check(() => checkConnectionId(connectionId))
        const clientId = getConnection(ctx, connectionId)?.clientId
        if (clientId === undefined) throw notFound(ErrConnectionNotFound, `connection-id: ${connectionId}`)
        const consensusState = clients.consensusState(ctx, clientId, height(revisionNumber, revisionHeight))
        if (consensusState === undefined) throw notFound(ErrConsensusStateNotFound, `client-id: ${clientId}`)
        return { consensusState, clientId, proof: NO_BYTES, proofHeight: selfHeight(ctx) }
      },
    ),
    // The generated code uses the type of the client params here.
    [`${CONNECTION}/ConnectionParams`]: (ctx) =>
      new ProtoWriter().message(1, Params.encode(getConnectionParams(ctx)).finish()).finish(),
  }
}
