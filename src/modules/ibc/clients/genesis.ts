import type { Json } from '../../../base/json-value.js'
import { rethrowing, walk, type Context, type GenesisReader } from '../../../chain/index.js'
import type { Params } from 'cosmjs-types/ibc/core/client/v1/client'
import { fromBase64, textOf, toBase64 } from '../../../base/index.js'
import { decodeAny, encodeAny, type Any } from '../../../codec/index.js'
import { joinKeys, keyBytes, keyOf } from '../../../store/index.js'
import { parseHeight } from '../height.js'
import { clientTypeOf } from '../identifiers.js'
import { heightJson, readHeight } from '../json.js'
import { clientPrefix, CLIENTS_PREFIX, clientStateKey, consensusStateKey, NEXT_CLIENT_KEY, STORE } from '../keys.js'
import { nextSequence, setSequence } from '../sequence.js'
import { clientStateJson, consensusStateJson, readClientState, readConsensusState } from '../tendermint/json.js'
import {
  DEFAULT_CLIENT_PARAMS,
  getClientParams,
  isAllowedClient,
  setClientParams,
  validateClientParams,
} from './params.js'

/** Source: ibc-go v10 02-client/genesis.go. */
export const DEFAULT_CLIENT_GENESIS: Json = {
  clients: [],
  clients_consensus: [],
  clients_metadata: [],
  params: { allowed_clients: DEFAULT_CLIENT_PARAMS.allowedClients },
  create_localhost: false,
  next_client_sequence: '0',
}

export function readClientParams(json: GenesisReader): Params {
  const params = json.at('allowed_clients').isAbsent
    ? DEFAULT_CLIENT_PARAMS
    : {
        allowedClients: json
          .at('allowed_clients')
          .list()
          .map((type) => type.string()),
      }
  rethrowing(
    (error) => json.error(error.log),
    () => validateClientParams(params),
  )
  return params
}

/** @throws UsageError that names the place */
export function initClientGenesis(ctx: Context, genesis: GenesisReader): void {
  const store = ctx.store(STORE)
  const params = readClientParams(genesis.at('params'))
  setClientParams(ctx, params)
  for (const client of genesis.at('clients_metadata').list()) {
    const prefix = clientPrefix(client.at('client_id').string())
    for (const row of client.at('client_metadata').list())
      store.set(joinKeys(prefix, keyOf(bytes(row.at('key')))), bytes(row.at('value')))
  }
  for (const client of genesis.at('clients').list()) {
    const id = client.at('client_id').string()
    const type = typeOf(id, client)
    if (!isAllowedClient(params, type))
      throw client.error(`client state type ${type} is not registered on the allowlist`)
    store.set(clientStateKey(id), encodeAny(readClientState(client.at('client_state'))))
  }
  for (const client of genesis.at('clients_consensus').list())
    for (const state of client.at('consensus_states').list()) {
      const key = consensusStateKey(client.at('client_id').string(), readHeight(state.at('height')))
      store.set(key, encodeAny(readConsensusState(state.at('consensus_state'))))
    }
  setSequence(ctx, NEXT_CLIENT_KEY, genesis.at('next_client_sequence').integer())
}

/** Raw bytes, as written directly to a client's store. */
const bytes = (json: GenesisReader): Uint8Array => fromBase64(json.string())

function typeOf(id: string, json: GenesisReader): string {
  return rethrowing(
    (error) => json.error(error.log),
    () => clientTypeOf(id),
  )
}

/** Clients in key order, which is the order of ids; metadata is everything but client states and consensus states. */
export function exportClientGenesis(ctx: Context): Json {
  const clients = new Map<string, { state?: Any; consensus: [string, Any][]; metadata: [Uint8Array, Uint8Array][] }>()
  for (const [key, value] of walk(ctx.store(STORE), CLIENTS_PREFIX)) {
    const parts = textOf(Buffer.from(key, 'latin1').subarray(0, key.indexOf('/', 8))).split('/')
    const id = parts[1]!
    const path = key.slice(`clients/${id}/`.length)
    const client = clients.get(id) ?? { consensus: [], metadata: [] }
    clients.set(id, client)
    const consensus = /^consensusStates\/([^/]*)$/.exec(path)
    if (path === 'clientState') client.state = decodeAny(value)
    else if (consensus !== null) client.consensus.push([consensus[1]!, decodeAny(value)])
    else client.metadata.push([keyBytes(keyOf(Buffer.from(path, 'latin1'))), value])
  }
  const kept = [...clients].filter(([, { state }]) => state !== undefined)
  return {
    clients: kept.map(([id, { state }]) => ({ client_id: id, client_state: clientStateJson(state!) })),
    clients_consensus: kept
      .filter(([, { consensus }]) => consensus.length > 0)
      .map(([id, { consensus }]) => ({
        client_id: id,
        consensus_states: consensus.map(([at, state]) => ({
          height: heightJson(parseHeight(at)),
          consensus_state: consensusStateJson(state),
        })),
      })),
    clients_metadata: kept
      .filter(([, { metadata }]) => metadata.length > 0)
      .map(([id, { metadata }]) => ({
        client_id: id,
        client_metadata: metadata.map(([key, value]) => ({ key: toBase64(key), value: toBase64(value) })),
      })),
    params: { allowed_clients: getClientParams(ctx).allowedClients },
    create_localhost: false,
    next_client_sequence: String(nextSequence(ctx, NEXT_CLIENT_KEY, 'client')),
  }
}
