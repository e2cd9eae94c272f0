import type { ChainBlock } from '../../../chain/blockchain.js'
import type { EvmChain } from '../../../chain/evm-chain.js'
import { quantity, unhex, type Hex } from '../../../hex.js'
import { invalidParams, refuse } from '../../../errors.js'
import { decodeTransaction, type SignedTransaction } from '../../../chain/transaction.js'
import { transactionRequest, type TransactionRequest } from '../../request.js'
import { method, optional, required, type Method } from '../../table.js'
import { Mismatch, any, array, data, maybe, numeric, object, string, type Validator } from '../../../validate.js'
import { complete, sign } from '../transactions.js'
import { alike, command, every } from './spelling.js'

/**
 * The block at this depth below the head. Source of the text: Anvil 1.7.1, crates/anvil/src/eth/api.rs.
 * @throws RpcError if there are too few blocks, or if one of those above it was made by the host chain.
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
        `block ${number} was made by the host chain, which cannot go back: sandbox.snapshot() and sandbox.restore() take back both`,
      )
  return chain.blocks.at(head.number - depth)!
}

/** Returns to a block, and sets the clock back with it unless the host chain has the clock. */
function rollback(chain: EvmChain, target: ChainBlock): void {
  chain.returnTo(target)
  const { timestamp } = target.block.header
  if (chain.host === undefined) chain.time.set(timestamp, timestamp)
}

/** A transaction, signed or not, and the index of its new block. */
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

/** The transactions of each new block, signed. Nonces continue from the block that the reorg starts at. */
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

/** Snapshots, resets and reorgs. */
export const rewindMethods: readonly Method[] = [
  ...alike(['evm_snapshot', 'anvil_snapshot'], {
    changes: true,
    doc: 'Takes a snapshot of the chain and returns its number.',
    handle: async ({ snapshots, turn }) => quantity(await snapshots.take(turn)),
  }),
  ...alike(['evm_revert', 'anvil_revert'], {
    changes: true,
    params: [required('snapshot', numeric)],
    doc: 'Returns to a snapshot; it and later ones are used up. False if there is no such snapshot.',
    handle: ({ snapshots, turn }, id) => snapshots.revert(turn, id),
  }),
  ...command(every('reset'), {
    changes: true,
    params: [optional('options', object({ forking: maybe(object({ jsonRpcUrl: maybe(string) })) }))],
    doc: 'Returns to the genesis and empties the pool. Forking another chain is not supported.',
    handle: ({ chain, turn }, options) =>
      chain.apply(turn, () => {
        if (options?.forking?.jsonRpcUrl !== undefined) throw refuse('forking another chain is not supported')
        chain.revert(chain.first)
      }),
  }),
  method('anvil_rollback', {
    status: 'none',
    changes: true,
    params: [optional('depth', numeric, 1n)],
    doc: "Removes the newest blocks (default 1) and sets the clock back to the new head. On a chain's EVM only blocks that the EVM made.",
    handle: ({ chain, turn }, depth) =>
      chain.apply(turn, () => {
        rollback(chain, below(chain, depth, 'Rollback'))
        return null
      }),
  }),
  method('anvil_reorg', {
    status: 'none',
    changes: true,
    params: [required('depth', numeric), required('transactions', array(placed, 10_000))],
    doc: 'Replaces the newest blocks with as many new ones that have the given transactions: pairs of a transaction (raw, or an object that its sender signs) and the index of its block, counted from 0.',
    handle: async ({ chain, turn }, depth, given) => {
      const beyond = given.find(({ index }) => index >= depth)
      if (beyond !== undefined)
        throw invalidParams(
          `Block number for reorg tx will exceed the reorged chain height. Block number ${beyond.index} must not exceed (depth-1) ${depth - 1n}`,
        )
      const transactions = await prepared(chain, below(chain, depth, 'Reorg'), given)
      await chain.apply(turn, () => rollback(chain, below(chain, depth, 'Reorg')))
      for (let index = 0n; index < depth; index += 1n)
        await chain.mineOne(turn, undefined, transactions.get(index) ?? [])
      return null
    },
  }),
]
