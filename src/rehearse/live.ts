import { toBase64, UsageError } from '../base/index.js'
import { KINDS, type Surface } from '../app/index.js'
import { decodeBech32 } from '../codec/index.js'
import { ForkError, LiveNode, MAX_FOUND, type FoundTx } from '../fork/index.js'
import { checkFixture } from '../replay/internal.js'
import type { RehearsedStory } from './rehearse.js'

/** Which transactions of a live chain are rehearsed, and how the chain is read. */
export interface LiveTxsOptions {
  /** Endpoints of its RPC. */
  readonly rpc: readonly string[]
  /** How many of the newest transactions: {@link MAX_LAST} at most. */
  readonly last: number
  /** Folder of what was read; the usual one if undefined. */
  readonly cache?: string | undefined
  readonly onStep?: (text: string) => void
}

/** The most transactions that can be rehearsed. */
export const MAX_LAST = MAX_FOUND

/** Events of wasmd for calls of a contract. Source: wasmd x/wasm/types/events.go. */
const CALLS = ['execute', 'instantiate', 'migrate', 'sudo', 'reply'] as const
const NANOSECOND = 1n

/**
 * The blocks of a live chain with the last transactions that called a contract, the oldest first: each as a fixture that starts with the state before the
 * block, and runs its transactions up to the last of the contract's.
 * @throws UsageError for an address of no contract, or one without transactions; ForkError if the chain cannot be read
 */
export async function* liveStories(
  contract: string,
  from: Surface,
  options: LiveTxsOptions,
): AsyncGenerator<RehearsedStory> {
  const { rpc, cache, onStep = () => {} } = options
  checkAddress(contract, from)
  const node = new LiveNode(rpc)
  onStep(`asking ${node.endpoints[0]}`)
  const { chainId } = await node.reach()
  const blocks = lastInBlocks(await lastTxs(node, contract, chainId, options.last))
  for (const [height, index] of blocks) {
    onStep(`reading block ${height}`)
    const block = await node.block(height)
    const before = await node.block(height - 1)
    const fork = {
      rpc: [...rpc],
      chainId,
      height: String(height - 1),
      ...(cache !== undefined && { cache }),
    }
    const txs = { [from.kind]: block.txs.slice(0, index + 1).map(toBase64) }
    const name = `block ${height}`
    yield {
      name,
      file: name,
      codes: block.results.slice(0, index + 1).map(({ code }) => code),
      fixture: checkFixture(
        {
          sudobox: 1,
          title: name,
          options: { chains: { [from.kind]: { kind: from.kind, fork } } },
          steps: [
            {
              do: {
                action: 'produce',
                nanoseconds: String(atLeast(block.time - before.time)),
                txs,
                signatures: 'believed',
              },
            },
          ],
        },
        name,
      ),
    }
  }
}

const atLeast = (nanoseconds: bigint): bigint => (nanoseconds > 0n ? nanoseconds : NANOSECOND)

/** The newest transactions that called it, of which each may do so in several ways. */
async function lastTxs(node: LiveNode, contract: string, chainId: string, last: number): Promise<readonly FoundTx[]> {
  const found = new Map<string, FoundTx>()
  for (const event of CALLS)
    for (const tx of await searched(node, `${event}._contract_address='${contract}'`, last))
      found.set(`${tx.height}/${tx.index}`, tx)
  if (found.size === 0)
    throw new UsageError(`${chainId} has no transaction that called ${contract}`, {
      details: [
        'right: the address of a contract, and a node whose index goes back to its transactions (tx_index = "kv")',
      ],
    })
  return [...found.values()].sort((a, b) => b.height - a.height || b.index - a.index).slice(0, last)
}

async function searched(node: LiveNode, query: string, last: number): Promise<readonly FoundTx[]> {
  try {
    return await node.searchTxs(query, last)
  } catch (error) {
    if (!(error instanceof ForkError) || error.failure !== 'refused') throw error
    throw new ForkError('refused', 'the node cannot search for transactions', {
      details: [error.shortMessage, 'right: a node that indexes transactions (tx_index = "kv")'],
      cause: error,
    })
  }
}

/** By height, the oldest first: the last of the transactions in each block. */
function lastInBlocks(txs: readonly FoundTx[]): readonly (readonly [height: number, index: number])[] {
  const blocks = new Map<number, number>()
  for (const { height, index } of txs) blocks.set(height, Math.max(index, blocks.get(height) ?? 0))
  return [...blocks].sort(([a], [b]) => a - b)
}

/** @throws UsageError for a text that is no address */
function checkAddress(text: string, { kind }: Surface): void {
  try {
    decodeBech32(text)
  } catch (cause) {
    throw new UsageError(`${JSON.stringify(text.slice(0, 80))} is not the address of a contract`, {
      details: [`right: sudobox rehearse --rpc URL ${KINDS[kind].defaults.prefix}1… --last 10 --to RELEASE`],
      cause,
    })
  }
}
