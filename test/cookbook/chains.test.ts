// Chains and contracts
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { definePlugin, protoMessage } from 'sudobox'
import { expect, test } from 'sudobox/vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const TOKEN = 'contracts/artifacts/cw20_base.wasm'
const PLAYER = 'contracts/artifacts/ping_pong.wasm'

/** A snapshot contains everything: chains, packets, relayers, the EVM. Its cost does not depend on the amount of state. */
test('Snapshot and restore', async ({ sandbox, neutron, hub, relayer }) => {
  const alice = neutron.account('alice', '100untrn')
  await alice.ibcTransfer(hub.account('bob'), '70untrn')
  const sent = await sandbox.snapshot()

  await relayer.relay()
  expect(hub.balances('bob')).toMatchObject([{ amount: 70n }])

  await sandbox.restore(sent)
  await hub.skipPastTimeout()
  await relayer.relay()
  expect(alice.balances()).toMatchObject([{ amount: 100n }])
  expect(hub.balances('bob')).toEqual([])
})

/** Time moves only on request: `advance()` for all chains, `nextBlock()` for one. */
test('Time', async ({ sandbox, neutron }) => {
  const alice = neutron.account('alice')
  const bob = neutron.account('bob')
  const initial_balances = [{ address: alice.address, amount: '100' }]
  const token = await alice.deploy(TOKEN, { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances })
  const expires = { at_time: String(alice.chain.time + 3_600_000_000_000n) }
  await alice.execute(token, { increase_allowance: { spender: bob.address, amount: '50', expires } })
  const spend = () =>
    bob.execute(token, { transfer_from: { owner: alice.address, recipient: bob.address, amount: '10' } })

  await spend()
  sandbox.advance(3600)
  await expect(spend()).rejects.toFailWith({ message: /Allowance is expired/ })
})

/** The new code has the old state. A stuck contract needs this before its failure can be resubmitted. */
test('Migrate', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy(LAB, { on_timeout: 'error' }, { admin: 'alice' })
  await lab.callback({ timeout: {} })

  const fixed = await alice.store(LAB)
  expect(await alice.migrate(lab, fixed, { on_timeout: 'succeed' })).toEmit('migrate', { code_id: String(fixed) })

  await alice.execute(lab, { resubmit: { failure_id: 0 } })
  expect(lab).not.toHaveFailures()
})

/** A contract escrows fees for relayers with each packet. Whoever delivers the acknowledgement gets its fee; the timeout fee is refunded. */
test('Fees for relayers, and what comes back of them', async ({ neutron, hub, relayer }) => {
  const alice = neutron.account('alice', '10000untrn')
  const lab = await alice.deploy(LAB)
  const transfer = { channel: 'channel-0', to: hub.account('bob').address, amount: '100' }

  await alice.execute(lab, { transfer }, { funds: '3000untrn' })
  expect(lab).toHaveBalance('untrn', 3000n - 100n - 1000n - 1000n)

  await relayer.relay()
  expect(lab).toHaveBalance('untrn', 3000n - 100n - 1000n)
})

/** A contract's port can be an end of a channel. The relayer delivers until nothing is due. */
test('Two contracts that play ping-pong', async ({ neutron, hub, relayer }) => {
  const [alice, bob] = [neutron.account('alice'), hub.account('bob')]
  const [ping, pong] = [await alice.deploy(PLAYER), await bob.deploy(PLAYER)]
  const ports = { port: `wasm.${ping.address}`, counterpartyPort: `wasm.${pong.address}` }
  const { channels } = await relayer.openChannel({ ...ports, version: 'ping-pong-1' })

  await alice.execute(ping, { send: { channel_id: channels['neutron'], packet: { ping: { rally: 3 } } } })
  const delivered = await relayer.relay()

  expect(delivered.filter(({ kind }) => kind === 'recv').map(({ chain }) => chain)).toEqual([
    'hub',
    'neutron',
    'hub',
    'neutron',
  ])
  expect(relayer.pending()).toEqual([])
})

const rewards = definePlugin({
  name: 'rewards',
  protobuf: [
    protoMessage({
      typeUrl: '/rewards.v1.MsgReward',
      request: MsgSend,
      signers: (msg) => [msg.fromAddress],
      handle: (ctx, msg) => {
        ctx.gas.consume(1000, 'reward')
        ctx.emit('reward', { by: msg.fromAddress, to: msg.toAddress })
      },
    }),
  ],
})

/** Add what only your chain has as a plug-in: messages, queries, modules. See [plugins.md](plugins.md). */
test.extend({ sandboxOptions: { chains: { neutron: { plugins: [rewards] } } } })(
  'A message of your own chain',
  async ({ neutron }) => {
    const alice = neutron.account('alice')
    const lab = await alice.deploy(LAB)
    const reward = MsgSend.encode({ fromAddress: lab.address, toAddress: alice.address, amount: [] }).finish()

    const any = { type_url: '/rewards.v1.MsgReward', value: Buffer.from(reward).toString('base64') }
    const result = await alice.execute(lab, { act: { behaviour: { submessages: [{ msg: { any } }] } } })

    expect(result).toEmit('reward', { by: lab.address, to: alice.address })
  },
)

/** A fault applies once, to the next call that matches: a failing message, a gas limit, a failing host call. The result shows it. */
test('A message that fails on demand', async ({ neutron }) => {
  const alice = neutron.account('alice', '1000untrn')
  const pay = { bank: { send: { to_address: alice.address, amount: [{ denom: 'untrn', amount: '5' }] } } }
  const refund = { submessages: [{ msg: pay, reply_on: 'never' }] }
  const lab = await alice.deploy(LAB, { on_timeout: refund }, { funds: '100untrn' })

  neutron.fault({ contract: lab, entryPoint: 'sudo', fail: { child: 1 } })
  const timeout = await lab.callback({ timeout: {} })

  expect(timeout.faults).toMatchObject([{ struck: true }])
  expect(lab).toHaveFailures([{ error: 'codespace: sudobox, code: 2' }])
  expect(lab).toHaveBalance('untrn', 100n)
})
