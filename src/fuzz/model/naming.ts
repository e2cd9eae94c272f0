import { variantsOf } from '../../schema/index.js'
import type { ActionInput, Json } from '../../sandbox/internal.js'
import { ATTACKER } from '../attacker/attacker.js'
import type { Subject } from '../setup.js'
import type { Scene } from './scene.js'
import { execute, withIds } from './users.js'

/** How often a message is made up until it names the attacker's contract. */
const TRIES = 24

type Path = readonly string[]

/** A message that worked, which now names the attacker's contract at one place; undefined if no message has a place for it. */
export function namingAttacker(scene: Scene, subject: Subject): ActionInput | undefined {
  const { start, memory, random } = scene
  const { label, chain } = subject.config
  const attacker = start.sandbox.chain(chain)!.addressOf(ATTACKER)
  const recipes = memory.recipes(label)
  if (attacker === undefined || recipes.length === 0) return undefined
  const variants = variantsOf(subject.schema.execute!, scene.around(chain))
  for (let tries = 0; tries < TRIES; tries++) {
    const recipe = random.pick(recipes)
    const variant = variants.find(({ name }) => name === recipe.variant)
    const path = variant && pathOf(random.value(variant.value), attacker)
    if (path !== undefined)
      return execute(subject, withIds(scene, subject, { ...recipe, msg: withAt(recipe.msg, path, attacker) }))
  }
  return undefined
}

/** Where a text is in a value; undefined if it is nowhere, or in a list. */
function pathOf(value: Json, text: string): Path | undefined {
  if (value === text) return []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  for (const [name, member] of Object.entries(value as { readonly [name: string]: Json })) {
    const path = pathOf(member, text)
    if (path !== undefined) return [name, ...path]
  }
  return undefined
}

/** A copy of a value with another one at a place. */
function withAt(value: Json, [name, ...path]: Path, text: string): Json {
  if (name === undefined) return text
  const members = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as {
    readonly [name: string]: Json
  }
  return { ...members, [name]: withAt(members[name] ?? null, path, text) }
}
