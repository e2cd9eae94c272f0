import { registerError, type Context } from '../../chain/index.js'
import { passingApplication, sendingChannels, type Channel, type IbcMiddleware } from '../../chain/ibc/index.js'
import { callContract, requestedVersion } from './call.js'
import type { ContractExecutor } from './expected.js'

const ErrChannelNotFound = registerError('channel', 3, 'channel not found')

/** Without a slash behind the hop, as the chain has it. */
const comesHome = (denom: string, hop: string): boolean => denom.startsWith(hop)

interface NeutronHookOptions {
  readonly contracts: ContractExecutor
  readonly channel: (ctx: Context, portId: string, channelId: string) => Channel | undefined
}

/**
 * Neutron's hooks: only `wasm` in the memo of a packet that is received. Contracts that send are called back by the transfers themselves.
 * Source: neutron x/ibc-hooks (06e81b9f).
 */
export const neutronHooks = ({ contracts, channel }: NeutronHookOptions): IbcMiddleware => ({
  application: (below) =>
    passingApplication(below, {
      onOpenInit: requestedVersion(below),
      onReceive: (ctx, version, packet, relayer) =>
        callContract(ctx, packet, { contracts, comesHome }, (plain) => below.onReceive(ctx, version, plain, relayer)),
    }),

  channels: (above) =>
    sendingChannels(above, (ctx, portId, channelId, ...packet) => {
      if (channel(ctx, portId, channelId) === undefined) throw ErrChannelNotFound.error(channelId)
      return above.send(ctx, portId, channelId, ...packet)
    }),
})
