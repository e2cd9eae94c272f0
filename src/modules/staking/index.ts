export { stakingModule } from './module.js'
export { stakingQuerier } from './contract.js'
export type { StakingHooks } from './expected.js'
export { delegationsBy, getDelegation, unbondingsBy } from './delegations.js'
export { StakingKeeper } from './keeper.js'
export { jail, slash, unjail } from './slash.js'
export { TOKENS_PER_POWER, tokensOfShares, tokensOfSharesTruncated } from './validator.js'
export {
  allValidators,
  bondedByPower,
  consensusAddress,
  consensusKeyOf,
  findValidator,
  getParams,
  getValidator,
  validatorByConsensus,
} from './validators.js'
