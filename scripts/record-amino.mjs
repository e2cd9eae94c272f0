#!/usr/bin/env node
// npm run reference:amino -- --wasmd PATH
// Signs messages of grants in amino JSON with the wasmd binary, without a node, and writes what it signed to fixtures/wasmd/amino-grants.json.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { toBech32 } from '@cosmjs/encoding'

const { wasmd } = parseArgs({ options: { wasmd: { type: 'string' } } }).values
if (wasmd === undefined) throw new Error('--wasmd PATH is missing: the program of wasmd v0.61.14')

const MNEMONIC = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const SIGNER = { chainId: 'vectors', accountNumber: '3', sequence: '4' }

const home = mkdtempSync(join(tmpdir(), 'wasmd-'))
const run = (args, input) =>
  execFileSync(wasmd, [...args, '--home', home], { encoding: 'utf8', ...(input && { input }), stdio: 'pipe' })
const keys = ['--keyring-backend', 'test']

const bob = toBech32('wasm', new Uint8Array(20).fill(1))
const contract = toBech32('wasm', new Uint8Array(32).fill(3))
const validators = { address: [toBech32('wasmvaloper', new Uint8Array(20).fill(2))] }
const coins = (amount) => [{ denom: 'stake', amount: String(amount) }]
const typed = (type, members = {}) => ({ '@type': type, ...members })
const wasm = (type, members) => typed(`/cosmwasm.wasm.v1.${type}`, members)
const authz = (type, members) => typed(`/cosmos.authz.v1beta1.${type}`, members)

const send = (allowed, limit) =>
  typed('/cosmos.bank.v1beta1.SendAuthorization', { spend_limit: limit, allow_list: allowed })
const stake = (members) =>
  typed('/cosmos.staking.v1beta1.StakeAuthorization', {
    max_tokens: null,
    authorization_type: 'AUTHORIZATION_TYPE_UNDELEGATE',
    ...members,
  })
const transfer = (members) =>
  typed('/ibc.applications.transfer.v1.TransferAuthorization', {
    allocations: [
      {
        source_port: 'transfer',
        source_channel: 'channel-0',
        spend_limit: [],
        allow_list: [],
        allowed_packet_data: [],
        ...members,
      },
    ],
  })
const calls = (limit, filter) =>
  wasm('ContractExecutionAuthorization', { grants: [{ contract, limit: wasm(...limit), filter: wasm(...filter) }] })
const AUTHORIZATIONS = [
  authz('GenericAuthorization', { msg: '/cosmos.bank.v1beta1.MsgSend' }),
  send([bob], coins(5)),
  send([], []),
  stake({ max_tokens: coins(7)[0], allow_list: validators, authorization_type: 'AUTHORIZATION_TYPE_DELEGATE' }),
  stake({ deny_list: validators }),
  stake({}),
  transfer({ spend_limit: coins(3) }),
  transfer({ allow_list: ['x'], allowed_packet_data: ['*'] }),
  wasm('StoreCodeAuthorization', { grants: [{ code_hash: 'YWI=', instantiate_permission: null }] }),
  wasm('StoreCodeAuthorization', { grants: [] }),
  calls(['MaxCallsLimit', { remaining: '3' }], ['AcceptedMessageKeysFilter', { keys: ['press'] }]),
  calls(['CombinedLimit', { calls_remaining: '3', amounts: coins(2) }], ['AllowAllMessagesFilter']),
  calls(['MaxFundsLimit', { amounts: coins(2) }], ['AcceptedMessageKeysFilter', { keys: [] }]),
  calls(['MaxFundsLimit', { amounts: [] }], ['AllowAllMessagesFilter']),
  wasm('ContractMigrationAuthorization', { grants: [] }),
]

/** Lists of messages, each of one transaction of an account. */
function transactions(alice) {
  const grant = (authorization, expiration) =>
    authz('MsgGrant', { granter: alice, grantee: bob, grant: { authorization, expiration } })
  const messages = [
    typed('/cosmos.bank.v1beta1.MsgSend', { from_address: bob, to_address: alice, amount: coins(4) }),
    wasm('MsgExecuteContract', { sender: bob, contract, msg: { a: { b: 1 } }, funds: coins(1) }),
    authz('MsgRevoke', { granter: bob, grantee: alice, msg_type_url: '/cosmos.bank.v1beta1.MsgSend' }),
  ]
  return [
    ...AUTHORIZATIONS.map((authorization) => [grant(authorization, null)]),
    [grant(AUTHORIZATIONS[0], '2030-01-02T03:04:05.000000006Z'), grant(null, '2030-01-02T03:04:05Z')],
    [authz('MsgExec', { grantee: alice, msgs: messages }), authz('MsgExec', { grantee: alice, msgs: [] })],
  ]
}

try {
  run(['keys', 'add', 'alice', '--recover', ...keys], `${MNEMONIC}\n`)
  const alice = run(['keys', 'show', 'alice', '-a', ...keys]).trim()
  const signed = transactions(alice).map((messages) => {
    const file = join(home, 'tx.json')
    const body = {
      messages,
      memo: '',
      timeout_height: '0',
      extension_options: [],
      non_critical_extension_options: [],
    }
    const fee = { amount: coins(1), gas_limit: '200000', payer: '', granter: '' }
    writeFileSync(file, JSON.stringify({ body, auth_info: { signer_infos: [], fee }, signatures: [] }))
    const position = ['--account-number', SIGNER.accountNumber, '--sequence', SIGNER.sequence]
    const how = ['--offline', '--sign-mode', 'amino-json', '--chain-id', SIGNER.chainId, '--from', 'alice']
    writeFileSync(file, run(['tx', 'sign', file, ...how, ...position, ...keys]))
    return run(['tx', 'encode', file]).trim()
  })
  const about =
    'Transactions with grants that the program of wasmd v0.61.14 signed in amino JSON. Written by `npm run reference:amino -- --wasmd PATH`.'
  writeFileSync('fixtures/wasmd/amino-grants.json', `${JSON.stringify({ about, ...SIGNER, signed }, null, 2)}\n`)
} finally {
  rmSync(home, { recursive: true })
}
