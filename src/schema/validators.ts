import { bondedByPower } from '../modules/staking/index.js'
import type { Sandbox } from '../sandbox/internal.js'
import type { Surroundings } from './surroundings.js'

/** Operator addresses of the validators of a chain, and of the other chains. @param key of the chain */
export function validatorsAround(
  { chains }: Pick<Sandbox, 'chains'>,
  key: string,
): Pick<Surroundings, 'validators' | 'remoteValidators'> {
  const all = Object.values(chains).flatMap((chain) =>
    bondedByPower(chain.host.app.context).map(({ operatorAddress }) => ({
      operatorAddress,
      isHere: chain.key === key,
    })),
  )
  const addresses = (here: boolean): readonly string[] =>
    all.filter(({ isHere }) => isHere === here).map(({ operatorAddress }) => operatorAddress)
  return { validators: addresses(true), remoteValidators: addresses(false) }
}
