import { toHex, UsageError } from '../base/index.js'
import { MemoryCache, type ForkCache } from './cache/cache.js'
import { CopiedCache } from './cache/copied-cache.js'
import { earlierCaches, endpointDocument, openCache, usualCacheFolder } from './cache/place.js'
import { ForkError } from './errors.js'
import { Fork } from './fork.js'
import { resultOf, unreadable } from './node/abci.js'
import { commit, status } from './node/documents.js'
import { LiveChain } from './node/live-chain.js'
import type { ForkOptions } from './options.js'
import { commitCall, commitDocument } from './node/blocks.js'
import { readPoint } from './point.js'
import { BlockingRpc } from './rpc/blocking-rpc.js'
import { assertUrl, RPC_SETTINGS } from './rpc/settings.js'

/**
 * Opens the state of a live chain after one block. What the cache has of that height is not read again.
 * @throws UsageError for contradictory options; ForkError
 */
export function openFork(options: ForkOptions): Fork {
  const { rpc: endpoints, verify = false, trusted, onProgress } = options
  for (const endpoint of endpoints) assertUrl(endpoint)
  if (trusted !== undefined && !verify)
    throw new UsageError('a trusted block is of use only where headers are verified', {
      details: ['right: verify: true next to it'],
    })
  const rpc =
    endpoints.length === 0
      ? undefined
      : new BlockingRpc({
          endpoints,
          perSecond: options.requestsPerSecond,
          ...RPC_SETTINGS,
        })
  const { cache: found, height, hash } = findCache(options, rpc)
  const cache = new CopiedCache(found)
  let fork: Fork | undefined
  const report = () => {
    if (fork !== undefined && rpc !== undefined)
      onProgress?.({ chainId: fork.point.chainId, height, requests: rpc.requests, rows: fork.rows })
  }
  const check = rpc && hash === undefined ? () => assertSame(cache, rpc, height) : undefined
  const chain = new LiveChain(cache, rpc, check, report)
  const point = readPoint(chain, height, verify && { from: trusted })
  if (options.chainId !== undefined && options.chainId !== point.chainId)
    throw new ForkError('unknown', `the live chain is ${point.chainId}, and ${options.chainId} was expected`)
  for (const endpoint of endpoints)
    if (found.document(endpointDocument(endpoint)) !== true) found.keepDocument(endpointDocument(endpoint), true)
  if (cache.document(HEIGHT) === undefined) cache.keepDocument(HEIGHT, height)
  fork = new Fork(point, chain, cache, verify)
  return fork
}

interface Found {
  readonly cache: ForkCache
  readonly height: number
  /** Hash of the block, if it was read from the node. */
  readonly hash: string | undefined
}

/** The cache of the height: one that an earlier run filled, without a request; or that of the node's block there. */
function findCache(
  { rpc: endpoints, chainId, height, cache: place, verify = false }: ForkOptions,
  rpc: BlockingRpc | undefined,
): Found {
  const root = place === false ? undefined : (place ?? usualCacheFolder())
  const earlier =
    root === undefined || (height === undefined && rpc !== undefined)
      ? []
      : earlierCaches(root, { chainId, height }, endpoints, { proven: verify, readOnly: rpc === undefined })
  if (earlier.length === 1) {
    const [cache] = earlier
    const at = height ?? cachedHeight(cache!)
    if (at !== undefined && readCommit(cache!, at) !== undefined) return { cache: cache!, height: at, hash: undefined }
  }
  if (rpc === undefined)
    throw new ForkError(
      'offline',
      `there is no cache of the fork${height === undefined ? '' : ` at height ${height}`}`,
      {
        details: [
          `searched: ${root ?? 'nowhere'}`,
          ...(earlier.length > 1 ? ['there are several: name `chainId`, `height`, or both'] : []),
        ],
      },
    )
  const at = height ?? latest(rpc) - (verify ? 1 : 0)
  if (at < 1) throw new ForkError('unknown', 'the chain has not made enough blocks yet')
  const block = blockAt(rpc, at)
  const cache = root === undefined ? new MemoryCache() : openCache(root, { ...block, height: at }, verify)
  return { cache, height: at, hash: block.hash }
}

/** The height that a cache is of. */
function cachedHeight(cache: ForkCache): number | undefined {
  const value = cache.document(HEIGHT)
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined
}
const HEIGHT = 'height'

function latest(rpc: BlockingRpc): number {
  const [answer] = rpc.call([{ method: 'status', params: {} }])
  const parsed = status.safeParse(resultOf(answer!, 'status'))
  if (!parsed.success) throw unreadable('status')
  return parsed.data.sync_info.latest_block_height
}

interface BlockName {
  readonly chainId: string
  /** In hex. */
  readonly hash: string
}

function blockAt(rpc: BlockingRpc, height: number): BlockName {
  const [answer] = rpc.call([commitCall(height)])
  const name = nameOf(resultOf(answer!, `the block of height ${height}`))
  if (name === undefined) throw unreadable('commit')
  return name
}

/** Undefined if the cache has no such block, or nothing that can be read. */
const readCommit = (cache: ForkCache, height: number): BlockName | undefined =>
  nameOf(cache.document(commitDocument(height).name))

function nameOf(response: unknown): BlockName | undefined {
  const parsed = commit.safeParse(response)
  if (!parsed.success) return undefined
  const { header, commit: signed } = parsed.data.signed_header
  return { chainId: header.chainId, hash: toHex(signed.blockId.hash) }
}

/** Before anything is added to a cache that was found without a request. @throws ForkError `forged` when the node has another block there */
function assertSame(cache: ForkCache, rpc: BlockingRpc, height: number): void {
  const known = readCommit(cache, height)
  if (known === undefined) return
  const { chainId, hash } = blockAt(rpc, height)
  if (chainId === known.chainId && hash === known.hash) return
  throw new ForkError('forged', `the node has another block of height ${height} than the cache`, {
    details: [
      `cache: ${known.chainId} ${known.hash}`,
      `node: ${chainId} ${hash}`,
      'right: for a chain that was started anew, another folder for the cache, or none',
    ],
  })
}
