import { wasmTypes } from '@cosmjs/cosmwasm-stargate'
import { toUtf8 } from '@cosmjs/encoding'
import { DirectSecp256k1Wallet, Registry, type EncodeObject } from '@cosmjs/proto-signing'
import {
  coins,
  defaultRegistryTypes,
  QueryClient,
  setupAuthzExtension,
  SigningStargateClient,
  type DeliverTxResponse,
} from '@cosmjs/stargate'
import { connectComet } from '@cosmjs/tendermint-rpc'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgExec, MsgGrant, MsgRevoke } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import * as wasm from 'cosmjs-types/cosmwasm/wasm/v1/authz'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { afterEach, expect, test } from 'vitest'
import { momentOf } from '../../src/codec/time.js'
import { createSandbox, type Sandbox, type SandboxChain } from '../../src/sandbox/index.js'

let sandbox: Sandbox
const clients: SigningStargateClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await sandbox.close()
})

interface Codec<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
  fromPartial(object: never): T
}
const any = <T>(codec: Codec<T>, value: object) => ({
  typeUrl: codec.typeUrl,
  value: codec.encode(codec.fromPartial(value as never)).finish(),
})
const inJson = ({ typeUrl, value }: { typeUrl: string; value: Uint8Array }) => ({
  any: { type_url: typeUrl, value: Buffer.from(value).toString('base64') },
})

/** An account that signs with cosmjs. Fees are as in a wallet. */
async function signer(chain: SandboxChain, name: string, rpc: string) {
  const { denom } = chain.host.app
  const { address } = chain.account(name, `1000000${denom}`)
  const wallet = await DirectSecp256k1Wallet.fromKey(chain.host.keyOf(name).privateKey, chain.prefix)
  const registry = new Registry([...defaultRegistryTypes, ...wasmTypes])
  const options = { registry, broadcastPollIntervalMs: 5 }
  const client = await SigningStargateClient.connectWithSigner(rpc, wallet, options)
  clients.push(client)
  const fee = { amount: coins(20_000, denom), gas: '500000' }
  const send = (typeUrl: string, value: EncodeObject['value']): Promise<DeliverTxResponse> =>
    client.signAndBroadcast(address, [{ typeUrl, value: value as unknown }], fee)
  return {
    address,
    grant: (grantee: string, authorization: object, until?: bigint) =>
      send(MsgGrant.typeUrl, {
        granter: address,
        grantee,
        grant: { authorization, ...(until !== undefined && { expiration: momentOf(until) }) },
      }),
    exec: (...msgs: readonly object[]) => send(MsgExec.typeUrl, { grantee: address, msgs }),
    revoke: (grantee: string, msgTypeUrl: string) => send(MsgRevoke.typeUrl, { granter: address, grantee, msgTypeUrl }),
  }
}

const DONE = { code: 0, rawLog: '' }
const refusal = (text: string, code = 2) => ({
  code,
  rawLog: `failed to execute message; message index: 0: ${text}`,
})

test.each(['hub', 'neutron'] as const)('on %s, cosmjs grants, uses, reads and revokes rights', async (name) => {
  sandbox = createSandbox()
  const { rpc, rest } = (await sandbox.serve()).urls[name]!
  const chain: SandboxChain = sandbox.chains[name]
  const { denom } = chain.host.app
  const alice = await signer(chain, 'alice', rpc)
  const bob = await signer(chain, 'bob', rpc)
  const carol = chain.account('carol').address
  const send = (amount: number) =>
    any(MsgSend, { fromAddress: alice.address, toAddress: carol, amount: coins(amount, denom) })
  const none = refusal(
    `failed to get grant with given granter: ${alice.address}, grantee: ${bob.address} & msgType: ${MsgSend.typeUrl} : authorization not found`,
  )
  expect(await bob.exec(send(1))).toMatchObject(none)
  expect(await alice.grant(alice.address, any(GenericAuthorization, { msg: MsgSend.typeUrl }))).toMatchObject(
    refusal('grantee and granter should be different', 7),
  )
  expect(await alice.grant(bob.address, any(GenericAuthorization, { msg: '/no.such.Msg' }))).toMatchObject(
    refusal("/no.such.Msg doesn't exist.: invalid type", 29),
  )

  const limited = any(SendAuthorization, { spendLimit: coins(50, denom) })
  expect(await alice.grant(bob.address, limited)).toMatchObject(DONE)
  const sent = await bob.exec(send(20))
  expect(sent).toMatchObject(DONE)
  expect(sent.events).toContainEqual({
    type: 'transfer',
    attributes: [
      { key: 'recipient', value: carol },
      { key: 'sender', value: alice.address },
      { key: 'amount', value: `20${denom}` },
      { key: 'authz_msg_index', value: '0' },
      { key: 'msg_index', value: '0' },
    ],
  })
  expect(chain.balance(carol, denom)).toBe(20n)
  expect(await bob.exec(send(31))).toMatchObject(
    refusal('requested amount is more than spend limit: insufficient funds', 5),
  )

  const { authz } = QueryClient.withExtensions(await connectComet(rpc), setupAuthzExtension)
  const { grants } = await authz.grants(alice.address, bob.address, MsgSend.typeUrl)
  expect(SendAuthorization.decode(grants[0]!.authorization!.value).spendLimit).toEqual(coins(30, denom))
  const between = { granter: alice.address, grantee: bob.address, authorization: grants[0]!.authorization }
  expect((await authz.granteeGrants(bob.address)).grants).toEqual([between])
  expect((await authz.granterGrants(alice.address)).grants).toEqual([between])
  expect((await authz.granterGrants(bob.address)).grants).toEqual([])
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${rest}/cosmos/authz/v1beta1/grants${path}`)).json()
  const authorization = { '@type': SendAuthorization.typeUrl, spend_limit: coins(30, denom), allow_list: [] }
  const pagination = { next_key: null, total: '1' }
  expect(await ask(`?granter=${alice.address}&grantee=${bob.address}`)).toEqual({
    grants: [{ authorization, expiration: null }],
    pagination,
  })
  const accounts = { granter: alice.address, grantee: bob.address }
  const shown = { grants: [{ ...accounts, authorization, expiration: null }], pagination }
  expect(await ask(`/grantee/${bob.address}`)).toEqual(shown)
  expect(await ask(`/granter/${alice.address}`)).toEqual(shown)

  expect(await alice.revoke(bob.address, MsgSend.typeUrl)).toMatchObject(DONE)
  expect(await bob.exec(send(1))).toMatchObject(none)
  expect((await alice.revoke(bob.address, MsgSend.typeUrl)).rawLog).toMatch(/: authorization not found$/)

  const until = chain.time + 100_000_000_000n
  expect(await alice.grant(bob.address, any(GenericAuthorization, { msg: MsgSend.typeUrl }), until)).toMatchObject(DONE)
  expect((await authz.granteeGrants(bob.address)).grants).toMatchObject([{ expiration: momentOf(until) }])
  sandbox.advance(101)
  expect((await authz.granteeGrants(bob.address)).grants).toEqual([])
  expect(await bob.exec(send(1))).toMatchObject(none)
})

test('on neutron, a grantee and a contract call a contract in the name of the granter', async () => {
  sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const { rpc } = (await sandbox.serve()).urls.neutron!
  const [alice, bob] = [await signer(neutron, 'alice', rpc), await signer(neutron, 'bob', rpc)]
  const callers: string[] = []
  const target = neutron.mock({ execute: (_deps, _env, info) => void callers.push(info.sender) }, { label: 'target' })
  const call = (msg: string, funds: readonly object[] = []) =>
    any(MsgExecuteContract, { sender: alice.address, contract: target.address, msg: toUtf8(msg), funds })
  const twice = any(wasm.ContractExecutionAuthorization, {
    grants: [
      {
        contract: target.address,
        limit: any(wasm.MaxCallsLimit, { remaining: 2n }),
        filter: any(wasm.AcceptedMessageKeysFilter, { keys: ['press'] }),
      },
    ],
  })
  expect(await alice.grant(bob.address, twice)).toMatchObject(DONE)
  expect(await bob.exec(call('{"pull":{}}'))).toMatchObject(refusal('unauthorized', 4))
  expect(await bob.exec(call('{"press":{}}', coins(1, 'untrn')))).toMatchObject(refusal('unauthorized', 4))
  expect(await bob.exec(call('{"press":{}}'))).toMatchObject(DONE)
  expect(await bob.exec(call('{"press":{}}'))).toMatchObject(DONE)
  expect(callers).toEqual([alice.address, alice.address])
  expect((await bob.exec(call('{"press":{}}'))).rawLog).toMatch(/ & msgType: \S+MsgExecuteContract : authorization not/)

  const delegate = neutron.mock(
    {
      execute: (_deps, env) => ({
        messages: [inJson(any(MsgExec, { grantee: env.contract.address, msgs: [call('{"pull":{}}')] }))],
      }),
    },
    { label: 'delegate' },
  )
  const carol = neutron.account('carol')
  await expect(carol.execute(delegate, {})).rejects.toThrow('authorization not found')
  const all = any(GenericAuthorization, { msg: MsgExecuteContract.typeUrl })
  expect(await alice.grant(delegate.address, all)).toMatchObject(DONE)
  await carol.execute(delegate, {})
  expect(callers).toEqual([alice.address, alice.address, alice.address])
})
