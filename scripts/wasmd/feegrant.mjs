// Random fee grants and vesting accounts, and transactions whose fee another account pays.
import { toBech32 } from '@cosmjs/encoding'
import { AllowedMsgAllowance, BasicAllowance, PeriodicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { PREFIX } from './genesis.mjs'
import { Story } from './story.mjs'

const SEND = '/cosmos.bank.v1beta1.MsgSend'
const DELEGATE = '/cosmos.staking.v1beta1.MsgDelegate'
const GRANT = '/cosmos.feegrant.v1beta1.MsgGrantAllowance'
const FEES = toBech32(PREFIX, Uint8Array.from(Buffer.from('f1829676db577682e944fc3493d451b67ff3e29f', 'hex')))

const now = () => BigInt(Math.floor(Date.now() / 1000))
const coin = (amount, denom = 'stake') => ({ denom, amount: String(amount) })
const at = (seconds, nanos = 0) => ({ seconds, nanos })
const any = (type, message) => ({ typeUrl: type.typeUrl, value: type.encode(message).finish() })
const of = (typeUrl, value) => ({ typeUrl, value })

const limit = (story) =>
  story.pick([[], [coin(90)], [coin(300)], [coin(2000)], [coin(5000), coin(50, 'uone')], [coin(900, 'utwo')]])

const oddCoins = (story) =>
  story.pick([
    [coin(0)],
    [coin(-5)],
    [coin(5, 'uone'), coin(5)],
    [coin(5), coin(5)],
    [coin(5, '1x')],
    [coin(7, 'unone')],
  ])

const expiration = (story) =>
  story.chance(92)
    ? story.pick([
        undefined,
        undefined,
        at(now() + 1n, story.below(1e9)),
        at(now() + 2n, 7),
        at(now() + 5n),
        at(now() + 12n, 1),
        at(5_000_000_000n),
      ])
    : story.pick([at(1n), at(-5n)])

const basicOf = (story) => ({
  spendLimit: story.chance(92) ? limit(story) : oddCoins(story),
  expiration: expiration(story),
})
const basic = (story) => any(BasicAllowance, basicOf(story))

function periodic(story) {
  const periodSpendLimit = story.chance(90)
    ? story.pick([[coin(60)], [coin(250)], [coin(1000)]])
    : story.pick([[], oddCoins(story), [coin(5), coin(5, 'uone')]])
  return any(PeriodicAllowance, {
    basic: basicOf(story),
    period: story.chance(92) ? at(BigInt(1 + story.below(4))) : story.pick([at(0n), at(0n, -1), at(-3n)]),
    periodSpendLimit,
    periodCanSpend: story.chance(90) ? story.pick([[], periodSpendLimit, [coin(100)]]) : oddCoins(story),
    periodReset: story.pick([undefined, at(0n), at(now() + 1n), at(now() + 4n, 9), at(5_000_000_000n)]),
  })
}

function allowedMessages(story, depth = 0) {
  const allowance = depth < 2 && story.chance(10) ? allowedMessages(story, depth + 1) : usual(story)
  return any(AllowedMsgAllowance, {
    allowance: story.chance(95) ? allowance : undefined,
    allowedMessages: story.chance(92)
      ? story.pick([[SEND], [SEND, DELEGATE], [DELEGATE, SEND, SEND, GRANT], ['']])
      : [],
  })
}

const usual = (story) => story.pick([basic, periodic])(story)

const allowance = (story) =>
  story.chance(96)
    ? story.pick([basic, periodic, periodic, allowedMessages])(story)
    : story.pick([undefined, { typeUrl: '', value: new Uint8Array(0) }])

function grant(story, granter) {
  const grantee = story.chance(75) ? story.grantee() : story.pick([granter, story.address(), FEES, 'nobody', ''])
  return of(GRANT, { granter, grantee, allowance: allowance(story) })
}

function revoke(story, granter) {
  const mine = story.world.allowances.filter(([from]) => from === granter)
  if (mine.length === 0 && story.chance(80)) return grant(story, granter)
  const grantee = mine.length > 0 && story.chance(90) ? story.pick(mine)[1] : story.pick([granter, story.address()])
  return of('/cosmos.feegrant.v1beta1.MsgRevokeAllowance', { granter, grantee })
}

const prune = (_, pruner) => of('/cosmos.feegrant.v1beta1.MsgPruneAllowances', { pruner })

const amount = (story) => story.pick([1, 700, 40_000, 30_000_000, 400_000_000, 950_000_000, 2_000_000_000])

const send = (story, from) =>
  of(SEND, {
    fromAddress: from,
    toAddress: story.address(),
    amount: story.chance(70)
      ? [coin(amount(story))]
      : [coin(amount(story)), coin(story.pick([5, 2_500_000, 4_000_000]), 'uone')],
  })

const staked = (story, from) => ({
  delegatorAddress: from,
  validatorAddress: story.world.operator,
  amount: coin(amount(story)),
})
const delegate = (story, from) => of(DELEGATE, staked(story, from))
const undelegate = (story, from) =>
  story.world.delegated.has(from) || story.chance(15)
    ? of('/cosmos.staking.v1beta1.MsgUndelegate', staked(story, from))
    : delegate(story, from)

const vested = (story) =>
  story.chance(90)
    ? story.pick([[coin(5000)], [coin(90_000), coin(700, 'uone')], [coin(12_345_677)]])
    : story.pick([[], oddCoins(story), [coin(10n ** 15n)]])

const receiver = (story) =>
  story.chance(85) ? story.unopened() : story.pick([story.user().address, story.address(), FEES, 'nobody', ''])

const createVesting = (story, from) =>
  of('/cosmos.vesting.v1beta1.MsgCreateVestingAccount', {
    fromAddress: from,
    toAddress: receiver(story),
    amount: vested(story),
    endTime: story.chance(92) ? now() + BigInt(story.pick([-5, 3, 9, 30, 1000])) : BigInt(story.pick([0, -1])),
    delayed: story.chance(40),
  })

const createPermanent = (story, from) =>
  of('/cosmos.vesting.v1beta1.MsgCreatePermanentLockedAccount', {
    fromAddress: from,
    toAddress: receiver(story),
    amount: vested(story),
  })

const createPeriodic = (story, from) =>
  of('/cosmos.vesting.v1beta1.MsgCreatePeriodicVestingAccount', {
    fromAddress: from,
    toAddress: receiver(story),
    startTime: story.chance(94) ? now() + BigInt(story.pick([-8, 0, 4])) : BigInt(story.pick([0, -1])),
    vestingPeriods: Array.from({ length: story.chance(4) ? 0 : 1 + story.below(3) }, () => ({
      length: BigInt(story.chance(95) ? story.pick([1, 4, 10]) : story.pick([0, -1])),
      amount: vested(story),
    })),
  })

const times = (count, kind) => Array.from({ length: count }, () => kind)
const KINDS = [
  ...times(14, grant),
  ...times(4, revoke),
  ...times(2, prune),
  ...times(9, send),
  ...times(6, delegate),
  ...times(4, undelegate),
  ...times(4, createVesting),
  ...times(2, createPermanent),
  ...times(4, createPeriodic),
]

/** Also: who has `delegated`, `allowances` as granter and grantee, `opened` accounts and accounts `toOpen`, all with keys. */
export class FeegrantStory extends Story {
  account() {
    const { users, opened } = this.world
    return opened.length > 0 && this.chance(40) ? this.pick(opened) : this.pick(users)
  }
  address() {
    if (this.chance(15))
      return toBech32(
        PREFIX,
        Uint8Array.from({ length: 20 }, () => this.below(256)),
      )
    return this.account().address
  }
  /** The address of an account that is not there yet, with a key. */
  unopened() {
    const { toOpen } = this.world
    return toOpen.length > 0 ? this.pick(toOpen).address : this.address()
  }
  grantee() {
    return this.chance(20) ? this.unopened() : this.account().address
  }

  /** Who pays in the place of a signer. */
  granterFor(payer) {
    const known = this.world.allowances.filter(([, grantee]) => grantee === payer)
    if (known.length === 0) return this.chance(15) ? this.pick([payer, this.user().address]) : undefined
    return this.chance(85) ? this.pick(known)[0] : undefined
  }

  transaction() {
    const signer = this.account()
    const kind = () => this.pick(KINDS)(this, signer.address)
    const messages = Array.from({ length: this.chance(10) ? 2 : 1 }, kind)
    const payer = this.chance(12) ? this.account() : signer
    const granter = this.granterFor(payer.address)
    return {
      signer,
      tx: {
        messages,
        ...(payer !== signer && { cosigner: payer, payer: payer.address }),
        ...(granter !== undefined && { granter }),
        fee: this.chance(88)
          ? [coin(this.pick([1, 20, 20, 60, 90, 250]))]
          : this.pick([[], [coin(3), coin(4, 'uone')], [coin(9, 'utwo')]]),
        gas: this.chance(6) ? 50_000 + this.below(90_000) : 600_000 + this.below(100_000),
        ...(payer === signer && messages.length === 1 && this.chance(30) && { amino: true }),
      },
    }
  }

  /** A transaction that the steps before its messages may refuse for who pays, or that does not decode. */
  refused({ signer, tx }) {
    const { amino: _, ...plain } = tx
    const other = this.account().address
    return {
      signer,
      tx: this.pick([
        () => ({ ...plain, granter: other }),
        () => ({ ...plain, granter: this.pick(['nobody', 'cosmos1qqqsyqcyq5rqwzqfpg9scrgwpugpzysn4vmj6y', FEES]) }),
        () => ({ ...plain, granter: this.address(), fee: this.pick([[], [coin(5), coin(5)], [coin(3, 'unone')]]) }),
        () => ({ ...plain, fee: [coin(this.pick([5001, 10n ** 16n]))] }),
        () => ({ ...plain, fee: [coin(this.pick([400, 2001]))] }),
        () => ({ ...plain, fee: [coin(5), coin(5)] }),
        () => ({ ...plain, cosigner: undefined, payer: other }),
        () => ({
          ...plain,
          messages: [of(GRANT, { granter: signer.address, grantee: other, allowance: broken(this) })],
        }),
      ])(),
    }
  }
}

/** Allowances that no transaction may hold. */
function broken(story) {
  const empty = { spendLimit: [], expiration: undefined }
  const inside = (packed, depth) =>
    depth === 0 ? packed : inside(any(AllowedMsgAllowance, { allowance: packed, allowedMessages: [SEND] }), depth - 1)
  return story.pick([
    () => ({ typeUrl: SEND, value: new Uint8Array(0) }),
    () => any(AllowedMsgAllowance, { allowance: { typeUrl: SEND, value: new Uint8Array(0) }, allowedMessages: [] }),
    () => inside(any(BasicAllowance, empty), 8),
    () => inside(any(BasicAllowance, empty), 9),
    () => any(BasicAllowance, { ...empty, expiration: at(253_402_300_800n) }),
    () => any(BasicAllowance, { ...empty, expiration: at(5n, -1) }),
    () => any(BasicAllowance, { ...empty, expiration: at(-62_135_596_801n) }),
    ...[at(315_576_000_001n), at(0n, -1_000_000_000), at(1n, -1), at(9_300_000_000n)].map(
      (period) => () =>
        any(PeriodicAllowance, {
          basic: empty,
          period,
          periodSpendLimit: [],
          periodCanSpend: [],
          periodReset: undefined,
        }),
    ),
  ])()
}
