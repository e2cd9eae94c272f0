import { passingApplication, sendingChannels, type IbcMiddleware } from '../../chain/ibc/index.js'
import { acknowledged, sendWithCallback, timedOut } from './callbacks.js'
import { callContract, requestedVersion } from './call.js'
import type { ContractHooks } from './expected.js'

const comesHome = (denom: string, hop: string): boolean => denom.startsWith(`${hop}/`)

/**
 * Hooks for any chain with contracts: `wasm` in the memo of a packet that is received, and `ibc_callback` in that of one that is sent.
 * Source: ibc-apps modules/ibc-hooks v10.0.0.
 */
export const ibcHooks = (contracts: ContractHooks): IbcMiddleware => ({
  application: (below) =>
    passingApplication(below, {
      onOpenInit: requestedVersion(below),
      onReceive: (ctx, version, packet, relayer) =>
        callContract(ctx, packet, { contracts, comesHome }, (plain) => below.onReceive(ctx, version, plain, relayer)),
      onAcknowledge(ctx, version, packet, acknowledgement, relayer) {
        below.onAcknowledge(ctx, version, packet, acknowledgement, relayer)
        acknowledged(ctx, packet, acknowledgement, contracts)
      },
      onTimeout(ctx, version, packet, relayer) {
        below.onTimeout(ctx, version, packet, relayer)
        timedOut(ctx, packet, contracts)
      },
    }),

  channels: (above) =>
    sendingChannels(above, (ctx, portId, channelId, timeoutHeight, timeoutTimestamp, data) =>
      sendWithCallback(ctx, channelId, data, (bytes) =>
        above.send(ctx, portId, channelId, timeoutHeight, timeoutTimestamp, bytes),
      ),
    ),
})
