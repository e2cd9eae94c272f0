import { GrpcError, registerError, rethrowing, type Context } from '../../chain/index.js'
import type { Any } from '../../codec/index.js'
import type { Height } from '../../codec/neutron/interchainqueries.js'
import type { IbcKeeper } from './expected.js'

/** The module's gRPC queries to IBC within a message. Source: ibc-go v10.5.0 03-connection/keeper/grpc_query.go. */

const ErrConnectionNotFound = registerError('connection', 3, 'connection not found')
const ErrClientNotFound = registerError('client', 4, 'light client not found')
const ErrConsensusStateNotFound = registerError('client', 7, 'consensus state not found')

function connectionOf(ibc: IbcKeeper, ctx: Context, id: string, missing: string): { readonly clientId: string } {
  rethrowing(
    (error) => new GrpcError('InvalidArgument', error.log),
    () => ibc.checkConnectionId(id),
  )
  const connection = ibc.connection(ctx, id)
  if (connection === undefined) throw new GrpcError('NotFound', ErrConnectionNotFound.error(missing).log)
  return connection
}

/** Checks that the connection exists. @throws GrpcError InvalidArgument, NotFound. Source: `Connection` */
export function assertConnection(ibc: IbcKeeper, ctx: Context, id: string): void {
  connectionOf(ibc, ctx, id, id)
}

/** @throws GrpcError InvalidArgument, NotFound. Source: `ConnectionConsensusState` */
export function connectionConsensusState(ibc: IbcKeeper, ctx: Context, id: string, at: Height): Any {
  const { clientId } = connectionOf(ibc, ctx, id, `connection-id: ${id}`)
  const state = ibc.clients.consensusState(ctx, clientId, at)
  if (state === undefined)
    throw new GrpcError('NotFound', ErrConsensusStateNotFound.error(`client-id: ${clientId}`).log)
  return state
}

/** @throws GrpcError InvalidArgument, NotFound. Source: `ConnectionClientState` */
export function connectionClientState(ibc: IbcKeeper, ctx: Context, id: string): Any {
  const { clientId } = connectionOf(ibc, ctx, id, `connection-id: ${id}`)
  const state = ibc.clients.clientState(ctx, clientId)
  if (state === undefined) throw new GrpcError('NotFound', ErrClientNotFound.error(`client-id: ${clientId}`).log)
  return state
}
