export { stakingModule } from './module.js'
export { stakingQuerier } from './contract.js'
export type { StakingHooks } from './expected.js'
export { delegationsBy, findDelegation, getDelegation, unbondingsBy } from './delegations.js'
export { validatorJson } from './genesis.js'
export { StakingKeeper } from './keeper.js'
export { Bonded, Unbonded } from './records.js'
export { jail, slash, unjail } from './slash.js'
export { tokensOfShares, tokensOfSharesTruncated } from './validator.js'
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
