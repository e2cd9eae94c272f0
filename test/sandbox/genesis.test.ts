import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { MsgSubmitProposal, MsgVote } from 'cosmjs-types/cosmos/gov/v1/tx'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { LegacyAminoPubKey } from 'cosmjs-types/cosmos/crypto/multisig/keys'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { MsgPinCodes, MsgSudoContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { createSandbox, type Contract, type GenesisDocument, type Sandbox, type TxError } from 'sudobox'
import { describe, expect, test } from 'vitest'
import { toUtf8 } from '../../src/base/bytes.js'
import { ProtoWriter } from '../../src/codec/proto.js'
import { moduleAddress } from '../../src/modules/auth/index.js'
import { byteKey, joinKeys, uint64Key } from '../../src/store/key.js'
import { addressText } from '../../src/chain/address.js'
import { oracle } from './oracle.js'
import { saying, SPEAKER } from './speaker.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const plugins = [oracle]

/** Chains on which something has happened to every module. */
async function lived(): Promise<{ sandbox: Sandbox; speaker: Contract; lab: Contract }> {
  const sandbox = createSandbox({ chains: { neutron: { plugins } } })
  const { neutron, hub } = sandbox.chains
  const { app } = neutron.host
  const alice = neutron.account('alice', '1000000000untrn')
  const bob = hub.account('bob', '1000000uatom')
  const speaker = await alice.deploy(SPEAKER, {}, { admin: 'alice', funds: '100000untrn' })
  const lab = await alice.deploy(LAB, { on_timeout: 'error' }, { funds: '10000000untrn' })

  await alice.execute(
    speaker,
    saying({ custom: { create_denom: { subdenom: 'gold' } } }, { custom: { set_price: { denom: 'x', amount: '9' } } }),
  )
  const gold = `factory/${speaker.address}/gold`
  neutron.setParams('tokenfactory', { whitelisted_hooks: [{ code_id: '1', denom_creator: speaker.address }] })
  await alice.execute(
    speaker,
    saying(
      { custom: { mint_tokens: { denom: gold, amount: '5', mint_to_address: alice.address } } },
      { custom: { set_before_send_hook: { denom: gold, contract_addr: speaker.address } } },
    ),
  )
  await lab.callback({ timeout: {} })
  const { validators } = app.exportGenesis().app_state['staking'] as never as {
    validators: { operator_address: string }[]
  }
  const validator = validators[0]!.operator_address
  const amount = (untrn: number) => ({ denom: 'untrn', amount: String(untrn) })
  await alice.execute(speaker, saying({ staking: { delegate: { validator, amount: amount(5000) } } }))
  await alice.execute(speaker, saying({ staking: { undelegate: { validator, amount: amount(500) } } }))

  const gov = addressText('neutron', moduleAddress('gov'))
  const proposal = MsgSubmitProposal.fromPartial({
    messages: [
      any(MsgSend, { fromAddress: gov, toAddress: alice.address, amount: [amount(1)] }),
      any(MsgPinCodes, { authority: gov, codeIds: [1n] }),
      any(MsgSudoContract, { authority: gov, contract: lab.address, msg: toUtf8('{"a":[1,"x"]}') }),
      {
        typeUrl: '/osmosis.tokenfactory.v1beta1.MsgUpdateParams',
        value: new ProtoWriter().string(1, gov).message(2, new ProtoWriter().uint64(2, 7n).finish()).finish(),
      },
    ],
    initialDeposit: [amount(600_000_000)],
    proposer: alice.address,
    title: 'a title',
    summary: 'a summary',
    metadata: 'more',
  })
  const send = (...messages: readonly { typeUrl: string; value: Uint8Array }[]) =>
    alice.send(
      messages.map(({ typeUrl, value }) => ({ any: { typeUrl, value: Buffer.from(value).toString('base64') } })),
    )
  await send(any(MsgSubmitProposal, proposal))
  await send(any(MsgSubmitProposal, { ...proposal, messages: [], initialDeposit: [amount(200_000_000)] }))
  await send(any(MsgVote, MsgVote.fromPartial({ proposalId: 1n, voter: alice.address, option: 1 })))
  const right = any(GenericAuthorization, { msg: MsgSend.typeUrl })
  const expiration = { seconds: 4_000_000_000n, nanos: 0 }
  const granted = { granter: alice.address, grantee: speaker.address, grant: { authorization: right, expiration } }
  await send(any(MsgGrant, MsgGrant.fromPartial(granted)))
  app.runInBlock((ctx) => app.wasm.pin(ctx, 2n))

  const several = any(
    LegacyAminoPubKey,
    LegacyAminoPubKey.fromPartial({
      threshold: 2,
      publicKeys: [1, 2].map((i) => any(PubKey, { key: new Uint8Array(33).fill(i) })),
    }),
  )
  app.runInBlock((ctx) => {
    const account = app.keepers.accounts.create(ctx, new Uint8Array(20).fill(7))
    app.keepers.accounts.set(ctx, { ...account, publicKey: several, sequence: 4n })
  })

  const transfer = { channel: 'channel-0', to: bob.address, amount: '7' }
  await alice.execute(lab, { transfer }, { funds: '3000untrn' })
  await sandbox.relayer.relay()
  await alice.execute(lab, { transfer: { ...transfer, timeout_seconds: 100_000 } }, { funds: '3000untrn' })
  await alice.execute(
    lab,
    { register_kv_query: { connection_id: 'connection-0', update_period: 5, keys: [{ path: 'bank', key: 'AA==' }] } },
    { funds: '1000000untrn' },
  )
  await alice.execute(
    lab,
    {
      register_account: {
        connection_id: 'connection-0',
        interchain_account_id: 'one',
        register_fee: [{ denom: 'untrn', amount: '1000000' }],
      },
    },
    { funds: '1000000untrn' },
  )
  await sandbox.relayer.relay()
  neutron.setParams('contractmanager', { sudo_call_gas_limit: '900000' })
  return { sandbox, speaker, lab }
}

const any = <T>(codec: { typeUrl: string; encode(message: T): { finish(): Uint8Array } }, message: T) => ({
  typeUrl: codec.typeUrl,
  value: codec.encode(message).finish(),
})

/** All rows of all stores, as text. */
function rowsOf(sandbox: Sandbox, chain: 'neutron' | 'hub'): ReadonlyMap<string, string> {
  const { app } = sandbox.chains[chain].host
  const ctx = app.context
  const rows = new Map<string, string>()
  for (const store of app.modules.flatMap(({ stores = [] }) => stores)) {
    const all = ctx.rawStore(store).iterator()
    for (; all.valid; all.next())
      rows.set(`${store} ${JSON.stringify(all.key)}`, Buffer.from(all.value).toString('latin1'))
  }
  return rows
}

/** Rows for which the chain's own genesis has no place, or which it always writes. */
const NOT_CARRIED: Readonly<Record<string, string>> = {
  'wasm "\\b"': 'the position of the next transaction in its block',
  'wasm "\\u0004lastCodeId"': 'written although it is 1',
  'wasm "\\u0004lastContractId"': 'written although it is 1',
  'staking "7"': 'the number of the last unbonding',
  'staking "8\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0001"': 'where unbonding 1 stands',
  'staking "9\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0001"': 'what unbonding 1 is',
}

/** The state verifier keeps the app hash before each block: trees that a genesis filled have other hashes than those that grew. */
const isAppHashSince = (row: string, first: bigint) =>
  row.startsWith('state-verifier ') &&
  (JSON.parse(row.slice('state-verifier '.length)) as string) >= joinKeys(byteKey(1), uint64Key(first))

/** @param first the height of the first block after the genesis */
const carried = (rows: ReadonlyMap<string, string>, first: bigint) =>
  new Map([...rows].filter(([key]) => !(key in NOT_CARRIED) && !isAppHashSince(key, first)))

/** Without the app hash before the block of this height. */
const carriedGenesis = ({ app_state, ...rest }: GenesisDocument, height: bigint) => {
  const { 'state-verifier': verifier, ...others } = app_state
  const states = (verifier as { states: readonly { height: string }[] } | undefined)?.states
  return { ...rest, app_state: { ...others, states: states?.filter((state) => state.height !== String(height)) } }
}

/** The same chains, started from what the others exported, as a file would carry it. */
function reborn(sandbox: Sandbox): Sandbox {
  const { neutron, hub } = sandbox.chains
  const file = JSON.stringify({ neutron: neutron.exportGenesis(), hub: hub.exportGenesis() })
  const genesis = JSON.parse(file) as { neutron: GenesisDocument; hub: GenesisDocument }
  return createSandbox({ chains: { neutron: { genesis: genesis.neutron, plugins }, hub: { genesis: genesis.hub } } })
}

describe('a genesis', () => {
  test('holds the whole state of both chains, and they go on as before', async () => {
    const { sandbox, speaker, lab } = await lived()
    const next = reborn(sandbox)
    // The first block of the new chains is one second later.
    sandbox.advance(1)
    const first = next.chains.neutron.height
    for (const key of ['neutron', 'hub'] as const) {
      const [before, after] = [sandbox.chains[key], next.chains[key]]
      expect(after.height).toBe(before.height)
      expect(after.time).toBe(before.time)
      expect(after.chainId).toBe(before.chainId)
      expect(carried(rowsOf(next, key), after.height)).toEqual(carried(rowsOf(sandbox, key), after.height))
      expect(carriedGenesis(after.exportGenesis(), after.height)).toEqual(
        carriedGenesis(before.exportGenesis(), after.height),
      )
    }
    const { app_state: state } = sandbox.chains.neutron.exportGenesis()
    expect(state['authz']).toMatchObject({
      authorization: [
        {
          authorization: { '@type': GenericAuthorization.typeUrl, msg: MsgSend.typeUrl },
          expiration: '2096-10-02T07:06:40Z',
        },
      ],
    })
    expect((state['gov'] as { proposals: { messages: unknown[] }[] }).proposals[0]!.messages).toMatchObject([
      { '@type': '/cosmos.bank.v1beta1.MsgSend' },
      { '@type': '/cosmwasm.wasm.v1.MsgPinCodes', code_ids: ['1'] },
      { '@type': '/cosmwasm.wasm.v1.MsgSudoContract', msg: { a: [1, 'x'] } },
      { '@type': '/osmosis.tokenfactory.v1beta1.MsgUpdateParams', params: { denom_creation_gas_consume: '7' } },
    ])

    // A transaction on both, which fills in where the next one of a block would stand; from there on gas is equal.
    const done = async (chains: Sandbox) => {
      const alice = chains.chains.neutron.account('alice', '1untrn')
      const say = (...messages: readonly unknown[]) => alice.execute(speaker.address, saying(...messages))
      await say()
      const bank = { bank: { send: { to_address: alice.address, amount: [{ denom: 'untrn', amount: '3' }] } } }
      const results = [
        await say(bank, { custom: { set_price: { denom: 'x', amount: '8' } } }),
        await alice
          .execute(lab.address, { resubmit: { failure_id: 0 } })
          .catch((error: unknown) => (error as TxError).result),
        await alice.execute(lab.address, { act: { behaviour: 'succeed' } }),
        await alice.instantiate(1n, {}, { label: 'another' }).then((contract) => contract.address),
      ]
      chains.advance(3 * 24 * 3600)
      const told = results.map((result) =>
        typeof result === 'string'
          ? result
          : [result.code, result.rawLog, result.gasUsed, result.events, result.height],
      )
      return { told, rows: carried(rowsOf(chains, 'neutron'), first) }
    }
    expect(await done(next)).toEqual(await done(sandbox))
  }, 60_000)
})
