import { Metadata } from 'cosmjs-types/ibc/applications/interchain_accounts/v1/metadata'
import { toUtf8 } from '../../base/index.js'
import type { Context } from '../../chain/index.js'
import { parseProtoJson, protoJson } from '../../codec/proto-json/index.js'
import {
  ErrConnectionNotFound,
  ErrIbcInvalidType,
  ErrInvalidAccountAddress,
  ErrInvalidCodec,
  ErrInvalidConnection,
  ErrInvalidVersion,
  ErrUnknownDataType,
} from './errors.js'
import type { Channels } from './expected.js'
import { VERSION } from './keys.js'
import { reading } from './reading.js'

export type { Metadata }

/** The interchain account metadata in a channel's version. Source: ibc-go v10 apps/27-interchain-accounts/types/metadata.go. */

const TYPE = 'ibc.applications.interchain_accounts.v1.Metadata'

export const PROTO3 = 'proto3'
export const PROTO3_JSON = 'proto3json'
const TX_TYPE = 'sdk_multi_msg'

/** Maximum length of an address. */
const MAX_ADDRESS = 128

export const defaultMetadata = (controllerConnectionId: string, hostConnectionId: string): Metadata => ({
  version: VERSION,
  controllerConnectionId,
  hostConnectionId,
  address: '',
  encoding: PROTO3,
  txType: TX_TYPE,
})

/** The version of a channel. */
export const metadataText = (metadata: Metadata): string => protoJson(TYPE, Metadata.encode(metadata).finish())

/** @throws ChainError ibc/12 */
export function readMetadata(version: string): Metadata {
  const refuse = () => ErrIbcInvalidType.error('cannot unmarshal ICS-27 interchain accounts metadata')
  return Metadata.decode(reading(() => parseProtoJson(TYPE, version), refuse))
}

/** Whether a channel can be reopened with it: equal except for the address. */
export function isPreviousMetadata(version: string, metadata: Metadata): boolean {
  try {
    return metadataText({ ...readMetadata(version), address: metadata.address }) === metadataText(metadata)
  } catch (error) {
    if (ErrIbcInvalidType.is(error)) return false
    throw error
  }
}

/**
 * @param ids connection ids on the controller and host; the counterparty's is read from this chain's connection
 * @throws ChainError interchainaccounts/2, /12, /13, /18, connection/3, connection/8
 */
export function validateMetadata(
  ctx: Context,
  channels: Channels,
  connectionId: string,
  side: 'controller' | 'host',
  metadata: Metadata,
): void {
  const { encoding, txType, address, version } = metadata
  if (encoding !== PROTO3 && encoding !== PROTO3_JSON)
    throw ErrInvalidCodec.error(`unsupported encoding format ${encoding}`)
  if (txType !== TX_TYPE) throw ErrUnknownDataType.error(`unsupported transaction type ${txType}`)
  const other = counterpartyConnection(ctx, channels, connectionId)
  const [controller, host] = side === 'controller' ? [connectionId, other] : [other, connectionId]
  assertConnection(controller, metadata.controllerConnectionId)
  assertConnection(host, metadata.hostConnectionId)
  if (address !== '') validateAccountAddress(address)
  if (version !== VERSION) throw ErrInvalidVersion.error(`expected ${VERSION}, got ${version}`)
}

/** @throws ChainError connection/3 */
export function counterpartyConnection(ctx: Context, channels: Channels, connectionId: string): string {
  const other = channels.counterpartyConnection(ctx, connectionId)
  if (other === undefined) throw ErrConnectionNotFound.error(connectionId)
  return other
}

function assertConnection(expected: string, got: string): void {
  if (got !== expected) throw ErrInvalidConnection.error(`expected ${expected}, got ${got}`)
}

/** @throws ChainError interchainaccounts/13 */
export function validateAccountAddress(address: string): void {
  if (!/^[a-zA-Z0-9]+$/.test(address) || toUtf8(address).length > MAX_ADDRESS)
    throw ErrInvalidAccountAddress.error(
      `address must contain strictly alphanumeric characters, not exceeding ${MAX_ADDRESS} characters in length`,
    )
}
