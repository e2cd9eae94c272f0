import type { Json } from '../../sandbox/internal.js'
import { variantNames, type ContractSchema } from '../../schema/index.js'
import { ACTORS, reference } from '../init/index.js'

const BALANCE = '1000000000000'
const ALLOWANCE = '1000000000'

/** Whether users of a contract can allow others to spend what they have, as of a cw20 token. */
export const hasAllowances = ({ execute }: ContractSchema): boolean => {
  const names = execute === undefined ? [] : variantNames(execute)
  return ['transfer', 'send', 'increase_allowance'].every((name) => names.includes(name))
}

/** The message that instantiates a token, with balances of all actors. Other messages are left as they are. */
export function withHolders(instantiate: Json): Json {
  if (typeof instantiate !== 'object' || instantiate === null || !('initial_balances' in instantiate))
    return instantiate
  const balances = ACTORS.map((name) => ({ address: reference(name), amount: BALANCE }))
  return { ...instantiate, initial_balances: balances }
}

/** For each actor, the messages with which it allows the other actors and the other contracts to spend its tokens. */
export const allowances = (
  token: string,
  labels: readonly string[],
): readonly { readonly from: string; readonly messages: readonly Json[] }[] =>
  ACTORS.map((from) => ({
    from,
    messages: [...ACTORS, ...labels]
      .filter((name) => name !== from && name !== token)
      .map((name) => ({
        execute: {
          contract: token,
          msg: { increase_allowance: { spender: reference(name), amount: ALLOWANCE } },
        },
      })),
  }))
