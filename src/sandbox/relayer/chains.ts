import { UsageError } from '../../base/errors.js'
import { getChannel, getConnection, type IbcKeeper } from '../../modules/ibc/index.js'
import type { Channel } from '../../modules/ibc/channels/state.js'
import type { ConnectionEnd } from '../../modules/ibc/connections/state.js'
import { ClientState } from '../../modules/ibc/tendermint/types.js'
import { getCounterparty } from '../../modules/ibc/v2/state.js'
import type { Engine } from '../host/chain-host.js'
import type { SomePacket } from './packets.js'

/** The chains that a relayer stands between. */
export class Chains {
  readonly #engines: ReadonlyMap<string, Engine>

  constructor(engines: ReadonlyMap<string, Engine>) {
    this.#engines = engines
  }

  get all(): Iterable<Engine> {
    return this.#engines.values()
  }

  /** @param key of a chain that the sandbox has */
  get(key: string): Engine {
    return this.#engines.get(key)!
  }

  /** The chain that a client follows; undefined for a client that is not there, or of no chain of the sandbox. */
  followedBy(on: Engine, clientId: string): Engine | undefined {
    const state = ibcOf(on).clients.clientState(on.app.context, clientId)
    if (state === undefined || !state.typeUrl.endsWith('.tendermint.v1.ClientState')) return undefined
    const { chainId } = ClientState.decode(state.value)
    return [...this.#engines.values()].find((engine) => engine.app.app.eras.some((era) => era.chainId === chainId))
  }

  /** The other one of two chains. */
  other(than: Engine): Engine {
    return [...this.#engines.values()].find((engine) => engine !== than)!
  }

  /** Where a channel leads; undefined for one that is not there or leads to no chain of the sandbox. */
  route(from: Engine, port: string, channelId: string): Route | undefined {
    const ctx = from.app.context
    const channel = getChannel(ctx, port, channelId)
    const connection = channel && getConnection(ctx, channel.connectionHops[0]!)
    const to = connection && this.followedBy(from, connection.clientId)
    if (channel === undefined || connection === undefined || to === undefined) return undefined
    return {
      from,
      to,
      port,
      channelId,
      channel,
      connection,
      client: connection.clientId,
      clientThere: connection.counterparty.clientId,
    }
  }

  /** The way of a packet from the chain that sent it; undefined when it leads to no chain of the sandbox. */
  routeOfPacket(from: Engine, { packet, payload }: SomePacket): Way | undefined {
    return payload === undefined
      ? this.route(from, packet.sourcePort, packet.sourceChannel)
      : this.#between(from, packet.sourceChannel)
  }

  /** The chain that a packet came from, as its receiver knows. */
  originOfPacket(on: Engine, { packet, payload }: SomePacket): Engine | undefined {
    return payload === undefined
      ? this.route(on, packet.destinationPort, packet.destinationChannel)?.to
      : this.#between(on, packet.destinationChannel)?.to
  }

  /** Where a client that is paired with one of the other chain leads. */
  #between(from: Engine, client: string): Way | undefined {
    const to = this.followedBy(from, client)
    const paired = getCounterparty(from.app.context, client)
    return to === undefined || paired === undefined ? undefined : { to, client, clientThere: paired.clientId }
  }

  /** @throws UsageError for a channel that leads nowhere */
  routeOf(from: Engine, port: string, channelId: string): Route {
    const route = this.route(from, port, channelId)
    if (route !== undefined) return route
    throw new UsageError(`${from.key} has no channel ${channelId} on port ${port} that leads to a chain of the sandbox`)
  }
}

/** What packets of a chain take to another one. */
export interface Way {
  readonly to: Engine
  /** The client on this side, which follows the other chain. */
  readonly client: string
  /** The client on the other side. */
  readonly clientThere: string
}

/** A channel as seen from one of its ends. */
export interface Route extends Way {
  readonly from: Engine
  readonly port: string
  readonly channelId: string
  readonly channel: Channel
  readonly connection: ConnectionEnd
}

export const ibcOf = (engine: Engine): IbcKeeper => engine.app.ibc.ibc
