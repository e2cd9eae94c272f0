import { equalBytes, toHex, UsageError } from '../../../base/index.js'
import type { Failure } from '../../../codec/neutron/contractmanager.js'
import { ForkError, type FoundTx, type LiveBlock, type LiveEvent, type LiveNode } from '../../../fork/index.js'
import { EvidenceError } from '../evidence.js'
import { failureAt, failuresNow, searchHeights } from './failures.js'
import type { LiveWanted } from './wanted.js'

/** A failure of a live chain, and the block in which it was stored. */
export interface FoundFailure {
  readonly failure: Failure
  /** The full error, as the chain's event has it; undefined if it has none. */
  readonly details: string | undefined
  readonly block: LiveBlock
  /** Position of the transaction in which the callback failed; undefined if it was called by the block itself. */
  readonly index: number | undefined
  /** Whether the chain has it still. */
  readonly isThere: boolean
  /** The last block of the chain. */
  readonly last: number
}

/** A failure as the event describes it. Source: neutron x/contractmanager/ibc_middleware.go. */
interface FailureInEvent {
  readonly contract: string
  readonly id: bigint
  readonly error: string
}

interface Selected {
  readonly contract: string
  readonly id: bigint
  /** Failures that the contract has now, if they were asked for. */
  readonly others?: readonly Failure[]
}

/**
 * Finds a failure and its block: by the events of transactions if the node indexes them, or else by asking for the failure at heights.
 * @param onStep called with the next thing that is done
 * @throws EvidenceError if there is none, or several and none is selected; ForkError; UsageError for an address of another chain
 */
export async function findFailure(
  node: LiveNode,
  wanted: LiveWanted,
  onStep: (text: string) => void = () => {},
): Promise<FoundFailure> {
  onStep(`asking ${node.endpoints[0]}`)
  const reach = await node.reach()
  const place = wanted.hash === undefined ? undefined : await placeOf(node, wanted.hash, reach.chainId)
  const {
    contract,
    id,
    others = [],
  } = place === undefined ? await named(node, wanted, reach.chainId) : selected(place, wanted)
  const now = await failureAt(node, contract, id, 0)
  onStep(`searching the block of failure ${id} of ${contract}`)
  const height = place?.height ?? wanted.height ?? (await indexedHeight(node, contract, id)) ?? (await searched(now))
  const block = await node.block(height)
  const { index, failure: event } = inBlock(block, contract, id, place?.index)
  const failure =
    (await failureAt(node, contract, id, height).catch((error: unknown) => {
      throw prunedBefore(error, block, id)
    })) ?? now
  // Gone within its own block: nothing keeps its message.
  if (failure === undefined)
    throw new EvidenceError(`failure ${id} of ${contract} was resubmitted in the block in which it was stored`, [])
  return {
    failure,
    details: event.error === '' ? undefined : event.error,
    block,
    index,
    isThere: now !== undefined && equalBytes(now.sudoPayload, failure.sudoPayload),
    last: reach.last,
  }

  function searched(failure: Failure | undefined): Promise<number> {
    if (failure !== undefined) return searchHeights(node, failure, reach)
    throw new EvidenceError(
      `${reach.chainId} has no failure ${id} of ${contract}`,
      [],
      [
        ...listed(others, contract),
        'one that was resubmitted is found by its transaction, in a node whose index goes back to it: --rpc URL TRANSACTION_HASH',
      ],
    )
  }
}

/** The error, or where a node lacks the state, one that says which state is needed. */
export function prunedBefore(cause: unknown, { chainId, height }: LiveBlock, id: bigint): unknown {
  if (!(cause instanceof ForkError) || cause.failure !== 'pruned') return cause
  return new ForkError('pruned', `the node no longer has the state of height ${height - 1}, before failure ${id}`, {
    details: [
      `it failed in block ${height} of ${chainId}`,
      cause.shortMessage,
      'right: the endpoint of an archive node, which keeps the states of all heights',
    ],
    cause,
  })
}

/** @throws EvidenceError for a transaction that the node does not know */
async function placeOf(node: LiveNode, hash: Uint8Array, chainId: string): Promise<FoundTx> {
  try {
    return await node.tx(hash)
  } catch (error) {
    if (!(error instanceof ForkError) || error.failure !== 'refused') throw error
    const isOff = /disabled/.test(error.message)
    throw new EvidenceError(
      `the node has no transaction ${toHex(hash).toUpperCase()} of ${chainId}`,
      [],
      [
        error.shortMessage,
        isOff
          ? 'right: the contract and the id of its failure, which are found without an index; or a node with tx_index = "kv"'
          : 'right: the hash of the transaction in which the callback failed, and a node whose index goes back to it',
      ],
    )
  }
}

/** The failure of a transaction. @throws EvidenceError if there is none, or several */
function selected({ events }: FoundTx, { contract, id }: LiveWanted): Selected {
  const failures = failuresIn(events)
  const fitting = failures.filter(
    (one) => (contract === undefined || one.contract === contract) && (id === undefined || one.id === id),
  )
  const [first, ...others] = fitting
  if (first !== undefined && others.length === 0) return first
  if (failures.length === 0) throw new EvidenceError('no callback failed in this transaction', [])
  throw new EvidenceError(
    first === undefined
      ? 'this failure is not of that transaction'
      : 'several callbacks failed in this transaction: select one',
    [],
    [
      ...failures.map((one) => `${one.contract} ${one.id}: ${one.error}`),
      'right: --id N, and --address A if they are of several contracts',
    ],
  )
}

/** The contract and the failure that were named, or its only one. @throws EvidenceError if there is none, or several */
async function named(node: LiveNode, { contract, id }: LiveWanted, chainId: string): Promise<Selected> {
  if (contract === undefined) throw new UsageError('no contract is named')
  const others = await failuresNow(node, contract, chainId)
  if (id !== undefined) return { contract, id, others }
  const [only, ...more] = others
  if (only !== undefined && more.length === 0) return { contract, id: only.id, others }
  throw new EvidenceError(
    only === undefined ? `${contract} has no failures on ${chainId}` : 'there are several failures: select one',
    [],
    only === undefined
      ? ['right: the contract that was called back; or the hash of the transaction, for a failure that was resubmitted']
      : [...listed(others, contract), `right: ${contract} N`],
  )
}

const listed = (failures: readonly Failure[], contract: string): readonly string[] =>
  failures.length === 0 ? [`${contract} has no failures now`] : failures.map(({ id, error }) => `${id}: ${error}`)

/** The newest height of which the node's index says that the failure was stored there; undefined without an index. */
async function indexedHeight(node: LiveNode, contract: string, id: bigint): Promise<number | undefined> {
  const query = `sudo._contract_address='${contract}' AND sudo.failure_id='${id}'`
  try {
    const txs = await node.searchTxs(query)
    const found = txs.find(({ events }) => failuresIn(events).some((one) => one.contract === contract && one.id === id))
    if (found !== undefined) return found.height
    return (await node.searchBlocks(query))[0]
  } catch (error) {
    if (error instanceof ForkError && error.failure === 'refused') return undefined
    throw error
  }
}

/** Where in its block a callback failed. @throws EvidenceError if it is another block's */
function inBlock(
  { height, results, events }: LiveBlock,
  contract: string,
  id: bigint,
  known: number | undefined,
): { readonly index: number | undefined; readonly failure: FailureInEvent } {
  const find = (of: readonly LiveEvent[]) => failuresIn(of).find((one) => one.contract === contract && one.id === id)
  for (const [index, result] of results.entries()) {
    const found = known === undefined || known === index ? find(result.events) : undefined
    if (found !== undefined) return { index, failure: found }
  }
  const found = find(events)
  if (found !== undefined) return { index: undefined, failure: found }
  const others = [...results.flatMap((result) => failuresIn(result.events)), ...failuresIn(events)]
  throw new EvidenceError(
    `failure ${id} of ${contract} was not stored in block ${height}`,
    [],
    [
      ...others.map((one) => `this one was: ${one.contract} ${one.id}: ${one.error}`),
      'right: --height N of the block in which the callback failed, or none, so that it is searched for',
    ],
  )
}

function failuresIn(events: readonly LiveEvent[]): readonly FailureInEvent[] {
  return events.flatMap(({ type, attributes }) => {
    const [contract, id] = [attributes.get('_contract_address'), attributes.get('failure_id')]
    return type === 'sudo' && contract !== undefined && id !== undefined && /^\d{1,20}$/.test(id)
      ? [{ contract, id: BigInt(id), error: attributes.get('error') ?? '' }]
      : []
  })
}
