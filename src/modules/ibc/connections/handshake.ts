import { wrapping, type Context } from '../../../chain/index.js'
import { stateToJSON, type Counterparty, type Version } from 'cosmjs-types/ibc/core/connection/v1/connection'
import type { Clients } from '../clients/clients.js'
import {
  ErrClientNotActive,
  ErrClientNotFound,
  ErrInvalidConnectionState,
  ErrInvalidConnectionVersion,
} from '../errors.js'
import { NEXT_CONNECTION_KEY } from '../keys.js'
import { takeSequence } from '../sequence.js'
import { openedAck, openedConfirm, openedInit, openedTry } from './events.js'
import {
  COMMITMENT_PREFIX,
  connectionOf,
  getClientConnections,
  setClientConnections,
  setConnection,
  State,
  type ConnectionEnd,
} from './state.js'
import { CounterpartyState, type Proof } from './verify.js'
import { isSupported, pickVersion, VERSIONS, versionText } from './version.js'

/** The four steps that open a connection. Source: ibc-go v10 03-connection/keeper/handshake.go. */
export class ConnectionHandshake {
  readonly #clients: Clients
  readonly #other: CounterpartyState

  constructor(clients: Clients) {
    this.#clients = clients
    this.#other = new CounterpartyState(clients)
  }

  /** @returns the id of the new connection */
  init(
    ctx: Context,
    clientId: string,
    counterparty: Counterparty,
    version: Version | undefined,
    delayPeriod: bigint,
  ): string {
    if (version !== undefined && !isSupported(VERSIONS, version))
      throw ErrInvalidConnectionVersion.error('version is not supported')
    const status = this.#clients.status(ctx, clientId)
    if (status !== 'Active') throw ErrClientNotActive.error(`client (${clientId}) status is ${status}`)
    const id = newId(ctx)
    this.#addToClient(ctx, clientId, id)
    const versions = version === undefined ? [...VERSIONS] : [version]
    setConnection(ctx, id, { clientId, versions, state: State.STATE_INIT, counterparty, delayPeriod })
    ctx.events.emit(...openedInit(id, clientId, counterparty))
    return id
  }

  try(
    ctx: Context,
    clientId: string,
    counterparty: Counterparty,
    versions: readonly Version[],
    delayPeriod: bigint,
    proof: Proof,
  ): string {
    const id = newId(ctx)
    const expected = end(State.STATE_INIT, counterparty.clientId, own(clientId, ''), versions, delayPeriod)
    const connection = end(State.STATE_TRYOPEN, clientId, counterparty, [pickVersion(versions)], delayPeriod)
    this.#other.connection(ctx, connection, proof, counterparty.connectionId, expected)
    wrapping(`failed to add connection with ID ${id} to client with ID ${clientId}`, () =>
      this.#addToClient(ctx, clientId, id),
    )
    setConnection(ctx, id, connection)
    ctx.events.emit(...openedTry(id, clientId, counterparty))
    return id
  }

  ack(ctx: Context, id: string, version: Version, counterpartyId: string, proof: Proof): void {
    const connection = connectionOf(ctx, id)
    const { state, clientId, counterparty, versions, delayPeriod } = connection
    if (state !== State.STATE_INIT)
      throw ErrInvalidConnectionState.error(`connection state is not INIT (got ${stateToJSON(state)})`)
    if (!isSupported(versions, version))
      throw ErrInvalidConnectionState.error(
        `the counterparty selected version ${versionText(version)} is not supported by versions selected on INIT`,
      )
    const expected = end(State.STATE_TRYOPEN, counterparty.clientId, own(clientId, id), [version], delayPeriod)
    this.#other.connection(ctx, connection, proof, counterpartyId, expected)
    const opened: ConnectionEnd = {
      ...connection,
      state: State.STATE_OPEN,
      versions: [version],
      counterparty: { ...counterparty, connectionId: counterpartyId },
    }
    setConnection(ctx, id, opened)
    ctx.events.emit(...openedAck(id, opened))
  }

  confirm(ctx: Context, id: string, proof: Proof): void {
    const connection = connectionOf(ctx, id)
    const { state, clientId, counterparty, versions, delayPeriod } = connection
    if (state !== State.STATE_TRYOPEN)
      throw ErrInvalidConnectionState.error(`connection state is not TRYOPEN (got ${stateToJSON(state)})`)
    const expected = end(State.STATE_OPEN, counterparty.clientId, own(clientId, id), versions, delayPeriod)
    this.#other.connection(ctx, connection, proof, counterparty.connectionId, expected)
    const opened = { ...connection, state: State.STATE_OPEN }
    setConnection(ctx, id, opened)
    ctx.events.emit(...openedConfirm(id, opened))
  }

  #addToClient(ctx: Context, clientId: string, id: string): void {
    if (this.#clients.clientState(ctx, clientId) === undefined) throw ErrClientNotFound.error(clientId)
    setClientConnections(ctx, clientId, [...(getClientConnections(ctx, clientId) ?? []), id])
  }
}

const newId = (ctx: Context): string => `connection-${takeSequence(ctx, NEXT_CONNECTION_KEY, 'connection')}`

/** This chain's end as the other side stores it. */
const own = (clientId: string, connectionId: string): Counterparty => ({
  clientId,
  connectionId,
  prefix: COMMITMENT_PREFIX,
})

const end = (
  state: State,
  clientId: string,
  counterparty: Counterparty,
  versions: readonly Version[],
  delayPeriod: bigint,
): ConnectionEnd => ({ clientId, versions: [...versions], state, counterparty, delayPeriod })
