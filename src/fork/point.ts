import { toHex } from '../base/bytes.js'
import type { ValidatorUpdate } from '../chain/block/validator-set.js'
import { ForkError } from './errors.js'
import { commit, validators } from './node/documents.js'
import type { Document, LiveChain } from './node/live-chain.js'
import type { RpcCall } from './rpc/wire.js'

/** The block after which a fork starts. */
export interface ForkPoint {
  readonly chainId: string
  readonly height: number
  /** Nanoseconds since 1970. */
  readonly time: bigint
  /** Of the state after the block, as the next header has it; undefined if that was not asked for. */
  readonly appHash: Uint8Array | undefined
  /** Validators of the next block, as the chain orders them. */
  readonly validators: readonly ValidatorUpdate[]
}

export const commitCall = (height: number): RpcCall => ({ method: 'commit', params: { height: String(height) } })

const commitAt = (height: number) =>
  ({ name: `commit ${height}`, call: commitCall(height), type: commit }) satisfies Document<unknown>

/** Source: cometbft v0.38 rpc/core/pipe.go `maxPerPage`. */
const PER_PAGE = 100

const validatorsAt = (height: number, page: number) =>
  ({
    name: `validators ${height} ${page}`,
    call: { method: 'validators', params: { height: String(height), page: String(page), per_page: String(PER_PAGE) } },
    type: validators,
  }) satisfies Document<unknown>

/** @param verify whether the header after the block is read too, which commits to its state @throws ForkError */
export function readPoint(chain: LiveChain, height: number, verify: boolean): ForkPoint {
  const [block] = chain.documents([commitAt(height)])
  const next = verify ? chain.documents([commitAt(height + 1)])[0] : undefined
  const { header } = block!.signed_header
  if (header.height !== height || (next !== undefined && next.signed_header.header.height !== height + 1))
    throw new ForkError('forged', `the node answered with another block than that of height ${height}`)
  return {
    chainId: header.chain_id,
    height,
    time: header.time,
    appHash: next?.signed_header.header.app_hash,
    validators: readValidators(chain, height + 1),
  }
}

function readValidators(chain: LiveChain, height: number): readonly ValidatorUpdate[] {
  const [first] = chain.documents([validatorsAt(height, 1)])
  const pages = Math.ceil(first!.total / PER_PAGE)
  const further = Array.from({ length: Math.max(pages - 1, 0) }, (_, i) => validatorsAt(height, i + 2))
  return [first!, ...chain.documents(further)].flatMap((page) =>
    page.validators.map(({ pub_key: key, voting_power: power }) => {
      if (key.type !== 'tendermint/PubKeyEd25519' || key.value.length !== 32)
        throw new ForkError('unknown', `a validator of the chain has a key of type ${key.type}; expected ed25519`, {
          details: [toHex(key.value)],
        })
      return { publicKey: key.value, power }
    }),
  )
}
