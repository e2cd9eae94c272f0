import { createHash } from 'node:crypto'
import { MsgUpdateParams as GovParams } from 'cosmjs-types/cosmos/gov/v1/tx'
import { MsgUpdateParams as AuthParams } from 'cosmjs-types/cosmos/auth/v1beta1/tx'
import { MsgCommunityPoolSpend } from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { MsgGrantAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import {
  MsgBeginRedelegate,
  MsgDelegate,
  MsgEditValidator,
  MsgUpdateParams as StakingParams,
} from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import * as acks from 'cosmjs-types/ibc/core/channel/v2/query'
import { MsgCreateClient, MsgSubmitMisbehaviour } from 'cosmjs-types/ibc/core/client/v1/tx'
import { MsgRegisterCounterparty } from 'cosmjs-types/ibc/core/client/v2/tx'
import { MsgRecvPacket, MsgSendPacket } from 'cosmjs-types/ibc/core/channel/v2/tx'
import { MsgConnectionOpenInit } from 'cosmjs-types/ibc/core/connection/v1/tx'
import { createSandbox, UsageError } from 'sudobox'
import { describe, expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { toUtf8 } from '../../../src/base/index.js'
import { addressText, type Context } from '../../../src/chain/index.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { setRecord2 } from '../../../src/modules/ibc/v2/state.js'
import { TransferApplication2 } from '../../../src/modules/transfer/application2.js'
import { allValidators } from '../../../src/modules/staking/index.js'
import { prefixEnd } from '../../../src/store/key.js'
import { byteKey } from '../../../src/store/index.js'
import { newWasmdApp } from '../chains.js'

const RELEASES = ['0.61', '0.70'] as const
type Release = (typeof RELEASES)[number]
const BALANCES = { alice: '1000000000000stake' }

const start = (release: Release, validators = 1) =>
  createSandbox({ chains: { wasmd: { kind: 'wasmd', release, balances: BALANCES, validators } } }).chains.wasmd

const GOV = addressText('wasm', moduleAddress('gov'))
const SOMEBODY = addressText('wasm', new Uint8Array(20).fill(7))

/** What a message answers on a chain of a release: an error's text, or nothing. */
function answer(release: Release, typeUrl: string, value: Uint8Array): string {
  const { baseApp } = newWasmdApp({ release })
  try {
    const run = baseApp.router.handler(typeUrl)
    if (run === undefined) return 'unknown'
    baseApp.runInBlock((ctx) => run(ctx, { typeUrl, value }))
    return ''
  } catch (error) {
    if (error instanceof ChainError) return `${error.codespace}/${error.code} ${error.log}`
    throw error
  }
}

/** A message as accounts send it. */
const packed = <T>(codec: Encoder<T>, message: object) => {
  const value = Buffer.from(codec.encode(codec.fromPartial(message)).finish()).toString('base64')
  return { any: { typeUrl: codec.typeUrl, value } }
}

interface Encoder<T> {
  readonly typeUrl: string
  fromPartial(message: object): T
  encode(message: T): { finish(): Uint8Array }
}
const bothAnswer = <T>(codec: Encoder<T>, message: object): readonly string[] =>
  RELEASES.map((release) => answer(release, codec.typeUrl, codec.encode(codec.fromPartial(message)).finish()))

describe('where the releases of wasmd differ', () => {
  test('an unknown one is refused, and so is one of another kind', () => {
    const chains = (options: object) => () => createSandbox({ chains: { wasmd: options } } as never)
    expect(chains({ kind: 'wasmd', release: '0.55' })).toThrow(UsageError)
    expect(chains({ kind: 'hub', release: '0.70' })).toThrow(UsageError)
    expect(
      createSandbox({ chains: { wasmd: { kind: 'wasmd' } } }).chains.wasmd.host.app.options.release,
    ).toBeUndefined()
  })

  test('the circuit breaker and its store are gone, and the versions of modules are its own', () => {
    const [old, current] = RELEASES.map((release) => newWasmdApp({ release }).baseApp)
    expect(old!.router.has('/cosmos.circuit.v1.MsgTripCircuitBreaker')).toBe(true)
    expect(current!.router.has('/cosmos.circuit.v1.MsgTripCircuitBreaker')).toBe(false)
    expect(old!.stores.names.filter((name) => !current!.stores.names.includes(name))).toEqual(['circuit'])
    expect(current!.stores.names.filter((name) => !old!.stores.names.includes(name))).toEqual([])
    const versions = Buffer.from(current!.query('/cosmos.upgrade.v1beta1.Query/ModuleVersions')).toString('latin1')
    expect(versions).not.toContain('circuit')
    expect(versions).not.toContain('epochs')
  })

  test('accounts are counted, or have numbers from their place in the chain', () => {
    const numbers = RELEASES.map((release) => {
      const { baseApp, keepers } = newWasmdApp({ release })
      const address = new Uint8Array(20).fill(9)
      const { hash } = baseApp.stores.latest!.commitment
      baseApp.runInBlock((ctx) => keepers.accounts.open(ctx, address))
      const place = (height: number, tx: bigint) => {
        const bytes = Buffer.alloc(16 + hash.length + address.length)
        bytes.writeBigInt64BE(BigInt(height), 0)
        bytes.set(hash, 8)
        bytes.writeBigInt64BE(tx, 8 + hash.length)
        bytes.set(address, 16 + hash.length)
        return createHash('sha256').update(bytes).digest().readBigUInt64BE(0) | (1n << 63n)
      }
      const { accountNumber } = keepers.accounts.get(baseApp.queryContext(), address)!
      return { accountNumber, derived: place(baseApp.last.height, -1n) }
    })
    expect(numbers[0]!.accountNumber).toBeLessThan(100n)
    expect(numbers[1]!.accountNumber).toBe(numbers[1]!.derived)
  })

  test('an account with a derived number signs', async () => {
    const chain = start('0.70')
    const [alice, bob] = [chain.account('alice'), chain.account('bob')]
    const pay = (from: string, to: string, amount: string) =>
      packed(MsgSend, { fromAddress: from, toAddress: to, amount: [{ denom: 'stake', amount }] })
    await alice.send([pay(alice.address, bob.address, '1000000')])
    const { code } = await bob.send([pay(bob.address, alice.address, '1')])
    expect(code).toBe(0)
    const { app } = chain.host
    expect(app.account(app.address(bob.address))!.accountNumber).toBeGreaterThanOrEqual(1n << 63n)
  })

  test('an allowance that expires is queued with another value', async () => {
    const values = await Promise.all(
      RELEASES.map(async (release) => {
        const chain = start(release)
        const alice = chain.account('alice')
        const allowance = {
          typeUrl: BasicAllowance.typeUrl,
          value: BasicAllowance.encode({ spendLimit: [], expiration: { seconds: 4_000_000_000n, nanos: 0 } }).finish(),
        }
        await alice.send([packed(MsgGrantAllowance, { granter: alice.address, grantee: SOMEBODY, allowance })])
        const rows = chain.host.app.context.rawStore('feegrant').iterator(byteKey(1), prefixEnd(byteKey(1)))
        return [...rows.value]
      }),
    )
    expect(values).toEqual([[], [1]])
  })

  test('a redelegation names its delegator', async () => {
    const names = await Promise.all(
      RELEASES.map(async (release) => {
        const chain = start(release, 2)
        const alice = chain.account('alice')
        const [from, to] = allValidators(chain.host.app.context).map(({ operatorAddress }) => operatorAddress)
        const amount = { denom: 'stake', amount: '1000000' }
        const delegatorAddress = alice.address
        await alice.send([packed(MsgDelegate, { delegatorAddress, validatorAddress: from, amount })])
        const { events } = await alice.send([
          packed(MsgBeginRedelegate, {
            delegatorAddress,
            validatorSrcAddress: from,
            validatorDstAddress: to,
            amount,
          }),
        ])
        const { attributes } = events.find(({ type }) => type === 'redelegate')!
        return attributes.map(([key]) => key).filter((key) => key !== 'msg_index')
      }),
    )
    const [source, ...rest] = ['source_validator', 'destination_validator', 'amount', 'completion_time']
    expect(names[0]).toEqual([source, ...rest])
    expect(names[1]).toEqual([source, rest[0], 'delegator', ...rest.slice(1)])
  })

  test('minting ends at the highest supply', () => {
    const supplyWith = (limit: bigint, release: Release = '0.70') => {
      const params = release === '0.70' ? { mint: { max_supply: String(limit) } } : {}
      const chain = createSandbox({ chains: { wasmd: { kind: 'wasmd', release, balances: BALANCES, params } } })
      const { app } = chain.chains.wasmd.host
      const supply = () => app.keepers.bank.supply(app.context, 'stake').amount
      const first = supply()
      for (let i = 0; i < 3; i++) app.nextBlock()
      return { first, last: supply() }
    }
    const { first, last } = supplyWith(0n)
    expect(last).toBeGreaterThan(first)
    expect(supplyWith(0n, '0.61')).toEqual({ first, last })
    expect(supplyWith(first + 7n)).toEqual({ first, last: first + 7n })
    const none = supplyWith(1n)
    expect(none.last).toBe(none.first)
  })
})

const second = (seconds: bigint) => ({ seconds, nanos: 0 })
const periods = (votingPeriod: bigint, expeditedVotingPeriod: bigint) => ({
  votingPeriod: second(votingPeriod),
  expeditedVotingPeriod: second(expeditedVotingPeriod),
})
const GOV_PARAMS = {
  minDeposit: [{ denom: 'stake', amount: '1' }],
  maxDepositPeriod: second(1n),
  expeditedMinDeposit: [{ denom: 'stake', amount: '2' }],
  quorum: '0.3',
  threshold: '0.5',
  vetoThreshold: '0.3',
  expeditedThreshold: '0.6',
}
const OPERATOR = allValidators(newWasmdApp().baseApp.queryContext())[0]!.operatorAddress

describe.each([
  ['0.61', true],
  ['0.70', false],
] as const)('transfers and packets between clients of release %s', (release, isOld) => {
  const app = newWasmdApp({ release })
  const inBlock = (work: (ctx: Context) => unknown): unknown => {
    try {
      return app.baseApp.runInBlock(work)
    } catch (error) {
      return error instanceof ChainError ? error.log : String(error)
    }
  }
  const place = { portId: 'transfer', channelId: 'channel-0' }
  const blocked = addressText('wasm', moduleAddress('mint'))

  test('an error names a blocked account as it is, or as it was given', () => {
    const data = {
      denom: { base: 'uone', trace: [] },
      amount: '1',
      sender: 'x',
      receiver: blocked.toUpperCase(),
      memo: '',
    }
    const refusal = inBlock((ctx) => app.ibc.transfer.receive(ctx, data, place, place))
    expect(refusal).toBe(`${isOld ? blocked : blocked.toUpperCase()} is not allowed to receive funds: unauthorized`)
  })

  test('an acknowledgement in another JSON form is read, or refused', () => {
    const value = toUtf8(JSON.stringify({ denom: 'uone', amount: '1', sender: SOMEBODY, receiver: 'x', memo: '' }))
    const payload = {
      sourcePort: 'transfer',
      destinationPort: 'transfer',
      version: 'ics20-1',
      encoding: 'application/json',
      value,
    }
    const clients = { sourceClient: 'a-0', destinationClient: 'b-0', sequence: 1n }
    const transfers = new TransferApplication2(app.ibc.transfer)
    const answer = (text: string) => inBlock((ctx) => transfers.onAcknowledge(ctx, clients, toUtf8(text), payload))
    expect(answer('{"result":"AQ=="}')).toBeUndefined()
    if (isOld) expect(answer('{ "result":"AQ=="}')).toBeUndefined()
    else
      expect(answer('{ "result":"AQ=="}')).toMatch(/^acknowledgement did not marshal to expected bytes: 7B22\w+ ≠ 7B20/)
  })

  test('a sequence with a slash in its bytes is answered', () => {
    inBlock((ctx) => setRecord2(ctx, 'acks', 'client-0', 0x2f00n, bytes(32)))
    const request = acks.QueryPacketAcknowledgementsRequest.encode(
      acks.QueryPacketAcknowledgementsRequest.fromPartial({ clientId: 'client-0' }),
    ).finish()
    const ask = () => app.baseApp.query('/ibc.core.channel.v2.Query/PacketAcknowledgements', request)
    if (isOld) expect(ask).toThrow('index out of range')
    else
      expect(
        acks.QueryPacketAcknowledgementsResponse.decode(ask()).acknowledgements.map(({ sequence }) => sequence),
      ).toEqual([0x2f00n])
  })
})

const coins = [{ denom: 'stake', amount: '1' }]
const long = 'x'.repeat(300)
const bytes = (length: number) => new Uint8Array(length).fill(1)
const packet = { sourceClient: 'channel-0', destinationClient: 'channel-1', sequence: 1n, timeoutTimestamp: 1n }

test.each([
  [
    'params of auth',
    AuthParams,
    {
      authority: GOV,
      params: { maxMemoCharacters: 1n, txSigLimit: 1n, txSizeCostPerByte: 1n, sigVerifyCostEd25519: 1n },
    },
    'undefined/1 invalid SECK256k1 signature verification cost: 0',
    'undefined/1 invalid SECP256k1 signature verification cost: 0',
  ],
  [
    'periods of votes',
    GovParams,
    {
      authority: GOV,
      params: GOV_PARAMS,
    },
    'undefined/1 voting period must not be nil: %!d(*time.Duration=<nil>)',
    'undefined/1 voting period must not be nil',
  ],
  [
    'the initial deposit',
    GovParams,
    { authority: GOV, params: { ...GOV_PARAMS, ...periods(2n, 1n), minInitialDepositRatio: '2' } },
    'undefined/1 mininum initial deposit ratio of proposal is too large: 2.000000000000000000',
    'undefined/1 minimum initial deposit ratio of proposal is too large: 2.000000000000000000',
  ],
  [
    'periods of votes that are equal',
    GovParams,
    { authority: GOV, params: { ...GOV_PARAMS, ...periods(2n, 2n) } },
    'undefined/1 expedited voting period 2s must be strictly less that the regular voting period 2s',
    'undefined/1 expedited voting period 2s must be strictly less than the regular voting period 2s',
  ],
  [
    'a bond denomination without supply',
    StakingParams,
    {
      authority: GOV,
      params: {
        unbondingTime: second(60n),
        maxValidators: 9,
        maxEntries: 7,
        bondDenom: 'none',
        minCommissionRate: '0',
      },
    },
    '',
    'sdk/18 bond denom none does not exist or has zero supply: invalid request',
  ],
  [
    'a smaller self delegation',
    MsgEditValidator,
    {
      description: { moniker: 'm', identity: '', website: '', securityContact: '', details: '' },
      validatorAddress: OPERATOR,
      commissionRate: '',
      minSelfDelegation: '1',
    },
    'staking/17 minimum self delegation cannot be decrease',
    'staking/17 minimum self delegation cannot be decreased',
  ],
  [
    'spending of the pool by distribution',
    MsgCommunityPoolSpend,
    { authority: GOV, recipient: SOMEBODY, amount: coins },
    'sdk/18 external community pool is enabled -  use the DistributFromCommunityPool method exposed by the external community pool: invalid request',
    'sdk/18 external community pool is enabled - use the DistributeFromCommunityPool method exposed by the external community pool: invalid request',
  ],
  ['misbehaviour', MsgSubmitMisbehaviour, { signer: SOMEBODY }, 'ibc/14', 'unknown'],
  [
    'a large client state',
    MsgCreateClient,
    {
      signer: SOMEBODY,
      clientState: {
        typeUrl: '/ibc.lightclients.tendermint.v1.ClientState',
        value: new ProtoWriter().string(1, 'x'.repeat(40_000)).finish(),
      },
      consensusState: { typeUrl: '/ibc.lightclients.tendermint.v1.ConsensusState', value: bytes(0) },
    },
    '07-tendermint/2',
    'ibc/17 client state size 40004 exceeds max size 32768: entity too large',
  ],
  [
    'a long prefix of a connection',
    MsgConnectionOpenInit,
    {
      clientId: '07-tendermint-0',
      signer: SOMEBODY,
      counterparty: { clientId: '07-tendermint-0', prefix: { keyPrefix: Buffer.from(long) } },
    },
    'client/',
    'connection/7 counterparty prefix length exceeds maximum length of 256 bytes: invalid counterparty connection',
  ],
  [
    'a prefix of many keys',
    MsgRegisterCounterparty,
    {
      clientId: '07-tendermint-0',
      counterpartyClientId: '07-tendermint-0',
      signer: SOMEBODY,
      counterpartyMerklePrefix: Array.from({ length: 33 }, () => bytes(1)),
    },
    'ibc/2',
    'ibc/17 counterparty merkle prefix length cannot exceed 32 elements: entity too large',
  ],
  [
    'a prefix with a long key',
    MsgRegisterCounterparty,
    {
      clientId: '07-tendermint-0',
      counterpartyClientId: '07-tendermint-0',
      signer: SOMEBODY,
      counterpartyMerklePrefix: [bytes(1), bytes(257)],
    },
    'ibc/2',
    'ibc/17 counterparty merkle prefix key at index 1 exceeds max length of 256 bytes: entity too large',
  ],
  [
    'a sent packet without payload',
    MsgSendPacket,
    { sourceClient: '07-tendermint-0', timeoutTimestamp: 1n, signer: SOMEBODY },
    'channelv2/3 payloads must be of length 1, got 0 instead',
    'channelv2/3 payload length is 0, must be 1: invalid payload',
  ],
  [
    'a received packet without payload',
    MsgRecvPacket,
    { packet, proofCommitment: bytes(1), signer: SOMEBODY },
    'channelv2/2 payloads must contain exactly one payload',
    'channelv2/3 payload length is 0, must be 1: invalid payload',
  ],
] as const)('%s: an error of its own in each release', (_, codec, message, old, current) => {
  const [first, second] = bothAnswer(codec as unknown as Encoder<unknown>, message)
  expect(first).toContain(old)
  expect(second).toBe(current)
})
