import type { ChainBlock } from '../../../chain/blockchain.js'
import type { NodeChain } from '../../../chain/node-chain.js'
import { LATEST, type BlockRef } from '../../../chain/values.js'
import { refuse } from '../../../errors.js'
import type { Hex } from '../../../hex.js'
import { Mismatch, hash32, maybe, object, type Validator } from '../../../validate.js'
import { UNSPECIFIED, heightAboveHead } from './errors.js'

/** A block as a request of this profile names it: `unspecified` is an object without number and hash. */
export type NodeRef = BlockRef | { readonly kind: 'unspecified' }

/** Heights are int64 in Go. */
const HIGHEST = (1n << 63n) - 1n
const HIGHEST_UNSIGNED = (1n << 64n) - 1n

const PENDING: BlockRef = { kind: 'tag', tag: 'pending' }
const EARLIEST: BlockRef = { kind: 'tag', tag: 'earliest' }

/** Source: go-ethereum common/hexutil `DecodeUint64`. */
function hexNumber(text: string, path: string): bigint {
  if (text === '') throw new Mismatch(path, 'empty hex string')
  if (!/^0x/i.test(text)) throw new Mismatch(path, 'hex string without 0x prefix')
  const digits = text.slice(2)
  if (digits === '') throw new Mismatch(path, 'hex string "0x"')
  if (digits.length > 1 && digits.startsWith('0')) throw new Mismatch(path, 'hex number with leading zero digits')
  if (digits.length > 16) throw new Mismatch(path, 'hex number > 64 bits')
  if (!/^[0-9a-f]+$/i.test(digits)) throw new Mismatch(path, 'invalid hex string')
  return BigInt(text)
}

/** Whole numbers as Go writes them, apart from hex, and how many letters their prefix has. */
const WHOLE: readonly (readonly [RegExp, string, number])[] = [
  [/^0[bB][01]+$/, '0b', 2],
  [/^0[oO][0-7]+$/, '0o', 2],
  [/^0[0-7]+$/, '0o', 1],
  [/^(?:0|[1-9]\d*)$/, '', 0],
]

/** The number in a text without 0x; 0 for a text that is no number. Source: github.com/spf13/cast `ToUint64`. */
function looseNumber(text: string): bigint {
  const whole = text.replace(/^(.+?)\.0*$/, '$1').replace(/^\+/, '')
  const form = WHOLE.find(([pattern]) => pattern.test(whole))
  if (form === undefined) return 0n
  const number = BigInt(form[1] + whole.slice(form[2]))
  return number > HIGHEST_UNSIGNED ? 0n : number
}

/** A number or a tag, whatever its type in JSON. Source: rpc/types/block.go `BlockNumber`. */
export const nodeNumber: Validator<BlockRef> = (value, path) => {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim()
  if (text === 'earliest') return EARLIEST
  if (text === 'latest' || text === 'finalized' || text === 'safe') return LATEST
  if (text === 'pending') return PENDING
  const number = text === '' || /^0x/i.test(text) ? hexNumber(text, path) : looseNumber(text)
  if (number > HIGHEST) throw new Mismatch(path, 'block number larger than int64')
  return { kind: 'number', number }
}

const members = object({
  blockNumber: (value, path) => (value === undefined || value === null ? undefined : nodeNumber(value, path)),
  blockHash: maybe(hash32),
})

function refOfObject(value: unknown, path: string): NodeRef {
  let read: ReturnType<typeof members>
  try {
    read = members(value ?? {}, path)
  } catch {
    throw new Mismatch(path, 'json: cannot unmarshal object into Go value of type string')
  }
  const { blockNumber, blockHash: hash } = read
  if (blockNumber !== undefined && hash !== undefined)
    throw new Mismatch(path, 'cannot specify both BlockHash and BlockNumber, choose one or the other')
  return hash !== undefined ? { kind: 'hash', hash } : (blockNumber ?? { kind: 'unspecified' })
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value

/** A number, a tag other than `safe`, a hash, or an object with one of them. Source: rpc/types/block.go `BlockNumberOrHash`. */
export const nodeRef: Validator<NodeRef> = (value, path) => {
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return refOfObject(value, path)
  if (typeof value !== 'string')
    throw new Mismatch(path, `json: cannot unmarshal ${kindOf(value)} into Go value of type string`)
  if (value === 'earliest') return EARLIEST
  if (value === 'latest' || value === 'finalized') return LATEST
  if (value === 'pending') return PENDING
  if (value.length === 66) {
    if (!/^0x/i.test(value)) throw new Mismatch(path, 'hex string without 0x prefix')
    if (!/^0x[0-9a-f]{64}$/i.test(value)) throw new Mismatch(path, 'invalid hex string')
    return { kind: 'hash', hash: value.toLowerCase() as `0x${string}` }
  }
  const number = hexNumber(value, path)
  if (number > HIGHEST) throw new Mismatch(path, `uint64 value ${number} cannot exceed ${HIGHEST}: invalid height`)
  return { kind: 'number', number }
}

/** The lowest block that a node has: no chain has a block 0. */
export const lowest = ({ blocks }: NodeChain): ChainBlock =>
  blocks.lowest.number > 1n ? blocks.lowest : (blocks.at(1n) ?? blocks.genesis)

/** The block of a number or tag, where `pending` is the newest; undefined above it. */
export function blockAt(chain: NodeChain, ref: BlockRef): ChainBlock | undefined {
  const { blocks } = chain
  if (ref.kind === 'hash') return blocks.withHash(ref.hash)
  if (ref.kind === 'tag') return ref.tag === 'earliest' ? lowest(chain) : blocks.head
  return ref.number === 0n ? lowest(chain) : blocks.at(ref.number)
}

/**
 * A reference with its hash, if it is one, as a number. Source: rpc/backend/comet_to_eth.go `BlockNumberFromComet`.
 * @throws RpcError for an unknown hash, and when nothing is specified
 */
export function numbered({ blocks }: NodeChain, ref: NodeRef): Exclude<BlockRef, { kind: 'hash' }> {
  if (ref.kind === 'unspecified') throw refuse(UNSPECIFIED)
  if (ref.kind !== 'hash') return ref
  const found = blocks.withHash(ref.hash)
  if (found === undefined) throw refuse(`header not found for hash ${ref.hash}`)
  return { kind: 'number', number: found.number }
}

/** The nonce of an account's next transaction, as far as the node knows: what waits in the pool of the app counts for none. Source: rpc/backend/utils.go `getAccountNonce`. */
export const nextNonce = (chain: NodeChain, address: Hex): bigint =>
  chain.view(chain.blocks.head).account(address)?.nonce ?? 0n

/** The block of a number or tag. @throws RpcError above the newest */
export function mustHave(chain: NodeChain, ref: Exclude<NodeRef, { kind: 'unspecified' }>): ChainBlock {
  const found = blockAt(chain, ref)
  if (found !== undefined) return found
  if (ref.kind === 'hash') throw refuse(`block not found for hash ${ref.hash}`)
  throw heightAboveHead((ref as { readonly number: bigint }).number, chain.blocks.head.number)
}

/** The block after which state is read: for `earliest` the newest, since queries take it for no height. */
export const stateBlock = (chain: NodeChain, ref: BlockRef): ChainBlock | undefined =>
  ref.kind === 'tag' ? chain.blocks.head : blockAt(chain, ref)
