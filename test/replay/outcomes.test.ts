import { fileURLToPath } from 'node:url'
import { createSandbox, type ActionInput, type Sandbox } from '../../src/sandbox/index.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { render } from '../../scripts/outcomes.mjs'
import { OUTCOMES, SHAPES } from '../../src/replay/outcomes.js'
import { errorView, outcomeView, type Json } from '../../src/sandbox/internal.js'

// `npx vitest run -u` writes it anew, and so does `node scripts/outcomes.mjs`.
test('docs/outcomes.md is what the schemas of outcomes say', async () => {
  const page = fileURLToPath(new URL('../../docs/outcomes.md', import.meta.url))
  await expect(render({ OUTCOMES, SHAPES })).toMatchFileSnapshot(page)
})

const LAB = 'contracts/artifacts/callback_lab.wasm'
const transfer: ActionInput = {
  action: 'tx',
  from: 'alice',
  messages: [{ ibcTransfer: { to: 'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a', amount: '5untrn' } }],
}
const double = { query: () => ({ yes: true }), sudo: () => ({}) }

/** Each action once, or more often where its outcome differs. */
const ACTIONS: readonly ActionInput[] = [
  { action: 'account', name: 'alice', funds: '1000000000untrn' },
  { action: 'label', address: 'neutron1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqhufaa6', label: 'nobody' },
  { action: 'tx', from: 'alice', messages: [{ store: { wasm: { path: LAB } } }] },
  { action: 'rawTx', bytes: 'AA==' },
  { action: 'double', name: 'echo' },
  { action: 'query', contract: 'echo', msg: {} },
  { action: 'callback', contract: 'echo', message: { kv_query_result: { query_id: 1 } } },
  { action: 'sudo', contract: 'echo', payload: 'e30=' },
  { action: 'fault', contract: 'echo', entryPoint: 'sudo', fail: { gas: 1 } },
  { action: 'faults' },
  { action: 'callback', contract: 'echo', message: { kv_query_result: { query_id: 1 } } },
  { action: 'fault', fail: { child: 1 } },
  { action: 'clearFaults' },
  { action: 'failures' },
  { action: 'balances', address: 'alice' },
  { action: 'block' },
  { action: 'blockInterval', nanoseconds: 1_000_000_000 },
  { action: 'advance', seconds: 5 },
  { action: 'produce', nanoseconds: 1_000_000_000 },
  { action: 'params', module: 'contractmanager', params: { sudo_call_gas_limit: '1000000' } },
  {
    action: 'putRecord',
    module: 'bank',
    kind: 'balance',
    record: { address: 'neutron1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqhufaa6', coins: [{ denom: 'untrn', amount: '5' }] },
  },
  { action: 'price', pair: 'BTC/USD', price: 5 },
  { action: 'evm', method: 'eth_blockNumber' },
  { action: 'head' },
  { action: 'account', chain: 'evmd', name: 'alice', funds: '1000000000000000000atest' },
  {
    action: 'ethereumTx',
    chain: 'evmd',
    from: 'alice',
    deploy: {
      artifact: { path: 'contracts/artifacts/solidity/ERC20.json' },
      args: ['Token', 'TOK', '1000'],
      label: 'token',
    },
  },
  {
    action: 'ethereumTx',
    chain: 'evmd',
    from: 'alice',
    to: 'token',
    call: { function: 'transfer', args: ['alice', '5'] },
  },
  {
    action: 'ethereumTx',
    chain: 'evmd',
    from: 'alice',
    to: 'token',
    call: { function: 'transfer', args: ['alice', '5000'] },
  },
  { action: 'ethereumCall', chain: 'evmd', to: 'token', call: { function: 'balanceOf', args: ['alice'] } },
  { action: 'repeat', times: 2, do: { action: 'block' } },
  transfer,
  { action: 'pending' },
  { action: 'delayPackets', seconds: 5 },
  { action: 'dropPackets' },
  { action: 'releasePackets' },
  { action: 'relay' },
  transfer,
  { action: 'skipPastTimeout', chain: 'hub' },
  { action: 'relayer', automatic: false },
  { action: 'updateClient' },
  { action: 'createClient', chain: 'neutron', of: 'hub' },
  { action: 'createClient', chain: 'hub', of: 'neutron' },
  { action: 'pairClients', of: 'hub' },
  { action: 'openConnection' },
  { action: 'openChannel' },
  { action: 'closeChannel', channel: 'channel-1', force: true },
  { action: 'pendingQueries' },
  { action: 'deliverQueries' },
  { action: 'queryRelayer', automatic: false },
  { action: 'startValidator', name: 'second' },
  { action: 'stopValidator', name: 'second' },
  { action: 'misbehaviour' },
  { action: 'doubleSign', name: 'validator-0' },
  { action: 'lightClientAttack', chain: 'hub' },
  { action: 'upgrade', chain: 'hub', revision: 9 },
  { action: 'upgradeClient' },
]

/** What an action gives, as a fixture sees it. */
async function outcomeOf(sandbox: Sandbox, action: ActionInput): Promise<Json> {
  try {
    return outcomeView(await sandbox.perform(action))
  } catch (error) {
    return errorView(error) ?? { refused: (error as Error).message }
  }
}

test('each action has the outcome that docs/outcomes.md says', { timeout: 60_000 }, async () => {
  const sandbox = createSandbox({
    chains: { neutron: { validators: 4 }, hub: { validators: 4 }, evmd: { kind: 'evmd' } },
    links: [['neutron', 'hub']],
  })
  sandbox.chains.neutron.host.app.doubles.learn('echo', double)
  const wrong: string[] = []
  try {
    for (const action of ACTIONS) {
      const view = await outcomeOf(sandbox, action)
      const schema = z.strictObject({ ...OUTCOMES[action.action].shape, ok: z.boolean() })
      const { error } = schema.safeParse(view)
      if (error !== undefined)
        wrong.push(`${action.action}: ${z.prettifyError(error)} in ${JSON.stringify(view).slice(0, 300)}`)
    }
  } finally {
    await sandbox.close()
  }
  expect(wrong).toEqual([])
  const performed = new Set<string>(ACTIONS.map(({ action }) => action))
  expect(Object.keys(OUTCOMES).filter((name) => !performed.has(name))).toEqual([])
})
