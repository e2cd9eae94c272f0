import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { holding } from '../rehearse/contract.js'
import { ROOT, sudobox } from './command.js'

const scratch = mkdtempSync(join(tmpdir(), 'sudobox-rehearse-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const TRACE = '/ibc.applications.transfer.v1.Query/DenomTrace'
const old = join(scratch, 'old.wasm')
writeFileSync(old, holding([TRACE, '/cosmos.bank.v1beta1.Query/Balance']))

test('names what the target refuses, by cause, and exits with 1', async () => {
  const { code, stdout, stderr } = await sudobox('rehearse', old, '--to', 'neutron')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toContain(`refused
  query: removed in ibc-go v10; use /ibc.applications.transfer.v1.Query/Denom
    ${TRACE}
`)
})

test('--json prints one document; nothing refused is 0', async () => {
  const right = join(scratch, 'new.wasm')
  writeFileSync(right, holding(['/ibc.applications.transfer.v1.Query/Denom']))
  const { code, stdout } = await sudobox('rehearse', right, '--to', 'neutron', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ file: right, to: 'neutron', refused: [], changed: [], unknown: [] })
})

test('--from lists what changes between releases', async () => {
  const file = join(scratch, 'staking.wasm')
  writeFileSync(file, holding(['/cosmos.staking.v1beta1.MsgBeginRedelegate']))
  const { code, stdout } = await sudobox('rehearse', file, '--from', 'wasmd@0.61', '--to', '0.70')
  expect(code).toBe(0)
  expect(stdout).toContain(`changed since wasmd@0.61
  message: whether the event of a redelegation names the delegator: no → yes
    /cosmos.staking.v1beta1.MsgBeginRedelegate`)
})

test('a wrong release, a missing one, a fixture and a broken module are told apart, with 2', async () => {
  const fixture = join(scratch, 'story.yaml')
  writeFileSync(fixture, 'sudobox: 1\n')
  const broken = join(scratch, 'broken.wasm')
  writeFileSync(broken, Buffer.from('\0asm\x01\0\0\0\x01\xff'))
  const told = async (...args: readonly string[]) => {
    const { code, stderr } = await sudobox('rehearse', ...args)
    expect(code).toBe(2)
    return stderr
  }
  expect(await told(old, '--to', 'wasmd@0.7')).toMatch(
    /no kind of chain or release is named "wasmd@0\.7"[^]*similar: [^\n]*wasmd@0\.70/,
  )
  expect(await told(old)).toContain("required option '--to <release>' not specified")
  expect(await told(fixture, '--to', 'neutron')).toContain('story.yaml#/title: is missing: expected a text')
  expect(await told(broken, '--to', 'neutron')).toContain(
    'this WebAssembly module cannot be read: unexpected end-of-file',
  )
  expect(await told(join(scratch, 'none.wasm'), '--to', 'neutron')).toContain('no such file')
})

test('runs a fixture on both releases, and writes what differs by cause', async () => {
  const fixture = join(scratch, 'story.json')
  const lab = join(ROOT, 'contracts/artifacts/callback_lab.wasm')
  const request = { stargate: { path: '/cosmos.bank.v1beta1.Query/Params', data: '' } }
  const steps = [
    { do: { action: 'account', name: 'alice', funds: '10000000untrn' } },
    { do: { action: 'tx', from: 'alice', messages: [{ store: { wasm: { path: lab } } }] } },
    { do: { action: 'tx', from: 'alice', messages: [{ instantiate: { codeId: 1, label: 'lab', msg: {} } }] } },
    { do: { action: 'query', contract: 'lab', msg: { chain: { request } } } },
  ]
  writeFileSync(fixture, JSON.stringify({ sudobox: 1, title: 'asks', steps }))
  const junit = join(scratch, 'rehearsal.xml')
  const common = [fixture, '--from', 'neutron', '--trust'] as const
  const { code, stdout } = await sudobox('rehearse', ...common, '--to', 'hub', '--chain', 'neutron', '--junit', junit)
  const cause =
    'query `/cosmos.bank.v1beta1.Query/Params` is refused: contracts on this chain can make no gRPC or Stargate queries at all: 1 call of lab, first at step 4'
  expect(code).toBe(1)
  expect(stdout).toContain(`causes\n  ${cause}\n`)
  expect(readFileSync(junit, 'utf8')).toContain(`message="${cause}"`)
  const same = await sudobox('rehearse', ...common, '--to', 'neutron', '--json')
  expect(same.code).toBe(0)
  expect(JSON.parse(same.stdout)).toMatchObject({ steps: 4, differing: 0, groups: [] })
  const told = await sudobox('rehearse', ...common, '--to', 'neutron')
  expect(told.stdout).toContain('neutron, cosmwasm-vm 3.0.6 on both sides: nothing can differ')
  expect(told.stdout).toContain('4 steps on the same target')
})
