import { fc, runs } from '../../random.js'
import {
  MsgBeginRedelegate,
  MsgCancelUnbondingDelegation,
  MsgDelegate,
  MsgUndelegate,
} from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { MsgWithdrawDelegatorReward } from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { expect, test } from 'vitest'
import { addressText, operatorText } from '../../../src/chain/address.js'
import type { Context } from '../../../src/chain/context.js'
import type { Any } from '../../../src/codec/any.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { getBalance, getSupply } from '../../../src/modules/bank/balances.js'
import { decodeDelegation, decodeUnbonding, decodeValidator } from '../../../src/modules/staking/records.js'
import { RecordedChain, recording } from './recorded.js'

const account = (i: number) => new Uint8Array(20).fill(1 + i)
const operator = (i: number) => new Uint8Array(20).fill(0x40 + i)

const index = (size: number) => fc.integer({ min: 0, max: size - 1 })
const who = index(2)
const validator = index(3)
const amount = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 3_000_000 }))

const action = fc.oneof(
  fc.record({ kind: fc.constant('delegate' as const), who, validator, amount }),
  fc.record({ kind: fc.constant('undelegate' as const), who, validator, amount }),
  fc.record({ kind: fc.constant('redelegate' as const), who, validator, to: validator, amount }),
  fc.record({ kind: fc.constant('cancel' as const), who, validator, amount, height: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ kind: fc.constant('withdraw' as const), who, validator }),
  fc.record({ kind: fc.constant('block' as const), days: index(12) }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

function messageOf(step: Exclude<Action, { kind: 'block' }>): Any {
  const delegatorAddress = addressText('neutron', account(step.who))
  const validatorAddress = operatorText('neutron', operator(step.validator))
  if (step.kind === 'withdraw')
    return {
      typeUrl: MsgWithdrawDelegatorReward.typeUrl,
      value: MsgWithdrawDelegatorReward.encode({ delegatorAddress, validatorAddress }).finish(),
    }
  const coin = { denom: 'untrn', amount: String(step.amount) }
  const base = { delegatorAddress, validatorAddress, amount: coin }
  if (step.kind === 'delegate') return { typeUrl: MsgDelegate.typeUrl, value: MsgDelegate.encode(base).finish() }
  if (step.kind === 'undelegate') return { typeUrl: MsgUndelegate.typeUrl, value: MsgUndelegate.encode(base).finish() }
  if (step.kind === 'cancel')
    return {
      typeUrl: MsgCancelUnbondingDelegation.typeUrl,
      value: MsgCancelUnbondingDelegation.encode({ ...base, creationHeight: BigInt(step.height) }).finish(),
    }
  const validatorDstAddress = operatorText('neutron', operator(step.to))
  return {
    typeUrl: MsgBeginRedelegate.typeUrl,
    value: MsgBeginRedelegate.encode({
      delegatorAddress,
      validatorSrcAddress: validatorAddress,
      validatorDstAddress,
      amount: coin,
    }).finish(),
  }
}

function rows<T>(ctx: Context, prefix: number, decode: (bytes: Uint8Array) => T): T[] {
  const found: T[] = []
  const iterator = ctx
    .rawStore('staking')
    .iterator(String.fromCharCode(prefix) as never, String.fromCharCode(prefix + 1) as never)
  for (; iterator.valid; iterator.next()) found.push(decode(iterator.value))
  return found
}
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

/** What must hold after every step: the pools hold what the records say, and nothing is made or lost. */
function assertSound(ctx: Context, supply: bigint): void {
  const pool = (name: string) => getBalance(ctx, moduleAddress(name), 'untrn').amount
  const validators = rows(ctx, 0x21, decodeValidator)
  const delegations = rows(ctx, 0x31, decodeDelegation)
  const leaving = rows(ctx, 0x32, decodeUnbonding).flatMap(({ entries }) => entries.map(({ value }) => value))
  const tokens = (bonded: boolean) =>
    sum(validators.filter(({ status }) => (status === 3) === bonded).map((one) => one.tokens))
  expect(pool('bonded_tokens_pool')).toBe(tokens(true))
  expect(pool('not_bonded_tokens_pool')).toBe(tokens(false) + sum(leaving))
  for (const { operatorAddress, delegatorShares } of validators) {
    const own = delegations.filter(({ validatorAddress }) => validatorAddress === operatorAddress)
    expect(sum(own.map(({ shares }) => shares))).toBe(delegatorShares)
  }
  expect(getSupply(ctx, 'untrn').amount).toBe(supply)
}

test('tokens are neither made nor lost, whatever is delegated, taken back, moved and withdrawn', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), (steps) => {
      const chain = new RecordedChain(recording)
      const supply = getSupply(chain.context(), 'untrn').amount
      let [height, time] = [1, 1_600_000_000_000_000_000n]
      for (const step of steps) {
        if (step.kind === 'block') {
          chain.run({ kind: 'end_block', name: '', gas_used: 0 })
          height++
          time += BigInt(step.days) * 86_400_000_000_000n + 5_000_000_000n
          chain.run({ kind: 'begin_block', name: '', gas_used: 0, height, time_ns: String(time) })
        } else {
          const { typeUrl, value } = messageOf(step)
          const outcome = chain.run({
            kind: 'message',
            name: '',
            gas_used: 0,
            type: typeUrl,
            value: Buffer.from(value).toString('base64'),
          })
          expect(outcome.panic).toBeUndefined()
        }
        assertSound(chain.context(), supply)
      }
    }),
    { numRuns: runs(60) },
  )
}, 60_000)
