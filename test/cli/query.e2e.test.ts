import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox, type Contract, type Sandbox } from '../../src/sandbox/index.js'
import { fileOf, spawned, sudobox } from './command.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const timeout = { timeout: { request: { sequence: 7, source_port: 'transfer', source_channel: 'channel-0' } } }

let sandbox: Sandbox
let lab: Contract
let node: string

/** Two failures of a contract, the second by its own error. */
beforeAll(async () => {
  sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '100000000untrn')
  lab = await alice.deploy(LAB, {})
  neutron.setParams('contractmanager', { sudo_call_gas_limit: '1000' })
  await neutron.callback(lab, timeout)
  await neutron.callback(lab, timeout)
  node = (await sandbox.serve()).urls.neutron!.rpc.replace('http:', 'tcp:')
})
afterAll(() => sandbox.close())

const query = (...args: readonly string[]) => sudobox('query', ...args, '--node', node)

describe('contractmanager', () => {
  test('params, in YAML as the command of a node prints it, and in JSON', async () => {
    expect(await spawned('query', 'contractmanager', 'params', '--node', node)).toEqual({
      code: 0,
      stdout: 'params:\n  sudo_call_gas_limit: "1000"\n',
      stderr: '',
    })
    const { stdout } = await query('contractmanager', 'params', '--output', 'json')
    expect(stdout).toBe('{"params":{"sudo_call_gas_limit":"1000"}}\n')
  })

  test('failures of all contracts and of one, in pages', async () => {
    const { stdout } = await query('contractmanager', 'failures', lab.address, '--limit', '1', '--count-total')
    const [failure] = sandbox.chains.neutron.failures(lab)
    expect(stdout).toBe(
      [
        'failures:',
        `- address: ${lab.address}`,
        `  error: 'codespace: contractmanager, code: 1103'`,
        '  id: "0"',
        `  sudo_payload: ${Buffer.from(failure!.sudoPayload).toString('base64')}`,
        'pagination:',
        `  next_key: ${/next_key: (.*)/.exec(stdout)![1]}`,
        '  total: "2"',
        '',
      ].join('\n'),
    )
    const key = /next_key: (.*)/.exec(stdout)![1]!
    const next = await query('contractmanager', 'failures', lab.address, '--page-key', key, '-o', 'json')
    expect(JSON.parse(next.stdout)).toMatchObject({ failures: [{ id: '1' }], pagination: { next_key: null } })
    const second = await query('contractmanager', 'failures', '--page', '2', '--limit', '1', '-o', 'json')
    expect(JSON.parse(second.stdout)).toMatchObject({ failures: [{ id: '1' }] })
    const reverse = await query('contractmanager', 'failures', '--reverse', '--limit', '1', '-o', 'json')
    expect(JSON.parse(reverse.stdout)).toMatchObject({ failures: [{ id: '1' }] })
  })

  test('contradictory flags are refused with a reason', async () => {
    expect(await query('contractmanager', 'failures', '--page', '2', '--offset', '1')).toMatchObject({
      code: 2,
      stderr: 'error page and offset cannot be used together\n',
    })
    expect(await query('contractmanager', 'failures', '--page-key', '!')).toMatchObject({ code: 2 })
    expect((await query('contractmanager', 'failures', '--limit', '-1')).stderr).toContain('64-bit whole number')
    expect((await query('contractmanager', 'failures', 'neutron1x')).stderr).toContain('failed to parse address')
  })

  test('failure-details prints the full error as plain text', async () => {
    const [failure] = sandbox.chains.neutron.failures(lab)
    expect(failure!.details).toContain('went beyond the gas limit')
    expect(await query('contractmanager', 'failure-details', lab.address, '0')).toEqual({
      code: 0,
      stdout: `${failure!.details}\n`,
      stderr: '',
    })
    const none = await query('contractmanager', 'failure-details', lab.address, '9')
    expect(none).toMatchObject({ code: 2, stdout: '' })
    expect(none.stderr).toContain('no failure found for contractAddress')
  })

  test('where ids were used again, failure-details shows the latest failure with the id', async () => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice')
    neutron.setParams('contractmanager', { sudo_call_gas_limit: '1000000' })
    const other = await alice.deploy(LAB, { on_timeout: 'error' })
    await neutron.callback(other, timeout)
    const first = await query('contractmanager', 'failure-details', other.address, '0')
    await alice.execute(other, { configure: { callback: 'timeout', behaviour: 'succeed' } })
    await alice.execute(other, { resubmit: { failure_id: 0 } })
    await alice.execute(other, { configure: { callback: 'timeout', behaviour: 'panic' } })
    await neutron.callback(other, timeout)
    const second = await query('contractmanager', 'failure-details', other.address, '0')
    expect([first.code, second.code]).toEqual([0, 0])
    expect(first.stdout).toContain('told to fail')
    expect(second.stdout).not.toContain('told to fail')
    const then = await query(
      'contractmanager',
      'failure-details',
      other.address,
      '0',
      '--height',
      String(neutron.height - 4n),
    )
    expect(then.stdout).toBe(first.stdout)
  })

  test('failure-details of a node that does not index, or no longer has the block', async () => {
    for (const options of [{ txIndex: false }, { keepBlocks: 1 }]) {
      const blind = createSandbox({ chains: { neutron: options } })
      const { neutron } = blind.chains
      const contract = await neutron.account('alice', '100000000untrn').deploy(LAB, {})
      neutron.setParams('contractmanager', { sudo_call_gas_limit: '1000' })
      await neutron.callback(contract, timeout)
      neutron.nextBlock(3)
      const { rpc } = (await blind.serve()).urls.neutron!
      const { code, stderr } = await sudobox(
        'query',
        'contractmanager',
        'failure-details',
        contract.address,
        '0',
        '--node',
        rpc,
      )
      expect([code, stderr]).toEqual([2, 'error detailed failure error message not found in node events\n'])
      await blind.close()
    }
  })

  test('a fixture is queried in place of a server', async () => {
    const { stdout } = await sudobox(
      'query',
      'contractmanager',
      'failures',
      '-o',
      'json',
      '--fixture',
      'fixtures/scenarios/first-light.yaml',
    )
    expect(JSON.parse(stdout)).toMatchObject({ failures: expect.any(Array) as unknown, pagination: { total: '0' } })
    const wrong = await sudobox(
      'query',
      'contractmanager',
      'params',
      '--fixture',
      'fixtures/scenarios/first-light.yaml',
      '--chain',
      'mars',
    )
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('chains: neutron, hub') as unknown })
  })

  test('an unreachable server and a missing height are reported', async () => {
    const { code, stderr } = await sudobox('query', 'contractmanager', 'params', '--node', 'tcp://127.0.0.1:1')
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      expect.stringContaining('tcp://127.0.0.1:1 does not respond as a node does'),
    ])
    expect((await query('contractmanager', 'params', '--height', '100000')).code).toBe(2)
    expect((await query('contractmanager', 'params', '--height', '1', '-o', 'json')).stdout).toContain('1000000')
  })
})

describe('interchainqueries', () => {
  test('each query', async () => {
    expect((await query('interchainqueries', 'params')).stdout).toContain('query_submit_timeout: "')
    expect((await query('interchainqueries', 'registered-queries', '--owners', lab.address)).stdout).toContain(
      'registered_queries: []',
    )
    expect((await query('interchainqueries', 'registered-query', '4')).stderr).toContain('invalid query id')
    expect((await query('interchainqueries', 'query-result', '4')).code).toBe(2)
    expect((await query('interchainqueries', 'query-last-remote-height', 'connection-0')).stdout).toMatch(
      /^height: "\d+"\nrevision: "0"\n$/,
    )
  })

  test('a result and a removal are signed with a key of the keyring', async () => {
    const { neutron } = sandbox.chains
    const key = Buffer.from(neutron.host.keyOf('alice').privateKey).toString('hex')
    const keyring = fileOf(JSON.stringify({ accounts: [{ name: 'alice', privateKey: key }] }), 'keyring.json')
    const signed = ['--node', node, '--from', 'alice', '--keyring-file', keyring, '-o', 'json'] as const
    const removal = await sudobox('tx', 'interchainqueries', 'remove', '4', ...signed)
    expect(JSON.parse(removal.stdout)).toMatchObject({
      code: 1100,
      codespace: 'interchainqueries',
      gas_wanted: '200000',
      raw_log: expect.stringContaining('invalid query id') as unknown,
    })
    expect(removal.code).toBe(1)
    const result = fileOf('{"kv_results":[],"height":"1","revision":"0"}', 'result.json')
    const submission = await sudobox('tx', 'interchainqueries', 'submit', '4', result, ...signed, '--fees', '1000untrn')
    expect(JSON.parse(submission.stdout)).toMatchObject({ codespace: 'interchainqueries', gas_wanted: '10000000' })
    writeFileSync(result, '{"nothing": 1}')
    const wrong = await sudobox('tx', 'interchainqueries', 'submit', '4', result, ...signed)
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('does not contain a query result')])
    const stranger = await sudobox(
      'tx',
      'interchainqueries',
      'remove',
      '4',
      ...signed.map((word) => word.replace('alice', 'eve')),
    )
    expect(stranger.stderr).toContain('it has keys for: alice')
  })
})

test.each([
  ['query'],
  ['query', 'contractmanager'],
  ['query', 'contractmanager', 'nope'],
  ['query', 'contractmanager', 'failures', 'a', 'b'],
  ['query', 'interchainqueries', 'registered-query'],
  ['tx', 'interchainqueries'],
  ['tx', 'interchainqueries', 'nope'],
])('%s %s %s is wrong usage: exit code 2 and the way to the help', async (...args) => {
  const { code, stdout, stderr } = await sudobox(...args.filter(Boolean))
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^Usage: sudobox |^error: .*\n\(see --help\)\n$/)
})
