import { toBase64, toUtf8 } from '../../base/bytes.js'
import type { Json } from '../../chain/module.js'
import { NO_STATE, timestamp } from '../../chain/block/signed-block.js'
import type { Validator } from '../../chain/block/validators.js'
import { joinKeys, keyBytes, textKey, type Key } from '../../store/key.js'
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

/** One of two chains that are linked from the start. */
export interface LinkedChain {
  readonly chainId: string
  readonly validators: readonly Validator[]
  /** Of the first block, in nanoseconds since 1970. */
  readonly time: bigint
}

const CLIENT = '07-tendermint-0'
const CONNECTION = 'connection-0'
const CHANNEL = 'channel-0'
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

function clientGenesis(own: LinkedChain, other: LinkedChain, options: Parameters<typeof newClientState>[2]): Members {
  const at = height(revisionOf(other.chainId), 1n)
  const consensus = {
    timestamp: timestamp(other.time),
    // The first block's header does not commit to any state, so each chain can know the other's first header before either has state.
    root: { hash: NO_STATE },
    nextValidatorsHash: setHash(other.validators),
  }
  const clientState = ClientState.encode(newClientState(other.chainId, at, options)).finish()
  const consensusState = ConsensusState.encode(consensus).finish()
  return {
    ...(DEFAULT_CLIENT_GENESIS as Members),
    clients: [{ client_id: CLIENT, client_state: clientStateJson({ typeUrl: CLIENT_STATE, value: clientState }) }],
    clients_consensus: [
      {
        client_id: CLIENT,
        consensus_states: [
          {
            height: heightJson(at),
            consensus_state: consensusStateJson({ typeUrl: CONSENSUS_STATE, value: consensusState }),
          },
        ],
      },
    ],
    clients_metadata: [{ client_id: CLIENT, client_metadata: metadata(at, own) }],
    next_client_sequence: '1',
  }
}

const CONNECTIONS: Members = {
  ...(DEFAULT_CONNECTION_GENESIS as Members),
  connections: [
    {
      id: CONNECTION,
      client_id: CLIENT,
      versions: VERSIONS.map(({ identifier, features }) => ({ identifier, features: [...features] })),
      state: 'STATE_OPEN',
      counterparty: {
        client_id: CLIENT,
        connection_id: CONNECTION,
        prefix: { key_prefix: toBase64(toUtf8(STORE)) },
      },
      delay_period: '0',
    },
  ],
  client_connection_paths: [{ client_id: CLIENT, paths: [CONNECTION] }],
  next_connection_sequence: '1',
}

const FIRST: readonly Json[] = [{ port_id: PORT, channel_id: CHANNEL, sequence: '1' }]

const CHANNELS: Members = {
  ...(DEFAULT_CHANNEL_GENESIS as Members),
  channels: [
    {
      state: 'STATE_OPEN',
      ordering: 'ORDER_UNORDERED',
      counterparty: { port_id: PORT, channel_id: CHANNEL },
      connection_hops: [CONNECTION],
      version: 'ics20-1',
      port_id: PORT,
      channel_id: CHANNEL,
    },
  ],
  send_sequences: FIRST,
  recv_sequences: FIRST,
  ack_sequences: FIRST,
  next_channel_sequence: '1',
}

/**
 * IBC's genesis state on a chain that knows another one from the start: `07-tendermint-0`, `connection-0` and the open transfer channel
 * `channel-0`, as handshakes leave them behind. The client knows the other chain's first header, from which later ones are verified.
 */
export const linkedGenesis = (
  own: LinkedChain,
  other: LinkedChain,
  options: Parameters<typeof newClientState>[2] = {},
): Members => ({
  client_genesis: clientGenesis(own, other, options),
  connection_genesis: CONNECTIONS,
  channel_genesis: CHANNELS,
})
