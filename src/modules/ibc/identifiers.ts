import { plainError, wrapError } from '../../chain/errors.js'
import { ErrInvalidId } from './errors.js'

/** What identifiers of IBC may be. Source: ibc-go v10 24-host/validate.go, parse.go and the `keys.go` of the submodules. */

/** What Go's `strings.TrimSpace` leaves nothing of. */
export const isBlank = (text: string): boolean => text.trim() === ''

function check(id: string, least: number, most: number): void {
  if (isBlank(id)) throw ErrInvalidId.error('identifier cannot be blank')
  if (id.includes('/')) throw ErrInvalidId.error(`identifier ${id} cannot contain separator '/'`)
  const length = Buffer.byteLength(id)
  if (length < least || length > most)
    throw ErrInvalidId.error(
      `identifier ${id} has invalid length: ${length}, must be between ${least}-${most} characters`,
    )
  if (!/^[a-zA-Z0-9._+\-#[\]<>]+$/.test(id))
    throw ErrInvalidId.error(
      `identifier ${id} must contain only alphanumeric or the following characters: '.', '_', '+', '-', '#', '[', ']', '<', '>'`,
    )
}

/** All of them throw ChainError host/2. */
export const checkClientId = (id: string): void => check(id, 4, 64)
export const checkConnectionId = (id: string): void => check(id, 10, 64)
export const checkChannelId = (id: string): void => check(id, 8, 64)
export const checkPortId = (id: string): void => check(id, 2, 128)

const fits = (digits: string): boolean => BigInt(digits) < 1n << 64n

/** Source: `IsValidConnectionID`. */
export const isConnectionId = (id: string): boolean =>
  /^connection-[0-9]{1,20}$/.test(id) && fits(id.slice('connection-'.length))
/** Source: `IsValidChannelID`. */
export const isChannelId = (id: string): boolean =>
  /^channel-[0-9]{1,20}$/.test(id) && fits(id.slice('channel-'.length))

/** @throws ChainError host/2 or undefined/1. Source: 04-channel `ParseChannelSequence`. */
export function channelSequence(id: string): bigint {
  if (!/^channel-[0-9]{1,20}$/.test(id))
    throw ErrInvalidId.error('channel identifier is not in the format: `channel-{N}`')
  const digits = id.slice('channel-'.length)
  if (fits(digits)) return BigInt(digits)
  const outOfRange = wrapError(plainError(parseUintError(digits)), 'failed to parse identifier sequence')
  throw wrapError(outOfRange, 'invalid channel identifier')
}

const parseUintError = (digits: string): string =>
  `strconv.ParseUint: parsing ${JSON.stringify(digits)}: value out of range`

export const LOCALHOST_CLIENT = '09-localhost'
export const LOCALHOST_CONNECTION = 'connection-localhost'
export const TENDERMINT = '07-tendermint'

/** The kind of client that an id names. @throws ChainError host/2. Source: 02-client `ParseClientIdentifier`. */
export function clientTypeOf(clientId: string): string {
  if (clientId === LOCALHOST_CLIENT) return clientId
  if (!/^\w+([\w-]+\w)?-[0-9]{1,20}$/.test(clientId))
    throw ErrInvalidId.error(`invalid client identifier ${clientId} is not in format: \`{client-type}-{N}\``)
  const at = clientId.lastIndexOf('-')
  const digits = clientId.slice(at + 1)
  if (!fits(digits)) throw wrapError(plainError(parseUintError(digits)), 'failed to parse client identifier sequence')
  return clientId.slice(0, at)
}

export function isClientId(clientId: string): boolean {
  try {
    clientTypeOf(clientId)
    return true
  } catch {
    return false
  }
}
