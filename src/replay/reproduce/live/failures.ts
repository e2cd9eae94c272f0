import { Bech32PrefixResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import { equalBytes, NO_BYTES, UsageError } from '../../../base/index.js'
import { decodeBech32 } from '../../../codec/index.js'
import {
  QueryFailureRequest,
  QueryFailureResponse,
  QueryFailuresRequest,
  QueryFailuresResponse,
  type Failure,
} from '../../../codec/neutron/contractmanager.js'
import { ForkError, type LiveNode, type Refusal } from '../../../fork/index.js'
import { EvidenceError } from '../evidence.js'

const SERVICE = 'neutron.contractmanager'

/** Heights that are asked for at once, in one request. */
const AT_ONCE = 10
const UNKNOWN_PATH = /unknown query path|unknown service/

const one = (contract: string, id: bigint) => ({
  path: `/${SERVICE}.Query/AddressFailure`,
  data: QueryFailureRequest.encode({ address: contract, failureId: id }).finish(),
})

const all = (contract: string) => ({
  path: `/${SERVICE}.Query/AddressFailures`,
  data: QueryFailuresRequest.encode({ address: contract, pagination: undefined }).finish(),
})

const isRefusal = (answer: Uint8Array | Refusal): answer is Refusal => !(answer instanceof Uint8Array)

/** Failures that a live chain keeps now: the first 100 of a contract. @throws EvidenceError for another chain, or one without a contract manager */
export async function failuresNow(node: LiveNode, contract: string, chainId: string): Promise<readonly Failure[]> {
  const [prefix, answer] = await node.queries([
    { path: '/cosmos.auth.v1beta1.Query/Bech32Prefix', data: NO_BYTES, height: 0 },
    { ...all(contract), height: 0 },
  ])
  if (prefix !== undefined && !isRefusal(prefix)) {
    const { bech32Prefix } = Bech32PrefixResponse.decode(prefix)
    if (decodeBech32(contract).prefix !== bech32Prefix)
      throw new UsageError(`${contract} is not an address of ${chainId}, where addresses begin with ${bech32Prefix}1`)
  }
  if (!isRefusal(answer!)) return QueryFailuresResponse.decode(answer!).failures
  if (UNKNOWN_PATH.test(answer.log))
    throw new EvidenceError(
      `${chainId} has no contract manager, which records failed callbacks`,
      [],
      ['right: the RPC of Neutron, or of another chain with its module contractmanager'],
    )
  throw new ForkError('refused', `the node refused to list the failures of ${contract}: ${answer.log}`)
}

/** A failure as it was after a block; undefined if it was not there. @throws ForkError */
export async function failureAt(
  node: LiveNode,
  contract: string,
  id: bigint,
  height: number,
): Promise<Failure | undefined> {
  const [answer] = await node.queries([{ ...one(contract, id), height }])
  return isRefusal(answer!) ? undefined : QueryFailureResponse.decode(answer!).failure
}

/**
 * The block in which a failure that is there now was stored: between one without and one with it, several heights a request.
 * @throws ForkError `pruned` if it is older than the states that the node has
 */
export async function searchHeights(
  node: LiveNode,
  { address, id, sudoPayload }: Failure,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<number> {
  let [without, having] = [first - 1, last]
  // There is no state before the first block, unless the node has forgotten it.
  let isSure = first === 1
  while (having - without > 1) {
    const heights = between(without, having)
    const answers = await node.atHeights(one(address, id), heights)
    for (const [i, height] of heights.entries()) {
      const answer = answers[i]!
      if (height >= having) break
      if (answer !== 'pruned' && !isRefusal(answer) && isSame(QueryFailureResponse.decode(answer).failure)) {
        having = height
        break
      }
      without = height
      isSure = answer !== 'pruned'
    }
  }
  if (isSure) return having
  throw new ForkError('pruned', `failure ${id} is older than the states that the node has`, {
    details: [
      `it was there at height ${having}, the first that the node answers for`,
      'needed: the state before it; right: the endpoint of an archive node, which keeps the states of all heights',
    ],
  })

  function isSame(other: Failure): boolean {
    return equalBytes(other.sudoPayload, sudoPayload)
  }
}

/** Heights that cut a range into parts of one size. */
function between(low: number, high: number): readonly number[] {
  const parts = Math.min(AT_ONCE + 1, high - low)
  return Array.from({ length: parts - 1 }, (_, i) => low + Math.floor(((high - low) * (i + 1)) / parts))
}
