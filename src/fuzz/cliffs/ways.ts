import { parseCoins } from '../../codec/index.js'
import type { ActionInput, Json } from '../../sandbox/internal.js'
import { execute, executed, type Recipe } from '../model/index.js'
import type { Subject } from '../setup.js'
import type { Probe } from './probes.js'

/** After the name of a message that comes from a new account each time. */
const BY_MANY = ' of new accounts'
/** After the name of a message of which each has a value of its own. */
const NUMBERED = ' with new values'
/** The most lists of one action that are made longer. */
const MAX_LISTS = 3
/** The most values of a message that are numbered. */
const MAX_PLACES = 4

/** The actions that make a quantity grow by so many, after it grew by `from`. */
export type Growing = (from: number, count: number) => readonly ActionInput[]

/** A quantity on which the gas of a callback may depend, and how an action sequence makes it grow. */
export interface Way {
  readonly probe: Probe
  /** The quantity: the name of a message, of a list in one, or of another callback. */
  readonly name: string
  /** Whether it is a number of messages. */
  readonly isOfMessages: boolean
  /** The part of the callback's action sequence before the growth. */
  readonly head: readonly ActionInput[]
  /** Ways of growing, of which the first that works is used; one step of each has to work twice where `twice` is set. */
  readonly candidates: Iterable<Growing>
  readonly twice: boolean
  /** What one step of the growth has to cause. */
  readonly causes?: Probe
  /** The rest of the action sequence, which ends with the callback. */
  readonly tail: (times: number) => readonly ActionInput[]
}

/** How messages are repeated: by one sender, each by a new account, or each with a value of its own. */
export type Manner = 'one' | 'many' | 'numbered'
export const MANNERS: readonly Manner[] = ['one', 'many', 'numbered']

/** A message is repeated before the callback. @param recipes of one message, the latest last */
export function byMessages(probe: Probe, subject: Subject, recipes: readonly Recipe[], manner: Manner): Way {
  const suffix = { one: '', many: BY_MANY, numbered: NUMBERED }[manner]
  return {
    probe,
    name: `${recipes.at(-1)!.variant}${suffix}`,
    isOfMessages: true,
    head: probe.before,
    candidates: MESSAGES[manner](subject, recipes),
    twice: manner === 'numbered',
    tail: () => [probe.action],
  }
}

type Repeated = (subject: Subject, recipes: readonly Recipe[]) => Iterable<Growing>

const MESSAGES: Readonly<Record<Manner, Repeated>> = {
  one: (subject, recipes) =>
    cheapestFirst(recipes).map((recipe): Growing => (_, count) => [
      { action: 'repeat', times: count, do: execute(subject, recipe) } as ActionInput,
    ]),
  many: (subject, recipes) =>
    cheapestFirst(recipes)
      // A contract sends it, which is one account.
      .filter(({ from }) => !from.includes('/'))
      .map(
        (recipe): Growing =>
          (from, count) =>
            numbers(from, count).flatMap((i): ActionInput[] => [
              { action: 'account', chain: subject.config.chain, name: `newcomer-${i}`, funds: recipe.funds },
              execute(subject, { ...recipe, from: `newcomer-${i}` }),
            ]),
      ),
  numbered: (subject, recipes) =>
    cheapestFirst(recipes.slice(-1)).flatMap((recipe) =>
      placesOf(recipe.msg, isValue)
        .slice(0, MAX_PLACES)
        .map(
          (place): Growing =>
            (from, count) =>
              numbers(from, count).map((i) =>
                execute(subject, { ...recipe, msg: replaced(recipe.msg, place, (value) => numberedValue(value, i)) }),
              ),
        ),
    ),
}

const numbers = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => from + i + 1)

/** Each recipe with 1 of each coin where that is enough, so that its sender can repeat it often, and then as it is. */
const cheapestFirst = (recipes: readonly Recipe[]): readonly Recipe[] =>
  recipes.flatMap((recipe) => [...dusty(recipe.funds), recipe.funds].map((funds) => ({ ...recipe, funds })))

/** Coins with the amounts of all, and then of one after the other, reduced to 1. */
function dusty(funds: string): readonly string[] {
  const coins = funds === '' ? [] : parseCoins(funds)
  const where = (isDust: (at: number) => boolean): string =>
    coins.map(({ denom, amount }, i) => `${isDust(i) ? 1n : amount}${denom}`).join(',')
  const all = coins.length < 2 ? [] : [where(() => true)]
  return [...all, ...[...coins.keys()].map((at) => where((i) => i === at))]
}

/** A list in an action before the callback gets longer: in a message to a contract, or in a transaction on another chain. */
export function byLists(probe: Probe): readonly Way[] {
  return probe.before.flatMap((action, at) =>
    placesOf(listsIn(action), Array.isArray)
      .filter((place) => (valueAt(listsIn(action), place) as Json[]).length > 0)
      .slice(0, MAX_LISTS)
      .map((place): Way => ({
        probe,
        name: `element of ${listName(action, place)}`,
        isOfMessages: false,
        head: [],
        candidates: [() => []],
        twice: false,
        tail: (times) => [
          ...probe.before.slice(0, at),
          withList(action, place, (items) => Array.from({ length: times }, (_, i) => items[i % items.length]!)),
          ...probe.before.slice(at + 1),
          probe.action,
        ],
      })),
  )
}

/** What of an action may hold lists: the message of a contract, or the messages of a transaction that calls none. */
function listsIn(action: ActionInput): Json {
  const message = executed(action)
  if (message !== undefined) return message.msg
  return action.action === 'tx' && callsNone(action) ? (action.messages as unknown as Json) : null
}

type Tx = Extract<ActionInput, { action: 'tx' }>

/** Whether it is a transaction that calls no contract, such as one of a user of another chain. */
const callsNone = ({ messages }: Tx): boolean => messages.every((one) => !('execute' in one))

function listName(action: ActionInput, place: Place): string {
  const message = executed(action)
  if (message === undefined) return `messages on ${(action as { chain?: string }).chain ?? 'neutron'}`
  const names = place.filter((part) => typeof part === 'string')
  return names.length < 2 ? names.join('') : `${names.slice(1).join('.')} in ${names[0]}`
}

function withList(action: ActionInput, place: Place, change: (items: readonly Json[]) => readonly Json[]): ActionInput {
  const list = (value: Json): Json => change(value as Json[])
  if (action.action !== 'tx') return action
  if (callsNone(action))
    return { ...action, messages: replaced(listsIn(action), place, list) as unknown as Tx['messages'] }
  const [message] = action.messages
  if (message === undefined || !('execute' in message)) return action
  const msg = replaced(message.execute.msg as Json, place, list)
  return { ...action, messages: [{ execute: { ...message.execute, msg } }] }
}

/** Other callbacks come before: each settles a request of its own, or brings a result of the same query. */
export function byRounds(probe: Probe, other: Probe): Way {
  const at = insertedAt(probe)
  const { name, unit } = roundOf(other)
  return {
    probe,
    name,
    isOfMessages: false,
    head: probe.before.slice(0, at),
    candidates: [(_, count) => numbers(0, count).flatMap(() => unit)],
    twice: true,
    causes: other,
    tail: () => [...probe.before.slice(at), probe.action],
  }
}

/** Before the message whose packet the callback settles, so that what is settled meanwhile is not that packet. */
function insertedAt({ before, action }: Probe): number {
  const last = before.findLastIndex((one) => executed(one) !== undefined)
  return action.action === 'deliverQueries' || last < 0 ? before.length : last
}

/** The actions that make a callback once more. */
function roundOf(probe: Probe): { readonly name: string; readonly unit: readonly ActionInput[] } {
  const { action, before, callback } = probe
  const unit =
    action.action === 'deliverQueries'
      ? // At the newest height, since no result may be older than the last.
        [{ action: 'deliverQueries', query: action.query } as ActionInput]
      : [...before.slice(insertedAt(probe)), action]
  return { name: callback, unit }
}

/** Transactions of users of another chain before the callback are repeated. */
export const byForeign = (probe: Probe): readonly Way[] =>
  probe.before.flatMap((action, at): readonly Way[] =>
    action.action === 'tx' && callsNone(action)
      ? [
          {
            probe,
            name: `transaction on ${action.chain ?? 'neutron'}`,
            isOfMessages: false,
            head: probe.before.slice(0, at),
            candidates: [(_, count) => [{ action: 'repeat', times: count, do: action }]],
            twice: true,
            tail: () => [...probe.before.slice(at + 1), probe.action],
          },
        ]
      : [],
  )

type Place = readonly (string | number)[]

/** Where a value has values of a kind, from the outside in. */
function placesOf(value: Json, is: (value: Json) => boolean, at: Place = []): readonly Place[] {
  const here = is(value) ? [at] : []
  if (typeof value !== 'object' || value === null) return here
  const members = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(value)
  return [...here, ...[...members].flatMap(([name, member]) => placesOf(member as Json, is, [...at, name]))]
}

const valueAt = (value: Json, place: Place): Json =>
  place.reduce<Json>((inner, part) => (inner as Record<string | number, Json>)[part]!, value)

function replaced(value: Json, [first, ...rest]: Place, by: (value: Json) => Json): Json {
  if (first === undefined) return by(value)
  const inner = replaced((value as Record<string | number, Json>)[first]!, rest, by)
  return Array.isArray(value)
    ? value.map((one: Json, i) => (i === first ? inner : one))
    : { ...(value as { readonly [name: string]: Json }), [first]: inner }
}

/** Values that can be made new by a number: not addresses, channels or denominations, which name what is there. */
const isValue = (value: Json): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' &&
    !/^(?:[a-z]{1,20}1[a-z0-9]{38,58}|(?:channel|connection)-\d+|ibc\/.*|u[a-z]{3,})$/.test(value))

const numberedValue = (value: Json, i: number): Json =>
  typeof value === 'number'
    ? value + i
    : /^\d{1,30}$/.test(value as string)
      ? String(BigInt(value as string) + BigInt(i))
      : `${value as string}${i}`
