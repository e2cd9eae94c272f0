import { ClientPaths, ConnectionEnd, Params, State, stateToJSON } from 'cosmjs-types/ibc/core/connection/v1/connection'
import { GoPanic, plainError, type Context } from '../../../chain/index.js'
import { remember } from '../../../codec/index.js'
import { toUtf8 } from '../../../base/index.js'
import { ErrConnectionNotFound, ErrInvalidConnectionState } from '../errors.js'
import { LOCALHOST_CLIENT, LOCALHOST_CONNECTION } from '../identifiers.js'
import { clientConnectionsKey, CONNECTION_PARAMS_KEY, connectionKey, STORE } from '../keys.js'
import { VERSIONS } from './version.js'

export { ConnectionEnd, State }

/** Ends of connections under the chain's keys. Source: ibc-go v10 03-connection/keeper/keeper.go. */

/** The other side's proofs start below its store `ibc`. */
export const COMMITMENT_PREFIX = { keyPrefix: toUtf8(STORE) }

const decode = remember((bytes) => ConnectionEnd.decode(bytes))
const decodeParams = remember((bytes) => Params.decode(bytes))

export function getConnection(ctx: Context, id: string): ConnectionEnd | undefined {
  const bytes = ctx.store(STORE).get(connectionKey(id))
  return bytes === undefined || bytes.length === 0 ? undefined : decode(bytes)
}
export const setConnection = (ctx: Context, id: string, connection: ConnectionEnd): void =>
  ctx.store(STORE).set(connectionKey(id), ConnectionEnd.encode(connection).finish())

/** @throws ChainError connection/3 */
export function connectionOf(ctx: Context, id: string): ConnectionEnd {
  const connection = getConnection(ctx, id)
  if (connection === undefined) throw ErrConnectionNotFound.error(id)
  return connection
}
/** @throws ChainError connection/3, connection/6 */
export function openConnection(ctx: Context, id: string): ConnectionEnd {
  const connection = connectionOf(ctx, id)
  assertOpen(connection)
  return connection
}
export function assertOpen({ state }: ConnectionEnd): void {
  if (state !== State.STATE_OPEN)
    throw ErrInvalidConnectionState.error(`connection state is not OPEN (got ${stateToJSON(state)})`)
}

/** Ids of the connections of a client. */
export function getClientConnections(ctx: Context, clientId: string): readonly string[] | undefined {
  const bytes = ctx.store(STORE).get(clientConnectionsKey(clientId))
  return bytes === undefined || bytes.length === 0 ? undefined : ClientPaths.decode(bytes).paths
}
export const setClientConnections = (ctx: Context, clientId: string, paths: readonly string[]): void =>
  ctx.store(STORE).set(clientConnectionsKey(clientId), ClientPaths.encode({ paths: [...paths] }).finish())

/** Nanoseconds per block, to convert packet delays to blocks. */
export const DEFAULT_CONNECTION_PARAMS: Params = { maxExpectedTimePerBlock: 30_000_000_000n }

/** @throws GoPanic when none are stored */
export function getConnectionParams(ctx: Context): Params {
  const bytes = ctx.store(STORE).get(CONNECTION_PARAMS_KEY)
  if (bytes === undefined) throw new GoPanic('connection params are not set in store')
  return decodeParams(bytes)
}
export const setConnectionParams = (ctx: Context, params: Params): void =>
  ctx.store(STORE).set(CONNECTION_PARAMS_KEY, Params.encode(params).finish())

/** @throws ChainError undefined/1 */
export function validateConnectionParams({ maxExpectedTimePerBlock }: Params): void {
  if (maxExpectedTimePerBlock === 0n) throw plainError('MaxExpectedTimePerBlock cannot be zero')
}

/** The connection of the chain with itself. Source: `CreateSentinelLocalhostConnection` */
export const setLocalhostConnection = (ctx: Context): void =>
  setConnection(ctx, LOCALHOST_CONNECTION, {
    clientId: LOCALHOST_CLIENT,
    versions: [...VERSIONS],
    state: State.STATE_OPEN,
    counterparty: {
      clientId: LOCALHOST_CLIENT,
      connectionId: LOCALHOST_CONNECTION,
      prefix: COMMITMENT_PREFIX,
    },
    delayPeriod: 0n,
  })
