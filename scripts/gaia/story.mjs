// Random transactions for the recorded Cosmos Hub: what any chain has, and what its own modules have.
import { MsgExec } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgVote } from 'cosmjs-types/cosmos/gov/v1/tx'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { CosmosTx } from 'cosmjs-types/ibc/applications/interchain_accounts/v1/packet'
import { PACKETS, PLAIN, Story, times } from '../wasmd/story.mjs'
import { packed } from './messages.mjs'

const of = (typeUrl, value) => ({ typeUrl, value })
const any = (type, value) => ({ typeUrl: type.typeUrl, value: type.encode(type.fromPartial(value)).finish() })
const FACTORY = '/osmosis.tokenfactory.v1beta1.'
const LIQUID = '/gaia.liquid.v1beta1.'
const LIMITS = '/ratelimit.v1.'
const CONTROLLER = '/ibc.applications.interchain_accounts.controller.v1.'
/** What a unit of gas costs at least while nobody uses the chain, in hundredths. */
const PRICE = 1

/** Transactions of the Hub pay what their gas costs, mostly. */
export class HubStory extends Story {
  transaction() {
    const { signer, tx } = super.transaction()
    const needed = Math.ceil((tx.gas * PRICE) / 100)
    const amount = this.chance(4) ? this.below(needed) : needed * 2 + this.below(needed)
    const denom = this.chance(2) ? 'uone' : this.world.denom
    const granter = this.chance(6) ? this.user().address : undefined
    return { signer, tx: { ...tx, fee: [{ denom, amount: String(amount) }], ...(granter && { granter }) } }
  }
  /** Without contracts, a user. */
  contract(name = this.pick(['cw20_base', 'cw1_whitelist', 'callback_lab'])) {
    const { contracts } = this.world
    if (Object.keys(contracts).length === 0) return this.user().address
    return super.contract(name in contracts ? name : 'callback_lab')
  }
  /** A denomination of the token factory, of a user most likely. */
  minted(from) {
    return `factory/${this.chance(85) ? from : this.user().address}/${this.pick(['one', 'two', 'three'])}`
  }
  /** A coin of tokenized shares. */
  share() {
    return `${this.world.operator}/${1 + this.below(6)}`
  }
  channel() {
    return this.pick(['channel-0', 'channel-0', 'channel-1', 'channel-77'])
  }
}

function factory(story, from) {
  const denom = story.minted(from)
  const amount = { denom, amount: story.amount() }
  return story.pick([
    () =>
      of(`${FACTORY}MsgCreateDenom`, { sender: from, subdenom: story.pick(['one', 'two', 'three', 's'.repeat(45)]) }),
    () => of(`${FACTORY}MsgCreateDenom`, { sender: from, subdenom: story.pick(['one', 'two', 'three']) }),
    () => of(`${FACTORY}MsgMint`, { sender: from, amount, to: story.chance(40) ? story.address() : '' }),
    () => of(`${FACTORY}MsgMint`, { sender: from, amount, to: '' }),
    () => of(`${FACTORY}MsgBurn`, { sender: from, amount, from: story.chance(20) ? story.address() : '' }),
    () => of(`${FACTORY}MsgChangeAdmin`, { sender: from, denom, admin: story.user().address }),
    () => of(`${FACTORY}MsgForceTransfer`, { sender: from, amount, from, to: story.user().address }),
    () =>
      of(`${FACTORY}MsgSetDenomMetadata`, {
        sender: from,
        metadata: {
          description: story.text(6),
          denomUnits: [
            { denom, exponent: 0, aliases: [] },
            { denom: 'coin', exponent: 6, aliases: ['c'] },
          ],
          base: denom,
          display: story.chance(80) ? 'coin' : 'else',
          name: 'Coin',
          symbol: 'C',
          uri: '',
          uriHash: '',
        },
      }),
  ])()
}

function liquid(story, from) {
  const { operator, denom } = story.world
  const record = BigInt(1 + story.below(6))
  return story.pick([
    () =>
      of(`${LIQUID}MsgTokenizeShares`, {
        delegator: from,
        validator: operator,
        amount: { denom: story.chance(90) ? denom : 'uone', amount: String(1 + story.below(4000)) },
        owner: story.user().address,
      }),
    () =>
      of(`${LIQUID}MsgTokenizeShares`, {
        delegator: from,
        validator: operator,
        amount: { denom, amount: String(1 + story.below(4000)) },
        owner: from,
      }),
    () =>
      of(`${LIQUID}MsgRedeemTokensForShares`, {
        delegator: from,
        amount: { denom: story.share(), amount: String(1 + story.below(3000)) },
      }),
    () => of(`${LIQUID}MsgTransferTokenizeShareRecord`, { record, sender: from, owner: story.user().address }),
    () => of(`${LIQUID}Msg${story.pick(['Disable', 'Enable'])}TokenizeShares`, { delegator: from }),
    () => of(`${LIQUID}MsgWithdrawTokenizeShareRecordReward`, { owner: from, record }),
    () => of(`${LIQUID}MsgWithdrawAllTokenizeShareRecordReward`, { owner: from }),
    () =>
      of('/cosmos.bank.v1beta1.MsgSend', {
        fromAddress: from,
        toAddress: story.user().address,
        amount: [{ denom: story.share(), amount: '7' }],
      }),
    () =>
      of('/cosmos.staking.v1beta1.MsgDelegate', {
        delegatorAddress: from,
        validatorAddress: operator,
        amount: { denom, amount: String(1_000_000 + story.below(2_000_000)) },
      }),
  ])()
}

const proposal = (story, from, message) =>
  of('/cosmos.gov.v1.MsgSubmitProposal', {
    messages: [message],
    initialDeposit: [{ denom: story.world.denom, amount: '5000' }],
    proposer: from,
    metadata: story.text(3),
    title: story.text(5),
    summary: story.text(6),
    expedited: story.chance(60),
  })

/** Proposals about rate limits, about the price of gas, and about the token factory. */
function decide(story, from) {
  const authority = story.gov
  const [denom, channel] = [story.pick([story.world.denom, 'uone', 'unone']), story.channel()]
  const all = {
    authority,
    denom,
    channel,
    maxSend: story.pick(['1', '20']),
    maxReceive: story.pick(['1', '20']),
    hours: BigInt(1 + story.below(3)),
  }
  const limit = (kind, value = all) => packed(`${LIMITS}Msg${kind}RateLimit`, value)
  return proposal(
    story,
    from,
    story.pick([
      () => limit('Add'),
      () => limit('Add'),
      () => limit('Add'),
      () => limit('Update'),
      () => limit('Remove', { authority, denom, channel }),
      () => limit('Reset', { authority, denom, channel }),
      () =>
        packed(`${FACTORY}MsgUpdateParams`, {
          authority,
          params: {
            fee: story.chance(60) ? [{ denom: story.world.denom, amount: '77' }] : [],
            gas: BigInt(story.below(90_000)),
          },
        }),
    ])(),
  )
}

const decimal = (thousandths) => String(BigInt(thousandths) * 10n ** 15n)
/** The price of gas in other hands. */
const market = (story, from) =>
  proposal(
    story,
    from,
    packed('/feemarket.feemarket.v1.MsgParams', {
      authority: story.gov,
      params: {
        alpha: decimal(story.pick([0, 25])),
        beta: decimal(story.pick([1000, 900])),
        gamma: decimal(story.pick([0, 250])),
        delta: decimal(0),
        minBaseGasPrice: decimal(story.pick([5, 10])),
        minLearningRate: decimal(125),
        maxLearningRate: decimal(story.pick([125, 500])),
        maxBlockUtilization: BigInt(story.pick([400_000, 1_000_000, 3_000_000])),
        window: BigInt(1 + story.below(4)),
        feeDenom: story.world.denom,
        enabled: story.chance(75),
        distributeFees: story.chance(60),
      },
    }),
  )

const vote = (story, from) =>
  of('/cosmos.gov.v1.MsgVote', { proposalId: BigInt(story.proposal()), voter: from, option: 1, metadata: '' })

/** Grants, and messages of grantees: a vote in a message is looked at as one beside it. */
function grant(story, from) {
  const other = story.user().address
  const send = any(MsgSend, { fromAddress: other, toAddress: from, amount: [story.coin()] })
  const voted = any(MsgVote, { proposalId: BigInt(story.proposal()), voter: from, option: 1 })
  return story.pick([
    () =>
      of('/cosmos.authz.v1beta1.MsgGrant', {
        granter: from,
        grantee: other,
        grant: { authorization: any(GenericAuthorization, { msg: MsgSend.typeUrl }) },
      }),
    () => of('/cosmos.authz.v1beta1.MsgExec', { grantee: from, msgs: [send] }),
    () =>
      of('/cosmos.authz.v1beta1.MsgExec', { grantee: from, msgs: [any(MsgExec, { grantee: from, msgs: [voted] })] }),
    () => of('/cosmos.authz.v1beta1.MsgRevoke', { granter: from, grantee: other, msgTypeUrl: MsgSend.typeUrl }),
    () =>
      of('/cosmos.feegrant.v1beta1.MsgGrantAllowance', {
        granter: from,
        grantee: other,
        allowance: any(BasicAllowance, { spendLimit: [{ denom: story.world.denom, amount: '90000' }] }),
      }),
  ])()
}

/** A transfer that the chain at the other end, which is the chain itself, forwards. */
function forward(story, from) {
  const { denom } = story.world
  const next = story.chance(20)
    ? { forward: { receiver: story.user().address, port: 'transfer', channel: 'channel-1' } }
    : undefined
  return of('/ibc.applications.transfer.v1.MsgTransfer', {
    sourcePort: 'transfer',
    sourceChannel: story.pick(['channel-0', 'channel-1']),
    token: { denom, amount: String(100 + story.below(100)) },
    sender: from,
    receiver: story.user().address,
    timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
    timeoutTimestamp: 2524608000000000000n,
    memo: JSON.stringify({
      forward: {
        receiver: story.chance(90) ? story.user().address : 'nobody',
        port: 'transfer',
        channel: story.pick(['channel-0', 'channel-1', 'channel-1', 'channel-77']),
        timeout: '20000h',
        retries: story.below(2),
        ...(next && { next }),
      },
    }),
  })
}

/** A message for an interchain account, from its owner. */
function account(story, from) {
  const { owner, connection, address } = story.world.interchain
  const send = any(MsgSend, { fromAddress: address, toAddress: story.user().address, amount: [story.coin()] })
  const data = CosmosTx.encode({ messages: [send] }).finish()
  return of(`${CONTROLLER}MsgSendTx`, {
    owner: story.chance(90) ? owner : from,
    connectionId: connection,
    packetData: { type: 1, data, memo: story.chance(20) ? story.text(5) : '' },
    relativeTimeout: 600_000_000_000n,
  })
}

/** A contract of packets between clients needs a capability that wasmd v0.60 lacks. */
const RELAYED = PACKETS.filter(([, kind]) => kind.name !== 'ping')

export const KINDS = {
  mixed: [...PLAIN, ...RELAYED, ...times(6, grant)],
  own: [
    ...times(20, factory),
    ...times(26, liquid, 20),
    ...times(12, decide),
    ...times(24, vote, 60),
    ...times(12, forward),
    ...RELAYED,
    ...times(8, account, 70),
  ],
  fees: [
    ...times(30, PLAIN[0][1]),
    ...times(10, PLAIN[12][1]),
    ...times(8, market),
    ...times(24, vote, 60),
    ...times(8, grant),
  ],
}
