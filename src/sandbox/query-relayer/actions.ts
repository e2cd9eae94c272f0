import { z } from 'zod'
import { uint } from '../values/values.js'

const chain = z.string().min(1).default('neutron').describe('The chain that registered the queries.')
const query = uint.describe('The query, by its id.')

const queryLie = z.enum(['value', 'proof', 'otherTx', 'stale', 'replay']).meta({
  id: 'QueryLie',
  description:
    'value: a value (or the transaction) with one bit flipped; proof: a proof with one bit flipped; otherTx: a transaction that the filter does not match, ' +
    'which the chain cannot detect; stale: the height of the last result again; replay: the last submission again.',
})

export const queryRelayerActions = [
  z
    .strictObject({
      action: z.literal('deliverQueries'),
      chain,
      query: query.optional().describe('One query, whether it is due or not; all that are due when left out.'),
      height: uint
        .optional()
        .describe(
          'For a query of keys: the block of the remote chain whose state is delivered; a new one when left out.',
        ),
      callbacks: z.boolean().default(true).describe('Whether the contract is called with a result of keys.'),
      limit: z.int().min(1).max(10_000).default(100).describe('How many results at most.'),
      gasLimit: uint.optional().describe("The gas limit of the relayer's transactions; 50,000,000 when left out."),
      lie: queryLie.optional(),
    })
    .describe('The query relayer submits results of interchain queries, with proofs.'),
  z
    .strictObject({ action: z.literal('pendingQueries'), chain })
    .describe('Lists the registered queries and what the query relayer has to deliver; changes nothing.'),
  z
    .strictObject({
      action: z.literal('queryRelayer'),
      automatic: z.boolean(),
      late: uint.default(0n).describe('Blocks of the chain by which it delivers later than it could.'),
    })
    .describe('Whether the query relayer delivers what is due by itself after each action, or only on request.'),
] as const

export type DeliverQueries = Extract<z.output<(typeof queryRelayerActions)[number]>, { action: 'deliverQueries' }>
/** How a result that the query relayer delivers is wrong. */
export type QueryLie = z.output<typeof queryLie>
