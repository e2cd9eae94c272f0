import { Grant } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import {
  addressText,
  anyBelow,
  ErrInvalidRequest,
  ErrNotFound,
  ErrUnauthorized,
  event,
  notInCollection,
  walk,
  type Context,
} from '../../chain/index.js'
import type { ChainError } from '../../base/index.js'
import type { Coin } from '../../codec/index.js'
import { prefixEnd } from '../../store/index.js'
import { readAllowance, type Allowance } from './allowances/index.js'
import type { FeegrantParts } from './expected.js'
import {
  ALLOWANCE_PREFIX,
  allowanceKey,
  FEEGRANT_STORE,
  QUEUE_PREFIX,
  queueAccounts,
  queueKey,
  queueTimeKey,
} from './keys.js'

const hasQueued = anyBelow(FEEGRANT_STORE, QUEUE_PREFIX)

/** Rights to pay fees from another account. Source: cosmossdk.io/x/feegrant v0.2.0 keeper/keeper.go. */
export class FeegrantKeeper {
  readonly #parts: FeegrantParts

  constructor(parts: FeegrantParts) {
    this.#parts = parts
  }

  has(ctx: Context, granter: Uint8Array, grantee: Uint8Array): boolean {
    return this.#read(ctx, granter, grantee) !== undefined
  }

  /** @throws ChainError sdk/38. Source: `GetAllowance` */
  get(ctx: Context, granter: Uint8Array, grantee: Uint8Array): Allowance {
    const grant = this.#read(ctx, granter, grantee)
    if (grant === undefined) throw missing(ctx, granter, grantee)
    return readAllowance(grant.allowance!)
  }

  /** In the order of the keys. */
  *all(ctx: Context): Generator<Grant> {
    for (const [, bytes] of walk(ctx.store(FEEGRANT_STORE), ALLOWANCE_PREFIX)) yield Grant.decode(bytes)
  }

  /** Source: `GrantAllowance`. @throws ChainError sdk/18 for a second one, and for one that has expired; sdk/4 for a blocked account */
  grant(ctx: Context, granter: Uint8Array, grantee: Uint8Array, allowance: Allowance): void {
    const { accounts, bank } = this.#parts
    if (this.has(ctx, granter, grantee)) throw ErrInvalidRequest.error('fee allowance already exists')
    if (accounts.get(ctx, grantee) === undefined) {
      if (bank.isBlocked(grantee))
        throw ErrUnauthorized.error(`${addressText(ctx.prefix, grantee)} is not allowed to receive funds`)
      accounts.open(ctx, grantee)
    }
    const { expiration } = allowance
    if (expiration !== undefined && expiration < ctx.block.time)
      throw ErrInvalidRequest.error('expiration is before current block time')
    if (expiration !== undefined)
      ctx.store(FEEGRANT_STORE).set(queueKey(expiration, granter, grantee), ctx.release.allowances.queued)
    this.#write(ctx, granter, grantee, allowance)
    emit(ctx, 'set_feegrant', granter, grantee)
  }

  /** Source: `revokeAllowance`. @throws ChainError sdk/38 */
  revoke(ctx: Context, granter: Uint8Array, grantee: Uint8Array): void {
    const { expiration } = this.get(ctx, granter, grantee)
    const store = ctx.store(FEEGRANT_STORE)
    store.delete(allowanceKey(granter, grantee))
    // Without `dequeuesRevoked`, the entry stays, and deletes a later allowance of the two when its time comes.
    const queued = ctx.release.allowances.dequeuesRevoked
      ? ([granter, grantee] as const)
      : ([grantee, granter] as const)
    if (expiration !== undefined) store.delete(queueKey(expiration, ...queued))
    emit(ctx, 'revoke_feegrant', granter, grantee)
  }

  /** Takes a fee off an allowance. Source: `UseGrantedFees`. @throws ChainError for a fee that is not granted */
  use(ctx: Context, granter: Uint8Array, grantee: Uint8Array, fee: readonly Coin[], typeUrls: readonly string[]): void {
    const verdict = this.get(ctx, granter, grantee).accept(ctx, fee, typeUrls)
    if (!verdict.accepted) {
      if (verdict.expired) this.revoke(ctx, granter, grantee)
      throw verdict.error
    }
    const { left } = verdict
    if (left === undefined) this.revoke(ctx, granter, grantee)
    emit(ctx, 'use_feegrant', granter, grantee)
    if (left !== undefined) this.#update(ctx, granter, grantee, left)
  }

  /** Deletes the first allowances whose time has passed. Source: `RemoveExpiredAllowances`. */
  prune(ctx: Context, most: number): void {
    if (!hasQueued(ctx)) return
    const store = ctx.store(FEEGRANT_STORE)
    const now = queueTimeKey(ctx.block.time)
    const rows = store.iterator(QUEUE_PREFIX, ctx.release.allowances.prunesAtExpiry ? prefixEnd(now) : now)
    for (let count = 1; rows.valid; count++) {
      store.delete(rows.key)
      const { granter, grantee } = queueAccounts(rows.key)
      store.delete(allowanceKey(granter, grantee))
      if (count === most) return
      rows.next()
    }
  }

  #update(ctx: Context, granter: Uint8Array, grantee: Uint8Array, allowance: Allowance): void {
    this.#read(ctx, granter, grantee)
    this.#write(ctx, granter, grantee, allowance)
    emit(ctx, 'update_feegrant', granter, grantee)
  }

  #read(ctx: Context, granter: Uint8Array, grantee: Uint8Array): Grant | undefined {
    const bytes = ctx.store(FEEGRANT_STORE).get(allowanceKey(granter, grantee))
    return bytes && Grant.decode(bytes)
  }

  #write(ctx: Context, granter: Uint8Array, grantee: Uint8Array, { packed }: Allowance): void {
    const grant: Grant = {
      granter: addressText(ctx.prefix, granter),
      grantee: addressText(ctx.prefix, grantee),
      allowance: packed,
    }
    ctx.store(FEEGRANT_STORE).set(allowanceKey(granter, grantee), Grant.encode(grant).finish())
  }
}

function missing(ctx: Context, granter: Uint8Array, grantee: Uint8Array): ChainError {
  if (ctx.release.allowances.missing === 'sdk error') return ErrNotFound.error('fee-grant not found')
  const text = (address: Uint8Array): string => addressText(ctx.prefix, address)
  return notInCollection(`("${text(grantee)}", "${text(granter)}")`, Grant.typeUrl.slice(1))
}

function emit(ctx: Context, type: string, granter: Uint8Array, grantee: Uint8Array): void {
  const text = (address: Uint8Array): string => addressText(ctx.prefix, address)
  ctx.events.emit(event(type, ['granter', text(granter)], ['grantee', text(grantee)]))
}
