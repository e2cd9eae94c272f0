import { z } from 'zod'
import { parsedBy, UsageError } from '../../base/index.js'
import { describeIssues } from '../../sandbox/internal.js'

/** What a client asks to debug: the attributes of a `launch` request. */
export interface LaunchArguments {
  /** A fixture or a finding; relative to `cwd`. */
  readonly program?: string
  readonly cwd?: string
  /** Number of the step, from 1, or its name. Default: the first that failed, or in which a callback failed. */
  readonly step?: number | string
  /** The call in the step, as its numbers in the tree of calls: `1`, `1.2`. Default: the innermost that failed. */
  readonly call?: string
  /** Crates that count as the contract's own code. Default: of a contract that only wraps published crates, those. */
  readonly crates?: readonly string[]
  /** Where to stop first. Default: the line that failed. */
  readonly stopAt?: 'failure' | 'entry'
}

const STEP = 'expected the number of a step, from 1, or its name'

/** Editors add members of their own. */
const schema: z.ZodType<LaunchArguments> = z.looseObject({
  program: z.string().exactOptional(),
  cwd: z.string().exactOptional(),
  step: z.union([z.int(STEP).min(1, STEP), z.string(STEP)], STEP).exactOptional(),
  call: z.string('expected numbers in the tree of calls as a text, such as "1.2"').exactOptional(),
  crates: z.array(z.string()).exactOptional(),
  stopAt: z.enum(['failure', 'entry']).exactOptional(),
})

/** @param given a request may have no arguments at all @throws UsageError that names each member of another type */
export function launchArguments(given: unknown): LaunchArguments {
  const parsed = parsedBy(schema, given ?? {})
  if (parsed.success) return parsed.data
  throw new UsageError('the launch request, or launch.json, cannot be read', { details: describeIssues(parsed.error) })
}
