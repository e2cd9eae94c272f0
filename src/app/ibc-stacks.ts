import type { Context, Module } from '../chain/index.js'
import {
  applicationUnder,
  channelsOver,
  type IbcApplication,
  type IbcMiddleware,
  type Ics4Wrapper,
} from '../chain/ibc/index.js'
import { generalMessages } from '../modules/gmp/index.js'
import { callbacks, getChannel, type CallbackContracts, type ReadMemo } from '../modules/ibc/index.js'
import { ibcHooks, ibcHooksModule, neutronHooks } from '../modules/ibchooks/index.js'
import { packetForward, packetForwardModule } from '../modules/packetforward/index.js'
import { rateLimiting, type RateLimitKeeper } from '../modules/ratelimiting/index.js'
import { rateLimit, rateLimitModule } from '../modules/ratelimit/index.js'
import type { TransferKeeper } from '../modules/transfer/index.js'
import { calledBy } from '../modules/wasm/index.js'
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
  /** Source: gaia v28.0.0 app/keepers/keepers.go. */
  cosmoshub: {
    transfer: ['rate-limiting', 'packet-forward', 'callbacks'],
    /** Most SDK gas of a callback. Source: gaia v28.0.0 app/params/params.go `MaxIBCCallbackGas`. */
    callbackGas: 10_000_000,
  },
  plain: {
    /** Source: wasmd v0.61.14 app/app.go. */
    transfer: ['callbacks'],
    /** Layers of the Cosmos Hub, without its own rate limit: for the option `layers`. Source: gaia app/keepers/keepers.go (c3c08fed). */
    cosmosHub: ['packet-forward', 'callbacks'],
    /** Layers of interchain accounts. */
    controller: ['callbacks'],
  },
} as const

/** The parts of a chain that layers use. They are built before the applications, and use them only once the chain runs. */
interface LayerParts {
  readonly keepers: Pick<Keepers, 'wasm' | 'bank'>
  /** The channels above all layers. */
  readonly core: Ics4Wrapper
  /** The transfers with which coins are forwarded. */
  readonly transfer: () => TransferKeeper
  /** The application below all layers. */
  readonly application: () => { readonly readMemo: ReadMemo }
  /** Calls contracts that the memo of a packet names. */
  readonly contracts: () => CallbackContracts
  /** Bech32. */
  readonly authority: string
  /** Most SDK gas of a callback (default: wasmd's). */
  readonly callbackGas?: number | undefined
  /** Counts transfers; of a chain with that layer. */
  readonly limits?: RateLimitKeeper | undefined
}

interface Layer {
  readonly middleware: (parts: LayerParts) => IbcMiddleware
  /** The module with its state, if it has any. */
  readonly module?: (parts: LayerParts) => Module
}

const LAYERS = {
  callbacks: {
    middleware: ({ application, contracts, callbackGas: maxGas }) =>
      callbacks({
        readMemo: (...packet) => application().readMemo(...packet),
        contracts,
        ...(maxGas !== undefined && { maxGas }),
      }),
  },
  gmp: { middleware: () => generalMessages },
  'ibc-hooks': {
    middleware: ({ keepers }) => ibcHooks(contractsOf(keepers, 'ibc-hooks')),
    module: () => ibcHooksModule,
  },
  'neutron-hooks': {
    middleware: ({ keepers }) => neutronHooks({ contracts: contractsOf(keepers, 'ibc-hooks'), channel: getChannel }),
    module: () => ibcHooksModule,
  },
  'packet-forward': {
    middleware: ({ keepers: { bank }, transfer, core }) =>
      packetForward({
        transfers: transfer,
        bank,
        channels: { get: getChannel, writeAcknowledgement: (...answer) => core.writeAcknowledgement(...answer) },
      }),
    module: () => packetForwardModule,
  },
  'rate-limit': {
    middleware: ({ keepers }) => rateLimit(contractsOf(keepers, 'rate-limit')),
    module: ({ authority }) => rateLimitModule(authority),
  },
  'rate-limiting': { middleware: ({ limits }) => rateLimiting(limits!) },
} satisfies Readonly<Record<string, Layer>>

/** Contracts as a layer calls them; traces name the layer. */
const contractsOf = ({ wasm: { contracts } }: LayerParts['keepers'], layer: string) => ({
  execute: (ctx: Context, ...call: Tail<typeof contracts.execute>) =>
    calledBy(ctx, layer, () => contracts.execute(ctx, ...call)),
  sudo: (ctx: Context, ...call: Tail<typeof contracts.sudo>) =>
    void calledBy(ctx, layer, () => contracts.sudo(ctx, ...call)),
})

type Tail<F extends (ctx: Context, ...rest: never) => unknown> = F extends (ctx: Context, ...rest: infer R) => unknown
  ? R
  : never

export type LayerName = keyof typeof LAYERS

/** The layers that users may give to chains without Neutron's modules. */
export const LAYER_NAMES = [
  'ibc-hooks',
  'rate-limit',
  'gmp',
  'packet-forward',
  'callbacks',
] as const satisfies LayerName[]

interface LayeredStack {
  /** The channels that the application sends through. */
  readonly channels: Ics4Wrapper
  /** The application that the channels call. */
  over(application: IbcApplication): IbcApplication
  /** Those of the layers. */
  readonly modules: readonly Module[]
}

/** @param names a row of {@link STACKS} */
export function layered(
  names: readonly LayerName[],
  channels: Ics4Wrapper,
  given: Omit<LayerParts, 'core'>,
): LayeredStack {
  const parts = { ...given, core: channels }
  const layers = names.map((name): Layer => LAYERS[name])
  const stack = layers.map(({ middleware }) => middleware(parts))
  return {
    channels: channelsOver(stack, channels),
    over: (application) => applicationUnder(stack, application),
    modules: layers.flatMap(({ module }) => module?.(parts) ?? []),
  }
}
