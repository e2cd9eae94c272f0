import * as sudobox from 'sudobox'
import { createSandbox, definePlugin, type PluginContext } from 'sudobox'
import * as evm from 'sudobox/evm'
import * as explorer from 'sudobox/explorer'
import * as fuzz from 'sudobox/fuzz'
import * as profile from 'sudobox/profile'
import * as replay from 'sudobox/replay'
import * as server from 'sudobox/server'
import * as vitest from 'sudobox/vitest'
import * as config from 'sudobox/vitest/config'
import * as reporter from 'sudobox/vitest/reporter'
import * as vm from 'sudobox/vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ARGUMENTS, TYPES } from '../../src/base/arguments/table.js'
import type { Shape } from '../../src/base/arguments/shape.js'

// Each argument of each public function, as its type has it, with a member that does not exist. `npm run arguments` writes the table.

type Call = (...args: readonly unknown[]) => unknown

const MODULES: Readonly<Record<string, unknown>> = Object.assign(
  {},
  sudobox,
  evm,
  explorer,
  fuzz,
  profile,
  replay,
  server,
  vitest,
  config,
  reporter,
  vm,
) as never

/** Objects with the methods of interfaces, which only the package makes. */
const objects = new Map<string, object>()

/** The function of a name in the table. */
function functionOf(name: string): Call {
  if (name.startsWith('new ')) return (...args) => Reflect.construct(MODULES[name.slice(4)] as never, args)
  const [of = '', method] = name.split('.')
  if (method === undefined) return MODULES[name] as Call
  if (of === 'SudoboxMatchers')
    return (...args) => {
      const matchers = vitest.expect(undefined) as unknown as Readonly<Record<string, Call>>
      return matchers[method]!(...args)
    }
  const known = objects.get(of)
  if (known !== undefined) return (known as Readonly<Record<string, Call>>)[method]!.bind(known)
  const { prototype } = MODULES[of] as { readonly prototype: Readonly<Record<string, Call>> }
  // The check comes before everything else, so it needs nothing of the object.
  return (...args) => prototype[method]!.apply(Object.create(prototype), [...args])
}

const UNKNOWN = 'kode'

interface Sample {
  readonly path: string
  readonly value: unknown
}

/** Values of a shape, each with one unknown member, at each place that may have one. */
function samplesOf(shape: Shape): readonly Sample[] {
  if (shape === null) return []
  if (typeof shape === 'string') return samplesOf(TYPES[shape]!)
  if ('anyOf' in shape) return shape.anyOf.flatMap(samplesOf)
  if ('items' in shape) return samplesOf(shape.items).map(({ path, value }) => ({ path: `/0${path}`, value: [value] }))
  const inner = [...Object.entries(shape.members), ['any', shape.values ?? null] as const].flatMap(([name, member]) =>
    samplesOf(member).map(({ path, value }) => ({ path: `/${name}${path}`, value: { [name]: value } })),
  )
  return shape.values === undefined ? [{ path: '', value: { [UNKNOWN]: 1 } }, ...inner] : inner
}

const cases = Object.entries(ARGUMENTS).flatMap(([name, shapes]: [string, readonly Shape[]]) =>
  shapes.flatMap((shape, at) => samplesOf(shape).map(({ path, value }) => ({ name, at, path, value }))),
)

async function errorOf(call: () => unknown): Promise<Error> {
  try {
    await call()
  } catch (error) {
    return error as Error
  }
  throw new Error('it was accepted')
}

const sandbox = createSandbox({
  chains: {
    neutron: {
      plugins: [
        definePlugin({
          name: 'spy',
          endBlock: (ctx: PluginContext) => {
            objects.set('PluginContext', ctx)
            objects.set('ContractContext', ctx)
            objects.set('PluginBank', ctx.bank)
            objects.set('PluginContracts', ctx.contracts)
            objects.set('PluginStore', ctx.store)
          },
        }),
      ],
    },
  },
})

beforeAll(() => {
  objects.set('Vm', vm.createVm())
  objects.set('StoreMap', sudobox.storeMap('x'))
  const double = sandbox.chains.neutron.mock({
    query: (deps) => {
      objects.set('DoubleStorage', deps.storage)
      objects.set('ReadOnlyDoubleStorage', deps.storage)
      return null
    },
  })
  double.query({})
  sandbox.chains.neutron.nextBlock()
})
afterAll(() => sandbox.close())

describe('an unknown member of an argument is refused', () => {
  test.each(cases)('$name, argument $at$path', async ({ name, at, path, value }) => {
    const args = Array.from({ length: at + 1 }, (_, index) => (index === at ? value : undefined))
    const error = await errorOf(() => functionOf(name)(...args))
    expect(error).toBeInstanceOf(sudobox.UsageError)
    const called = name.replace(/^\w+\./, '')
    const place = path === '' ? '' : ` at ${path}`
    expect(error.message.split('\n')[0]).toMatch(`${called}()${place}: unknown member "kode"`)
    expect(error.message).toContain('\n  known: ')
  })
})

test('the closest name is named, and what is known', async () => {
  const failed = sandbox.chains.neutron.account('alice').transfer('bob', '5untrn')
  const error = await errorOf(() => vitest.expect(failed).rejects.toFailWith({ kode: 5 } as object))
  expect(error.message).toBe(
    'toFailWith(): unknown member "kode", did you mean "code"?\n  known: codespace, code, message',
  )
  const relayed = await errorOf(() => sandbox.relayer.relay({ forge: { proof: { flipbit: 1 } } } as object))
  expect(relayed.message).toBe(
    'relay() at /forge/proof: unknown member "flipbit", did you mean "flipBit"?\n  known: flipBit',
  )
})

test('of alternatives, what fits none is refused, and the one that got furthest says why', async () => {
  const call = { execute: { contract: 'neutron1qqqqqqqq', mgs: {} } }
  const error = await errorOf(() => sandbox.chains.neutron.account('alice').send([call] as never))
  expect(error.message).toContain('send() at /0/execute: unknown member "mgs", did you mean "msg"?')
  const mixed = await errorOf(() => vitest.expect(undefined).toUseGas({ max: 5n, sudo: 4n }))
  expect(mixed.message).toBe('toUseGas(): max, sudo do not belong together\n  right: max\n  right: sudo')
})

/** What schemas check: the function, a value with a typing error, and what the error says. */
const SCHEMAS: readonly (readonly [name: string, call: () => unknown, text: string])[] = [
  [
    'createSandbox',
    () => createSandbox({ chains: { neutron: { chainid: 'x' } } } as object),
    'at /chains/neutron/chainid: unknown member "chainid", did you mean "chainId"?',
  ],
  [
    'perform',
    () => sandbox.perform({ action: 'account', name: 'bob', found: '1untrn' } as never),
    'at /found: unknown member "found", did you mean "funds"?',
  ],
  ['performNow', () => sandbox.performNow({ action: 'acount', name: 'bob' } as never), ', did you mean "account"?'],
  [
    'repeat',
    () => sandbox.repeat(2, { action: 'block', cuont: 2 } as never),
    'at /do/cuont: unknown member "cuont", did you mean "count"?',
  ],
  [
    'a callback of an action',
    () => sandbox.perform({ action: 'callback', contract: 'x', message: { timeOut: {} } } as never),
    'at /message/timeOut: unknown member "timeOut", did you mean "timeout"?; known: response, error, timeout, open_ack, tx_query_result, kv_query_result',
  ],
  [
    'checkFixture',
    () => replay.checkFixture({ sudobox: 1, titel: 'x', title: 'y' }, 'x.yaml'),
    'unknown member "titel", did you mean "title"?',
  ],
  [
    'defineCampaign',
    () => fuzz.defineCampaign({ title: 'x', invariant: [] } as never),
    'unknown member "invariant", did you mean "invariants"?',
  ],
  ['an option of a kind', () => createSandbox({ relayer: 'automatik' } as never), ', did you mean "automatic"?'],
]

test.each(SCHEMAS)('what a schema checks names the closest too: %s', async (_, call, text) => {
  expect((await errorOf(call)).message).toContain(text)
})

test('objects of classes and results are taken as they are', async () => {
  const { neutron, hub } = sandbox.chains
  const [carol, dave] = [neutron.account('carol', '100untrn'), hub.account('dave')]
  const named = { address: dave.address, note: 'what has an address may have other members' }
  const sent = await carol.ibcTransfer(named, '5untrn')
  const [pending] = sandbox.relayer.pending()
  expect(sandbox.relayer.journey(pending!)).toEqual(sandbox.relayer.journey(sent))
})
