import { z } from 'zod'
import { fromBase64 } from '../../base/index.js'
import { parseRfc3339 } from '../../codec/index.js'

/** Responses of CometBFT's RPC about blocks and transactions. Source: cometbft v0.38 rpc/core/types. */

const whole = z.string().regex(/^\d{1,15}$/, 'expected a whole number as a string')
const height = whole.transform(Number)

const events = z
  .array(
    z.object({
      type: z.string(),
      attributes: z.array(z.object({ key: z.string(), value: z.string().nullish() })).nullish(),
    }),
  )
  .nullish()
  .transform((list) =>
    (list ?? []).map(({ type, attributes }) => ({
      type,
      attributes: new Map((attributes ?? []).map(({ key, value }) => [key, value ?? ''])),
    })),
  )

const result = z.object({
  code: z.int().default(0),
  codespace: z.string().default(''),
  log: z.string().default(''),
  gas_used: whole.default('0').transform(BigInt),
  events,
})

export const reach = z.object({
  node_info: z.object({ network: z.string() }),
  sync_info: z.object({ latest_block_height: height, earliest_block_height: height }),
})

/** `block`. */
export const block = z.object({
  block: z.object({
    header: z.object({ chain_id: z.string(), height, time: z.iso.datetime({ offset: false }).transform(parseRfc3339) }),
    data: z.object({ txs: z.array(z.base64().transform(fromBase64)).nullish() }),
  }),
})

/** `block_results`; events outside of transactions have other names before v0.38. */
export const blockResults = z
  .object({
    txs_results: z.array(result).nullish(),
    finalize_block_events: events,
    begin_block_events: events,
    end_block_events: events,
  })
  .transform(({ txs_results: txs, ...rest }) => ({
    txs: txs ?? [],
    events: [...rest.begin_block_events, ...rest.finalize_block_events, ...rest.end_block_events],
  }))

const tx = z.object({ height, index: z.int().nonnegative(), tx_result: result })

export const foundTx = tx
/** `tx_search`. */
export const foundTxs = z.object({ txs: z.array(tx).nullish() })
/** `block_search`. */
export const foundBlocks = z.object({
  blocks: z.array(z.object({ block: z.object({ header: z.object({ height }) }) })).nullish(),
})

/** An event of a live chain. */
export type LiveEvent = z.output<typeof result>['events'][number]
/** The result of a transaction on a live chain. */
export type LiveTxResult = z.output<typeof result>
