import { equalBytes } from '../../base/index.js'
import { isAllowed, isSubset } from './access.js'
import type { AccessConfig } from './records.js'

/** Decides what an actor may do. Source: wasmd x/wasm/keeper/authz_policy.go. */
export interface AuthorizationPolicy {
  canCreateCode(upload: AccessConfig, instantiate: AccessConfig, actor: string, config: AccessConfig): boolean
  canInstantiate(config: AccessConfig, actor: string): boolean
  canModifyContract(admin: Uint8Array | undefined, actor: Uint8Array): boolean
  canModifyCodeAccess(creator: string, actor: string, isSubset: boolean): boolean
  /** The policy for the messages that a contract sends from this entry point. */
  forSubmessages(action: 'instantiate' | 'migrate'): AuthorizationPolicy
}

export const defaultPolicy: AuthorizationPolicy = {
  canCreateCode: (upload, instantiate, actor, config) => isAllowed(upload, actor) && isSubset(config, instantiate),
  canInstantiate: isAllowed,
  canModifyContract: (admin, actor) => admin !== undefined && equalBytes(admin, actor),
  canModifyCodeAccess: (creator, actor, subset) => creator === actor && subset,
  forSubmessages: () => defaultPolicy,
}

/** Which of the authority's permissions pass to a contract that the authority instantiated. */
const partialPolicy: AuthorizationPolicy = {
  ...defaultPolicy,
  canInstantiate: () => true,
  forSubmessages: () => partialPolicy,
}

/** The authority (gov) may do everything. */
export const govPolicy: AuthorizationPolicy = {
  canCreateCode: () => true,
  canInstantiate: () => true,
  canModifyContract: () => true,
  canModifyCodeAccess: () => true,
  forSubmessages: (action) => (action === 'instantiate' ? partialPolicy : defaultPolicy),
}
