import { parseCoins } from '../../codec/coins.js'
import type { ActionInput } from '../../sandbox/index.js'
import type { Json } from '../../sandbox/values/values.js'
import { nearlyValid, variantsOf } from '../schema/index.js'
import { STRANGER, type Subject } from '../setup.js'
import type { Recipe } from './memory.js'
import type { Choice, Scene } from './scene.js'

/** Messages of users to the contracts. */
export const userChoices = (scene: Scene): readonly Choice[] => [
  ...scene.start.subjects.map((subject): Choice => [3 * scene.weights.users, () => messageTo(scene, subject)]),
  ...againChoices(scene),
]

/** Who is told that something failed tries it once more. */
function againChoices({ story, weights }: Scene): readonly Choice[] {
  const failed = story.steps.at(-1)?.callbacks.some(({ kind }) => kind === 'error' || kind === 'timeout') === true
  const last = story.steps.findLast(({ action, sent }) => action.action === 'tx' && sent.length > 0)
  return failed && last !== undefined ? [[3 * weights.users, () => last.action]] : []
}

/** Mostly something like what worked before, else something new from the schema, now and then something that is not quite valid. */
function messageTo(scene: Scene, subject: Subject): ActionInput | undefined {
  const { random, memory } = scene
  const { label, chain } = subject.config
  const recipes = memory.recipes(label)
  if (recipes.length > 0 && random.chance(0.6)) {
    const variants = [...new Set(recipes.map(({ variant }) => variant))]
    const variant = random.weighted(
      variants.map((name) => [memory.weight(label, name) * (memory.moves(label, name) ? 2 : 1), name] as const),
    )!
    const recipe = random.pick(memory.recipes(label, variant))
    return execute(subject, random.chance(0.5) ? recipe : varied(scene, subject, recipe))
  }
  const variants = variantsOf(subject.schema.execute!, scene.around(chain))
  const variant = random.weighted(variants.map((one) => [memory.weight(label, one.name), one] as const))
  if (variant === undefined) return undefined
  const valid = random.value(variant.value)
  const msg = random.chance(0.05)
    ? random.value(nearlyValid(valid, subject.schema.execute!, scene.around(chain)))
    : valid
  const like = memory.recipes(label, variant.name)
  const funds =
    like.length > 0 && random.chance(0.8) ? variedFunds(scene, random.pick(like).funds) : newFunds(scene, chain)
  return execute(subject, { from: someone(scene, subject), msg, funds })
}

export const execute = (
  { config }: Subject,
  { from, msg, funds }: Pick<Recipe, 'from' | 'msg' | 'funds'>,
): ActionInput => ({
  action: 'tx',
  chain: config.chain,
  from,
  messages: [{ execute: { contract: config.label, msg, funds } }],
})

function someone({ start, random }: Scene, { config }: Subject): string {
  if (config.admin !== undefined && random.chance(0.15)) return config.admin
  return random.chance(0.07) ? STRANGER : random.pick(start.config.actors).name
}

/** Another sender, other funds, other numbers: one of them. */
function varied(scene: Scene, subject: Subject, recipe: Recipe): Recipe {
  const { random } = scene
  switch (random.below(3)) {
    case 0:
      return { ...recipe, from: someone(scene, subject) }
    case 1:
      return recipe.funds === ''
        ? { ...recipe, from: someone(scene, subject) }
        : { ...recipe, funds: variedFunds(scene, recipe.funds) }
    default: {
      const variant = variantsOf(subject.schema.execute!, scene.around(subject.config.chain)).find(
        ({ name }) => name === recipe.variant,
      )
      return variant === undefined ? recipe : { ...recipe, msg: mixed(recipe.msg, random.value(variant.value), scene) }
    }
  }
}

/** Members of one message or of the other. */
function mixed(one: Json, other: Json, scene: Scene): Json {
  if (!isObject(one) || !isObject(other)) return scene.random.chance(0.5) ? one : other
  return Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, name in other ? mixed(value, other[name]!, scene) : value]),
  )
}
const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const AMOUNTS = [1n, 1n, 2n, 10n, 100n, 1000n, 1000n, 10_000n, 100_000n, 1_000_000n] as const

function variedFunds({ random }: Scene, funds: string): string {
  if (funds === '' || random.chance(0.4)) return funds
  return parseCoins(funds)
    .map(
      ({ denom, amount }) =>
        `${random.chance(0.5) ? amount : random.chance(0.2) ? amount * 10n : random.pick(AMOUNTS)}${denom}`,
    )
    .join(',')
}

function newFunds(scene: Scene, chain: string): string {
  const { random } = scene
  if (random.chance(0.4)) return ''
  const denoms = [...scene.around(chain).denoms].sort()
  if (denoms.length === 0) return ''
  const chosen = new Set([random.pick(denoms), ...(random.chance(0.3) ? [random.pick(denoms)] : [])])
  return [...chosen]
    .sort()
    .map((denom) => `${random.pick(AMOUNTS)}${denom}`)
    .join(',')
}
