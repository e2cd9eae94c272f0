import type { Account, Double, SandboxChain, TraceNode } from 'sudobox'
import { describe } from 'vitest'
import { expect, test } from 'sudobox/vitest'
import { ProtoWriter } from '../../src/codec/proto.js'

// Tokens of Neutron's factories whose contract is asked before coins move, and told of it.

interface BeforeSend {
  readonly from: string
  readonly to: string
  readonly amount: { readonly denom: string; readonly amount: string }
}
interface HookMessage {
  readonly block_before_send?: BeforeSend
  readonly track_before_send?: BeforeSend
}
type Hook = NonNullable<Double<{ sudo: HookMessage }>['sudo']>

const message = (name: string, write: (writer: ProtoWriter) => ProtoWriter) => ({
  any: {
    typeUrl: `/neutron.coinfactory.v1beta1.${name}`,
    value: Buffer.from(write(new ProtoWriter()).finish()).toString('base64'),
  },
})

/** A token of alice, who has 1000 of it, with a hook. */
async function token(neutron: SandboxChain, sudo: Hook) {
  const alice = neutron.account('alice', '10000000untrn')
  const hook = neutron.mock({ sudo, query: ({ storage }) => storage.load('last') ?? null }, { label: 'hook' })
  const denom = `coinfactory.${alice.address}.gold`
  neutron.setParams('coinfactory', { whitelisted_hooks: [{ code_id: '1', denom_creator: alice.address }] })
  const coins = new ProtoWriter().string(1, denom).string(2, '1000').finish()
  await alice.send([
    message('MsgCreateDenom', (w) => w.string(1, alice.address).string(2, 'gold')),
    message('MsgMint', (w) => w.string(1, alice.address).message(2, coins)),
    message('MsgSetBeforeSendHook', (w) => w.string(1, alice.address).string(2, denom).string(3, hook.address)),
  ])
  return { alice, hook, denom }
}

const amountOf = (account: Account, denom: string): bigint =>
  account.balances().find((coin) => coin.denom === denom)?.amount ?? 0n

/** A call of the hook as the word and the coin, or a list that begins with a message and goes on with the calls below it. */
function shape(node: TraceNode): unknown {
  if (node.kind === 'message') return ['send', ...node.children.map(shape)]
  const { block_before_send: block, track_before_send: track } = JSON.parse(node.message) as HookMessage
  const { amount } = (block ?? track)!
  const call = `${block ? 'block' : 'track'} ${amount.amount}${amount.denom}`
  return node.children.length === 0 ? call : [call, ...node.children.map(shape)]
}

describe('a hook that may block', () => {
  test('refuses the refund of a transfer that timed out, until it permits it', async ({ sandbox }) => {
    const { neutron, hub } = sandbox.chains
    const frozen = { now: false }
    const { alice, denom } = await token(neutron, (_deps, _env, { block_before_send: asked }) => {
      if (asked !== undefined && frozen.now) throw new Error('the token is frozen')
    })
    await alice.ibcTransfer(hub.account('bob'), `400${denom}`)
    expect(amountOf(alice, denom)).toBe(600n)

    frozen.now = true
    await hub.skipPastTimeout()
    const message = /unable to unescrow tokens.*: failed to call before send hook for denom .*: the token is frozen/
    await expect(sandbox.relayer.relay()).rejects.toFailWith({ codespace: 'wasm', code: 5, message })
    // Nobody has the coins: they stay with the channel, and the packet stays open.
    expect(amountOf(alice, denom)).toBe(600n)
    expect(sandbox.relayer.pending()).toMatchObject([{ state: 'timedOut', next: 'timeout' }])

    frozen.now = false
    const [timeout] = await sandbox.relayer.relay()
    expect(timeout!.trace.map(({ label, entryPoint }) => `${label} ${entryPoint}`)).toEqual(['hook sudo', 'hook sudo'])
    expect(amountOf(alice, denom)).toBe(1000n)
    expect(sandbox.relayer.pending()).toEqual([])
  })

  test('makes a transfer that calls it again, in one tree', async ({ neutron }) => {
    const bonus = (denom: string, to: string) => ({
      bank: { send: { to_address: to, amount: [{ denom, amount: '1' }] } },
    })
    const { alice, hook, denom } = await token(neutron, (_deps, env, { block_before_send: asked }) =>
      asked === undefined || [asked.from, asked.to].includes(env.contract.address)
        ? {}
        : { messages: [bonus(asked.amount.denom, asked.to)] },
    )
    const bob = neutron.account('bob')
    await alice.transfer(hook, `10${denom}`)
    const sent = await alice.transfer(bob, `100${denom}`)
    expect(amountOf(bob, denom)).toBe(101n)
    expect(sent.trace.map(shape)).toEqual([
      [`block 100${denom}`, ['send', `block 1${denom}`, `track 1${denom}`]],
      `track 100${denom}`,
    ])
  })

  test('makes transfers endlessly: the message runs out of gas, and nothing moves', async ({ neutron }) => {
    const { alice, hook, denom } = await token(neutron, (_deps, _env, { block_before_send: asked }) =>
      asked === undefined
        ? {}
        : {
            messages: [
              { bank: { send: { to_address: asked.to, amount: [{ denom: asked.amount.denom, amount: '1' }] } } },
            ],
          },
    )
    const endless = alice.transfer(hook, `10${denom}`, { gasLimit: 1_000_000n })
    await expect(endless).rejects.toFailWith({ codespace: 'sdk', code: 11 })
    expect(amountOf(alice, denom)).toBe(1000n)
  })
})

test('a notified hook that needs too much gas stops nothing, and nobody pays for it', async ({ neutron }) => {
  const hungry = { now: false }
  const { alice, hook, denom } = await token(neutron, ({ gas, storage }, _env, { track_before_send: told }) => {
    if (told === undefined) return
    storage.save('last', told.to)
    if (hungry.now) gas.consume(500_000)
  })
  const [bob, carol] = [neutron.account('bob'), neutron.account('carol')]
  await alice.transfer(carol, '1untrn')
  const modest = await alice.transfer(bob, `100${denom}`)
  hungry.now = true
  const starved = await alice.transfer(carol, `100${denom}`)
  expect(amountOf(carol, denom)).toBe(100n)
  expect(starved.gasUsed).toBeLessThan(modest.gasUsed)
  const [, track] = starved.trace
  expect(track!.error).toMatch(/out of gas/i)
  expect(track!.gasUsed).toBe(500_000n)
  // The chain takes no branch for the call: what the hook wrote until then stays.
  expect(hook.query({})).toBe(carol.address)
})
