import { expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import { fromHex, toUtf8 } from '../../src/base/bytes.js'
import { ChainError } from '../../src/base/errors.js'
import { ProtoWriter } from '../../src/codec/proto.js'
import { moduleAddress } from '../../src/modules/auth/index.js'
import { allValidators } from '../../src/modules/staking/index.js'
import { ChainNode, DEFAULT_CHAIN_LIMITS, RestGateway } from '../../src/server/index.js'
import { RpcFailure } from '../../src/server/comet/failure.js'
import { METHODS } from '../../src/server/comet/methods.js'
import { Params } from '../../src/server/comet/params.js'
import { ineffectiveFields, type Known } from './ineffective-fields.js'

/** Values that each chain of the test has something for, by the names of fields. */
const KNOWN: Readonly<Record<string, readonly (string | bigint | Uint8Array)[]>> = {
  channel_id: ['channel-0'],
  code_hash: ['01'.repeat(32)],
  client_id: ['07-tendermint-0'],
  connection: ['connection-0'],
  connection_id: ['connection-0'],
  init_args: [toUtf8('{}')],
  path: ['/store/bank/key'],
  port_id: ['transfer'],
  proposal_id: [1n],
  query: ['tx.height>0'],
  salt: ['01'],
  subdenom: ['gold'],
}

/** Fields that no answer of the chains above depends on, and why. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/cosmos.bank.v1beta1.Query/AllBalances': { resolve_denom: 'counts for a denom with metadata' },
  '/cosmos.evidence.v1beta1.Query/Evidence': { evidence_hash: 'deprecated: the chain reads `hash`' },
  '/cosmos.upgrade.v1beta1.Query/AppliedPlan': { name: 'no plan was applied' },
  '/cosmos.upgrade.v1beta1.Query/UpgradedConsensusState': { last_height: 'no plan was applied' },
  '/cosmwasm.wasm.v1.Query/RawContractState': { query_data: 'there is no contract' },
  '/cosmwasm.wasm.v1.Query/SmartContractState': {
    address: 'there is no contract',
    query_data: 'there is no contract',
  },
  '/ibc.core.channel.v1.Query/UnreceivedAcks': { packet_ack_sequences: 'no packet was acknowledged' },
  '/ibc.core.channel.v2.Query/UnreceivedAcks': { packet_ack_sequences: 'no packet was acknowledged' },
  '/ibc.core.client.v1.Query/VerifyMembership': {
    block_delay: 'counts for a valid proof',
    time_delay: 'counts for a valid proof',
  },
  '/neutron.coinfactory.v1beta1.Query/BeforeSendHookAddress': {
    creator: 'no denom has a hook',
    subdenom: 'no denom has a hook',
  },
  '/neutron.cron.Query/Schedule': { name: 'there is no schedule' },
  '/neutron.interchainqueries.Query/RegisteredQueries': {
    connection_id: 'no query is registered',
    owners: 'no query is registered',
  },
  '/neutron.interchaintxs.v1.Query/InterchainAccountAddress': { connection_id: 'there is no interchain account' },
  '/nolus.contractmanager.Query/AddressFailure': { pagination: 'the chain reads the id alone' },
  '/nolus.interchaintxs.v1.Query/InterchainAccountAddress': { connection_id: 'there is no interchain account' },
  '/osmosis.tokenfactory.v1beta1.Query/BeforeSendHookAddress': {
    creator: 'no denom has a hook',
    subdenom: 'no denom has a hook',
  },
}

test.each(['neutron', 'hub', 'wasmd', 'nolus'] as const)('each field of a request counts: %s', async (kind) => {
  const sandbox = createSandbox({
    chains: { x: { kind, validators: [40, 30, 20, 10] }, y: { kind: 'hub' } },
    links: [['x', 'y']],
  })
  const { x } = sandbox.chains
  const { app } = x.host
  const alice = x.account('alice', `10000000000${app.denom}`)
  const send = (typeUrl: string, value: ProtoWriter) =>
    alice.send([{ any: { typeUrl, value: Buffer.from(value.finish()).toString('base64') } }])
  const deposit = new ProtoWriter().string(1, app.denom).string(2, '10000000')
  await send(
    '/cosmos.gov.v1.MsgSubmitProposal',
    new ProtoWriter().message(2, deposit).string(3, alice.address).string(4, 'm').string(5, 't').string(6, 's'),
  )
  if (kind === 'neutron')
    for (const factory of ['osmosis.tokenfactory', 'neutron.coinfactory'])
      await send(`/${factory}.v1beta1.MsgCreateDenom`, new ProtoWriter().string(1, alice.address).string(2, 'gold'))
  await alice.transfer(x.account('bob'), `1${app.denom}`)
  const node = new ChainNode(app, DEFAULT_CHAIN_LIMITS)
  const operators = [...allValidators(app.context)].map(({ operatorAddress }) => operatorAddress)
  const known: Known = (name, type) => {
    if (name === 'height') return [BigInt(app.height)]
    if (name === 'data') return [toUtf8(`\0${app.denom}`)]
    if (type !== 'string') return KNOWN[name] ?? []
    if (/denom/.test(name) && name !== 'subdenom') return [app.denom]
    if (/valid|operator/.test(name)) return operators
    if (/addr|delegator|voter|grant|owner|depositor|contract|creator|sender/.test(name))
      return [alice.address, app.keepers.accounts.text(moduleAddress('bonded_tokens_pool'))]
    return KNOWN[name] ?? []
  }
  const expected = Object.entries(ELSEWHERE).flatMap(([path, fields]) =>
    node.answers(path) ? Object.keys(fields).map((field) => `${path} ${field}`) : [],
  )
  expect(ineffectiveFields(node, known)).toEqual(expected.sort())
})

/** Parameters that note which of them are read. */
class Noting extends Params {
  readonly read = new Set<string>()
  override integer(name: string): number | undefined {
    this.read.add(name)
    return super.integer(name)
  }
  override boolean(name: string): boolean {
    this.read.add(name)
    return super.boolean(name)
  }
  override string(name: string): string {
    this.read.add(name)
    return super.string(name)
  }
  override bytes(name: string): Uint8Array {
    this.read.add(name)
    return super.bytes(name)
  }
}

test('each parameter of a method of the CometBFT RPC is read', async () => {
  const { x } = createSandbox({ chains: { x: { kind: 'hub' } }, links: [] }).chains
  await x.account('alice', '100uatom').transfer(x.account('bob'), '1uatom')
  const node = new ChainNode(x.host.app, DEFAULT_CHAIN_LIMITS)
  const hash = fromHex(x.host.app.baseApp.block(x.host.app.height)!.txs[0]!.hash)
  const values = { integer: 1, boolean: true, string: 'tx.height>0', bytes: hash, hex: hash }
  const unread = await Promise.all(
    Object.entries(METHODS).map(async ([name, method]) => {
      const given = Object.entries(method.params).map(
        ([param, kind]) =>
          [param, param === 'order_by' ? 'asc' : param === 'path' ? '/store/bank/key' : values[kind]] as const,
      )
      const params = new Noting(new Map(given))
      try {
        await method.run(node, params)
      } catch (error) {
        if (!(error instanceof RpcFailure || error instanceof ChainError)) throw error
      }
      return given.flatMap(([param]) => (params.read.has(param) ? [] : [`${name} ${param}`]))
    }),
  )
  expect(unread.flat()).toEqual([])
})

test('the validators of a height come in pages, as from the CometBFT RPC', () => {
  const { app } = createSandbox({ chains: { hub: { validators: [40, 30, 20, 10] } }, links: [] }).chains.hub.host
  const rest = new RestGateway(new ChainNode(app, DEFAULT_CHAIN_LIMITS))
  const get = (query: string) => {
    const url = `/cosmos/base/tendermint/v1beta1/validatorsets/${query}`
    const { status, body } = rest.answer({ verb: 'GET', url, body: '', height: 0 })
    const { validators, pagination, message } = JSON.parse(body) as {
      readonly validators?: readonly { readonly voting_power: string }[]
      readonly pagination?: { readonly total: string }
      readonly message?: string
    }
    return status === 200
      ? [validators!.map((one) => one.voting_power).join(' '), pagination!.total]
      : [status, message]
  }
  for (const at of ['latest', '1']) {
    expect(get(`${at}?pagination.limit=2`)).toEqual(['40 30', '4'])
    expect(get(`${at}?pagination.limit=2&pagination.offset=2`)).toEqual(['20 10', '4'])
    // The page of an offset, as the SDK counts it.
    expect(get(`${at}?pagination.limit=3&pagination.offset=4`)).toEqual(['10', '4'])
    expect(get(`${at}?pagination.offset=1`)).toEqual(['40 30 20 10', '4'])
    expect(get(`${at}?pagination.limit=2&pagination.offset=4`)).toEqual([
      500,
      'page should be within [1, 2] range, given 3',
    ])
    expect(get(`${at}?pagination.limit=9223372036854775808`)).toEqual([400, 'limit must greater than 0'])
    expect(get(`${at}?pagination.offset=9223372036854775808`)).toEqual([400, 'offset must greater than 0'])
  }
  expect(get('0')).toEqual([500, 'height must be greater than 0, but got 0'])
  expect(get('999')).toEqual([400, 'requested block height is bigger then the chain length'])
})
