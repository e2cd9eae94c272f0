// Clients of @cosmwasm/ts-codegen, as generated, over `chain.client(account)`.
import type { Account, Json } from 'sudobox'
import { describe, expect, test } from 'sudobox/vitest'
import { CallbackLabClient } from './CallbackLab.client'
import { Cw1WhitelistClient } from './Cw1Whitelist.client'
import { Cw20BaseClient, Cw20BaseQueryClient } from './Cw20Base.client'
import { Cw20BaseMsgComposer } from './Cw20Base.message-composer'
import type { InstantiateMsg } from './Cw20Base.types'
import { Cw4GroupClient } from './Cw4Group.client'

const artifact = (name: string) => `contracts/artifacts/${name}.wasm`

const token = ({ address }: Account): InstantiateMsg & Record<string, Json> => ({
  name: 'Token',
  symbol: 'TOK',
  decimals: 6,
  initial_balances: [{ address, amount: '1000' }],
  mint: { minter: address },
})

describe('a generated client', () => {
  test('queries and executes without being told a fee', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice')
    const bob = neutron.account('bob')
    const contract = await alice.deploy(artifact('cw20_base'), token(alice))
    const client = new Cw20BaseClient(await neutron.client(alice), alice.address, contract.address)

    const sent = await client.transfer({ recipient: bob.address, amount: '10' })

    // Its default is 'auto': the transaction is simulated first, and gets that much gas and some more.
    expect(sent).toMatchObject({ height: Number(neutron.height) })
    expect(sent.gasUsed).toBeLessThan(sent.gasWanted)
    expect(await client.balance({ address: bob.address })).toEqual({ balance: '10' })
    expect(await client.tokenInfo()).toMatchObject({ symbol: 'TOK', total_supply: '1000' })
    expect(contract.query({ balance: { address: bob.address } })).toEqual({ balance: '10' })
  })

  test('passes fee, memo and funds on', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '1000untrn')
    const lab = await alice.deploy(artifact('callback_lab'))
    const cosmjs = await neutron.client(alice)
    const client = new CallbackLabClient(cosmjs, alice.address, lab.address)
    const fee = { amount: [{ denom: 'untrn', amount: '40' }], gas: '400000' }

    const done = await client.act({ behaviour: 'succeed' }, fee, 'a note', [{ denom: 'untrn', amount: '7' }])

    expect(done.gasWanted).toBe(400_000n)
    expect(neutron.balances(lab)).toEqual([{ denom: 'untrn', amount: 7n }])
    expect(neutron.balance(alice, 'untrn')).toBe(953n)
    expect(new TextDecoder().decode((await cosmjs.getTx(done.transactionHash))?.tx)).toContain('a note')
    expect(await client.counters()).toMatchObject({ reply: 0 })
  })

  test("throws the chain's text, and changes nothing", async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice')
    const contract = await alice.deploy(artifact('cw20_base'), token(alice))
    const client = new Cw20BaseClient(await neutron.client(alice), alice.address, contract.address)
    const tooMuch = { recipient: neutron.account('bob').address, amount: '5000' }
    const { height } = neutron

    await expect(client.transfer(tooMuch)).rejects.toThrow('Overflow: Cannot Sub with given operands')
    expect(neutron.height).toBe(height)
    await expect(client.transfer(tooMuch, { amount: [], gas: '500000' })).rejects.toThrow(
      /Code: 5; Raw log: failed to execute message; message index: 0: .*execute wasm contract failed/,
    )
    await expect(client.allowance({ owner: 'nobody', spender: alice.address })).rejects.toThrow(
      /query wasm contract failed/,
    )
    expect(await client.balance({ address: alice.address })).toEqual({ balance: '1000' })
  })

  test('acts on one contract through another', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice')
    const client = await neutron.client(alice)
    const group = new Cw4GroupClient(
      client,
      alice.address,
      (await alice.deploy(artifact('cw4_group'), { admin: alice.address, members: [] })).address,
    )
    const whitelist = new Cw1WhitelistClient(
      client,
      alice.address,
      (await alice.deploy(artifact('cw1_whitelist'), { admins: [alice.address], mutable: true })).address,
    )
    const update = {
      update_members: { add: [{ addr: neutron.account('bob').address, weight: 3 }], remove: [] },
    }
    const execute = {
      wasm: { execute: { contract_addr: group.contractAddress, msg: btoa(JSON.stringify(update)), funds: [] } },
    }

    expect(await whitelist.canExecute({ msg: execute, sender: alice.address })).toEqual({ can_execute: true })
    await expect(whitelist.execute({ msgs: [execute] })).rejects.toThrow('Caller is not admin')

    await group.updateAdmin({ admin: whitelist.contractAddress })
    await whitelist.execute({ msgs: [execute] })
    expect(await group.listMembers({})).toEqual({ members: [{ addr: neutron.addressOf('bob'), weight: 3 }] })
  })

  test('that only queries takes the client of any account', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice')
    const { address } = await alice.deploy(artifact('cw20_base'), token(alice))
    const client = new Cw20BaseQueryClient(await neutron.client(neutron.account('carol')), address)
    expect(await client.allAccounts({ limit: 5 })).toEqual({ accounts: [alice.address] })
  })
})

test('messages of a generated composer go out together, and fail together', async ({ sandbox }) => {
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice')
  const bob = neutron.account('bob')
  const contract = await alice.deploy(artifact('cw20_base'), token(alice))
  const composer = new Cw20BaseMsgComposer(alice.address, contract.address)
  const client = await neutron.client(alice)
  const balance = () => contract.query<{ balance: string }>({ balance: { address: bob.address } }).balance

  const done = await client.signAndBroadcast(alice.address, [
    composer.transfer({ recipient: bob.address, amount: '1' }),
    composer.mint({ recipient: bob.address, amount: '2' }),
  ])
  expect(done.code).toBe(0)
  expect(balance()).toBe('3')

  const failed = await client.signAndBroadcast(alice.address, [
    composer.transfer({ recipient: bob.address, amount: '1' }),
    composer.burn({ amount: '5000' }),
  ])
  expect(failed).toMatchObject({ code: 5 })
  expect(failed.rawLog).toContain('message index: 1')
  expect(balance()).toBe('3')
})

describe('of every contract there is a client, with', () => {
  const CONTRACTS = [
    {
      name: 'callback_lab',
      init: () => ({}),
      act: ['act', { behaviour: { spend_gas: '1000' } }],
      ask: ['config', undefined, { on_reply: 'succeed' }],
    },
    {
      name: 'cw1_whitelist',
      init: ({ address }: Account) => ({ admins: [address], mutable: true }),
      act: ['freeze', undefined],
      ask: ['adminList', undefined, { mutable: false }],
    },
    {
      name: 'cw20_base',
      init: token,
      act: ['burn', { amount: '1' }],
      ask: ['tokenInfo', undefined, { total_supply: '999' }],
    },
    {
      name: 'cw3_flex_multisig',
      init: ({ address }: Account, group: string) => ({
        group_addr: group,
        threshold: { absolute_count: { weight: 1 } },
        max_voting_period: { time: 100 },
        executor: { only: address },
      }),
      act: ['propose', { title: 'Nothing', description: 'to do', msgs: [] }],
      ask: ['proposal', { proposalId: 1 }, { title: 'Nothing', status: 'passed' }],
    },
    {
      name: 'cw4_group',
      init: ({ address }: Account) => ({ admin: address, members: [] }),
      act: ['updateAdmin', { admin: null }],
      ask: ['admin', undefined, { admin: null }],
    },
    {
      name: 'cw721_base',
      init: ({ address }: Account) => ({ name: 'Things', symbol: 'THING', minter: address }),
      act: ['mint', { tokenId: '1', owner: '' }],
      ask: ['numTokens', undefined, { count: 1 }],
    },
  ] as const

  type Generated = Readonly<Record<string, (message?: object) => Promise<unknown>>>
  type GeneratedClass = new (client: object, sender: string, contract: string) => Generated

  test.for(CONTRACTS)('$name', async ({ name, init, act, ask }, { sandbox }) => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice')
    const group = await alice.deploy(artifact('cw4_group'), { members: [{ addr: alice.address, weight: 1 }] })
    const contract = await alice.deploy(artifact(name), init(alice, group.address))
    const pascal = name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
    // Two of them do not compile (see tsconfig.json); they run all the same.
    const module = (await import(`./${pascal}.client.ts`)) as Readonly<Record<string, GeneratedClass>>
    const client = new module[`${pascal}Client`](await neutron.client(alice), alice.address, contract.address)

    const message = 'owner' in (act[1] ?? {}) ? { ...act[1], owner: alice.address } : act[1]
    await client[act[0]](message)
    expect(await client[ask[0]](ask[1])).toMatchObject(ask[2])
  })
})
