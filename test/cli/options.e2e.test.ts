// What options do, as a user notices it, that no other test and no guide uses. `npm run users -- --unused` lists options without either.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox, type Contract, type Sandbox } from '../../src/sandbox/index.js'
import { startHostileNode, type HostileNode } from '../fork/hostile-node.js'
import { downloadFrom } from '../replay/download.js'
import { ROOT, sudobox } from './command.js'
import { startEvm, type EvmProcess } from './evm-process.js'
import { startServe } from './serve-process.js'

const artifact = (name: string): string => join(ROOT, 'contracts/artifacts', name)
const scratch = mkdtempSync(join(tmpdir(), 'sudobox-options-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** A file below the scratch folder. */
function written(name: string, content: string | Uint8Array): string {
  const file = join(scratch, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
  return file
}

describe('sudobox evm', () => {
  let evm: EvmProcess | undefined
  afterEach(() => evm?.stop())

  test('--namespace enables those alone; --mining manual leaves transactions in the pool', async () => {
    evm = await startEvm('--namespace', 'eth', '--namespace', 'evm', '--mining', 'manual')
    await expect(evm.ask('net_version')).rejects.toThrow('the method net_version does not exist/is not available')
    const [from, to] = evm.accounts.map(({ address }) => address)
    const hash = await evm.ask('eth_sendTransaction', { from, to, value: '0x1' })
    expect(await evm.ask('eth_getTransactionReceipt', hash)).toBeNull()
    await evm.ask('evm_mine')
    expect(await evm.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', blockNumber: '0x1' })
  })

  test('--mnemonic has other accounts; --ws-port another port; --keep-blocks forgets old blocks', async () => {
    const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
    evm = await startEvm('--mnemonic', words, '--ws-port', '0', '--keep-blocks', '256')
    // The first account of this mnemonic of BIP-39 at m/44'/60'/0'/0/0.
    expect(evm.accounts[0]!.address.toLowerCase()).toBe('0x58a57ed9d8d624cbd12e2c467d34787555bb1b25')
    expect(new URL(evm.wsUrl).port).not.toBe(new URL(evm.url).port)
    await evm.ask('hardhat_mine', '0x800')
    expect(await evm.ask('eth_getBlockByNumber', '0x800', false)).toMatchObject({ number: '0x800' })
    await expect(evm.ask('eth_getBlockByNumber', '0xa', false)).rejects.toThrow('pruned history unavailable')
  })
})

test('sudobox fuzz --findings stops after as many', async () => {
  const own = ['a', 'b', 'c'].map(
    (name) =>
      `{ name: '${name}', check: (sandbox) => sandbox.chains.neutron.query('group', { list_members: {} }).members.length > 0 ? '${name} joined' : undefined }`,
  )
  const setup = [
    { store: { wasm: { path: artifact('cw4_group.wasm') } } },
    { instantiate: { codeId: 1, label: 'group', msg: { admin: '${neutron.alice}', members: [] } } },
  ].map((message) => ({ do: { action: 'tx', from: 'alice', messages: [message] } }))
  const campaign = {
    title: 'members',
    actors: [{ name: 'alice', funds: '1000000untrn' }],
    setup,
    contracts: [{ label: 'group', schema: artifact('schema/cw4_group.json'), terminal: false }],
    length: 4,
  }
  const file = written('three.mjs', `export default { ...${JSON.stringify(campaign)}, own: [${own.join(', ')}] }`)
  for (const findings of [1, 2]) {
    const found = join(scratch, `found-${findings}`)
    const limits = ['--findings', String(findings), '--sequences', '200', '--seed', '3', '--workers', '1']
    const { code } = await sudobox('fuzz', file, '--trust', '--found', found, ...limits)
    expect(code).toBe(1)
    expect(readdirSync(found).filter((name) => name.endsWith('.json'))).toHaveLength(findings)
  }
})

test('sudobox gas reads a contract outside of the working directory with --trust alone', async () => {
  const outside = artifact('callback_lab.wasm')
  written('inner/lab.wasm', readFileSync(outside))
  written('other.wasm', readFileSync(outside))
  const fixture = written(
    'inner/fixture.yaml',
    `sudobox: 1
title: outside
steps:
  - do: { action: account, name: alice, funds: 1000000untrn }
  - do: { action: tx, from: alice, messages: [{ store: { wasm: { path: lab.wasm } } }] }
  - do: { action: tx, from: alice, messages: [{ store: { wasm: { path: ../other.wasm } } }] }
  - do: { action: tx, from: alice, messages: [{ instantiate: { codeId: 1, label: lab, msg: {} } }] }
`,
  )
  const gas = (...flags: readonly string[]) =>
    sudobox('gas', outside, outside, '--script', fixture, '--contract', 'lab.wasm', ...flags)
  expect((await gas()).stderr).toContain('--trust')
  expect((await gas('--trust')).stdout).toContain('0 functions differ')
})

test('sudobox schema --name names the contract', async () => {
  const { stdout } = await sudobox('schema', 'infer', artifact('cw20_base.wasm'), '--name', 'my-token')
  expect(JSON.parse(stdout)).toMatchObject({ contract_name: 'my-token' })
})

test('sudobox vm --compact prints one line', async () => {
  const script = 'fixtures/vm/native/scripts/traps.json'
  const [long, short] = [await sudobox('vm', script), await sudobox('vm', script, '--compact')]
  expect(short.stdout.split('\n')).toHaveLength(2)
  expect(long.stdout.split('\n').length).toBeGreaterThan(10)
  expect(JSON.parse(short.stdout)).toEqual(JSON.parse(long.stdout))
})

describe('on a served chain', () => {
  let sandbox: Sandbox
  let labs: readonly Contract[]
  let node: readonly string[]
  beforeAll(async () => {
    sandbox = createSandbox({ chains: { neutron: { chainId: 'neutron-1' } } })
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '100000000untrn')
    labs = [
      await alice.deploy(artifact('callback_lab.wasm'), {}, { label: 'first' }),
      await alice.deploy(artifact('callback_lab.wasm'), {}, { label: 'second' }),
    ]
    neutron.setParams('contractmanager', { sudo_call_gas_limit: '1000' })
    const timeout = { timeout: { request: { sequence: 7, source_port: 'transfer', source_channel: 'channel-0' } } }
    for (const lab of labs) await neutron.callback(lab, timeout)
    node = ['--node', (await sandbox.serve()).urls.neutron!.rpc.replace('http:', 'tcp:')]
  })
  afterAll(() => sandbox.close())

  test('sudobox query --connection_id selects queries', async () => {
    const register = { connection_id: 'connection-0', update_period: 10, keys: [{ path: 'bank', key: 'AA==' }] }
    await sandbox.chains.neutron
      .account('alice')
      .execute(labs[0]!, { register_kv_query: register }, { funds: '50000000untrn' })
    const ask = async (connection: string) => {
      const words = ['registered-queries', '--connection_id', connection, '--output', 'json']
      const { stdout } = await sudobox('query', 'interchainqueries', ...words, ...node)
      return (JSON.parse(stdout) as { registered_queries: readonly object[] }).registered_queries
    }
    expect(await ask('connection-0')).toMatchObject([{ connection_id: 'connection-0' }])
    expect(await ask('connection-9')).toEqual([])
  })

  test('sudobox tx --gas is the limit, and --note the memo', async () => {
    const key = Buffer.from(sandbox.chains.neutron.host.keyOf('alice').privateKey).toString('hex')
    const keyring = written('keyring.json', JSON.stringify({ accounts: [{ name: 'alice', privateKey: key }] }))
    const signed = ['--from', 'alice', '--keyring-file', keyring, '--gas', '123456', '--note', 'for the books']
    const result = written('result.json', '{"kv_results":[],"height":"1","revision":"0"}')
    const submission = ['tx', 'interchainqueries', 'submit-query-result', '4', result, ...signed, ...node]
    expect((await sudobox(...submission)).stdout).toContain('gas_wanted: "123456"')
    const removal = ['tx', 'interchainqueries', 'remove-interchain-query', '4', ...signed, '--output', 'json', ...node]
    const sent = JSON.parse((await sudobox(...removal)).stdout) as { txhash: string; gas_wanted: string }
    expect(sent.gas_wanted).toBe('123456')
    const { rest } = (await sandbox.serve()).urls.neutron!
    const { tx } = (await (await fetch(`${rest}/cosmos/tx/v1beta1/txs/${sent.txhash}`)).json()) as {
      tx: { body: { memo: string } }
    }
    expect(tx.body.memo).toBe('for the books')
  })

  test('sudobox reproduce --address selects one of several contracts', async () => {
    const download = await downloadFrom(sandbox)
    await download.get('/neutron/contractmanager/failures', 'failures.json')
    await download.contract(labs[1]!.address, sandbox.chains.neutron.height - 1n)
    writeFileSync(join(download.folder, 'lab.wasm'), readFileSync(artifact('callback_lab.wasm')))
    const reproduce = (...flags: readonly string[]) => sudobox('reproduce', download.folder, '--id', '0', ...flags)
    const both = await reproduce()
    expect(both.stderr).toContain('there are several failures: select one')
    expect(both.stderr).toContain(labs[0]!.address)
    const one = await reproduce('--address', labs[1]!.address)
    expect(one.stderr).toBe('')
    expect(one.stdout).toContain(labs[1]!.address)
    expect(one.stdout).not.toContain(labs[0]!.address)
  })
})

describe('sudobox serve --fork', () => {
  let node: HostileNode
  beforeAll(async () => {
    node = await startHostileNode()
    await node.falsify({
      answer: ({ call, answer, tools }) =>
        call.params['data']?.startsWith('02') &&
        tools.withProof(answer, ({ exist }) => ({ exist: { ...exist, value: Buffer.from('77') } })),
    })
  })
  afterAll(() => node.close())

  /** The balance of alice and the height, as a network reports them that continues the node's chain. */
  async function forked(...flags: readonly string[]) {
    const fork = ['--chains', 'osmo=wasmd', '--fork', `osmo=${node.url}`, '--fork-height', `osmo=${node.height}`]
    const cache = mkdtempSync(join(scratch, 'cache-'))
    const network = await startServe(...fork, '--fork-cache', cache, ...flags)
    try {
      const { rest } = network.told.urls.osmo!
      const response = await fetch(`${rest}/cosmos/bank/v1beta1/balances/${node.alice}/by_denom?denom=stake`)
      return {
        height: response.headers.get('grpc-metadata-x-cosmos-block-height'),
        answer: await response.text(),
      }
    } finally {
      await network.kill()
    }
  }

  test('--fork-height names the block, and --fork-verify refuses values that are not in it', async () => {
    expect(await forked()).toEqual({
      height: String(node.height),
      answer: '{"balance":{"denom":"stake","amount":"77"}}',
    })
    expect((await forked('--fork-verify')).answer).toContain('has not committed to')
  })
})
