import { applicationUnder, channelsOver, type IbcMiddleware } from '../chain/ibc/middleware.js'
import type { IbcApplication, Ics4Wrapper } from '../chain/ibc/port.js'
import { generalMessages } from '../modules/gmp/index.js'
import { callbacks, getChannel, type CallbackContracts, type ReadMemo } from '../modules/ibc/index.js'
import { neutronHooks } from '../modules/ibchooks/index.js'
import { packetForward } from '../modules/packetforward/index.js'
import { rateLimit } from '../modules/ratelimit/index.js'
import type { TransferKeeper } from '../modules/transfer/index.js'
import type { Keepers } from './chain-parts.js'

/**
 * The layers around the applications of each kind of chain, from the channels down: a packet that arrives, its acknowledgement and its timeout pass
 * them from left to right, a packet that is sent passes them from right to left.
 */
export const STACKS = {
  neutron: {
    /** Source: neutron app/app.go `WireICS20PreWasmKeeper` (06e81b9f). */
    transfer: ['neutron-hooks', 'rate-limit', 'gmp', 'packet-forward'],
  },
  plain: {
    /** Source: wasmd v0.61.14 app/app.go. */
    transfer: ['callbacks'],
    /** Of interchain accounts. */
    controller: ['callbacks'],
  },
} as const

/** What layers use of their chain. They are built before the applications, and use them only once the chain runs. */
interface LayerParts {
  readonly keepers: Pick<Keepers, 'wasm'>
  readonly transfer: () => TransferKeeper
  /** The application below all layers. */
  readonly application: () => { readonly readMemo: ReadMemo }
  /** Calls contracts that the memo of a packet names. */
  readonly contracts: () => CallbackContracts
}

const LAYERS = {
  callbacks: ({ application, contracts }: LayerParts) =>
    callbacks({ readMemo: (...packet) => application().readMemo(...packet), contracts }),
  gmp: () => generalMessages,
  'neutron-hooks': ({ keepers }: LayerParts) =>
    neutronHooks({
      contracts: { execute: (...call) => keepers.wasm.contracts.execute(...call) },
      channel: getChannel,
    }),
  'packet-forward': ({ transfer }: LayerParts) =>
    packetForward({ transfer: (ctx, request) => transfer().transfer(ctx, request) }),
  'rate-limit': () => rateLimit,
} satisfies Readonly<Record<string, (parts: LayerParts) => IbcMiddleware>>

interface LayeredStack {
  /** What the application sends through. */
  readonly channels: Ics4Wrapper
  /** What the channels call. */
  over(application: IbcApplication): IbcApplication
}

/** @param layers a row of {@link STACKS} */
export function layered(
  layers: readonly (keyof typeof LAYERS)[],
  channels: Ics4Wrapper,
  parts: LayerParts,
): LayeredStack {
  const stack = layers.map((name) => LAYERS[name](parts))
  return { channels: channelsOver(stack, channels), over: (application) => applicationUnder(stack, application) }
}
