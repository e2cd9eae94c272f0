import type { Json } from '../../base/json-value.js'
import { fromBase64, own, toBase64 } from '../../base/index.js'
import {
  GenesisReader,
  operatorText,
  parseAddress,
  parseOperator,
  type Context,
  type ValidatorUpdate,
} from '../../chain/index.js'
import {
  coinsAreEqual,
  coinsText,
  decimalText,
  parseDecimal,
  parseRfc3339,
  rfc3339Nano,
  type Coin,
} from '../../codec/index.js'
import { updateValidators } from './blocks.js'
import {
  queueRedelegation,
  queueUnbonding,
  rowsBelow,
  setDelegation,
  setRedelegation,
  setUnbonding,
} from './delegations.js'
import { BONDED_POOL, NOT_BONDED_POOL, type StakingKeeper } from './keeper.js'
import { DELEGATIONS_PREFIX, REDELEGATIONS_PREFIX, UNBONDINGS_PREFIX } from './keys.js'
import { paramsJson, readParams } from './params.js'
import {
  Bonded,
  decodeDelegation,
  decodeRedelegation,
  decodeUnbonding,
  Unbonded,
  Unbonding,
  type BondStatus,
  type Delegation,
  type Entry,
  type Params,
  type Redelegation,
  type UnbondingDelegation,
  type Validator,
} from './records.js'
import {
  allValidators,
  consensusKeyOf,
  ed25519Any,
  findValidator,
  getParams,
  lastPowers,
  lastTotalPower,
  operatorOf,
  queueValidator,
  setConsensusIndex,
  setLastPower,
  setLastTotalPower,
  setParams,
  setPowerIndex,
  setValidator,
} from './validators.js'

const STATUS: Readonly<Record<string, BondStatus>> = {
  BOND_STATUS_UNBONDED: Unbonded,
  BOND_STATUS_UNBONDING: Unbonding,
  BOND_STATUS_BONDED: Bonded,
}
const STATUS_NAME = new Map(Object.entries(STATUS).map(([name, status]) => [status, name]))
export const statusName = (status: BondStatus): string => STATUS_NAME.get(status)!

const ED25519 = '/cosmos.crypto.ed25519.PubKey'

export const defaultGenesis = (params: Params): Json => ({
  params: paramsJson(params),
  last_total_power: '0',
  last_validator_powers: [],
  validators: [],
  delegations: [],
  unbonding_delegations: [],
  redelegations: [],
  exported: false,
})

/** Source: cosmos-sdk x/staking/keeper/genesis.go. @throws UsageError that names the place */
export function initGenesis(
  keeper: StakingKeeper,
  ctx: Context,
  state: Json,
  defaults: Params,
): readonly ValidatorUpdate[] {
  const genesis = new GenesisReader(state, 'staking')
  const exported = genesis.at('exported').boolean()
  setParams(ctx, readParams(genesis.at('params'), defaults))
  setLastTotalPower(ctx, genesis.at('last_total_power').integer())
  let [bonded, notBonded] = [0n, 0n]
  for (const json of genesis.at('validators').list()) {
    const validator = readValidator(ctx, json)
    initValidator(keeper, ctx, validator, exported)
    if (validator.status === Bonded) bonded += validator.tokens
    else notBonded += validator.tokens
  }
  for (const json of genesis.at('delegations').list()) initDelegation(keeper, ctx, readDelegation(ctx, json), exported)
  for (const json of genesis.at('unbonding_delegations').list()) {
    const unbonding = readUnbonding(ctx, json)
    setUnbonding(ctx, unbonding)
    for (const { completionTime, value } of unbonding.entries) {
      queueUnbonding(ctx, unbonding, completionTime)
      notBonded += value
    }
  }
  for (const json of genesis.at('redelegations').list()) {
    const redelegation = readRedelegation(ctx, json)
    setRedelegation(ctx, redelegation)
    for (const { completionTime } of redelegation.entries) queueRedelegation(ctx, redelegation, completionTime)
  }
  assertPool(keeper, ctx, genesis, BONDED_POOL, bonded)
  assertPool(keeper, ctx, genesis, NOT_BONDED_POOL, notBonded)
  if (!exported) return updateValidators(keeper, ctx)
  return genesis
    .at('last_validator_powers')
    .list()
    .map((json) => {
      const operator = json.at('address').parsed((text) => parseOperator(ctx, text))
      const power = json.at('power').integer()
      setLastPower(ctx, operator, power)
      const validator = findValidator(ctx, operator)
      if (validator === undefined) throw json.at('address').error('there is no such validator')
      return { publicKey: consensusKeyOf(validator.consensusPubkey), power }
    })
}

export function initValidator(keeper: StakingKeeper, ctx: Context, validator: Validator, exported: boolean): void {
  setValidator(ctx, validator)
  setConsensusIndex(ctx, validator)
  setPowerIndex(ctx, validator)
  if (!exported) keeper.hooks.afterValidatorCreated(ctx, operatorOf(ctx, validator))
  if (validator.status === Unbonding) queueValidator(ctx, validator)
}

export function initDelegation(keeper: StakingKeeper, ctx: Context, delegation: Delegation, exported: boolean): void {
  const delegator = parseAddress(ctx, delegation.delegatorAddress)
  const operator = parseOperator(ctx, delegation.validatorAddress)
  if (!exported) keeper.hooks.beforeDelegationCreated(ctx, delegator, operator)
  setDelegation(ctx, delegation)
  if (!exported) keeper.hooks.afterDelegationModified(ctx, delegator, operator)
}

/** The pool balances must match the records. */
function assertPool(keeper: StakingKeeper, ctx: Context, genesis: GenesisReader, name: string, amount: bigint): void {
  const { bondDenom: denom } = getParams(ctx)
  const balance = keeper.bank.balances(ctx, keeper.pool(ctx, name))
  const expected: readonly Coin[] = amount === 0n ? [] : [{ denom, amount }]
  if (coinsAreEqual(balance, expected)) return
  const [pool, coins] = name === BONDED_POOL ? ['bonded', 'bonded'] : ['not bonded', 'not bonded']
  throw genesis.error(
    `${pool} pool balance is different from ${coins} coins: ${coinsText(balance)} <-> ${coinsText(expected)}`,
  )
}

/** Source: `ExportGenesis`. */
export const exportGenesis = (ctx: Context): Json => ({
  params: paramsJson(getParams(ctx)),
  last_total_power: String(lastTotalPower(ctx)),
  last_validator_powers: lastPowers(ctx).map(({ operator, power }) => ({
    address: operatorText(ctx.prefix, operator),
    power: String(power),
  })),
  validators: allValidators(ctx).map(validatorJson),
  delegations: [...rowsBelow(ctx, DELEGATIONS_PREFIX, decodeDelegation)].map((delegation) => ({
    delegator_address: delegation.delegatorAddress,
    validator_address: delegation.validatorAddress,
    shares: decimalText(delegation.shares),
  })),
  unbonding_delegations: [...rowsBelow(ctx, UNBONDINGS_PREFIX, decodeUnbonding)].map((unbonding) => ({
    delegator_address: unbonding.delegatorAddress,
    validator_address: unbonding.validatorAddress,
    entries: unbonding.entries.map((entry) => entryJson(entry, { balance: String(entry.value) })),
  })),
  redelegations: [...rowsBelow(ctx, REDELEGATIONS_PREFIX, decodeRedelegation)].map((redelegation) => ({
    delegator_address: redelegation.delegatorAddress,
    validator_src_address: redelegation.validatorSrcAddress,
    validator_dst_address: redelegation.validatorDstAddress,
    entries: redelegation.entries.map((entry) => entryJson(entry, { shares_dst: decimalText(entry.value) })),
  })),
  exported: true,
})

const entryJson = (entry: Entry, value: { readonly [name: string]: Json }): Json => ({
  creation_height: String(entry.creationHeight),
  completion_time: rfc3339Nano(entry.completionTime),
  initial_balance: String(entry.initialBalance),
  ...value,
  unbonding_id: String(entry.unbondingId),
  unbonding_on_hold_ref_count: String(entry.unbondingOnHoldRefCount),
})

/** A validator as the genesis has it, and as `putRecord` takes it. */
export const validatorJson = (validator: Validator): Json => ({
  operator_address: validator.operatorAddress,
  consensus_pubkey: { '@type': ED25519, key: toBase64(consensusKeyOf(validator.consensusPubkey)) },
  jailed: validator.jailed,
  status: statusName(validator.status),
  tokens: String(validator.tokens),
  delegator_shares: decimalText(validator.delegatorShares),
  description: {
    moniker: validator.description.moniker,
    identity: validator.description.identity,
    website: validator.description.website,
    security_contact: validator.description.securityContact,
    details: validator.description.details,
  },
  unbonding_height: String(validator.unbondingHeight),
  unbonding_time: rfc3339Nano(validator.unbondingTime),
  commission: {
    commission_rates: {
      rate: decimalText(validator.commission.rate),
      max_rate: decimalText(validator.commission.maxRate),
      max_change_rate: decimalText(validator.commission.maxChangeRate),
    },
    update_time: rfc3339Nano(validator.commission.updateTime),
  },
  min_self_delegation: String(validator.minSelfDelegation),
  unbonding_on_hold_ref_count: String(validator.unbondingOnHoldRefCount),
  unbonding_ids: validator.unbondingIds.map(String),
})

const operator = (ctx: Context, json: GenesisReader): string => json.parsed((text) => (parseOperator(ctx, text), text))
const account = (ctx: Context, json: GenesisReader): string => json.parsed((text) => (parseAddress(ctx, text), text))
const time = (json: GenesisReader): bigint => (json.isAbsent ? 0n : json.parsed(parseRfc3339))

export function readValidator(ctx: Context, json: GenesisReader): Validator {
  const key = json.at('consensus_pubkey')
  if (key.at('@type').string() !== ED25519) throw key.error(`only keys of type ${ED25519} are supported`)
  const status = own(STATUS, json.at('status').string())
  if (status === undefined) throw json.at('status').error('invalid validator status')
  const description = json.at('description')
  const commission = json.at('commission')
  const rate = (name: string) => commission.at('commission_rates').at(name).parsed(parseDecimal)
  return {
    operatorAddress: operator(ctx, json.at('operator_address')),
    consensusPubkey: ed25519Any(key.at('key').parsed(fromBase64)),
    jailed: json.at('jailed').boolean(),
    status,
    tokens: json.at('tokens').integer(),
    delegatorShares: json.at('delegator_shares').parsed(parseDecimal),
    description: {
      moniker: description.at('moniker').string(),
      identity: description.at('identity').string(),
      website: description.at('website').string(),
      securityContact: description.at('security_contact').string(),
      details: description.at('details').string(),
    },
    unbondingHeight: json.at('unbonding_height').integer(),
    unbondingTime: time(json.at('unbonding_time')),
    commission: {
      rate: rate('rate'),
      maxRate: rate('max_rate'),
      maxChangeRate: rate('max_change_rate'),
      updateTime: time(commission.at('update_time')),
    },
    minSelfDelegation: json.at('min_self_delegation').integer(),
    unbondingOnHoldRefCount: json.at('unbonding_on_hold_ref_count').integer(),
    unbondingIds: json
      .at('unbonding_ids')
      .list()
      .map((id) => id.integer()),
  }
}

export const readDelegation = (ctx: Context, json: GenesisReader): Delegation => ({
  delegatorAddress: account(ctx, json.at('delegator_address')),
  validatorAddress: operator(ctx, json.at('validator_address')),
  shares: json.at('shares').parsed(parseDecimal),
})

const readEntry = (json: GenesisReader, value: bigint): Entry => ({
  creationHeight: json.at('creation_height').integer(),
  completionTime: time(json.at('completion_time')),
  initialBalance: json.at('initial_balance').integer(),
  value,
  unbondingId: json.at('unbonding_id').integer(),
  unbondingOnHoldRefCount: json.at('unbonding_on_hold_ref_count').integer(),
})

export const readUnbonding = (ctx: Context, json: GenesisReader): UnbondingDelegation => ({
  delegatorAddress: account(ctx, json.at('delegator_address')),
  validatorAddress: operator(ctx, json.at('validator_address')),
  entries: json
    .at('entries')
    .list()
    .map((entry) => readEntry(entry, entry.at('balance').integer())),
})

const readRedelegation = (ctx: Context, json: GenesisReader): Redelegation => ({
  delegatorAddress: account(ctx, json.at('delegator_address')),
  validatorSrcAddress: operator(ctx, json.at('validator_src_address')),
  validatorDstAddress: operator(ctx, json.at('validator_dst_address')),
  entries: json
    .at('entries')
    .list()
    .map((entry) => readEntry(entry, entry.at('shares_dst').parsed(parseDecimal))),
})
