import { attributeValues, type ActionInput, type TxResult } from '../../sandbox/index.js'
import type { Json } from '../../sandbox/values/values.js'
import { executed } from '../model/index.js'
import { attempt, twin, type Invariant, type Situation } from './judge.js'

const SECOND = 1_000_000_000n
const LEAST = 60n
const MOST = 366n * 86_400n
/** Of the block's time, which is not told with a result. */
const SLACK = 10n

export const I12: Invariant = {
  id: 'I12',
  title: 'sane packets',
  when: 'step',
  maybeMeant: true,
  judge: async (situation) => {
    const { last } = situation.story
    if (last.error !== undefined || last.sent.length === 0) return undefined
    for (const result of last.results)
      for (const timeout of result.trace.length === 0 ? [] : timeoutsOf(result)) {
        const text = await insane(situation, result, timeout)
        if (text !== undefined && !situation.excused({ text })) return { text }
      }
    return undefined
  },
}

/** What is wrong with a timeout, in a sentence. */
async function insane(situation: Situation, { chain }: TxResult, timeout: bigint): Promise<string | undefined> {
  if (timeout === 0n) return 'a contract sent a packet that never times out'
  const span = (timeout - situation.start.sandbox.chain(chain)!.time) / SECOND
  if (span < LEAST - SLACK) return `a contract sent a packet that times out after ${span} seconds`
  if (span > MOST) return `a contract sent a packet that times out only after ${span / 86_400n} days`
  return (await chosenBySender(situation, timeout, span))
    ? `whoever sends the message chooses when the packet times out (${span} seconds)`
    : undefined
}

/** By time alone; packets with a height may have none. */
const timeoutsOf = (result: TxResult): readonly bigint[] => {
  const heights = attributeValues(result, 'send_packet', 'packet_timeout_height')
  return attributeValues(result, 'send_packet', 'packet_timeout_timestamp').flatMap((text, i) =>
    text === '0' && heights[i] !== '0-0' ? [] : [BigInt(text)],
  )
}

/** Whether another number in the message gives another timeout. */
async function chosenBySender(situation: Situation, timeout: bigint, span: bigint): Promise<boolean> {
  const { start, story, before } = situation
  const { action } = story.last
  const message = executed(action)
  if (message === undefined || before === undefined || action.action !== 'tx') return false
  if (start.subjects.some(({ config }) => config.admin === action.from)) return false
  const suspects = (n: bigint): boolean =>
    n === timeout || n === timeout / SECOND || (n > 1n && n >= span - SLACK && n <= span + SLACK)
  const other = shifted(message.msg, suspects)
  if (JSON.stringify(other) === JSON.stringify(message.msg)) return false
  const { msgText: _, ...rest } = message
  const changed = { ...action, messages: [{ execute: { ...rest, msg: other } }] } as ActionInput
  return twin(
    situation,
    async () => {
      const step = await attempt(start, changed)
      return (
        step?.results.some((result) => timeoutsOf(result).length > 0 && !timeoutsOf(result).includes(timeout)) === true
      )
    },
    before,
  )
}

/** The same value with numbers that are suspect made greater. */
function shifted(value: Json, suspect: (n: bigint) => boolean): Json {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && suspect(BigInt(value))) return value + 7
  if (typeof value === 'string' && /^\d{1,30}$/.test(value) && suspect(BigInt(value))) return String(BigInt(value) + 7n)
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => shifted(item, suspect))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shifted(member, suspect)]))
  return value
}
