import { coinsText, parseCoins } from '../../codec/index.js'
import type { ActionInput, Json } from '../../sandbox/internal.js'
import { executed } from '../model/index.js'
import type { RandomSource } from '../random-source.js'
import type { Story } from '../story.js'

/** From 6 to 18 decimals. */
const MORE = 10n ** 12n
/** Whoever holds as much has a coin with 18 decimals. */
const PLENTY = 10n ** 21n
const AMOUNT = /^[1-9]\d{0,14}$/

/** In the world of coins with 18 decimals, mostly a message with amounts of such coins. */
export function withDecimals(story: Story, action: ActionInput, random: RandomSource): ActionInput {
  if (!story.steps.some((step) => step.action.action === 'account')) return action
  const call = executed(action)
  if (call === undefined || action.action !== 'tx' || call.from !== action.from || random.chance(0.3)) return action
  const chain = story.start.sandbox.chain(action.chain ?? 'neutron')!
  const held = chain.addressOf(action.from) === undefined ? [] : chain.balances(action.from)
  const isLarge = (denom: string): boolean => held.some((coin) => coin.denom === denom && coin.amount >= PLENTY)
  const coins = parseCoins(call.funds)
  const large = coins.map((coin) =>
    isLarge(coin.denom) ? { ...coin, amount: coin.amount * MORE * BigInt(random.pick(FACTORS)) } : coin,
  )
  const all = random.chance(0.5)
  const amounts = new Set(coins.map(({ amount }) => String(amount)))
  const msg = scaled(call.msg, (text) => AMOUNT.test(text) && (all || amounts.has(text)))
  return { ...action, messages: [{ execute: { contract: call.contract, msg, funds: coinsText(large) } }] }
}

const FACTORS = [1, 1, 1000, 100_000] as const

const scaled = (value: Json, isAmount: (text: string) => boolean): Json => {
  if (typeof value === 'string') return isAmount(value) ? String(BigInt(value) * MORE) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => scaled(item, isAmount))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, scaled(member, isAmount)]))
}
