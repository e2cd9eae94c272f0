import { z } from 'zod'
import { base64, uint } from './values.js'

export const sudoAction = z
  .strictObject({
    action: z.literal('sudo'),
    chain: z.string().min(1).default('neutron').describe('The chain, by its name in the sandbox.'),
    contract: z.string().min(1).describe('A contract: its address, or the label under which it was instantiated.'),
    payload: base64.describe('The message, byte by byte, as a failure keeps it in `sudo_payload`.'),
    limited: z
      .boolean()
      .default(true)
      .describe('Whether it goes through the sudo limit, which records a failure; else as a resubmission delivers it.'),
    tx: z
      .strictObject({ index: z.int().nonnegative(), bytes: base64 })
      .optional()
      .describe('The transaction that the contract sees in `env`: its position in the block, and its bytes.'),
    gasLimit: uint.optional().describe("The relayer's gas limit; 50,000,000 when left out."),
  })
  .describe('The chain calls the `sudo` of a contract with these bytes.')
