import { addressText, parseAccAddress, plainError, rethrowing } from '../../chain/index.js'
import { denomProblem } from '../../codec/index.js'
import type { Factory } from './factory.js'

/** Longest address of a creator, in bytes. */
const MAX_CREATOR = 75

/** The denom of a creator and a subdenom, unchecked. */
export const denomText = ({ prefix, separator }: Factory, creator: string, subdenom: string): string =>
  [prefix, creator, subdenom].join(separator)

/** @throws ChainError of the factory with 8, 9, 5, or undefined/1. Source: neutron x/tokenfactory/types/denoms.go `GetTokenDenom`. */
export function tokenDenom(factory: Factory, creator: string, subdenom: string): string {
  const { errors, maxSubdenom, separator } = factory
  if (Buffer.byteLength(subdenom) > maxSubdenom) throw errors.subdenomTooLong.error()
  if (Buffer.byteLength(creator) > MAX_CREATOR) throw errors.creatorTooLong.error()
  if (creator.includes(separator)) throw errors.invalidCreator.error()
  const denom = denomText(factory, creator, subdenom)
  const problem = denomProblem(denom)
  if (problem !== undefined) throw plainError(problem)
  return denom
}

/** The creator of a denom. @param prefix of addresses @throws ChainError of the factory with 4, or undefined/1. Source: `DeconstructDenom`. */
export function creatorOf(factory: Factory, prefix: string, denom: string): string {
  const { invalidDenom } = factory.errors
  const problem = denomProblem(denom)
  if (problem !== undefined) throw plainError(problem)
  const [first, creator, ...rest] = denom.split(factory.separator)
  if (creator === undefined || rest.length === 0) throw invalidDenom.error(`not enough parts of denom ${denom}`)
  if (first !== factory.prefix)
    throw invalidDenom.error(`denom prefix is incorrect. Is: ${first}.  Should be: ${factory.prefix}`)
  return rethrowing(
    (error) => invalidDenom.error(`Invalid creator address (${error.log})`),
    () => addressText(prefix, parseAccAddress(prefix, creator)),
  )
}
