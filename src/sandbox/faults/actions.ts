import { z } from 'zod'
import { ENTRY_POINTS, type EntryPoint } from '../../vm/internal.js'
import { chain } from '../values/fields.js'
import { uint } from '../values/values.js'

/** Calls of a contract to its host that reach the chain. Before release 2.0 `addr_validate` is the other two. */
const HOST_CALLS = [
  'db_read',
  'db_write',
  'db_remove',
  'db_scan',
  'db_next',
  'db_next_key',
  'db_next_value',
  'query_chain',
  'addr_validate',
  'addr_canonicalize',
  'addr_humanize',
] as const
/** A function of the host, by the name under which contracts import it. */
export type HostCall = (typeof HOST_CALLS)[number]

const entryPoint = z.enum(Object.keys(ENTRY_POINTS) as [EntryPoint, ...EntryPoint[]])
const ordinal = z.int().min(1).max(1_000_000)

const faultKind = z
  .union([
    z
      .strictObject({ gas: uint })
      .describe('The limit of the next callback under the sudo limit, in SDK gas, in place of the one in the params.'),
    z
      .strictObject({ child: ordinal })
      .describe(
        'The message of that number fails in place of being sent: counted from 1 in the order of sending, over all that the call sends ' +
          'and all that calls below it send.',
      ),
    z
      .strictObject({
        hostCall: z.strictObject({
          name: z.enum(HOST_CALLS).optional().describe('Which function of the host; any when left out.'),
          nth: ordinal.default(1),
        }),
      })
      .describe("The call's n-th request to its host fails as if the chain's backend were broken."),
  ])
  .meta({ id: 'FaultKind' })

export const faultActions = [
  z
    .strictObject({
      action: z.literal('fault'),
      chain,
      contract: z.string().min(1).optional().describe('Whose call: address or label of a contract; any when left out.'),
      entryPoint: entryPoint.optional().describe('Which of its entry points; any when left out.'),
      fail: faultKind,
    })
    .refine(
      ({ entryPoint: entry, fail }) => !('gas' in fail) || entry === undefined || entry === 'sudo',
      'only sudo has a gas limit of its own',
    )
    .describe(
      'Arms a fault that applies once, to the next matching call. A call uses up the oldest fault of each kind, even one whose number the call ' +
        'does not reach.',
    ),
  z.strictObject({ action: z.literal('clearFaults'), chain }).describe('Disarms all faults.'),
  z.strictObject({ action: z.literal('faults'), chain }).describe('Lists the armed faults; changes nothing.'),
] as const

/** What fails, as the schema returns it; whole numbers are bigints. */
export type FaultKind = z.output<typeof faultKind>
export type FaultKindInput = z.input<typeof faultKind>
