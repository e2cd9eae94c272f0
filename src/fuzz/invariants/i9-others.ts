import { rowsOfAll, rowsOfContract } from '../chains/rows.js'
import { attributeValues, jsonIn, type Json } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { kindOf } from '../callbacks.js'
import { execute, executed } from '../model/index.js'
import { denomOfToken } from '../money/tokens.js'
import { STRANGER, type Start, type Subject } from '../setup.js'
import { stateOf } from '../story.js'
import type { ExecutedStep, StateView } from '../view.js'
import { attempt, REPEATED, twin, unjudged, wealthOf, type Judgement, type Situation, type Violation } from './judge.js'
import { isTransaction } from '../chains/transaction.js'

/**
 * A message that anyone may send does nothing in the name of others. The last message is sent again by the stranger, to whom nobody gave a permission: its
 * packets name no other account as their sender, and no row of the contract's storage whose key names another account is removed or has a smaller amount.
 *
 * Honest designs that this must pass over: a spender uses an allowance (it is a note if the owner named the stranger before); anyone may send a payout (its owner has more afterwards, or
 * another row that names the owner is new or larger); an account that is credited (only losses count). Liquidations and the removal of what has
 * expired look the same as a theft, so without a loss of coins or claims it is a note.
 */
export async function actsForOthers(situation: Situation): Promise<Judgement> {
  const { story, start, before } = situation
  const message = executed(story.last.action)
  const subject = message && start.subjects.find(({ config }) => config.label === message.contract)
  if (message === undefined || subject === undefined || before === undefined || story.last.error !== undefined)
    return unjudged('no message was accepted')
  const kind = kindOf(JSON.stringify(message.msg))
  if (subject.config.open.includes(kind)) return unjudged('the campaign says that anyone may send it')
  if (!situation.isNew(`${subject.config.label}/${kind}`)) return REPEATED
  const action = execute(subject, { ...message, from: STRANGER })
  const shown = await twin(
    situation,
    async () => {
      const rows = rowsOf(start, subject)
      const state = await stateOf(start)
      const step = await attempt(start, action)
      if (step === undefined || step.error !== undefined) return undefined
      return (
        forged(start, subject, step, message.funds) ??
        (await lost(start, subject, state, rows, story.steps.slice(0, -1)))
      )
    },
    before,
  )
  if (shown === undefined) return undefined
  return { ...shown, further: [action], instead: 1, about: `${subject.config.label}/${kind}` }
}

type Shown = Pick<Violation, 'text' | 'level' | 'account' | 'key'>

/** Members of packets that tell which coins they carry. */
const DENOM = /denom/

/** Members of packets that tell who asked for it. */
const SENDERS = /^(sender|from|signer|caller|author|initiator|controller)$/

/**
 * A packet that names another account as its sender. Who pays for it with coins of its own may have them returned to somebody else, and a token (cw20)
 * says whose units it hands over: a packet with units of the stranger's own token takes nothing from anybody.
 */
function forged(start: Start, { config }: Subject, { results }: ExecutedStep, funds: string): Shown | undefined {
  const { host } = start.sandbox.chain(config.chain)!
  const others = start.actors.filter((name) => name !== STRANGER)
  for (const result of results)
    for (const data of attributeValues(result, 'send_packet', 'packet_data_hex')) {
      const content = jsonIn(Buffer.from(data, 'hex'))
      const own = addressOfActor(host, STRANGER)
      if ([...membersOf(content)].some(([name, value]) => DENOM.test(name) && value === denomOfToken(host, own)))
        continue
      for (const [name, value] of membersOf(content)) {
        const other = SENDERS.test(name) ? others.find((actor) => addressOfActor(host, actor) === value) : undefined
        if (other !== undefined)
          return {
            text: `a message of the stranger sends a packet whose ${name} is ${other}`,
            account: other,
            level: funds === '' ? 'error' : 'note',
          }
      }
    }
  return undefined
}

/** Rows of the contract, by key in hexadecimal. */
type Rows = ReadonlyMap<string, Uint8Array>

/** More rows in all contracts together are not compared. */
const MAX_ROWS = 2000

const rowsOf = (start: Start, { config, address }: Subject): { readonly own: Rows; readonly all: Rows } => {
  const { host } = start.sandbox.chain(config.chain)!
  const read = (rows: Iterable<{ readonly key: Uint8Array; readonly value: Uint8Array }>): Rows => {
    const found = new Map<string, Uint8Array>()
    for (const { key, value } of rows) {
      if (found.size === MAX_ROWS) break
      found.set(Buffer.from(key).toString('latin1'), value)
    }
    return found
  }
  return { own: read(rowsOfContract(host, address)), all: read(rowsOfAll(host)) }
}

/** A row about another account that is gone or has a smaller amount, although the account got nothing for it. */
async function lost(
  start: Start,
  subject: Subject,
  before: StateView,
  rows: ReturnType<typeof rowsOf>,
  steps: readonly ExecutedStep[],
): Promise<Shown | undefined> {
  const { host } = start.sandbox.chain(subject.config.chain)!
  const now = rowsOf(start, subject)
  let after: StateView | undefined
  for (const actor of start.actors) {
    if (actor === STRANGER) continue
    const address = addressOfActor(host, actor)
    const names = [address, Buffer.from(host.app.address(address)).toString('latin1')]
    const isAbout = (text: string): boolean => names.some((name) => text.includes(name))
    for (const [key, value] of rows.own) {
      const then = now.own.get(key)
      if (!isAbout(key) || (then !== undefined && amountIn(then) >= amountIn(value))) continue
      if (then === undefined && amountIn(value) === 0n) continue
      after ??= await stateOf(start)
      if (isPaid(before, after, actor) || hasMore(rows.all, now.all, isAbout)) continue
      const falls = hasLess(before, after, actor) && !isAllowed(start, steps, actor)
      return {
        text: `a message of the stranger ${then === undefined ? 'removes' : 'decreases'} what ${subject.config.label} stores about ${actor}`,
        account: actor,
        level: falls ? 'error' : 'note',
      }
    }
  }
  return undefined
}

/** Whether an actor named the stranger in a message, as in one that gives an allowance. */
const isAllowed = ({ sandbox }: Start, steps: readonly ExecutedStep[], actor: string): boolean =>
  steps.some(({ action }) => {
    if (!isTransaction(action) || action.from !== actor) return false
    const message = JSON.stringify(executed(action)?.msg ?? null)
    return (
      message.includes(`"${STRANGER}"`) || message.includes(addressOfActor(sandbox.chain(action.chain)!.host, STRANGER))
    )
  })

/** Whether an actor has more coins of any kind. */
const isPaid = (before: StateView, after: StateView, actor: string): boolean =>
  [...(after.balances.actors.get(actor) ?? [])].some(
    ([asset, amount]) => amount > (before.balances.actors.get(actor)?.get(asset) ?? 0n),
  )

/** Whether an actor has less of anything, in balances and claims. */
function hasLess(before: StateView, after: StateView, actor: string): boolean {
  const now = wealthOf(after, actor)
  return [...wealthOf(before, actor)].some(([asset, amount]) => (now.get(asset) ?? 0n) < amount)
}

/** Whether a row about an account is new, larger, or otherwise changed without being smaller. */
const hasMore = (before: Rows, after: Rows, isAbout: (text: string) => boolean): boolean =>
  [...after].some(([key, value]) => {
    const then = before.get(key)
    if (then !== undefined && Buffer.compare(then, value) === 0) return false
    const text = Buffer.from(value).toString('latin1')
    if (!isAbout(key) && !isAbout(text)) return false
    return then === undefined || amountIn(value) > amountIn(then) || !isAbout(key)
  })

/** The sum of the amounts in a value; 0 for one that has none. */
function amountIn(value: Uint8Array): bigint {
  const sum = (json: Json | undefined): bigint => {
    if (typeof json === 'string') return /^\d{1,39}$/.test(json) ? BigInt(json) : 0n
    if (typeof json !== 'object' || json === null) return 0n
    return Object.values(json as Readonly<Record<string, Json>>).reduce((all, one) => all + sum(one), 0n)
  }
  const json = jsonIn(value)
  return typeof json === 'number' && Number.isSafeInteger(json) ? BigInt(json) : sum(json)
}

function* membersOf(value: Json | undefined): Generator<readonly [name: string, value: Json]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value as Readonly<Record<string, Json>>)) {
    yield [name, member]
    yield* membersOf(member)
  }
}
