import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rehearse, targetOf } from '../../src/rehearse/index.js'
import { checkFixture } from '../../src/replay/index.js'
import { NotSupportedError, UsageError } from '../../src/base/index.js'
import { ROOT } from '../cli/command.js'
import { holding } from './contract.js'

const FILE = join(ROOT, 'fixtures/scenarios/rehearsed.yaml')
const LAB = join(ROOT, 'contracts/artifacts/callback_lab.wasm')
const TRACE = '/ibc.applications.transfer.v1.Query/DenomTrace'
const PARAMS = '/cosmos.bank.v1beta1.Query/Params'

const asking = (path: string) => ({
  do: { action: 'query', contract: 'lab', msg: { chain: { request: { stargate: { path, data: '' } } } } },
})

/** A story in which callback_lab, deployed on a chain, asks it. */
const story = (steps: readonly object[], chain: string, options: object) =>
  checkFixture(
    {
      sudobox: 1,
      title: 'a story',
      options: { chains: { [chain]: options } },
      steps: [
        { do: { action: 'account', chain, name: 'alice', funds: '10000000untrn,10000000stake' } },
        { do: { action: 'tx', chain, from: 'alice', messages: [{ store: { wasm: { path: LAB } } }] } },
        {
          do: { action: 'tx', chain, from: 'alice', messages: [{ instantiate: { codeId: 1, label: 'lab', msg: {} } }] },
        },
        ...steps,
      ],
    },
    FILE,
  )

const run = (fixture: ReturnType<typeof story>, from: string, to: string) =>
  rehearse(fixture, FILE, targetOf(from), targetOf(to), { trust: true })

describe('a query that the other release refuses', () => {
  const fixture = story([asking(PARAMS), asking(TRACE), asking(PARAMS)], 'neutron', { kind: 'neutron' })

  test('is named with its callers, calls and first step, and its results are below it', async () => {
    const { groups, chains } = await run(fixture, 'neutron', 'hub')
    expect(chains).toEqual(['neutron'])
    expect(groups.find(({ cause }) => cause.includes(PARAMS))).toMatchObject({
      kind: 'known',
      cause: `query \`${PARAMS}\` is refused: contracts on this chain can make no gRPC or Stargate queries at all`,
      calls: [{ contract: 'lab', calls: 2, first: 4 }],
      differences: [
        { what: 'result', step: 4 },
        { what: 'result', step: 6 },
      ],
    })
  })

  test('is named if both refuse it, without a difference', async () => {
    const { groups, differing, isSameTarget } = await run(fixture, 'neutron', 'neutron')
    expect({ differing, isSameTarget }).toEqual({ differing: 0, isSameTarget: true })
    expect(groups).toMatchObject([
      {
        cause: `query \`${TRACE}\` no longer exists: removed in ibc-go v10; use /ibc.applications.transfer.v1.Query/Denom (before too)`,
        calls: [{ contract: 'lab', calls: 1, first: 5 }],
        differences: [],
      },
    ])
  })
})

test('a removed module: its messages, and the gas of its check, each with its cause', async () => {
  const trip = { any: { typeUrl: '/cosmos.circuit.v1.MsgTripCircuitBreaker', value: '' } }
  const fixture = story(
    [{ do: { action: 'tx', chain: 'main', from: 'alice', messages: [trip] }, expect: { ok: false } }],
    'main',
    { kind: 'wasmd' },
  )
  const { groups, steps, differing } = await run(fixture, 'wasmd@0.61', 'wasmd@0.70')
  expect({ steps, differing }).toEqual({ steps: 4, differing: 3 })
  expect(groups.map(({ kind, cause }) => ({ kind, cause }))).toEqual([
    { kind: 'known', cause: 'message `/cosmos.circuit.v1.MsgTripCircuitBreaker` is handled by no module of the chain' },
    { kind: 'known', cause: 'gas: derived numbers of accounts take more bytes' },
    { kind: 'known', cause: 'gas: the circuit breaker is asked before each message' },
    { kind: 'known', cause: 'gas: numbers of accounts are counted in a row' },
  ])
})

test('a code that the other kind does not store: what fails later follows from it', async () => {
  const bytes = Buffer.from(holding([], { exports: ['requires_neutron'] })).toString('base64')
  const fixture = checkFixture(
    {
      sudobox: 1,
      title: 'a contract of its chain',
      steps: [
        { do: { action: 'account', name: 'alice', funds: '10000000untrn' } },
        { do: { action: 'tx', from: 'alice', messages: [{ store: { wasm: { base64: bytes } } }] } },
        { do: { action: 'tx', from: 'alice', messages: [{ instantiate: { codeId: 1, label: 'own', msg: {} } }] } },
      ],
    },
    FILE,
  )
  const { groups } = await run(fixture, 'neutron', 'wasmd')
  const [first] = groups
  expect(first).toMatchObject({
    kind: 'known',
    cause: 'capability: the chain lacks this capability, so it does not store the code neutron',
    differences: [{ what: 'result', step: 2 }],
  })
  expect(first?.consequences.map(({ step }) => step)).toContain(3)
})

test('gas of a contract has the prices of its releases as cause', async () => {
  const { groups } = await run(story([], 'neutron', { kind: 'neutron' }), 'neutron', 'neutron/1.5.0')
  expect(groups).toMatchObject([
    {
      kind: 'known',
      cause:
        'prices of cosmwasm-vm 3.0.6 → 1.5.0: an operator 115 → 150, one that ends a run 1610 → 150, a host call 18000 → 0',
    },
  ])
})

test('equal releases of the contract VM have no difference', async () => {
  const fixture = story([asking(PARAMS)], 'neutron', { kind: 'neutron' })
  expect(await run(fixture, 'neutron/3.0.6', 'neutron/3.0.7')).toMatchObject({ steps: 4, differing: 0, groups: [] })
})

test('chains that cannot be moved are refused', async () => {
  const fixture = story([], 'neutron', { kind: 'neutron' })
  await expect(run(fixture, 'wasmd', 'wasmd@0.70')).rejects.toThrow(UsageError)
  const named = rehearse(fixture, FILE, targetOf('neutron'), targetOf('hub'), { chains: ['osmo'] })
  await expect(named).rejects.toThrow('the fixture has no chain osmo')
  const forked = { ...fixture, options: { chains: { neutron: { fork: { rpc: 'http://127.0.0.1:1' } } } } } as never
  await expect(rehearse(forked, FILE, targetOf('neutron'), targetOf('hub'))).rejects.toThrow(NotSupportedError)
})
