import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { SigningStargateClient } from '@cosmjs/stargate'
import { credentials, Client } from '@grpc/grpc-js'
import { metricsIn, type ReadMetric } from './prometheus-text.js'
import { Metrics } from '../../src/cli/serve/metrics/metrics.js'
import { createSandbox, type Sandbox, type SandboxServer } from '../../src/sandbox/index.js'
import type { Listening } from '../../src/server/http.js'

/** `sudobox serve --metrics`: what Prometheus reads. */

/** What a real node serves. */
const NODE = JSON.parse(readFileSync('fixtures/server/comet/metrics.json', 'utf8')) as {
  readonly metrics: readonly { name: string; type: string; help: string; labels: string[]; buckets?: number[] }[]
}

let sandbox: Sandbox
let server: SandboxServer
let port: Listening

const start = async (mempool: boolean) => {
  sandbox = createSandbox()
  const metrics = new Metrics(sandbox, (chain) => server.waiting(chain))
  server = await sandbox.serve({ mempool, observe: (chain) => metrics.observer(chain) })
  port = await metrics.serve({ port: 0, limits: {} })
}
beforeEach(() => start(false))
afterEach(async () => {
  await port.close()
  await sandbox.close()
})

async function scrape(): Promise<ReadonlyMap<string, ReadMetric>> {
  const response = await fetch(`http://${port.authority}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return metricsIn(await response.text())
}

/** @returns the value of a sample on neutron, with further labels */
const valueOf = (metrics: ReadonlyMap<string, ReadMetric>, name: string, labels: Record<string, string> = {}) => {
  const wanted = { chain_id: sandbox.chains.neutron.chainId, ...labels }
  for (const { samples } of metrics.values())
    for (const sample of samples)
      if (sample.name === name && Object.entries(wanted).every(([key, value]) => sample.labels[key] === value))
        return sample.value
  return undefined
}

const ask = (method: string, params: unknown = {}, url = server.urls['neutron']!.rpc) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }).then((response) => response.json())

test('metrics of CometBFT have the names, types, help texts, labels and buckets of a real node', async () => {
  sandbox.chains.neutron.nextBlock()
  sandbox.chains.neutron.nextBlock()
  await ask('broadcast_tx_sync', { tx: 'AA==' })
  const ours = [...(await scrape()).values()].filter(({ name }) => name.startsWith('cometbft_'))
  expect(ours.length).toBeGreaterThan(15)
  const known = new Map(NODE.metrics.map((metric) => [metric.name, metric]))
  for (const { name, type, help, samples } of ours) {
    const real = known.get(name)
    const [first] = samples
    const labels = Object.keys(first?.labels ?? {}).filter((label) => label !== 'le')
    const buckets = samples.flatMap(({ labels: { le } }) => (le === undefined || le === '+Inf' ? [] : [Number(le)]))
    expect({ name, type: type.toUpperCase(), help }).toEqual({ name, type: real?.type, help: real?.help })
    if (first !== undefined) expect({ name, labels: labels.sort() }).toEqual({ name, labels: real!.labels })
    if (real!.buckets !== undefined && first !== undefined)
      expect({ name, buckets: buckets.slice(0, real!.buckets.length) }).toEqual({ name, buckets: real!.buckets })
  }
})

test('heights, sizes and transactions are those of the chain, and each chain has its own', async () => {
  const { neutron, hub } = sandbox.chains
  const [alice, bob] = [neutron.account('alice', '1000000untrn'), neutron.account('bob')]
  const before = await scrape()
  await alice.transfer(bob, '5untrn')
  await alice.transfer(bob, '1000000000untrn').catch(() => undefined)
  const after = await scrape()
  const grown = (name: string) => valueOf(after, name)! - valueOf(before, name)!
  expect(valueOf(after, 'cometbft_consensus_latest_block_height')).toBe(Number(neutron.height))
  expect(valueOf(after, 'cometbft_consensus_height')).toBe(Number(neutron.height) + 1)
  expect(valueOf(after, 'cometbft_consensus_latest_block_height', { chain_id: hub.chainId })).toBe(Number(hub.height))
  expect(grown('cometbft_consensus_total_txs')).toBe(2)
  expect([grown('tx_count'), grown('tx_successful'), grown('tx_failed')]).toEqual([2, 1, 1])
  expect(grown('cometbft_consensus_block_interval_seconds_count')).toBe(2)
  expect(valueOf(after, 'cometbft_consensus_num_txs')).toBe(1)
  const size = async (height: bigint) => {
    const { result } = (await ask('blockchain', { minHeight: String(height), maxHeight: String(height) })) as {
      result: { block_metas: [{ block_size: string }] }
    }
    return Number(result.block_metas[0].block_size)
  }
  expect(valueOf(after, 'cometbft_consensus_block_size_bytes')).toBe(await size(neutron.height))
  expect(grown('cometbft_consensus_chain_size_bytes')).toBe(
    (await size(neutron.height)) + (await size(neutron.height - 1n)),
  )
  const { result } = (await ask('status')) as { result: { validator_info: { address: string; voting_power: string } } }
  const { address, voting_power } = result.validator_info
  expect(valueOf(after, 'cometbft_consensus_validator_power', { validator_address: address })).toBe(
    Number(voting_power),
  )
})

test('requests, their errors and their durations are counted for each server and method', async () => {
  const { rpc, rest, evm, grpc } = server.urls['neutron']!
  await ask('status')
  await ask('status')
  await ask('made_up_by_a_client')
  await ask('block', { height: '999999' })
  await fetch(`${rpc}/block?height=1`)
  await fetch(`${rest}/cosmos/bank/v1beta1/supply`)
  await fetch(`${rest}/cosmos/bank/v1beta1/balances/nobody`)
  await fetch(`${rest}/no/such/path`)
  await ask('eth_chainId', [], evm)
  await ask('eth_call', ['x'], evm)
  const client = new Client(grpc, credentials.createInsecure())
  const call = (path: string, bytes: Buffer) =>
    new Promise((resolve) =>
      client.makeUnaryRequest(
        path,
        (value: Buffer) => value,
        (value) => value,
        bytes,
        resolve,
      ),
    )
  await call('/cosmos.bank.v1beta1.Query/Params', Buffer.alloc(0))
  await call('/cosmos.bank.v1beta1.Query/Balance', Buffer.alloc(0))
  client.close()
  const metrics = await scrape()
  const counts = (of: string, method: string) => [
    valueOf(metrics, 'sudobox_requests_total', { server: of, method }),
    valueOf(metrics, 'sudobox_request_errors_total', { server: of, method }) ?? 0,
    valueOf(metrics, 'sudobox_request_duration_seconds_count', { server: of, method }),
  ]
  expect(counts('rpc', 'status')).toEqual([2, 0, 2])
  expect(counts('rpc', 'block')).toEqual([2, 1, 2])
  expect(counts('rpc', 'unknown')).toEqual([1, 1, 1])
  expect(counts('rest', '/cosmos.bank.v1beta1.Query/TotalSupply')).toEqual([1, 0, 1])
  expect(counts('rest', '/cosmos.bank.v1beta1.Query/AllBalances')).toEqual([1, 1, 1])
  expect(counts('rest', 'unknown')).toEqual([1, 1, 1])
  expect(counts('evm', 'eth_chainId')).toEqual([1, 0, 1])
  expect(counts('evm', 'eth_call')).toEqual([1, 1, 1])
  expect(counts('grpc', '/cosmos.bank.v1beta1.Query/Params')).toEqual([1, 0, 1])
  expect(counts('grpc', '/cosmos.bank.v1beta1.Query/Balance')).toEqual([1, 1, 1])
  const code = (of: string, method: string) =>
    [...metrics.get('sudobox_request_errors_total')!.samples].find(
      ({ labels }) => labels['server'] === of && labels['method'] === method,
    )!.labels['code']
  expect([code('rpc', 'unknown'), code('rest', 'unknown'), code('evm', 'eth_call')]).toEqual([
    '-32601',
    '501',
    '-32602',
  ])
  expect(code('grpc', '/cosmos.bank.v1beta1.Query/Balance')).toBe('3')
})

test('transactions that wait for a block, and those that are refused, are in the metrics of the mempool', async () => {
  await port.close()
  await sandbox.close()
  await start(true)
  const { neutron } = sandbox.chains
  const { address } = neutron.account('alice', '1000000untrn')
  const wallet = await DirectSecp256k1Wallet.fromKey(neutron.host.keyOf('alice').privateKey, neutron.prefix)
  const client = await SigningStargateClient.connectWithSigner(server.urls['neutron']!.rpc, wallet)
  const fee = { amount: [{ denom: 'untrn', amount: '1000' }], gas: '200000' }
  const amount = [{ denom: 'untrn', amount: '1' }]
  const send = { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: { fromAddress: address, toAddress: address, amount } }
  await client.signAndBroadcastSync(address, [send], fee)
  await ask('broadcast_tx_sync', { tx: 'AA==' })
  const waiting = await scrape()
  expect(valueOf(waiting, 'cometbft_mempool_size')).toBe(1)
  expect(valueOf(waiting, 'cometbft_mempool_size_bytes')).toBe(server.waiting('neutron')[0]!.length)
  expect(valueOf(waiting, 'cometbft_mempool_tx_size_bytes_count')).toBe(1)
  expect(valueOf(waiting, 'cometbft_mempool_failed_txs')).toBe(1)
  server.produce(1_000_000_000n)
  expect(valueOf(await scrape(), 'cometbft_mempool_size')).toBe(0)
  client.disconnect()
})

test('other paths and methods are refused', async () => {
  expect((await fetch(`http://${port.authority}/`)).status).toBe(404)
  expect((await fetch(`http://${port.authority}/metrics`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`http://${port.authority}/metrics`, { method: 'HEAD' })).status).toBe(200)
})
