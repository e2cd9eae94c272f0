import type { Json } from '../../base/json-value.js'
import { toBase64, toUtf8 } from '../../base/index.js'
import { NO_STATE, type Validator } from '../../chain/index.js'
import { momentOf } from '../../codec/index.js'
import { joinKeys, keyBytes, textKey, type Key } from '../../store/index.js'
import { DEFAULT_CHANNEL_GENESIS } from './channels/genesis.js'
import { DEFAULT_CLIENT_GENESIS } from './clients/genesis.js'
import { DEFAULT_CONNECTION_GENESIS } from './connections/genesis.js'
import { VERSIONS } from './connections/version.js'
import { height, heightText, revisionOf, type Height } from './height.js'
import { heightJson } from './json.js'
import { setHash } from './relay.js'
import { consensusStatePath, heightKey, STORE, uint64Bytes } from './keys.js'
import { clientStateJson, consensusStateJson } from './tendermint/json.js'
import { CLIENT_STATE, ClientState, CONSENSUS_STATE, ConsensusState, newClientState } from './tendermint/types.js'

/** A chain that is linked with others from the start. */
export interface LinkedChain {
  readonly chainId: string
  readonly validators: readonly Validator[]
  /** Time of the first block, in nanoseconds since 1970. */
  readonly time: bigint
}

/** A link as one of its chains sees it. */
export interface Link {
  readonly other: LinkedChain
  /** Which link this is on each of the two chains, from 0: the number in the ids of its client, connection and channel. */
  readonly here: number
  readonly there: number
  readonly client?: Parameters<typeof newClientState>[2]
}

/** The ids of a link's parts on a chain, by its number there. */
export const linkedIds = {
  client: (link: number): string => `07-tendermint-${link}`,
  connection: (link: number): string => `connection-${link}`,
  channel: (link: number): string => `channel-${link}`,
}
const { client: clientId, connection: connectionId, channel: channelId } = linkedIds
const PORT = 'transfer'

type Members = { readonly [member: string]: Json }

/** Entries of a client's part of the store, as in genesis. */
function metadata(at: Height, own: LinkedChain): Json[] {
  const row = (key: Key, value: Uint8Array): Json => ({ key: toBase64(keyBytes(key)), value: toBase64(value) })
  const path = consensusStatePath(at)
  const processed = height(revisionOf(own.chainId), 1n)
  return [
    row(textKey(`${path}/processedHeight`), toUtf8(heightText(processed))),
    row(textKey(`${path}/processedTime`), uint64Bytes(own.time)),
    row(joinKeys(textKey('iterateConsensusStates'), heightKey(at)), toUtf8(path)),
  ]
}

/** The other chain's first header, which a client knows. */
const firstHeight = ({ chainId }: LinkedChain): Height => height(revisionOf(chainId), 1n)

function consensusJson(other: LinkedChain): Json {
  const consensus = {
    timestamp: momentOf(other.time),
    // The first block's header does not commit to any state, so each chain can know the other's first header before either has state.
    root: { hash: NO_STATE },
    nextValidatorsHash: setHash(other.validators),
  }
  return consensusStateJson({ typeUrl: CONSENSUS_STATE, value: ConsensusState.encode(consensus).finish() })
}

function clientJson({ other, client = {} }: Link): Json {
  const state = newClientState(other.chainId, firstHeight(other), client)
  return clientStateJson({ typeUrl: CLIENT_STATE, value: ClientState.encode(state).finish() })
}

const clientGenesis = (own: LinkedChain, links: readonly Link[]): Members => ({
  ...(DEFAULT_CLIENT_GENESIS as Members),
  clients: links.map((link) => ({ client_id: clientId(link.here), client_state: clientJson(link) })),
  clients_consensus: links.map(({ here, other }) => ({
    client_id: clientId(here),
    consensus_states: [{ height: heightJson(firstHeight(other)), consensus_state: consensusJson(other) }],
  })),
  clients_metadata: links.map(({ here, other }) => ({
    client_id: clientId(here),
    client_metadata: metadata(firstHeight(other), own),
  })),
  next_client_sequence: String(links.length),
})

const connectionGenesis = (links: readonly Link[]): Members => ({
  ...(DEFAULT_CONNECTION_GENESIS as Members),
  connections: links.map(({ here, there }) => ({
    id: connectionId(here),
    client_id: clientId(here),
    versions: VERSIONS.map(({ identifier, features }) => ({ identifier, features: [...features] })),
    state: 'STATE_OPEN',
    counterparty: {
      client_id: clientId(there),
      connection_id: connectionId(there),
      prefix: { key_prefix: toBase64(toUtf8(STORE)) },
    },
    delay_period: '0',
  })),
  client_connection_paths: links.map(({ here }) => ({ client_id: clientId(here), paths: [connectionId(here)] })),
  next_connection_sequence: String(links.length),
})

function channelGenesis(links: readonly Link[]): Members {
  const first = links.map(({ here }) => ({ port_id: PORT, channel_id: channelId(here), sequence: '1' }))
  return {
    ...(DEFAULT_CHANNEL_GENESIS as Members),
    channels: links.map(({ here, there }) => ({
      state: 'STATE_OPEN',
      ordering: 'ORDER_UNORDERED',
      counterparty: { port_id: PORT, channel_id: channelId(there) },
      connection_hops: [connectionId(here)],
      version: 'ics20-1',
      port_id: PORT,
      channel_id: channelId(here),
    })),
    send_sequences: first,
    recv_sequences: first,
    ack_sequences: first,
    next_channel_sequence: String(links.length),
  }
}

/**
 * IBC's genesis state on a chain that knows others from the start: for each a client, a connection and an open transfer channel, as handshakes
 * leave them behind; `07-tendermint-0`, `connection-0` and `channel-0` for the first. A client knows the other chain's first header, from which
 * later ones are verified.
 * @param links by their number on this chain, from 0
 */
export const linkedGenesis = (own: LinkedChain, links: readonly Link[]): Members => ({
  client_genesis: clientGenesis(own, links),
  connection_genesis: connectionGenesis(links),
  channel_genesis: channelGenesis(links),
})
