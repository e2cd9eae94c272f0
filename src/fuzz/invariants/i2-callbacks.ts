import type { Subject } from '../setup.js'
import type { CallbackSeen } from '../view.js'
import type { Invariant } from './judge.js'

/** Callbacks that a contract asked for by sending a packet. */
const SOLICITED = new Set(['response', 'error', 'timeout', 'open_ack'])

/** What the VM says, not the contract. */
const TRAP = /Error calling the VM|Error executing Wasm|out of gas|panicked|Aborted|RuntimeError|unreachable/i

/** Why a callback should not have failed; undefined when it did not, or may. */
export function failing({ node, kind, struck }: CallbackSeen, { config }: Subject): string | undefined {
  const { error } = node
  if (error === undefined || struck || config.allowFailures.some((part) => error.includes(part))) return undefined
  return SOLICITED.has(kind) || TRAP.test(error) ? error : undefined
}

export const I2: Invariant = {
  id: 'I2',
  title: 'solicited callbacks do not fail',
  when: 'step',
  judge: ({ start, story }) => {
    for (const seen of story.last.callbacks) {
      const subject = start.subjects.find(({ address }) => address === seen.contract)
      const error = subject && failing(seen, subject)
      if (error !== undefined)
        return {
          text: `the callback ${seen.kind} of ${subject!.config.label} failed (${seen.node.gasUsed} gas): ${error}`,
        }
    }
    return undefined
  },
}
