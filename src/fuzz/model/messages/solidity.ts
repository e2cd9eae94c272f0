import { fromHex, jsonOf, SudoboxError } from '../../../base/index.js'
import { parseCoins } from '../../../codec/index.js'
import {
  resultOf,
  type Action,
  type ActionInput,
  type ChainHost,
  type Json,
  type TxResult,
} from '../../../sandbox/internal.js'
import type { RandomSource } from '../../random-source.js'
import { EVM_COIN } from '../../chains/solidity.js'
import type { Start, Subject } from '../../setup.js'
import type { ExecutedStep } from '../../view.js'
import { leaves } from '../learned.js'

/** More than any callback or message needs; less than a block has. */
const GAS_LIMIT = '10000000'

interface Call {
  readonly from: string
  readonly msg: Json
  readonly funds: string
}

/** The transaction of Ethereum that sends a message, `{ transfer: { to: …, amount: … } }`, to a contract in Solidity. Only the chain's coin can be paid with it. */
export function ethereumTxOf({ config }: Subject, { from, msg, funds }: Call): ActionInput {
  const [name, args] = callIn(msg)
  const value = parseCoins(funds).find(({ denom }) => denom === EVM_COIN)?.amount ?? 0n
  return {
    action: 'ethereumTx',
    chain: config.chain,
    from,
    to: config.label,
    call: { function: name, args },
    value: String(value),
    gasLimit: GAS_LIMIT,
  }
}

/** A call of which one argument is that of another call of the same function. */
export function withOneArgument(msg: Json, other: Json, random: RandomSource): Json {
  const [name, args] = callIn(msg)
  const [, more] = callIn(other)
  const names = Object.keys(args)
  if (names.length === 0) return msg
  const changed = random.pick(names)
  return { [name]: { ...args, [changed]: more[changed] ?? args[changed]! } }
}

/**
 * What is paid with a call: mostly an amount among its arguments, since contracts compare the two.
 * @param before the call that was changed; if it paid one of its arguments, that argument is paid again
 */
export function paidAsAsked(
  msg: Json,
  before: { readonly msg: Json; readonly funds: string },
  random: RandomSource,
): string {
  const [, args] = callIn(msg)
  const [, earlier] = callIn(before.msg)
  const amounts = Object.keys(args).filter((name) => amountOf(args[name]) !== undefined)
  const same = amounts.filter((name) => before.funds === `${amountOf(earlier[name])}${EVM_COIN}`)
  const named = same.length > 0 ? same : amounts.filter((name) => /amount|value|sum|price/i.test(name))
  return named.length === 0 || random.chance(0.2) ? before.funds : `${amountOf(args[random.pick(named)])}${EVM_COIN}`
}

const amountOf = (value: Json | undefined): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && /^\d{1,30}$/.test(String(value))
    ? String(value)
    : undefined

const callIn = (msg: Json): readonly [name: string, args: { readonly [name: string]: Json }] =>
  (Object.entries(msg as object)[0] ?? ['', {}]) as [string, { readonly [name: string]: Json }]

/** The message in a transaction of Ethereum that calls a function by the names of its parameters; undefined for any other. */
export function messageInEthereumTx({
  from,
  to,
  call,
  value = 0n,
}: Extract<Action | ActionInput, { readonly action: 'ethereumTx' }>):
  | (Call & { readonly contract: string })
  | undefined {
  if (to === undefined || call === undefined || Array.isArray(call.args)) return undefined
  const msg = { [call.function]: (call.args ?? {}) as Json }
  return { contract: to, from, msg, funds: BigInt(value) === 0n ? '' : `${value}${EVM_COIN}` }
}

/** What contracts in Solidity reported in a transaction that called one of them: the values in their logs, and what the function returned. */
export function reportedIn(
  { solidity }: ChainHost,
  { ethereum }: Pick<TxResult, 'ethereum'>,
  msg: Json,
): readonly string[] {
  if (ethereum?.to === undefined || ethereum.failure !== undefined) return []
  const logged = ethereum.logs.map(({ args, topics }) => args ?? topics.slice(1))
  const said = [...logged, returnedBy(solidity.of(fromHex(ethereum.to.slice(2).toLowerCase())), msg, ethereum.returned)]
  return leaves(jsonOf(said)).map(String)
}

function returnedBy(abi: ReturnType<ChainHost['solidity']['of']>, msg: Json, returned: string): unknown {
  try {
    return abi && resultOf(abi.function(...callIn(msg)), fromHex(returned.slice(2)))
  } catch (error) {
    // Code that was not compiled with this ABI, as behind a proxy, may return anything.
    if (error instanceof SudoboxError) return undefined
    throw error
  }
}

/** How many messages are made of what one step reported. */
const MAX_NAMING = 8
const NUMBER = /^\d{1,9}$/
const WORD = /^0x[0-9a-f]{64}$/

/**
 * Messages that worked, for what another one has reported since: a message that takes an id works once for each, so one that creates a record makes it work again. Only for
 * contracts in Solidity.
 */
export function namingWhatWasReported<R extends Call>(
  { sandbox }: Pick<Start, 'sandbox'>,
  { config, solidity }: Subject,
  recipes: readonly R[],
  { action, results }: Pick<ExecutedStep, 'action' | 'results'>,
): readonly R[] {
  const made = solidity === undefined || action.action !== 'ethereumTx' ? undefined : messageInEthereumTx(action)
  if (made === undefined) return []
  const { host } = sandbox.chain(config.chain)!
  const reported = new Set(
    results.flatMap((result) => reportedIn(host, result, made.msg)).filter((one) => NUMBER.test(one) || WORD.test(one)),
  )
  const all = recipes.flatMap((recipe) => {
    const [name, args] = callIn(recipe.msg)
    return Object.entries(args).flatMap(([member, value]) =>
      [...reported]
        .filter((one) => [NUMBER, WORD].some((kind) => kind.test(one) && kind.test(textOf(value))))
        .map((one) => ({ ...recipe, from: made.from, msg: { [name]: { ...args, [member]: one } } })),
    )
  })
  return all.slice(0, MAX_NAMING)
}

const textOf = (value: Json): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
