export { ErrNoValidatorFound } from './errors.js'
export { stakingModule } from './module.js'
export { stakingQuerier } from './contract.js'
export type { StakingHooks } from './expected.js'
export {
  delegationsBy,
  findDelegation,
  findRedelegation,
  getDelegation,
  isReceiving,
  unbondingsBy,
} from './delegations.js'
export { validatorJson } from './genesis.js'
export { StakingKeeper } from './keeper.js'
export {
  Bonded,
  decodeDelegation,
  decodeEntry,
  decodeRedelegation,
  decodeUnbonding,
  decodeValidator,
  Unbonded,
  type Entry,
  type Redelegation,
  type Validator,
} from './records.js'
export { jail, slash, unjail } from './slash.js'
export { sharesOfTokens, tokensOfShares, tokensOfSharesTruncated } from './validator.js'
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
