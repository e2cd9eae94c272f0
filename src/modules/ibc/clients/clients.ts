import { GoPanic, rethrowing, wrapping, type Context } from '../../../chain/index.js'
import { ChainError } from '../../../base/index.js'
import { decodeAny, type Any } from '../../../codec/index.js'
import {
  ErrClientNotActive,
  ErrInvalidClientHeight,
  ErrInvalidClientType,
  ErrInvalidRecoveryClient,
  ErrRouteNotFound,
} from '../errors.js'
import { compareHeights, heightText, ZERO_HEIGHT, type Height } from '../height.js'
import { clientTypeOf, LOCALHOST_CLIENT } from '../identifiers.js'
import { clientCreatorKey, clientStateKey, consensusStateKey, NEXT_CLIENT_KEY, STORE } from '../keys.js'
import { takeSequence } from '../sequence.js'
import { clientCreated, clientMisbehaved, clientRecovered, clientUpdated, clientUpgraded } from './events.js'
import type { ClientStatus, LightClient, ProofRequest, UpgradeRequest } from './light-client.js'
import { trusting } from './trusting.js'
import { getClientParams, isAllowedClient } from './params.js'

/** Light clients of other chains, by id. Source: ibc-go v10.5.0 02-client/keeper. */
export class Clients {
  #kinds: ReadonlyMap<string, LightClient>
  #trusts = false

  /** @param kinds light clients by client type, the prefix of client ids */
  constructor(kinds: Readonly<Record<string, LightClient>>) {
    this.#kinds = new Map(Object.entries(kinds))
  }

  /** True when headers and proofs of other chains are accepted without verification. No real chain does this. */
  get trusts(): boolean {
    return this.#trusts
  }
  /** Accepts them without verification from now on. */
  trust(): void {
    this.#trusts = true
    this.#kinds = new Map([...this.#kinds].map(([type, client]) => [type, trusting(client)]))
  }

  /** @throws ChainError host/2, client/10, client/32 */
  create(ctx: Context, clientType: string, clientState: Uint8Array, consensusState: Uint8Array): string {
    if (clientType === LOCALHOST_CLIENT) throw ErrInvalidClientType.error(`cannot create client of type: ${clientType}`)
    const id = `${clientType}-${takeSequence(ctx, NEXT_CLIENT_KEY, 'client')}`
    const client = this.#route(ctx, id)
    client.initialize(ctx, id, clientState, consensusState)
    this.#assertActive(ctx, client, id, (status) => `cannot create client (${id}) with status ${status}`)
    ctx.events.emit(...clientCreated(id, clientType, client.latestHeight(ctx, id)))
    return id
  }

  /** A header updates the client; misbehaviour, or a header that conflicts with a known consensus state, freezes it. */
  update(ctx: Context, id: string, message: Any): void {
    const client = this.#route(ctx, id)
    this.#assertActive(ctx, client, id, (status) => `cannot update client (${id}) with status ${status}`)
    client.verifyMessage(ctx, id, message)
    if (client.isMisbehaviour(ctx, id, message)) {
      client.freeze(ctx, id)
      ctx.events.emit(...clientMisbehaved(id, clientTypeOf(id)))
      return
    }
    ctx.events.emit(...clientUpdated(id, clientTypeOf(id), client.update(ctx, id, message)))
  }

  upgrade(ctx: Context, id: string, request: UpgradeRequest): void {
    const client = this.#route(ctx, id)
    this.#assertActive(ctx, client, id, (status) => `cannot upgrade client (${id}) with status ${status}`)
    wrapping(`cannot upgrade client with ID ${id}`, () => client.upgrade(ctx, id, request))
    ctx.events.emit(...clientUpgraded(id, clientTypeOf(id), client.latestHeight(ctx, id)))
  }

  /** Sets a frozen or expired client to the state of another one of the same chain. */
  recover(ctx: Context, subjectId: string, substituteId: string): void {
    const client = rethrowing(
      () => ErrRouteNotFound.error(subjectId),
      () => this.#route(ctx, subjectId),
    )
    if (client.status(ctx, subjectId) === 'Active')
      throw ErrInvalidRecoveryClient.error(`cannot recover subject client (${subjectId}) with status Active`)
    this.#assertActive(
      ctx,
      client,
      substituteId,
      (status) => `cannot recover client using substitute client (${substituteId}) with status ${status}`,
    )
    const [subject, substitute] = [client.latestHeight(ctx, subjectId), client.latestHeight(ctx, substituteId)]
    if (compareHeights(subject, substitute) >= 0)
      throw ErrInvalidClientHeight.error(
        `subject client state latest height is greater or equal to substitute client state latest height (${heightText(subject)} >= ${heightText(substitute)})`,
      )
    client.recover(ctx, subjectId, substituteId)
    ctx.events.emit(...clientRecovered(subjectId, clientTypeOf(subjectId)))
  }

  /** `Unauthorized` for an unknown or disallowed client type. */
  status(ctx: Context, id: string): ClientStatus {
    return this.#routed(ctx, id)?.status(ctx, id) ?? 'Unauthorized'
  }
  latestHeight(ctx: Context, id: string): Height {
    return this.#routed(ctx, id)?.latestHeight(ctx, id) ?? ZERO_HEIGHT
  }
  /** Nanoseconds since 1970. @throws ChainError client/7 */
  timestampAt(ctx: Context, id: string, at: Height): bigint {
    return this.#route(ctx, id).timestampAt(ctx, id, at)
  }

  /** @throws ChainError client/29, ibc/9, commitment/2 and others when the proof does not prove the value */
  verifyMembership(ctx: Context, id: string, request: ProofRequest, value: Uint8Array): void {
    const client = this.#route(ctx, id)
    this.#assertActive(
      ctx,
      client,
      id,
      (status) => `cannot call verify membership on client (${id}) with status ${status}`,
    )
    client.verifyMembership(ctx, id, request, value)
  }

  /** The verifier of a client's kind. @throws ChainError client/10, client/27 */
  verifier(ctx: Context, id: string): Pick<LightClient, 'verifyMembership'> {
    return this.#route(ctx, id)
  }

  /** @throws ChainError when the proof does not prove absence */
  verifyNonMembership(ctx: Context, id: string, request: ProofRequest): void {
    const client = this.#route(ctx, id)
    this.#assertActive(
      ctx,
      client,
      id,
      (status) => `cannot call verify non membership on client (${id}) with status ${status}`,
    )
    client.verifyNonMembership(ctx, id, request)
  }

  /** The account that created the client. */
  creator(ctx: Context, id: string): Uint8Array | undefined {
    return ctx.store(STORE).get(clientCreatorKey(id))
  }
  setCreator(ctx: Context, id: string, creator: Uint8Array): void {
    ctx.store(STORE).set(clientCreatorKey(id), creator)
  }
  deleteCreator(ctx: Context, id: string): void {
    ctx.store(STORE).delete(clientCreatorKey(id))
  }

  clientState(ctx: Context, id: string): Any | undefined {
    return stored(ctx.store(STORE).get(clientStateKey(id)))
  }
  consensusState(ctx: Context, id: string, at: Height): Any | undefined {
    return stored(ctx.store(STORE).get(consensusStateKey(id, at)))
  }
  latestConsensusState(ctx: Context, id: string): Any | undefined {
    const client = this.#routed(ctx, id)
    return client && this.consensusState(ctx, id, client.latestHeight(ctx, id))
  }

  #routed(ctx: Context, id: string): LightClient | undefined {
    try {
      return this.#route(ctx, id)
    } catch (error) {
      if (error instanceof ChainError) return undefined
      throw error
    }
  }

  #route(ctx: Context, id: string): LightClient {
    const clientType = wrapping(`unable to parse client identifier ${id}`, () => clientTypeOf(id))
    if (!isAllowedClient(getClientParams(ctx), clientType))
      throw ErrInvalidClientType.error(`client (${id}) type ${clientType} is not in the allowed client list`)
    const client = this.#kinds.get(clientType)
    if (client === undefined) throw ErrRouteNotFound.error(id)
    return client
  }

  #assertActive(ctx: Context, client: LightClient, id: string, text: (status: ClientStatus) => string): void {
    const status = client.status(ctx, id)
    if (status !== 'Active') throw ErrClientNotActive.error(text(status))
  }
}

function stored(bytes: Uint8Array | undefined): Any | undefined {
  if (bytes === undefined || bytes.length === 0) return undefined
  try {
    return decodeAny(bytes)
  } catch (cause) {
    throw new GoPanic((cause as Error).message)
  }
}
