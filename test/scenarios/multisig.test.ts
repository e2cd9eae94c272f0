// A treasury of tokens that a multisig spends: cw3-flex over the members of a cw4 group.
import { contractCalls, type Account, type Contract, type Sandbox, type TxResult } from 'sudobox'
import { describe, expect, test as base } from 'sudobox/vitest'

const calls = (result: TxResult) => contractCalls(result.trace)
const artifact = (name: string) => `contracts/artifacts/${name}.wasm`
const WEEK = 7 * 24 * 60 * 60

interface World {
  readonly alice: Account
  readonly bob: Account
  readonly carol: Account
  /** Of no group. */
  readonly dave: Account
  readonly token: Contract
  readonly group: Contract
  readonly treasury: Contract
}

/** Weights 2, 2 and 1, of which 3 pass a proposal within a week; the treasury owns its group, and a proposal takes a deposit of 10. */
async function world({ chains: { neutron } }: Sandbox): Promise<World> {
  const [alice, bob, carol, dave] = (['alice', 'bob', 'carol', 'dave'] as const).map((name) =>
    neutron.account(name),
  ) as [Account, Account, Account, Account]
  const group = await alice.deploy(artifact('cw4_group'), {
    admin: alice.address,
    members: [
      { addr: alice.address, weight: 2 },
      { addr: bob.address, weight: 2 },
      { addr: carol.address, weight: 1 },
    ],
  })
  const token = await alice.deploy(artifact('cw20_base'), {
    name: 'Token',
    symbol: 'TOK',
    decimals: 6,
    initial_balances: [{ address: alice.address, amount: '1000' }],
  })
  const treasury = await alice.deploy(artifact('cw3_flex_multisig'), {
    group_addr: group.address,
    threshold: { absolute_count: { weight: 3 } },
    max_voting_period: { time: WEEK },
    executor: 'member',
    proposal_deposit: { amount: '10', denom: { cw20: token.address }, refund_failed_proposals: true },
  })
  await alice.execute(group, { add_hook: { addr: treasury.address } })
  await alice.execute(group, { update_admin: { admin: treasury.address } })
  await alice.execute(token, { transfer: { recipient: treasury.address, amount: '500' } })
  await alice.execute(token, { increase_allowance: { spender: treasury.address, amount: '100' } })
  return { alice, bob, carol, dave, token, group, treasury }
}

const test = base.extend<{ world: World }>({
  world: async ({ sandbox }, use) => {
    await use(await world(sandbox))
  },
})

/** A message of a proposal: the treasury calls a contract. */
const call = (contract: Contract, msg: object) => ({
  wasm: { execute: { contract_addr: contract.address, msg: btoa(JSON.stringify(msg)), funds: [] } },
})

async function propose({ alice, treasury }: World, msgs: readonly object[], latest?: object): Promise<number> {
  const proposed = await alice.execute(treasury, {
    propose: { title: 'Pay', description: 'what we owe', msgs, latest },
  })
  expect(proposed).toEmit('wasm', { action: 'propose', sender: alice.address, status: 'Open' })
  return Number(proposed.events.flatMap(({ attributes }) => attributes).find(([key]) => key === 'proposal_id')?.[1])
}

const vote = (voter: Account, { treasury }: World, proposal_id: number, choice = 'yes') =>
  voter.execute(treasury, { vote: { proposal_id, vote: choice } })
const status = ({ treasury }: World, proposal_id: number) =>
  treasury.query<{ status: string }>({ proposal: { proposal_id } }).status
const balance = ({ token }: World, { address }: { readonly address: string }) =>
  token.query<{ balance: string }>({ balance: { address } }).balance

const refused = (text: string) => ({
  codespace: 'wasm',
  code: 5,
  message: `failed to execute message; message index: 0: ${text}: execute wasm contract failed`,
})

describe('a proposal that moves tokens', () => {
  test('is voted, passes and is executed once', async ({ world }) => {
    const { alice, bob, carol, dave, token, treasury } = world
    const id = await propose(world, [call(token, { transfer: { recipient: dave.address, amount: '120' } })])
    expect(balance(world, alice)).toBe('490')
    expect(balance(world, treasury)).toBe('510')
    await expect(bob.execute(treasury, { execute: { proposal_id: id } })).rejects.toFailWith(
      refused('Proposal must have passed and not yet been executed'),
    )

    const passed = await vote(carol, world, id)
    expect(passed).toEmit('wasm', { action: 'vote', sender: carol.address, proposal_id: String(id), status: 'Passed' })
    expect(treasury.query({ list_votes: { proposal_id: id } })).toEqual({
      votes: [
        { proposal_id: id, voter: alice.address, vote: 'yes', weight: 2 },
        { proposal_id: id, voter: carol.address, vote: 'yes', weight: 1 },
      ].sort((a, b) => (a.voter < b.voter ? -1 : 1)),
    })
    await expect(dave.execute(treasury, { execute: { proposal_id: id } })).rejects.toFailWith(refused('Unauthorized'))
    expect(balance(world, dave)).toBe('0')

    const executed = await bob.execute(treasury, { execute: { proposal_id: id } })
    // The deposit goes back to who proposed, then the proposal's own message is sent.
    expect(
      executed.events
        .filter(({ type }) => type === 'wasm')
        .map(({ attributes }) => Object.fromEntries(attributes.filter(([key]) => key !== 'msg_index'))),
    ).toEqual([
      { _contract_address: treasury.address, action: 'execute', sender: bob.address, proposal_id: String(id) },
      { _contract_address: token.address, action: 'transfer', from: treasury.address, to: alice.address, amount: '10' },
      { _contract_address: token.address, action: 'transfer', from: treasury.address, to: dave.address, amount: '120' },
    ])
    expect(calls(executed)).toMatchObject([
      { label: 'cw3_flex_multisig', children: [{ label: 'cw20_base' }, { label: 'cw20_base' }] },
    ])
    expect([alice, dave, treasury].map((owner) => balance(world, owner))).toEqual(['500', '120', '380'])
    expect(status(world, id)).toBe('executed')
    await expect(bob.execute(treasury, { execute: { proposal_id: id } })).rejects.toFailWith(
      refused('Proposal must have passed and not yet been executed'),
    )
    await expect(vote(bob, world, id)).rejects.toFailWith(refused('Proposal is not open'))
  })

  test('stays passed when one of its messages fails, and has no effect', async ({ world }) => {
    const { alice, bob, dave, token, treasury } = world
    const pay = (amount: string) => call(token, { transfer: { recipient: dave.address, amount } })
    const id = await propose(world, [pay('400'), pay('101')])
    await vote(bob, world, id)

    const failing = bob.execute(treasury, { execute: { proposal_id: id } })
    await expect(failing).rejects.toFailWith(refused('Overflow: Cannot Sub with given operands'))
    expect([alice, dave, treasury].map((owner) => balance(world, owner))).toEqual(['490', '0', '510'])
    expect(status(world, id)).toBe('passed')

    await alice.execute(token, { transfer: { recipient: treasury.address, amount: '1' } })
    await bob.execute(treasury, { execute: { proposal_id: id } })
    expect([dave, treasury].map((owner) => balance(world, owner))).toEqual(['501', '0'])
  })

  test('is open to members only, each once', async ({ world }) => {
    const { bob, carol, dave, treasury } = world
    const id = await propose(world, [])
    await expect(vote(dave, world, id)).rejects.toFailWith(refused('Unauthorized'))
    await expect(dave.execute(treasury, { propose: { title: '', description: '', msgs: [] } })).rejects.toFailWith(
      refused('Unauthorized'),
    )
    await vote(bob, world, id, 'no')
    await expect(vote(bob, world, id)).rejects.toFailWith(refused('Already voted on this proposal'))
    expect(status(world, id)).toBe('open')
    await vote(carol, world, id, 'no')
    expect(status(world, id)).toBe('rejected')
    // cw-storage-plus' text for a key that is not there
    await expect(vote(bob, world, 77)).rejects.toFailWith({
      message: /type: cw3::proposal::Proposal; key: \[.*\] not found/,
    })
  })

  test('takes a deposit, for which an allowance is needed', async ({ world }) => {
    const { bob, treasury } = world
    await expect(bob.execute(treasury, { propose: { title: '', description: '', msgs: [] } })).rejects.toFailWith(
      refused('No allowance for this account'),
    )
    expect(treasury.query({ list_proposals: {} })).toEqual({ proposals: [] })
  })
})

describe('time', () => {
  test('ends the vote: a failed proposal is closed, and its deposit returned', async ({ sandbox, world }) => {
    const { alice, bob, dave, token, treasury } = world
    const id = await propose(world, [call(token, { transfer: { recipient: dave.address, amount: '1' } })])
    const close = () => dave.execute(treasury, { close: { proposal_id: id } })
    sandbox.advance(WEEK - 10)
    await expect(close()).rejects.toFailWith(refused('Proposal must expire before you can close it'))
    expect(status(world, id)).toBe('open')

    sandbox.advance(10)
    expect(status(world, id)).toBe('rejected')
    await expect(vote(bob, world, id)).rejects.toFailWith(refused('Proposal voting period has expired'))
    await expect(bob.execute(treasury, { execute: { proposal_id: id } })).rejects.toFailWith(
      refused('Proposal must have passed and not yet been executed'),
    )
    expect(balance(world, alice)).toBe('490')
    expect(await close()).toEmit('wasm', { action: 'close', sender: dave.address, proposal_id: String(id) })
    expect(balance(world, alice)).toBe('500')
    await expect(close()).rejects.toFailWith(refused('Cannot close completed or passed proposals'))
  })

  test('does not expire a proposal that passed in time', async ({ sandbox, world }) => {
    const { bob, dave, token, treasury } = world
    const id = await propose(world, [call(token, { transfer: { recipient: dave.address, amount: '1' } })])
    await vote(bob, world, id)
    sandbox.advance(2 * WEEK)

    await expect(dave.execute(treasury, { close: { proposal_id: id } })).rejects.toFailWith(
      refused('Cannot close completed or passed proposals'),
    )
    await bob.execute(treasury, { execute: { proposal_id: id } })
    expect(balance(world, dave)).toBe('1')
  })

  test('may be shorter for one proposal, never longer, and is a time', async ({ sandbox, world }) => {
    const { alice, treasury } = world
    const { neutron } = sandbox.chains
    const seconds = (count: number) => ({ at_time: String(neutron.time + BigInt(count) * 1_000_000_000n) })
    const expires = (id: number) => treasury.query<{ expires: object }>({ proposal: { proposal_id: id } }).expires
    const soon = seconds(60)

    const short = await propose(world, [], soon)
    expect(expires(short)).toEqual(soon)
    const long = await propose(world, [], seconds(5 * WEEK))
    expect(expires(long)).toEqual(seconds(WEEK))
    await expect(
      alice.execute(treasury, { propose: { title: '', description: '', msgs: [], latest: { at_height: 9999 } } }),
    ).rejects.toFailWith(refused('Wrong expiration option'))

    sandbox.advance(60)
    expect([status(world, short), status(world, long)]).toEqual(['rejected', 'open'])
  })
})

describe('the group', () => {
  const changed = (world: World, add: readonly object[], remove: readonly string[] = []) =>
    call(world.group, { update_members: { add, remove } })

  test('is changed by a proposal, which calls the treasury back through the hook', async ({ world }) => {
    const { bob, carol, dave, group, treasury } = world
    const id = await propose(world, [changed(world, [{ addr: dave.address, weight: 4 }], [carol.address])])
    await vote(bob, world, id)
    const executed = await bob.execute(treasury, { execute: { proposal_id: id } })

    // Treasury, then token (deposit) and group, which tells the treasury.
    expect(calls(executed)).toMatchObject([
      {
        label: 'cw3_flex_multisig',
        children: [{ label: 'cw20_base' }, { label: 'cw4_group', children: [{ label: 'cw3_flex_multisig' }] }],
      },
    ])
    const hook = calls(executed)[0]!.children[1]!.children[0]!
    expect(JSON.parse(hook.message)).toEqual({
      member_changed_hook: {
        diffs: [
          { key: dave.address, old: null, new: 4 },
          { key: carol.address, old: 1, new: null },
        ],
      },
    })
    expect(group.query({ total_weight: {} })).toEqual({ weight: 8 })
    expect(treasury.query({ voter: { address: dave.address } })).toEqual({ weight: 4 })
    expect(treasury.query({ voter: { address: carol.address } })).toEqual({ weight: null })
  })

  test('votes on a proposal with the members that it had when the proposal began', async ({ world }) => {
    const { bob, carol, dave, treasury } = world
    const change = await propose(world, [changed(world, [{ addr: dave.address, weight: 9 }], [carol.address])])
    const payment = await propose(world, [])
    await vote(bob, world, change)
    await bob.execute(treasury, { execute: { proposal_id: change } })

    await expect(vote(dave, world, payment)).rejects.toFailWith(refused('Unauthorized'))
    await vote(carol, world, payment)
    expect(status(world, payment)).toBe('passed')
    // But who executes has to be a member today.
    await expect(carol.execute(treasury, { execute: { proposal_id: payment } })).rejects.toFailWith(
      refused('Unauthorized'),
    )
    await dave.execute(treasury, { execute: { proposal_id: payment } })
  })

  test('accepts changes from nobody else', async ({ world }) => {
    const { alice, group, treasury } = world
    await expect(alice.execute(treasury, { member_changed_hook: { diffs: [] } })).rejects.toFailWith(
      refused('Unauthorized'),
    )
    await expect(alice.execute(group, { update_members: { add: [], remove: [] } })).rejects.toFailWith(
      refused('Caller is not admin'),
    )
  })

  test('does not change when one of its hooks fails', async ({ world }) => {
    const { bob, carol, group, token, treasury } = world
    // A token knows nothing of hooks.
    const hooked = await propose(world, [call(group, { add_hook: { addr: token.address } })])
    await vote(bob, world, hooked)
    await bob.execute(treasury, { execute: { proposal_id: hooked } })
    expect(group.query({ hooks: {} })).toEqual({ hooks: [treasury.address, token.address] })

    const id = await propose(world, [changed(world, [], [carol.address])])
    await vote(bob, world, id)
    await expect(bob.execute(treasury, { execute: { proposal_id: id } })).rejects.toFailWith({
      codespace: 'wasm',
      code: 5,
      message:
        /message index: 0: Error parsing into type cw20::msg::Cw20ExecuteMsg: unknown variant `member_changed_hook`/,
    })
    expect(group.query({ member: { addr: carol.address } })).toEqual({ weight: 1 })
    expect(status(world, id)).toBe('passed')
  })
})
