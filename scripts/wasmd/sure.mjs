// Transactions that always succeed, before and after the height of a fork, and queries to the modules of the chain.
import { fromBase64, fromBech32, toBech32, toUtf8 } from '@cosmjs/encoding'
import * as auth from 'cosmjs-types/cosmos/auth/v1beta1/query'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import * as authz from 'cosmjs-types/cosmos/authz/v1beta1/query'
import { MsgExec } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import * as bank from 'cosmjs-types/cosmos/bank/v1beta1/query'
import * as distribution from 'cosmjs-types/cosmos/distribution/v1beta1/query'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import * as feegrant from 'cosmjs-types/cosmos/feegrant/v1beta1/query'
import * as gov from 'cosmjs-types/cosmos/gov/v1/query'
import * as mint from 'cosmjs-types/cosmos/mint/v1beta1/query'
import * as slashing from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import * as staking from 'cosmjs-types/cosmos/staking/v1beta1/query'
import * as wasm from 'cosmjs-types/cosmwasm/wasm/v1/query'
import * as channel from 'cosmjs-types/ibc/core/channel/v1/query'
import * as transfer from 'cosmjs-types/ibc/applications/transfer/v1/query'
import { registry } from './client.mjs'
import { PREFIX } from './genesis.mjs'

const of = (typeUrl, value) => ({ typeUrl, value })
const stake = (amount) => ({ denom: 'stake', amount: String(amount) })
const json = (value) => toUtf8(JSON.stringify(value))
const SEND = '/cosmos.bank.v1beta1.MsgSend'

const send = (from, to, amount) =>
  of(SEND, { fromAddress: from.address, toAddress: to.address, amount: [stake(amount)] })
const execute = (from, contract, msg, funds = []) =>
  of('/cosmwasm.wasm.v1.MsgExecuteContract', { sender: from.address, contract, msg: json(msg), funds })
const delegate = (from, operator, amount, type = 'MsgDelegate') =>
  of(`/cosmos.staking.v1beta1.${type}`, {
    delegatorAddress: from.address,
    validatorAddress: operator,
    amount: stake(amount),
  })
const grant = (from, to, msg) =>
  of('/cosmos.authz.v1beta1.MsgGrant', {
    granter: from.address,
    grantee: to.address,
    grant: {
      authorization: of(GenericAuthorization.typeUrl, GenericAuthorization.encode({ msg }).finish()),
      expiration: { seconds: 5_000_000_000n, nanos: 0 },
    },
  })
const exec = (sender, message) =>
  of(MsgExec.typeUrl, {
    grantee: sender.address,
    msgs: [{ typeUrl: message.typeUrl, value: registry.encode(message) }],
  })
const proposal = (from, deposit) =>
  of('/cosmos.gov.v1.MsgSubmitProposal', {
    messages: [],
    initialDeposit: [stake(deposit)],
    proposer: from.address,
    metadata: 'of a test',
    title: 'a title',
    summary: 'a summary',
    expedited: false,
  })
const allow = (from, to) =>
  of('/cosmos.feegrant.v1beta1.MsgGrantAllowance', {
    granter: from.address,
    grantee: to.address,
    allowance: of(BasicAllowance.typeUrl, BasicAllowance.encode({ spendLimit: [stake(100_000)] }).finish()),
  })

/** A validator that nobody runs. */
export const idleValidator = ({ users }) => [
  users[4],
  [
    of('/cosmos.staking.v1beta1.MsgCreateValidator', {
      description: { moniker: 'idle', identity: '', website: '', securityContact: '', details: '' },
      commission: { rate: String(10n ** 17n), maxRate: String(2n * 10n ** 17n), maxChangeRate: String(10n ** 16n) },
      minSelfDelegation: '1',
      delegatorAddress: '',
      validatorAddress: operatorOf(users[4]),
      pubkey: {
        typeUrl: '/cosmos.crypto.ed25519.PubKey',
        value: Uint8Array.from([10, 32, ...new Uint8Array(32).fill(9)]),
      },
      value: stake(20_000_000),
    }),
  ],
]
const operatorOf = ({ address }) => toBech32(`${PREFIX}valoper`, fromBech32(address).data)

/** State that a fork finds: delegations, unbondings, grants, and proposals that wait for deposits and for votes. */
export function before({ users, operator }) {
  const [first, second, third, fourth] = users
  return [
    [second, [delegate(second, operator, 1_000_000), delegate(second, operator, 5)]],
    [third, [delegate(third, operator, 333_333), delegate(third, operatorOf(users[4]), 77_777)]],
    [third, [delegate(third, operator, 3_333, 'MsgUndelegate')]],
    [first, [grant(first, second, SEND), grant(first, third, '/cosmwasm.wasm.v1.MsgExecuteContract')]],
    [fourth, [allow(fourth, third)]],
    [second, [proposal(second, 5000), proposal(second, 10)]],
  ]
}

const RICH = 30_000_000

/** @returns the height at which the third user has taken coins back from the validator */
export async function unbondingHeight(rpc, { users, operator }) {
  const request = { delegatorAddr: users[2].address, validatorAddr: operator }
  const data = staking.QueryUnbondingDelegationRequest.encode(request).finish()
  const { value } = await rpc.query('/cosmos.staking.v1beta1.Query/UnbondingDelegation', data)
  return staking.QueryUnbondingDelegationResponse.decode(fromBase64(value)).unbond.entries.at(-1).creationHeight
}

/** One of each kind, on the state of the fork. @param further contract's file that is stored anew */
export function after({ users, operator, contracts, codes, proposals, opened, unbonding }, further) {
  const [first, second, third, fourth, fifth, sixth] = users
  const [token] = contracts.cw20_base
  const [lab] = contracts.callback_lab
  const [collection] = contracts.cw721_base
  const instantiate = (from, codeId, msg, salt) =>
    of(`/cosmwasm.wasm.v1.MsgInstantiateContract${salt === undefined ? '' : '2'}`, {
      sender: from.address,
      admin: from.address,
      codeId: BigInt(codeId),
      label: 'later',
      msg: json(msg),
      funds: [stake(7)],
      ...(salt && { salt: toUtf8(salt), fixMsg: true }),
    })
  const migrate = (codeId) =>
    of('/cosmwasm.wasm.v1.MsgMigrateContract', {
      sender: first.address,
      contract: lab,
      codeId: BigInt(codeId),
      msg: json({}),
    })
  const vote = (from, proposalId) =>
    of('/cosmos.gov.v1.MsgVote', { proposalId: BigInt(proposalId), voter: from.address, option: 1, metadata: '' })
  return [
    [first, [of('/cosmwasm.wasm.v1.MsgStoreCode', { sender: first.address, wasmByteCode: further })], RICH],
    [first, [of('/cosmwasm.wasm.v1.MsgStoreCode', { sender: first.address, wasmByteCode: toUtf8('no contract') })]],
    [second, [instantiate(second, codes.callback_lab, { on_reply: 'error' })]],
    [second, [instantiate(second, codes.callback_lab, {}, 'a salt')]],
    [second, [instantiate(second, codes.callback_lab, {}, 'a salt')]],
    [first, [migrate(codes.callback_lab)]],
    [first, [migrate(codes.cw4_group)]],
    [
      first,
      [of('/cosmwasm.wasm.v1.MsgUpdateContractLabel', { sender: first.address, newLabel: 'new', contract: lab })],
    ],
    [third, [exec(third, execute(first, token, { transfer: { recipient: third.address, amount: '9' } }))]],
    [second, [exec(second, send(first, sixth, 11))]],
    [
      second,
      [
        send(second, opened[0] ?? first, 5),
        execute(second, token, { burn: { amount: '3' } }),
        delegate(second, operator, 9),
      ],
    ],
    [second, [send(second, first, 5), execute(second, token, { burn: { amount: '999999999' } })]],
    [third, [delegate(third, operator, 1000, 'MsgUndelegate')]],
    [
      third,
      [
        of('/cosmos.staking.v1beta1.MsgCancelUnbondingDelegation', {
          delegatorAddress: third.address,
          validatorAddress: operator,
          amount: stake(1),
          creationHeight: unbonding,
        }),
      ],
    ],
    [
      second,
      [
        of('/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', {
          delegatorAddress: second.address,
          validatorAddress: operator,
        }),
      ],
    ],
    [first, [of('/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission', { validatorAddress: operator })]],
    [first, [vote(first, proposals), vote(first, proposals - 1)]],
    [
      second,
      [
        of('/cosmos.gov.v1.MsgDeposit', {
          proposalId: BigInt(proposals),
          depositor: second.address,
          amount: [stake(990)],
        }),
      ],
    ],
    [fourth, [allow(fourth, fifth)]],
    [fourth, [of('/cosmos.feegrant.v1beta1.MsgRevokeAllowance', { granter: fourth.address, grantee: third.address })]],
    [
      sixth,
      [
        of('/cosmos.vesting.v1beta1.MsgCreateVestingAccount', {
          fromAddress: sixth.address,
          toAddress: toBech32(PREFIX, new Uint8Array(20).fill(77)),
          amount: [stake(5)],
          endTime: 5_000_000_000n,
          delayed: false,
        }),
      ],
    ],
    // Reads of many keys, upward and downward, and keys that are gone.
    [fifth, [execute(fifth, lab, { act: { behaviour: { submessages: [asking(token, lab)] } } })]],
    [
      first,
      [
        execute(first, collection, { burn: { token_id: 'token 0' } }),
        execute(first, collection, { mint: { token_id: 'token 0', owner: lab } }),
      ],
    ],
    [fifth, [execute(fifth, lab, { act: { behaviour: 'write_forever' } })]],
    [fifth, [execute(fifth, lab, { act: { behaviour: 'allocate_forever' } })]],
    [fifth, [send(fifth, first, 1)], 30_000],
    [fifth, [execute(fifth, token, { transfer: { recipient: first.address, amount: '1' } })], 110_000],
  ]
}

/** A message of a contract to another one, with a reply. */
const asking = (token, lab) => ({
  id: 3,
  reply_on: 'always',
  msg: {
    wasm: {
      execute: {
        contract_addr: token,
        msg: Buffer.from(JSON.stringify({ transfer: { recipient: lab, amount: '0' } })).toString('base64'),
        funds: [],
      },
    },
  },
})

const page = (limit, reverse = false) => ({
  pagination: { key: new Uint8Array(0), offset: 0n, limit: BigInt(limit), countTotal: false, reverse },
})

const query = (service, types, name, request) => {
  const type = types[`Query${name}Request`]
  return { path: `/${service}.Query/${name}`, data: type.encode(type.fromPartial(request)).finish() }
}

/** @returns queries of modules, with pages in both directions: path and request */
export function moduleQueries({ users, operator, contracts, codes }) {
  const [{ address: first }, { address: second }, { address: third }] = users
  const [token] = contracts.cw20_base
  const codeId = BigInt(codes.callback_lab)
  return [
    query('cosmos.auth.v1beta1', auth, 'Params', {}),
    query('cosmos.bank.v1beta1', bank, 'Params', {}),
    query('cosmos.distribution.v1beta1', distribution, 'Params', {}),
    query('cosmos.mint.v1beta1', mint, 'Params', {}),
    query('cosmos.slashing.v1beta1', slashing, 'Params', {}),
    query('cosmos.staking.v1beta1', staking, 'Params', {}),
    query('cosmwasm.wasm.v1', wasm, 'Params', {}),
    query('ibc.applications.transfer.v1', transfer, 'Params', {}),
    query('cosmos.gov.v1', gov, 'Params', { paramsType: 'voting' }),
    query('cosmos.auth.v1beta1', auth, 'Accounts', page(7, true)),
    query('cosmos.auth.v1beta1', auth, 'Accounts', page(100)),
    query('cosmos.authz.v1beta1', authz, 'GranterGrants', { granter: first }),
    query('cosmos.authz.v1beta1', authz, 'GranteeGrants', { grantee: second }),
    query('cosmos.bank.v1beta1', bank, 'AllBalances', { address: first }),
    query('cosmos.bank.v1beta1', bank, 'AllBalances', { address: second, ...page(2, true) }),
    query('cosmos.bank.v1beta1', bank, 'TotalSupply', {}),
    query('cosmos.bank.v1beta1', bank, 'DenomOwners', { denom: 'uone', ...page(5) }),
    query('cosmos.distribution.v1beta1', distribution, 'DelegationTotalRewards', { delegatorAddress: second }),
    query('cosmos.distribution.v1beta1', distribution, 'ValidatorOutstandingRewards', { validatorAddress: operator }),
    query('cosmos.feegrant.v1beta1', feegrant, 'Allowances', { grantee: third }),
    query('cosmos.gov.v1', gov, 'Proposals', page(3, true)),
    query('cosmos.gov.v1', gov, 'Deposits', { proposalId: 1n }),
    query('cosmos.mint.v1beta1', mint, 'Inflation', {}),
    query('cosmos.slashing.v1beta1', slashing, 'SigningInfos', {}),
    query('cosmos.staking.v1beta1', staking, 'Validators', {}),
    query('cosmos.staking.v1beta1', staking, 'DelegatorDelegations', { delegatorAddr: second }),
    query('cosmos.staking.v1beta1', staking, 'DelegatorUnbondingDelegations', { delegatorAddr: third }),
    query('cosmos.staking.v1beta1', staking, 'ValidatorDelegations', { validatorAddr: operator, ...page(2, true) }),
    query('cosmwasm.wasm.v1', wasm, 'AllContractState', { address: token, ...page(9) }),
    query('cosmwasm.wasm.v1', wasm, 'AllContractState', { address: token, ...page(9, true) }),
    query('cosmwasm.wasm.v1', wasm, 'ContractHistory', { address: token }),
    query('cosmwasm.wasm.v1', wasm, 'ContractsByCode', { codeId, ...page(3, true) }),
    query('cosmwasm.wasm.v1', wasm, 'ContractsByCreator', { creatorAddress: first }),
    query('cosmwasm.wasm.v1', wasm, 'Codes', page(3, true)),
    query('cosmwasm.wasm.v1', wasm, 'PinnedCodes', {}),
    query('ibc.core.channel.v1', channel, 'Channels', {}),
    query('ibc.applications.transfer.v1', transfer, 'Denoms', {}),
  ]
}
