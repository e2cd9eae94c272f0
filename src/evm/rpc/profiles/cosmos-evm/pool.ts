import { required } from '../../table.js'
import { address } from '../../../validate.js'
import { byNonce, bySender, content } from '../../methods/pool.js'
import { answers, type Differing } from './differs.js'
import * as json from './json.js'

/** The pool. Source: rpc/backend/tx_pool.go. */
export const POOL: Readonly<Record<string, Differing>> = {
  txpool_content: answers([], ({ chain }) => {
    const { pending, queued } = content(chain)
    return { pending: bySender(pending, json.pending), queued: bySender(queued, json.pending) }
  }),
  txpool_contentFrom: answers([required('address', address)], ({ chain }, from) => {
    const { pending, queued } = content(chain)
    return {
      pending: byNonce(pending.get(from) ?? [], json.pending),
      queued: byNonce(queued.get(from) ?? [], json.pending),
    }
  }),
}
