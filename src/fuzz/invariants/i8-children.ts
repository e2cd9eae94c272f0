import { attributeValues, isRun, type ActionInput, type TraceNode, type TxResult } from '../../sandbox/internal.js'
import { storageOf } from '../money/storage.js'
import { roughKindOf } from '../step-kind.js'
import { stateOf } from '../story.js'
import type { ExecutedStep } from '../view.js'
import {
  attempt,
  change,
  placeOf,
  REPEATED,
  twin,
  unjudged,
  type Invariant,
  type Situation,
  type Violation,
} from './judge.js'

/** The maximum number of a transaction's submessages that are made to fail, one after the other. */
const MAX = 4

/**
 * A contract whose submessage fails does something about it. Honest designs give up a payment on purpose, for example a refund that must not hold up the
 * acknowledgement: a reply that is only asked for on errors and changes nothing is a note, except for a packet that is received. What a contract of somebody else's takes, such
 * as the attacker's, is passed over.
 */
export const I8: Invariant = {
  id: 'I8',
  title: 'a failed submessage is noticed',
  when: 'twin',
  oftenMeant: true,
  judge: async (situation) => {
    const { before, story } = situation
    const { action, error, results } = story.last
    if (before === undefined || error !== undefined || !(action.action === 'tx' || action.action === 'relay'))
      return unjudged('no message or packet was accepted')
    const called = results.some(({ trace }) => trace.length > 0)
    if (!called) return unjudged('no contract was called')
    if (results.some(({ faults }) => faults !== undefined)) return unjudged('an injected fault had its effect')
    const kind = roughKindOf(story.last)
    const children = Math.min(MAX, childrenIn(story.last))
    if (children === 0) return unjudged('no contract sent a message')
    let judged = false
    for (let child = 1; child <= children; child++) {
      if (!situation.isNew(`${kind} ${child}`)) continue
      const shown = await twin(situation, () => withFailingChild(situation, child), before)
      if (shown === 'none') return child === 1 ? unjudged('no contract sent a message') : undefined
      judged = true
      if (shown !== undefined && !situation.excused(shown)) return shown
    }
    return judged ? undefined : REPEATED
  },
}

async function withFailingChild(situation: Situation, child: number): Promise<Violation | 'none' | undefined> {
  const { start, story } = situation
  const { action } = story.last
  const chain = 'chain' in action ? action.chain : 'neutron'
  const fault: ActionInput = { action: 'fault', chain, fail: { child } }
  if ((await attempt(start, fault)) === undefined) return 'none'
  const step = await attempt(start, action)
  if (step === undefined) return 'none'
  const struck = step.results.some(({ faults }) => faults?.some((one) => one.struck) === true)
  if (step.error === undefined && !struck) return 'none'
  if (step.error !== undefined || step.callbacks.some(({ node }) => node.error !== undefined)) return undefined
  if (step.results.some(isUndone)) return undefined
  const taker = takerIn(step)
  if (taker !== undefined && !start.subjects.some(({ address }) => address === taker)) return undefined
  const failed = await stateOf(start, new Map())
  const moved = change({ ...story.state, claims: new Map() }, { ...failed, claims: new Map() })
  if (moved === undefined) return undefined
  const storage = (): string => start.subjects.map((subject) => storageOf(start, subject)).join()
  const stored = storage()
  const normal = await twin(situation, async () => {
    await start.sandbox.restore(situation.before!)
    return { step: await attempt(start, action), stored: storage() }
  })
  const inCallbacks = step.callbacks.filter((callback) => callback.struck)
  // A packet whose coins cannot be paid has to be answered with an error.
  const isReceived = inCallbacks.some(({ kind }) => /^ibc2?_packet_receive$/.test(kind))
  const isMeant = !isReceived && repliesIn(step) > repliesIn(normal.step)
  return stored === normal.stored
    ? {
        text: `message ${child}, which transfers value, failed, but the state of the contracts is the same as after its success: ${moved.text}`,
        ...(isMeant && { level: 'note' as const, key: 'given up', kind: 'a payment that fails is given up' }),
        account: moved.account,
        asset: moved.asset,
        further: [fault, action],
        instead: 1,
        about: placeOf(start, { ...step, callbacks: inCallbacks }),
      }
    : undefined
}

/** The number of submessages of the first contract that is called, those of the contracts that it calls included. */
function childrenIn({ action, results }: ExecutedStep): number {
  const chain = 'chain' in action ? action.chain : 'neutron'
  const [first] = results.filter((result) => result.chain === chain).flatMap(({ trace }) => trace)
  const count = ({ kind, entryPoint, children }: TraceNode): number =>
    children.reduce(
      (sum, node) => sum + count(node),
      kind === 'message' || (kind === 'call' && !NO_CHILD.test(entryPoint)) ? 1 : 0,
    )
  return first === undefined ? 0 : first.children.reduce((sum, node) => sum + count(node), 0)
}

/** Calls that are made for a contract, and not by one of its messages. */
const NO_CHILD = /^(reply|query|sudo|ibc2?_.*)$/

/** The contract that took the failure of the injected fault: the innermost one around it whose call succeeded. Undefined if there is none. */
function takerIn({ results }: ExecutedStep): string | undefined {
  const pathTo = (nodes: readonly TraceNode[]): readonly TraceNode[] | undefined => {
    for (const node of nodes) {
      if (node.fault?.startsWith('child') === true) return []
      const path = pathTo(node.children)
      if (path !== undefined) return [node, ...path]
    }
    return undefined
  }
  const path = pathTo(results.flatMap(({ trace }) => trace)) ?? []
  return path.findLast(({ kind, error }) => kind === 'call' && error === undefined)?.contract
}

/** The number of replies that contracts got. */
const repliesIn = (step: ExecutedStep | undefined): number => {
  const count = ({ entryPoint, children }: TraceNode): number =>
    children.reduce((sum, node) => sum + count(node), entryPoint === 'reply' ? 1 : 0)
  return (step?.results ?? []).flatMap(({ trace }) => trace).reduce((sum, node) => sum + count(node), 0)
}

/** Whether a hook failed, whose error goes back as the acknowledgement, or the run of a schedule, which then has no effect. */
const isUndone = (result: TxResult): boolean =>
  isRun(result)
    ? result.code !== 0
    : result.trace.some(({ layer }) => layer === 'ibc-hooks') &&
      attributeValues(result, 'write_acknowledgement', 'packet_ack').some((ack) => ack.includes('"error"'))
