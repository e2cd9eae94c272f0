import type { Validator } from 'cosmjs-types/tendermint/types/validator'
import type { Commit, Header } from 'cosmjs-types/tendermint/types/types'
import { ForkError } from '../errors.js'
import type { RpcCall } from '../rpc/wire.js'
import { commit, PER_PAGE, validators } from './documents.js'
import type { Document, LiveChain } from './live-chain.js'
import { own } from '../../base/index.js'

/** A header with the signatures over it, as a node sent them: only the height is checked. */
export interface GivenBlock {
  readonly header: Header
  readonly commit: Commit
}

export const commitCall = (height: number): RpcCall => ({ method: 'commit', params: { height: String(height) } })

export const commitDocument = (height: number) =>
  ({ name: `commit ${height}`, call: commitCall(height), type: commit }) satisfies Document<unknown>

const validatorsDocument = (height: number, page: number) =>
  ({
    name: `validators ${height} ${page}`,
    call: { method: 'validators', params: { height: String(height), page: String(page), per_page: String(PER_PAGE) } },
    type: validators,
  }) satisfies Document<unknown>

/** Blocks at several heights, read at once. @throws ForkError */
export function readBlocks(chain: LiveChain, heights: readonly number[]): readonly GivenBlock[] {
  return chain.documents(heights.map(commitDocument)).map(({ signed_header: block }, i) => {
    if (block.header.height !== BigInt(heights[i]!))
      throw new ForkError('forged', `the node answered with another block than that of height ${heights[i]}`, {
        details: [`received: height ${block.header.height}`],
      })
    return block
  })
}

/** The validators of a block, as the chain orders them, with the addresses that the node says. @throws ForkError */
export function readValidators(chain: LiveChain, height: number): readonly Validator[] {
  const [first] = chain.documents([validatorsDocument(height, 1)])
  const pages = Math.ceil(first!.total / PER_PAGE)
  const further = Array.from({ length: pages - 1 }, (_, i) => validatorsDocument(height, i + 2))
  const all = [first!, ...chain.documents(further)].flatMap((page) => page.validators)
  if (all.length !== first!.total)
    throw new ForkError('forged', `the node speaks of ${first!.total} validators and names ${all.length}`)
  return all.map(({ address, pub_key: { type, value }, voting_power: votingPower, proposer_priority }) => {
    const kind = own(KINDS, type)
    if (kind === undefined)
      throw new ForkError('unknown', `a validator of the chain has a key of type ${JSON.stringify(type)}`, {
        details: [`known types: ${Object.keys(KINDS).join(', ')}`],
      })
    return { address, pubKey: { [kind]: value }, votingPower, proposerPriority: proposer_priority }
  })
}

/** Source: cometbft v0.38 crypto/ed25519, crypto/secp256k1 `PubKeyName`. */
const KINDS: Readonly<Record<string, 'ed25519' | 'secp256k1'>> = {
  'tendermint/PubKeyEd25519': 'ed25519',
  'tendermint/PubKeySecp256k1': 'secp256k1',
}
