import { QueryChannelsRequest, QueryChannelsResponse } from 'cosmjs-types/ibc/core/channel/v1/query'
import { State } from 'cosmjs-types/ibc/core/channel/v1/channel'
import type { Sandbox } from '../../sandbox/api/sandbox.js'
import { CHAINS, type ChainName } from './flags.js'

/** An open channel, from one end. */
export interface OpenChannel {
  readonly chain: ChainName
  readonly port: string
  readonly channel: string
  readonly connection: string
  readonly counterparty: { readonly port: string; readonly channel: string }
}

/** All open channels of all chains. */
export const openChannels = (sandbox: Sandbox): readonly OpenChannel[] =>
  CHAINS.flatMap((chain) => {
    const request = QueryChannelsRequest.encode(QueryChannelsRequest.fromPartial({})).finish()
    const bytes = sandbox.chains[chain].host.app.baseApp.query('/ibc.core.channel.v1.Query/Channels', request)
    return QueryChannelsResponse.decode(bytes)
      .channels.filter(({ state }) => state === State.STATE_OPEN)
      .map(({ portId, channelId, connectionHops, counterparty }) => ({
        chain,
        port: portId,
        channel: channelId,
        connection: connectionHops[0] ?? '',
        counterparty: { port: counterparty.portId, channel: counterparty.channelId },
      }))
  })
