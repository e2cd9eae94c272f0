import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { NeutronApp } from '../../../src/app/neutron/app.js'
import { newNeutronApp } from '../../app/chains.js'
import { fromUtf8, toUtf8 } from '../../../src/base/bytes.js'
import { addressText, operatorText } from '../../../src/chain/address.js'
import type { Context } from '../../../src/chain/context.js'

/** A contract that delegates, is paid, undelegates and votes, and asks the chain about it. */

const OWNER = new Uint8Array(20).fill(1)
const LAB = new Uint8Array(readFileSync(new URL('../../../contracts/artifacts/callback_lab.wasm', import.meta.url)))

let app: NeutronApp
let contract: Uint8Array
let lab: string
let validator: string

beforeEach(() => {
  app = newNeutronApp({ chainId: 'staking-1', genesisTime: 1_600_000_000_000_000_000n })
  contract = app.runInBlock((ctx) => {
    app.mint(ctx, OWNER, [{ denom: 'untrn', amount: 10_000_000n }])
    app.keepers.wasm.create(ctx, OWNER, LAB)
    const funds = [{ denom: 'untrn', amount: 5_000_000n }]
    const request = { codeId: 1n, creator: OWNER, admin: OWNER, msg: toUtf8('{}'), label: 'lab', funds }
    return app.keepers.wasm.instantiate(ctx, request).address
  })
  lab = addressText('neutron', contract)
  validator = operatorText('neutron', app.baseApp.seals.validators[0]!.address)
})

const act = (...messages: readonly unknown[]) =>
  app.runInBlock((ctx: Context) => {
    const behaviour = { submessages: messages.map((msg) => ({ msg, id: 1, reply_on: 'never' })) }
    app.keepers.wasm.contracts.execute(ctx, contract, OWNER, toUtf8(JSON.stringify({ act: { behaviour } })), [])
    return ctx.events.events.map(({ type }) => type)
  })

const ask = (request: unknown): unknown => {
  const answer = app.querySmart(lab, toUtf8(JSON.stringify({ chain: { request } })))
  return JSON.parse(Buffer.from(JSON.parse(fromUtf8(answer)) as string, 'base64').toString())
}

const untrn = (amount: string) => ({ denom: 'untrn', amount })

test('it delegates, and sees what it has', () => {
  expect(act({ staking: { delegate: { validator, amount: untrn('1000000') } } })).toContain('delegate')
  expect(ask({ staking: { bonded_denom: {} } })).toEqual({ denom: 'untrn' })
  expect(ask({ staking: { all_validators: {} } })).toEqual({
    validators: [
      {
        address: validator,
        commission: '0.100000000000000000',
        max_commission: '0.200000000000000000',
        max_change_rate: '0.010000000000000000',
      },
    ],
  })
  expect(ask({ staking: { all_delegations: { delegator: lab } } })).toEqual({
    delegations: [{ delegator: lab, validator, amount: untrn('1000000') }],
  })
  expect(ask({ staking: { delegation: { delegator: lab, validator } } })).toEqual({
    delegation: {
      delegator: lab,
      validator,
      amount: untrn('1000000'),
      accumulated_rewards: [],
      can_redelegate: untrn('1000000'),
    },
  })
  expect(ask({ staking: { delegation: { delegator: addressText('neutron', OWNER), validator } } })).toEqual({})
})

test('it is paid its share of the fees of the block before', () => {
  act({ staking: { delegate: { validator, amount: untrn('1000000') } } })
  app.runInBlock((ctx) =>
    app.keepers.bank.sendToModule(ctx, OWNER, 'fee_collector', [{ denom: 'untrn', amount: 101_000n }]),
  )
  app.nextBlock()
  // 2% for the community, 10% for the validator, one of 101 million tokens for the contract.
  const reward = (101_000 * 0.98 * 0.9) / 101
  expect(ask({ distribution: { delegation_total_rewards: { delegator_address: lab } } })).toMatchObject({
    total: [{ denom: 'untrn' }],
    rewards: [{ validator_address: validator }],
  })
  expect(ask({ staking: { delegation: { delegator: lab, validator } } })).toMatchObject({
    delegation: { accumulated_rewards: [untrn(String(Math.floor(reward)))] },
  })
  const before = app.keepers.bank.balance(app.context, contract, 'untrn').amount
  act({ distribution: { withdraw_delegator_reward: { validator } } })
  expect(app.keepers.bank.balance(app.context, contract, 'untrn').amount - before).toBe(BigInt(Math.floor(reward)))
})

test('what it undelegates comes back when the time is over', () => {
  act({ staking: { delegate: { validator, amount: untrn('1000000') } } })
  act({ staking: { undelegate: { validator, amount: untrn('400000') } } })
  const before = app.keepers.bank.balance(app.context, contract, 'untrn').amount
  const unbonded = app.time + 21n * 86_400_000_000_000n
  app.nextBlock(unbonded - 1_000_000_000n)
  expect(app.keepers.bank.balance(app.context, contract, 'untrn').amount).toBe(before)
  app.nextBlock(unbonded)
  expect(app.keepers.bank.balance(app.context, contract, 'untrn').amount - before).toBe(400_000n)
})

test('a vote on nothing fails as the chain says', () => {
  expect(() => act({ gov: { vote: { proposal_id: 1, option: 'yes' } } })).toThrow('1: inactive proposal')
})
