import type { Json } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { executed } from '../model/memory.js'
import type { Scene } from '../model/scene.js'
import { messageTo } from '../model/users.js'
import type { MessageSchema } from '../../schema/index.js'
import type { Start } from '../setup.js'
import { waysOf, type Way } from './ways.js'
import { layersOf, usesLayers } from './which.js'

type JsonObject = { readonly [name: string]: Json }

/** The receiver and the memo of a transfer. */
export interface Addressed {
  readonly to: string
  readonly memo: string
  /** The coins that come with the message that a hook at the end of the route executes, if it once worked with them; may be empty. */
  readonly funds?: string | undefined
}

/** Shares of transfers whose memo calls a contract where they arrive; has a mistake; names a contract that is notified of the outcome. */
const CALLS = 0.75
const WRONG = 0.25
const NOTIFIED = 0.1

/** A transfer along a route: it is forwarded by the chains in between, and calls a contract at its end. Some have a mistake in one of its memos. */
export function addressed(scene: Scene, way: Way): Addressed {
  const { random } = scene
  const [first, ...onward] = way
  const { funds, ...end } = endOf(scene, way.at(-1)!.to)
  const mistaken = random.chance(WRONG) ? random.below(way.length) : -1
  let leg: Leg = mistaken === way.length - 1 ? wrongCall(scene, end) : end
  for (const [i, hop] of [...onward.entries()].reverse()) {
    const forward: JsonObject = {
      receiver: leg.to,
      port: 'transfer',
      channel: hop.channel,
      ...(random.chance(0.4) && { timeout: random.pick(TIMEOUTS) }),
      ...(random.chance(0.4) && { retries: random.below(3) }),
      ...(leg.memo !== undefined && { next: random.chance(0.2) ? JSON.stringify(leg.memo) : leg.memo }),
    }
    const memo: JsonObject = { forward: mistaken === i ? wrongForward(scene, forward) : forward }
    leg = { to: random.chance(0.5) ? 'pfm' : someoneOn(scene, hop.from), memo }
  }
  const memo = { ...(isObject(leg.memo) && leg.memo), ...callbackMemo(scene, first.from) }
  const text = isObject(leg.memo) || leg.memo === undefined ? textOf(memo) : JSON.stringify(leg.memo)
  return { to: leg.to, memo: random.chance(0.02) ? text.slice(0, -1) : text, funds }
}

const textOf = (memo: JsonObject): string => (Object.keys(memo).length === 0 ? '' : JSON.stringify(memo))

/** Long enough for a relayer. */
const TIMEOUTS = ['10m', '1h', '90s', 600_000_000_000] as const

interface Leg {
  readonly to: string
  readonly memo: Json | undefined
}

/** The receiver at the end, and the memo for that chain. */
function endOf(scene: Scene, chain: string): Leg & Pick<Addressed, 'funds'> {
  const { random, sandbox, start } = scene
  const { host } = sandbox.chain(chain)!
  const { hooks, callbacks } = layersOf(host)
  const subjects = start.subjects.filter(({ config }) => config.chain === chain)
  if (!random.chance(CALLS) || subjects.length === 0) return { to: someoneOn(scene, chain), memo: undefined }
  const subject = random.pick(subjects)
  const { address } = subject
  if (callbacks && (!hooks || random.chance(0.3)))
    return { to: random.chance(0.5) ? address : someoneOn(scene, chain), memo: { dest_callback: { address } } }
  const contract = random.chance(0.9) ? address : random.pick([...host.labels.addresses.values()])
  const action = messageTo(scene, subject)
  const { msg = {}, funds } = (action && executed(action)) ?? {}
  return { to: contract, memo: { wasm: { contract, msg } }, funds }
}

/** The part of the outgoing packet's memo that names a contract to notify of the outcome. */
function callbackMemo({ random, sandbox, start }: Scene, chain: string): JsonObject {
  const { lifecycle, callbacks } = layersOf(sandbox.chain(chain)!.host)
  const subjects = start.subjects.filter(({ config }) => config.chain === chain)
  if (subjects.length === 0 || !(lifecycle || callbacks) || !random.chance(NOTIFIED)) return {}
  const { address } = random.pick(subjects)
  return lifecycle && (!callbacks || random.chance(0.5)) ? { ibc_callback: address } : { src_callback: { address } }
}

/** A hook with a mistake, which the receiving chain should refuse. */
function wrongCall(scene: Scene, { to, memo }: Leg): Leg {
  const { random } = scene
  const wasm = isObject(memo) && isObject(memo['wasm']) ? memo['wasm'] : { contract: to, msg: {} }
  const { contract, msg } = wasm as { readonly contract: Json; readonly msg: Json }
  const wrong: readonly (() => Leg)[] = [
    () => ({ to, memo: { wasm: random.pick([null, 'wasm', [], 1, {}] as const) as Json } }),
    () => ({ to, memo: { wasm: { contract } } }),
    () => ({ to, memo: { wasm: { msg } } }),
    () => ({ to, memo: { wasm: { contract, msg: random.pick([null, 'tick', [msg], 0]) } } }),
    () => ({ to, memo: { wasm: { contract, msg: { ...(isObject(msg) && msg), unknown: {} } } } }),
    () => ({ to: scene.random.pick(scene.start.actors), memo: { wasm } }),
    () => ({ to, memo: { wasm: { contract: to.slice(0, -1), msg } } }),
    () => ({ to, memo: { wasm, forward: { receiver: to, port: 'transfer', channel: 'channel-0' } } }),
    () => ({ to, memo: [memo ?? null] }),
  ]
  return random.pick(wrong)()
}

function wrongForward({ random }: Scene, forward: JsonObject): Json {
  const members: readonly JsonObject[] = [
    { channel: 'channel-99' },
    { channel: 'channel' },
    { port: 'icahost' },
    { port: '' },
    { receiver: '' },
    { receiver: 'nobody' },
    { timeout: 'soon' },
    { timeout: -1 },
    { retries: 256 },
    { retries: '1' },
    { next: 'not json' },
    { next: null },
    { next: 5 },
  ]
  const whole: readonly Json[] = ['forward', [forward], {}, 7]
  return random.chance(0.2) ? random.pick(whole) : { ...forward, ...random.pick(members) }
}

const someoneOn = ({ random, sandbox, start }: Scene, chain: string): string =>
  addressOfActor(sandbox.chain(chain)!.host, random.pick(start.actors))

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withMemo = new WeakMap<MessageSchema, boolean>()

/** Whether a schema has a member `memo`. */
function hasMemo(schema: MessageSchema): boolean {
  let known = withMemo.get(schema)
  if (known === undefined) {
    const text = JSON.stringify([schema.root, ...schema.definitions.values()])
    withMemo.set(schema, (known = /"(\w+_)?memo":/.test(text)))
  }
  return known
}

/** Whether the campaign uses layers, and a contract of the chain has messages with a memo. */
export const takesMemos = ({ config, subjects }: Start, chain: string): boolean =>
  usesLayers(config) && subjects.some((subject) => subject.config.chain === chain && hasMemo(subject.schema.execute!))

const MEMOS = 3

/** Memos for transfers that the contracts of a chain send. */
export function ownMemos(scene: Scene, chain: string): readonly string[] {
  const ways = waysOf(scene.sandbox, () => true, chain)
  if (ways.length === 0) return []
  return Array.from({ length: MEMOS }, () => addressed(scene, scene.random.pick(ways)).memo).filter(
    (memo) => memo !== '',
  )
}
