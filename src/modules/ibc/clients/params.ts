import { Params } from 'cosmjs-types/ibc/core/client/v1/client'
import { GoPanic, plainError, type Context } from '../../../chain/index.js'
import { isBlank, remember } from '../../../codec/index.js'
import { CLIENT_PARAMS_KEY, STORE } from '../keys.js'

/** Allows all kinds of clients. */
const ALL = '*'
export const DEFAULT_CLIENT_PARAMS: Params = { allowedClients: [ALL] }

const decode = remember((bytes) => Params.decode(bytes))

/** @throws GoPanic when none are stored */
export function getClientParams(ctx: Context): Params {
  const bytes = ctx.store(STORE).get(CLIENT_PARAMS_KEY)
  if (bytes === undefined) throw new GoPanic('client params are not set in store')
  return decode(bytes)
}

export const setClientParams = (ctx: Context, params: Params): void =>
  ctx.store(STORE).set(CLIENT_PARAMS_KEY, Params.encode(params).finish())

export function isAllowedClient({ allowedClients }: Params, clientType: string): boolean {
  if (isBlank(clientType)) return false
  if (allowedClients.length === 1 && allowedClients[0] === ALL) return true
  return allowedClients.includes(clientType)
}

/** @throws ChainError undefined/1. Source: ibc-go v10 02-client/types/params.go */
export function validateClientParams({ allowedClients }: Params): void {
  if (allowedClients.length > 200) throw plainError('allowed clients length must not exceed 200 items')
  if (allowedClients.includes(ALL) && allowedClients.length > 1)
    throw plainError(`allow list must have only one element because the allow all clients wildcard (${ALL}) is present`)
  const seen = new Set<string>()
  for (const [i, clientType] of allowedClients.entries()) {
    if (isBlank(clientType)) throw plainError(`client type ${i} cannot be blank`)
    if (seen.has(clientType)) throw plainError(`duplicate client type: ${clientType}`)
    seen.add(clientType)
  }
}
