import type { ActionInput, TraceNode } from '../../sandbox/internal.js'
import { STRANGER, type Subject } from '../setup.js'
import { kindOf } from '../callbacks.js'
import { storageOf } from '../money/storage.js'
import { stateOf } from '../story.js'
import { actsForOthers } from './i9-others.js'
import { attempt, change, isUnjudged, twin, type Invariant, type Situation, type Violation } from './judge.js'

/**
 * What a contract sends itself, strangers cannot send. Honest designs let anyone push them on and do so themselves too: that is a note if a stranger only
 * changes storage by it, and moves no coins and sends no packets. `open` names messages that may do more.
 */
export const I9: Invariant = {
  id: 'I9',
  title: 'strangers cannot pose as others',
  when: 'twin',
  oftenMeant: true,
  judge: async (situation) => {
    let called = false
    for (const subject of situation.start.subjects)
      for (const message of selfCalls(situation, subject)) {
        if (!situation.isNew(`itself ${subject.config.label}/${kindOf(message)}`)) continue
        called = true
        const shown = await twin(situation, () => played(situation, subject, message))
        if (shown !== undefined && !situation.excused(shown)) return shown
      }
    const acted = await actsForOthers(situation)
    return isUnjudged(acted) && called ? undefined : acted
  },
}

/** Messages that the contract sent to itself in the last step, one of each kind. */
function selfCalls({ story }: Situation, { address, config }: Subject): readonly string[] {
  const found = new Map<string, string>()
  const walk = (node: TraceNode, parent: TraceNode | undefined): void => {
    if (node.entryPoint === 'execute' && node.contract === address && parent?.contract === address) {
      const kind = kindOf(node.message)
      if (!config.open.includes(kind)) found.set(kind, node.message)
    }
    for (const child of node.children) walk(child, node)
  }
  for (const { trace } of story.last.results) for (const node of trace) walk(node, undefined)
  return [...found.values()]
}

async function played(situation: Situation, subject: Subject, message: string): Promise<Violation | undefined> {
  const { start, story } = situation
  const { config } = subject
  const storage = storageOf(start, subject)
  const action: ActionInput = {
    action: 'tx',
    chain: config.chain,
    from: STRANGER,
    messages: [{ execute: { contract: config.label, msgText: message } }],
  }
  const step = await attempt(start, action)
  if (step === undefined || step.error !== undefined) return undefined
  const moved = change(story.state, await stateOf(start))?.text
  const changed =
    moved ?? (storageOf(start, subject) === storage ? undefined : `the storage of ${config.label} is another`)
  return changed === undefined
    ? undefined
    : {
        ...(moved === undefined && step.sent.length === 0 && { level: 'note' as const, key: 'storage' }),
        text: `${config.label} sends itself ${kindOf(message)}, and the same message from a stranger succeeds: ${changed}`,
        further: [action],
        about: `${config.label}/${kindOf(message)}`,
      }
}
