import { GoPanic, type Context } from '../../chain/index.js'
import { decimalOf, decimalTruncate, divideDecimals, divideTruncating } from '../../codec/index.js'
import { ErrInsufficientShares } from './errors.js'
import { Bonded, type Validator } from './records.js'

/** Arithmetic of tokens and shares. Source: cosmos-sdk x/staking/types/validator.go. */

/** Tokens and shares of a validator. */
type Holdings = Pick<Validator, 'tokens' | 'delegatorShares'>

/** Voting power of the validator, or that it would have if bonded. Source: `PotentialConsensusPower`. */
export const potentialPower = ({ release }: Context, { tokens }: Validator): bigint => tokens / release.tokensPerPower
export const consensusPower = (ctx: Context, validator: Validator): bigint =>
  validator.status === Bonded ? potentialPower(ctx, validator) : 0n

/** True when shares exist but all tokens are gone. */
export const hasInvalidRate = ({ tokens, delegatorShares }: Holdings): boolean => tokens === 0n && delegatorShares > 0n

/** @returns a decimal */
export const tokensOfShares = ({ tokens, delegatorShares }: Holdings, shares: bigint): bigint =>
  divideDecimals(shares * tokens, delegatorShares)
export const tokensOfSharesTruncated = ({ tokens, delegatorShares }: Holdings, shares: bigint): bigint =>
  divideTruncating(shares * tokens, delegatorShares)

/** @throws ChainError staking/22 for a validator without tokens */
export function sharesOfTokens({ tokens, delegatorShares }: Holdings, amount: bigint): bigint {
  if (tokens === 0n) throw ErrInsufficientShares.error()
  return (delegatorShares * amount) / tokens
}
/** @throws ChainError staking/22 */
export function sharesOfTokensTruncated({ tokens, delegatorShares }: Holdings, amount: bigint): bigint {
  if (tokens === 0n) throw ErrInsufficientShares.error()
  return divideTruncating(delegatorShares * amount, decimalOf(tokens))
}

/** Source: `AddTokensFromDel`. */
export function withMoreTokens(
  validator: Validator,
  amount: bigint,
): { readonly validator: Validator; readonly shares: bigint } {
  const shares = validator.delegatorShares === 0n ? decimalOf(amount) : sharesOfTokens(validator, amount)
  const tokens = validator.tokens + amount
  return { validator: { ...validator, tokens, delegatorShares: validator.delegatorShares + shares }, shares }
}

/** Removing the last shares takes all tokens. Source: `RemoveDelShares`. */
export function withoutShares(
  validator: Validator,
  shares: bigint,
): { readonly validator: Validator; readonly tokens: bigint } {
  const delegatorShares = validator.delegatorShares - shares
  const tokens = delegatorShares === 0n ? validator.tokens : decimalTruncate(tokensOfShares(validator, shares))
  if (tokens > validator.tokens) throw new GoPanic('attempting to remove more tokens than available in validator')
  return { validator: { ...validator, tokens: validator.tokens - tokens, delegatorShares }, tokens }
}
