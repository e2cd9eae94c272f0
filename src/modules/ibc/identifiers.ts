import { goQuote } from '../../codec/index.js'
import { plainError, wrapError } from '../../chain/index.js'
import {
  channelIdProblem,
  clientIdProblem,
  connectionIdProblem,
  fitsUint64,
  isClientIdFormat,
  LOCALHOST_CLIENT,
  portIdProblem,
} from '../../codec/ibc/index.js'
import { ErrInvalidId } from './errors.js'

export { isChannelId, isClientId, isConnectionId, LOCALHOST_CLIENT } from '../../codec/ibc/index.js'

function check(problem: string | undefined): void {
  if (problem !== undefined) throw ErrInvalidId.error(problem)
}

/** All of them throw ChainError host/2. */
export const checkClientId = (id: string): void => check(clientIdProblem(id))
export const checkConnectionId = (id: string): void => check(connectionIdProblem(id))
export const checkChannelId = (id: string): void => check(channelIdProblem(id))
export const checkPortId = (id: string): void => check(portIdProblem(id))

export const LOCALHOST_CONNECTION = 'connection-localhost'
export const TENDERMINT = '07-tendermint'

/** The client type in a client id. @throws ChainError host/2. Source: ibc-go v10 02-client `ParseClientIdentifier`. */
export function clientTypeOf(clientId: string): string {
  if (clientId === LOCALHOST_CLIENT) return clientId
  if (!isClientIdFormat(clientId))
    throw ErrInvalidId.error(`invalid client identifier ${clientId} is not in format: \`{client-type}-{N}\``)
  const at = clientId.lastIndexOf('-')
  const digits = clientId.slice(at + 1)
  if (fitsUint64(digits)) return clientId.slice(0, at)
  const outOfRange = plainError(`strconv.ParseUint: parsing ${goQuote(digits)}: value out of range`)
  throw wrapError(outOfRange, 'failed to parse client identifier sequence')
}
