import type { Json } from '../../base/json-value.js'
import { plainError, type GenesisReader } from '../../chain/index.js'
import { DECIMAL_ONE, decimalText, parseDecimal } from '../../codec/index.js'
import type { Params } from './records.js'

/** A tax of 2% for the community. Source: cosmos-sdk x/distribution/types/params.go. */
export const DEFAULT_PARAMS: Params = {
  communityTax: DECIMAL_ONE / 50n,
  baseProposerReward: 0n,
  bonusProposerReward: 0n,
  withdrawAddrEnabled: true,
}

/** @throws ChainError undefined/1 with Go's text. Source: `Params.ValidateBasic`. */
export function validateParams({ communityTax }: Params): void {
  if (communityTax < 0n) throw plainError(`community tax must be positive: ${decimalText(communityTax)}`)
  if (communityTax > DECIMAL_ONE) throw plainError(`community tax too large: ${decimalText(communityTax)}`)
}

export const paramsJson = (params: Params): Json => ({
  community_tax: decimalText(params.communityTax),
  base_proposer_reward: decimalText(params.baseProposerReward),
  bonus_proposer_reward: decimalText(params.bonusProposerReward),
  withdraw_addr_enabled: params.withdrawAddrEnabled,
})

/** @throws UsageError that names the place */
export function readParams(json: GenesisReader): Params {
  if (json.isAbsent) return DEFAULT_PARAMS
  const decimal = (name: string) => (json.at(name).isAbsent ? 0n : json.at(name).parsed(parseDecimal))
  const params: Params = {
    communityTax: decimal('community_tax'),
    baseProposerReward: decimal('base_proposer_reward'),
    bonusProposerReward: decimal('bonus_proposer_reward'),
    withdrawAddrEnabled: json.at('withdraw_addr_enabled').boolean(),
  }
  json.check(() => validateParams(params))
  return params
}
