import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { executed } from '../../../src/fuzz/model/index.js'
import { executeFrom, PLACEHOLDER, throughPlaceholder } from '../../../src/fuzz/model/via.js'
import { notContracts } from '../../../src/fuzz/dry-run/not-contracts.js'
import { prepareCampaign } from '../../../src/scaffold/campaign/index.js'
import { PLACEHOLDER_WASM, replacements } from '../../../src/scaffold/campaign/placeholder.js'
import { createSandbox } from '../../../src/sandbox/index.js'
import { assemble } from '../../vm/wat.js'

test('the placeholder is what its source says, accepts every message and answers every query', async () => {
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

test('it sends what it is told to, under its own name, and answers what it was instantiated with', async () => {
  const sandbox = createSandbox()
  try {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '10untrn')
    const ok = Buffer.from('"an address"').toString('base64')
    const bytes = new Uint8Array(Buffer.from(PLACEHOLDER_WASM, 'base64'))
    const placeholder = await alice.deploy(bytes, { ok }, { label: PLACEHOLDER })
    expect(placeholder.query({ anything: {} })).toBe('an address')
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
    const action = executeFrom('neutron', throughPlaceholder('alice'), call, group.address)
    await sandbox.perform(action)
    expect(group.query({ total_weight: {} })).toEqual({ weight: 5 })
    expect(executed(action)).toEqual({ ...call, from: 'placeholder/alice' })
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

/** Sends a message to the address that it was instantiated with, whatever it is sent: `{"target_address":"…"}`. */
const FORWARDER = `(module
  (import "env" "db_write" (func $write (param i32 i32)))
  (import "env" "db_read" (func $read (param i32) (result i32)))
  (memory (export "memory") 1)
  (global $heap (mut i32) (i32.const 4096))
  (data (i32.const 16) "\\40\\00\\00\\00\\01\\00\\00\\00\\01\\00\\00\\00")
  (data (i32.const 32) "\\00\\01\\00\\00\\00\\02\\00\\00\\d4\\00\\00\\00")
  (data (i32.const 48) "\\00\\04\\00\\00\\40\\00\\00\\00\\3e\\00\\00\\00")
  (data (i32.const 64) "t")
  (data (i32.const 256) "{\\22ok\\22:{\\22messages\\22:[{\\22id\\22:0,\\22msg\\22:{\\22wasm\\22:{\\22execute\\22:{\\22contract_addr\\22:\\22")
  (data (i32.const 640) "\\22,\\22msg\\22:\\22e30=\\22,\\22funds\\22:[]}}},\\22gas_limit\\22:null,\\22reply_on\\22:\\22never\\22}],\\22attributes\\22:[],\\22events\\22:[]}}")
  (data (i32.const 1024) "{\\22ok\\22:{\\22messages\\22:[],\\22attributes\\22:[],\\22events\\22:[],\\22data\\22:null}}")
  (func (export "interface_version_8"))
  (func (export "deallocate") (param i32))
  (func (export "allocate") (param $size i32) (result i32) (local $region i32)
    (local.set $region (global.get $heap))
    (i32.store (local.get $region) (i32.add (local.get $region) (i32.const 12)))
    (i32.store offset=4 (local.get $region) (local.get $size))
    (global.set $heap (i32.add (i32.add (local.get $region) (local.get $size)) (i32.const 12)))
    (local.get $region))
  (func (export "instantiate") (param i32 i32 i32) (result i32)
    (call $write (i32.const 16) (local.get 2))
    (i32.const 48))
  (func (export "execute") (param i32 i32 i32) (result i32) (local $from i32) (local $to i32)
    (local.set $from (i32.add (i32.load (call $read (i32.const 16))) (i32.const 19)))
    (local.set $to (i32.const 326))
    (loop $address
      (i32.store8 (local.get $to) (i32.load8_u (local.get $from)))
      (local.set $from (i32.add (local.get $from) (i32.const 1)))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br_if $address (i32.ne (i32.load8_u (local.get $from)) (i32.const 34))))
    (local.set $from (i32.const 640))
    (loop $rest
      (i32.store8 (local.get $to) (i32.load8_u (local.get $from)))
      (local.set $from (i32.add (local.get $from) (i32.const 1)))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br_if $rest (i32.lt_u (local.get $from) (i32.const 736))))
    (i32.store (i32.const 40) (i32.sub (local.get $to) (i32.const 256)))
    (i32.const 32))
  (func (export "query") (param i32 i32) (result i32) (i32.const 48)))`

const object = (properties: object): object => ({ type: 'object', properties, required: Object.keys(properties) })

test('an account that a contract sends messages to becomes a placeholder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placeholder-'))
  try {
    writeFileSync(join(folder, 'forwarder.wasm'), assemble(FORWARDER))
    const schema = {
      contract_name: 'forwarder',
      contract_version: '1.0.0',
      idl_version: '1.0.0',
      instantiate: object({ target_address: { type: 'string' } }),
      execute: { oneOf: [object({ poke: object({}) })] },
      query: null,
    }
    writeFileSync(join(folder, 'forwarder.json'), JSON.stringify(schema))
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
    expect(text).toContain('put the real one in its place')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a step tells which addresses a contract took for contracts', async () => {
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
