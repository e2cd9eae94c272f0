import { AllowedMsgAllowance, BasicAllowance, PeriodicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { describe, expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import type { Context } from '../../../src/chain/context.js'
import { InfiniteGasMeter } from '../../../src/chain/gas.js'
import type { Any } from '../../../src/codec/any.js'
import { momentOf } from '../../../src/codec/time.js'
import { readAllowance } from '../../../src/modules/feegrant/allowances/index.js'
import { FeegrantKeeper } from '../../../src/modules/feegrant/index.js'

// Moments and limits that random transactions rarely meet. Source: cosmossdk.io/x/feegrant v0.2.0, as the code.

const SEND = '/cosmos.bank.v1beta1.MsgSend'
const coins = (amount: number, denom = 'stake') => [{ denom, amount: String(amount) }]
const bigCoins = (amount: number) => [{ denom: 'stake', amount: BigInt(amount) }]

const basicOf = (limit: number, expiration?: bigint): BasicAllowance => ({
  spendLimit: limit === 0 ? [] : coins(limit),
  ...(expiration !== undefined && { expiration: momentOf(expiration) }),
})
const basic = (limit: number, expiration?: bigint): Any => ({
  typeUrl: BasicAllowance.typeUrl,
  value: BasicAllowance.encode(basicOf(limit, expiration)).finish(),
})
/** With a period of 10 nanoseconds. */
const periodic = (of: { limit?: number; period: number; left: number; reset: bigint; expiration?: bigint }): Any => ({
  typeUrl: PeriodicAllowance.typeUrl,
  value: PeriodicAllowance.encode({
    basic: basicOf(of.limit ?? 0, of.expiration),
    period: momentOf(10n),
    periodSpendLimit: coins(of.period),
    periodCanSpend: of.left === 0 ? [] : coins(of.left),
    periodReset: momentOf(of.reset),
  }).finish(),
})
const allowed = (allowance: Any, ...allowedMessages: string[]): Any => ({
  typeUrl: AllowedMsgAllowance.typeUrl,
  value: AllowedMsgAllowance.encode({ allowance, allowedMessages }).finish(),
})

/** What an allowance says of a fee at a time: what is left of it, nothing, or a refusal. */
function asked(packed: Any, fee: number, time = 100n, typeUrls = [SEND]) {
  const gasMeter = new InfiniteGasMeter()
  const ctx = { gasMeter, block: { time } } as unknown as Context
  const verdict = readAllowance(packed).accept(ctx, bigCoins(fee), typeUrls)
  const said = verdict.accepted ? (verdict.left?.packed ?? 'nothing') : verdict.error.log
  return { said, gas: gasMeter.consumed }
}
const said = (...args: Parameters<typeof asked>) => asked(...args).said

describe('a basic allowance', () => {
  test('is used up by its last coin, and has no limit without coins', () => {
    expect(said(basic(5), 4)).toEqual(basic(1))
    expect(said(basic(5), 5)).toBe('nothing')
    expect(said(basic(5), 6)).toBe('basic allowance: fee limit exceeded')
    expect(said(basic(5), 0)).toEqual(basic(5))
    expect(said(basic(0), 10 ** 9)).toEqual(basic(0))
  })
  test('expires after its time', () => {
    expect(said(basic(0, 100n), 1)).toEqual(basic(0, 100n))
    expect(said(basic(0, 99n), 1)).toBe('basic allowance: fee allowance expired')
  })
})

describe('a periodic allowance', () => {
  test('starts the next period at the end of the last one or, if that would be over too, now', () => {
    const left = (reset: bigint, rest: number) => periodic({ period: 8, left: rest, reset })
    expect(said(left(101n, 3), 2)).toEqual(left(101n, 1))
    expect(said(left(101n, 3), 4)).toBe('period limit: fee limit exceeded')
    expect(said(left(100n, 3), 4)).toEqual(left(110n, 4))
    expect(said(left(90n, 0), 8)).toEqual(left(100n, 0))
    expect(said(left(89n, 0), 8)).toEqual(left(110n, 0))
  })
  test('starts a period with what is left of the whole allowance, if that is less', () => {
    const of = (limit: number, left: number, reset: bigint) => periodic({ limit, period: 8, left, reset })
    expect(said(of(7, 0, 95n), 1)).toEqual(of(6, 6, 105n))
    expect(said(of(8, 0, 95n), 1)).toEqual(of(7, 7, 105n))
    expect(said(of(9, 0, 95n), 1)).toEqual(of(8, 7, 105n))
    expect(said(of(7, 0, 95n), 7)).toBe('nothing')
    expect(said(of(3, 8, 200n), 4)).toBe('absolute limit: fee limit exceeded')
  })
  test('expires after its time', () => {
    const of = (expiration: bigint) => periodic({ period: 8, left: 8, reset: 200n, expiration })
    expect(said(of(100n), 8)).not.toContain('expired')
    expect(said(of(99n), 1)).toBe('absolute limit: fee allowance expired')
  })
})

test('each listed message, and each of a transaction up to the first that is not listed, costs 10 gas', () => {
  const packed = allowed(basic(5), SEND, '/b', '/c')
  expect(asked(packed, 4, 100n, [SEND, '/c'])).toEqual({ said: allowed(basic(1), SEND, '/b', '/c'), gas: 50 })
  const refusal = 'message does not exist in allowed messages: message not allowed'
  expect(asked(packed, 4, 100n, [SEND, '/d', '/d'])).toEqual({ said: refusal, gas: 50 })
  expect(said(packed, 5)).toBe('nothing')
  expect(said(packed, 6)).toBe('basic allowance: fee limit exceeded')
})

describe('the state', () => {
  const [granter, grantee] = [new Uint8Array(20).fill(1), new Uint8Array(20).fill(2)]

  /** Calls a keeper on a chain. @param at the context of a block with a time so many nanoseconds later */
  function onChain(work: (keeper: FeegrantKeeper, at: (later: bigint) => Context, now: bigint) => void): void {
    const { app } = createSandbox({ chains: { hub: {} }, links: [] }).chains.hub.host
    app.runInBlock((ctx) => {
      const { time } = ctx.block
      work(app.keepers.feegrant, (later) => ctx.withBlock({ ...ctx.block, time: time + later }), time)
    })
  }

  test('refuses a second allowance between the same accounts, and an expired one', () => {
    onChain((keeper, at, now) => {
      expect(() => keeper.grant(at(1n), granter, grantee, readAllowance(basic(5, now)))).toThrow(
        'expiration is before current block time',
      )
      keeper.grant(at(0n), granter, grantee, readAllowance(basic(5, now)))
      expect(() => keeper.grant(at(0n), granter, grantee, readAllowance(basic(5)))).toThrow(
        'fee allowance already exists',
      )
    })
  })

  test('refuses an allowance for a blocked account that does not exist', () => {
    onChain((_, at) => {
      const blocked = new FeegrantKeeper({
        accounts: { get: () => undefined, open: () => expect.fail('opened') },
        bank: { isBlocked: () => true },
      })
      expect(() => blocked.grant(at(0n), granter, grantee, readAllowance(basic(5)))).toThrow(
        'cosmos1qgpqyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2 is not allowed to receive funds: unauthorized',
      )
    })
  })

  test('loses an allowance in the first block after it expires', () => {
    onChain((keeper, at, now) => {
      keeper.grant(at(0n), granter, grantee, readAllowance(basic(5, now + 5n)))
      keeper.prune(at(5n), 200)
      expect(keeper.has(at(5n), granter, grantee)).toBe(true)
      keeper.prune(at(6n), 200)
      expect(keeper.has(at(6n), granter, grantee)).toBe(false)
      expect(() => keeper.use(at(6n), granter, grantee, bigCoins(1), [SEND])).toThrow('fee-grant not found: not found')
    })
  })

  test('is pruned in parts, the oldest first', () => {
    onChain((keeper, at, now) => {
      const of = (n: number) => new Uint8Array(20).fill(n)
      for (const n of [3, 4, 5]) keeper.grant(at(0n), of(n), grantee, readAllowance(basic(5, now + BigInt(10 - n))))
      keeper.prune(at(20n), 2)
      expect([3, 4, 5].map((n) => keeper.has(at(20n), of(n), grantee))).toEqual([true, false, false])
    })
  })

  test('keeps a revoked allowance in the queue, as the chain does: its entry deletes the next allowance of the two', () => {
    onChain((keeper, at, now) => {
      keeper.grant(at(0n), granter, grantee, readAllowance(basic(5, now + 5n)))
      keeper.revoke(at(0n), granter, grantee)
      keeper.grant(at(0n), granter, grantee, readAllowance(basic(7)))
      keeper.prune(at(6n), 200)
      expect(keeper.has(at(6n), granter, grantee)).toBe(false)
    })
  })

  test('is exported, and starts an equal chain', () => {
    const allowances = [
      {
        granter: 'cosmos1qyqszqgpqyqszqgpqyqszqgpqyqszqgpjnp7du',
        grantee: 'cosmos1qgpqyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2',
        allowance: {
          '@type': AllowedMsgAllowance.typeUrl,
          allowance: {
            '@type': PeriodicAllowance.typeUrl,
            basic: { spend_limit: coins(7), expiration: '2100-01-01T00:00:00.500Z' },
            period: '10s',
            period_spend_limit: coins(3),
            period_can_spend: [],
            period_reset: '0001-01-01T00:00:00Z',
          },
          allowed_messages: [SEND],
        },
      },
    ]
    const start = (feegrant: object) =>
      createSandbox({ chains: { hub: { genesis: { app_state: { feegrant: feegrant as never } } } }, links: [] }).chains
        .hub.host.app
    const app = start({ allowances })
    expect(app.exportGenesis().app_state['feegrant']).toEqual({ allowances })
    const broken = { ...allowances[0]!, allowance: { ...allowances[0]!.allowance, allowed_messages: [] } }
    expect(() => start({ allowances: [broken] })).toThrow(
      "genesis feegrant/allowances/0/allowance: allowed messages shouldn't be empty: allowed messages are empty",
    )
  })
})
