import type { Context } from '../chain/context.js'
import { InfiniteGasMeter } from '../chain/gas.js'
import type { Module } from '../chain/module.js'
import {
  DistributionKeeper,
  distributionModule,
  distributionQuerier,
  type Vote,
} from '../modules/distribution/index.js'
import { GovKeeper, govModule, type Router } from '../modules/gov/index.js'
import {
  bondedByPower,
  consensusAddress,
  consensusPower,
  delegationsBy,
  getDelegation,
  getValidator,
  StakingKeeper,
  stakingModule,
  stakingQuerier,
  tokensOfShares,
  tokensOfSharesTruncated,
  validatorByConsensus,
} from '../modules/staking/index.js'
import type { AccountKeeper } from '../modules/auth/index.js'
import type { BankKeeper } from '../modules/bank/index.js'
import type { Queriers } from '../modules/wasm/index.js'

/** Module accounts of staking and what belongs to it. Source: cosmos-sdk simapp `maccPerms`. */
export const STAKING_ACCOUNTS = {
  bonded_tokens_pool: ['burner', 'staking'],
  not_bonded_tokens_pool: ['burner', 'staking'],
  distribution: [],
  gov: ['burner'],
} as const

/** Staking with its rewards and its votes, wired. */
export interface StakingParts {
  readonly staking: StakingKeeper
  readonly distribution: DistributionKeeper
  readonly gov: GovKeeper
  readonly modules: readonly Module[]
  /** What contracts ask of both. */
  readonly queriers: Queriers
}

/** All bonded validators sign every block, at once with the power that they have now. Nobody is charged for looking. */
function votes(ctx: Context): Vote[] {
  return bondedByPower(ctx.withGasMeter(new InfiniteGasMeter())).map((validator) => ({
    address: consensusAddress(validator),
    power: consensusPower(validator),
  }))
}

/** @param options.authority bech32 address of the gov module @param options.denom that is bonded and deposited */
export function stakingParts(options: {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly authority: string
  readonly denom: string
  readonly router: () => Router
}): StakingParts {
  const staking = new StakingKeeper(options)
  const distribution = new DistributionKeeper({
    ...options,
    staking: {
      validator: getValidator,
      validatorByConsensus,
      delegation: getDelegation,
      delegations: delegationsBy,
      votes,
      tokensOfShares,
      tokensOfSharesTruncated,
    },
  })
  staking.hooks = distribution.hooks
  const gov = new GovKeeper({
    ...options,
    staking: { bondedByPower, delegations: delegationsBy, totalBonded: (ctx) => staking.totalBonded(ctx) },
    distribution,
  })
  const { denom } = options
  return {
    staking,
    distribution,
    gov,
    modules: [distributionModule(distribution), stakingModule(staking, denom), govModule(gov, denom)],
    queriers: { staking: stakingQuerier(distribution), distribution: distributionQuerier(distribution) },
  }
}
