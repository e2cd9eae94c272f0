import { QueryChannelsRequest, QueryChannelsResponse } from 'cosmjs-types/ibc/core/channel/v1/query'
import { State } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { Chains, type Sandbox } from '../../sandbox/internal.js'

/** An open channel, from one end. */
export interface OpenChannel {
  readonly chain: string
  readonly port: string
  readonly channel: string
  readonly connection: string
  /** The other end; without `chain` if that chain is not in the sandbox. */
  readonly counterparty: { readonly chain?: string; readonly port: string; readonly channel: string }
}

/** All open channels of all chains; of a forked one, which may have thousands, those that lead to other chains of the sandbox. */
export function openChannels(sandbox: Sandbox): readonly OpenChannel[] {
  const hosts = new Map(Object.entries(sandbox.chains).map(([key, { host }]) => [key, host]))
  const chains = new Chains(hosts)
  return [...hosts].flatMap(([chain, host]) => {
    if (host.app.options.fork !== undefined) return linkedChannels(sandbox, chain)
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

const linkedChannels = ({ links }: Sandbox, chain: string): readonly OpenChannel[] =>
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
