// Random grants, and messages that are sent by them.
import { toUtf8 } from '@cosmjs/encoding'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgExec } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz'
import { StakeAuthorization } from 'cosmjs-types/cosmos/staking/v1beta1/authz'
import * as wasm from 'cosmjs-types/cosmwasm/wasm/v1/authz'
import { TransferAuthorization } from 'cosmjs-types/ibc/applications/transfer/v1/authz'
import { registry } from './client.mjs'

const any = (type, message) => ({ typeUrl: type.typeUrl, value: type.encode(type.fromPartial(message)).finish() })
const SEND = '/cosmos.bank.v1beta1.MsgSend'
const EXECUTE = '/cosmwasm.wasm.v1.MsgExecuteContract'
const DELEGATE = '/cosmos.staking.v1beta1.MsgDelegate'
const TRANSFER = '/ibc.applications.transfer.v1.MsgTransfer'
const TYPES = [
  SEND,
  EXECUTE,
  DELEGATE,
  TRANSFER,
  '/cosmwasm.wasm.v1.MsgMigrateContract',
  '/cosmos.authz.v1beta1.MsgExec',
]

const coins = (story) => [{ denom: 'stake', amount: story.pick(['50', '500', '5000', '5000', '0']) }]

const limit = (story) =>
  story.pick([
    () => any(wasm.MaxCallsLimit, { remaining: BigInt(story.below(4)) }),
    () => any(wasm.MaxFundsLimit, { amounts: coins(story) }),
    () => any(wasm.CombinedLimit, { callsRemaining: BigInt(story.below(4)), amounts: coins(story) }),
    () => undefined,
  ])()

const filter = (story) =>
  story.pick([
    () => any(wasm.AllowAllMessagesFilter, {}),
    () =>
      any(wasm.AcceptedMessageKeysFilter, {
        keys: story.pick([['transfer'], ['transfer', 'burn'], [' x'], ['burn', 'burn'], []]),
      }),
    () =>
      any(wasm.AcceptedMessagesFilter, {
        messages: story.pick([[toUtf8('{"burn":{"amount":"1"}}')], [toUtf8('{')], []]),
      }),
    () => undefined,
  ])()

const contractGrants = (story) =>
  Array.from({ length: story.below(3) }, () => ({
    contract: story.chance(95) ? story.contract('cw20_base') : 'nobody',
    limit: limit(story),
    filter: filter(story),
  }))

const allocation = (story) => ({
  sourcePort: 'transfer',
  sourceChannel: story.pick(['channel-0', 'channel-1', 'x']),
  spendLimit: story.chance(30) ? [{ denom: 'stake', amount: String(2n ** 256n - 1n) }] : coins(story),
  allowList: story.chance(30) ? [story.user().address, story.user().address] : [],
  allowedPacketData: story.pick([[], ['*'], ['a memo', 'other']]),
})

/** Authorizations that most messages get by. */
const usual = (story) =>
  story.pick([
    () => any(GenericAuthorization, { msg: story.pick(TYPES) }),
    () => any(SendAuthorization, { spendLimit: [{ denom: 'stake', amount: story.pick(['2', '400', '5000']) }] }),
    () =>
      any(StakeAuthorization, {
        authorizationType: 1,
        ...(story.chance(60) && { maxTokens: { denom: 'stake', amount: story.pick(['51', '5000']) } }),
        ...(story.chance(50) && { allowList: { address: [story.world.operator] } }),
      }),
    () =>
      any(TransferAuthorization, {
        allocations: [
          {
            sourcePort: 'transfer',
            sourceChannel: 'channel-0',
            spendLimit: [{ denom: 'stake', amount: story.pick(['2', '5000', String(2n ** 256n - 1n)]) }],
            allowedPacketData: story.pick([[], ['*'], ['a memo', 'other']]),
          },
        ],
      }),
    () =>
      any(wasm.ContractExecutionAuthorization, {
        grants: [1, 2].map(() => ({
          contract: story.contract('cw20_base'),
          limit: story.pick([
            () => any(wasm.MaxCallsLimit, { remaining: BigInt(1 + story.below(3)) }),
            () => any(wasm.MaxFundsLimit, { amounts: [{ denom: 'stake', amount: '60' }] }),
            () => any(wasm.CombinedLimit, { callsRemaining: 2n, amounts: [{ denom: 'stake', amount: '60' }] }),
          ])(),
          filter: story.pick([
            () => any(wasm.AllowAllMessagesFilter, {}),
            () => any(wasm.AcceptedMessageKeysFilter, { keys: ['transfer'] }),
            () => any(wasm.AcceptedMessagesFilter, { messages: [toUtf8('{"burn":{"amount":"1"}}')] }),
          ])(),
        })),
      }),
  ])()

const authorization = (story) => (story.chance(70) ? usual(story) : odd(story))

const odd = (story) =>
  story.pick([
    () => any(GenericAuthorization, { msg: story.pick([...TYPES, '/no.such.Msg', '']) }),
    () => any(GenericAuthorization, { msg: story.pick(TYPES) }),
    () =>
      any(SendAuthorization, {
        spendLimit: coins(story),
        allowList: story.chance(40) ? [story.user().address, story.user().address] : [],
      }),
    () =>
      any(StakeAuthorization, {
        authorizationType: story.below(4),
        ...(story.chance(60) && { maxTokens: { denom: 'stake', amount: story.pick(['500', '5000', '-1']) } }),
        ...(story.chance(50)
          ? { allowList: { address: [story.world.operator] } }
          : { denyList: { address: story.chance(30) ? [story.world.operator] : [] } }),
      }),
    () => any(TransferAuthorization, { allocations: Array.from({ length: story.below(3) }, () => allocation(story)) }),
    () => any(wasm.ContractExecutionAuthorization, { grants: contractGrants(story) }),
    () => any(wasm.ContractMigrationAuthorization, { grants: contractGrants(story) }),
    () =>
      any(wasm.StoreCodeAuthorization, {
        grants: story.pick([[], [{ codeHash: toUtf8('*') }], [{ codeHash: new Uint8Array(32) }]]),
      }),
  ])()

function grant(story, granter) {
  const at = BigInt(Math.floor(Date.now() / 1000))
  const expiration = story.pick([
    undefined,
    { seconds: at + 3n, nanos: 5 },
    { seconds: 5_000_000_000n, nanos: 0 },
    { seconds: 1n, nanos: 0 },
  ])
  const grantee = story.chance(90) ? story.user().address : story.address()
  const value = { granter, grantee, grant: { authorization: authorization(story), expiration } }
  return { typeUrl: '/cosmos.authz.v1beta1.MsgGrant', value }
}

/** Messages of a granter, by type. */
const MESSAGES = {
  [SEND]: (story, granter, amount) => ({ fromAddress: granter, toAddress: story.user().address, amount: [amount] }),
  [DELEGATE]: (story, granter, amount) => ({
    delegatorAddress: granter,
    validatorAddress: story.world.operator,
    amount,
  }),
  [EXECUTE]: (story, granter, amount) => ({
    sender: granter,
    contract: story.contract('cw20_base'),
    msg: toUtf8(
      story.pick(['{"burn":{"amount":"1"}}', `{"transfer":{"recipient":"${granter}","amount":"2"}}`, '{"x":1,"y":2}']),
    ),
    funds: story.chance(20) ? [amount] : [],
  }),
  [TRANSFER]: (story, granter, amount) => ({
    sourcePort: 'transfer',
    sourceChannel: story.pick(['channel-0', 'channel-0', 'channel-1']),
    token: amount,
    sender: granter,
    receiver: story.user().address,
    timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
    timeoutTimestamp: 5_000_000_000_000_000_000n,
    memo: story.pick(['', '', 'a memo']),
  }),
}

function granted(story, granter, wanted) {
  const typeUrl = Object.hasOwn(MESSAGES, wanted) ? wanted : story.pick(Object.keys(MESSAGES))
  const amount = { denom: 'stake', amount: story.pick(['1', '1', '50', '400', '6000']) }
  return [typeUrl, MESSAGES[typeUrl](story, granter, amount)]
}

const packed = ([typeUrl, value]) => ({ typeUrl, value: registry.encode({ typeUrl, value }) })

function exec(story, sender) {
  const mine = story.world.granted.filter(([, grantee]) => grantee === sender)
  const of = () => {
    const [granter, , type] = mine.length > 0 && story.chance(95) ? story.pick(mine) : [story.user().address]
    return packed(granted(story, granter, type))
  }
  const msgs = Array.from({ length: story.chance(3) ? 0 : 1 + story.below(2) }, of)
  const isNested = story.chance(6)
  const inner = MsgExec.encode({ grantee: story.chance(60) ? sender : story.user().address, msgs }).finish()
  return {
    typeUrl: MsgExec.typeUrl,
    value: { grantee: sender, msgs: isNested ? [{ typeUrl: MsgExec.typeUrl, value: inner }] : msgs },
  }
}

function revoke(story, granter) {
  const mine = story.world.granted.filter(([from]) => from === granter)
  const [, grantee, type] = mine.length > 0 ? story.pick(mine) : [granter, story.user().address]
  const msgTypeUrl = type !== undefined && story.chance(70) ? type : story.pick([...TYPES, ''])
  return { typeUrl: '/cosmos.authz.v1beta1.MsgRevoke', value: { granter, grantee, msgTypeUrl } }
}

const times = (count, kind) => Array.from({ length: count }, () => [0, kind])

/** As `KINDS` of a story. */
export const GRANTS = [...times(8, grant), ...times(14, exec), ...times(3, revoke)]
