import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { afterEach, expect, test } from 'vitest'
import { readFixture, replay } from '../../src/replay/index.js'
import { raw, request, statusOf } from '../server/raw.js'
import { ROOT, spawned, sudobox } from './command.js'

interface Told {
  readonly urls: {
    readonly neutron: { readonly rpc: string; readonly rest: string; readonly grpc: string; readonly evm: string }
    readonly hub: { readonly rpc: string }
  }
  readonly accounts: readonly { readonly name: string; readonly address: string; readonly privateKey: string }[]
}

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

async function serve(...args: readonly string[]): Promise<Told> {
  child = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), 'serve', '--json', '--free-ports', ...args], {
    cwd: ROOT,
  })
  for await (const line of createInterface({ input: child.stdout! })) return JSON.parse(line) as Told
  throw new Error('it ended')
}

/** How it ends when the user presses Ctrl-C. */
const interrupt = (): Promise<number | null> =>
  new Promise((resolve) => {
    child!.once('exit', (code) => resolve(code))
    child!.kill('SIGINT')
  })

test('opens the ports, prints them, takes signed transactions, and ends on Ctrl-C', async () => {
  const { urls, accounts } = await serve('--account', 'alice=1000000untrn', '--client-version', 'anvil/v9')
  const [alice] = accounts
  const wallet = await DirectSecp256k1Wallet.fromKey(Buffer.from(alice!.privateKey, 'hex'), 'neutron')
  const client = await SigningCosmWasmClient.connectWithSigner(urls.neutron.rpc, wallet, {
    broadcastPollIntervalMs: 20,
  })
  const fee = { amount: [], gas: '200000' }
  const sent = await client.sendTokens(alice!.address, alice!.address, [{ denom: 'untrn', amount: '1' }], fee)
  expect(sent.code).toBe(0)
  client.disconnect()
  for (const [method, answer] of [
    ['eth_chainId', expect.stringMatching(/^0x/) as unknown],
    ['web3_clientVersion', 'anvil/v9'],
  ]) {
    const chain = await fetch(urls.neutron.evm, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
      headers: { 'content-type': 'application/json' },
    })
    expect(await chain.json()).toMatchObject({ result: answer })
  }
  const hub = (await (await fetch(`${urls.hub.rpc}/status`)).json()) as { result: { node_info: { network: string } } }
  expect(hub.result.node_info.network).not.toBe('')
  expect(await interrupt()).toBe(0)
})

test('records what is done to it, fixture and clients together, to be replayed elsewhere', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sudobox-serve-')), 'session.json')
  const { urls, accounts } = await serve('--account', 'alice=1000000untrn', '--record', file)
  const wallet = await DirectSecp256k1Wallet.fromKey(Buffer.from(accounts[0]!.privateKey, 'hex'), 'neutron')
  const client = await SigningCosmWasmClient.connectWithSigner(urls.neutron.rpc, wallet, {
    broadcastPollIntervalMs: 20,
  })
  const { address } = accounts[0]!
  const fee = { amount: [], gas: '200000' }
  const { gasUsed } = await client.sendTokens(address, address, [{ denom: 'untrn', amount: '1' }], fee)
  const failed = await client.sendTokens(address, address, [{ denom: 'untrn', amount: '9000000' }], fee)
  expect(failed.code).toBe(5)
  client.disconnect()
  expect(await interrupt()).toBe(0)
  const fixture = readFixture(file)
  expect(fixture.steps.map(({ do: { action } }) => action)).toEqual(['account', 'rawTx', 'rawTx', 'head', 'head'])
  expect(JSON.stringify(fixture.steps[1]!.expect)).toContain(`"gasUsed":"${gasUsed}"`)
  expect((await replay(fixture, file)).passed).toBe(true)
})

test('serves what a fixture has left behind', async () => {
  const { urls } = await serve('fixtures/scenarios/first-light.yaml')
  const answer = await (await fetch(`${urls.neutron.rest}/neutron/contractmanager/failures`)).json()
  expect(answer).toMatchObject({ failures: expect.any(Array) as unknown })
  const codes = (await (await fetch(`${urls.neutron.rest}/cosmwasm/wasm/v1/code`)).json()) as { code_infos: unknown[] }
  expect(codes.code_infos.length).toBeGreaterThan(0)
  expect(await interrupt()).toBe(0)
})

test('automatic relayers print what they cannot deliver, and go on', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sudobox-serve-')), 'stuck.json')
  const nobody = 'neutron1qvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrxc0ckv'
  // Neutron panics when a packet is to call a contract and to be forwarded.
  const memo = JSON.stringify({
    wasm: { contract: nobody, msg: {} },
    forward: { receiver: 'cosmos1abc', port: 'transfer', channel: 'channel-0' },
  })
  const transfer = (to: string, amount: string, text: string) => ({
    do: {
      action: 'tx',
      chain: 'hub',
      from: 'bob',
      messages: [{ ibcTransfer: { to, amount, memo: text } }],
    },
  })
  const steps = [
    { do: { action: 'account', name: 'alice', funds: '1000000untrn' } },
    { do: { action: 'account', chain: 'hub', name: 'bob', funds: '10uatom' } },
    transfer(nobody, '1uatom', memo),
    transfer('${neutron.alice}', '2uatom', ''),
  ]
  writeFileSync(file, JSON.stringify({ sudobox: 1, title: 'A packet that cannot be handled', steps }))
  const { accounts, urls } = await serve(file, '--automatic', '--account', 'alice=1untrn')
  const [line] = await once(createInterface({ input: child!.stderr! }), 'line')
  expect(line).toMatch(
    /^relayer: recv of packet 1 from hub channel-0 on neutron failed \(attempt 1, again at height \d+\): .*nil pointer dereference/,
  )
  const answer = await fetch(`${urls.neutron.rest}/cosmos/bank/v1beta1/balances/${accounts[0]!.address}`)
  expect(await answer.json()).toMatchObject({ balances: [{ amount: '2' }, { amount: '1000001', denom: 'untrn' }] })
  expect(await interrupt()).toBe(0)
})

test('asks for the token, answers an allowed host, and holds to a limit', async () => {
  const { urls } = await serve('--token', 'secret', '--allowed-host', 'node.example', '--limit', 'batchRequestLimit=1')
  const ask = async (body: unknown, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    return (await fetch(urls.neutron.evm, init)).json()
  }
  const mine = { jsonrpc: '2.0', id: 1, method: 'evm_mine' }
  expect(await ask(mine)).toMatchObject({ error: { code: -32001 } })
  expect(await ask(mine, { authorization: 'Bearer secret' })).toMatchObject({ result: '0x0' })
  expect(await ask([mine, mine])).toMatchObject({ error: { message: 'batch too large' } })
  for (const url of [urls.neutron.evm, urls.neutron.rpc, urls.neutron.rest, urls.hub.rpc]) {
    const { port } = new URL(url)
    const get = async (host: string) => statusOf(await raw(Number(port), request('GET /', { host })))
    expect(await get('evil.com')).toBe(403)
    expect(await get('node.example')).not.toBe(403)
  }
  expect(await interrupt()).toBe(0)
})

test('describes all flags in its help', async () => {
  for (const command of ['serve', 'evm']) {
    const { stdout } = await sudobox(command, '--help')
    for (const flag of [
      '--token <text>',
      'Authorization: Bearer TEXT',
      '--allowed-host <name>',
      '--limit <name=number>',
    ])
      expect(stdout.replace(/\s+/g, ' ')).toContain(flag)
  }
})

test('reports what is wrong with its flags', async () => {
  for (const args of [
    ['--port', 'x'],
    ['--port', 'moon.rpc=1'],
    ['--account', 'alice'],
    ['--record', 'session.txt'],
    ['--limit', 'connections=5'],
    ['--allowed-host', 'a/b', '--free-ports'],
    ['nothing.yaml'],
    ['--host', '256.0.0.1', '--free-ports'],
  ]) {
    const { code, stderr } = await sudobox('serve', ...args)
    expect(code).toBe(2)
    expect(stderr).not.toContain('at ')
  }
})

test.each(['--ui-port', '--query-relayer'])(
  'ends when the port of %s is taken: no other port stays open',
  async (flag) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await spawned('serve', '--free-ports', flag, String(port))
    other.close()
    expect(stderr).toContain(`cannot listen on 127.0.0.1:${port}`)
    expect(code).toBe(2)
  },
)
