import { describe, expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { fromUtf8 } from '../../../src/base/bytes.js'
import { addressText } from '../../../src/chain/address.js'
import type { Coin } from '../../../src/codec/coins.js'
import { FeeParams, type Fee } from '../../../src/codec/neutron/feerefunder.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { FeeRefunderKeeper, feeRefunderModule, minIbcFeeBinding } from '../../../src/modules/feerefunder/index.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import type { BankKeeper } from '../../../src/modules/bank/index.js'
import { setBalance } from '../../../src/modules/bank/balances.js'
import { bankChain } from '../chain.js'

const CONTRACT = new Uint8Array(32).fill(3)
const RELAYER = new Uint8Array(20).fill(4)
const authority = addressText('neutron', moduleAddress('gov'))
const PACKET = { portId: 'transfer', channelId: 'channel-0', sequence: 7n }

const coins = (amount: bigint, denom = 'untrn'): readonly Coin[] => [{ denom, amount }]
const fee = (ack: readonly Coin[], timeout: readonly Coin[], recv: readonly Coin[] = []): Fee => ({
  recvFee: recv,
  ackFee: ack,
  timeoutFee: timeout,
})

function setUp() {
  const later: { bank?: BankKeeper } = {}
  const keeper = new FeeRefunderKeeper({
    bank: {
      sendToModule: (...args) => later.bank!.sendToModule(...args),
      sendFromModule: (...args) => later.bank!.sendFromModule(...args),
    },
    hasChannel: (_ctx, _port, channel) => channel === 'channel-0',
    authority,
  })
  const { app, bank } = bankChain({ more: [feeRefunderModule(keeper)] })
  later.bank = bank
  app.initChain()
  app.runInBlock((ctx) => setBalance(ctx, CONTRACT, { denom: 'untrn', amount: 10_000n }))
  const balance = (of: Uint8Array) => bank.balance(app.queryContext(), of, 'untrn').amount
  return { app, keeper, balance }
}

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof ChainError) return `${error.codespace}/${error.code} ${error.log}`
    throw error
  }
  return 'nothing was refused'
}

describe('fees of packets', () => {
  test('an acknowledgement pays its relayer and gives the other fee back; a timeout the other way round', () => {
    for (const [end, toRelayer] of [
      ['distributeAcknowledged', 1200n],
      ['distributeTimedOut', 1500n],
    ] as const) {
      const { app, keeper, balance } = setUp()
      app.runInBlock((ctx) => keeper.lock(ctx, CONTRACT, PACKET, fee(coins(1200n), coins(1500n))))
      expect(balance(CONTRACT)).toBe(7300n)
      app.runInBlock((ctx) => keeper[end](ctx, RELAYER, PACKET))
      expect(balance(RELAYER)).toBe(toRelayer)
      expect(balance(CONTRACT)).toBe(10_000n - toRelayer)
      app.runInBlock((ctx) => keeper[end](ctx, RELAYER, PACKET))
      expect(balance(RELAYER)).toBe(toRelayer)
    }
  })

  test.each<[Fee, string]>([
    [fee([], coins(1000n)), 'sdk/10 fees check failed: provided ack fee or timeout fee is zero: invalid coins'],
    [
      fee(coins(1000n), coins(999n)),
      'sdk/13 fees check failed: provided timeout fee is less than min governance set timeout fee: 999untrn < 1000untrn: insufficient fee',
    ],
    [
      fee(coins(999n), coins(1000n)),
      'sdk/13 fees check failed: provided ack fee is less than min governance set ack fee: 999untrn < 1000untrn: insufficient fee',
    ],
    [
      fee(coins(1000n), [...coins(5n, 'uatom'), ...coins(1000n)]),
      'sdk/10 fees check failed: timeout fee cannot have coins other than in params: invalid coins',
    ],
    [
      fee([...coins(5n, 'uatom'), ...coins(1000n)], coins(1000n)),
      'sdk/10 fees check failed: ack fee cannot have coins other than in params: invalid coins',
    ],
    [fee(coins(1000n), []), 'sdk/10 fees check failed: provided ack fee or timeout fee is zero: invalid coins'],
    [
      fee(coins(1000n), coins(1000n), coins(1n)),
      'sdk/10 fees check failed: fees do not pass validation: recv fee must be zero: invalid coins',
    ],
    [
      fee(coins(-1n), coins(0n)),
      'sdk/10 fees check failed: fees do not pass validation: contains invalid fees: ack fee is invalid , timeout fee invalid: invalid coins',
    ],
    [
      fee(coins(9000n), coins(9000n)),
      'sdk/5 failed to send coins during fees locking: spendable balance 10000untrn is smaller than 18000untrn: insufficient funds',
    ],
  ])('%# are refused as the chain refuses them', (bad, said) => {
    const { app, keeper, balance } = setUp()
    expect(refusal(() => app.runInBlock((ctx) => keeper.lock(ctx, CONTRACT, PACKET, bad)))).toBe(said)
    expect(balance(CONTRACT)).toBe(10_000n)
    expect(keeper.all(app.queryContext())).toEqual([])
  })

  test('of exactly the minimum are enough', () => {
    const { app, keeper } = setUp()
    app.runInBlock((ctx) => keeper.lock(ctx, CONTRACT, PACKET, fee(coins(1000n), coins(1000n))))
    expect(keeper.all(app.queryContext())).toHaveLength(1)
  })

  test('only the authority changes params, and contracts can ask for them', () => {
    const { app, keeper } = setUp()
    const typeUrl = '/neutron.feerefunder.MsgUpdateParams'
    const params = FeeParams.encode({ minFee: fee(coins(5n), coins(6n)), feeEnabled: true }).finish()
    const run = (by: string) =>
      app.runInBlock((ctx) =>
        app.router.handler(typeUrl)!(ctx, {
          typeUrl,
          value: new ProtoWriter().string(1, by).message(2, params).finish(),
        }),
      )
    const stranger = addressText('neutron', RELAYER)
    expect(refusal(() => run(stranger))).toBe(
      `sdk/18 invalid authority; expected ${authority}, got ${stranger}: invalid request`,
    )
    run(authority)
    expect(fromUtf8(minIbcFeeBinding(keeper).answer(app.queryContext()))).toBe(
      '{"min_fee":{"recv_fee":[],"ack_fee":[{"denom":"untrn","amount":"5"}],"timeout_fee":[{"denom":"untrn","amount":"6"}]}}',
    )
  })
})
