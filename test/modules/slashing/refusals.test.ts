import { QuerySigningInfoRequest } from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import { expect, test } from 'vitest'
import { GrpcError } from '../../../src/chain/errors.js'
import { DECIMAL_ONE } from '../../../src/codec/decimals.js'
import { addressText, operatorText } from '../../../src/chain/address.js'
import { momentOf } from '../../../src/codec/time.js'
import type { StakingKeeper } from '../../../src/modules/slashing/expected.js'
import { SlashingKeeper } from '../../../src/modules/slashing/keeper.js'
import { DEFAULT_PARAMS, validateParams, type Params } from '../../../src/modules/slashing/params.js'
import { setInfo } from '../../../src/modules/slashing/records.js'
import { newHubApp } from '../../app/chains.js'
import { refusal } from '../ibc/echo-pair.js'

const VALIDATOR = new Uint8Array(20).fill(7)
const OPERATOR = operatorText('cosmos', VALIDATOR)
const CONSENSUS = addressText('cosmosvalcons', VALIDATOR)
const SECOND = 1_000_000_000n

interface State {
  readonly jailed?: boolean
  /** Tokens that the validator delegates to itself; it promised 10. */
  readonly own?: bigint
  /** Of its signing info, in nanoseconds; none if undefined. */
  readonly info?: { readonly tombstoned?: boolean; readonly jailedUntil?: bigint }
}

/** Slashing beside a staking module that knows one validator. */
function slashing({ jailed = true, own = 10n, info }: State) {
  const unjailed: Uint8Array[] = []
  const validator = {
    operatorAddress: OPERATOR,
    consensusPubkey: { typeUrl: '', value: new Uint8Array(0) },
    jailed,
    tokens: own,
    delegatorShares: own * DECIMAL_ONE,
    minSelfDelegation: 10n,
  }
  const staking: Partial<StakingKeeper> = {
    validator: () => validator,
    delegation: () => ({ shares: own * DECIMAL_ONE }),
    tokensOfShares: (_, shares) => shares,
    consensusAddress: () => VALIDATOR,
    unjail: (_, address) => void unjailed.push(address),
  }
  const keeper = new SlashingKeeper({ staking: staking as StakingKeeper, authority: '' })
  const ctx = newHubApp().baseApp.stateContext()
  if (info !== undefined)
    setInfo(ctx, VALIDATOR, {
      address: CONSENSUS,
      startHeight: 1n,
      indexOffset: 0n,
      jailedUntil: momentOf(info.jailedUntil ?? 0n),
      tombstoned: info.tombstoned ?? false,
      missedBlocksCounter: 0n,
    })
  return { keeper, ctx, unjailed }
}

const NOW = newHubApp().baseApp.stateContext().block.time
const STILL = 'slashing/4 validator still jailed; cannot be unjailed'

/** Source: cosmos-sdk v0.53.6 x/slashing/keeper/unjail.go, types/errors.go. */
test.each<readonly [sentence: string, state: State, refusal: string | undefined]>([
  ['whose time is over', { info: { jailedUntil: NOW } }, undefined],
  ['that never signed', {}, undefined],
  ['whose time is over in a second', { info: { jailedUntil: NOW + SECOND } }, STILL],
  ['that is tombstoned', { info: { tombstoned: true } }, STILL],
  ['that is not jailed', { jailed: false }, 'slashing/5 validator not jailed; cannot be unjailed'],
  [
    'that delegates less to itself than it promised',
    { own: 9n, jailed: false },
    "slashing/7 9 less than 10: validator's self delegation less than minimum; cannot be unjailed",
  ],
])('a validator %s asks to be unjailed', (_, state, refused) => {
  const { keeper, ctx, unjailed } = slashing(state)
  expect(refusal(() => keeper.unjail(ctx, OPERATOR))).toBe(refused ?? 'nothing was refused')
  expect(unjailed).toEqual(refused === undefined ? [VALIDATOR] : [])
})

test('the operator must be the address of one', () => {
  const { keeper, ctx } = slashing({})
  expect(refusal(() => keeper.unjail(ctx, 'none'))).toBe(
    'sdk/7 validator input address: decoding bech32 failed: invalid bech32 string length 4: invalid address',
  )
})

/** Source: cosmos-sdk v0.53.6 x/slashing/keeper/signing_info.go `Tombstone`. */
test('a validator is tombstoned once, and only after it has signed', () => {
  const tombstone = ({ keeper, ctx }: ReturnType<typeof slashing>) =>
    refusal(() => keeper.tombstone(ctx, VALIDATOR, NOW))
  const signed = slashing({ info: {} })
  expect(tombstone(signed)).toBe('nothing was refused')
  expect(signed.keeper.isTombstoned(signed.ctx, VALIDATOR)).toBe(true)
  expect(tombstone(signed)).toBe(
    'slashing/9 cannot tombstone validator that is already tombstoned: validator already tombstoned',
  )
  expect(tombstone(slashing({}))).toBe(
    'slashing/8 cannot tombstone validator that does not have any signing information: no validator signing info found',
  )
})

const atom = DECIMAL_ONE / 10n ** 18n

/** Source: cosmos-sdk v0.53.6 x/slashing/types/params.go `Validate`. */
test.each<readonly [change: Partial<Params>, refusal: string | undefined]>([
  [{ signedBlocksWindow: 1n, downtimeJailDuration: 1n }, undefined],
  [{ minSignedPerWindow: 0n, slashFractionDoubleSign: 0n, slashFractionDowntime: 0n }, undefined],
  [
    { minSignedPerWindow: DECIMAL_ONE, slashFractionDoubleSign: DECIMAL_ONE, slashFractionDowntime: DECIMAL_ONE },
    undefined,
  ],
  [{ signedBlocksWindow: 0n }, 'signed blocks window must be positive: 0'],
  [{ minSignedPerWindow: -atom }, 'min signed per window cannot be negative: -0.000000000000000001'],
  [{ minSignedPerWindow: DECIMAL_ONE + atom }, 'min signed per window too large: 1.000000000000000001'],
  [{ downtimeJailDuration: 0n }, 'downtime jail duration must be positive: 0s'],
  [{ slashFractionDoubleSign: -atom }, 'double sign slash fraction cannot be negative: -0.000000000000000001'],
  [{ slashFractionDoubleSign: DECIMAL_ONE + atom }, 'double sign slash fraction too large: 1.000000000000000001'],
  [{ slashFractionDowntime: -atom }, 'downtime slash fraction cannot be negative: -0.000000000000000001'],
  [{ slashFractionDowntime: DECIMAL_ONE + atom }, 'downtime slash fraction too large: 1.000000000000000001'],
])('params %#', (change, refused) => {
  expect(refusal(() => validateParams({ ...DEFAULT_PARAMS, ...change }))).toBe(
    refused === undefined ? 'nothing was refused' : `undefined/1 ${refused}`,
  )
})

/** Source: cosmos-sdk v0.53.6 x/slashing/keeper/grpc_query.go `SigningInfo`. */
test('a query for the signing info of nobody is refused, and of one that never signed', () => {
  const { baseApp } = newHubApp()
  const ask = (consAddress: string) => () =>
    baseApp.query(
      '/cosmos.slashing.v1beta1.Query/SigningInfo',
      QuerySigningInfoRequest.encode({ consAddress }).finish(),
    )
  expect(ask('')).toThrow(new GrpcError('InvalidArgument', 'invalid request'))
  expect(ask(CONSENSUS)).toThrow(new GrpcError('NotFound', `SigningInfo not found for validator ${CONSENSUS}`))
})
