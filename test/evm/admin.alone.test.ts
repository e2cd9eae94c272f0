import { expect, test } from 'vitest'
import { createEvmNode } from '../../src/evm/index.js'

const ENODE = `enode://${'ab'.repeat(64)}@10.0.0.1:30303`
const node = createEvmNode()
const ask = (method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })

test('peers are kept and shown', async () => {
  expect(await ask('admin_addPeer', ENODE)).toBe(true)
  expect(await ask('admin_addTrustedPeer', ENODE)).toBe(true)
  expect(await ask('admin_peers')).toMatchObject([{ enode: ENODE, network: { trusted: true, static: true } }])
  await ask('admin_removeTrustedPeer', ENODE)
  expect(await ask('admin_peers')).toMatchObject([{ enode: ENODE, network: { trusted: false } }])
  await ask('admin_removePeer', ENODE)
  expect(await ask('admin_peers')).toEqual([])
  await expect(ask('admin_addPeer', 'http://x')).rejects.toThrow('want enode://')
  const { hash } = (await ask('eth_getBlockByNumber', 'latest')) as { hash: string }
  expect(await ask('admin_nodeInfo')).toMatchObject({ protocols: { eth: { head: hash, network: 262144 } } })
})

test('memory and stacks are reported', async () => {
  const stats = (await ask('debug_memStats')) as { HeapAlloc: number; Sys: number }
  expect(stats.HeapAlloc).toBeGreaterThan(1_000_000)
  expect(stats.Sys).toBeGreaterThan(stats.HeapAlloc)
  expect(await ask('debug_stacks')).toContain('at ')
})

test('a transaction is sent in the name of any account', async () => {
  const from = '0x00000000000000000000000000000000000000c1'
  await ask('hardhat_setBalance', from, '0xde0b6b3a7640000')
  const hash = await ask('eth_sendUnsignedTransaction', { from, to: from, value: '0x1' })
  expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ from, status: '0x1' })
})

test('a least gas price is for chains without base fees', async () => {
  await expect(ask('hardhat_setMinGasPrice', '0x1')).rejects.toThrow('EIP-1559 is active')
  const berlin = createEvmNode({ hardfork: 'berlin' })
  expect(await berlin.request({ method: 'hardhat_setMinGasPrice', params: ['0x1'] })).toBe(true)
})
