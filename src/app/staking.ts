import type { Json } from '../base/json-value.js'
import { toBase64 } from '../base/index.js'
import { addressText, operatorText, type Module, type Validator } from '../chain/index.js'
import { DistributionKeeper, distributionModule, distributionQuerier } from '../modules/distribution/index.js'
import { EvidenceKeeper, evidenceModule, type EvidenceParams } from '../modules/evidence/index.js'
import { GovKeeper, govModule, type Router } from '../modules/gov/index.js'
import {
  allValidators,
  bondedByPower,
  consensusAddress,
  delegationsBy,
  getDelegation,
  getValidator,
  jail,
  slash,
  StakingKeeper,
  stakingModule,
  stakingQuerier,
  tokensOfShares,
  tokensOfSharesTruncated,
  unjail,
  validatorByConsensus,
  type StakingHooks,
} from '../modules/staking/index.js'
import { SlashingKeeper, slashingModule } from '../modules/slashing/index.js'
import { moduleAddress, type AccountKeeper } from '../modules/auth/index.js'
import type { BankKeeper } from '../modules/bank/index.js'
import type { Queriers } from '../modules/wasm/index.js'

/** Module accounts of staking, distribution and governance. Source: cosmos-sdk simapp `maccPerms`. */
export const STAKING_ACCOUNTS = {
  bonded_tokens_pool: ['burner', 'staking'],
  not_bonded_tokens_pool: ['burner', 'staking'],
  distribution: [],
  gov: ['burner'],
} as const

/** Staking, distribution and governance, wired. */
export interface StakingParts {
  readonly staking: StakingKeeper
  readonly distribution: DistributionKeeper
  readonly slashing: SlashingKeeper
  readonly gov: GovKeeper
  readonly modules: readonly Module[]
  /** What contracts can query of staking and distribution. */
  readonly queriers: Queriers
}

/** The hooks of several modules, called in their order. Source: cosmos-sdk x/staking/types/hooks.go `MultiStakingHooks`. */
const allHooks = (...hooks: readonly Partial<StakingHooks>[]): StakingHooks => ({
  afterValidatorCreated: (...of) => hooks.forEach((one) => one.afterValidatorCreated?.(...of)),
  afterValidatorRemoved: (...of) => hooks.forEach((one) => one.afterValidatorRemoved?.(...of)),
  afterValidatorBonded: (...of) => hooks.forEach((one) => one.afterValidatorBonded?.(...of)),
  beforeValidatorSlashed: (...of) => hooks.forEach((one) => one.beforeValidatorSlashed?.(...of)),
  beforeDelegationCreated: (...of) => hooks.forEach((one) => one.beforeDelegationCreated?.(...of)),
  beforeDelegationSharesModified: (...of) => hooks.forEach((one) => one.beforeDelegationSharesModified?.(...of)),
  afterDelegationModified: (...of) => hooks.forEach((one) => one.afterDelegationModified?.(...of)),
})

/** @param options.authority bech32 address of the gov module @param options.denom the denomination of bonds and deposits @param options.externalPool the account of the module that has the community pool @param options.hooks instead of those of distribution and slashing @param options.furtherHooks called after those @param options.maxMetadata of proposals, in bytes */
export function stakingParts(options: {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly authority: string
  readonly denom: string
  readonly externalPool?: string | undefined
  readonly baseDenom?: string
  readonly router: () => Router
  readonly evidenceParams: () => EvidenceParams
  readonly hooks?: (distribution: DistributionKeeper) => StakingHooks
  readonly furtherHooks?: Partial<StakingHooks> | undefined
  readonly maxMetadata?: number | undefined
  readonly routesTexts?: boolean | undefined
}): StakingParts {
  const distribution = new DistributionKeeper({
    ...options,
    staking: {
      validator: getValidator,
      validatorByConsensus,
      delegation: getDelegation,
      delegations: delegationsBy,
      tokensOfShares,
      tokensOfSharesTruncated,
    },
  })
  const slashing = new SlashingKeeper({
    ...options,
    staking: {
      validator: getValidator,
      validatorByConsensus,
      allValidators,
      delegation: getDelegation,
      tokensOfShares,
      consensusAddress,
      slash: (...of) => slash(staking, ...of),
      jail,
      unjail,
    },
  })
  const { hooks = () => allHooks(distribution.hooks, slashing.hooks, options.furtherHooks ?? {}) } = options
  const staking = new StakingKeeper({ ...options, hooks: hooks(distribution) })
  const evidence = new EvidenceKeeper({
    staking: { validatorByConsensus },
    slashing,
    params: () => options.evidenceParams(),
  })
  const gov = new GovKeeper({
    ...options,
    staking: { bondedByPower, delegations: delegationsBy, totalBonded: (ctx) => staking.totalBonded(ctx) },
    distribution,
  })
  const { denom } = options
  return {
    staking,
    distribution,
    slashing,
    gov,
    modules: [
      distributionModule(distribution),
      stakingModule(staking, denom),
      slashingModule(slashing),
      evidenceModule(evidence),
      govModule(gov, denom),
    ],
    queriers: { staking: stakingQuerier(distribution), distribution: distributionQuerier(distribution) },
  }
}

/**
 * Genesis states, by module, in which the validators that sign the chain's blocks have self-bonded tokens.
 * @returns only the members that differ from the default states
 */
export function bondedGenesis(
  { prefix, denom }: { readonly prefix: string; readonly denom: string },
  validators: readonly Validator[],
  tokensPerPower: bigint,
): Readonly<Record<string, Readonly<Record<string, Json>>>> {
  const bonded = validators.reduce((sum, { votingPower }) => sum + votingPower * tokensPerPower, 0n)
  const pool = addressText(prefix, moduleAddress('bonded_tokens_pool'))
  return {
    bank: { balances: [{ address: pool, coins: [{ denom, amount: String(bonded) }] }] },
    staking: {
      validators: validators.map(({ address, publicKey, votingPower }, i) => ({
        operator_address: operatorText(prefix, address),
        consensus_pubkey: { '@type': '/cosmos.crypto.ed25519.PubKey', key: toBase64(publicKey) },
        status: 'BOND_STATUS_BONDED',
        tokens: String(votingPower * tokensPerPower),
        delegator_shares: `${votingPower * tokensPerPower}.000000000000000000`,
        description: { moniker: `validator-${i}` },
        commission: { commission_rates: { rate: '0.1', max_rate: '0.2', max_change_rate: '0.01' } },
        min_self_delegation: '1',
      })),
      delegations: validators.map(({ address, votingPower }) => ({
        delegator_address: addressText(prefix, address),
        validator_address: operatorText(prefix, address),
        shares: `${votingPower * tokensPerPower}.000000000000000000`,
      })),
    },
    slashing: {
      signing_infos: validators.map((validator) => {
        const address = addressText(`${prefix}valcons`, validator.address)
        return { address, validator_signing_info: { address } }
      }),
    },
  }
}
