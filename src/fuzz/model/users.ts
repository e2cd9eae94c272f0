import { parseCoins } from '../../codec/index.js'
import { RELAYER, type ActionInput, type Json } from '../../sandbox/internal.js'
import { nearlyValid, variantsOf, type MessageVariant } from '../../schema/index.js'
import { ATTACKER } from '../attacker/attacker.js'
import { STRANGER, type Subject } from '../setup.js'
import { isTransaction } from '../chains/transaction.js'
import type { Recipe } from './memory.js'
import { withComingMoments } from './messages/moments.js'
import { ofItsOwner } from './impostors.js'
import { ethereumTxOf, paidAsAsked, withOneArgument } from './messages/solidity.js'
import { sentByContract } from './sent-by-contracts.js'
import type { Choice, Scene } from './scene.js'
import { executeFrom, PLACEHOLDER, through } from './via.js'

/** Users' messages to the contracts. */
export const userChoices = (scene: Scene): readonly Choice[] => [
  ...scene.start.subjects.map((subject): Choice => [3 * scene.weights.users, () => messageTo(scene, subject)]),
  ...againChoices(scene),
]

/** Callbacks that tell of a failure. */
const FAILURES: ReadonlySet<string> = new Set(['error', 'timeout', 'onPacketTimeout'])

/** After a failure or timeout, its sender tries the message again. */
function againChoices({ story, weights }: Scene): readonly Choice[] {
  const failed = story.steps.at(-1)?.callbacks.some(({ kind }) => FAILURES.has(kind)) === true
  const last = story.steps.findLast(({ action, sent }) => isTransaction(action) && sent.length > 0)
  return failed && last !== undefined ? [[3 * weights.users, () => last.action]] : []
}

/** Mostly a mutation of a message that worked, otherwise a new message from the schema, which is sometimes invalid. */
export function messageTo(scene: Scene, subject: Subject): ActionInput | undefined {
  const { random, memory, search } = scene
  const { label, chain } = subject.config
  const learns = search.has('memory')
  const recipes = learns ? memory.recipes(label) : []
  if (recipes.length > 0 && random.chance(0.6)) {
    const variants = [...new Set(recipes.map(({ variant }) => variant))]
    const variant = random.weighted(
      variants.map(
        (name) =>
          [
            memory.weight(label, name) * (memory.moves(label, name) ? 2 : 1) * readyFor(scene, subject, name),
            name,
          ] as const,
      ),
    )!
    return messageLike(scene, subject, variant)
  }
  const variants = variantsOf(subject.schema.execute!, scene.around(chain))
  const variant = random.weighted(
    variants.map(
      (one) => [learns ? memory.weight(label, one.name) * readyFor(scene, subject, one.name) : 1, one] as const,
    ),
  )
  return variant && newMessage(scene, subject, variant)
}

/** A message that worked, or a mutation of it. */
export function messageLike(scene: Scene, subject: Subject, variant: string): ActionInput {
  const { random, memory } = scene
  const known = random.pick(memory.recipes(subject.config.label, variant))
  const recipe = withComingMoments(scene.start, subject, known)
  return execute(subject, withIds(scene, subject, random.chance(0.5) ? recipe : varied(scene, subject, recipe)))
}

/** The message with ids that exist now, mostly sent by their owner. @param fixed whether its sender must stay */
export function withIds(scene: Scene, subject: Subject, recipe: Recipe, fixed = false): Recipe {
  const { memory, random, search } = scene
  if (!search.has('memory')) return recipe
  return ofItsOwner(scene, subject, memory.ids.filled(subject, recipe, random, scene.records(subject), fixed))
}

const readyFor = (scene: Scene, subject: Subject, variant: string): number =>
  scene.memory.ids.ready(subject, variant, scene.records(subject))

/** @param sender anybody when left out */
export function newMessage(
  scene: Scene,
  subject: Subject,
  { name, value }: MessageVariant,
  sender?: string,
): ActionInput {
  const { random, memory, search } = scene
  const { label, chain } = subject.config
  const valid = sentByContract(scene, subject, random.value(value))
  // A call of a contract in Solidity with arguments of other types cannot be encoded.
  const msg =
    subject.solidity === undefined && random.chance(0.05)
      ? random.value(nearlyValid(valid, subject.schema.execute!, scene.around(chain)))
      : valid
  const like = search.has('memory') ? memory.recipes(label, name) : []
  const isFree =
    subject.solidity === undefined
      ? search.has('memory') && memory.takesNothing(label, name)
      : !subject.solidity.payable.has(name)
  const funds =
    isFree && random.chance(0.95)
      ? ''
      : like.length > 0 && random.chance(0.8)
        ? variedFunds(scene, random.pick(like).funds)
        : newFunds(scene, chain)
  const paid = funds === '' || subject.solidity === undefined ? funds : paidAsAsked(msg, { msg, funds }, random)
  const from = sender ?? ownerOrAnybody(scene, subject, msg)
  return execute(subject, withIds(scene, subject, { label, variant: name, from, msg, funds: paid }))
}

/** Mostly an owner of what the message names, such as an id, since others can do little with it. */
function ownerOrAnybody(scene: Scene, subject: Subject, msg: Json): string {
  const owner =
    scene.search.has('memory') && scene.random.chance(0.6) ? scene.memory.ownerOf(msg, scene.random) : undefined
  return owner ?? someone(scene, subject)
}

/** One message of each kind, those that worked least often so far first. @param hopeful whether those come last that are refused again and again as before */
export function leastUsed(scene: Scene, hopeful: boolean): readonly (() => ActionInput)[] {
  const { random, memory, start } = scene
  return start.subjects
    .flatMap((subject) =>
      variantsOf(subject.schema.execute!, scene.around(subject.config.chain)).map((variant) => {
        const { label } = subject.config
        const { worked, tried } = memory.counts(label, variant.name)
        const isKnown = memory.recipes(label, variant.name).length > 0
        const make = (): ActionInput =>
          isKnown && random.chance(0.7)
            ? messageLike(scene, subject, variant.name)
            : newMessage(scene, subject, variant)
        // Among messages that never worked, the least tried one comes first; ties are random.
        const ready = readyFor(scene, subject, variant.name) * (hopeful ? memory.hope(label, variant.name) : 1)
        const isReady = ready === 1 || random.chance(ready)
        return { make, isReady, rank: worked + tried / 20, chance: random.below(1 << 20) }
      }),
    )
    .sort((a, b) => Number(b.isReady) - Number(a.isReady) || a.rank - b.rank || a.chance - b.chance)
    .map(({ make }) => make)
}

export const execute = (
  subject: Subject,
  { from, msg, funds }: Pick<Recipe, 'from' | 'msg' | 'funds'>,
): ActionInput => {
  const { config, address, solidity } = subject
  return solidity === undefined
    ? executeFrom(config.chain, from, { contract: config.label, msg, funds }, address)
    : ethereumTxOf(subject, { from, msg, funds })
}

function someone({ start, random }: Scene, { config, solidity }: Subject): string {
  if (config.admin !== undefined && random.chance(0.15)) return config.admin
  const chain = start.sandbox.chain(config.chain)!
  const isThere = (label: string): boolean => chain.addressOf(label) !== undefined
  if (random.chance(0.07)) {
    // A relayer is an account like others, and so may send messages of its own.
    const others = [...(isThere(ATTACKER) ? [through(ATTACKER, STRANGER)] : []), ...(isThere(RELAYER) ? [RELAYER] : [])]
    return random.pick([STRANGER, ...others])
  }
  const account = random.pick(sendersOf(start.config, chain.key, solidity !== undefined)).name
  return isThere(PLACEHOLDER) && random.chance(0.2) ? through(PLACEHOLDER, account) : account
}

/** Actors of other chains have nothing to pay contracts in Solidity with. */
const sendersOf = (
  { actors }: Scene['start']['config'],
  chain: string,
  isOfEvm: boolean,
): Scene['start']['config']['actors'] => {
  const here = isOfEvm ? actors.filter((actor) => actor.chain === chain) : actors
  return here.length === 0 ? actors : here
}

/** A mutation of a message: another sender, other funds, or other content. */
function varied(scene: Scene, subject: Subject, recipe: Recipe): Recipe {
  const { random } = scene
  switch (random.below(3)) {
    case 0:
      return { ...recipe, from: ownerOrAnybody(scene, subject, recipe.msg) }
    case 1:
      return recipe.funds === ''
        ? { ...recipe, from: someone(scene, subject) }
        : { ...recipe, funds: variedFunds(scene, recipe.funds) }
    default: {
      const variant = variantsOf(subject.schema.execute!, scene.around(subject.config.chain)).find(
        ({ name }) => name === recipe.variant,
      )
      if (variant === undefined) return recipe
      const other = random.value(variant.value)
      return subject.solidity === undefined
        ? { ...recipe, msg: mixed(recipe.msg, other, scene) }
        : variedCall(scene, recipe, other)
    }
  }
}

/** Arguments belong together, as an amount and its token: mostly one is changed, and what is paid with it. */
function variedCall(scene: Scene, recipe: Recipe, other: Json): Recipe {
  const { random } = scene
  const msg = random.chance(0.7) ? withOneArgument(recipe.msg, other, random) : mixed(recipe.msg, other, scene)
  return { ...recipe, msg, funds: recipe.funds === '' ? '' : paidAsAsked(msg, recipe, random) }
}

/** The maximum number of items in a mutated list. */
const MAX_ITEMS = 8

/** A crossover of two messages: members come from either; a list gets the items of the other, a repeated one, or loses one. */
function mixed(one: Json, other: Json, scene: Scene): Json {
  if (Array.isArray(one) && Array.isArray(other)) {
    const [items, more]: readonly (readonly Json[])[] = [one as readonly Json[], other as readonly Json[]]
    switch (scene.random.below(4)) {
      case 0:
        return [...items!, ...more!].slice(0, MAX_ITEMS)
      case 1:
        return [...items!, ...items!.slice(0, 1)].slice(0, MAX_ITEMS)
      case 2:
        return items!.length > 1 ? items!.filter((_, i) => i !== items!.length - 1) : [...more!]
      default:
        return [...more!]
    }
  }
  if (!isObject(one) || !isObject(other)) return scene.random.chance(0.5) ? one : other
  return Object.fromEntries(
    Object.entries(one).map(([name, value]) => [
      name,
      Object.hasOwn(other, name) ? mixed(value, other[name]!, scene) : value,
    ]),
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
