import { expect, test } from 'vitest'
import { byForeign, byLists, byMessages, byRounds, type Way } from '../../../src/fuzz/cliffs/ways.js'
import type { Probe } from '../../../src/fuzz/cliffs/probes.js'
import type { ActionInput, Json } from '../../../src/sandbox/index.js'

const sent = (msg: Json, funds = ''): ActionInput => ({
  action: 'tx',
  chain: 'neutron',
  from: 'alice',
  messages: [{ execute: { contract: 'office', msg, funds } }],
})
const relay: ActionInput = { action: 'relay' }
const gift: ActionInput = {
  action: 'tx',
  chain: 'hub',
  from: 'bank',
  messages: [{ send: { to: 'cosmos1x', amount: '1uatom' } }],
}
const results: ActionInput = { action: 'deliverQueries', query: '1', height: '7' }
const probe = (callback: string, before: readonly ActionInput[], action: ActionInput): Probe => ({
  contract: 'office',
  callback,
  entryPoint: 'sudo',
  before,
  action,
  steps: before.length,
  limit: 1_000_000n,
})
const subject = { config: { label: 'office', chain: 'neutron' } } as never
const recipe = (msg: Json, funds = '') => ({ label: 'office', variant: 'open', from: 'alice', msg, funds })

/** The whole action sequence of a way, grown by its first candidate. */
const wholly = ({ head, candidates, tail }: Way, times: number): readonly ActionInput[] => [
  ...head,
  ...[...candidates][0]!(0, times),
  ...tail(times),
]
const messagesIn = (actions: readonly ActionInput[]): readonly Json[] =>
  actions.flatMap((action) =>
    action.action === 'tx'
      ? action.messages.map((one) => ('execute' in one ? (one.execute.msg as Json) : (one as Json)))
      : [],
  )

test('a message that works once for each name is repeated with a new one each time', () => {
  const way = byMessages(
    probe('ack', [], relay),
    subject,
    [recipe({ open: { jar: 'a', to: 'neutron1' + 'q'.repeat(38) } })],
    'numbered',
  )
  expect(way).toMatchObject({ name: 'open with new values', twice: true })
  const names = messagesIn(wholly(way, 3)).map((msg) => (msg as { open: { jar: string } }).open.jar)
  expect(names).toEqual(['a1', 'a2', 'a3'])
  // An address is not a value.
  expect([...way.candidates]).toHaveLength(1)
})

test('a message that works for little is repeated for little, by one sender or by new accounts', () => {
  const one = byMessages(probe('ack', [], relay), subject, [recipe({ open: {} }, '5uatom,700untrn')], 'one')
  const funds = [...one.candidates].map(
    (growing) => (growing(0, 4)[0] as { do: { messages: { execute: { funds: string } }[] } }).do,
  )
  expect(funds.map(({ messages }) => messages[0]!.execute.funds)).toEqual([
    '1uatom,1untrn',
    '1uatom,700untrn',
    '5uatom,1untrn',
    '5uatom,700untrn',
  ])
  const many = byMessages(probe('ack', [], relay), subject, [recipe({ open: {} }, '5untrn')], 'many')
  const [, second] = [...many.candidates]
  expect(second!(8, 2).map((action) => ('name' in action ? action.name : 'from' in action && action.from))).toEqual([
    'newcomer-9',
    'newcomer-9',
    'newcomer-10',
    'newcomer-10',
  ])
})

test('a list in the message before a callback gets longer', () => {
  const [way, ...others] = byLists(probe('ack', [sent({ dispatch: { ids: [4, 5], note: [] } }), relay], relay))
  expect(others).toEqual([])
  expect(way!.name).toBe('element of ids in dispatch')
  const actions = wholly(way!, 5)
  expect(messagesIn(actions)).toEqual([{ dispatch: { ids: [4, 5, 4, 5, 4], note: [] } }])
  expect(actions.slice(1)).toEqual([relay, relay])
})

test('a transaction on another chain gets more messages, and comes more often', () => {
  const before = [sent({ watch: {} }), gift]
  const [list] = byLists(probe('tx_query_result', before, results))
  expect(list!.name).toBe('element of messages on hub')
  expect(messagesIn(wholly(list!, 3))).toHaveLength(4)
  const [way] = byForeign(probe('tx_query_result', before, results))
  expect(way!.name).toBe('transaction on hub')
  expect(wholly(way!, 9)).toEqual([before[0], { action: 'repeat', times: 9, do: gift }, results])
})

test('other callbacks come before it, each with a request of its own', () => {
  const ack = probe('response', [sent({ register: {} }), sent({ send: {} }), relay], relay)
  const timeout = probe('timeout', [sent({ send: {} })], { action: 'timeout' } as never)
  const result = probe('kv_query_result', [sent({ watch: {} })], results)
  const at = (actions: readonly ActionInput[]): readonly unknown[] =>
    actions.map((action) => (action.action === 'tx' ? Object.keys(messagesIn([action])[0]!)[0] : action.action))
  expect(at(wholly(byRounds(ack, timeout), 2))).toEqual([
    'register',
    'send',
    'timeout',
    'send',
    'timeout',
    'send',
    'relay',
    'relay',
  ])
  expect(at(wholly(byRounds(result, timeout), 1))).toEqual(['watch', 'send', 'timeout', 'deliverQueries'])
  const again = wholly(byRounds(result, result), 2)
  expect(at(again)).toEqual(['watch', 'deliverQueries', 'deliverQueries', 'deliverQueries'])
  // A result cannot be older than the last one.
  expect(again[1]).not.toHaveProperty('height')
})
