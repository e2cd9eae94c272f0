import { expect, test } from 'vitest'
import { repairs } from '../../../src/fuzz/dry-run/repairs.js'
import { firstThatWorks, Repairs } from '../../../src/scaffold/init/repaired.js'
import { richest } from '../../../src/scaffold/init/richest.js'
import { NOWHERE } from '../../../src/schema/index.js'
import type { Json } from '../../../src/sandbox/index.js'

const TIME = 1_700_000_000_000_000_000n
const spares = {
  around: { ...NOWHERE, addresses: ['alice'], words: ['word'], denoms: ['gold'], time: TIME },
  words: [],
}
const suggested = (message: Json, error: string) => repairs(message, error, spares)

test.each<[Json, string, Json]>([
  [
    { round_length: 9, lock_epoch_length: 5 },
    'Lock epoch length must not be shorter than the round length',
    { round_length: 9, lock_epoch_length: 9 },
  ],
  [{ open: { from: '7', until: '7' } }, 'until must be greater than from', { open: { from: '7', until: '8' } }],
  [{ set: { min: 9, max: '3' } }, 'max must be at least min', { set: { min: 9, max: '9' } }],
  [{ lock: { depth_limit: 0 } }, 'lock: depth limit cannot be zero', { lock: { depth_limit: 1 } }],
  [{ name: 'a', max_duration: 9_000_000 }, 'max_duration is too long', { name: 'a', max_duration: 1 }],
  [
    { first_round_start: '5' },
    'first_round_start is in the past',
    { first_round_start: String(TIME + 86_400_000_000_000n) },
  ],
  [
    { cut: { slash_threshold: '3.5' } },
    'Slash threshold must be between 0% and 100%',
    { cut: { slash_threshold: '0.5' } },
  ],
  [{ trade: { swap_fee_percent: '7' } }, 'the swap fee is more than 100 %', { trade: { swap_fee_percent: '0.5' } }],
  [
    { owner: 'a', gate: { code_id: 7, msg: '' }, tokens: [{ fresh: { code_id: 7 } }, { old: { denom: 'b' } }] },
    'dispatch: code id 7: no such code',
    { owner: 'a', tokens: [{ old: { denom: 'b' } }] },
  ],
  [{ parts: [{ name: 'a' }, { name: 'a' }] }, 'Duplicate part name', { parts: [{ name: 'a' }] }],
  [{ admins: ['word', 'x'], denom: 'gold' }, 'invalid bech32', { admins: ['alice', 'alice'], denom: 'gold' }],
  [
    { lock: { lock_duration: 3, owner: 'a' } },
    'Lock duration must be one of: [64000000, 9]; but was: 3',
    { lock: { lock_duration: 64_000_000, owner: 'a' } },
  ],
  [
    { connection_id: 'x', interchain_account_id: 'y', admin: 'z' },
    'addr_validate errored: invalid bech32',
    { connection_id: 'x', interchain_account_id: 'alice', admin: 'alice' },
  ],
  [{ start_time: 5 }, 'start_time must be in the future', { start_time: 1_700_086_400 }],
])('%j, refused with "%s", becomes %j', (message, error, repaired) => {
  expect(suggested(message, error)).toContainEqual(repaired)
})

test('numbers whose members an error does not name are not changed', () => {
  expect(suggested({ lock: { depth: 0 } }, 'the fee must be greater than zero')).toEqual([])
  expect(suggested({ lock: { depth_limit: 0 } }, 'depth cannot be zero')).toEqual([])
})

const contract = { wasm: Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), around: { time: TIME } }
/** The errors of a contract that wants three things, one after the other. */
function refusal(message: Json): string | undefined {
  const { start, end, fee } = message as { readonly start: number; readonly end: number; readonly fee: number }
  if (fee === 0) return 'fee must be positive'
  if (end <= start) return 'end must be greater than start'
  return fee > 50 ? 'fee exceeds the limit' : undefined
}

test('a message that instantiates is repaired by one error after the other', async () => {
  const attempt = (message: Json) => Promise.resolve(refusal(message))
  const first = { start: 9, end: 3, fee: 0 }
  expect(await new Repairs(contract.wasm, contract.around).of(first, refusal(first)!, attempt)).toEqual({
    start: 9,
    end: 10,
    fee: 1,
  })
})

test('an error that comes again and again is answered three times', async () => {
  const own = new Repairs(contract.wasm, contract.around)
  let tried = 0
  const attempt = () => Promise.resolve((tried++, 'fee must be positive'))
  const triedFor = async (fee: number) => {
    tried = 0
    await own.of({ fee, memo: String(fee) }, 'fee must be positive', attempt)
    return tried
  }
  // The first repairs its own repairs too.
  expect(await triedFor(0)).toBeGreaterThan(0)
  expect(await triedFor(1)).toBe(0)
})

test('messages are repaired only if none works as it is', async () => {
  const attempt = (message: Json) => Promise.resolve(refusal(message))
  const own = () => new Repairs(contract.wasm, contract.around)
  const [broken, works] = [
    { start: 9, end: 3, fee: 7 },
    { start: 1, end: 2, fee: 3 },
  ]
  expect((await firstThatWorks([broken, works], attempt, own()))?.message).toEqual(works)
  expect((await firstThatWorks([broken, broken], attempt, own()))?.message).toEqual({ start: 9, end: 10, fee: 7 })
})

test('a message gets the lists of others, one by one, as long as it works; one that is no object stays', async () => {
  const others: readonly Json[] = [null, 5, { rates: [1], admins: ['a'] }, { rates: [2] }]
  const works = (message: Json) => {
    const { fee, rates } = (message ?? {}) as { readonly fee?: number; readonly rates?: readonly number[] }
    return Promise.resolve(fee === 1 && rates?.[0] !== 1)
  }
  expect(await richest({ rates: [], admins: [], fee: 1 }, others, works)).toEqual({ rates: [2], admins: ['a'], fee: 1 })
  expect(await richest(null, others, () => Promise.resolve(false))).toBeNull()
})
