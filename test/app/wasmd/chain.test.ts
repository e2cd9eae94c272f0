import * as grants from 'cosmjs-types/cosmos/authz/v1beta1/query'
import { MsgExec, MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { QuerySupplyOfRequest, QuerySupplyOfResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { QueryInflationResponse } from 'cosmjs-types/cosmos/mint/v1beta1/query'
import * as pool from 'cosmjs-types/cosmos/protocolpool/v1/query'
import { MsgCommunityPoolSpend, MsgFundCommunityPool } from 'cosmjs-types/cosmos/protocolpool/v1/tx'
import { describe, expect, test } from 'vitest'
import { createSandbox, TxError, type Json } from 'sudobox'
import { addressText } from '../../../src/chain/address.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'

type States = Readonly<Record<string, Readonly<Record<string, Json>>>>
type Chain = ReturnType<typeof start>

/** With so many coins that each block mints some. */
const start = (app_state: States = {}) => {
  const balances = { alice: '1000000000000stake' }
  return createSandbox({ chains: { wasmd: { kind: 'wasmd', balances, genesis: { app_state } } } }).chains.wasmd
}
const GOV = addressText('wasm', moduleAddress('gov'))
const SERVICE = '/cosmos.protocolpool.v1'

const blocks = (chain: Chain, count: number): void => {
  for (let i = 0; i < count; i++) chain.host.app.nextBlock()
}
const ask = (chain: Chain, path: string, request?: Uint8Array): Uint8Array =>
  chain.host.app.baseApp.query(path, request)
const supply = (chain: Chain): bigint => {
  const request = QuerySupplyOfRequest.encode({ denom: 'stake' }).finish()
  return BigInt(QuerySupplyOfResponse.decode(ask(chain, '/cosmos.bank.v1beta1.Query/SupplyOf', request)).amount.amount)
}
const balance = (chain: Chain, address: string): bigint =>
  chain.balances(address).find(({ denom }) => denom === 'stake')?.amount ?? 0n
const community = (chain: Chain): bigint =>
  BigInt(pool.QueryCommunityPoolResponse.decode(ask(chain, `${SERVICE}.Query/CommunityPool`)).pool[0]!.amount)

/** @returns the text of the refusal, or '' */
async function send(from: ReturnType<Chain['actAs']>, name: string, value: Uint8Array): Promise<string> {
  const any = { typeUrl: `${SERVICE}.${name}`, value: Buffer.from(value).toString('base64') }
  try {
    await from.send([{ any }])
    return ''
  } catch (error) {
    if (error instanceof TxError)
      return error.result.rawLog.replace('failed to execute message; message index: 0: ', '')
    throw error
  }
}
const fund = (recipient: string, percentage: bigint, authority = GOV): Uint8Array =>
  new ProtoWriter().string(1, authority).string(2, recipient).string(3, String(percentage)).finish()
const HALF = 10n ** 18n / 2n

describe('coins of a chain of kind wasmd', () => {
  test('are minted in each block, and a part goes to the community pool', () => {
    const chain = start()
    const before = supply(chain)
    blocks(chain, 3)
    expect(supply(chain)).toBeGreaterThan(before)
    const { inflation } = QueryInflationResponse.decode(ask(chain, '/cosmos.mint.v1beta1.Query/Inflation'))
    expect(Buffer.from(inflation).toString()).toMatch(/^1300000\d{11}$/)
    expect(community(chain)).toBeGreaterThan(0n)
    expect(() => ask(chain, '/cosmos.distribution.v1beta1.Query/CommunityPool')).toThrow(
      'external community pool is enabled - use the CommunityPool query exposed by the external community pool',
    )
  })

  test('can be given to the pool, which governance spends', async () => {
    const chain = start()
    const [alice, bob] = [chain.account('alice'), chain.account('bob')]
    const amount = [{ denom: 'stake', amount: '1000000' }]
    const give = MsgFundCommunityPool.encode({ depositor: alice.address, amount }).finish()
    expect(await send(chain.actAs(alice), 'MsgFundCommunityPool', give)).toBe('')
    expect(community(chain)).toBeGreaterThan(1_000_000n)
    const spend = (authority: string) =>
      MsgCommunityPoolSpend.encode({ authority, recipient: bob.address, amount }).finish()
    expect(await send(chain.actAs(alice), 'MsgCommunityPoolSpend', spend(alice.address))).toBe(
      `invalid authority; expected ${GOV}, got ${alice.address}: expected authority account as only signer for community pool spend message`,
    )
    expect(await send(chain.actAs(GOV), 'MsgCommunityPoolSpend', spend(GOV))).toBe('')
    expect(balance(chain, bob.address)).toBe(1_000_000n)
  })

  test('go in parts to continuous funds, until they are cancelled', async () => {
    const chain = start()
    const gov = chain.actAs(GOV)
    const [bob, carol] = [chain.account('bob').address, chain.account('carol').address]
    expect(await send(gov, 'MsgCreateContinuousFund', fund(bob, HALF))).toBe('')
    expect(await send(gov, 'MsgCreateContinuousFund', fund(bob, 1n))).toBe(
      `continuous fund already exists for recipient ${bob}`,
    )
    expect(await send(gov, 'MsgCreateContinuousFund', fund(carol, HALF + 1n))).toBe(
      'cannot set continuous fund proposal\ntotal funds percentage exceeds 100\ncurrent total percentage: 50',
    )
    expect(await send(gov, 'MsgCreateContinuousFund', fund(carol, 0n))).toBe(
      'invalid continuous fund: percentage cannot be zero or empty',
    )
    const [had, of] = [balance(chain, bob), community(chain)]
    blocks(chain, 4)
    const got = balance(chain, bob) - had
    expect(got).toBeGreaterThan(0n)
    // Each of the blocks gives the odd coin to the pool.
    expect(community(chain) - of - got).toBeLessThanOrEqual(4n)
    const cancel = new ProtoWriter().string(1, GOV).string(2, bob).finish()
    expect(await send(gov, 'MsgCancelContinuousFund', cancel)).toBe('')
    const last = balance(chain, bob)
    blocks(chain, 2)
    expect(balance(chain, bob)).toBe(last)
  })

  test('are where they were on a chain that starts from an exported state', async () => {
    const chain = start()
    const bob = chain.account('bob').address
    await send(chain.actAs(GOV), 'MsgCreateContinuousFund', fund(bob, HALF))
    blocks(chain, 2)
    const { app } = chain.host
    const { app_state } = app.exportGenesis()
    expect(app_state['protocolpool']!['continuous_funds']).toEqual([
      { recipient: bob, percentage: '0.500000000000000000', expiry: null },
    ])
    const genesis = { app_state: { ...app_state } }
    const again = createSandbox({ chains: { wasmd: { kind: 'wasmd', genesis } } }).chains.wasmd
    blocks(again, 1)
    blocks(chain, 2)
    for (const one of ['mint', 'protocolpool'])
      expect(again.host.app.exportGenesis().app_state[one]).toEqual(app.exportGenesis().app_state[one])
    expect(supply(again)).toBe(supply(chain))
    expect(balance(again, bob)).toBe(balance(chain, bob))
  })

  test('go to a linked chain and come back', async () => {
    const sandbox = createSandbox({ chains: { wasmd: { kind: 'wasmd' }, hub: {} } })
    const { wasmd, hub } = sandbox.chains
    const [alice, bob] = [wasmd.account('alice', '100stake'), hub.account('bob')]
    await alice.ibcTransfer(bob, '60stake')
    await sandbox.relayer.relay()
    const [voucher] = hub.balances(bob)
    expect(voucher).toMatchObject({ amount: 60n, denom: expect.stringMatching(/^ibc\//) as unknown })
    await bob.ibcTransfer(alice, [voucher!])
    await sandbox.relayer.relay()
    expect(balance(wasmd, alice.address)).toBe(100n)
    expect(sandbox.relayer.pending()).toEqual([])
  })
})

describe('grants of a chain of kind wasmd', () => {
  const service = '/cosmos.authz.v1beta1'
  const until = { seconds: 5_000_000_000n, nanos: 5 }
  const authorization = {
    typeUrl: SendAuthorization.typeUrl,
    value: SendAuthorization.encode({ spendLimit: [{ denom: 'stake', amount: '10' }], allowList: [] }).finish(),
  }
  const sendAny = (from: ReturnType<Chain['actAs']>, typeUrl: string, value: Uint8Array) =>
    from.send([{ any: { typeUrl, value: Buffer.from(value).toString('base64') } }])

  test('are listed, used until their limit, and kept by an exported state', async () => {
    const chain = start()
    const [alice, bob] = [chain.account('alice'), chain.account('bob', '1stake')]
    const grant = MsgGrant.encode({
      granter: alice.address,
      grantee: bob.address,
      grant: { authorization, expiration: until },
    }).finish()
    await sendAny(chain.actAs(alice), MsgGrant.typeUrl, grant)
    const pair = { granter: alice.address, grantee: bob.address }
    const listed = (app: Chain['host']['app'], request: Partial<grants.QueryGrantsRequest> = {}) =>
      grants.QueryGrantsResponse.decode(
        app.baseApp.query(
          `${service}.Query/Grants`,
          grants.QueryGrantsRequest.encode(grants.QueryGrantsRequest.fromPartial({ ...pair, ...request })).finish(),
        ),
      ).grants
    const { app } = chain.host
    const held = [{ authorization, expiration: until }]
    expect(listed(app)).toEqual(held)
    expect(listed(app, { msgTypeUrl: MsgSend.typeUrl })).toEqual(held)
    expect(() => listed(app, { msgTypeUrl: '/a.b' })).toThrow('authorization not found for /a.b type')
    for (const [side, request, response] of [
      [
        'Granter',
        grants.QueryGranterGrantsRequest.encode({ granter: alice.address }),
        grants.QueryGranterGrantsResponse,
      ],
      ['Grantee', grants.QueryGranteeGrantsRequest.encode({ grantee: bob.address }), grants.QueryGranteeGrantsResponse],
    ] as const) {
      const bytes = app.baseApp.query(`${service}.Query/${side}Grants`, request.finish())
      expect(response.decode(bytes).grants).toEqual([{ ...pair, ...held[0] }])
    }

    const { app_state } = app.exportGenesis()
    const again = createSandbox({ chains: { wasmd: { kind: 'wasmd', genesis: { app_state } } } }).chains.wasmd
    blocks(again, 1)
    expect(listed(again.host.app)).toEqual(held)

    const spend = (amount: string) => ({
      typeUrl: MsgSend.typeUrl,
      value: MsgSend.encode({
        fromAddress: alice.address,
        toAddress: bob.address,
        amount: [{ denom: 'stake', amount }],
      }).finish(),
    })
    const use = (...msgs: ReturnType<typeof spend>[]) =>
      sendAny(chain.actAs(bob), MsgExec.typeUrl, MsgExec.encode({ grantee: bob.address, msgs }).finish())
    await expect(use(spend('11'))).rejects.toThrow('requested amount is more than spend limit: insufficient funds')
    await use(spend('4'), spend('6'))
    expect(balance(chain, bob.address)).toBe(11n)
    expect(listed(app)).toEqual([])
    await expect(use(spend('1'))).rejects.toThrow('authorization not found')
  })
})
