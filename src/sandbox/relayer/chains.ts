import { UsageError } from '../../base/index.js'
import { getChannel, getConnection, type IbcKeeper } from '../../modules/ibc/index.js'
import { type Channel, ClientState, type ConnectionEnd, getCounterparty } from '../../modules/ibc/relay.js'
import type { ChainHost } from '../host/chain-host.js'
import type { SomePacket } from './packets.js'

/** The chains that a relayer connects. */
export class Chains {
  readonly #hosts: ReadonlyMap<string, ChainHost>

  constructor(hosts: ReadonlyMap<string, ChainHost>) {
    this.#hosts = hosts
  }

  get all(): Iterable<ChainHost> {
    return this.#hosts.values()
  }

  /** @param key of a chain that the sandbox has */
  get(key: string): ChainHost {
    return this.#hosts.get(key)!
  }

  /** The chain that a client follows; undefined for an unknown client, or one of a chain outside the sandbox. */
  followedBy(on: ChainHost, clientId: string): ChainHost | undefined {
    const state = ibcOf(on).clients.clientState(on.app.context, clientId)
    if (state === undefined || !state.typeUrl.endsWith('.tendermint.v1.ClientState')) return undefined
    const { chainId } = ClientState.decode(state.value)
    return [...this.#hosts.values()].find((host) => host.app.baseApp.eras.some((era) => era.chainId === chainId))
  }

  /** All but one. */
  others(than: ChainHost): ChainHost[] {
    return [...this.#hosts.values()].filter((host) => host !== than)
  }

  /** The chain of that name, or the other one of two. @throws UsageError for an unknown one, the same one, and where there is a choice */
  other(than: ChainHost, key?: string): ChainHost {
    const others = this.others(than)
    const found = key === undefined ? others : others.filter((host) => host.key === key)
    if (found.length === 1) return found[0]!
    throw new UsageError(
      key === undefined
        ? `more than one chain could be meant besides ${than.key}`
        : `${than.key} has no other chain ${key}`,
      { details: [`right: of: one of ${others.map((host) => host.key).join(', ')}`] },
    )
  }

  /** Where a channel leads; undefined for an unknown channel or one to a chain outside the sandbox. */
  route(from: ChainHost, port: string, channelId: string): Route | undefined {
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

  /** The route of a packet from the chain that sent it; undefined when it leads to a chain outside the sandbox. */
  routeOfPacket(from: ChainHost, { packet, payload }: SomePacket): Way | undefined {
    return payload === undefined
      ? this.route(from, packet.sourcePort, packet.sourceChannel)
      : this.#between(from, packet.sourceChannel)
  }

  /** The chain that a packet came from, as its receiver knows. */
  originOfPacket(on: ChainHost, { packet, payload }: SomePacket): ChainHost | undefined {
    return payload === undefined
      ? this.route(on, packet.destinationPort, packet.destinationChannel)?.to
      : this.#between(on, packet.destinationChannel)?.to
  }

  /** The chain behind a client that is paired with one there. */
  #between(from: ChainHost, client: string): Way | undefined {
    const to = this.followedBy(from, client)
    const paired = getCounterparty(from.app.context, client)
    return to === undefined || paired === undefined ? undefined : { to, client, clientThere: paired.clientId }
  }

  /** @throws UsageError for a channel that leads nowhere */
  routeOf(from: ChainHost, port: string, channelId: string): Route {
    const route = this.route(from, port, channelId)
    if (route !== undefined) return route
    throw new UsageError(`${from.key} has no channel ${channelId} on port ${port} that leads to a chain of the sandbox`)
  }
}

/** The route of packets from one chain to another. */
export interface Way {
  readonly to: ChainHost
  /** The client on this side, which follows the other chain. */
  readonly client: string
  /** The client on the other side. */
  readonly clientThere: string
}

/** A channel as seen from one of its ends. */
export interface Route extends Way {
  readonly from: ChainHost
  readonly port: string
  readonly channelId: string
  readonly channel: Channel
  readonly connection: ConnectionEnd
}

export const ibcOf = (host: ChainHost): IbcKeeper => host.app.ibc.core
