import { plainError } from '../../../chain/index.js'
import type { Any } from '../../../codec/index.js'
import type { GrantedCode } from '../expected.js'
import type { Authorization, AuthorizationType } from './authorization.js'
import { contractAuthorizations } from './contract.js'
import { genericAuthorization } from './generic.js'
import { sendAuthorization } from './send.js'
import { stakeAuthorization } from './stake.js'
import { storeCodeAuthorization } from './store-code.js'
import { transferAuthorization } from './transfer.js'

/** Reads a packed authorization. @throws ChainError for an unknown type */
export type AuthorizationReader = (packed: Any, prefix: string) => Authorization

/** @param code undefined on a chain without contracts */
export function authorizationReader(code: GrantedCode | undefined): AuthorizationReader {
  const types: readonly AuthorizationType[] = [
    genericAuthorization,
    sendAuthorization,
    stakeAuthorization,
    transferAuthorization,
    ...(code === undefined ? [] : [storeCodeAuthorization(code), ...contractAuthorizations]),
  ]
  const byUrl = new Map(types.map((type) => [type.typeUrl, type]))
  return ({ typeUrl, value }, prefix) => {
    const type = byUrl.get(typeUrl)
    if (type !== undefined) return type.read(value, prefix)
    throw plainError(`no concrete type registered for type URL ${typeUrl} against interface *authz.Authorization`)
  }
}
