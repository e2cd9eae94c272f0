import type { TraceNode } from '../../../sandbox/internal.js'
import { ERROR_CODE, execute } from '../../model/index.js'
import { perform } from '../../story.js'
import { leavesOf, put } from '../places.js'
import { configure, type Configuring } from './configuring.js'
import type { ConfiguredTrial } from './switches.js'
import { ROLE } from './versions.js'

const UNAUTHORIZED = /unauthori[sz]ed/i
const MAX_PACKETS = 10

/** What a contract was refused by another one. */
export interface Refusal {
  readonly caller: string
  readonly callee: string
}

/**
 * Messages that give contracts the roles that they lack for what they do in packets and callbacks, such as that of a token's minter. A contract may have caught
 * the error, so that it shows in the trace only.
 *
 * @param refusalsAfter what is refused after messages; undefined if it is unknown
 * @param before messages that come first @param known accepted messages, of which versions may give a role
 */
export async function missingRoles(
  refusalsAfter: (before: readonly Configuring[]) => Promise<readonly Refusal[] | undefined>,
  before: readonly Configuring[],
  known: readonly Configuring[],
): Promise<readonly Configuring[]> {
  const roles: Configuring[] = []
  for (const { caller, callee } of (await refusalsAfter(before)) ?? [])
    for (const role of known.flatMap((one) => (one.subject.address === callee ? givenTo(caller, one) : []))) {
      const left = await refusalsAfter([...before, ...roles, role])
      if (left === undefined || left.some((one) => one.caller === caller && one.callee === callee)) continue
      roles.push(role)
      break
    }
  return roles
}

/** The message with the address in each place of a role. */
const givenTo = (address: string, { subject, recipe }: Configuring): readonly Configuring[] =>
  [...leavesOf(recipe.msg)].flatMap(([place, value]) =>
    typeof value === 'string' && ROLE.test(place.at(-1) ?? '')
      ? [{ subject, recipe: { ...recipe, msg: put(recipe.msg, place, address) } }]
      : [],
  )

/** What contracts were not allowed to do when the message's packets failed; undefined if the message is refused. */
export async function refusedAtFailure(
  { start, snapshot, subject, recipe }: ConfiguredTrial,
  before: readonly Configuring[],
): Promise<readonly Refusal[] | undefined> {
  await configure(start, snapshot, before)
  if ((await perform(start, execute(subject, recipe))).error !== undefined) return undefined
  if (start.sandbox.relayer.pending().length === 0) return []
  const { results } = await perform(start, { action: 'relay', limit: MAX_PACKETS, receiver: { errorCode: ERROR_CODE } })
  return refusalsIn(results.flatMap(({ trace }) => trace.flatMap(failedIn)))
}

/** What contracts were not allowed to do, of the calls that failed. */
export const refusalsIn = (failed: readonly TraceNode[]): readonly Refusal[] =>
  failed.flatMap(({ sender, contract, error }) =>
    sender !== undefined && UNAUTHORIZED.test(error!) ? [{ caller: sender, callee: contract }] : [],
  )

/** The calls that failed. */
export const failedIn = (node: TraceNode): readonly TraceNode[] => [
  ...(node.error === undefined ? [] : [node]),
  ...node.children.flatMap(failedIn),
]
