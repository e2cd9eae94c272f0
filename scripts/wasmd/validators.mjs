// Random messages of validators and their delegators. No node runs the validators that they create, so these miss blocks.
import { createHash } from 'node:crypto'
import { fromBech32, toBech32 } from '@cosmjs/encoding'
import { Equivocation } from 'cosmjs-types/cosmos/evidence/v1beta1/evidence'
import { PREFIX } from './genesis.mjs'

const of = (typeUrl, value) => ({ typeUrl, value })
const operatorOf = (address) => toBech32(`${PREFIX}valoper`, fromBech32(address).data)
/** A decimal as protobuf has it. */
const decimal = (percent) => String(BigInt(percent) * 10n ** 16n)
const stake = (amount) => ({ denom: 'stake', amount: String(amount) })

/** The operator of any user, validator or not. */
const anyOperator = (story) => (story.chance(96) ? operatorOf(story.user().address) : `${PREFIX}valoper1x`)

const keyOf = (name) => {
  const key = createHash('sha256').update(name).digest()
  return { typeUrl: '/cosmos.crypto.ed25519.PubKey', value: Uint8Array.from([10, 32, ...key]) }
}

function pubkey(story, from) {
  const kind = story.below(20)
  if (kind === 0) return undefined
  if (kind === 1)
    return {
      typeUrl: '/cosmos.crypto.secp256k1.PubKey',
      value: Uint8Array.from([10, 33, 2, ...new Uint8Array(32).fill(7)]),
    }
  if (kind === 2) return keyOf(story.user().address)
  return keyOf(from)
}

const description = (story) => ({
  moniker: story.chance(4) ? 'm'.repeat(71) : story.text(6),
  identity: story.chance(2) ? 'i'.repeat(3001) : '',
  website: story.chance(3) ? 'w'.repeat(141) : story.chance(30) ? 'example.com' : '',
  securityContact: story.chance(3) ? 's'.repeat(141) : '',
  details: story.chance(3) ? 'é'.repeat(141) : story.chance(30) ? 'what it is' : '',
})
const EMPTY = { moniker: '', identity: '', website: '', securityContact: '', details: '' }

function create(story, from) {
  const own = story.chance(94)
  const [rate, maxRate, maxChangeRate] = story.pick([
    ...Array.from({ length: 30 }, () => [10, 20, 5]),
    [0, 100, 100],
    [5, 5, 5],
    [30, 20, 1],
    [10, 101, 1],
    [10, 20, 21],
    [-1, 20, 1],
    [10, -20, 1],
    [10, 20, -1],
  ])
  const amount = story.pick([1_000_000, 3_500_000, 6_000_000, 9_000_000, 2_999_999, 500_000])
  return of('/cosmos.staking.v1beta1.MsgCreateValidator', {
    description: story.chance(3) ? EMPTY : description(story),
    commission: story.chance(2)
      ? { rate: '', maxRate: '', maxChangeRate: '' }
      : { rate: decimal(rate), maxRate: decimal(maxRate), maxChangeRate: decimal(maxChangeRate) },
    minSelfDelegation: story.pick([
      ...Array.from({ length: 10 }, () => '1'),
      '500000',
      '1000000',
      '0',
      '-1',
      '99999999',
    ]),
    delegatorAddress: story.chance(50) ? from : '',
    validatorAddress: own ? operatorOf(from) : anyOperator(story),
    pubkey: pubkey(story, from),
    value: story.chance(3) ? { denom: 'uone', amount: '5' } : stake(story.chance(3) ? 0 : amount),
  })
}

const edit = (story, from) =>
  of('/cosmos.staking.v1beta1.MsgEditValidator', {
    description: story.pick([
      EMPTY,
      description(story),
      { ...EMPTY, details: '[do-not-modify]' },
      {
        moniker: '[do-not-modify]',
        identity: story.text(4),
        website: '[do-not-modify]',
        securityContact: '[do-not-modify]',
        details: '[do-not-modify]',
      },
    ]),
    validatorAddress: story.chance(95) ? operatorOf(from) : anyOperator(story),
    commissionRate: story.pick(['', '', '', '', '', '', decimal(11), decimal(101), decimal(-1)]),
    minSelfDelegation: story.pick(['', '', '', '', '', '2', '600000', '1', '0', '88888888888']),
  })

const unjail = (story, from) =>
  of('/cosmos.slashing.v1beta1.MsgUnjail', {
    validatorAddr: story.chance(95) ? operatorOf(from) : anyOperator(story),
  })

const amount = (story) => stake(story.pick([1, 7, 400, 123_456, 1_000_000, 2_500_000, 3_500_000, 10_000_000]))

/** Delegators' messages. The first validator has so much power that the others are never a third. */
function delegated(story, from) {
  const { world } = story
  const known = world.validators
  const someone = () => (story.chance(85) && known.length > 0 ? story.pick(known) : anyOperator(story))
  const own = operatorOf(from)
  const mine = () => (known.includes(own) && story.chance(40) ? own : someone())
  return story.pick([
    () =>
      of('/cosmos.staking.v1beta1.MsgDelegate', {
        delegatorAddress: from,
        validatorAddress: someone(),
        amount: amount(story),
      }),
    () =>
      of('/cosmos.staking.v1beta1.MsgDelegate', {
        delegatorAddress: from,
        validatorAddress: someone(),
        amount: amount(story),
      }),
    () =>
      of('/cosmos.staking.v1beta1.MsgUndelegate', {
        delegatorAddress: from,
        validatorAddress: mine(),
        amount: amount(story),
      }),
    () =>
      of('/cosmos.staking.v1beta1.MsgUndelegate', {
        delegatorAddress: from,
        validatorAddress: mine(),
        amount: amount(story),
      }),
    () =>
      of('/cosmos.staking.v1beta1.MsgBeginRedelegate', {
        delegatorAddress: from,
        validatorSrcAddress: mine(),
        validatorDstAddress: someone(),
        amount: amount(story),
      }),
    () =>
      of('/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', {
        delegatorAddress: from,
        validatorAddress: mine(),
      }),
    () => of('/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission', { validatorAddress: operatorOf(from) }),
    () =>
      of('/cosmos.staking.v1beta1.MsgCancelUnbondingDelegation', {
        delegatorAddress: from,
        validatorAddress: mine(),
        amount: amount(story),
        creationHeight: BigInt(Math.max(1, world.height - story.below(6))),
      }),
  ])()
}

function evidence(story, from) {
  const equivocation = {
    height: BigInt(story.below(3)),
    time: { seconds: BigInt(story.below(2) * 1_767_225_600), nanos: 0 },
    power: BigInt(story.below(3)),
    consensusAddress: story.chance(80) ? toBech32(`${PREFIX}valcons`, new Uint8Array(20).fill(3)) : '',
  }
  return of('/cosmos.evidence.v1beta1.MsgSubmitEvidence', {
    submitter: from,
    evidence: story.chance(90)
      ? { typeUrl: '/cosmos.evidence.v1beta1.Equivocation', value: Equivocation.encode(equivocation).finish() }
      : undefined,
  })
}

const times = (count, kind) => Array.from({ length: count }, () => [0, kind])

/** As `KINDS` of a story. */
export const VALIDATORS = [
  ...times(5, create),
  ...times(5, edit),
  ...times(6, unjail),
  ...times(24, delegated),
  ...times(1, evidence),
]

/** Short times, so that validators are jailed and come back. */
export function hasten({ slashing, staking }) {
  Object.assign(slashing.params, {
    signed_blocks_window: '10',
    min_signed_per_window: '0.500000000000000000',
    downtime_jail_duration: '3s',
    slash_fraction_downtime: '0.030000000000000000',
  })
  staking.params.unbonding_time = '6s'
  staking.params.min_commission_rate = '0.020000000000000000'
  // More than once there are more than fit.
  staking.params.max_validators = 4
}
