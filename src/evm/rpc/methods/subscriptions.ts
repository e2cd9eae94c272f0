import { RpcError } from '../../../base/index.js'
import { quantity, type Hex } from '../../hex.js'
import { logsOf } from '../../chain/logs.js'
import { invalidParams, refuse } from '../../errors.js'
import { chainBlockJson, headerJson, logJson, pendingTransactionJson, receiptJson } from '../encode.js'
import { chainMethod, optional, required, type ChainCall, type Method } from '../table.js'
import { any, array, boolean, hash32, maybe, object, string, type Validator } from '../../validate.js'
import { readMember } from '../table.js'
import { boundsOf, logQuery } from './logs.js'

const headOptions = object({ includeTransactions: maybe(boolean) })
const receiptOptions = object({ transactionHashes: maybe(array(hash32, undefined, '[]common.Hash')) }, 'filters.input')

/** The most transactions that a subscription names. Source: go-ethereum eth/filters/api.go `maxTxHashes`. */
const MAX_HASHES = 200

/** The most subscriptions of one connection. */
const MAX_SUBSCRIPTIONS = 10_000

/** How each kind of subscription listens; `emit` delivers one event. */
const KINDS: Readonly<
  Record<string, (call: ChainCall, options: unknown, emit: (result: unknown) => void) => () => void>
> = {
  newHeads: ({ chain }, options, emit) => {
    const full = options === undefined ? false : read(headOptions, options).includeTransactions === true
    return chain.events.on('block', (block) =>
      emit(full ? chainBlockJson(block, true) : headerJson(block.block.header, block.hash)),
    )
  },
  logs: ({ chain }, options, emit) => {
    const criteria = read(logQuery, options ?? {})
    const { from = 0n, to } = boundsOf(chain, criteria)
    return chain.events.on('block', (block) => {
      if (block.number < from || (to !== undefined && block.number > to)) return
      for (const log of logsOf(block, criteria)) emit(logJson(log))
    })
  },
  // One event for each block that has some of the transactions.
  transactionReceipts: ({ chain }, options, emit) => {
    const { transactionHashes: hashes = [] } = read(receiptOptions, options ?? {})
    if (hashes.length > MAX_HASHES)
      throw refuse('exceed max number of transaction hashes allowed per transactionReceipts subscription')
    const wanted = new Set(hashes)
    return chain.events.on('block', (block) => {
      const located = block.receipts.map((_, index) => chain.blocks.locate(block, index)!)
      const matching = located.filter(({ receipt }) => wanted.size === 0 || wanted.has(receipt.hash))
      if (matching.length > 0) emit(matching.map(receiptJson))
    })
  },
  newPendingTransactions: ({ chain }, options, emit) => {
    const full = options === undefined ? false : read(boolean, options)
    return chain.events.on('pending', (pooled) => emit(full ? pendingTransactionJson(pooled) : pooled.hash))
  },
}

const read = <T>(validator: Validator<T>, value: unknown): T => readMember(validator, value, 1, 'options')

/** Subscriptions, over connections that can push events. */
export const subscriptionMethods: readonly Method[] = [
  chainMethod('eth_subscribe', {
    status: 'Y',
    params: [required('subscription', string), optional('options', any)],
    doc: 'Subscribes to newHeads, logs, newPendingTransactions or transactionReceipts; returns the id that the events carry.',
    handle: (call, kind, options) => {
      const { session } = call
      if (session === undefined) throw new RpcError({ code: -32601, message: 'notifications not supported' })
      if (kind === 'syncing') throw invalidParams('syncing subscription is not implemented')
      const listen = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
      if (listen === undefined) throw invalidParams(`no "${kind.slice(0, 80)}" subscription in eth namespace`)
      if (session.subscriptions.size >= MAX_SUBSCRIPTIONS)
        throw new RpcError({ code: -32000, message: `too many subscriptions: want at most ${MAX_SUBSCRIPTIONS}` })
      session.admit?.()
      const id: Hex = quantity(call.nextId())
      session.subscriptions.set(
        id,
        listen(call, options, (result) => session.notify(id, result)),
      )
      return id
    },
  }),
  chainMethod('eth_unsubscribe', {
    status: 'Y',
    params: [required('subscriptionId', string)],
    doc: 'Ends a subscription of this connection; false if there is none.',
    handle: ({ session }, id) => {
      if (session === undefined) throw new RpcError({ code: -32601, message: 'notifications not supported' })
      const end = session.subscriptions.get(id as Hex)
      end?.()
      return session.subscriptions.delete(id as Hex)
    },
  }),
]
