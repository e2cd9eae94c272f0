import { MsgUpdateParams as GovParams } from 'cosmjs-types/cosmos/gov/v1/tx'
import { MsgUpdateParams as AuthParams } from 'cosmjs-types/cosmos/auth/v1beta1/tx'
import { MsgCommunityPoolSpend } from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { MsgRevoke } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { MsgEditValidator, MsgUpdateParams as StakingParams } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { MsgCreateClient, MsgSubmitMisbehaviour } from 'cosmjs-types/ibc/core/client/v1/tx'
import { MsgRegisterCounterparty } from 'cosmjs-types/ibc/core/client/v2/tx'
import { MsgRecvPacket, MsgSendPacket } from 'cosmjs-types/ibc/core/channel/v2/tx'
import { MsgConnectionOpenInit } from 'cosmjs-types/ibc/core/connection/v1/tx'
import { expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { addressText } from '../../../src/chain/index.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { allValidators } from '../../../src/modules/staking/index.js'
import { newWasmdApp } from '../chains.js'

const RELEASES = ['0.61', '0.70'] as const
type Release = (typeof RELEASES)[number]

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

interface Encoder<T> {
  readonly typeUrl: string
  fromPartial(message: object): T
  encode(message: T): { finish(): Uint8Array }
}
const bothAnswer = <T>(codec: Encoder<T>, message: object): readonly string[] =>
  RELEASES.map((release) => answer(release, codec.typeUrl, codec.encode(codec.fromPartial(message)).finish()))

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

const NO_GRANT = Buffer.concat([
  Buffer.of(1, 20),
  new Uint8Array(20).fill(7),
  Buffer.of(20),
  moduleAddress('gov'),
  Buffer.from('/a'),
])
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
  [
    'revoking what was not granted',
    MsgRevoke,
    { granter: SOMEBODY, grantee: GOV, msgTypeUrl: '/a' },
    'authz/2 failed to delete grant with key \u0001\u0014',
    `authz/2 failed to delete grant with key ${NO_GRANT.toString('hex')}: authorization not found`,
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
