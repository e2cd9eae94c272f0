import type { Action, ActionInput } from '../../sandbox/internal.js'
import { SCHEDULED } from '../callbacks.js'
import { unsettled, packetKey, type Unsettled } from '../deliveries.js'
import { namesImpostor } from '../impostor/impostor.js'
import { liftLimits } from '../layers/limits.js'
import { shapeOf } from '../findings/exceptions.js'
import { changesStaking, isLie } from '../model/index.js'
import type { Start } from '../setup.js'
import { attempt, twin, unjudged, type Invariant, type Situation, type Violation } from './judge.js'
import { repairs, resubmissions } from './recovery.js'
import { namedBadAddress } from './designs/bad-address.js'
import { senderOf } from './i1-claims.js'

/**
 * The contract accepts every outcome that a relayer can prove, at once or after the contract's own recovery. An honest
 * design may call a contract that a role or the sender of the packet chose. If that address has no contract, or one that does not understand the call, the
 * failure is a note. `allowFailures` lists errors of contracts that refuse on purpose.
 */
export const I2: Invariant = {
  id: 'I2',
  title: 'proven outcomes are accepted',
  when: 'step',
  judge: async (situation) => {
    const { start, story } = situation
    const called = story.last.callbacks.filter(({ contract }) =>
      start.subjects.some(({ address }) => address === contract),
    )
    if (called.length === 0) return unjudged('the chain called no contract')
    if (called.every(({ struck }) => struck)) return unjudged('an injected fault had its effect')
    for (const one of unsettled(start, story.last)) {
      // Over its own channel, the impostor may send anything and spend what it acknowledges as failed.
      if (namesImpostor(start, one.node.message)) continue
      const violation = await withBadAddress(situation, one, graded(situation, one, blame(start, one)))
      if (situation.excused(violation) || (!one.trapped && (await settles(situation, one)))) continue
      return violation
    }
    return undefined
  },
}

/**
 * What a contract may do by design is a note: it refuses a result that it cannot use, such as one of a validator that is gone, and waits for the next; or rubbish of a
 * counterparty whose code it trusts. Its text differs from that of the error, so that one does not hide the other.
 */
function graded({ story }: Situation, { trapped, kind }: Unsettled, violation: Violation): Violation {
  const did = (is: (action: Action) => boolean): boolean => story.steps.some(({ action }) => is(action))
  if (did(isLie))
    return {
      ...violation,
      level: 'note',
      text: `after an acknowledgement that no honest application writes, ${violation.text}`,
    }
  if (!trapped && kind === 'kv_query_result' && did(changesStaking))
    return { ...violation, level: 'note', text: `after a change of validators on the other chain, ${violation.text}` }
  return violation
}

/** The violation, or a note if the address was bad at which the callback failed. */
async function withBadAddress(situation: Situation, one: Unsettled, violation: Violation): Promise<Violation> {
  const namer = violation.level === undefined ? await namedBadAddress(situation, one) : undefined
  if (namer === undefined) return violation
  const text = `${violation.text}; ${namer} named the address`
  return { ...violation, text, kind: 'a bad address was named', key: 'bad address', level: 'note' }
}

/** Time that a scheduled message may need before it can succeed. */
const LATER: readonly ActionInput[] = [
  { action: 'relay', limit: 6 },
  { action: 'advance', seconds: 864_000 },
]

function blame({ actors }: Start, { subject: { config }, kind, gas, error, packet }: Unsettled): Violation {
  const open = packet === undefined ? '' : '; the packet stays open'
  const what = kind.startsWith(SCHEDULED) ? `scheduled ${kind.slice(SCHEDULED.length)}` : `callback ${kind}`
  return {
    text: `${what} of ${config.label} failed (${gas} gas): ${error}${open}`,
    about: `${config.label}/${kind}`,
    key: shapeOf(error, actors),
  }
}

/** Whether the contract accepts the outcome when it is delivered again or resubmitted, or after its `recover` messages; a schedule's call also later. */
function settles(situation: Situation, one: Unsettled): Promise<boolean> {
  const { start, story } = situation
  const sender = story.steps.map(senderOf).findLast((name) => name !== undefined) ?? start.actors[0]!
  return twin(situation, async () => {
    const failures = failuresOf(situation, one)
    const done = async (): Promise<boolean> => {
      if (one.again !== undefined) return deliveredAgain(situation, one)
      for (const action of resubmissions(situation, [sender])) await attempt(start, action)
      return failuresOf(situation, one) < failures
    }
    // The period of a rate limit passes.
    for (const action of liftLimits(story)) await attempt(start, action)
    if (await done()) return true
    for (const action of repairs(situation, [sender]))
      if ((await attempt(start, action))?.error === undefined && (await done())) return true
    // A schedule may have come too early.
    if (one.kind.startsWith(SCHEDULED))
      for (const action of LATER) if ((await attempt(start, action)) !== undefined && (await done())) return true
    return false
  })
}

const failuresOf = ({ start: { sandbox } }: Situation, { subject: { config, address } }: Unsettled): number => {
  const chain = sandbox.chain(config.chain)!
  return chain.host.app.contractManager === undefined ? 0 : chain.failures(address).length
}

async function deliveredAgain({ start }: Situation, { again, packet }: Unsettled): Promise<boolean> {
  const step = await attempt(start, again!)
  if (step === undefined || unsettled(start, step).length > 0) return false
  return packet === undefined
    ? step.error === undefined
    : !start.sandbox.relayer.pending().some((open) => packetKey(open) === packet)
}
