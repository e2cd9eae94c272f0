import { MsgMultiSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { StakeAuthorization } from 'cosmjs-types/cosmos/staking/v1beta1/authz'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import * as feegrant from 'cosmjs-types/cosmos/feegrant/v1beta1/query'
import { describe, expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { addressText, type Context } from '../../../src/chain/index.js'
import { signedBy } from '../../../src/chain/ante/sign-bytes.js'
import type { Tx } from '../../../src/chain/tx/tx.js'
import { aminoSignBytes } from '../../../src/codec/index.js'
import { momentOf } from '../../../src/codec/time.js'
import { readAllowance } from '../../../src/modules/feegrant/allowances/index.js'
import { stakeAuthorization } from '../../../src/modules/authz/authorizations/stake.js'
import { newWasmdApp } from '../chains.js'

// What differs inside modules between the releases of wasmd. Source: cosmossdk.io/x/feegrant v0.2.0, cosmos-sdk v0.53.6 and v0.54.0.

const [ALICE, BOB, CAROL] = [1, 2, 3].map((byte) => new Uint8Array(20).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
]
const text = (address: Uint8Array) => addressText('wasm', address)

test('amino JSON has numbers of accounts beyond those of JavaScript', () => {
  const doc = {
    chainId: 'wasmd-1',
    accountNumber: (1n << 63n) + 5n,
    sequence: 1n << 60n,
    messages: [],
    fee: { amount: [], gas: '1' },
    memo: '',
    timeoutHeight: 0n,
    unordered: false,
    timeoutTimestamp: undefined,
  }
  expect(JSON.parse(Buffer.from(aminoSignBytes(doc)).toString())).toMatchObject({
    account_number: '9223372036854775813',
    sequence: '1152921504606846976',
  })
})

describe.each([
  ['0.61', true],
  ['0.70', false],
] as const)('release %s', (release, isOld) => {
  const { baseApp, keepers } = newWasmdApp({ release })
  const inBlock = <T>(work: (ctx: Context) => T): T => baseApp.runInBlock(work)
  const refusal = (work: (ctx: Context) => unknown): string => {
    try {
      inBlock(work)
      return ''
    } catch (error) {
      if (error instanceof ChainError) return `${error.codespace}/${error.code} ${error.log}`
      throw error
    }
  }

  test('a multi-send names receivers as they were given, or in lower case', () => {
    const coins = [{ denom: 'stake', amount: '7' }]
    const given = text(BOB).toUpperCase()
    const value = MsgMultiSend.encode({
      inputs: [{ address: text(ALICE), coins }],
      outputs: [{ address: given, coins }],
    }).finish()
    const events = inBlock((ctx) => {
      keepers.bank.setBalance(ctx, ALICE, { denom: 'stake', amount: 7n })
      return baseApp.router.handler(MsgMultiSend.typeUrl)!(ctx, { typeUrl: MsgMultiSend.typeUrl, value }).events
    })
    const { attributes } = events.find(({ type }) => type === 'transfer')!
    expect(attributes[0]).toEqual(['recipient', isOld ? given : text(BOB)])
  })

  test('validators that a grant lists are those of a message in the same case, or in any', () => {
    const operator = addressText('wasmvaloper', ALICE)
    const granted = stakeAuthorization.read(
      StakeAuthorization.encode({ authorizationType: 1, allowList: { address: [operator] } }).finish(),
      'wasm',
    )
    const delegate = (validatorAddress: string) => ({
      typeUrl: MsgDelegate.typeUrl,
      value: MsgDelegate.encode(
        MsgDelegate.fromPartial({ validatorAddress, amount: { denom: 'stake', amount: '1' } }),
      ).finish(),
    })
    const upper = operator.toUpperCase()
    expect(refusal((ctx) => granted.accept(ctx, delegate(operator)))).toBe('')
    expect(refusal((ctx) => granted.accept(ctx, delegate(upper)))).toBe(
      isOld ? `sdk/4 cannot delegate/undelegate to ${upper} validator: unauthorized` : '',
    )
  })

  test('a textual signature is refused in the words of the release', () => {
    const { texts } = inBlock((ctx) => ctx.release)
    const signedIn = signedBy({} as Tx, {} as Parameters<typeof signedBy>[1], new Set(), texts)
    expect(() => signedIn('textual')).toThrow(`${isOld ? 'unsuppored' : 'unsupported'} sign mode SIGN_MODE_TEXTUAL`)
  })

  describe('an allowance', () => {
    const allowance = (expiration: bigint) =>
      readAllowance({
        typeUrl: BasicAllowance.typeUrl,
        value: BasicAllowance.encode({ spendLimit: [], expiration: momentOf(expiration) }).finish(),
      })
    const later = () => baseApp.nextTime + 1_000_000_000_000n

    test('that is missing is an error of the SDK, or of a collection', () => {
      expect(refusal((ctx) => keepers.feegrant.revoke(ctx, ALICE, BOB))).toBe(
        isOld
          ? 'sdk/38 fee-grant not found: not found'
          : `undefined/1 collections: not found: key '("${text(BOB)}", "${text(ALICE)}")' of type github.com/cosmos/gogoproto/cosmos.feegrant.v1beta1.Grant`,
      )
    })

    test('that is revoked leaves its entry in the queue, or takes it along', () => {
      const first = baseApp.nextTime + 10_000_000_000n
      inBlock((ctx) => keepers.feegrant.grant(ctx, ALICE, BOB, allowance(first)))
      inBlock((ctx) => keepers.feegrant.revoke(ctx, ALICE, BOB))
      inBlock((ctx) => keepers.feegrant.grant(ctx, ALICE, BOB, allowance(later())))
      baseApp.beginBlock({ time: first + 1n })
      baseApp.endBlock()
      expect(keepers.feegrant.has(baseApp.queryContext(), ALICE, BOB)).toBe(!isOld)
      inBlock((ctx) => !isOld && keepers.feegrant.revoke(ctx, ALICE, BOB))
    })

    test('that expires with a block is there after it, or is gone', () => {
      const expiration = baseApp.nextTime + 10_000_000_000n
      inBlock((ctx) => keepers.feegrant.grant(ctx, ALICE, CAROL, allowance(expiration)))
      baseApp.beginBlock({ time: expiration })
      baseApp.endBlock()
      expect(keepers.feegrant.has(baseApp.queryContext(), ALICE, CAROL)).toBe(isOld)
      baseApp.beginBlock({ time: expiration + 1n })
      baseApp.endBlock()
    })

    test('is listed on its page, or also on the pages before', () => {
      const granters = [1, 2, 3, 4].map((byte) => new Uint8Array(20).fill(16 + byte))
      inBlock((ctx) => granters.forEach((granter) => keepers.feegrant.grant(ctx, granter, CAROL, allowance(later()))))
      const page = (of: { limit: bigint; offset?: bigint; countTotal?: boolean }) => {
        const request = feegrant.QueryAllowancesRequest.fromPartial({ grantee: text(CAROL), pagination: of })
        const bytes = baseApp.query(
          '/cosmos.feegrant.v1beta1.Query/Allowances',
          feegrant.QueryAllowancesRequest.encode(request).finish(),
        )
        return feegrant.QueryAllowancesResponse.decode(bytes).allowances.map(({ granter }) => granter)
      }
      const texts = granters.map(text)
      expect(page({ limit: 1n, offset: 1n })).toEqual(isOld ? texts.slice(1, 2) : texts.slice(0, 2))
      expect(page({ limit: 1n, countTotal: true })).toEqual(isOld ? texts.slice(0, 1) : texts)
    })
  })
})
