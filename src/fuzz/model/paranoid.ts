import type { ActionInput } from '../../sandbox/internal.js'
import type { CallbackSeen } from '../view.js'
import type { Choice, Scene } from './scene.js'

/** The three outcomes of a packet. */
const ENDS = ['response', 'error', 'timeout'] as const
type End = (typeof ENDS)[number]
type Callback = Extract<ActionInput, { action: 'callback' }>

const MAX = 3

/** Delivers another callback for a packet that is already settled, which no chain does: mostly the same outcome as before, sometimes another. */
export function paranoidChoices({ start, story, random }: Scene): readonly Choice[] {
  if (!start.config.paranoid) return []
  const settled = story.steps
    .flatMap(({ action, callbacks }) => (action.action === 'callback' ? [] : callbacks))
    .filter(({ kind, node }) => isEnd(kind) && node.error === undefined)
    .slice(-MAX)
  return settled.map((seen): Choice => [
    0.5,
    () => again(seen, random.chance(0.7) ? (seen.kind as End) : random.pick(ENDS)),
  ])
}

const isEnd = (kind: string): kind is End => (ENDS as readonly string[]).includes(kind)

/** Numbers that JavaScript would round. */
const LONG_NUMBER = /(":)(\d{16,})(?=[,}])/g

function again({ chain, contract, kind, node }: CallbackSeen, end: End): ActionInput {
  const payload = JSON.parse(node.message.replaceAll(LONG_NUMBER, '$1"$2"')) as Readonly<Record<string, CallbackFields>>
  const { request, data, details } = payload[kind]!
  const message =
    end === 'response'
      ? { response: { request, ...(typeof data === 'string' && { data }) } }
      : end === 'error'
        ? { error: { request, details: details ?? DETAILS } }
        : { timeout: { request } }
  return { action: 'callback', chain, contract, message: message as Callback['message'] }
}
interface CallbackFields {
  readonly request: object
  readonly data?: string | null
  readonly details?: string
}

/** The details of an error if the packet did not fail. */
const DETAILS = 'ABCI code: 7: error handling packet: see events for details'
