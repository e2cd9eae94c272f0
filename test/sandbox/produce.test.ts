import { expect, test } from 'vitest'
import { encodeSecp256k1Pubkey } from '@cosmjs/amino'
import { DirectSecp256k1Wallet, encodePubkey, makeAuthInfoBytes, makeSignDoc, Registry } from '@cosmjs/proto-signing'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { createSandbox, type Account, type Sandbox } from '../../src/sandbox/index.js'
import { Mempool } from '../../src/server/index.js'

test('blocks that a server makes move the clocks by what passed, and are actions', async () => {
  const sandbox = createSandbox()
  const server = await sandbox.serve({ mempool: true })
  const { neutron, hub } = sandbox.chains
  const [height, time] = [neutron.height, neutron.time]
  expect(server.produce(1_500_000_000n)).toEqual({
    heights: { neutron: height + 1n, hub: hub.height },
    txs: {},
    unrun: [],
  })
  expect(neutron.time).toBe(time + 1_500_000_000n)
  expect(sandbox.log).toEqual([{ action: 'produce', nanoseconds: 1_500_000_000n, txs: {} }])
  expect(() => server.produce(0n)).toThrow('at least one nanosecond')
  await expect(sandbox.perform({ action: 'produce', nanoseconds: 1n, txs: { moon: [] } })).rejects.toThrow(
    'no chain "moon"',
  )
  await sandbox.close()
})

test('the interval between blocks is part of a snapshot', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const step = (): bigint => {
    const before = neutron.time
    sandbox.performNow({ action: 'block', chain: 'neutron' })
    return neutron.time - before
  }
  const id = await sandbox.snapshot()
  sandbox.performNow({ action: 'blockInterval', nanoseconds: 1_000_000n })
  expect(step()).toBe(1_000_000n)
  await sandbox.restore(id)
  expect(step()).toBe(5_000_000_000n)
})

/** An account's transfers of one coin to itself, by sequence, as another client signs them. */
async function transfersOf(
  { chains: { neutron } }: Sandbox,
  alice: Account,
): Promise<(sequence: number) => Promise<Uint8Array>> {
  const wallet = await DirectSecp256k1Wallet.fromKey(alice.privateKey, 'neutron')
  const registry = new Registry([['/cosmos.bank.v1beta1.MsgSend', MsgSend]])
  const pubkey = encodePubkey(encodeSecp256k1Pubkey(alice.publicKey))
  const { app } = neutron.host
  const { accountNumber } = app.account(app.address(alice.address))!
  return async (sequence) => {
    const value = { fromAddress: alice.address, toAddress: alice.address, amount: [{ denom: 'untrn', amount: '1' }] }
    const body = registry.encodeTxBody({ messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }] })
    const auth = makeAuthInfoBytes([{ pubkey, sequence }], [], 60_000_000, undefined, undefined)
    const doc = makeSignDoc(body, auth, neutron.chainId, Number(accountNumber))
    const { signature } = await wallet.signDirect(alice.address, doc)
    return TxRaw.encode({
      bodyBytes: body,
      authInfoBytes: auth,
      signatures: [Buffer.from(signature.signature, 'base64')],
    }).finish()
  }
}

test('transactions that exceed the gas of a block wait for the next one', async () => {
  const sandbox = createSandbox()
  const sent = await transfersOf(sandbox, sandbox.chains.neutron.account('alice', '1000untrn'))
  const pool = new Mempool(sandbox.chains.neutron.host.app.baseApp)
  const txs = [await sent(0), await sent(1)]
  expect(txs.map((tx) => pool.add(tx).code)).toEqual([0, 0])
  expect(pool.add(await sent(3))).toMatchObject({ code: 32 })
  expect(pool.has(txs[1]!)).toBe(true)
  expect(pool.take()).toEqual([txs[0]])
  expect(pool.waiting).toEqual([txs[1]])
  // The block that took the first one is not made: the second no longer follows.
  sandbox.advance(1)
  expect(pool.take()).toEqual([])
})

test('after a snapshot of the same height, transactions are checked on its state', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '1000untrn')
  const sent = await transfersOf(sandbox, alice)
  const pool = new Mempool(neutron.host.app.baseApp)
  const id = await sandbox.snapshot()
  await alice.send([{ send: { to: alice.address, amount: '1untrn' } }])
  const { height } = neutron
  expect(pool.add(await sent(1)).code).toBe(0)
  await sandbox.restore(id)
  sandbox.advance(1)
  expect(neutron.height).toBe(height)
  expect(pool.add(await sent(0)).code).toBe(0)
})

test('a simulation follows the transactions that wait, as on a node', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const sent = await transfersOf(sandbox, neutron.account('alice', '1000untrn'))
  const server = await sandbox.serve({ mempool: true })
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.urls.neutron!.rest}${path}`, { method: 'POST', body: JSON.stringify(body) })
    return (await response.json()) as { readonly message?: string; readonly gas_info?: { readonly gas_used: string } }
  }
  const simulated = async (sequence: number) =>
    post('/cosmos/tx/v1beta1/simulate', { tx_bytes: Buffer.from(await sent(sequence)).toString('base64') })
  expect((await simulated(1)).message).toMatch('expected 0, got 1')
  const tx_bytes = Buffer.from(await sent(0)).toString('base64')
  await post('/cosmos/tx/v1beta1/txs', { tx_bytes, mode: 'BROADCAST_MODE_SYNC' })
  expect((await simulated(0)).message).toMatch('expected 1, got 0')
  expect((await simulated(1)).gas_info).toBeDefined()
  expect((await simulated(1)).gas_info).toBeDefined()
  server.produce(1_000_000_000n)
  expect((await simulated(1)).gas_info).toBeDefined()
  expect((await simulated(2)).message).toMatch('expected 1, got 2')
  await sandbox.close()
})

test('waiting for a transaction waits for its block', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '1000untrn')
  const sent = await transfersOf(sandbox, alice)
  const server = await sandbox.serve({ mempool: true })
  const { rpc } = server.urls.neutron!
  const call = async (id: number, method: string, tx: Uint8Array) => ({
    id,
    method,
    params: { tx: Buffer.from(tx).toString('base64') },
  })
  const post = async (...calls: readonly object[]) => {
    const body = JSON.stringify(calls.length === 1 ? calls[0] : calls)
    return (await fetch(rpc, { method: 'POST', body })).json()
  }
  const waits = post(await call(1, 'broadcast_tx_commit', await sent(0)), { id: 2, method: 'num_unconfirmed_txs' })
  const waiting = neutron.host.app.height
  while (
    ((await post({ id: 3, method: 'num_unconfirmed_txs' })) as { result: { n_txs: string } }).result.n_txs === '0'
  );
  server.produce(1_000_000_000n)
  expect(await waits).toMatchObject([
    { id: 1, result: { check_tx: { code: 0 }, tx_result: { code: 0 }, height: String(waiting + 1) } },
    // The second call of a batch comes after the first.
    { id: 2, result: { n_txs: '0' } },
  ])
  expect(await post(await call(4, 'broadcast_tx_commit', await sent(0)))).toMatchObject({
    error: { data: 'tx already exists in cache' },
  })
  const dropped = fetch(`${rpc}/broadcast_tx_commit?tx=0x${Buffer.from(await sent(1)).toString('hex')}`)
  while (
    ((await post({ id: 5, method: 'num_unconfirmed_txs' })) as { result: { n_txs: string } }).result.n_txs === '0'
  );
  await alice.send([{ send: { to: alice.address, amount: '2untrn' } }])
  server.produce(1_000_000_000n)
  expect(await (await dropped).json()).toMatchObject({
    error: { data: 'timed out waiting for tx to be included in a block' },
  })
  await sandbox.close()
})
