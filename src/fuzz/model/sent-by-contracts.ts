import type { Json } from '../../sandbox/internal.js'
import { executing } from '../attacker/instructions.js'
import type { Subject } from '../setup.js'
import { coinsOf } from './coins.js'
import type { Scene } from './scene.js'

/** The kinds of messages that contracts send (`CosmosMsg`). */
const KINDS: ReadonlySet<string> = new Set(['bank', 'wasm', 'custom', 'staking', 'distribution', 'gov', 'ibc', 'any'])
/** How many of them are replaced. */
const SHARE = 0.4

/**
 * Some of the messages that a contract is asked to send become messages to the contract itself, or to another one of the campaign, that worked when an account sent
 * them: so the contract itself is their sender.
 */
export function sentByContract(scene: Scene, subject: Subject, msg: Json): Json {
  if (typeof msg !== 'object' || msg === null) return msg
  if (Array.isArray(msg)) return (msg as readonly Json[]).map((one) => sentByContract(scene, subject, one))
  if (isSent(msg) && scene.random.chance(SHARE)) return selfCall(scene, subject) ?? msg
  return Object.fromEntries(Object.entries(msg).map(([name, value]) => [name, sentByContract(scene, subject, value)]))
}

/** Whether it has the form of a message with a kind, such as `{ bank: { send: … } }`. */
function isSent(msg: object): boolean {
  const [[kind, value] = [], ...more] = Object.entries(msg) as [string, Json][]
  return kind !== undefined && more.length === 0 && KINDS.has(kind) && typeof value === 'object' && value !== null
}

function selfCall({ start, memory, random }: Scene, { config, address }: Subject): Json | undefined {
  const others = start.subjects.filter((one) => one.config.chain === config.chain && one.address !== address)
  const to = others.length > 0 && random.chance(0.3) ? random.pick(others) : { config, address }
  const recipes = memory.recipes(to.config.label)
  if (recipes.length === 0) return undefined
  const { msg, funds } = random.pick(recipes)
  return executing(to.address, msg, random.chance(0.3) ? coinsOf(funds) : [])
}
