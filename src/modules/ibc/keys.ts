import { asciiKey, keyBytes, keyOf, textKey, uint64Key, type Key } from '../../store/index.js'
import { concatBytes } from '../../base/index.js'
import { heightText, type Height } from './height.js'

/** Store and keys of IBC. Source: ibc-go v10 24-host/*_keys.go, 02-client/types/keys.go, 03-connection/types/keys.go, 04-channel/types/keys.go. */
export const STORE = 'ibc'

export const NEXT_CLIENT_KEY = asciiKey('nextClientSequence')
export const CLIENT_PARAMS_KEY = asciiKey('clientParams')
export const NEXT_CONNECTION_KEY = asciiKey('nextConnectionSequence')
export const CONNECTION_PARAMS_KEY = asciiKey('connectionParams')
export const NEXT_CHANNEL_KEY = asciiKey('nextChannelSequence')

export const CLIENTS_PREFIX = asciiKey('clients')
export const CONNECTIONS_PREFIX = asciiKey('connections')
export const CHANNELS_PREFIX = asciiKey('channelEnds')

/** Prefix of everything stored for one client. */
export const clientPrefix = (clientId: string): Key => textKey(`clients/${clientId}/`)
export const clientKey = (clientId: string, path: string): Key => textKey(`clients/${clientId}/${path}`)
export const clientStateKey = (clientId: string): Key => clientKey(clientId, 'clientState')
export const clientConnectionsKey = (clientId: string): Key => clientKey(clientId, 'connections')
export const clientCreatorKey = (clientId: string): Key => clientKey(clientId, 'creator')
/** Settings of IBC v2, which also say who may update the client. */
export const clientConfigKey = (clientId: string): Key => clientKey(clientId, 'config')
export const consensusStatePath = (at: Height): string => `consensusStates/${heightText(at)}`
export const consensusStateKey = (clientId: string, at: Height): Key => clientKey(clientId, consensusStatePath(at))
export const processedTimeKey = (clientId: string, at: Height): Key =>
  clientKey(clientId, `${consensusStatePath(at)}/processedTime`)
export const processedHeightKey = (clientId: string, at: Height): Key =>
  clientKey(clientId, `${consensusStatePath(at)}/processedHeight`)

/** Prefix of the index of consensus states in the order of their heights. */
export const iterationPrefix = (clientId: string): Key => clientKey(clientId, 'iterateConsensusStates')
export const heightKey = ({ revisionNumber, revisionHeight }: Height): Key =>
  keyOf(concatBytes(keyBytes(uint64Key(revisionNumber)), keyBytes(uint64Key(revisionHeight))))

export const connectionKey = (connectionId: string): Key => textKey(`connections/${connectionId}`)

const channelPath = (portId: string, channelId: string): string => `ports/${portId}/channels/${channelId}`
export const channelKey = (portId: string, channelId: string): Key =>
  textKey(`channelEnds/${channelPath(portId, channelId)}`)
export const nextSendKey = (portId: string, channelId: string): Key =>
  textKey(`nextSequenceSend/${channelPath(portId, channelId)}`)
export const nextReceiveKey = (portId: string, channelId: string): Key =>
  textKey(`nextSequenceRecv/${channelPath(portId, channelId)}`)
export const nextAckKey = (portId: string, channelId: string): Key =>
  textKey(`nextSequenceAck/${channelPath(portId, channelId)}`)
export const receiveStartKey = (portId: string, channelId: string): Key =>
  textKey(`recvStartSequence/${channelPath(portId, channelId)}`)

/** Packets of a channel by kind; followed by a slash and the decimal sequence. */
export type PacketRecord = 'commitments' | 'receipts' | 'acks'
export const packetPrefix = (record: PacketRecord, portId: string, channelId: string): Key =>
  textKey(`${record}/${channelPath(portId, channelId)}/sequences`)
export const packetKey = (record: PacketRecord, portId: string, channelId: string, sequence: bigint): Key =>
  textKey(`${record}/${channelPath(portId, channelId)}/sequences/${sequence}`)

/** 8 bytes, big endian. */
export const uint64Bytes = (value: bigint): Uint8Array => keyBytes(uint64Key(value))
export const uint64Of = (bytes: Uint8Array): bigint =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0)
