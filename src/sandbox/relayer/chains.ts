import { UsageError } from '../../base/errors.js'
import { getChannel, getConnection, type IbcKeeper } from '../../modules/ibc/index.js'
import type { Channel } from '../../modules/ibc/channels/state.js'
import type { ConnectionEnd } from '../../modules/ibc/connections/state.js'
import { ClientState } from '../../modules/ibc/tendermint/types.js'
import type { Engine } from '../engine.js'

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

  /** @throws UsageError for a channel that leads nowhere */
  routeOf(from: Engine, port: string, channelId: string): Route {
    const route = this.route(from, port, channelId)
    if (route !== undefined) return route
    throw new UsageError(`${from.key} has no channel ${channelId} on port ${port} that leads to a chain of the sandbox`)
  }
}

/** A channel as seen from one of its ends. */
export interface Route {
  readonly from: Engine
  readonly to: Engine
  readonly port: string
  readonly channelId: string
  readonly channel: Channel
  readonly connection: ConnectionEnd
  /** The client on this side, which follows the other chain. */
  readonly client: string
  /** The client on the other side. */
  readonly clientThere: string
}

export const ibcOf = (engine: Engine): IbcKeeper => engine.app.ibc.ibc
