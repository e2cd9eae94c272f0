// Random transactions for the recorded node: chooses the next one from the present state.
import { toBech32, toUtf8 } from '@cosmjs/encoding'
import { MsgSend, MsgSetSendEnabled } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { MsgTripCircuitBreaker } from 'cosmjs-types/cosmos/circuit/v1/tx'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { MsgPinCodes, MsgUnpinCodes } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { createPrng } from '../soak/prng.mjs'
import { packetMessage } from './packets.mjs'

/** Accounts of modules. */
const GOV = '7b5fe22b5446f7c62ea27b8bd71cef94e03f3df2'
const FEES = 'f1829676db577682e944fc3493d451b67ff3e29f'
const json = (value) => toUtf8(JSON.stringify(value))
const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64')
const packed = (type, message) => Buffer.from(type.encode(type.fromPartial(message)).finish()).toString('base64')

/** What the chain has so far: `users`, `codes` by name, `contracts` as lists by name, `packets`, `proposals`, `operator`. */
export class Story {
  /** @param kinds of its transactions: each with the chance, in percent, that the first user sends it, if it is not at random */
  constructor(seed, world, kinds = KINDS) {
    this.kinds = kinds
    this.next = createPrng(seed)
    this.world = world
  }

  below(count) {
    return this.next() % count
  }
  pick(list) {
    return list[this.below(list.length)]
  }
  chance(percent) {
    return this.below(100) < percent
  }
  text(length) {
    return Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz'[this.below(26)]).join('')
  }
  amount() {
    return String(this.below(10 ** (1 + this.below(4))) + 1)
  }
  coin() {
    return {
      denom: this.chance(4) ? 'unone' : this.pick([this.world.denom, this.world.denom, 'uone', 'utwo']),
      amount: this.amount(),
    }
  }
  user() {
    return this.pick(this.world.users)
  }
  module(hex) {
    return toBech32(this.world.prefix, Uint8Array.from(Buffer.from(hex, 'hex')))
  }
  /** Who carries out proposals. */
  get gov() {
    return this.module(GOV)
  }
  address() {
    if (this.chance(15))
      return toBech32(
        this.world.prefix,
        Uint8Array.from({ length: 20 }, () => this.below(256)),
      )
    if (this.chance(4)) return this.module(this.pick([GOV, FEES]))
    if (this.chance(15)) return this.contract()
    return this.user().address
  }
  contract(name = this.pick(['cw20_base', 'cw1_whitelist', 'callback_lab', 'ping_pong'])) {
    const [first, ...others] = this.world.contracts[name]
    // The first contracts have coins, and know the users.
    return this.chance(60) || others.length === 0 ? first : this.pick(others)
  }

  /** @returns a transaction and its signer */
  transaction() {
    const [first, kind] = this.kinds[this.below(this.kinds.length)]
    // The first user is the validator's operator, and may switch all messages.
    const signer = this.chance(first) ? this.world.users[0] : this.user()
    const count = this.chance(12) ? 2 + this.below(2) : 1
    const messages = Array.from({ length: count }, (_, i) =>
      (i === 0 ? kind : this.kinds[this.below(this.kinds.length)][1])(this, signer.address),
    )
    return {
      signer,
      tx: {
        messages,
        fee: this.chance(80)
          ? [{ denom: this.world.denom, amount: this.amount() }]
          : this.chance(50)
            ? []
            : [{ denom: 'utwo', amount: '7' }],
        gas: this.chance(8) ? 60_000 + this.below(120_000) : 1_500_000 + this.below(500_000),
        ...(this.chance(15) && { memo: this.text(this.below(40)) }),
        ...(this.chance(5) && { timeoutHeight: 1_000_000n }),
        ...(count === 1 && messages[0].typeUrl.startsWith('/cosmos.bank') && this.chance(20) && { amino: true }),
      },
    }
  }
  /** One of the last. */
  proposal() {
    return Math.max(1, this.world.proposals - this.below(4))
  }
}

const of = (typeUrl, value) => ({ typeUrl, value })
const execute = (sender, contract, msg, funds = []) =>
  of('/cosmwasm.wasm.v1.MsgExecuteContract', { sender, contract, msg: json(msg), funds })

const send = (story, from) =>
  of('/cosmos.bank.v1beta1.MsgSend', {
    fromAddress: from,
    toAddress: story.address(),
    amount: [{ ...story.coin(), ...(story.chance(5) && { amount: '99999999999999' }) }],
  })

function multiSend(story, from) {
  const coin = story.coin()
  const outputs = [story.address(), story.address()].map((address) => ({ address, coins: [coin] }))
  const total = { denom: coin.denom, amount: String(2 * Number(coin.amount)) }
  return of('/cosmos.bank.v1beta1.MsgMultiSend', { inputs: [{ address: from, coins: [total] }], outputs })
}

function token(story, from) {
  const contract = story.contract('cw20_base')
  const to = story.address()
  const amount = story.amount()
  const message = story.pick([
    { transfer: { recipient: to, amount } },
    { transfer: { recipient: to, amount } },
    { burn: { amount } },
    { mint: { recipient: to, amount } },
    { transfer: { recipient: story.user().address, amount } },
    { transfer: { recipient: story.user().address, amount } },
    { increase_allowance: { spender: story.user().address, amount } },
    { decrease_allowance: { spender: story.user().address, amount } },
    { transfer_from: { owner: story.user().address, recipient: to, amount } },
    { send: { contract: story.contract('callback_lab'), amount, msg: base64({}) } },
    { transfer: { recipient: 'nobody', amount } },
    story.chance(30) ? { unknown: {} } : { burn: { amount: '1' } },
  ])
  return execute(from, contract, message, story.chance(5) ? [story.coin()] : [])
}

/** A message that a contract sends. @param plain without those that need capabilities */
function sent(story, contract, depth, plain = false) {
  const { world } = story
  const coin = story.coin()
  const known = [
    () => ({ bank: { send: { to_address: story.address(), amount: [coin] } } }),
    () => ({ bank: { send: { to_address: story.address(), amount: [coin] } } }),
    () => ({ bank: { burn: { amount: [coin] } } }),
    () => ({ bank: { send: { to_address: story.user().address, amount: [coin] } } }),
    () => ({ staking: { delegate: { validator: world.operator, amount: { ...coin, denom: world.denom } } } }),
    () => ({ staking: { undelegate: { validator: world.operator, amount: { ...coin, denom: world.denom } } } }),
    () => ({ distribution: { withdraw_delegator_reward: { validator: world.operator } } }),
    () => ({ distribution: { set_withdraw_address: { address: story.user().address } } }),
    () => ({
      wasm: {
        execute: {
          contract_addr: story.contract('cw20_base'),
          msg: base64({ transfer: { recipient: story.user().address, amount: coin.amount } }),
          funds: [],
        },
      },
    }),
    () => ({
      wasm: {
        execute: {
          contract_addr: depth > 0 ? story.contract('callback_lab') : contract,
          msg: base64(act(story, contract, depth - 1)),
          funds: story.chance(30) ? [coin] : [],
        },
      },
    }),
    () => ({
      wasm: {
        instantiate: {
          code_id: world.codes.callback_lab,
          msg: base64({}),
          funds: story.chance(50) ? [coin] : [],
          label: story.text(8),
          admin: story.chance(50) ? contract : null,
        },
      },
    }),
  ]
  const further = [
    () => ({ gov: { vote: { proposal_id: story.proposal(), option: 'yes' } } }),
    () => ({ distribution: { fund_community_pool: { amount: [coin] } } }),
    () => ({
      any: {
        type_url: '/cosmos.bank.v1beta1.MsgSend',
        value: packed(MsgSend, {
          fromAddress: story.chance(80) ? contract : story.user().address,
          toAddress: story.user().address,
          amount: [coin],
        }),
      },
    }),
    () => ({
      any: {
        type_url: '/cosmos.staking.v1beta1.MsgDelegate',
        value: packed(MsgDelegate, { delegatorAddress: contract, validatorAddress: world.operator, amount: coin }),
      },
    }),
    () => ({
      any: {
        type_url: '/cosmos.circuit.v1.MsgTripCircuitBreaker',
        value: packed(MsgTripCircuitBreaker, { authority: contract, msgTypeUrls: ['/cosmos.bank.v1beta1.MsgSend'] }),
      },
    }),
    () => ({
      ibc: {
        transfer: {
          channel_id: story.pick(['channel-0', 'channel-1', 'channel-77']),
          to_address: story.user().address,
          amount: coin,
          timeout: { timestamp: '2524608000000000000' },
        },
      },
    }),
  ]
  return story.pick(plain ? known : [...known, ...further])()
}

/** A message for the callback lab. */
function act(story, contract, depth = 2) {
  const behaviour = (left) =>
    story.pick([
      () => 'succeed',
      () => (left < 2 || story.chance(30) ? { error: story.text(5) } : 'succeed'),
      () => (left < 2 || story.chance(30) ? { panic: story.text(5) } : 'succeed'),
      () => (story.chance(20) ? story.pick(['write_forever', 'allocate_forever', 'recurse_forever']) : 'succeed'),
      () => ({ spend_gas: String(story.below(60_000)) }),
      () => ({ submessages: submessages(left) }),
      () => ({ submessages: submessages(left) }),
      () => ({ submessages: submessages(left) }),
      () => ({ submessages: submessages(left) }),
      () => (left > 0 ? { in_order: [behaviour(left - 1), behaviour(left - 1)] } : 'succeed'),
    ])()
  const submessages = (left) =>
    Array.from({ length: 1 + story.below(2) }, () => ({
      msg: sent(story, contract, left),
      reply_on: story.pick(['never', 'always', 'always', 'success', 'error', 'error']),
      id: story.below(9),
      ...(story.chance(30) && { gas_limit: 20_000 + story.below(250_000) }),
      ...(story.chance(20) && { payload: base64(story.text(6)) }),
    }))
  if (story.chance(12))
    return { configure: { callback: 'reply', behaviour: story.pick(['succeed', 'error', { spend_gas: '5000' }]) } }
  return { act: { behaviour: behaviour(depth) } }
}

function lab(story, from) {
  const contract = story.contract('callback_lab')
  return execute(from, contract, act(story, contract), story.chance(40) ? [story.coin()] : [])
}

function whitelist(story, from) {
  const contract = story.contract('cw1_whitelist')
  const msgs = Array.from({ length: 1 + story.below(3) }, () => sent(story, contract, 1, true))
  return execute(from, contract, { execute: { msgs } }, story.chance(50) ? [story.coin()] : [])
}

function instantiate(story, from) {
  const [code, message] = story.pick([
    ['callback_lab', {}],
    ['callback_lab', { on_reply: 'error' }],
    ['callback_lab', { unknown: 1 }],
    ['cw1_whitelist', { admins: [from, story.user().address], mutable: story.chance(50) }],
    [
      'cw20_base',
      {
        name: 'Token of a test',
        symbol: story.chance(90) ? 'TOKEN' : '#',
        decimals: 6,
        initial_balances: [{ address: from, amount: '1000000' }],
        mint: { minter: from, cap: null },
      },
    ],
  ])
  const value = {
    sender: from,
    admin: story.chance(70) ? from : '',
    codeId: BigInt(story.chance(95) ? story.world.codes[code] : 999),
    label: story.text(1 + story.below(20)),
    msg: json(message),
    funds: story.chance(30) ? [story.coin()] : [],
  }
  if (story.chance(70)) return of('/cosmwasm.wasm.v1.MsgInstantiateContract', value)
  return of('/cosmwasm.wasm.v1.MsgInstantiateContract2', { ...value, salt: toUtf8(story.text(4)), fixMsg: false })
}

function administer(story, from) {
  const { codes, contracts } = story.world
  const name = story.pick(Object.keys(contracts))
  const contract = story.contract(name)
  return story.pick([
    () =>
      of('/cosmwasm.wasm.v1.MsgMigrateContract', {
        sender: from,
        contract,
        codeId: BigInt(story.chance(85) ? codes[name] : story.pick(Object.values(codes))),
        msg: json({}),
      }),
    () => of('/cosmwasm.wasm.v1.MsgUpdateAdmin', { sender: from, newAdmin: story.user().address, contract }),
    () => of('/cosmwasm.wasm.v1.MsgClearAdmin', { sender: from, contract }),
    () => of('/cosmwasm.wasm.v1.MsgUpdateContractLabel', { sender: from, newLabel: story.text(6), contract }),
    () =>
      of('/cosmwasm.wasm.v1.MsgUpdateInstantiateConfig', {
        sender: from,
        codeId: BigInt(codes[name]),
        newInstantiatePermission: { permission: 3, addresses: [] },
      }),
    () => execute(from, story.user().address, {}),
  ])()
}

function staking(story, from) {
  const { operator } = story.world
  const amount = { denom: story.chance(95) ? story.world.denom : 'uone', amount: story.amount() }
  return story.pick([
    () => of('/cosmos.staking.v1beta1.MsgDelegate', { delegatorAddress: from, validatorAddress: operator, amount }),
    () => of('/cosmos.staking.v1beta1.MsgDelegate', { delegatorAddress: from, validatorAddress: operator, amount }),
    () => of('/cosmos.staking.v1beta1.MsgUndelegate', { delegatorAddress: from, validatorAddress: operator, amount }),
    () =>
      of('/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', {
        delegatorAddress: from,
        validatorAddress: operator,
      }),
    () => of('/cosmos.distribution.v1beta1.MsgFundCommunityPool', { depositor: from, amount: [amount] }),
    () => of('/cosmos.protocolpool.v1.MsgFundCommunityPool', { depositor: from, amount: [story.coin()] }),
    () =>
      of('/cosmos.distribution.v1beta1.MsgSetWithdrawAddress', {
        delegatorAddress: from,
        withdrawAddress: story.address(),
      }),
  ])()
}

function govern(story, from) {
  const initialDeposit = [{ denom: story.world.denom, amount: String(story.pick([10, 1000, 1000, 2000, 5000])) }]
  const proposal = (messages) =>
    of('/cosmos.gov.v1.MsgSubmitProposal', {
      messages,
      initialDeposit,
      proposer: from,
      metadata: story.text(5),
      title: story.text(9),
      summary: story.text(12),
      expedited: story.chance(20),
    })
  const vote = () =>
    of('/cosmos.gov.v1.MsgVote', {
      proposalId: BigInt(story.proposal()),
      voter: from,
      option: story.pick([1, 1, 1, 3]),
      metadata: '',
    })
  return story.pick([
    () => proposal([]),
    () =>
      proposal([
        {
          typeUrl: '/cosmos.bank.v1beta1.MsgSend',
          value: MsgSend.encode({
            fromAddress: story.gov,
            toAddress: from,
            // Not of the coin of deposits: a node that cannot pay them back halts.
            amount: [{ denom: 'uone', amount: story.amount() }],
          }).finish(),
        },
      ]),
    () =>
      proposal([
        {
          typeUrl: '/cosmos.circuit.v1.MsgTripCircuitBreaker',
          value: MsgTripCircuitBreaker.encode({
            authority: story.gov,
            msgTypeUrls: ['/cosmwasm.wasm.v1.MsgClearAdmin'],
          }).finish(),
        },
      ]),
    () =>
      proposal([
        {
          typeUrl: '/cosmwasm.wasm.v1.MsgPinCodes',
          value: MsgPinCodes.encode({ authority: story.gov, codeIds: [BigInt(story.pick([1, 2, 3]))] }).finish(),
        },
      ]),
    () =>
      proposal([
        {
          typeUrl: '/cosmwasm.wasm.v1.MsgUnpinCodes',
          value: MsgUnpinCodes.encode({ authority: story.gov, codeIds: [BigInt(story.pick([1, 2, 3]))] }).finish(),
        },
      ]),
    () =>
      proposal([
        {
          typeUrl: '/cosmos.bank.v1beta1.MsgSetSendEnabled',
          value: MsgSetSendEnabled.encode({
            authority: story.gov,
            sendEnabled: [{ denom: 'utwo', enabled: story.chance(60) }],
            useDefaultFor: [],
          }).finish(),
        },
      ]),
    ...Array.from({ length: 6 }, () => vote),
    () =>
      of('/cosmos.gov.v1.MsgVoteWeighted', {
        proposalId: BigInt(story.proposal()),
        voter: from,
        options: [
          { option: 1, weight: '700000000000000000' },
          { option: 2, weight: '300000000000000000' },
        ],
        metadata: '',
      }),
    () =>
      of('/cosmos.gov.v1.MsgDeposit', {
        proposalId: BigInt(story.proposal()),
        depositor: from,
        amount: initialDeposit,
      }),
  ])()
}

const SWITCHED = [
  '/cosmos.bank.v1beta1.MsgMultiSend',
  '/cosmos.bank.v1beta1.MsgBurn',
  '/cosmos.staking.v1beta1.MsgDelegate',
]

function circuit(story, from) {
  const { disabled } = story.world
  const reset = disabled.size > 0 && story.chance(60)
  const known = story.chance(85) ? (reset ? [...disabled] : SWITCHED.filter((url) => !disabled.has(url))) : SWITCHED
  const msgTypeUrls = [
    story.pick(known.length > 0 ? known : SWITCHED),
    ...(story.chance(10) ? [story.pick(SWITCHED)] : []),
  ]
  if (story.chance(25))
    return of('/cosmos.circuit.v1.MsgAuthorizeCircuitBreaker', {
      granter: from,
      grantee: story.user().address,
      permissions: { level: story.below(3), limitTypeUrls: story.chance(50) ? [story.pick(SWITCHED)] : [] },
    })
  return of(`/cosmos.circuit.v1.Msg${reset ? 'Reset' : 'Trip'}CircuitBreaker`, { authority: from, msgTypeUrls })
}

function transfer(story, from) {
  return of('/ibc.applications.transfer.v1.MsgTransfer', {
    sourcePort: 'transfer',
    sourceChannel: story.pick(['channel-0', 'channel-0', 'channel-1', 'channel-77']),
    token:
      story.chance(30) && story.world.vouchers.length > 0
        ? { denom: story.pick(story.world.vouchers), amount: '1' }
        : story.coin(),
    sender: from,
    receiver: story.chance(90) ? story.user().address : 'nobody',
    timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
    timeoutTimestamp: story.chance(85) ? 2524608000000000000n : story.world.soon(),
    memo: story.chance(30)
      ? JSON.stringify({ [story.pick(['src_callback', 'dest_callback'])]: { address: story.contract('ping_pong') } })
      : '',
  })
}

const ping = (story, from) =>
  execute(from, story.world.contracts.ping_pong[0], {
    send: {
      channel_id: story.world.pingChannel,
      packet: story.pick([
        { ping: { rally: story.below(3) } },
        { fail: { text: story.text(5) } },
        { panic: {} },
        { overspend: {} },
      ]),
      timeout_seconds: 100_000,
    },
  })

/** Delivers a packet, its acknowledgement or its timeout; a packet that is not there if there is none. */
function packet(story, from) {
  const { packets } = story.world
  if (packets.length === 0) return transfer(story, from)
  const index = story.below(packets.length)
  const known = packets[index]
  if (story.chance(90)) packets.splice(index, 1)
  return packetMessage(known, from, story.world.height)
}

export const times = (count, kind, first = 0) => Array.from({ length: count }, () => [first, kind])
/** What any chain with contracts has. */
export const PLAIN = [
  ...times(12, send),
  ...times(4, multiSend),
  ...times(14, token),
  ...times(20, lab),
  ...times(12, whitelist),
  ...times(7, instantiate),
  ...times(5, administer, 40),
  ...times(10, staking),
  ...times(10, govern, 50),
]
/** Packets, and their delivery. */
export const PACKETS = [...times(7, transfer), ...times(3, ping), ...times(16, packet)]
/** All that wasmd has but grants. */
export const KINDS = [...PLAIN, ...times(6, circuit, 75), ...PACKETS]
