import { fromHex, toHex, toUtf8 } from '../../base/index.js'
import { rowsOfContract } from '../chains/rows.js'
import { keyText, type ActionInput } from '../../sandbox/internal.js'
import { keyOf } from '../../store/index.js'
import { packetKey } from '../deliveries.js'
import { addressOfActor } from '../forked/actors.js'
import { ERROR_CODE, execute, filterOf } from '../model/index.js'
import type { Start } from '../setup.js'
import { roughKindOf } from '../step-kind.js'
import { senderOf } from './i1-claims.js'
import {
  attempt,
  firstOf,
  judgeEach,
  partlyJudged,
  performAll,
  placeOf,
  REPEATED,
  sentOverImpostor,
  twin,
  unjudged,
  type Invariant,
  type Judgement,
  type Situation,
  type Violation,
} from './judge.js'
import { recoveries } from './recovery.js'
import { isTransaction } from '../chains/transaction.js'

/** The contracts' storage: values by `label/key`, both in hex. */
type Rows = ReadonlyMap<string, string>
type Outcome = 'result' | 'error' | 'timeout'

/**
 * What a request stores only while it is in progress is gone when it has failed. Honest designs send it again at once: it is judged when that has ended too.
 * Others keep it until a later message sends it again: that is a note, if one does and its result resets what is stored.
 */
export const I13: Invariant = {
  id: 'I13',
  title: 'a request that failed is no longer in progress',
  when: 'twin',
  steady: true,
  oftenMeant: true,
  judge: async (situation) => {
    const { start, story, before } = situation
    const { last } = story
    if (before === undefined || !isTransaction(last.action) || last.error !== undefined || last.sent.length === 0)
      return unjudged('no message sent a packet')
    if (sentOverImpostor(start, last)) return unjudged('its packets went to the impostor')
    if (!situation.isNew(roughKindOf(last))) return REPEATED
    const earlier = await twin(situation, async () => rowsOf(start), before)
    const now = rowsOf(start)
    const done = await twin(situation, async () => {
      const end = await settle(situation, 'result')
      return end && { ...end, rows: rowsOf(start) }
    })
    if (done === undefined) return unjudged('the packet could not be delivered, or a callback failed')
    const settled = done.rows
    const forgotten = await leftBehind(situation, now, made(earlier, now), done)
    if (forgotten !== undefined && !situation.excused(forgotten)) return forgotten
    // Rows that the request changed and its result restores: a record, a lock, a count of pending requests.
    const marks = [...now.keys()].filter(
      (key) => now.get(key) !== earlier.get(key) && settled.get(key) === earlier.get(key),
    )
    if (marks.length === 0) return partlyJudged('nothing is stored only while the request is in progress')
    return judgeEach(situation, ['error', 'timeout'] as const, (outcome) =>
      twin(situation, () => failed(situation, outcome, now, marks)),
    )
  },
}

/** Rows that are new. */
const made = (before: Rows, after: Rows): readonly string[] => [...after.keys()].filter((key) => !before.has(key))

/** The map that a row belongs to, as `label/name`. */
function mapOf(row: string): string {
  const [label = '', key = ''] = row.split('/')
  return `${label}/${keyText(keyOf(fromHex(key))).split('/')[0]!}`
}

/** The actor whose address is in the key of a row. */
function namedIn({ sandbox, subjects, actors }: Start, row: string): string | undefined {
  const [label = '', key = ''] = row.split('/')
  const { host } = sandbox.chain(subjects.find(({ config }) => config.label === label)!.config.chain)!
  return actors.find((actor) => {
    const address = addressOfActor(host, actor)
    return key.includes(toHex(toUtf8(address))) || key.includes(toHex(host.app.address(address)))
  })
}

/** A record of the request that remains after its result, though the result of the same request from the start removes its record. */
async function leftBehind(
  situation: Situation,
  now: Rows,
  records: readonly string[],
  { rows: settled, actions, about }: NonNullable<Awaited<ReturnType<typeof settle>>> & { readonly rows: Rows },
): Promise<Violation | undefined> {
  const { start, story } = situation
  const left = records.filter((key) => settled.get(key) === now.get(key))
  // If another record of the same map was removed, the one that remains is likely intended.
  const maps = new Set(records.filter((key) => !left.includes(key)).map(mapOf))
  const suspects = left.filter((key) => !maps.has(mapOf(key)))
  if (suspects.length === 0 || story.steps.length < 2) return undefined
  const first = await twin(
    situation,
    async () => {
      const before = rowsOf(start)
      const step = await attempt(start, story.last.action)
      if (step === undefined || step.error !== undefined || step.sent.length === 0) return undefined
      const during = rowsOf(start)
      if ((await settle(situation, 'result', step.sent)) === undefined) return undefined
      const after = rowsOf(start)
      const rows = made(before, during)
      return {
        taken: rows.filter((key) => !after.has(key)).map(mapOf),
        kept: rows.filter((key) => after.has(key)).map(mapOf),
      }
    },
    start.snapshot,
  )
  if (first === undefined) return undefined
  const rows = suspects.filter((key) => first.taken.includes(mapOf(key)) && !first.kept.includes(mapOf(key)))
  return firstOf(
    situation,
    rows.map((row) => {
      const [label = '', key = ''] = row.split('/')
      return {
        text: `after the result, ${label} still has "${keyText(keyOf(fromHex(key)))}" of the request; at the start of the action sequence, the result of the same request removes it`,
        key: mapOf(row),
        account: namedIn(start, row),
        further: actions,
        about,
      }
    }),
  )
}

/** The first of these rows that still has the value of the pending request after it failed and everything was recovered. */
async function failed(situation: Situation, outcome: Outcome, now: Rows, marks: readonly string[]): Promise<Judgement> {
  const { start, story } = situation
  const done = await settle(situation, outcome)
  if (done === undefined) return unjudged('its failure could not be delivered, a callback failed, or it was sent again')
  const left = (): readonly string[] => {
    const rows = rowsOf(start)
    return marks.filter((key) => rows.get(key) === now.get(key))
  }
  const further = [...done.actions]
  for (const action of left().length === 0 ? [] : recoveries(situation, [senderOf(story.last)!])) {
    const step = await attempt(start, action)
    if (step?.error !== undefined) continue
    if (step !== undefined && step.sent.length > 0) return unjudged('it was sent again to recover it')
    further.push(action)
  }
  const marked = left()
  const isReset = marked.length > 0 && (await resetLater(situation, () => left().length === 0))
  const how = outcome === 'error' ? 'an error' : 'a timeout'
  return firstOf(
    situation,
    marked.map((mark) => {
      const [label = '', key = ''] = mark.split('/')
      return {
        text: `after ${how}, ${label} still has "${keyText(keyOf(fromHex(key)))}" as while the request was pending; a result resets it`,
        key: isReset ? `${mapOf(mark)} until sent again` : mapOf(mark),
        ...(isReset && { level: 'note' as const }),
        account: namedIn(start, mark),
        further,
        wrong: done.actions.length - 1,
        about: done.about,
      }
    }),
  )
}

/** Whether the same message, or another one that is known to work, sends the request again and its result resets what is stored. */
async function resetLater(situation: Situation, isReset: () => boolean): Promise<boolean> {
  const { start, story, memory } = situation
  const known = start.subjects.flatMap((subject) => {
    const one = new Map(memory.recipes(subject.config.label).map((recipe) => [recipe.variant, recipe]))
    return [...one.values()].map((recipe) => execute(subject, recipe))
  })
  for (const action of [story.last.action, ...known]) {
    const resets = await twin(situation, async () => {
      const step = await attempt(start, action)
      if (step === undefined || step.error !== undefined || step.sent.length === 0) return false
      return (await settle(situation, 'result', step.sent)) !== undefined && isReset()
    })
    if (resets) return true
  }
  return false
}

/** In so many rounds, packets are settled that a contract sends when others are. */
const ROUNDS = 4

/**
 * Settles the packets of the last step, or the given ones, and those that a contract sends in return.
 * @returns the actions and the place; undefined if that fails, or if it never ends
 */
async function settle({ start, story }: Situation, outcome: Outcome, sent = story.last.sent) {
  const actions: ActionInput[] = []
  let about: string | undefined
  let open = sent
  for (let round = 0; open.length > 0; round++) {
    const packets = start.sandbox.relayer.pending().filter((packet) => open.includes(packetKey(packet)))
    if (round === ROUNDS || packets.length < open.length || packets.some(({ state }) => state !== 'sent'))
      return undefined
    const chains = outcome === 'timeout' ? [...new Set(packets.map(({ to }) => to))] : []
    const more: ActionInput[] = [
      ...chains.map((chain) => ({ action: 'skipPastTimeout', chain }) as const),
      ...packets.map((packet) => ({
        action: 'relay' as const,
        filter: filterOf(packet),
        ...(outcome === 'error' && { receiver: { errorCode: ERROR_CODE } }),
      })),
    ]
    const steps = await performAll(start, more)
    if (steps === undefined || steps.some(({ callbacks }) => callbacks.some(({ node }) => node.error !== undefined)))
      return undefined
    actions.push(...more)
    about = placeOf(start, steps.at(-1)!)
    open = steps.flatMap((step) => step.sent)
  }
  return { actions, about }
}

function rowsOf({ sandbox, subjects }: Start): Rows {
  return new Map(
    subjects.flatMap(({ config, address }) => {
      return [...rowsOfContract(sandbox.chain(config.chain)!.host, address)].map(
        ({ key, value }) => [`${config.label}/${toHex(key)}`, toHex(value)] as const,
      )
    }),
  )
}
