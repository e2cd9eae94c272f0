import { jsonText } from '../../base/index.js'
import { parseCoins } from '../../codec/index.js'
import type { ActionInput, Json } from '../../sandbox/internal.js'
import { isTransaction } from '../chains/transaction.js'

/** Simplifications of an action sequence at one action, the simplest first. */
export function* simpler(actions: readonly ActionInput[], at: number): Iterable<readonly ActionInput[]> {
  const action = actions[at]
  if (action === undefined) return
  const put = (...other: ActionInput[]): readonly ActionInput[] => [
    ...actions.slice(0, at),
    ...other,
    ...actions.slice(at + 1),
  ]
  const next = actions[at + 1]
  if (next !== undefined) {
    const together = merged(action, next)
    if (together !== undefined) yield [...actions.slice(0, at), together, ...actions.slice(at + 2)]
  }
  const handedOver = bySenderBefore(actions, at)
  if (handedOver !== undefined) yield handedOver
  for (const other of alternatives(action)) yield put(other)
}

/** The action sequence in which the sender of an earlier transaction, which may have granted a permission, sends this one instead of both. */
function bySenderBefore(actions: readonly ActionInput[], at: number): readonly ActionInput[] | undefined {
  const action = actions[at]!
  if (!isTransaction(action)) return undefined
  const isOther = (other: ActionInput): other is Tx | EthereumTx =>
    isTransaction(other) && other.chain === action.chain && other.from !== action.from
  const earlier = actions.slice(0, at).findLastIndex(isOther)
  if (earlier < 0) return undefined
  const { from } = actions[earlier] as Tx | EthereumTx
  return [
    ...actions.slice(0, earlier),
    ...actions.slice(earlier + 1, at),
    { ...action, from },
    ...actions.slice(at + 1),
  ]
}

/** Two equal actions as one that repeats. */
function merged(one: ActionInput, other: ActionInput): ActionInput | undefined {
  const [a, b] = [single(one), single(other)]
  if (a === undefined || b === undefined || jsonText(a.action) !== jsonText(b.action)) return undefined
  return { action: 'repeat', times: a.times + b.times, do: a.action } as ActionInput
}

function single(action: ActionInput): { readonly action: ActionInput; readonly times: number } | undefined {
  if (action.action === 'repeat') return { action: action.do as ActionInput, times: action.times }
  return isTransaction(action) || action.action === 'block' ? { action, times: 1 } : undefined
}

/** The amounts of an action that repeats more often are not shrunk, since each attempt repeats it. */
const FEW = 10

function* alternatives(action: ActionInput): Iterable<ActionInput> {
  switch (action.action) {
    case 'repeat':
      if (action.times === 1) yield action.do
      for (const part of [0.5, 0.75, 0.9, 0.97])
        if (Math.floor(action.times * part) > 0) yield { ...action, times: Math.floor(action.times * part) }
      if (action.times <= FEW)
        for (const inner of alternatives(action.do)) yield { ...action, do: inner } as ActionInput
      return
    case 'relay': {
      const { kind: _, ...filter } = action.filter ?? {}
      if (action.receiver === undefined && action.filter !== undefined) yield { action: 'relay' }
      if (action.filter?.kind !== undefined) yield { ...action, filter }
      return
    }
    case 'advance':
      for (const seconds of [1, 60, 3600, 86_400]) if (seconds < Number(action.seconds)) yield { ...action, seconds }
      return
    case 'deliverQueries': {
      const { height, ...rest } = action
      if (height !== undefined) yield rest
      return
    }
    case 'tx':
      yield* simplerTx(action)
      return
    case 'ethereumTx':
      yield* simplerEthereumTx(action)
      return
  }
}

type EthereumTx = Extract<ActionInput, { action: 'ethereumTx' }>

function* simplerEthereumTx(action: EthereumTx): Iterable<ActionInput> {
  const { value = 0n, call } = action
  for (const other of smallerNumbers(String(value))) yield { ...action, value: other as string }
  if (call?.args === undefined) return
  for (const args of smallerNumbers(call.args as Json))
    yield { ...action, call: { ...call, args: args as NonNullable<typeof call.args> } }
}

type Tx = Extract<ActionInput, { action: 'tx' }>

function* simplerTx(action: Tx): Iterable<ActionInput> {
  const [message] = action.messages
  if (message === undefined || action.messages.length > 1) return
  const put = (other: Tx['messages'][number]): ActionInput => ({ ...action, messages: [other] })
  if ('execute' in message) {
    const { funds = '', ...free } = message.execute
    if (funds !== '') yield put({ execute: free })
    for (const other of smallerCoins(funds)) yield put({ execute: { ...message.execute, funds: other } })
    const { msg } = message.execute
    if (msg !== undefined)
      for (const other of smallerNumbers(msg as Json)) yield put({ execute: { ...message.execute, msg: other } })
  }
  if ('send' in message)
    for (const other of smallerCoins(message.send.amount)) yield put({ send: { ...message.send, amount: other } })
}

function* smallerCoins(funds: string): Iterable<string> {
  if (funds === '') return
  const coins = parseCoins(funds)
  for (const [at, { amount }] of coins.entries()) {
    if (coins.length > 1) yield joined(coins.filter((_, i) => i !== at))
    for (const less of [1n, 10n, 100n, 1000n, 10_000n])
      if (String(less).length < String(amount).length)
        yield joined(coins.map((coin, i) => (i === at ? { ...coin, amount: less } : coin)))
  }
}

const joined = (coins: readonly { readonly denom: string; readonly amount: bigint }[]): string =>
  coins.map(({ denom, amount }) => `${amount}${denom}`).join(',')

/** The maximum number of places in a message where smaller numbers are tried, so that shrinking a long one ends. */
const MAX_PLACES = 8

type Path = readonly (string | number)[]

/** The message with one of its integers, a number or a string, replaced by 1, by a power of ten with about half of its digits, or by its half. */
export function* smallerNumbers(message: Json): Iterable<Json> {
  for (const [path, value] of numbersIn(message).slice(0, MAX_PLACES)) {
    const whole = BigInt(value)
    for (const less of new Set([1n, 10n ** BigInt(String(value).length >> 1), whole / 2n]))
      // A number that is not shorter is not easier to read.
      if (String(less).length < String(value).length)
        yield replaced(message, path, typeof value === 'number' ? Number(less) : String(less))
  }
}

/** The paths of integers with two or more digits. */
function numbersIn(value: Json, path: Path = []): readonly (readonly [Path, number | string])[] {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 9 ? [[path, value]] : []
  if (typeof value === 'string') return /^[1-9]\d{1,77}$/.test(value) ? [[path, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value)
    ? (value as readonly Json[]).flatMap((item, i) => numbersIn(item, [...path, i]))
    : Object.entries(value).flatMap(([name, member]) => numbersIn(member, [...path, name]))
}

function replaced(value: Json, [first, ...rest]: Path, by: Json): Json {
  if (first === undefined) return by
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, i) => (i === first ? replaced(item, rest, by) : item))
  const members = value as { readonly [name: string]: Json }
  return { ...members, [first]: replaced(members[first]!, rest, by) }
}
