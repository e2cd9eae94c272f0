import type { ChainHost } from '../../sandbox/internal.js'
import type { CampaignConfig } from '../config.js'

/** The features of the layers around the transfers of a chain. */
export interface ChainLayers {
  /** `wasm` in the memo of a packet that arrives calls a contract. */
  readonly hooks: boolean
  /** `ibc_callback` in the memo of a packet that leaves names a contract that is notified of its outcome. */
  readonly lifecycle: boolean
  /** `src_callback` and `dest_callback`. */
  readonly callbacks: boolean
  /** `forward` in the memo of a packet that arrives sends its coins on. */
  readonly forward: boolean
  /** A contract may refuse transfers. */
  readonly limits: boolean
}

/** The layers of a chain, by its modules and options. */
export function layersOf({ app }: ChainHost): ChainLayers {
  const has = (name: string): boolean => app.modules.some((module) => module.name === name)
  // Neutron and Nolus call contracts by themselves, and have other layers than the chains whose layers are an option.
  const isPlain = app.contractManager === undefined
  return {
    hooks: has('ibchooks'),
    lifecycle: isPlain && has('ibchooks'),
    callbacks: isPlain && (app.options.layers ?? ['callbacks']).includes('callbacks'),
    forward: has('packetfowardmiddleware'),
    limits: has(RATE_LIMIT),
  }
}

/** The module that asks a contract whether a transfer may pass. */
export const RATE_LIMIT = 'rate-limited-ibc'

/** Whether action sequences use memos and rate limits: what the campaign says, else whether it names layers of a chain. */
export const usesLayers = ({ layers, sandbox }: Pick<CampaignConfig, 'layers' | 'sandbox'>): boolean =>
  layers ?? Object.values(sandbox?.chains ?? {}).some((chain) => (chain?.layers?.length ?? 0) > 0)
