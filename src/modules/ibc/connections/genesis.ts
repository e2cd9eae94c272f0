import {
  State,
  stateToJSON,
  type ConnectionEnd,
  type Params,
  type Version,
} from 'cosmjs-types/ibc/core/connection/v1/connection'
import type { Json } from '../../../base/json-value.js'
import { fromBase64, toBase64 } from '../../../base/index.js'
import { walk, type Context, type GenesisReader } from '../../../chain/index.js'
import { readEnum } from '../json.js'
import { CONNECTIONS_PREFIX, NEXT_CONNECTION_KEY, STORE } from '../keys.js'
import { nextSequence, setSequence } from '../sequence.js'
import {
  ConnectionEnd as Codec,
  DEFAULT_CONNECTION_PARAMS,
  getClientConnections,
  getConnectionParams,
  setClientConnections,
  setConnection,
  setConnectionParams,
  setLocalhostConnection,
} from './state.js'

/** Source: ibc-go v10 03-connection/genesis.go. */
export const DEFAULT_CONNECTION_GENESIS: Json = {
  connections: [],
  client_connection_paths: [],
  next_connection_sequence: '0',
  params: { max_expected_time_per_block: String(DEFAULT_CONNECTION_PARAMS.maxExpectedTimePerBlock) },
}

export function readConnectionParams(json: GenesisReader): Params {
  const time = json.at('max_expected_time_per_block')
  if (time.isAbsent) return DEFAULT_CONNECTION_PARAMS
  if (time.integer() <= 0n) throw time.error('MaxExpectedTimePerBlock cannot be zero')
  return { maxExpectedTimePerBlock: time.integer() }
}

/** @throws UsageError that names the place */
export function initConnectionGenesis(ctx: Context, genesis: GenesisReader): void {
  for (const connection of genesis.at('connections').list())
    setConnection(ctx, connection.at('id').string(), readConnection(connection))
  for (const client of genesis.at('client_connection_paths').list()) {
    const paths = client.at('paths').list()
    setClientConnections(
      ctx,
      client.at('client_id').string(),
      paths.map((path) => path.string()),
    )
  }
  setSequence(ctx, NEXT_CONNECTION_KEY, genesis.at('next_connection_sequence').integer())
  setConnectionParams(ctx, readConnectionParams(genesis.at('params')))
  setLocalhostConnection(ctx)
}

/** A connection in the chain's JSON, with or without its id. @throws UsageError */
export function readConnection(json: GenesisReader): ConnectionEnd {
  const other = json.at('counterparty')
  return {
    clientId: json.at('client_id').string(),
    versions: json.at('versions').list().map(readVersion),
    state: readEnum(json.at('state'), State),
    counterparty: {
      clientId: other.at('client_id').string(),
      connectionId: other.at('connection_id').string(),
      prefix: { keyPrefix: fromBase64(other.at('prefix').at('key_prefix').string()) },
    },
    delayPeriod: json.at('delay_period').integer(),
  }
}

const readVersion = (json: GenesisReader): Version => ({
  identifier: json.at('identifier').string(),
  features: json
    .at('features')
    .list()
    .map((feature) => feature.string()),
})

export function exportConnectionGenesis(ctx: Context, clientIds: readonly string[]): Json {
  const connections = Array.from(walk(ctx.store(STORE), CONNECTIONS_PREFIX), ([key, value]): Json => {
    const { clientId, versions, state, counterparty, delayPeriod } = Codec.decode(value)
    return {
      id: key.slice(CONNECTIONS_PREFIX.length + 1),
      client_id: clientId,
      versions: versions.map(({ identifier, features }) => ({ identifier, features })),
      state: stateToJSON(state),
      counterparty: {
        client_id: counterparty.clientId,
        connection_id: counterparty.connectionId,
        prefix: { key_prefix: toBase64(counterparty.prefix.keyPrefix) },
      },
      delay_period: String(delayPeriod),
    }
  })
  return {
    connections,
    client_connection_paths: clientIds.flatMap((clientId): Json[] => {
      const paths = getClientConnections(ctx, clientId)
      return paths === undefined ? [] : [{ client_id: clientId, paths }]
    }),
    next_connection_sequence: String(nextSequence(ctx, NEXT_CONNECTION_KEY, 'connection')),
    params: { max_expected_time_per_block: String(getConnectionParams(ctx).maxExpectedTimePerBlock) },
  }
}
