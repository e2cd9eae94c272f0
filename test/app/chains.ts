import type { ChainOptions } from '../../src/app/chain-options.js'
import { HubApp } from '../../src/app/hub.js'
import { NeutronApp } from '../../src/app/neutron/app.js'
import { WasmdApp } from '../../src/app/wasmd.js'

const COMMON = {
  vm: '3.0.9',
  wasmd: 'stock',
  txContracts: false,
  txIndex: true,
  genesisTime: 1_700_000_000_000_000_000n,
  params: {},
} as const

/** Chains as a sandbox has them, without the sandbox. */
export const newNeutronApp = (options: Partial<ChainOptions> = {}): NeutronApp =>
  new NeutronApp({ ...COMMON, chainId: 'pion-1', name: 'neutron', prefix: 'neutron', denom: 'untrn', ...options })
export const newHubApp = (options: Partial<ChainOptions> = {}): HubApp =>
  new HubApp({ ...COMMON, chainId: 'hub-4', name: 'hub', prefix: 'cosmos', denom: 'uatom', ...options })
export const newWasmdApp = (options: Partial<ChainOptions> = {}): WasmdApp =>
  new WasmdApp({ ...COMMON, chainId: 'wasmd-1', name: 'wasmd', prefix: 'wasm', denom: 'stake', ...options })
