import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ChainApp } from '../../src/app/chain-app.js'
import { decodeBech32, encodeBech32 } from '../../src/codec/bech32.js'
import { allValidators } from '../../src/modules/staking/index.js'
import { govOf, govParamsOf } from './example-messages.js'

/** A message that reaches further than a generated one. */
export interface Example {
  readonly type: string
  readonly message: object
  /** Whether the next ones are tried in the state after it. */
  readonly isKept: boolean
}

const tried = (type: string, message: object): Example => ({ type, message, isKept: false })
const kept = (type: string, message: object): Example => ({ type, message, isKept: true })

/** Parties of the examples, on a chain that has a channel to another. */
export interface Parties {
  readonly app: ChainApp
  readonly alice: string
  readonly bob: string
  /** An account of the other chain. */
  readonly far: string
  /** A contract that may register queries and interchain accounts: it has `staker`. */
  readonly contract: string
  /** A contract that has the first query, for keys, and the second, for transactions. */
  readonly reader: string
}

const CODE = readFileSync(new URL('../../contracts/artifacts/callback_lab.wasm', import.meta.url))
const LATER = '2100-01-01T00:00:00Z'
const LATER_SECONDS = '4102444800'

/** Examples of the SDK's modules. */
function sdkExamples({ app, alice, bob }: Parties): readonly Example[] {
  const gov = govOf(app)
  const coin = (amount: string, denom = app.denom) => ({ denom, amount })
  const send = (from: string) => ({
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    from_address: from,
    to_address: alice,
    amount: [coin('1')],
  })
  const fresh = app.keepers.accounts.text(new Uint8Array(20).fill(9))
  const [validator] = [...allValidators(app.context)].map(({ operatorAddress }) => operatorAddress)
  const description = { moniker: 'm', identity: 'i', website: 'w', security_contact: 's', details: 'd' }
  const { prefix, bytes } = decodeBech32(alice)
  const vesting = {
    from_address: alice,
    to_address: fresh,
    amount: [coin('5')],
    end_time: LATER_SECONDS,
    delayed: true,
  }
  const vote = { proposal_id: '1', voter: alice }
  return [
    kept('cosmos.authz.v1beta1.MsgGrant', {
      granter: alice,
      grantee: bob,
      grant: {
        authorization: { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: '/cosmos.bank.v1beta1.MsgSend' },
        expiration: LATER,
      },
    }),
    tried('cosmos.authz.v1beta1.MsgRevoke', {
      granter: alice,
      grantee: bob,
      msg_type_url: '/cosmos.bank.v1beta1.MsgSend',
    }),
    tried('cosmos.authz.v1beta1.MsgExec', { grantee: bob, msgs: [send(alice)] }),
    tried('cosmos.upgrade.v1beta1.MsgSoftwareUpgrade', {
      authority: gov,
      plan: { name: 'v2', height: '9999', info: 'i' },
    }),
    tried('cosmos.gov.v1.MsgUpdateParams', { authority: gov, params: govParamsOf(app) }),
    kept('cosmos.gov.v1.MsgSubmitProposal', {
      messages: [send(gov)],
      initial_deposit: [coin('5000000000')],
      proposer: alice,
      metadata: 'm',
      title: 't',
      summary: 's',
    }),
    tried('cosmos.gov.v1.MsgVote', { ...vote, option: 'VOTE_OPTION_YES', metadata: 'm' }),
    tried('cosmos.gov.v1.MsgVoteWeighted', {
      ...vote,
      options: [{ option: 'VOTE_OPTION_YES', weight: '1' }],
      metadata: 'm',
    }),
    tried('cosmos.gov.v1beta1.MsgVoteWeighted', { ...vote, options: [{ option: 'VOTE_OPTION_YES', weight: '1.0' }] }),
    tried('cosmos.gov.v1beta1.MsgSubmitProposal', {
      content: { '@type': '/cosmos.gov.v1beta1.TextProposal', title: 't', description: 'd' },
      initial_deposit: [coin('5000000000')],
      proposer: bob,
    }),
    kept('cosmos.distribution.v1beta1.MsgFundCommunityPool', { amount: [coin('1000')], depositor: alice }),
    kept('cosmos.protocolpool.v1.MsgFundCommunityPool', { amount: [coin('1000')], depositor: alice }),
    tried('cosmos.distribution.v1beta1.MsgCommunityPoolSpend', {
      authority: gov,
      recipient: bob,
      amount: [coin('1')],
    }),
    tried('cosmos.protocolpool.v1.MsgCreateContinuousFund', {
      authority: gov,
      recipient: bob,
      percentage: '0.1',
      expiry: LATER,
    }),
    tried('cosmos.staking.v1beta1.MsgCreateValidator', {
      description,
      commission: { rate: '0.1', max_rate: '0.2', max_change_rate: '0.01' },
      min_self_delegation: '1',
      validator_address: encodeBech32(`${prefix}valoper`, bytes),
      pubkey: { '@type': '/cosmos.crypto.ed25519.PubKey', key: Buffer.alloc(32, 7).toString('base64') },
      value: coin('1000000'),
    }),
    tried('cosmos.staking.v1beta1.MsgEditValidator', {
      description,
      validator_address: validator,
      commission_rate: '0.1',
      min_self_delegation: '2',
    }),
    tried('cosmos.vesting.v1beta1.MsgCreateVestingAccount', vesting),
    tried('nolus.vestings.v1beta1.MsgCreateVestingAccount', { ...vesting, start_time: '1700000001' }),
  ]
}

/** Examples of contracts, transfers and handshakes. */
function ibcExamples({ app, alice, far }: Parties): readonly Example[] {
  const gov = govOf(app)
  const coin = (amount: string) => ({ denom: app.denom, amount })
  const code = { wasm_byte_code: CODE.toString('base64') }
  const contract = { admin: alice, label: 'l', msg: {}, funds: [] }
  const transfer = {
    source_port: 'transfer',
    source_channel: 'channel-0',
    token: coin('5'),
    sender: alice,
    receiver: far,
    timeout_timestamp: `${LATER_SECONDS}000000000`,
    memo: 'x',
  }
  const fee = { recv_fee: [], ack_fee: [coin('1000')], timeout_fee: [coin('1000')] }
  const client = {
    '@type': '/ibc.lightclients.tendermint.v1.ClientState',
    trust_level: { numerator: '1', denominator: '3' },
    trusting_period: '0s',
    unbonding_period: '0s',
    max_clock_drift: '0s',
    frozen_height: {},
    latest_height: { revision_number: '5', revision_height: '7' },
    proof_specs: [],
    upgrade_path: [],
  }
  return [
    kept('cosmwasm.wasm.v1.MsgStoreCode', { sender: alice, ...code }),
    tried('cosmwasm.wasm.v1.MsgInstantiateContract2', {
      sender: alice,
      code_id: '1',
      ...contract,
      salt: 'AAAA',
      fix_msg: true,
    }),
    tried('cosmwasm.wasm.v1.MsgStoreAndInstantiateContract', {
      authority: gov,
      ...code,
      instantiate_permission: { permission: 'Everybody' },
      unpin_code: false,
      ...contract,
      source: 'https://a.b/c',
      builder: 'cosmwasm/rust-optimizer:0.12.0',
      code_hash: createHash('sha256').update(CODE).digest('base64'),
    }),
    tried('ibc.applications.transfer.v1.MsgTransfer', transfer),
    tried('neutron.transfer.MsgTransfer', { ...transfer, fee }),
    tried('nolus.transfer.MsgTransfer', { ...transfer, fee }),
    tried('ibc.core.connection.v1.MsgConnectionOpenInit', {
      client_id: '07-tendermint-0',
      counterparty: { client_id: '07-tendermint-0', connection_id: '', prefix: { key_prefix: 'aWJj' } },
      version: { identifier: '1', features: ['ORDER_ORDERED', 'ORDER_UNORDERED'] },
      delay_period: '0',
      signer: alice,
    }),
    tried('ibc.core.channel.v1.MsgChannelOpenInit', {
      port_id: 'transfer',
      channel: {
        state: 'STATE_INIT',
        ordering: 'ORDER_UNORDERED',
        counterparty: { port_id: 'transfer', channel_id: '' },
        connection_hops: ['connection-0'],
        version: 'ics20-1',
      },
      signer: alice,
    }),
    tried('ibc.core.client.v1.MsgUpgradeClient', {
      client_id: '07-tendermint-0',
      client_state: client,
      consensus_state: {
        '@type': '/ibc.lightclients.tendermint.v1.ConsensusState',
        timestamp: '2024-01-01T00:00:00Z',
        root: {},
        next_validators_hash: '',
      },
      proof_upgrade_client: 'AAAA',
      proof_upgrade_consensus_state: 'AAAA',
      signer: alice,
    }),
  ]
}

/** Examples of one of the modules that make denoms. */
function factoryExamples({ alice, bob }: Parties, module: string, denom: string): readonly Example[] {
  const coin = { denom, amount: '10' }
  return [
    kept(`${module}.MsgCreateDenom`, { sender: alice, subdenom: 'gold' }),
    kept(`${module}.MsgMint`, { sender: alice, amount: coin, mintToAddress: bob }),
    tried(`${module}.MsgSetDenomMetadata`, {
      sender: alice,
      metadata: {
        description: 'd',
        denom_units: [
          { denom, exponent: 0, aliases: ['a'] },
          { denom: 'big', exponent: 6, aliases: [] },
        ],
        base: denom,
        display: 'big',
        name: 'n',
        symbol: 's',
        uri: 'u',
        uri_hash: 'h',
      },
    }),
    tried(`${module}.MsgForceTransfer`, {
      sender: alice,
      amount: coin,
      transferFromAddress: bob,
      transferToAddress: alice,
    }),
    tried(`${module}.MsgSetBeforeSendHook`, { sender: alice, denom, contract_addr: '' }),
    tried(`${module}.MsgBurn`, { sender: alice, amount: coin, burnFromAddress: bob }),
    tried(`${module}.MsgChangeAdmin`, { sender: alice, denom, new_admin: bob }),
  ]
}

/** Examples of Neutron's modules, and Nolus' copies of two. */
function neutronExamples(parties: Parties): readonly Example[] {
  const { app, alice, far, contract, reader } = parties
  const coin = (amount: string) => ({ denom: app.denom, amount })
  const fee = { recv_fee: [], ack_fee: [coin('1000')], timeout_fee: [coin('1000')] }
  const query = { connection_id: 'connection-0', update_period: '5', sender: contract }
  const keys = [{ path: 'bank', key: 'AQID' }]
  const filter = '[{"field":"transfer.recipient","op":"Eq","value":"x"}]'
  return [
    ...factoryExamples(parties, 'osmosis.tokenfactory.v1beta1', `factory/${alice}/gold`),
    ...factoryExamples(parties, 'neutron.coinfactory.v1beta1', `coinfactory.${alice}.gold`),
    tried('neutron.cron.MsgUpdateParams', {
      authority: govOf(app),
      params: { security_address: alice, limit: '5' },
    }),
    // Of fees only contracts' packets pay.
    tried('neutron.transfer.MsgTransfer', {
      source_port: 'transfer',
      source_channel: 'channel-0',
      token: coin('5'),
      sender: contract,
      receiver: far,
      timeout_timestamp: `${LATER_SECONDS}000000000`,
      fee,
    }),
    tried('neutron.contractmanager.MsgResubmitFailure', { sender: contract, failure_id: '0' }),
    tried('neutron.interchainqueries.MsgRegisterInterchainQuery', { ...query, query_type: 'kv', keys }),
    tried('neutron.interchainqueries.MsgRegisterInterchainQuery', {
      ...query,
      query_type: 'tx',
      transactions_filter: filter,
    }),
    tried('neutron.interchainqueries.MsgUpdateInterchainQueryRequest', {
      query_id: '1',
      new_keys: keys,
      new_update_period: '7',
      sender: reader,
    }),
    tried('neutron.interchainqueries.MsgUpdateInterchainQueryRequest', {
      query_id: '2',
      new_update_period: '7',
      new_transactions_filter: filter,
      sender: reader,
    }),
    ...['neutron', 'nolus'].flatMap((chain) => [
      tried(`${chain}.interchaintxs.v1.MsgRegisterInterchainAccount`, {
        from_address: contract,
        connection_id: 'connection-0',
        interchain_account_id: 'other',
        register_fee: [coin('1000000')],
        ...(chain === 'neutron' && { ordering: 'ORDER_ORDERED' }),
      }),
      tried(`${chain}.interchaintxs.v1.MsgSubmitTx`, {
        from_address: contract,
        interchain_account_id: 'staker',
        connection_id: 'connection-0',
        msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: far, to_address: far, amount: [] }],
        memo: 'm',
        timeout: '30',
        fee,
      }),
    ]),
  ]
}

/** Examples of all modules, of which a chain has some. */
export const examplesOf = (parties: Parties): readonly Example[] => [
  ...sdkExamples(parties),
  ...ibcExamples(parties),
  ...neutronExamples(parties),
]
