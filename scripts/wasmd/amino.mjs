// Messages in amino JSON that cosmjs has no converters for, or others than the chain.
import { AllowedMsgAllowance, BasicAllowance, PeriodicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'

const coins = (list) => list.map(({ denom, amount }) => ({ denom, amount }))

function timeText({ seconds, nanos }) {
  const text = new Date(Number(seconds) * 1000).toISOString().replace(/\.\d+Z$/, '')
  return nanos === 0 ? `${text}Z` : `${text}.${String(nanos).padStart(9, '0').replace(/0+$/, '')}Z`
}

const basic = ({ spendLimit, expiration }) => ({
  spend_limit: coins(spendLimit),
  ...(expiration && { expiration: timeText(expiration) }),
})

const ALLOWANCES = {
  [BasicAllowance.typeUrl]: (value) => ({
    type: 'cosmos-sdk/BasicAllowance',
    value: basic(BasicAllowance.decode(value)),
  }),
  [PeriodicAllowance.typeUrl]: (value) => {
    const one = PeriodicAllowance.decode(value)
    return {
      type: 'cosmos-sdk/PeriodicAllowance',
      value: {
        basic: basic(one.basic),
        period: String(one.period.seconds * 1_000_000_000n + BigInt(one.period.nanos)),
        period_spend_limit: coins(one.periodSpendLimit),
        period_can_spend: coins(one.periodCanSpend),
        period_reset: timeText(one.periodReset),
      },
    }
  },
  [AllowedMsgAllowance.typeUrl]: (value) => {
    const one = AllowedMsgAllowance.decode(value)
    return {
      type: 'cosmos-sdk/AllowedMsgAllowance',
      value: {
        ...(one.allowance && { allowance: allowance(one.allowance) }),
        ...(one.allowedMessages.length > 0 && { allowed_messages: one.allowedMessages }),
      },
    }
  },
}
const allowance = ({ typeUrl, value }) => ALLOWANCES[typeUrl]?.(value)

const set = (text, name) => text !== '' && { [name]: text }
const ends = ({ fromAddress, toAddress }) => ({ ...set(fromAddress, 'from_address'), ...set(toAddress, 'to_address') })
const number = (value, name) => value !== 0n && { [name]: String(value) }

/** In the form of cosmjs; read only, never written. */
export const feegrantConverters = {
  '/cosmos.feegrant.v1beta1.MsgGrantAllowance': {
    aminoType: 'cosmos-sdk/MsgGrantAllowance',
    toAmino: (msg) => ({
      ...set(msg.granter, 'granter'),
      ...set(msg.grantee, 'grantee'),
      ...(msg.allowance && { allowance: allowance(msg.allowance) }),
    }),
  },
  '/cosmos.feegrant.v1beta1.MsgRevokeAllowance': {
    aminoType: 'cosmos-sdk/MsgRevokeAllowance',
    toAmino: ({ granter, grantee }) => ({ ...set(granter, 'granter'), ...set(grantee, 'grantee') }),
  },
  '/cosmos.feegrant.v1beta1.MsgPruneAllowances': {
    aminoType: '/cosmos.feegrant.v1beta1.MsgPruneAllowances',
    toAmino: ({ pruner }) => ({ pruner }),
  },
  '/cosmos.vesting.v1beta1.MsgCreateVestingAccount': {
    aminoType: 'cosmos-sdk/MsgCreateVestingAccount',
    toAmino: (msg) => ({
      ...ends(msg),
      amount: coins(msg.amount),
      ...number(msg.endTime, 'end_time'),
      ...(msg.delayed && { delayed: true }),
    }),
  },
  '/cosmos.vesting.v1beta1.MsgCreatePermanentLockedAccount': {
    aminoType: 'cosmos-sdk/MsgCreatePermLockedAccount',
    toAmino: (msg) => ({ ...ends(msg), amount: coins(msg.amount) }),
  },
  '/cosmos.vesting.v1beta1.MsgCreatePeriodicVestingAccount': {
    aminoType: 'cosmos-sdk/MsgCreatePeriodVestAccount',
    toAmino: (msg) => ({
      ...ends(msg),
      ...number(msg.startTime, 'start_time'),
      vesting_periods: msg.vestingPeriods.map(({ length, amount }) => ({
        ...number(length, 'length'),
        amount: coins(amount),
      })),
    }),
  },
}
