import { refuse } from '../../../errors.js'
import { hex, quantity, word } from '../../../hex.js'
import { codeAt } from '../../../state/view.js'
import { required } from '../../table.js'
import { address } from '../../../validate.js'
import type { NodeChain } from '../../../chain/node-chain.js'
import { isPending } from '../../../chain/values.js'
import type { ChainBlock } from '../../../chain/blockchain.js'
import { answers, type Differing } from './differs.js'
import { grpcError, queryInTheFuture } from './errors.js'
import { goString, goStrings } from './go-types.js'
import { mustHave, nextNonce, nodeRef, numbered, stateBlock, type NodeRef } from './refs.js'

const account = required('address', address)
const at = required('block', nodeRef)

/** The block of a query that does not look for its header first. @throws RpcError for a height above the newest */
function queried(chain: NodeChain, ref: NodeRef): ChainBlock {
  const found = stateBlock(chain, numbered(chain, ref))
  if (found === undefined) throw queryInTheFuture()
  return found
}

/** The slot of any text: the hex digits that it begins with, of which the last 32 bytes count. Source: go-ethereum common `HexToHash`. */
function slotOf(text: string): bigint {
  const digits = text.replace(/^0x/i, '')
  const even = digits.length % 2 === 1 ? `0${digits}` : digits
  const read = /^(?:[0-9a-f]{2})*/i.exec(even)![0].slice(-64)
  return read === '' ? 0n : BigInt(`0x${read}`)
}

/** The lowest height with proofs is the one after this. */
const NO_PROOFS_UP_TO = 2n

/** State of accounts. Source: rpc/backend/account_info.go. */
export const STATE: Readonly<Record<string, Differing>> = {
  eth_getBalance: answers([account, at], ({ chain }, address, ref) => {
    const height = numbered(chain, ref)
    mustHave(chain, height)
    return quantity(chain.view(stateBlock(chain, height)!).balance(address))
  }),
  eth_getCode: answers([account, at], ({ chain }, address, ref) =>
    hex(codeAt(chain.view(queried(chain, ref)), address)),
  ),
  eth_getStorageAt: answers([account, required('key', goString), at], ({ chain }, address, key, ref) =>
    word(chain.view(queried(chain, ref)).storage(address, slotOf(key))),
  ),
  eth_getTransactionCount: answers([account, at], ({ chain }, address, ref) => {
    const height = numbered(chain, ref)
    const { head } = chain.blocks
    if (height.kind === 'number' && height.number > head.number)
      throw refuse(
        `cannot query with height in the future (current: ${head.number}, queried: ${height.number}); please provide a valid height: invalid height`,
      )
    if (isPending(height)) return quantity(nextNonce(chain, address))
    return quantity(chain.view(stateBlock(chain, height)!).account(address)?.nonce ?? 0n)
  }),
  eth_getProof: answers([account, required('keys', goStrings), at], ({ chain, runner }, address, keys, ref) => {
    const height = numbered(chain, ref)
    const block = stateBlock(chain, height)
    if (block === undefined) throw refuse('header not found')
    const number = height.kind === 'number' ? height.number : -1n
    // Number 0 means the newest block here, and tags are heights below 0.
    if (number !== 0n && number <= NO_PROOFS_UP_TO) {
      if (number > 0n || keys.length > 0) throw refuse('proof queries at height <= 2 are not supported')
      throw grpcError(
        'Unknown',
        'codespace sdk code 18: invalid request: cannot query with height < 0; please provide a valid height',
      )
    }
    const proof = runner.proof(number === 0n ? chain.blocks.head : block, address, keys.map(slotOf))
    return {
      ...proof,
      storageHash: word(0n),
      storageProof: proof.storageProof.map((one, index) => ({ ...one, key: keys[index] })),
    }
  }),
}
