import { INVALID_REQUEST, methodNotFound, refuse } from '../../../errors.js'
import { word, type Hex } from '../../../hex.js'
import type { Method } from '../../table.js'
import type { Differing } from './differs.js'

const NO_BLOOM: Hex = `0x${'0'.repeat(512)}`
const EMPTY_ROOT: Hex = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** A head as sent to subscribers: members that the source does not fill in are empty. Source: rpc/types/utils.go `EthHeaderFromComet`. */
const head = (json: unknown): unknown => ({
  ...(json as object),
  logsBloom: NO_BLOOM,
  receiptsRoot: EMPTY_ROOT,
  gasLimit: '0x0',
  gasUsed: '0x0',
  mixHash: word(0n),
  parentBeaconBlockRoot: EMPTY_ROOT,
})

/** The criteria of logs that the source reads, which knows no blocks. */
function withoutBlocks(options: unknown): unknown {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return options
  const { address, topics } = options as { readonly address?: unknown; readonly topics?: unknown }
  return { address, topics }
}

/** Source: rpc/websockets.go. Options of subscriptions to heads and pending transactions are ignored. */
function subscribe({ handle }: Method, call: Parameters<Method['handle']>[0], kind: string, options: unknown): unknown {
  const { session } = call
  if (session === undefined) throw methodNotFound('eth_subscribe')
  if (kind === 'syncing') throw refuse('syncing subscription is not implemented', INVALID_REQUEST)
  if (kind === 'logs') return handle(call, [kind, withoutBlocks(options)])
  if (kind === 'newPendingTransactions') return handle(call, [kind, undefined])
  if (kind !== 'newHeads') throw refuse(`unsupported method ${kind.slice(0, 80)}`, INVALID_REQUEST)
  const notify: typeof session.notify = (id, json) => session.notify(id, head(json))
  return handle({ ...call, session: { ...session, notify } }, [kind, undefined])
}

/** Subscriptions. */
export const SUBSCRIPTIONS: Readonly<Record<string, Differing>> = {
  eth_subscribe: (method) => ({ handle: (call, [kind, options]) => subscribe(method, call, kind as string, options) }),
  eth_unsubscribe: ({ handle }) => ({
    handle: (call, args) => {
      if (call.session === undefined) throw methodNotFound('eth_unsubscribe')
      return handle(call, args)
    },
  }),
}
