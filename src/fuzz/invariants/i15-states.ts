import { channelsOfPort } from '../../modules/ibc/index.js'
import { State } from '../../modules/ibc/relay.js'
import type { Json } from '../../sandbox/internal.js'
import { kindOf } from '../callbacks.js'
import { answersOf, learnedAround } from '../model/index.js'
import type { Start, Subject } from '../setup.js'
import { roughKindOf } from '../step-kind.js'
import { partlyJudged, REPEATED, twin, unjudged, type Judgement, type Situation } from './judge.js'

/** States of channels, as ibc-go names them in JSON. */
const STATES: ReadonlyMap<unknown, State> = new Map([
  ['STATE_OPEN', State.STATE_OPEN],
  ['STATE_CLOSED', State.STATE_CLOSED],
])
const nameOf = (state: State): string => [...STATES].find(([, one]) => one === state)![0] as string

/** What a response says of a channel of the contract. */
interface Statement {
  readonly query: string
  readonly channel: string
  readonly state: State
}

/**
 * A callback does not change what a response says of a channel to what is not so, such as closed after a timeout that closes only ordered channels. A
 * state that does not change may be about something else, or may be corrected later; and a message may close a channel for the contract alone.
 */
export async function falseStates(situation: Situation): Promise<Judgement> {
  const { start, story, before } = situation
  if (before === undefined) return unjudged(NOT_CALLED)
  const called = start.subjects.flatMap((subject) => {
    const callbacks = story.last.callbacks.filter(({ contract }) => contract === subject.address)
    const kinds = new Set(callbacks.map(({ kind }) => kind))
    // Of callbacks of several kinds in one step, the one that changed the response is not known.
    const isDone = kinds.size === 1 && callbacks.every(({ node, struck }) => node.error === undefined && !struck)
    return isDone && subject.schema.query !== undefined ? [{ subject, kind: callbacks[0]!.kind }] : []
  })
  if (called.length === 0) return unjudged(NOT_CALLED)
  const fresh = called.filter(({ subject }) => situation.isNew(`${subject.config.label} ${roughKindOf(story.last)}`))
  if (fresh.length === 0) return REPEATED
  let judged = false
  for (const { subject, kind } of fresh) {
    const channels = channelsOf(start, subject)
    const now = channels.size === 0 ? [] : statements(start, subject, channels)
    if (now.length === 0) continue
    judged = true
    const earlier = await twin(situation, async () => statements(start, subject, channels), before)
    for (const { query, channel, state } of now) {
      const real = channels.get(channel)!
      const was = earlier.find((one) => one.query === query && one.channel === channel)?.state
      if (state === real || was === undefined || was === state || !STATES_OF_CHAINS.has(real)) continue
      const violation = {
        text: `after ${kind}, ${kindOf(query)} says that the channel ${channel} of ${subject.config.label} is ${nameOf(state)}, but it is ${nameOf(real)}`,
        about: `${subject.config.label}/${kind}`,
        key: `${kindOf(query)} ${nameOf(state)}`,
      }
      if (!situation.excused(violation)) return violation
    }
  }
  return judged ? undefined : partlyJudged('no query returned the state of a channel')
}

const NOT_CALLED = 'no contract with known queries was called back in one way'
const STATES_OF_CHAINS: ReadonlySet<State> = new Set(STATES.values())

/** The states of the contract's own channels. */
function channelsOf({ sandbox }: Start, { config, address }: Subject): ReadonlyMap<string, State> {
  const { context } = sandbox.chain(config.chain)!.host.app
  return new Map(
    channelsOfPort(context, '').flatMap(({ portId, channelId, state }) =>
      portId.split(/[.-]/).includes(address) ? [[channelId, state] as const] : [],
    ),
  )
}

/** What the contract's responses say of its channels. An object that names several of them says nothing of any. */
function statements(start: Start, subject: Subject, channels: ReadonlyMap<string, State>): readonly Statement[] {
  const answers = answersOf(start.sandbox.chain(subject.config.chain)!, subject, learnedAround(start, subject))
  return [...answers].flatMap(([query, answer]) =>
    objectsIn(answer).flatMap((object): readonly Statement[] => {
      const states = Object.values(object).flatMap((value) => STATES.get(value) ?? [])
      const [channel, ...others] = namedIn(object, subject.address, channels)
      return states.length === 1 && channel !== undefined && others.length === 0
        ? [{ query, channel, state: states[0]! }]
        : []
    }),
  )
}

type JsonObject = Readonly<Record<string, Json>>

/** All objects within a value, itself included. */
function objectsIn(value: Json): readonly JsonObject[] {
  if (typeof value !== 'object' || value === null) return []
  const within = Object.values(value).flatMap((member: Json) => objectsIn(member))
  return Array.isArray(value) ? within : [value as JsonObject, ...within]
}

/** The contract's channels that an object names. An endpoint with a port of somebody else is the other end of one. */
const namedIn = (object: JsonObject, address: string, channels: ReadonlyMap<string, State>): readonly string[] => [
  ...new Set(
    objectsIn(object).flatMap(({ channel_id: channel, port_id: port }) =>
      typeof channel === 'string' && channels.has(channel) && (typeof port !== 'string' || port.includes(address))
        ? [channel]
        : [],
    ),
  ),
]
