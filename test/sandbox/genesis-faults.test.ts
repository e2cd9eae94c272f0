import { fc, runs } from '../random.js'
import { createSandbox, SudoboxError, UsageError, type GenesisDocument } from 'sudobox'
import { beforeAll, expect, test } from 'vitest'
import { SPEAKER } from './speaker.js'

type Json = null | boolean | number | string | Json[] | { [member: string]: Json }

let whole: GenesisDocument
let state: Json
beforeAll(async () => {
  const { neutron } = createSandbox().chains
  const alice = neutron.account('alice', '1000000untrn')
  await alice.deploy(SPEAKER, {}, { admin: 'alice', funds: '5untrn' })
  const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', { on_timeout: 'error' })
  await lab.callback({ timeout: {} })
  whole = neutron.exportGenesis()
  state = whole.app_state as unknown as Json
}, 60_000)

/** Every place of a value: the path to it. */
function* places(value: Json, path: readonly string[] = []): Generator<readonly string[]> {
  yield path
  if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) yield* places(member, [...path, key])
}

/** The value with another one at a place, or without what stands there. */
function replaced(value: Json, [first = '', ...rest]: readonly string[], by: Json | undefined): Json {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as { [member: string]: Json }
  if (rest.length > 0) copy[first] = replaced(copy[first] ?? {}, rest, by)
  else if (by !== undefined) copy[first] = by
  else if (Array.isArray(copy)) copy.splice(Number(first), 1)
  else delete copy[first]
  return copy
}

const start = (genesis: unknown) => createSandbox({ chains: { neutron: { genesis: genesis as GenesisDocument } } })

/** The error; undefined when the chain starts and makes blocks. */
function fault(genesis: unknown): unknown {
  try {
    start(genesis).chains.neutron.nextBlock()
    return undefined
  } catch (error) {
    return error
  }
}

test('a complete genesis starts a chain', () => expect(fault(whole)).toBeUndefined())

test.each<[string, readonly string[], Json | undefined, string]>([
  ['a module', ['dex'], {}, 'genesis names a module that this chain lacks: "dex"'],
  ['an account', ['auth', 'accounts', '0'], { '@type': 'x' }, 'genesis auth/accounts/0: accounts of type "x"'],
  ['an address', ['bank', 'balances', '0', 'address'], 'x', 'genesis bank/balances/0/address: decoding bech32 failed'],
  [
    'a supply',
    ['bank', 'supply'],
    [{ denom: 'untrn', amount: '1' }],
    'genesis bank/supply: genesis supply is incorrect',
  ],
  ['code', ['wasm', 'codes', '0', 'code_bytes'], 'AAAA', 'code 0 with id: 1'],
  ['base64', ['wasm', 'codes', '0', 'code_bytes'], '?', 'genesis wasm: not a base64 string'],
  ['a sequence', ['wasm', 'sequences'], [], 'must be greater than: 2'],
  ['what is staked', ['staking', 'validators'], [], 'genesis staking: '],
  ['a number', ['gov', 'starting_proposal_id'], 'soon', 'genesis gov/starting_proposal_id: expected a whole number'],
  [
    'a message',
    ['gov', 'proposals'],
    [{ id: '1', messages: [{ '@type': '/x.Y' }] }],
    'genesis gov/proposals/0/messages/0: ',
  ],
])('%s that cannot be is named', (_, path, by, text) => {
  const error = fault({ ...whole, app_state: replaced(state, path, by) })
  expect(error).toBeInstanceOf(SudoboxError)
  expect((error as SudoboxError).message).toContain(text)
})

test.each([
  [{}, 'app_state'],
  [{ app_state: [] }, 'app_state'],
  [{ app_state: {}, genesis_time: 'now' }, 'genesis_time'],
  [{ app_state: {}, initial_height: -1 }, 'initial_height'],
])('%j is no genesis', (genesis, text) => {
  expect(() => start(genesis)).toThrow(UsageError)
  expect(() => start(genesis)).toThrow(text)
})

test("a partial genesis is added to the chain's own", () => {
  const { neutron } = createSandbox().chains
  const { address } = neutron.account('alice')
  const chain = start({
    app_state: { bank: { balances: [{ address, coins: [{ denom: 'untrn', amount: '7' }] }] } },
    initial_height: '100',
    chain_id: 'other-1',
    genesis_time: '2030-01-01T00:00:00Z',
    consensus: { params: {} },
  }).chains.neutron
  expect(chain.balance(address, 'untrn')).toBe(7n)
  expect([chain.height, chain.chainId, chain.time]).toEqual([100n, 'other-1', 1_893_456_001_000_000_000n])
  chain.nextBlock(3)
})

test('whatever is wrong anywhere in a genesis, the chain starts or the error is typed', () => {
  const isBulk = (path: readonly string[]) => path.length === 0 || path.at(-1) === 'code_bytes'
  const all = [...places(state)].filter((path) => !isBulk(path))
  const wrong: (Json | undefined)[] = [
    undefined,
    null,
    true,
    -1,
    1.5,
    1e300,
    '',
    'x',
    '-1',
    '99999999999999999999999999',
  ]
  wrong.push('1.5', '/w==', '\u0000', [], [null], [[]], {}, { '@type': 'x' }, whole.genesis_time)
  wrong.push('neutron1qyqszqgpqyqszqgpqyqszqgpqyqszqgpkvguhm')
  const values = fc.constantFrom(...wrong)
  fc.assert(
    fc.property(fc.constantFrom(...all), values, (path, by) => {
      const error = fault({ ...whole, app_state: replaced(state, path, by) })
      if (error !== undefined && !(error instanceof SudoboxError)) throw error
    }),
    { numRuns: runs(80) },
  )
}, 120_000)
