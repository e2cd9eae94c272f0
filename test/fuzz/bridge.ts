import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineCampaign, type CampaignConfig, type CampaignConfigInput } from '../../src/fuzz/config.js'
import type { ActionInput } from '../../src/sandbox/index.js'

const TEMPLATE = resolve('fixtures/campaigns/coin-bridge.json')

/** The campaign of the coin bridge, with one of its faults. */
export function bridgeCampaign(fault?: string, more: Partial<CampaignConfigInput> = {}): CampaignConfig {
  const text = readFileSync(TEMPLATE, 'utf8')
  const written = fault === undefined ? text : text.replace('coin_bridge.wasm', `coin_bridge_${fault}.wasm`)
  return defineCampaign({ ...(JSON.parse(written) as CampaignConfigInput), ...more }, TEMPLATE)
}

const BRIDGE = 'neutron14hj2tavq8fpesdwxxcu44rty3hh90vhujrvcmstl4zr3txmfvw9s5c2epq'
const ALICE = 'neutron1kjjzurx32pfmyk03dty59qkeulsxyjxhqdv6qu'
const CAROL = 'cosmos17aerjy8y937vfyzzljyv5he5zhw2a335kresls'

/** What uglue is called on the hub. */
const GLUE = `ibc/${createHash('sha256').update('transfer/channel-1/uglue').digest('hex').toUpperCase()}`

/** Steps of stories about the bridge. */
export const bridge = {
  transfer: (from: string, amount = 100): ActionInput => ({
    action: 'tx',
    from,
    messages: [{ execute: { contract: 'bridge', msg: { transfer: { to: CAROL } }, funds: `${amount}uglue` } }],
  }),
  /** Carol sends vouchers back. */
  back: (amount: number, to = ALICE): ActionInput => ({
    action: 'tx',
    chain: 'hub',
    from: 'carol',
    messages: [{ ibcTransfer: { channel: 'channel-1', to, amount: `${amount}${GLUE}` } }],
  }),
  /** The channel is closed, and another one opened in its place. */
  close: {
    action: 'tx',
    from: 'admin',
    messages: [{ execute: { contract: 'bridge', msg: { close: {} } } }],
  } as ActionInput,
  open: {
    action: 'openChannel',
    port: `wasm.${BRIDGE}`,
    counterpartyPort: 'transfer',
  } as ActionInput,
  relay: { action: 'relay' } as ActionInput,
  execute: { action: 'relay', filter: { kind: 'recv' } } as ActionInput,
  refuse: { action: 'relay', receiver: { errorCode: 7 } } as ActionInput,
  timeOut: { action: 'skipPastTimeout', chain: 'hub' } as ActionInput,
}
