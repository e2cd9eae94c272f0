import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { executed } from '../../../src/fuzz/model/index.js'
import { executeFrom, PLACEHOLDER, through } from '../../../src/fuzz/model/via.js'
import { notContracts } from '../../../src/fuzz/dry-run/not-contracts.js'
import { prepareCampaign } from '../../../src/scaffold/campaign/index.js'
import { PLACEHOLDER_WASM, replacements } from '../../../src/scaffold/campaign/placeholder.js'
import { createSandbox } from '../../../src/sandbox/index.js'
import { assemble } from '../../vm/wat.js'
import { writeForwarder } from './forwarder.js'

test('the placeholder is built from its source, accepts every message and answers every query', async () => {
  const bytes = Buffer.from(PLACEHOLDER_WASM, 'base64')
  // Names of functions, for debugging, follow the code.
  const assembled = assemble(readFileSync('src/scaffold/campaign/placeholder.wat', 'utf8'))
  expect(Buffer.from(assembled.subarray(0, bytes.length)).toString('base64')).toBe(PLACEHOLDER_WASM)
  const sandbox = createSandbox()
  try {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '10untrn')
    const contract = await alice.deploy(new Uint8Array(bytes), { any: 'thing' })
    const long = { update_proposal_status: { id: 7, note: 'x'.repeat(70_000) } }
    expect((await alice.execute(contract, long, { funds: '3untrn' })).code).toBe(0)
    expect(contract.query({ config: {} })).toEqual({})
  } finally {
    await sandbox.close()
  }
})

test('it sends what it is told to, under its own name', async () => {
  const sandbox = createSandbox()
  try {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '10untrn')
    const bytes = new Uint8Array(Buffer.from(PLACEHOLDER_WASM, 'base64'))
    const placeholder = await alice.deploy(bytes, {}, { label: PLACEHOLDER, admin: 'alice' })
    const group = await alice.deploy(
      'contracts/artifacts/cw4_group.wasm',
      { admin: placeholder.address, members: [] },
      { label: 'group' },
    )
    const msg = { update_members: { add: [{ addr: alice.address, weight: 5 }], remove: [] } }
    const call = { contract: 'group', msg, funds: '' }
    await expect(sandbox.perform(executeFrom('neutron', 'alice', call, group.address))).rejects.toThrow(
      'execute wasm contract failed',
    )
    const action = executeFrom('neutron', through(PLACEHOLDER, 'alice'), call, group.address)
    await sandbox.perform(action)
    expect(group.query({ total_weight: {} })).toEqual({ weight: 5 })
    expect(executed(action)).toEqual({ ...call, from: 'placeholder/alice' })
  } finally {
    await sandbox.close()
  }
})

const base64 = (text: string): string => Buffer.from(text).toString('base64')

test('it responds to each kind of query as it was instantiated or migrated', async () => {
  const sandbox = createSandbox()
  try {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '10untrn')
    const answers = {
      'say "round"': { round: 5, note: 'a } in \\ and "round": 7' },
      nested: [[1], { round: 6 }],
      round: { round_id: 1, list: ['a', 'ab', 'abc', 'abcd'], none: null },
      owner: base64('"an address"'),
      count: 12,
      broken: base64('{"round_id":1\u0001'),
      empty: {},
    }
    const bytes = new Uint8Array(Buffer.from(PLACEHOLDER_WASM, 'base64'))
    const contract = await alice.deploy(bytes, answers, { admin: alice.address })
    const { owner: _, broken: __, ...plain } = answers
    for (const [kind, answer] of Object.entries(plain))
      expect(contract.query({ [kind]: { of: 'any' } }), kind).toEqual(answer)
    expect(contract.query('round')).toEqual(answers.round)
    expect(contract.query({ owner: {} })).toBe('an address')
    expect(contract.query({ broken: {} })).not.toEqual({})
    for (const other of [{ roun: {} }, { rounds: {} }, {}, 'other', 7]) expect(contract.query(other)).toEqual({})
    await alice.migrate(contract, 1n, { round: { round_id: 2 } })
    expect(contract.query({ round: {} })).toEqual({ round_id: 2 })
  } finally {
    await sandbox.close()
  }
})

test('it takes the place of one field at a time', () => {
  const instantiate = { owner: '${neutron.alice}', config: { assembly: '${neutron.alice}', to: '${neutron.bob}' } }
  expect(replacements(instantiate, 'alice')).toEqual([
    { field: 'owner', instantiate: { ...instantiate, owner: '${neutron.placeholder}' } },
    {
      field: 'config/assembly',
      instantiate: { ...instantiate, config: { assembly: '${neutron.placeholder}', to: '${neutron.bob}' } },
    },
  ])
})

test('an account that a contract sends messages to becomes a placeholder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placeholder-'))
  try {
    writeForwarder(folder)
    const said: string[] = []
    const { file, runs } = await prepareCampaign({
      wasms: [join(folder, 'forwarder.wasm')],
      out: join(folder, 'campaign.yaml'),
      onStep: (text) => said.push(text),
    })
    expect(runs[0]!.accepted.map(({ variant }) => variant)).toEqual(['poke'])
    expect(said.join('\n')).toContain('forwarder sends messages to "target_address"')
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('target_address: ${neutron.placeholder}')
    expect(text).toContain('replace it with the real contract')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a step reports which addresses a contract used as contracts', async () => {
  const sandbox = createSandbox()
  try {
    const { neutron } = sandbox.chains
    const [alice, bob] = [neutron.account('alice', '10untrn'), neutron.account('bob')]
    const group = await alice.deploy('contracts/artifacts/cw4_group.wasm', { admin: alice.address, members: [] })
    await alice.execute(group, { add_hook: { addr: bob.address } })
    const msg = { update_members: { add: [{ addr: alice.address, weight: 1 }], remove: [] } }
    const failed = await alice.execute(group, msg).catch((error: unknown) => error as Error)
    const step = { results: [], error: failed } as unknown as Parameters<typeof notContracts>[0]
    expect(notContracts({ ...step, action: { action: 'block', chain: 'neutron', count: 1 } as never })).toEqual([
      bob.address,
    ])
    // Who names an address to a contract has only himself to blame.
    const said = { action: 'tx', from: 'alice', messages: [{ send: { to: bob.address, amount: '1untrn' } }] }
    expect(notContracts({ ...step, action: said as never })).toEqual([])
  } finally {
    await sandbox.close()
  }
})
