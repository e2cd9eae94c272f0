import { addressText, parseAccAddress } from '../../chain/address.js'
import { plainError, rethrowing } from '../../chain/errors.js'
import { denomProblem } from '../../codec/coins.js'
import { ErrCreatorTooLong, ErrInvalidCreator, ErrInvalidDenom, ErrSubdenomTooLong } from './errors.js'

/** Longest subdenom, and longest address of a creator, in bytes. */
const MAX_SUBDENOM = 44
const MAX_CREATOR = 75

/** `factory/{creator}/{subdenom}`. @throws ChainError tokenfactory/8, 9, 5, undefined/1. Source: neutron x/tokenfactory/types/denoms.go `GetTokenDenom`. */
export function tokenDenom(creator: string, subdenom: string): string {
  if (Buffer.byteLength(subdenom) > MAX_SUBDENOM) throw ErrSubdenomTooLong.error()
  if (Buffer.byteLength(creator) > MAX_CREATOR) throw ErrCreatorTooLong.error()
  if (creator.includes('/')) throw ErrInvalidCreator.error()
  const denom = `factory/${creator}/${subdenom}`
  const problem = denomProblem(denom)
  if (problem !== undefined) throw plainError(problem)
  return denom
}

/** The creator of a denom. @throws ChainError tokenfactory/4, undefined/1. Source: `DeconstructDenom`. */
export function creatorOf(prefix: string, denom: string): string {
  const problem = denomProblem(denom)
  if (problem !== undefined) throw plainError(problem)
  const [first, creator, ...rest] = denom.split('/')
  if (creator === undefined || rest.length === 0) throw ErrInvalidDenom.error(`not enough parts of denom ${denom}`)
  if (first !== 'factory') throw ErrInvalidDenom.error(`denom prefix is incorrect. Is: ${first}.  Should be: factory`)
  return rethrowing(
    (error) => ErrInvalidDenom.error(`Invalid creator address (${error.log})`),
    () => addressText(prefix, parseAccAddress(prefix, creator)),
  )
}
