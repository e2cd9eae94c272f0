import { z } from 'zod'
import { chain } from '../../values/fields.js'
import { json } from '../../values/values.js'

export const evmAction = z
  .strictObject({
    action: z.literal('evm'),
    chain,
    method: z.string().min(1),
    params: z.array(json).default([]),
    over: z
      .enum(['process', 'http'])
      .default('process')
      .describe('In process, or over a loopback port, which a file may use only when it is trusted.'),
  })
  .describe("A JSON-RPC request to the chain's EVM.")

export type EvmAction = z.output<typeof evmAction>
