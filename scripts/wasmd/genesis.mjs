// The genesis of the recorded node: its program's default, with accounts, one bonded validator, and short periods of votes.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromHex, toBech32 } from '@cosmjs/encoding'

const CHAIN_ID = 'wasm-1'
export const PREFIX = 'wasm'
/** The chain that is recorded unless a caller says otherwise. */
export const WASMD = { program: 'wasmd', chainId: CHAIN_ID, prefix: PREFIX, denom: 'stake' }
/** Coins of each user at the start. */
const coinsOf = (denom) => [
  [denom, '1000000000000'],
  ['uone', '5000000000'],
  ['utwo', '7000000'],
]
const BONDED = '500000000'

const seconds = (count) => `${count}s`

/**
 * @param home a folder after the command `init`
 * @param users addresses as bytes; the first is the validator's operator and may switch messages off
 * @param more changes the states of the modules, given the addresses as text
 * @param chain its prefix of addresses and its coin of bonds
 * @returns the genesis as it was written
 */
export function writeGenesis(home, users, more = () => undefined, { prefix, denom: bond } = WASMD) {
  const file = join(home, 'config/genesis.json')
  const genesis = JSON.parse(readFileSync(file, 'utf8'))
  const key = JSON.parse(readFileSync(join(home, 'config/priv_validator_key.json'), 'utf8'))
  const addresses = users.map((bytes) => toBech32(prefix, bytes))
  const operator = toBech32(`${prefix}valoper`, users[0])
  const consensusAddress = toBech32(`${prefix}valcons`, fromHex(key.address.toLowerCase()))
  const state = genesis.app_state

  genesis.genesis_time = '2026-01-01T00:00:00Z'
  genesis.consensus.params.block.max_gas = '100000000'
  state.auth.accounts = addresses.map((address, index) => ({
    '@type': '/cosmos.auth.v1beta1.BaseAccount',
    address,
    pub_key: null,
    account_number: String(index),
    sequence: '0',
  }))
  state.bank.balances = [
    ...addresses.map((address) => ({ address, coins: coinsOf(bond).map(([denom, amount]) => ({ denom, amount })) })),
    // Source: cosmos-sdk x/staking `BondedPoolName`: sha256("bonded_tokens_pool")[:20].
    {
      address: toBech32(prefix, fromHex('4fea76427b8345861e80a3540a8a9d936fd39391')),
      coins: [{ denom: bond, amount: BONDED }],
    },
  ]
  state.staking.params.unbonding_time = seconds(10)
  // Sudobox keeps no past headers in the store of staking.
  state.staking.params.historical_entries = 0
  state.staking.validators = [
    {
      operator_address: operator,
      consensus_pubkey: { '@type': '/cosmos.crypto.ed25519.PubKey', key: key.pub_key.value },
      jailed: false,
      status: 'BOND_STATUS_BONDED',
      tokens: BONDED,
      delegator_shares: `${BONDED}.000000000000000000`,
      description: { moniker: 'sudobox', identity: '', website: '', security_contact: '', details: '' },
      unbonding_height: '0',
      unbonding_time: '1970-01-01T00:00:00Z',
      commission: {
        commission_rates: {
          rate: '0.100000000000000000',
          max_rate: '0.200000000000000000',
          max_change_rate: '0.010000000000000000',
        },
        update_time: '2026-01-01T00:00:00Z',
      },
      min_self_delegation: '1',
      unbonding_on_hold_ref_count: '0',
      unbonding_ids: [],
    },
  ]
  state.staking.delegations = [
    { delegator_address: addresses[0], validator_address: operator, shares: `${BONDED}.000000000000000000` },
  ]
  state.slashing.signing_infos = [
    {
      address: consensusAddress,
      validator_signing_info: {
        address: consensusAddress,
        start_height: '0',
        index_offset: '0',
        jailed_until: '1970-01-01T00:00:00Z',
        tombstoned: false,
        missed_blocks_counter: '0',
      },
    },
  ]
  Object.assign(state.gov.params, {
    min_deposit: [{ denom: bond, amount: '1000' }],
    expedited_min_deposit: [{ denom: bond, amount: '5000' }],
    max_deposit_period: seconds(10),
    voting_period: seconds(15),
    expedited_voting_period: seconds(8),
  })
  if (state.circuit !== undefined)
    state.circuit.account_permissions = [
      { address: addresses[0], permissions: { level: 'LEVEL_SUPER_ADMIN', limit_type_urls: [] } },
      {
        address: addresses[1],
        permissions: { level: 'LEVEL_SOME_MSGS', limit_type_urls: ['/cosmos.bank.v1beta1.MsgMultiSend'] },
      },
    ]
  more(state, addresses)
  writeFileSync(file, JSON.stringify(genesis))
  return genesis
}
