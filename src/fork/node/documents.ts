import { z } from 'zod'
import { fromBase64, fromHex } from '../../base/bytes.js'
import { parseRfc3339 } from '../../codec/time.js'

/** Responses of CometBFT's RPC, as far as a fork reads them. Source: cometbft v0.38 rpc/core/types. */

const integer = z.string().regex(/^-?\d{1,19}$/, 'expected a whole number as a string')
const height = integer.transform(Number)
const hex = z
  .string()
  .regex(/^([0-9a-fA-F]{2})*$/, 'expected hex')
  .transform(fromHex)

export const status = z.object({
  node_info: z.object({ network: z.string().min(1).max(50) }),
  sync_info: z.object({ latest_block_height: height }),
})

const header = z.object({
  chain_id: z.string().min(1).max(50),
  height,
  time: z.iso.datetime({ offset: false }).transform(parseRfc3339),
  app_hash: hex,
})

/** `commit`. */
export const commit = z.object({
  signed_header: z.object({
    header,
    commit: z.object({ block_id: z.object({ hash: z.string().regex(/^[0-9A-F]{64}$/) }) }),
  }),
})

/** One page of `validators`. */
export const validators = z.object({
  validators: z.array(
    z.object({
      pub_key: z.object({ type: z.string(), value: z.base64().transform(fromBase64) }),
      voting_power: integer.transform(BigInt),
      proposer_priority: integer.transform(BigInt),
    }),
  ),
  total: height,
})
