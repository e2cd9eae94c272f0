import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileOf, ROOT, spawned, sudobox } from './command.js'

const DEMO = 'fixtures/scenarios/first-light.yaml'
const LAB = join(ROOT, 'contracts/artifacts/callback_lab.wasm')

interface Report {
  readonly passed: boolean
  readonly steps: readonly {
    readonly name: string
    readonly outcome: {
      readonly ok: boolean
      readonly sudo?: readonly { readonly gasUsed: string; readonly failure: object | null }[]
    }
    readonly difference?: { readonly pointer: string }
  }[]
}

const json = (stdout: string) => JSON.parse(stdout) as Report[]

test('the demo runs to its end and prints every callback', async () => {
  const { code, stdout, stderr } = await spawned('replay', DEMO)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(stdout).toContain('35 of 35 steps as expected')
  expect(stdout).toMatch(
    /timeout, out of gas\s+│ lab\s+│ 1,000,000 │ {2}100\.0 % │ 11: codespace: contractmanager, code: 1103 │/,
  )
  expect(stdout).toMatch(/failure 3 codespace: wasm, code: 5\n.*told to fail: execute wasm contract failed/)
})

test('the figures follow the limit in the fixture', async () => {
  const half = readFileSync(join(ROOT, DEMO), 'utf8')
    .replace("sudo_call_gas_limit: '1000000'", "sudo_call_gas_limit: '500000'")
    .replaceAll('../../contracts', join(ROOT, 'contracts'))
  const { code, stdout } = await sudobox('replay', '--json', fileOf(half))
  const [report] = json(stdout)
  expect(code).toBe(0)
  const outOfGas = report!.steps.filter((step) => step.name.endsWith('out of gas'))
  expect(outOfGas.map((step) => step.outcome.sudo?.[0]?.gasUsed)).toEqual(['500000', '500000', '500000', '500000'])
})

test('a difference ends the run with exit code 1 and its place', async () => {
  const file = fileOf(`
sudobox: 1
title: a wrong expectation
steps:
  - do: { action: account, name: alice, funds: 5untrn }
  - do: { action: balances, address: alice }
    expect: { coins: [{ denom: untrn, amount: 6 }] }
  - do: { action: block }
`)
  const { code, stdout, stderr } = await sudobox('replay', file)
  expect(code).toBe(1)
  expect(stderr).toBe('')
  expect(stdout).toContain('differs at /coins/0/amount\n     expected 6\n     actual   "5"')
  expect(stdout).toContain('step 2 of 3 is not as expected')
})

/** A fixture that deploys the lab, and then does one thing. */
const afterDeploy = (step: string) =>
  fileOf(`
sudobox: 1
title: bad input
steps:
  - do: { action: account, name: alice, funds: 100untrn }
  - do: { action: tx, from: alice, messages: [{ store: { wasm: { path: '${LAB}' } } }] }
  - do: { action: tx, from: alice, messages: [{ instantiate: { codeId: 1, label: lab, msg: {} } }] }
  - do: ${step}
`)

test.each([
  ['an unknown member', '{ action: block, chain: neutron, cuont: 3 }', '#/steps/3/do/cuont: unknown member "cuont"'],
  ['an unknown action', '{ action: blok }', '#/steps/3/do/action: unknown action'],
  [
    'an unknown kind of callback',
    '{ action: callback, contract: lab, message: { timeuot: {} } }',
    '#/steps/3/do/message/timeuot: unknown member',
  ],
  [
    'a wrong number',
    '{ action: callback, contract: lab, message: { kv_query_result: { query_id: -1 } } }',
    '#/steps/3/do/message/kv_query_result/query_id',
  ],
  [
    'an unknown variable',
    "{ action: balances, address: '${bob}' }",
    '#/steps/3/do/address: ${bob} is not defined here',
  ],
  ['an unknown chain', '{ action: block, chain: osmosis }', '#/steps/3/do: the sandbox has no chain "osmosis"'],
  [
    'an unknown contract',
    '{ action: query, contract: vault, msg: {} }',
    '#/steps/3/do: neutron has no contract "vault"',
  ],
  [
    'an account that nobody made',
    '{ action: tx, from: bob, messages: [{ send: { to: alice, amount: 1untrn } }] }',
    '#/steps/3/do: neutron has no account "bob"',
  ],
  [
    'a missing .wasm',
    '{ action: tx, from: alice, messages: [{ store: { wasm: { path: nothing.wasm } } }] }',
    '#/steps/3/do: cannot read the contract nothing.wasm',
  ],
  [
    'another .wasm than was meant',
    `{ action: tx, from: alice, messages: [{ store: { wasm: { path: '${LAB}', sha256: '${'0'.repeat(64)}' } } }] }`,
    'is not the contract that was meant',
  ],
  [
    'a module that does not validate',
    '{ action: tx, from: alice, messages: [{ store: { wasm: { base64: AGFzbQEAAAABAgM= } } }] }',
    '#/steps/3/do: failed to execute message; message index: 0: Error calling the VM: Error during static Wasm validation: Wasm bytecode could not be deserialized',
  ],
  [
    'a message that is not JSON',
    "{ action: tx, from: alice, messages: [{ execute: { contract: lab, msgText: '{nope' } }] }",
    '#/steps/3/do: ',
  ],
  [
    'a message that the contract does not know',
    '{ action: tx, from: alice, messages: [{ execute: { contract: lab, msg: { nope: {} } } }] }',
    'unknown variant `nope`',
  ],
  [
    'an address with the wrong prefix',
    '{ action: tx, from: alice, messages: [{ send: { to: cosmos1qvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrz5zjcz, amount: 1untrn } }] }',
    '#/steps/3/do: ',
  ],
  [
    'a sender without funds',
    '{ action: tx, from: alice, messages: [{ send: { to: lab, amount: 500untrn } }] }',
    'spendable balance 100untrn is smaller than 500untrn: insufficient funds',
  ],
  [
    'a callback on a chain that calls nobody back',
    '{ action: callback, chain: hub, contract: lab, message: { timeout: {} } }',
    '#/steps/3/do: hub has no contract "lab"',
  ],
  [
    'an unknown param',
    '{ action: params, module: contractmanager, params: { limit: 3 } }',
    '#/steps/3/do: contractmanager has no param "limit"',
  ],
  [
    'an unknown JSON-RPC method',
    '{ action: evm, method: eth_nope }',
    'the method eth_nope does not exist/is not available',
  ],
])('%s is told with its place, and ends with exit code 2', async (_, step, message) => {
  const { code, stderr } = await sudobox('replay', '--quiet', afterDeploy(step))
  expect(stderr).toContain(message)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(code).toBe(2)
})

test('a missing entry point of the contract is reported with its place', async () => {
  const file = fileOf(`
sudobox: 1
title: a contract without migrate
steps:
  - do: { action: account, name: alice }
  - do: { action: tx, from: alice, messages: [{ store: { wasm: { path: '${join(ROOT, 'contracts/artifacts/cw1_whitelist.wasm')}' } } }] }
  - do: { action: tx, from: alice, messages: [{ instantiate: { codeId: 1, label: list, admin: alice, msg: { admins: [], mutable: false } } }] }
  - do: { action: tx, from: alice, messages: [{ migrate: { contract: list, codeId: 1, msg: {} } }] }
`)
  const { code, stderr } = await sudobox('replay', '--quiet', file)
  expect(stderr).toContain('#/steps/3/do: failed to execute message; message index: 0: ')
  expect(stderr).toContain('Error resolving Wasm function: Could not get export: Missing export migrate')
  expect(code).toBe(2)
})

test('--verbose adds the stack trace', async () => {
  const { code, stderr } = await sudobox('--verbose', 'replay', 'nothing.yaml')
  expect(code).toBe(2)
  expect(stderr).toContain('error nothing.yaml: no such file')
  expect(stderr).toMatch(/^\s+at .*readFixture/m)
})

test.each([
  ['YAML that is broken', 'sudobox: 1\n  title: [', /fixture\.yaml: line 1, column 10: Nested mappings/],
  [
    'a newer version',
    'sudobox: 2\ntitle: x\nsteps: []',
    /#\/sudobox: the fixture is of version 2, this Sudobox \(\S+\) reads up to 1/,
  ],
  ['steps that are no list', 'sudobox: 1\ntitle: x\nsteps: 3', /#\/steps/],
  ['no fixture at all', '[1, 2]', /error .*fixture\.yaml: expected an object, not a list/],
  [
    'options that no sandbox has',
    'sudobox: 1\ntitle: x\noptions: { chains: { osmosis: {} } }\nsteps: [{ do: { action: block } }]',
    /#\/options\/chains\/osmosis\/kind: missing; kinds: neutron, hub/,
  ],
])('a file with %s is refused before anything runs', async (_, content, message) => {
  const { code, stdout, stderr } = await sudobox('replay', fileOf(content))
  expect(stderr).toMatch(message)
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

const STORY = `
sudobox: 1
title: three steps
steps:
  - do: { action: account, name: alice, funds: 5untrn }
  - name: look
    do: { action: balances, address: alice } # here
    expect: { coins: [{ amount: 6 }] } # not so
  - do: { action: block }
`

test('--until ends a run early, by number or by name', async () => {
  const { code, stdout } = await sudobox('replay', '--until', '1', fileOf(STORY))
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 of 1 steps as expected, 2 more did not run')])
  const named = await sudobox('replay', '--until', 'look', '--json', fileOf(STORY))
  expect(json(named.stdout)[0]!.steps.map(({ name }) => name)).toEqual(['account alice', 'look'])
  expect(named.code).toBe(1)
  const none = await sudobox('replay', '--until', 'book', fileOf(STORY))
  expect(none.stderr).toContain('there is no step "book"\n  steps: 1 to 3\n  2: look')
  expect(none.code).toBe(2)
})

test('--update writes the actual outcomes, and leaves the rest as it is', async () => {
  const file = fileOf(STORY)
  const { code, stdout } = await sudobox('replay', '--update', file)
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${file} now expects the actual outcomes`)])
  expect(readFileSync(file, 'utf8')).toBe(STORY.replace('amount: 6', 'amount: 5'))
})

test('--trace prints each call with the keys that it touched; --step needs a terminal', async () => {
  const { stdout } = await sudobox('replay', '--trace', '--until', '5', DEMO)
  expect(stdout).toMatch(/storage: .*wrote /)
  const { stderr, code } = await sudobox('replay', '--step', DEMO)
  expect(stderr).toContain('--step needs a terminal, because it waits for a key after each step')
  expect(code).toBe(2)
})

/** A transfer of a contract that fails in its timeout, carried by the relayer. */
const timingOut = (relayer: string, ...steps: string[]) =>
  fileOf(`
sudobox: 1
title: a timeout that fails
options: { relayer: ${relayer} }
steps:
  - do: { action: account, name: alice, funds: 1000000untrn }
  - do: { action: tx, from: alice, messages: [{ store: { wasm: { path: '${LAB}' } } }] }
  - do: { action: tx, from: alice, messages: [{ instantiate: { codeId: 1, label: lab, msg: { on_timeout: error } } }] }
  - do: { action: tx, from: alice, messages: [{ execute: { contract: lab, funds: 3000untrn, msg: { transfer: { channel: channel-0, to: cosmos1qdahyedv3gt8lxe6f6huvtw7re95a4755yfgza, amount: '100' } } } }] }
${steps.map((step) => `  - ${step}`).join('\n')}
`)

test("each callback of a relayer's delivery has its gas, its failure and its tree", async () => {
  const file = timingOut(
    'explicit',
    'do: { action: skipPastTimeout, chain: hub }',
    '{ name: it comes back, do: { action: relay } }',
  )
  const { code, stdout } = await sudobox('replay', file, '--trace')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /✓ {2}6 it comes back {2}[\d,]+ gas\n {5}└─ timeout of packet 1, channel-0 from neutron to hub {2}[\d,]+ gas\n {8}├─ sudo lab \{"timeout".* of 1,000,000 gas\n {8}│ {2}└─ ✗ .*told to fail.*\n {8}└─ failure 0 codespace: wasm, code: 5/,
  )
  expect(stdout).toMatch(
    /│ 6 │ it comes back: timeout of packet 1, channel-0 from neutron to hub │ lab +│ +[\d,]+ │ +\d\.\d % │ 0: codespace: wasm, code: 5 +│ told to fail/,
  )
  expect(stdout).toContain('1 callbacks under the sudo limit, 1 failures recorded')
  // The whole tree, with the keys.
  expect(stdout).toMatch(/ {5}timeout of packet 1.*\n {5}sudo lab .* of 1000000 gas.*✗ .*told to fail/)
})

test('automatic deliveries are printed under the step that they follow', async () => {
  const { stdout } = await sudobox('replay', timingOut('automatic'))
  expect(stdout).toMatch(
    /✓ {2}4 alice: execute.*\n(?: {5}[├│].*\n)* {5}├─ recv of packet 1.*\n(?: {5}[├│].*\n)* {5}└─ ack of packet 1/,
  )
  expect(stdout).toMatch(/│ 4 │ alice: execute: ack of packet 1, .* │ lab /)
})

test('an action that the chain refuses has the reason', async () => {
  const { stdout } = await sudobox(
    'replay',
    timingOut(
      'explicit',
      '{ name: too much, do: { action: tx, from: alice, messages: [{ send: { to: alice, amount: 9999999untrn } }] }, expect: { ok: false } }',
    ),
  )
  expect(stdout).toMatch(/too much .*sdk\/5\n {5}└─ ✗ .*spendable balance \d+untrn is smaller than 9999999untrn/)
})
