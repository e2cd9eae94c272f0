/** Rules for IBC identifiers. Source: ibc-go v10 24-host/validate.go, parse.go and the `keys.go` of the submodules. */

import { isBlank } from '../go-strings.js'

/** Text of the problem of an identifier, or undefined. @param least bytes @param most bytes */
function identifierProblem(id: string, least: number, most: number): string | undefined {
  if (isBlank(id)) return 'identifier cannot be blank'
  if (id.includes('/')) return `identifier ${id} cannot contain separator '/'`
  const length = Buffer.byteLength(id)
  if (length < least || length > most)
    return `identifier ${id} has invalid length: ${length}, must be between ${least}-${most} characters`
  if (!/^[a-zA-Z0-9._+\-#[\]<>]+$/.test(id))
    return `identifier ${id} must contain only alphanumeric or the following characters: '.', '_', '+', '-', '#', '[', ']', '<', '>'`
  return undefined
}

export const clientIdProblem = (id: string): string | undefined => identifierProblem(id, 4, 64)
export const connectionIdProblem = (id: string): string | undefined => identifierProblem(id, 10, 64)
export const channelIdProblem = (id: string): string | undefined => identifierProblem(id, 8, 64)
export const portIdProblem = (id: string): string | undefined => identifierProblem(id, 2, 128)

/** Whether a number fits 64 bits. */
export const fitsUint64 = (digits: string): boolean => BigInt(digits) < 1n << 64n

/** Source: `IsValidConnectionID`. */
export const isConnectionId = (id: string): boolean =>
  /^connection-[0-9]{1,20}$/.test(id) && fitsUint64(id.slice('connection-'.length))
/** Source: `IsValidChannelID`. */
export const isChannelId = (id: string): boolean =>
  /^channel-[0-9]{1,20}$/.test(id) && fitsUint64(id.slice('channel-'.length))

export const LOCALHOST_CLIENT = '09-localhost'
export const isClientIdFormat = (id: string): boolean => /^\w+([\w-]+\w)?-[0-9]{1,20}$/.test(id)
/** Source: `IsValidClientID`. */
export const isClientId = (id: string): boolean =>
  id === LOCALHOST_CLIENT || (isClientIdFormat(id) && fitsUint64(id.slice(id.lastIndexOf('-') + 1)))
