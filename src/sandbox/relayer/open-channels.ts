import { QueryChannelsRequest, QueryChannelsResponse } from 'cosmjs-types/ibc/core/channel/v1/query'
import { State } from 'cosmjs-types/ibc/core/channel/v1/channel'
import type { ChainHost } from '../host/chain-host.js'
import type { Chains } from './chains.js'

/** An open channel, from one end. */
export interface OpenChannel {
  readonly chain: string
  readonly port: string
  readonly channel: string
  readonly connection: string
  /** The other end; without `chain` if that chain is not in the sandbox. */
  readonly counterparty: { readonly chain?: string; readonly port: string; readonly channel: string }
}

/** A link that was there from the start: the ids of its ends, by chain. */
interface Linked {
  readonly connections: Readonly<Record<string, string>>
  readonly channels: Readonly<Record<string, string>>
}

/**
 * All open channels of all chains; of a forked one, which may have thousands, those that lead to other chains of the sandbox.
 * @param links those that were there from the start
 */
export function openChannels(
  hosts: ReadonlyMap<string, ChainHost>,
  chains: Chains,
  links: readonly Linked[],
): readonly OpenChannel[] {
  return [...hosts].flatMap(([chain, host]) => {
    if (host.app.options.fork !== undefined) return linkedChannels(links, chain)
    const request = QueryChannelsRequest.encode(QueryChannelsRequest.fromPartial({})).finish()
    const bytes = host.app.baseApp.query('/ibc.core.channel.v1.Query/Channels', request)
    return QueryChannelsResponse.decode(bytes)
      .channels.filter(({ state }) => state === State.STATE_OPEN)
      .map(({ portId, channelId, connectionHops, counterparty }) => {
        const there = chains.route(host, portId, channelId)?.to.key
        return {
          chain,
          port: portId,
          channel: channelId,
          connection: connectionHops[0] ?? '',
          counterparty: {
            ...(there !== undefined && { chain: there }),
            port: counterparty.portId,
            channel: counterparty.channelId,
          },
        }
      })
  })
}

const linkedChannels = (links: readonly Linked[], chain: string): readonly OpenChannel[] =>
  links.flatMap(({ channels, connections }) =>
    Object.keys(channels)
      .filter((other) => Object.hasOwn(channels, chain) && other !== chain)
      .map((other) => ({
        chain,
        port: 'transfer',
        channel: channels[chain]!,
        connection: connections[chain]!,
        counterparty: { chain: other, port: 'transfer', channel: channels[other]! },
      })),
  )

/** Each channel between two chains of the sandbox from one end only, that of the chain that comes first. */
export function onceEach(channels: readonly OpenChannel[]): readonly OpenChannel[] {
  const listed = new Set<string>()
  return channels.filter(({ chain, port, channel, counterparty }) => {
    listed.add(`${chain} ${port}/${channel}`)
    return !listed.has(`${counterparty.chain} ${counterparty.port}/${counterparty.channel}`)
  })
}
