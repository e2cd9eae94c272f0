// Contracts that published projects use, on the recorded node: a collection, a group and a multisig; and the queries to all contracts.
import { toUtf8 } from '@cosmjs/encoding'
import { QueryBalanceRequest } from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { GRANTS } from './grants.mjs'
import { KINDS } from './story.mjs'

/** How many tokens the collection has at first, and accounts the token. */
const TOKENS = 40
const ACCOUNTS = 25

const json = (value) => toUtf8(JSON.stringify(value))
const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64')
const execute = (sender, contract, msg, funds = []) => ({
  typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
  value: { sender, contract, msg: json(msg), funds },
})

/** Deploys them, and fills them with state of many keys. */
export async function deploy(session) {
  const { world } = session
  const [first, second] = world.users
  const send = async (signer, messages) => {
    const tx = { messages, gas: 20_000_000, fee: [{ denom: 'stake', amount: '100' }] }
    const [result] = await session.broadcast([{ signer, tx }])
    if (result?.code !== 0) throw new Error(result?.log ?? 'the node refused it')
  }
  const instantiate = (name, msg) =>
    send(first, [
      {
        typeUrl: '/cosmwasm.wasm.v1.MsgInstantiateContract',
        value: {
          sender: first.address,
          admin: first.address,
          codeId: BigInt(world.codes[name]),
          label: name,
          msg: json(msg),
          funds: [],
        },
      },
    ])
  const members = world.users.map(({ address }, weight) => ({ addr: address, weight }))
  await instantiate('cw4_group', { admin: first.address, members })
  await instantiate('cw721_base', { name: 'Collection', symbol: 'ONE', minter: first.address })
  const [group] = world.contracts.cw4_group
  const [collection] = world.contracts.cw721_base
  const [token] = world.contracts.cw20_base
  await instantiate('cw3_flex_multisig', {
    group_addr: group,
    threshold: { absolute_count: { weight: 5 } },
    max_voting_period: { time: 3600 },
  })
  const [multisig] = world.contracts.cw3_flex_multisig
  await send(first, [
    execute(first.address, group, { add_hook: { addr: multisig } }),
    execute(first.address, group, { update_members: { remove: [world.users[1].address], add: [] } }),
    execute(first.address, group, { update_members: { remove: [], add: [{ addr: second.address, weight: 3 }] } }),
  ])
  const owner = (i) => world.users[i % world.users.length].address
  const mint = (i) => ({
    mint: { token_id: `token ${i}`, owner: owner(i), ...(i % 3 === 0 && { token_uri: `https://example.com/${i}` }) },
  })
  await send(
    first,
    Array.from({ length: TOKENS }, (_, i) => execute(first.address, collection, mint(i))),
  )
  world.tokens = TOKENS
  const accounts = world.toOpen.slice(0, ACCOUNTS)
  await send(
    first,
    accounts.map(({ address }, i) =>
      execute(first.address, token, { transfer: { recipient: address, amount: String(i + 1) } }),
    ),
  )
  // Allowances and tokens that are there no more.
  await send(second, [
    ...accounts
      .slice(0, 8)
      .flatMap(({ address: spender }) => [
        execute(second.address, token, { increase_allowance: { spender, amount: '7' } }),
        execute(second.address, token, { decrease_allowance: { spender, amount: spender < owner(0) ? '7' : '3' } }),
      ]),
    ...[1, 7, 13].map((i) => execute(second.address, collection, { burn: { token_id: `token ${i}` } })),
  ])
  await send(first, [
    execute(first.address, multisig, proposal('first')),
    execute(first.address, multisig, proposal('second')),
  ])
  await send(world.users[4], [vote(world.users[4].address, multisig, 2, 'yes')])
}

const proposal = (title, msgs = []) => ({ propose: { title, description: 'what it is', msgs } })
const vote = (sender, multisig, id, how) => execute(sender, multisig, { vote: { proposal_id: id, vote: how } })

function collection(story, from) {
  const { world } = story
  const contract = story.contract('cw721_base')
  const token_id = `token ${story.below(world.tokens)}`
  const other = story.user().address
  const message = story.pick([
    () => ({ mint: { token_id: `token ${world.tokens++}`, owner: other } }),
    () => ({ transfer_nft: { token_id, recipient: other } }),
    () => ({ transfer_nft: { token_id, recipient: other } }),
    () => ({ send_nft: { token_id, contract: story.contract('callback_lab'), msg: base64({}) } }),
    () => ({ approve: { token_id, spender: other } }),
    () => ({ revoke: { token_id, spender: other } }),
    () => ({ approve_all: { operator: other, expires: { at_height: world.height + 3 } } }),
    () => ({ revoke_all: { operator: other } }),
    () => ({ burn: { token_id } }),
  ])()
  return execute(from, contract, message)
}

function group(story, from) {
  const contract = story.contract('cw4_group')
  const addr = story.user().address
  return execute(
    from,
    contract,
    story.pick([
      { update_members: { remove: [], add: [{ addr, weight: story.below(9) }] } },
      { update_members: { remove: [addr], add: [{ addr: story.user().address, weight: 2 }] } },
      { update_admin: { admin: story.world.users[0].address } },
      { add_hook: { addr: story.contract('callback_lab') } },
      { remove_hook: { addr: story.contract('callback_lab') } },
    ]),
  )
}

function multisig(story, from) {
  const contract = story.contract('cw3_flex_multisig')
  const proposal_id = 1 + story.below(6)
  const coin = { denom: 'stake', amount: '1' }
  return story.pick([
    () => execute(from, contract, proposal(story.text(6), story.chance(50) ? [] : [sendOf(story, coin)])),
    () => vote(from, contract, proposal_id, story.pick(['yes', 'yes', 'no', 'abstain', 'veto'])),
    () => vote(from, contract, proposal_id, 'yes'),
    () => execute(from, contract, { execute: { proposal_id } }, [coin]),
    () => execute(from, contract, { execute: { proposal_id } }),
    () => execute(from, contract, { close: { proposal_id } }),
  ])()
}
const sendOf = (story, coin) => ({ bank: { send: { to_address: story.user().address, amount: [coin] } } })

const times = (count, kind, first = 0) => Array.from({ length: count }, () => [first, kind])

/** As `KINDS` of a story: all that a chain has. */
export const ALL_KINDS = [
  ...KINDS,
  ...GRANTS,
  ...times(12, collection, 60),
  ...times(7, group, 70),
  ...times(7, multisig, 40),
]

const everyOne = (addresses, ask) => addresses.map(ask)

/** Questions to a contract, by the name of its code. */
const QUESTIONS = {
  cw20_base: ({ addresses: all }) => [
    { token_info: {} },
    { minter: {} },
    { marketing_info: {} },
    { download_logo: {} },
    ...everyOne(all, (address) => ({ balance: { address } })),
    ...everyOne(all, (owner) => ({ all_allowances: { owner } })),
    ...everyOne(all, (spender) => ({ all_spender_allowances: { spender } })),
    { allowance: { owner: all[1], spender: all[0] } },
    { all_accounts: {} },
    { all_accounts: { limit: 30 } },
    { all_accounts: { limit: 4, start_after: all[2] } },
    { balance: { address: 'nobody' } },
    { unknown: {} },
  ],
  cw721_base: ({ addresses: all }) => [
    { num_tokens: {} },
    { get_config: {} },
    { get_collection_info_and_extension: {} },
    { ownership: {} },
    { get_minter_ownership: {} },
    { all_tokens: {} },
    { all_tokens: { limit: 100 } },
    { all_tokens: { start_after: 'token 2', limit: 7 } },
    ...everyOne(all, (owner) => ({ tokens: { owner, limit: 100 } })),
    ...everyOne(all, (owner) => ({ all_operators: { owner, include_expired: true } })),
    ...[0, 1, 5, 7, 39, 99].map((i) => ({ all_nft_info: { token_id: `token ${i}` } })),
    ...[0, 1, 5].map((i) => ({ approvals: { token_id: `token ${i}` } })),
  ],
  cw4_group: ({ addresses: all, height }) => [
    { admin: {} },
    { hooks: {} },
    { total_weight: {} },
    { total_weight: { at_height: height - 40 } },
    { list_members: {} },
    { list_members: { start_after: all[3], limit: 2 } },
    ...everyOne(all, (addr) => ({ member: { addr } })),
    ...everyOne(all, (addr) => ({ member: { addr, at_height: height - 60 } })),
  ],
  cw3_flex_multisig: ({ addresses: all }) => [
    { config: {} },
    { threshold: {} },
    { list_proposals: {} },
    { reverse_proposals: {} },
    { reverse_proposals: { start_before: 3, limit: 1 } },
    ...[1, 2, 9].flatMap((proposal_id) => [{ proposal: { proposal_id } }, { list_votes: { proposal_id } }]),
    { vote: { proposal_id: 1, voter: all[0] } },
    { voter: { address: all[4] } },
    { list_voters: { limit: 3 } },
  ],
  cw1_whitelist: ({ addresses: all }) => [
    { admin_list: {} },
    { can_execute: { sender: all[0], msg: { bank: { send: { to_address: all[1], amount: [] } } } } },
  ],
  callback_lab: (of) => [
    { config: {} },
    { counters: {} },
    { received: {} },
    { received: { start_after: 1, limit: 3 } },
    ...chainQuestions(of).map((request) => ({ chain: { request } })),
  ],
  ping_pong: (of) => [{ heard: {} }, ...chainQuestions(of).map((request) => ({ chain: { request: base64(request) } }))],
}

/** What a contract may ask its chain. */
function chainQuestions({ addresses: [first, second], contracts, operator, codes }) {
  const [token] = contracts.cw20_base
  return [
    { bank: { balance: { address: first, denom: 'stake' } } },
    { bank: { all_balances: { address: second } } },
    { bank: { supply: { denom: 'stake' } } },
    { bank: { all_denom_metadata: {} } },
    { staking: { bonded_denom: {} } },
    { staking: { all_validators: {} } },
    { staking: { validator: { address: operator } } },
    { staking: { all_delegations: { delegator: second } } },
    { staking: { delegation: { delegator: first, validator: operator } } },
    { distribution: { delegator_withdraw_address: { delegator_address: first } } },
    { distribution: { delegation_rewards: { delegator_address: first, validator_address: operator } } },
    { distribution: { delegator_validators: { delegator_address: second } } },
    { wasm: { smart: { contract_addr: token, msg: base64({ balance: { address: first } }) } } },
    { wasm: { smart: { contract_addr: token, msg: base64({ all_accounts: { limit: 30 } }) } } },
    { wasm: { smart: { contract_addr: first, msg: base64({}) } } },
    { wasm: { raw: { contract_addr: token, key: Buffer.from('token_info').toString('base64') } } },
    { wasm: { raw: { contract_addr: token, key: Buffer.from('nothing').toString('base64') } } },
    { wasm: { contract_info: { contract_addr: token } } },
    { wasm: { code_info: { code_id: codes.cw20_base } } },
    { wasm: { code_info: { code_id: 999 } } },
    { ibc: { list_channels: {} } },
    { ibc: { port_id: {} } },
    { ibc: { channel: { channel_id: 'channel-0', port_id: 'transfer' } } },
    {
      grpc: {
        path: '/cosmos.bank.v1beta1.Query/Balance',
        data: Buffer.from(QueryBalanceRequest.encode({ address: first, denom: 'uone' }).finish()).toString('base64'),
      },
    },
  ]
}

/** @returns smart queries: contract and message as JSON */
export function questions({ users, contracts, operator, codes }, height) {
  const of = { addresses: users.map(({ address }) => address), contracts, operator, codes, height }
  return Object.entries(contracts).flatMap(([name, all]) => {
    const asked = QUESTIONS[name](of)
    // Of those that came later, only some: they are alike.
    return all
      .slice(0, 6)
      .flatMap((contract, i) => (i < 2 ? asked : asked.slice(0, 6)).map((msg) => ({ contract, msg })))
  })
}
