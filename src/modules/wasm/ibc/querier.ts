import { toUtf8 } from '../../../base/index.js'
import { ErrNotSupported, type Context } from '../../../chain/index.js'
import { goArray, goObject, goString } from '../../../codec/go-json/index.js'
import { channelJson, unsupportedRequest } from '../../../codec/wasm/index.js'
import { getContractInfo } from '../keeper.js'
import type { Querier } from '../dispatch/queriers.js'
import { State, type ContractIbc } from './expected.js'
import { channelView } from './packets.js'

const ownPort = (ctx: Context, contract: Uint8Array): string => getContractInfo(ctx, contract)!.ibcPortId

/** Contract queries about ports and channels. Source: wasmd x/wasm/keeper/query_plugins.go `IBCQuerier`. */
export const ibcQuerier =
  (find: () => ContractIbc | undefined): Querier<'ibc'> =>
  (ctx, contract, request) => {
    const ibc = find()
    if (ibc === undefined) throw ErrNotSupported.error('ibc query')
    if (request.port_id !== undefined) return toUtf8(goObject({ port_id: goString(ownPort(ctx, contract)) }))
    if (request.list_channels !== undefined) {
      const port = request.list_channels.port_id || ownPort(ctx, contract)
      const all = port === '' ? [] : ibc.channels.ofPort(ctx, port)
      const open = all.filter(({ state }) => state === State.STATE_OPEN)
      const channels = open.map((channel) => channelJson(channelView(channel.portId, channel.channelId, channel)))
      return toUtf8(goObject({ channels: goArray(channels) }))
    }
    if (request.channel !== undefined) {
      const { channel_id: channelId } = request.channel
      const port = request.channel.port_id || ownPort(ctx, contract)
      const channel = ibc.channels.get(ctx, port, channelId)
      const open = channel?.state === State.STATE_OPEN
      return toUtf8(goObject({ channel: open ? channelJson(channelView(port, channelId, channel)) : undefined }))
    }
    throw unsupportedRequest('unknown IBCQuery variant')
  }
