import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing'
import { SigningStargateClient } from '@cosmjs/stargate'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { afterEach, expect, test } from 'vitest'
import { readFixture, replay } from '../../src/replay/index.js'
import { sudobox } from './command.js'
import { startServe, type ServeProcess } from './serve-process.js'

let running: ServeProcess | undefined
afterEach(() => running?.kill())

test('makes blocks by time from the waiting transactions, and records which block has which', async () => {
  const record = join(mkdtempSync(join(tmpdir(), 'sudobox-blocks-')), 'session.yaml')
  const flags = ['--block-time', '700ms', '--relay', 'auto', '--accounts', '2', '--faucet', '--record', record]
  const { told } = (running = await startServe(...flags))
  const [{ mnemonic, accounts }] = told.mnemonics
  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix: 'neutron' })
  const client = await SigningStargateClient.connectWithSigner(told.urls.neutron.rpc, wallet, {
    broadcastPollIntervalMs: 50,
  })
  const [from, to] = [accounts[0]!.address, accounts[1]!.address]
  const { accountNumber, sequence } = await client.getSequence(from)
  const chainId = await client.getChainId()
  const send = async (index: number, amount: string): Promise<string> => {
    const message = {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: from, toAddress: to, amount: [{ denom: 'untrn', amount }] },
    }
    const signer = { accountNumber, sequence: sequence + index, chainId }
    const signed = await client.sign(from, [message], { amount: [], gas: '150000' }, '', signer)
    return client.broadcastTxSync(TxRaw.encode(signed).finish())
  }
  const hashes = [await send(0, '1'), await send(1, '2'), await send(2, '9000000000000')]
  const found = async (hash: string) => {
    for (;;) {
      const tx = await client.getTx(hash)
      if (tx !== null) return tx
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const txs = [await found(hashes[0]!), await found(hashes[1]!), await found(hashes[2]!)]
  expect(txs.map(({ code }) => code)).toEqual([0, 0, 5])
  expect(await client.getBalance(to, 'untrn')).toMatchObject({ amount: '1000000000003' })
  const block = await client.getBlock(txs[0]!.height)
  const ahead = Date.parse(block.header.time) - Date.now()
  expect(ahead).toBeGreaterThan(-3_600_000)
  // Light clients refuse headers of the future, and timeouts are counted from this machine's clock: the blocks that open accounts do not move it.
  expect(ahead).toBeLessThan(3000)
  client.disconnect()
  const credit = await fetch(`${told.urls.hub.faucet}/credit`, {
    method: 'POST',
    body: JSON.stringify({ denom: 'uatom', address: accounts[0]!.addresses.hub }),
    headers: { 'content-type': 'application/json' },
  })
  expect(credit.status).toBe(200)
  const mine = await fetch(told.urls.neutron.evm, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine' }),
    headers: { 'content-type': 'application/json' },
  })
  expect(await mine.json()).toMatchObject({ result: '0x0' })
  expect(await running.interrupt()).toBe(0)
  const fixture = readFixture(record)
  const waited = fixture.steps.flatMap(({ do: step }) =>
    step.action === 'produce' ? Object.values(step['txs'] as Record<string, readonly string[]>).flat() : [],
  )
  expect(waited).toHaveLength(3)
  expect((await replay(fixture, record)).passed).toBe(true)
})

test.each([['1h'], ['fast'], ['-1s'], ['0.0001s']])('%s is an invalid block time', async (time) => {
  const { code, stderr } = await sudobox('serve', `--block-time=${time}`)
  expect(stderr).toContain('Must be a time such as 1s, 500ms')
  expect(code).toBe(2)
})
