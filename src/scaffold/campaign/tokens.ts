import type { Json } from '../../sandbox/internal.js'
import { variantNames, type ContractSchema } from '../../schema/index.js'
import { nftOf } from '../../fuzz/internal.js'
import { ACTORS, reference } from '../init/index.js'

const BALANCE = '1000000000000'
const ALLOWANCE = '1000000000'

/** Whether users of a contract can allow others to spend what they have, as of a cw20 token. */
export const hasAllowances = ({ execute }: ContractSchema): boolean => {
  const names = execute === undefined ? [] : variantNames(execute)
  return ['transfer', 'send', 'increase_allowance'].every((name) => names.includes(name))
}

/** Whether a contract is a collection of tokens (cw721). */
export const isCollectionOf = ({ execute }: ContractSchema): boolean => {
  const names = execute === undefined ? [] : variantNames(execute)
  return ['transfer_nft', 'send_nft', 'approve_all', 'mint'].every((name) => names.includes(name))
}

/** How many tokens of a collection each actor gets. */
const NFTS = [1, 2, 3] as const

/** For each actor, the messages with which the minter gives it tokens of a collection, and with which it lets the other contracts take them. */
export const nfts = (collection: string, labels: readonly string[]): readonly (readonly [from: string, Json])[] => {
  const to = (msg: Json): Json => ({ execute: { contract: collection, msg } })
  const [minter] = ACTORS
  return ACTORS.flatMap((owner) => [
    ...NFTS.map((number) => {
      const mint = { token_id: nftOf(owner, number), owner: reference(owner), token_uri: null, extension: {} }
      return [minter, to({ mint })] as const
    }),
    ...labels
      .filter((label) => label !== collection)
      .map((label) => [owner, to({ approve_all: { operator: reference(label), expires: null } })] as const),
  ])
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
