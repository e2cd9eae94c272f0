import { z } from 'zod'
import { chain } from '../values/fields.js'

const name = z
  .string()
  .min(1)
  .max(50)
  .describe(
    'The name of the validator: `validator-0`, `validator-1` … from the start, or another, for which a key is made.',
  )

/** Nodes of validators. */
export const validatorActions = [
  z
    .strictObject({ action: z.literal('startValidator'), chain, name })
    .describe(
      'Starts the node of a validator: it signs from the next block on, if its validator is in the set. The key of a new name is made from it.',
    ),
  z
    .strictObject({ action: z.literal('stopValidator'), chain, name })
    .describe('Stops the node of a validator: it signs no more blocks, so that it is jailed in time.'),
  z
    .strictObject({
      action: z.literal('lightClientAttack'),
      chain,
      by: z
        .array(name)
        .min(1)
        .optional()
        .describe(
          'Names of validators that have more than a third of the voting power together; by default the fewest.',
        ),
    })
    .describe(
      "Validators sign another header in addition to that of the last block. The next block has the evidence, and the chain punishes them; relayers can freeze other chains' clients with it.",
    ),
  z
    .strictObject({ action: z.literal('doubleSign'), chain, name })
    .describe(
      'A validator signs two blocks of one height. The next block has the evidence, and the chain punishes it.',
    ),
] as const
