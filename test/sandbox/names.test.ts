import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SudoboxError } from '../../src/base/errors.js'
import { readContractSchema } from '../../src/schema/contract-schema.js'
import { firstDifference } from '../../src/replay/match.js'
import { checkFixture } from '../../src/replay/read.js'
import { replay } from '../../src/replay/run.js'
import { createSandbox } from '../../src/sandbox/index.js'
import { outcomeView } from '../../src/sandbox/record/view.js'
import type { Json } from '../../src/sandbox/values/values.js'

/** Names that an object without such a member has all the same. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'] as const

const LAB = join(import.meta.dirname, '../../contracts/artifacts/callback_lab.wasm')

/** An object with a member of this name, as JSON has it. */
const withMember = (name: string, value: unknown): never =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as never

/** What a user must never see: an error that is not the library's own. */
async function ends(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SudoboxError)) throw error
    return error
  }
}

test.each(NAMES)('an account named %s is one like others', async (name) => {
  const { neutron } = createSandbox({ keys: withMember('other', '22'.repeat(32)) }).chains
  const account = neutron.account(name, '1000000untrn')
  await account.send([{ send: { to: neutron.account('bob').address, amount: '5untrn' } }])
  expect(neutron.account('bob').balances()).toEqual([{ denom: 'untrn', amount: 5n }])
  expect(neutron.account(name).address).toBe(account.address)
})

test.each(NAMES)('the option keys with %s is read, or refused with its place', async (name) => {
  const made = await ends(() => createSandbox({ keys: withMember(name, '11'.repeat(32)) }).chains.neutron)
  if (name === '__proto__')
    expect(made).toMatchObject({ details: ['at /keys/__proto__: a member cannot be named "__proto__"'] })
  else
    expect((made as ReturnType<typeof createSandbox>['chains']['neutron']).account(name).address).toBe(
      createSandbox({ keys: { one: '11'.repeat(32) } }).chains.neutron.account('one').address,
    )
})

test.each(NAMES)('a chain named %s works, or is refused with its place', async (name) => {
  const chains = withMember(name, { kind: 'hub' })
  const made = await ends(() => createSandbox({ chains }).chains)
  if (name === 'constructor') expect(Object.keys(made as object)).toEqual(['constructor'])
  else expect((made as SudoboxError).details[0]).toContain(`at /chains/${name}`)
})

test('a chain named constructor is linked, served, sent to and left out like others', async () => {
  const sandbox = createSandbox({ chains: { neutron: {}, constructor: { kind: 'hub' } } as never })
  const [neutron, other] = Object.values<{ readonly height: bigint }>(sandbox.chains)
  expect(sandbox.link('neutron', 'constructor' as never).channels).toEqual({
    neutron: 'channel-0',
    constructor: 'channel-0',
  })
  await sandbox.perform({ action: 'produce', nanoseconds: 1n })
  expect(other!.height).toBe(neutron!.height)
  expect(() => sandbox.link('neutron', 'toString' as never)).toThrow('neutron and toString are not linked')
  const server = await sandbox.serve()
  expect(Object.keys(server.urls)).toEqual(['neutron', 'constructor'])
  await sandbox.close()
})

test.each(NAMES)('params, balances, genesis and plug-ins of %s', async (name) => {
  for (const options of [
    { params: withMember(name, { a: 1 }) },
    { params: { bank: withMember(name, 1) } },
    { balances: withMember(name, '5untrn') },
    { genesis: { app_state: withMember(name, {}) } },
    { codes: withMember(name, { base64: '' }) },
    { plugins: withMember(name, 1) },
  ])
    await ends(() => createSandbox({ chains: { neutron: options } }).chains.neutron.account('a', '1untrn'))
})

test.each(NAMES)('a message keeps its member %s', async (name) => {
  const { neutron } = createSandbox().chains
  const alice = neutron.account('alice', '10000000untrn')
  const lab = await alice.deploy(LAB, {})
  const message = withMember(name, { a: 1 })
  const failed = await ends(() => alice.execute(lab, message))
  // The trace that the error prints.
  expect((failed as SudoboxError).message).toContain(`execute callback_lab {"${name}":{"a":1}}`)
})

test.each(NAMES)('a fixture compares the member %s as it does others', (name) => {
  const value: Json = withMember(name, 1)
  expect(firstDifference(value, value)).toBeUndefined()
  expect(firstDifference(value, {})).toMatchObject({ pointer: `/${name}`, expected: '1', actual: undefined })
  expect(firstDifference(value, withMember(name, 2))).toMatchObject({ pointer: `/${name}`, actual: 2 })
  expect(firstDifference({ $is: {} }, value)).toMatchObject({ pointer: `/${name}` })
  expect(() => firstDifference({ $is: 1, [name]: 1 }, 1)).toThrow(/unknown operator/)
})

test.each(NAMES)('a fixture with %s as a name of every kind ends in an error with its place', async (name) => {
  for (const fixture of [
    { plugins: withMember(name, ['x']), steps: [] },
    { plugins: { [name === '__proto__' ? 'neutron' : name]: ['x'] }, steps: [] },
    { steps: [{ do: { action: 'double', chain: name, name, functions: [] } }] },
    { steps: [{ do: { action: 'block', chain: name } }] },
    { steps: [{ do: { action: name } }] },
    { steps: [{ do: { action: 'params', module: name, params: {} } }] },
    { steps: [{ do: { action: 'put', module: 'bank', kind: name, record: {} } }] },
    { steps: [{ do: { action: 'produce', nanoseconds: '1', txs: withMember(name, []) } }] },
    { steps: [{ do: { action: 'query', contract: `\${${name}}`, msg: {} } }] },
    { steps: [{ do: { action: 'evm', method: name, params: [] } }] },
  ]) {
    const end = await ends(() => replay(checkFixture({ sudobox: 1, title: name, ...fixture }, 'a.yaml'), 'a.yaml'))
    if (end instanceof SudoboxError) expect(end.message).not.toMatch(/is not a function|Cannot read/)
  }
})

test('a member named __proto__ that would be lost is refused with its place', () => {
  const fixture = {
    sudobox: 1,
    title: 'lost',
    options: { chains: { neutron: { params: withMember('__proto__', {}) } } },
  }
  expect(() => checkFixture({ ...fixture, steps: [] }, 'a.yaml')).toThrow(
    'a.yaml#/options/chains/neutron/params/__proto__: a member cannot be named "__proto__"',
  )
})

test.each(NAMES)('a recording keeps the attribute %s of events', async (name) => {
  const { neutron } = createSandbox().chains
  const sent = await neutron
    .account('alice', '10000untrn')
    .send([{ send: { to: neutron.account('bob').address, amount: '5untrn' } }])
  const event = (values: readonly string[]) => ({ type: 'wasm', attributes: values.map((value) => [name, value]) })
  const view = outcomeView({ ...sent, events: [event(['a']), event(['a', 'b'])] } as never)
  expect(view).toMatchObject({
    events: [{ attributes: withMember(name, 'a') }, { attributes: withMember(name, ['a', 'b']) }],
  })
})

test.each(NAMES)('a schema of a contract may require and define %s', (name) => {
  const execute = {
    type: 'object',
    required: [name],
    properties: { a: { type: 'integer', format: name }, b: { $ref: `#/definitions/${name}` } },
    definitions: withMember(name, { type: 'string' }),
  }
  expect(readContractSchema({ execute }, 'schema.json').execute).toBeDefined()
})
