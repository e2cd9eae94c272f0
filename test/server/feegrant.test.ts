import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import {
  accountFromAny,
  coins,
  QueryClient,
  setupAuthExtension,
  setupFeegrantExtension,
  SigningStargateClient,
} from '@cosmjs/stargate'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { ContinuousVestingAccount } from 'cosmjs-types/cosmos/vesting/v1beta1/vesting'
import { afterEach, expect, test } from 'vitest'
import { connectComet } from '@cosmjs/tendermint-rpc'
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js'

let sandbox: Sandbox
const clients: SigningStargateClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await sandbox.close()
})

async function signer(chain: Sandbox['chains']['hub'], name: string, funds: string, rpc: string) {
  const { address } = chain.account(name, funds)
  const wallet = await DirectSecp256k1Wallet.fromKey(chain.host.keyOf(name).privateKey, chain.prefix)
  const client = await SigningStargateClient.connectWithSigner(rpc, wallet, { broadcastPollIntervalMs: 5 })
  clients.push(client)
  return { address, client }
}

test.each([
  ['hub', 'uatom', false],
  ['neutron', 'untrn', false],
  ['neutron', 'untrn', true],
] as const)(
  'on %s, cosmjs pays fees from a grant, and sees what is left of it (%s, market: %s)',
  async (name, denom, enabled) => {
    sandbox = createSandbox({ chains: { neutron: { params: { feemarket: { enabled } } }, hub: {} } })
    const { rpc, rest } = (await sandbox.serve()).urls[name]!
    const chain = sandbox.chains[name]
    const alice = await signer(chain, 'alice', `1000000${denom}`, rpc)
    const bob = await signer(chain, 'bob', `5${denom}`, rpc)
    const fee = { amount: coins(20_000, denom), gas: '500000' }
    const spendLimit = coins(50_000, denom)
    const grant = {
      typeUrl: '/cosmos.feegrant.v1beta1.MsgGrantAllowance',
      value: {
        granter: alice.address,
        grantee: bob.address,
        allowance: { typeUrl: BasicAllowance.typeUrl, value: BasicAllowance.encode({ spendLimit }).finish() },
      },
    }
    expect(await alice.client.signAndBroadcast(alice.address, [grant], fee)).toMatchObject({ code: 0, rawLog: '' })
    const granted = { ...fee, granter: alice.address }
    const sent = await bob.client.sendTokens(bob.address, alice.address, coins(5, denom), granted)
    expect(sent).toMatchObject({ code: 0, rawLog: '' })
    expect(sent.events).toContainEqual({
      type: 'use_feegrant',
      attributes: [
        { key: 'granter', value: alice.address },
        { key: 'grantee', value: bob.address },
      ],
    })
    expect(chain.balance(alice.address, denom)).toBe(1_000_005n - 40_000n)
    expect(chain.balance(bob.address, denom)).toBe(0n)

    const { feegrant } = QueryClient.withExtensions(await connectComet(rpc), setupFeegrantExtension)
    const { allowance } = await feegrant.allowance(alice.address, bob.address)
    expect(BasicAllowance.decode(allowance!.allowance!.value).spendLimit).toEqual(coins(30_000, denom))
    expect((await feegrant.allowances(bob.address)).allowances).toEqual([allowance])

    const ask = async (path: string): Promise<unknown> =>
      (await fetch(`${rest}/cosmos/feegrant/v1beta1/${path}`)).json()
    const shown = {
      granter: alice.address,
      grantee: bob.address,
      allowance: { '@type': BasicAllowance.typeUrl, spend_limit: coins(30_000, denom), expiration: null },
    }
    expect(await ask(`allowance/${alice.address}/${bob.address}`)).toEqual({ allowance: shown })
    const page = { allowances: [shown], pagination: { next_key: null, total: '1' } }
    expect(await ask(`allowances/${bob.address}`)).toEqual(page)
    expect(await ask(`issued/${alice.address}`)).toEqual(page)
    expect(await ask(`issued/${bob.address}`)).toMatchObject({ allowances: [] })
    expect(await ask(`allowance/${bob.address}/${alice.address}`)).toMatchObject({
      code: 13,
      message: 'fee-grant not found: not found',
    })
    const over = { ...granted, amount: coins(30_001, denom) }
    await expect(bob.client.sendTokens(bob.address, alice.address, coins(1, denom), over)).rejects.toThrow(
      'basic allowance: fee limit exceeded',
    )
  },
)

test('cosmjs opens a vesting account, and reads it', async () => {
  sandbox = createSandbox()
  const { hub } = sandbox.chains
  const { rpc, rest } = (await sandbox.serve()).urls.hub!
  const alice = await signer(hub, 'alice', '1000000uatom', rpc)
  const toAddress = 'cosmos1qyqszqgpqyqszqgpqyqszqgpqyqszqgpjnp7du'
  const value = {
    fromAddress: alice.address,
    toAddress,
    amount: coins(1000, 'uatom'),
    endTime: 5_000_000_000n,
    delayed: false,
  }
  const create = { typeUrl: '/cosmos.vesting.v1beta1.MsgCreateVestingAccount', value }
  const done = await alice.client.signAndBroadcast(alice.address, [create], { amount: [], gas: '500000' })
  expect(done).toMatchObject({ code: 0, rawLog: '' })
  const { auth } = QueryClient.withExtensions(await connectComet(rpc), setupAuthExtension)
  const account = (await auth.account(toAddress))!
  expect(account.typeUrl).toBe(ContinuousVestingAccount.typeUrl)
  expect(accountFromAny(account)).toMatchObject({ address: toAddress, sequence: 0 })
  expect(await (await fetch(`${rest}/cosmos/auth/v1beta1/accounts/${toAddress}`)).json()).toMatchObject({
    account: {
      '@type': ContinuousVestingAccount.typeUrl,
      base_vesting_account: { original_vesting: coins(1000, 'uatom'), end_time: '5000000000', delegated_free: [] },
    },
  })
  const path = `/cosmos/bank/v1beta1/spendable_balances/${toAddress}/by_denom?denom=uatom`
  expect(await (await fetch(rest + path)).json()).toEqual({ balance: { denom: 'uatom', amount: '0' } })
})
