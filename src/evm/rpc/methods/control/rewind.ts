import type { ChainBlock } from '../../../chain/blockchain.js'
import type { EvmChain } from '../../../chain/evm-chain.js'
import { quantity, unhex, type Hex } from '../../../hex.js'
import { refuse } from '../../../execution/refusal.js'
import { decodeTransaction, type SignedTransaction } from '../../../chain/transaction.js'
import { transactionRequest, type TransactionRequest } from '../../request.js'
import { method, optional, required, type Method } from '../../table.js'
import { Mismatch, any, array, data, maybe, numeric, object, string, type Validator } from '../../validate.js'
import { invalidParams } from '../../errors.js'
import { complete, sign } from '../transactions.js'
import { alike, command, every } from './spelling.js'

/**
 * The block that is this many below the head. Source of the text: Anvil 1.7.1, crates/anvil/src/eth/api.rs.
 * @throws RpcError when there are fewer, or when one of those above it is a block of the chain beside this one.
 */
function below(chain: EvmChain, depth: bigint, what: 'Rollback' | 'Reorg'): ChainBlock {
  const { head } = chain.blocks
  if (depth > head.number)
    throw invalidParams(
      `${what} depth must not exceed current chain height: current height ${head.number}, depth ${depth}`,
    )
  for (let number = head.number; number > head.number - depth; number -= 1n)
    if (chain.blocks.at(number)!.isFollowed)
      throw refuse(
        `block ${number} is one of the chain beside this node, which does not go back: sandbox.snapshot() and sandbox.restore() take back both`,
      )
  return chain.blocks.at(head.number - depth)!
}

/** Goes back, and the clock with it, unless the chain beside this one tells the time. */
function rollback(chain: EvmChain, target: ChainBlock): void {
  chain.returnTo(target)
  const { timestamp } = target.block.header
  if (chain.host === undefined) chain.time.set(timestamp, timestamp)
}

/** A transaction, signed or to be, and in which of the new blocks it stands. */
const placed: Validator<{ readonly transaction: Hex | TransactionRequest; readonly index: bigint }> = (value, path) => {
  const pair = array(any, 2)(value, path)
  if (pair.length !== 2) throw new Mismatch(path, 'want a transaction and the number of a block')
  const [transaction, index] = pair
  return {
    transaction:
      typeof transaction === 'string' ? data(transaction, `${path}[0]`) : transactionRequest(transaction, `${path}[0]`),
    index: numeric(index, `${path}[1]`),
  }
}

/** The transactions of each new block, signed. Nonces count from what they were at the block that is gone back to. */
async function prepared(
  chain: EvmChain,
  target: ChainBlock,
  given: readonly ReturnType<typeof placed>[],
): Promise<ReadonlyMap<bigint, readonly SignedTransaction[]>> {
  const view = chain.view(target)
  const nonces = new Map<string, bigint>()
  const byBlock = new Map<bigint, SignedTransaction[]>()
  for (const { transaction, index } of [...given].sort((a, b) => Number(a.index - b.index))) {
    const block = byBlock.get(index) ?? []
    byBlock.set(index, block)
    if (typeof transaction === 'string') {
      block.push(decodeTransaction(unhex(transaction), chain.poolContext().common))
      continue
    }
    const from = transaction.from ?? chain.keystore.addresses()[0]
    if (from === undefined) throw refuse('no signer available')
    const nonce = nonces.get(from) ?? view.account(from)?.nonce ?? 0n
    nonces.set(from, nonce + 1n)
    block.push(sign(chain, await complete(chain, { ...transaction, from, nonce: transaction.nonce ?? nonce })))
  }
  return byBlock
}

/** The way back. */
export const rewindMethods: readonly Method[] = [
  ...alike(['evm_snapshot', 'anvil_snapshot'], {
    changes: true,
    doc: 'Remembers the chain as it is and gives the number to return to it with.',
    handle: async ({ snapshots }) => quantity(await snapshots.take()),
  }),
  ...alike(['evm_revert', 'anvil_revert'], {
    changes: true,
    params: [required('snapshot', numeric)],
    doc: 'Returns to a snapshot and uses it up, with those taken after it; false when there is none.',
    handle: ({ snapshots }, id) => snapshots.revert(id),
  }),
  ...command(every('reset'), {
    changes: true,
    params: [optional('options', object({ forking: maybe(object({ jsonRpcUrl: maybe(string) })) }))],
    doc: 'Returns to the genesis and empties the pool. There is no fork of another chain.',
    handle: ({ chain }, options) =>
      chain.apply(() => {
        if (options?.forking?.jsonRpcUrl !== undefined) throw refuse('forking another chain is not supported')
        chain.revert(chain.first)
      }),
  }),
  method('anvil_rollback', {
    status: 'none',
    changes: true,
    params: [optional('depth', numeric, 1n)],
    doc: 'Takes back the newest blocks, one unless more are asked for, and the clock to where the chain is then. Beside a chain only blocks that the EVM made.',
    handle: ({ chain }, depth) =>
      chain.apply(() => {
        rollback(chain, below(chain, depth, 'Rollback'))
        return null
      }),
  }),
  method('anvil_reorg', {
    status: 'none',
    changes: true,
    params: [required('depth', numeric), required('transactions', array(placed, 10_000))],
    doc: 'Takes back the newest blocks and makes as many others, with the given transactions: pairs of one, raw or to be signed by its sender, and the block, from 0, that it goes into.',
    handle: async ({ chain }, depth, given) => {
      const beyond = given.find(({ index }) => index >= depth)
      if (beyond !== undefined)
        throw invalidParams(
          `Block number for reorg tx will exceed the reorged chain height. Block number ${beyond.index} must not exceed (depth-1) ${depth - 1n}`,
        )
      const transactions = await prepared(chain, below(chain, depth, 'Reorg'), given)
      await chain.apply(() => rollback(chain, below(chain, depth, 'Reorg')))
      for (let index = 0n; index < depth; index += 1n) await chain.mineOne(undefined, transactions.get(index) ?? [])
      return null
    },
  }),
]
