import { MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgCommunityPoolSpend, MsgSetWithdrawAddress } from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import {
  MsgCreatePeriodicVestingAccount,
  MsgCreatePermanentLockedAccount,
  MsgCreateVestingAccount,
} from 'cosmjs-types/cosmos/vesting/v1beta1/tx'
import { expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { addressText } from '../../../src/chain/address.js'
import { accountKey } from '../../../src/modules/auth/keys.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { newHubApp } from '../../app/chains.js'

// Accounts of modules get coins from their module only. Source: cosmos-sdk v0.53.6 x/auth/vesting, x/distribution, x/authz.

const ALICE = new Uint8Array(20).fill(1)
const alice = addressText('cosmos', ALICE)
const gov = addressText('cosmos', moduleAddress('gov'))
const blocked = addressText('cosmos', moduleAddress('wasm'))
const amount = [{ denom: 'uatom', amount: '5' }]
const ends = { fromAddress: alice, toAddress: blocked, amount, endTime: 2_000_000_000n }

interface Codec {
  readonly typeUrl: string
  fromPartial(message: object): unknown
  encode(message: never): { finish(): Uint8Array }
}

const authorization = {
  typeUrl: GenericAuthorization.typeUrl,
  value: GenericAuthorization.encode({ msg: MsgSetWithdrawAddress.typeUrl }).finish(),
}

test.each<[Codec, object, string]>([
  [MsgCreateVestingAccount, ends, 'funds'],
  [MsgCreatePermanentLockedAccount, ends, 'funds'],
  [MsgCreatePeriodicVestingAccount, { ...ends, startTime: 1n, vestingPeriods: [{ length: 5n, amount }] }, 'funds'],
  [MsgSetWithdrawAddress, { delegatorAddress: alice, withdrawAddress: blocked }, 'external funds'],
  [MsgCommunityPoolSpend, { authority: gov, recipient: blocked, amount }, 'external funds'],
  [MsgGrant, { granter: alice, grantee: blocked, grant: { authorization } }, 'funds'],
] as never)('$typeUrl: a module gets nothing', (codec, message, funds) => {
  const app = newHubApp()
  app.runInBlock((ctx) => {
    app.mint(ctx, ALICE, [{ denom: 'uatom', amount: 100n }])
    app.keepers.accounts.moduleAccount(ctx, 'wasm')
    ctx.rawStore('acc').delete(accountKey(moduleAddress('wasm')))
  })
  const value = codec.encode(codec.fromPartial(message) as never).finish()
  const run = () =>
    app.runInBlock((ctx) => app.baseApp.router.handler(codec.typeUrl)!(ctx, { typeUrl: codec.typeUrl, value }))
  expect(run).toThrow(ChainError)
  expect(run).toThrow(`${blocked} is not allowed to receive ${funds}: unauthorized`)
  expect(app.keepers.bank.balance(app.context, ALICE, 'uatom').amount).toBe(100n)
})
