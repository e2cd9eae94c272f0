import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineCampaign, type CampaignConfig, type CampaignConfigInput } from '../../src/fuzz/config.js'
import { startCampaign, type Start } from '../../src/fuzz/setup.js'
import { remembering } from '../../src/fuzz/shrink/shrink-file.js'
import { shrinkStory } from '../../src/fuzz/shrink/shrink.js'
import type { ActionInput } from '../../src/sandbox/index.js'
import { ATOM, ATOM1 } from '../contracts/remote-vault.js'

const TEMPLATE = resolve('fixtures/campaigns/remote-vault.json')

/** The campaign of the remote vault, with one of its faults. */
export function vaultCampaign(fault?: string, more: Partial<CampaignConfigInput> = {}): CampaignConfig {
  const text = readFileSync(TEMPLATE, 'utf8')
  const written = fault === undefined ? text : text.replace('remote_vault.wasm', `remote_vault_${fault}.wasm`)
  return defineCampaign({ ...(JSON.parse(written) as CampaignConfigInput), ...more }, TEMPLATE)
}

/** What of a story breaks an invariant, told as it is. */
export async function judged(start: Start, invariant: string, actions: readonly ActionInput[]) {
  return shrinkStory(start, await remembering(start, actions), invariant, actions, { sequences: 1 })
}

/** Does something with the start of a campaign, and closes it. */
export async function started<T>(config: CampaignConfig, work: (start: Start) => Promise<T>): Promise<T> {
  const start = await startCampaign(config, false)
  try {
    return await work(start)
  } finally {
    await start.sandbox.close()
  }
}

const tx = (from: string, msg: object, funds = ''): ActionInput => ({
  action: 'tx',
  from,
  messages: [{ execute: { contract: 'vault', msg: msg, funds } }],
})

/** Steps of stories about the vault. */
export const vault = {
  deposit: (from: string, amount = 100, channel = 'channel-0'): ActionInput =>
    tx(from, { deposit: { channel } }, `${amount}${channel === 'channel-0' ? ATOM : ATOM1},2000untrn`),
  parts: (from: string, ...amounts: number[]): ActionInput =>
    tx(
      from,
      { deposit_parts: { parts: amounts.map((amount) => ({ channel: 'channel-0', amount: String(amount) })) } },
      `${amounts.reduce((sum, amount) => sum + amount, 0)}${ATOM},${amounts.length * 2000}untrn`,
    ),
  withdraw: (from: string, amount: number): ActionInput => tx(from, { withdraw: { amount: String(amount) } }),
  tick: tx('admin', { tick: {} }, '2000untrn'),
  relay: { action: 'relay' } as ActionInput,
  execute: { action: 'relay', filter: { kind: 'recv' } } as ActionInput,
  refuse: { action: 'relay', receiver: { errorCode: 7 } } as ActionInput,
  timeOut: { action: 'skipPastTimeout', chain: 'hub' } as ActionInput,
  foreign: {
    action: 'tx',
    chain: 'hub',
    from: 'stranger',
    messages: [{ send: { to: 'alice', amount: '10uatom' } }],
  } as ActionInput,
  lie: { action: 'deliverQueries', query: 2, lie: 'otherTx' } as ActionInput,
  noFees: {
    action: 'params',
    module: 'feerefunder',
    params: { min_fee: { recv_fee: [], ack_fee: [], timeout_fee: [] }, fee_enabled: false },
  } as ActionInput,
}
