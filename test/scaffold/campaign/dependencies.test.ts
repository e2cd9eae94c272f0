import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readCampaign } from '../../../src/fuzz/campaign-file.js'
import { startCampaign } from '../../../src/fuzz/setup.js'
import type { Json } from '../../../src/sandbox/index.js'
import { withDependencies } from '../../../src/scaffold/campaign/dependencies.js'
import { prepareCampaign } from '../../../src/scaffold/campaign/index.js'
import { writeContract, writeForwarder } from './forwarder.js'

const subject = (label: string, instantiate: Json) => ({
  label,
  wasm: `${label}.wasm`,
  schema: `${label}.json`,
  instantiate,
  channel: undefined,
})

test('a contract takes the place of the placeholder, and is deployed before the one that names it', () => {
  const sender = subject('sender', { owner: '${neutron.alice}', next: '${neutron.placeholder}' })
  const receiver = subject('receiver', { name: 'alice' })
  expect(withDependencies([sender, receiver])).toEqual([
    {
      field: 'next',
      label: 'sender',
      dependency: 'receiver',
      subjects: [receiver, { ...sender, instantiate: { owner: '${neutron.alice}', next: '${neutron.receiver}' } }],
    },
  ])
})

test('contracts never depend on each other, nor on themselves', () => {
  const first = subject('first', { next: '${neutron.second}', hook: '${neutron.placeholder}' })
  const second = subject('second', { next: '${neutron.placeholder}' })
  const third = subject('third', {})
  const pairs = (...subjects: readonly ReturnType<typeof subject>[]) =>
    withDependencies(subjects).map(({ label, dependency }) => `${label} ${dependency}`)
  expect(pairs(second, first, third)).toEqual(['second third', 'first second', 'first third'])
  expect(pairs(second)).toEqual([])
})

/** Runs much code for `{}`, which is none of its messages, and little for others. */
const RECEIVER = `(module
  (memory (export "memory") 1)
  (global $heap (mut i32) (i32.const 4096))
  (data (i32.const 48) "\\00\\04\\00\\00\\40\\00\\00\\00\\3e\\00\\00\\00")
  (data (i32.const 1024) "{\\22ok\\22:{\\22messages\\22:[],\\22attributes\\22:[],\\22events\\22:[],\\22data\\22:null}}")
  (func (export "interface_version_8"))
  (func (export "deallocate") (param i32))
  (func (export "allocate") (param $size i32) (result i32) (local $region i32)
    (local.set $region (global.get $heap))
    (i32.store (local.get $region) (i32.add (local.get $region) (i32.const 12)))
    (i32.store offset=4 (local.get $region) (local.get $size))
    (global.set $heap (i32.add (i32.add (local.get $region) (local.get $size)) (i32.const 12)))
    (local.get $region))
  (func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 48))
  (func (export "execute") (param i32 i32 i32) (result i32)
    (if (i32.eq (i32.load offset=8 (local.get 2)) (i32.const 2))
      (then ${'(if (local.get 2) (then (drop (i32.const 0))))'.repeat(25)}))
    (i32.const 48))
  (func (export "query") (param i32 i32) (result i32) (i32.const 48)))`

test('a contract whose code another one reaches takes the place of the placeholder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dependencies-'))
  try {
    const said: string[] = []
    const { file } = await prepareCampaign({
      wasms: [writeForwarder(folder), writeContract(folder, 'receiver', RECEIVER, {}, ['take'])],
      out: join(folder, 'campaign.yaml'),
      onStep: (text) => said.push(text),
    })
    expect(said).toContain('more code or messages of forwarder work with receiver in "target_address"')
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('target_address: ${neutron.receiver}')
    expect(text).not.toContain('placeholder')
    const { contracts } = parse(text) as { contracts: { label: string; messages?: object[] }[] }
    expect(contracts.map(({ label }) => label)).toEqual(['receiver', 'forwarder'])
    expect(contracts.filter(({ messages = [] }) => messages.length === 0)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.each([
  ['next to the campaign', '.', ''],
  ['in another folder', 'elsewhere', ' --trust'],
])('the command in a campaign for a contract %s runs it', async (_, place, flag) => {
  const folder = mkdtempSync(join(tmpdir(), 'command-'))
  try {
    const contracts = join(folder, place)
    mkdirSync(contracts, { recursive: true })
    mkdirSync(join(folder, 'mine'))
    const out = join(flag === '' ? contracts : join(folder, 'mine'), 'campaign.yaml')
    const wasm = writeContract(contracts, 'receiver', RECEIVER, {}, ['take'])
    const { file } = await prepareCampaign({ wasms: [wasm], out, onStep: () => undefined })
    expect(readFileSync(file, 'utf8')).toContain(`sudobox fuzz ${file}${flag} --seconds 60\n`)
    const start = await startCampaign(await readCampaign(file, { trust: flag !== '', found: folder }))
    await start.sandbox.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
