import { Grant, GrantQueueItem } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { equalBytes, toHex } from '../../base/index.js'
import {
  addressText,
  anyBelow,
  ErrUnauthorized,
  ErrUnknownRequest,
  event,
  parseAddress,
  walk,
  withAttribute,
  wrapping,
  type Context,
  type Event,
  type MsgRouter,
} from '../../chain/index.js'
import { momentOf, nanosOf, rfc3339, type Any } from '../../codec/index.js'
import { goString, goText } from '../../codec/go-json/index.js'
import { messageText } from '../../codec/proto-json/index.js'
import { keyBytes, type Key } from '../../store/index.js'
import { authorizationReader, type AuthorizationReader } from './authorizations/reader.js'
import type { AuthzParts } from './expected.js'
import {
  ErrAuthorizationExpired,
  ErrAuthorizationNumOfSigners,
  ErrInvalidExpirationTime,
  ErrNoAuthorizationFound,
  ErrNoGrantKeyFound,
} from './errors.js'
import {
  AUTHZ_STORE,
  GRANT_PREFIX,
  grantKey,
  grantParts,
  queueAccounts,
  queueKey,
  QUEUE_PREFIX,
  queueTimeKey,
} from './keys.js'

const GAS_PER_QUEUED = 20

/** A grant between two accounts. */
export interface GrantOf {
  readonly granter: Uint8Array
  readonly grantee: Uint8Array
  readonly grant: Grant
}

/** Rights to send messages in another account's name. Source: cosmos-sdk v0.53.6 x/authz/keeper/keeper.go. */
export class AuthzKeeper {
  readonly read: AuthorizationReader
  readonly #router: () => MsgRouter

  constructor({ router, code }: Pick<AuthzParts, 'router' | 'code'>) {
    this.#router = router
    this.read = authorizationReader(code)
  }

  /** Whether some module handles messages of a type. */
  isHandled(typeUrl: string): boolean {
    return this.#router().handler(typeUrl) !== undefined
  }

  find(ctx: Context, granter: Uint8Array, grantee: Uint8Array, typeUrl: string): Grant | undefined {
    const bytes = ctx.store(AUTHZ_STORE).get(grantKey(granter, grantee, typeUrl))
    return bytes && Grant.decode(bytes)
  }

  /** In the order of the keys. */
  *all(ctx: Context): Generator<GrantOf> {
    for (const [key, bytes] of walk(ctx.store(AUTHZ_STORE), GRANT_PREFIX)) {
      const { granter, grantee } = grantParts(key)
      yield { granter, grantee, grant: Grant.decode(bytes) }
    }
  }

  /** Overwrites a grant for the same messages. @throws ChainError authz/3 for an expiration that has passed */
  save(
    ctx: Context,
    granter: Uint8Array,
    grantee: Uint8Array,
    authorization: Any,
    expiration: bigint | undefined,
  ): void {
    const typeUrl = this.read(authorization, ctx.prefix).msgTypeUrl
    if (expiration !== undefined && expiration <= ctx.block.time)
      throw ErrInvalidExpirationTime.error(
        `expiration must be after the current block time (${rfc3339(ctx.block.time)}), got ${rfc3339(expiration)}`,
      )
    const known = this.find(ctx, granter, grantee, typeUrl)?.expiration
    const before = known && nanosOf(known)
    if (before !== undefined && before !== expiration) this.#dequeue(ctx, granter, grantee, typeUrl, before)
    if (expiration !== undefined && before !== expiration) this.#enqueue(ctx, granter, grantee, typeUrl, expiration)
    const grant: Grant = { authorization, ...(expiration !== undefined && { expiration: momentOf(expiration) }) }
    ctx.store(AUTHZ_STORE).set(grantKey(granter, grantee, typeUrl), Grant.encode(grant).finish())
    ctx.events.emit(grantEvent(ctx, 'EventGrant', granter, grantee, typeUrl))
  }

  /** @throws ChainError authz/2 */
  delete(ctx: Context, granter: Uint8Array, grantee: Uint8Array, typeUrl: string): void {
    const key = grantKey(granter, grantee, typeUrl)
    const grant = this.find(ctx, granter, grantee, typeUrl)
    if (grant === undefined)
      throw ErrNoAuthorizationFound.error(`failed to delete grant with key ${keyText(ctx, keyBytes(key))}`)
    const expiration = grant.expiration && nanosOf(grant.expiration)
    if (expiration !== undefined) this.#dequeue(ctx, granter, grantee, typeUrl, expiration)
    ctx.store(AUTHZ_STORE).delete(key)
    ctx.events.emit(grantEvent(ctx, 'EventRevoke', granter, grantee, typeUrl))
  }

  /** Runs messages of accounts that granted it. @returns the responses. Source: `DispatchActions`. @throws ChainError */
  dispatch(ctx: Context, grantee: Uint8Array, messages: readonly Any[]): Uint8Array[] {
    return messages.map((message, index) => {
      const router = this.#router()
      const signers = router.signers(message)
      if (signers.length !== 1) throw ErrAuthorizationNumOfSigners.error()
      const granter = parseAddress(ctx, signers[0]!)
      if (!equalBytes(granter, grantee)) this.#accept(ctx, granter, grantee, message)
      const handler = router.handler(message.typeUrl)
      if (handler === undefined) throw ErrUnknownRequest.error(`unrecognized message route: ${message.typeUrl}`)
      const { data, events } = wrapping(
        () => `failed to execute message; message ${messageText(message)}`,
        () => handler(ctx, message),
      )
      ctx.events.emit(...withAttribute(events, ['authz_msg_index', String(index)]))
      return data
    })
  }

  /** Uses a grant for a message. @throws ChainError for a message without a grant, or beyond it */
  #accept(ctx: Context, granter: Uint8Array, grantee: Uint8Array, message: Any): void {
    const { typeUrl } = message
    const text = (address: Uint8Array): string => addressText(ctx.prefix, address)
    const grant = this.find(ctx, granter, grantee, typeUrl)
    if (grant === undefined)
      throw ErrNoAuthorizationFound.error(
        `failed to get grant with given granter: ${text(granter)}, grantee: ${text(grantee)} & msgType: ${typeUrl} `,
      )
    const expiration = grant.expiration && nanosOf(grant.expiration)
    if (expiration !== undefined && expiration < ctx.block.time) throw ErrAuthorizationExpired.error()
    const { accepted, used, updated } = this.read(grant.authorization!, ctx.prefix).accept(ctx, message)
    if (used === true) this.delete(ctx, granter, grantee, typeUrl)
    else if (updated !== undefined) this.#update(ctx, granter, grantee, updated)
    if (!accepted) throw ErrUnauthorized.error()
  }

  #update(ctx: Context, granter: Uint8Array, grantee: Uint8Array, authorization: Any): void {
    const typeUrl = this.read(authorization, ctx.prefix).msgTypeUrl
    const grant = this.find(ctx, granter, grantee, typeUrl)
    if (grant === undefined) throw ErrNoAuthorizationFound.error()
    ctx.store(AUTHZ_STORE).set(grantKey(granter, grantee, typeUrl), Grant.encode({ ...grant, authorization }).finish())
  }

  #enqueue(ctx: Context, granter: Uint8Array, grantee: Uint8Array, typeUrl: string, time: bigint): void {
    const store = ctx.store(AUTHZ_STORE)
    const key = queueKey(time, granter, grantee)
    const bytes = store.get(key)
    const { msgTypeUrls } = bytes === undefined ? { msgTypeUrls: [] } : GrantQueueItem.decode(bytes)
    store.set(key, GrantQueueItem.encode({ msgTypeUrls: [...msgTypeUrls, typeUrl] }).finish())
  }

  /** @throws ChainError authz/5 */
  #dequeue(ctx: Context, granter: Uint8Array, grantee: Uint8Array, typeUrl: string, time: bigint): void {
    const store = ctx.store(AUTHZ_STORE)
    const key = queueKey(time, granter, grantee)
    const bytes = store.get(key)
    if (bytes === undefined)
      throw ErrNoGrantKeyFound.error("can't remove grant from the expire queue, grant key not found")
    const { msgTypeUrls } = GrantQueueItem.decode(bytes)
    for (const [at, queued] of msgTypeUrls.entries()) {
      ctx.gasMeter.consume(GAS_PER_QUEUED, 'grant queue')
      if (queued !== typeUrl) continue
      // The last one takes its place.
      const rest = msgTypeUrls.with(at, msgTypeUrls.at(-1)!).slice(0, -1)
      store.set(key, GrantQueueItem.encode({ msgTypeUrls: rest }).finish())
      return
    }
  }

  /** Deletes the grants that have expired. Source: `DequeueAndDeleteExpiredGrants`. */
  deleteExpired(ctx: Context): void {
    if (!hasQueued(ctx)) return
    const store = ctx.store(AUTHZ_STORE)
    for (const [key, bytes] of queued(ctx)) {
      const { granter, grantee } = queueAccounts(key)
      store.delete(key)
      for (const typeUrl of GrantQueueItem.decode(bytes).msgTypeUrls) store.delete(grantKey(granter, grantee, typeUrl))
    }
  }
}

const hasQueued = anyBelow(AUTHZ_STORE, QUEUE_PREFIX)

const keyText = ({ release }: Context, key: Uint8Array): string => (release.printsKeysInHex ? toHex(key) : goText(key))

/** Rows of the queue before the time of the block. Go means to include that time, but its keys go on behind it. */
function queued(ctx: Context): (readonly [Key, Uint8Array])[] {
  const rows: (readonly [Key, Uint8Array])[] = []
  const iterator = ctx.store(AUTHZ_STORE).iterator(QUEUE_PREFIX, queueTimeKey(ctx.block.time))
  for (; iterator.valid; iterator.next()) rows.push([iterator.key, iterator.value])
  iterator.close()
  return rows
}

/** Typed events have values in JSON, in the order of their names. Source: cosmos-sdk types/events.go `TypedEventToEvent`. */
const grantEvent = (ctx: Context, name: string, granter: Uint8Array, grantee: Uint8Array, typeUrl: string): Event =>
  event(
    `cosmos.authz.v1beta1.${name}`,
    ['grantee', goString(addressText(ctx.prefix, grantee))],
    ['granter', goString(addressText(ctx.prefix, granter))],
    ['msg_type_url', goString(typeUrl)],
  )
