import { GenesisReader, parseAddress, parseOperator, type Context, type Module } from '../../chain/index.js'
import { findDelegation, findUnbonding, queueUnbonding, setDelegation, setUnbonding } from './delegations.js'
import { initDelegation, initValidator, readDelegation, readUnbonding, readValidator } from './genesis.js'
import { BONDED_POOL, NOT_BONDED_POOL, type StakingKeeper } from './keeper.js'
import { Bonded, Unbonding, type BondStatus, type UnbondingDelegation } from './records.js'
import {
  deletePowerIndex,
  findValidator,
  getParams,
  operatorOf,
  queueValidator,
  setConsensusIndex,
  setPowerIndex,
  setValidator,
  unqueueValidator,
} from './validators.js'

/**
 * Single records, each with its indexes; the pool balances follow. Putting a delegation does not change its validator: to keep both
 * consistent, put both.
 */
export const stakingWriters = (keeper: StakingKeeper): NonNullable<Module['put']> => ({
  validator: (ctx, record) => {
    const validator = readValidator(ctx, new GenesisReader(record, 'staking/validator'))
    const before = findValidator(ctx, operatorOf(ctx, validator))
    if (before !== undefined) {
      fill(keeper, ctx, before.status, -before.tokens)
      deletePowerIndex(ctx, before)
      if (before.status === Unbonding) unqueueValidator(ctx, before)
    }
    fill(keeper, ctx, validator.status, validator.tokens)
    if (before === undefined) return initValidator(keeper, ctx, validator, false)
    setValidator(ctx, validator)
    setConsensusIndex(ctx, validator)
    setPowerIndex(ctx, validator)
    if (validator.status === Unbonding) queueValidator(ctx, validator)
  },
  delegation: (ctx, record) => {
    const json = new GenesisReader(record, 'staking/delegation')
    const delegation = readDelegation(ctx, json)
    const delegator = parseAddress(ctx, delegation.delegatorAddress)
    const operator = parseOperator(ctx, delegation.validatorAddress)
    if (findValidator(ctx, operator) === undefined)
      throw json.at('validator_address').error('there is no such validator: write it first')
    if (findDelegation(ctx, delegator, operator) === undefined) return initDelegation(keeper, ctx, delegation, false)
    keeper.hooks.beforeDelegationSharesModified(ctx, delegator, operator)
    setDelegation(ctx, delegation)
    keeper.hooks.afterDelegationModified(ctx, delegator, operator)
  },
  unbonding_delegation: (ctx, record) => {
    const unbonding = readUnbonding(ctx, new GenesisReader(record, 'staking/unbonding_delegation'))
    const delegator = parseAddress(ctx, unbonding.delegatorAddress)
    const before = findUnbonding(ctx, delegator, parseOperator(ctx, unbonding.validatorAddress))
    fillPool(keeper, ctx, NOT_BONDED_POOL, unpaid(unbonding) - (before === undefined ? 0n : unpaid(before)))
    setUnbonding(ctx, unbonding)
    for (const { completionTime } of unbonding.entries) queueUnbonding(ctx, unbonding, completionTime)
  },
})

const unpaid = ({ entries }: UnbondingDelegation): bigint => entries.reduce((sum, { value }) => sum + value, 0n)

const fill = (keeper: StakingKeeper, ctx: Context, status: BondStatus, more: bigint): void =>
  fillPool(keeper, ctx, status === Bonded ? BONDED_POOL : NOT_BONDED_POOL, more)

function fillPool(keeper: StakingKeeper, ctx: Context, name: string, more: bigint): void {
  const { bondDenom: denom } = getParams(ctx)
  const pool = keeper.pool(ctx, name)
  const { amount } = keeper.bank.balance(ctx, pool, denom)
  keeper.bank.setBalance(ctx, pool, { denom, amount: amount + more })
}
