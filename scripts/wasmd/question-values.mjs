// What requests of queries name, of the state of a recorded node.
import { fromBech32, toBech32, toHex } from '@cosmjs/encoding'
import { QueryDenomsRequest, QueryDenomsResponse } from 'cosmjs-types/ibc/applications/transfer/v1/query'
import { PREFIX } from './genesis.mjs'

const WRONG_ADDRESS = `${PREFIX}1nobody`

/** @returns lists of values by the name of a field, or by service, method and field; numbers as texts */
export async function valuesFor({ world, genesis }, asker, height) {
  const { users, operator, contracts, codes } = world
  const addresses = users.map(({ address }) => address)
  const [first, second, third, fourth, fifth] = addresses
  const [token] = contracts.cw20_base
  const [lab] = contracts.callback_lab
  const [ping] = contracts.ping_pong
  const idle = toBech32(`${PREFIX}valoper`, fromBech32(fifth).data)
  const [{ address: consensus }] = genesis.app_state.slashing.signing_infos
  const unknownOperator = toBech32(`${PREFIX}valoper`, new Uint8Array(20).fill(9))
  const operators = [operator, idle, unknownOperator, `${PREFIX}valoper1x`]
  const delegators = [second, third, third, first, WRONG_ADDRESS]
  const { response } = await asker.ask(
    '/ibc.applications.transfer.v1.Query/Denoms',
    QueryDenomsRequest.encode(QueryDenomsRequest.fromPartial({})).finish(),
    height,
  )
  const { denoms } = QueryDenomsResponse.decode(Buffer.from(response, 'base64'))
  const vouchers = denoms.map(({ base, trace }) =>
    [...trace.map((hop) => `${hop.portId}/${hop.channelId}`), base].join('/'),
  )
  const contractQuery = (msg) => Buffer.from(JSON.stringify(msg)).toString('base64')
  const key = Buffer.from('config').toString('base64')
  return {
    address: [first, second, lab, toBech32(PREFIX, new Uint8Array(20).fill(3)), WRONG_ADDRESS],
    'Query/AccountAddressByID.account_id': ['0', '3', '999'],
    'Query/AccountAddressByID.id': ['1', '0', '-1'],
    address_string: [first, operator, 'x'],
    address_bytes: [Buffer.from(fromBech32(first).data).toString('base64'), ''],
    'Query/ModuleAccountByName.name': ['gov', 'mint', 'no-such'],
    'Query/ModuleVersions.module_name': ['bank', 'no-such'],
    'Query/AppliedPlan.name': ['a plan', 'v0.60'],
    last_height: ['1', String(height)],
    granter: [first, fourth, first, fifth, WRONG_ADDRESS],
    grantee: [second, third, third, second, first],
    msg_type_url: ['/cosmos.bank.v1beta1.MsgSend', '', '/cosmwasm.wasm.v1.MsgExecuteContract'],
    denom: ['stake', 'uone', 'unone', '!', vouchers[0] ?? 'x'],
    denoms: [['stake'], ['stake', 'uone'], ['no']],
    hash: [vouchers[0] ?? 'transfer/channel-0/stake', 'ibc/00', 'x'],
    trace: vouchers.slice(0, 1).concat('transfer/channel-0/uone', ''),
    resolve_denom: [false, true],
    delegator_address: delegators,
    delegator_addr: delegators,
    validator_address: operators,
    validator_addr: operators,
    src_validator_addr: [operator, ''],
    dst_validator_addr: [idle, ''],
    period: ['1', '2', '3', '10', '0'],
    starting_height: ['1', '5', '9'],
    ending_height: ['1000', '1000', '3'],
    cons_address: [consensus, toBech32(`${PREFIX}valcons`, new Uint8Array(20).fill(3)), 'x'],
    status: ['BOND_STATUS_BONDED', 'BOND_STATUS_UNBONDED', 'x', ''],
    'Query/Validators.status': ['BOND_STATUS_BONDED', 'BOND_STATUS_UNBONDED', 'x', ''],
    'Query/HistoricalInfo.height': ['1', String(height), '-1'],
    'Service/GetBlockResults.height': ['3', '9', String(height), '99999', '-1'],
    proposal_id: ['1', '2', '3', '4', '7', '999'],
    proposal_status: ['PROPOSAL_STATUS_UNSPECIFIED', 'PROPOSAL_STATUS_VOTING_PERIOD', 'PROPOSAL_STATUS_FAILED'],
    voter: ['', first, second],
    depositor: ['', first, second],
    'Query/Vote.voter': [first, second],
    'Query/Deposit.depositor': [first, second],
    params_type: ['voting', 'deposit', 'tallying', 'x'],
    evidence_hash: [Buffer.alloc(32).toString('base64')],
    'Query/Evidence.hash': ['00'.repeat(32), 'zz', ''],
    subspace: ['baseapp', 'x'],
    'cosmos.params.v1beta1.Query/Params.key': ['BlockParams', 'y'],
    recipient: [fifth, first],
    code_id: [String(codes.cw20_base), String(codes.callback_lab), '99'],
    creator_address: [first, second, 'x'],
    code_hash: [toHex(new Uint8Array(32)), 'zz'],
    creator_addr: [first],
    salt: [toHex(Buffer.from('a salt')), 'zz'],
    init_args: [Buffer.from('{}').toString('base64'), ''],
    'Query/ContractInfo.address': [token, lab, first, 'x'],
    'Query/ContractHistory.address': [token, ping, first, 'x'],
    'Query/AllContractState.address': [token, lab, first, 'x'],
    'Query/RawContractState.address': [token, lab, first, 'x'],
    'Query/RawContractState.query_data': [Buffer.from('token_info').toString('base64'), key],
    'Query/SmartContractState.address': [token, token, token, first],
    'Query/SmartContractState.query_data': [
      contractQuery({ token_info: {} }),
      contractQuery({ balance: { address: first } }),
      contractQuery({ no_such: {} }),
      Buffer.from('{').toString('base64'),
    ],
    port_id: ['transfer', `wasm.${ping}`, 'none', ''],
    channel_id: ['channel-0', 'channel-2', 'channel-99', 'x'],
    connection_id: ['connection-localhost', 'connection-9', ''],
    connection: ['connection-localhost', 'connection-0'],
    client_id: ['09-localhost', '07-tendermint-0', 'x', ''],
    connection_params: [],
    sequence: ['1', '2', '0', '50'],
    packet_acknowledgement_sequences: [['1'], ['1', '2'], []],
    packet_commitment_sequences: [['1', '2'], ['0'], []],
    sequences: [['1', '2'], ['0'], []],
    revision_number: ['0', '1'],
    revision_height: ['1', '5'],
    owner: [first, 'x'],
  }
}
