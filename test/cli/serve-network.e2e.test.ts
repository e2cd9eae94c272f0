import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toBech32 } from '@cosmjs/encoding'
import { FaucetClient } from '@cosmjs/faucet-client'
import { SigningStargateClient } from '@cosmjs/stargate'
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing'
import { afterEach, expect, test } from 'vitest'
import { sudobox } from './command.js'
import { startServe, type ServeProcess, type ToldAccount } from './serve-process.js'

const folder = () => mkdtempSync(join(tmpdir(), 'sudobox-network-'))

let running: ServeProcess | undefined
afterEach(() => running?.kill())

const serve = async (...args: readonly string[]) => (running = await startServe(...args))

test('creates the accounts that cosmjs derives from a mnemonic, and writes chain files for wallets', async () => {
  const at = folder()
  const file = join(at, 'net.yaml')
  mkdirSync(join(at, 'fixtures'))
  writeFileSync(join(at, 'fixtures/empty.yaml'), 'sudobox: 1\ntitle: nothing yet\n')
  writeFileSync(
    file,
    [
      'fixture: fixtures/empty.yaml',
      'accounts: 2',
      'coins: { hub: 7uatom }',
      'chain-id: { neutron: test-1, hub: test-2 }',
      'registry: registry',
      'relay: manual',
      'account: [hub.bob=5uatom]',
    ].join('\n'),
  )
  const { told } = await serve('--config', file, '--trust', '--chain-id', 'hub=mine-3', '--chain-id', 'neutron=mine-2')
  const [{ mnemonic, accounts }] = told.mnemonics
  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix: 'neutron' })
  const [first] = await wallet.getAccounts()
  expect(accounts.map(({ address }) => address)).toContain(first!.address)
  const client = await SigningStargateClient.connectWithSigner(told.urls.neutron.rpc, wallet, {
    broadcastPollIntervalMs: 20,
  })
  expect(await client.getChainId()).toBe('mine-2')
  const sent = await client.sendTokens(first!.address, accounts[1]!.address, [{ denom: 'untrn', amount: '5' }], {
    amount: [],
    gas: '200000',
  })
  expect(sent.code).toBe(0)
  expect(await client.getBalance(accounts[1]!.address, 'untrn')).toEqual({ denom: 'untrn', amount: '1000000000005' })
  client.disconnect()
  const hub = await SigningStargateClient.connect(told.urls.hub.rpc)
  expect(await hub.getChainId()).toBe('mine-3')
  expect(await hub.getBalance(accounts[1]!.addresses.hub!, 'uatom')).toEqual({ denom: 'uatom', amount: '7' })
  expect(await hub.getBalance(told.accounts[0]!.address, 'uatom')).toEqual({ denom: 'uatom', amount: '5' })
  hub.disconnect()
  expect(told.channels).toContainEqual({
    chain: 'neutron',
    port: 'transfer',
    channel: 'channel-0',
    connection: 'connection-0',
    counterparty: { chain: 'hub', port: 'transfer', channel: 'channel-0' },
  })
  const registry = (name: string): unknown =>
    JSON.parse(readFileSync(join(at, 'registry/sandboxneutron', name), 'utf8')) as unknown
  expect(registry('chain.json')).toMatchObject({
    chain_type: 'cosmos',
    chain_id: 'mine-2',
    bech32_prefix: 'neutron',
    apis: { rpc: [{ address: told.urls.neutron.rpc }] },
  })
  expect(registry('assetlist.json')).toMatchObject({ assets: [{ base: 'untrn', display: 'ntrn', symbol: 'NTRN' }] })
  expect(registry('keplr.json')).toMatchObject({ rest: told.urls.neutron.rest, bip44: { coinType: 118 } })
  expect(await running!.interrupt()).toBe(0)
})

test('serves any number of chains, and coins travel over their links', async () => {
  const at = folder()
  const file = join(at, 'net.yaml')
  writeFileSync(
    file,
    [
      'chains: { neutron: {}, hub: {}, osmo: { kind: hub, prefix: osmo, denom: uosmo } }',
      'links: [[neutron, hub], [hub, osmo]]',
      'accounts: 1',
      'relay: auto',
      'faucet: true',
      'coins: { osmo: 9uosmo }',
    ].join('\n'),
  )
  const { told } = await serve('--config', file, '--registry', at, '--state', join(at, 'state.yaml'))
  const { hub, osmo } = told.urls
  expect(told.channels.filter(({ chain }) => chain === 'hub').map(({ counterparty }) => counterparty.chain)).toEqual([
    'neutron',
    'osmo',
  ])
  const [{ mnemonic, accounts }] = told.mnemonics
  const [{ addresses }] = accounts as [ToldAccount]
  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix: 'cosmos' })
  const client = await SigningStargateClient.connectWithSigner(hub.rpc, wallet, { broadcastPollIntervalMs: 20 })
  const sent = await client.sendIbcTokens(
    addresses['hub']!,
    addresses['osmo']!,
    { denom: 'uatom', amount: '5' },
    'transfer',
    'channel-1',
    undefined,
    2_000_000_000,
    { amount: [], gas: '300000' },
  )
  expect(sent.code).toBe(0)
  client.disconnect()
  const there = await SigningStargateClient.connect(osmo!.rpc)
  expect(await there.getChainId()).toBe('osmo-sandbox-1')
  expect(await there.getAllBalances(addresses['osmo']!)).toEqual([
    { denom: expect.stringMatching(/^ibc\//) as unknown, amount: '5' },
    { denom: 'uosmo', amount: '9' },
  ])
  there.disconnect()
  await new FaucetClient(osmo!.faucet).credit(toBech32('osmo', new Uint8Array(20).fill(7)), 'uosmo')
  expect(JSON.parse(readFileSync(join(at, 'sandboxosmo/chain.json'), 'utf8'))).toMatchObject({ bech32_prefix: 'osmo' })
  expect(await running!.interrupt()).toBe(0)

  const again = await serve('--state', join(at, 'state.yaml'))
  const kept = await SigningStargateClient.connect(again.told.urls.osmo!.rpc)
  expect((await kept.getBalance(addresses['osmo']!, 'uosmo')).amount).toBe('9')
  kept.disconnect()
  expect(await running!.interrupt()).toBe(0)
  const { code, stderr } = await sudobox('serve', '--state', join(at, 'state.yaml'), '--chains', 'juno=hub')
  expect(stderr).toMatch(/--chains juno: .*state\.yaml has no such chain, only neutron, hub, osmo/)
  expect(code).toBe(2)
})

test('is a faucet for the client of cosmjs, with its texts and limits', async () => {
  const { told } = await serve('--unlinked', '--faucet', '--faucet-coins', 'hub=3uatom,4uusd')
  const { faucet, rpc } = told.urls.hub
  expect(told.channels).toEqual([])
  const client = new FaucetClient(faucet)
  const [a, b] = ['cosmos1qy352eufqy352eufqy352eufqy35qqqqqxcc5n', toBech32('cosmos', new Uint8Array(20).fill(7))]
  await client.credit(b, 'uatom')
  await expect(client.credit(b, 'uusd')).rejects.toThrow(/Please wait 86400 seconds/)
  await expect(client.credit(a, 'uusd')).rejects.toThrow(/Address is not in the expected format for this chain\./)
  await expect(client.credit(toBech32('neutron', new Uint8Array(20)), 'uusd')).rejects.toThrow(/expected format/)
  await expect(client.credit(toBech32('cosmos', new Uint8Array(20)), 'untrn')).rejects.toThrow(
    /Token is not available\. Available tokens are: uatom,uusd/,
  )
  const chain = await SigningStargateClient.connect(rpc)
  expect(await chain.getAllBalances(b)).toEqual([{ denom: 'uatom', amount: '3' }])
  chain.disconnect()
  expect(await (await fetch(`${faucet}/status`)).json()).toMatchObject({
    status: 'ok',
    nodeUrl: rpc,
    chainId: 'hub-sandbox-1',
    chainTokens: ['uatom', 'uusd'],
    availableTokens: ['uatom', 'uusd'],
    holder: { address: expect.stringMatching(/^cosmos1/) as unknown, balance: expect.any(Array) as unknown },
    distributors: [],
  })
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${faucet}${path}`, init)
    return [response.status, await response.text()]
  }
  const post = (body: string, type = 'application/json') =>
    ask('/credit', { method: 'POST', body, headers: { 'content-type': type } })
  expect(await ask('/')).toEqual([200, expect.stringMatching(/^Welcome to the faucet!\n/)])
  expect(await ask('/nowhere')).toEqual([404, 'Not Found'])
  expect(await ask('/credit')).toEqual([405, 'This endpoint requires a POST request'])
  expect(await post('{}', 'text/plain')).toEqual([415, 'Content-type application/json expected'])
  expect(await post('[]')).toEqual([400, 'Request body must be a dictionary.'])
  expect(await post('{"ticker":"X"}')).toEqual([
    400,
    "The 'ticker' field was removed in CosmJS 0.23. Please use 'denom' instead.",
  ])
  expect(await post('{}')).toEqual([400, "Property 'address' must be a string."])
  expect(await post('{"address":"x","denom":""}')).toEqual([400, "Property 'denom' must not be empty."])
  expect((await post('{'))[0]).toBe(400)
  expect(await running!.interrupt()).toBe(0)
})

test.each([
  ['a member that is no option', 'relays: auto', /#\/relays: there is no option "relays"\n {2}options: .*relay, /],
  ['a value that an option does not take', 'relay: sometimes', /#\/relay: Allowed choices are auto, manual/],
  [
    'a chain that is not there',
    'chain-id: { moon: m-1 }',
    /#\/chain-id\/moon: there is no chain moon\n {2}chains: neutron, hub/,
  ],
  [
    'a kind that does not exist',
    'chains: { osmo: { kind: moon } }',
    /#\/chains\/osmo\/kind: There is no kind moon\. Kinds: neutron, hub/,
  ],
  ['a link to nowhere', 'links: [[neutron, moon]]', /#\/links: there is no chain moon/],
  ['a text where a switch belongs', 'free-ports: yes please', /#\/free-ports: expected true or false/],
  ['an option of the command line', 'trust: true', /#\/trust: --trust can only be set on the command line/],
  ['a file elsewhere', 'fixture: ../../etc', /#\/fixture: "\.\.\/\.\.\/etc" lies outside/],
  ['broken YAML', 'relay: [', /line 1, column 9/],
  ['a list', '[relay]', /expected options as keys/],
])('a configuration with %s is refused with its place', async (_, text, message) => {
  const file = join(folder(), 'sudobox.yaml')
  writeFileSync(file, text)
  const { code, stderr } = await sudobox('serve', '--config', file)
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})

test.each([
  [['--mnemonic', 'test test test'], /mnemonic 1 of 1 is not a BIP-39 mnemonic/],
  [['--chain-id', 'mine-1'], /Must be CHAIN=VALUE, e\.g\. neutron=my-chain-1/],
  [['--genesis', 'hub=nothing.json'], /no such file/],
  [['--genesis', 'hub=package.json'], /package\.json is not a genesis/],
  [['--plugin', 'neutron=nothing.mjs'], /cannot load the plug-in nothing\.mjs: no such file\n {2}looked for: /],
  [['--plugin', 'neutron=knip.jsonc'], /cannot load the plug-in/],
  [['--accounts', '0'], /from 1 to 999/],
  [['--coins', 'neutron=five', '--accounts', '1'], /invalid coin expression/],
  [['--port', 'moon.rpc=1'], /--port: there is no chain moon/],
  [['--plugin', 'moon=plugin.mjs'], /--plugin: there is no chain moon/],
  [['--chains', 'neutron,osmo'], /osmo has no kind\n {2}right: --chains neutron,osmo=hub/],
  [['--chains', 'osmo='], /Must be names and kinds of chains/],
  [['--links', 'hub'], /Must be pairs of chains/],
  [['--links', 'hub:neutron', '--unlinked'], /exclude each other/],
  [['--account', 'moon.alice=5untrn'], /NAME=COINS or CHAIN\.NAME=COINS/],
  [['--faucet-cooldown', 'soon'], /whole number of seconds/],
  [['--relay', 'never'], /Allowed choices are auto, manual/],
])('%j is refused with what would be right', async (args, message) => {
  const { code, stderr } = await sudobox('serve', '--free-ports', ...args)
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})
