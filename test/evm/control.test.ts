import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'
import { serveJsonRpc } from '../../src/server/index.js'

const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
const CONTRACT = '0x00000000000000000000000000000000000000cc'
const WORD: Hex = `0x${'2a'.padStart(64, '0')}`

test.each(['anvil', 'hardhat'])('%s_dumpState is what another node can load', async (spelling) => {
  const from = createEvmNode({ accounts: { count: 1 } })
  await ask(from, 'anvil_setCode', CONTRACT, '0x5f545f5260205ff3')
  await ask(from, 'anvil_setStorageAt', CONTRACT, '0x0', WORD)
  await ask(from, 'anvil_setBalance', CONTRACT, '0x7')
  await ask(from, 'anvil_setNonce', CONTRACT, '0x3')
  const dump = (await ask(from, `${spelling}_dumpState`)) as Hex
  const to = createEvmNode({ accounts: { count: 0 } })
  const plain = gunzipSync(Buffer.from(dump.slice(2), 'hex'))
  for (const given of [dump, `0x${plain.toString('hex')}`]) {
    expect(await ask(to, `${spelling}_loadState`, given)).toBe(true)
    expect(await ask(to, 'eth_call', { to: CONTRACT })).toBe(WORD)
    expect(await ask(to, 'eth_getBalance', CONTRACT)).toBe('0x7')
    expect(await ask(to, 'eth_getTransactionCount', CONTRACT)).toBe('0x3')
    await ask(to, 'anvil_reset')
    expect(await ask(to, 'eth_getCode', CONTRACT)).toBe('0x')
  }
  for (const wrong of ['0x', '0x1f8b00', '0x7b7d', `0x${Buffer.from('{"accounts":{"0x1":{}}}').toString('hex')}`])
    await expect(ask(to, `${spelling}_loadState`, wrong)).rejects.toMatchObject({ name: 'RpcError' })
})

test('blocks are made at an interval, until it is stopped', async () => {
  const node = createEvmNode({ mining: 'manual', accounts: { count: 1 }, clientVersion: 'HardhatNetwork/2.28.6' })
  expect(await ask(node, 'anvil_getIntervalMining')).toBeNull()
  expect(await ask(node, 'evm_setIntervalMining', 5)).toBe(true)
  expect(await ask(node, 'anvil_getIntervalMining')).toBe(0.005)
  while (node.blockNumber < 3n) await new Promise((resolve) => setTimeout(resolve, 5))
  await ask(node, 'evm_setIntervalMining', 0)
  // What was begun is finished.
  await ask(node, 'evm_mine')
  const { blockNumber } = node
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(node.blockNumber).toBe(blockNumber)
  await ask(node, 'anvil_setIntervalMining', 3)
  expect(await ask(node, 'anvil_getIntervalMining')).toBe(3)
  await node.close()
  await expect(ask(node, 'evm_setIntervalMining', '0xffffffff')).rejects.toThrow()
})

test('the client version decides what evm_setIntervalMining counts', async () => {
  for (const [clientVersion, seconds] of [
    [undefined, 7],
    ['HardhatNetwork/2.28.6', 0.007],
    ['hardhat/3', 0.007],
    ['anvil/v1.7.1', 7],
  ] as const) {
    const node = createEvmNode(clientVersion === undefined ? {} : { clientVersion })
    await ask(node, 'evm_setIntervalMining', 7)
    expect(await ask(node, 'anvil_getIntervalMining')).toBe(seconds)
    await node.close()
  }
})

test('the client version is the configured one, and by default one of a development node', async () => {
  const named = createEvmNode({ clientVersion: 'zkSync/v2.0' })
  expect(await ask(named, 'web3_clientVersion')).toBe('zkSync/v2.0')
  expect(await ask(named, 'hardhat_metadata')).toMatchObject({ clientVersion: 'zkSync/v2.0' })
  expect(await ask(createEvmNode(), 'web3_clientVersion')).toMatch(/^anvil\/v1\.7\.1\/Sudobox\/v\d/)
  for (const profile of ['documented', 'cosmos-evm'] as const) {
    expect(await ask(createEvmNode({ profile }), 'web3_clientVersion')).toMatch(/^Sudobox\/v\d/)
    expect(await ask(createEvmNode({ profile, clientVersion: 'x/1' }), 'web3_clientVersion')).toBe('x/1')
  }
  for (const clientVersion of ['', 'a\nb', 'x'.repeat(201)])
    expect(() => createEvmNode({ clientVersion })).toThrow('clientVersion')
})

test('ports that are opened on request answer, those namespaces only that were named, and close', async () => {
  const node = createEvmNode({ serve: serveJsonRpc, accounts: { count: 1 } })
  expect(await ask(node, 'admin_startHTTP', '127.0.0.1', 0, 'example.org', 'eth, net')).toBe(true)
  let { ports } = (await ask(node, 'admin_nodeInfo')) as { ports: { HTTP: string } }
  const call = async (method: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
    return (await fetch(ports.HTTP, { method: 'POST', headers, body })).json()
  }
  expect(await call('eth_chainId')).toMatchObject({ result: '0x40000' })
  expect(await call('web3_clientVersion')).toMatchObject({ error: { code: -32601 } })
  await expect(ask(node, 'admin_startHTTP', '256.0.0.1', 0)).rejects.toThrow('already running')
  await ask(node, 'admin_stopHTTP')
  await ask(node, 'admin_startHTTP', '127.0.0.1', 0)
  ;({ ports } = (await ask(node, 'admin_nodeInfo')) as { ports: { HTTP: string } })
  // The last answer of a port is that it closes.
  expect(await call('admin_stopHTTP')).toMatchObject({ result: true })
  await expect(ask(node, 'admin_startWS', '203.0.113.1', 1)).rejects.toMatchObject({ code: -32000 })
  await node.close()
  await expect(call('eth_chainId')).rejects.toThrow()
  await expect(ask(createEvmNode(), 'admin_startWS')).rejects.toThrow('createEvmNode({ serve: serveJsonRpc })')
})
