import type { Call } from '../table.js'
import { RpcError } from '../../../base/errors.js'
import { quantity, type Hex } from '../../hex.js'
import { logsOf } from '../../chain/logs.js'
import { chainBlockJson, headerJson, logJson, pendingTransactionJson } from '../encode.js'
import { invalidParams } from '../errors.js'
import { method, optional, required, type Method } from '../table.js'
import { any, boolean, maybe, object, string, type Validator } from '../validate.js'
import { readMember } from '../table.js'
import { logQuery } from './logs.js'

const headOptions = object({ includeTransactions: maybe(boolean) })

/** The most subscriptions of one connection. */
const MAX_SUBSCRIPTIONS = 10_000

/** How each kind of subscription listens; `emit` delivers one event. */
const KINDS: Readonly<Record<string, (call: Call, options: unknown, emit: (result: unknown) => void) => () => void>> = {
  newHeads: ({ chain }, options, emit) => {
    const full = options === undefined ? false : read(headOptions, options).includeTransactions === true
    return chain.events.on('block', (block) =>
      emit(full ? chainBlockJson(block, true) : headerJson(block.block.header, block.hash)),
    )
  },
  logs: ({ chain }, options, emit) => {
    const criteria = read(logQuery, options ?? {})
    return chain.events.on('block', (block) => {
      for (const log of logsOf(block, criteria)) emit(logJson(log))
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
  method('eth_subscribe', {
    status: 'Y',
    params: [required('subscription', string), optional('options', any)],
    doc: 'Subscribes to newHeads, logs or newPendingTransactions; returns the id that the events carry.',
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
  method('eth_unsubscribe', {
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
