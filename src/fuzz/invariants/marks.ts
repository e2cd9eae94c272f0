import { homeOf } from '../chains/home.js'
import { rowsOfAll } from '../chains/rows.js'
import type { Json } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { accountOf, executed } from '../model/index.js'
import type { Start } from '../setup.js'
import type { ExecutedStep } from '../view.js'
import { senderOf } from './i1-claims.js'
import { isTransaction } from '../chains/transaction.js'

/** With more rows, comparing them costs too much. */
const MAX_ROWS = 2000
/** Shorter words of a message occur in storage by chance. */
const MIN_LENGTH = 4

/** The sender of a request, and texts that mark storage as belonging to it. */
export interface Party {
  readonly sender: string
  /** One character per byte. */
  readonly marks: readonly string[]
}

/** Two requests as two parties: the marks of each that the other lacks. Undefined if nothing distinguishes them. */
export function partiesOf(start: Start, one: ExecutedStep, other: ExecutedStep): readonly [Party, Party] | undefined {
  const senders = [one, other].map(senderOf)
  const [a, b] = senders
  if (a === undefined || b === undefined) return undefined
  const [mine, theirs] = [marksOf(start, one, accountOf(a)), marksOf(start, other, accountOf(b))]
  const only = (marks: readonly string[], others: readonly string[]): readonly string[] =>
    marks.filter((mark) => !others.some((text) => text.includes(mark) || mark.includes(text)))
  const parties = [
    { sender: a, marks: only(mine, theirs) },
    { sender: b, marks: only(theirs, mine) },
  ] as const
  return parties.some(({ marks }) => marks.length === 0) ? undefined : parties
}

/** The sender's address, as text and as bytes, and the words of the message that are no amounts. */
function marksOf({ sandbox, config }: Start, { action }: ExecutedStep, sender: string): readonly string[] {
  const done = action.action === 'repeat' ? action.do : action
  const chain = isTransaction(done) ? sandbox.chain(done.chain)! : homeOf(sandbox, config)
  const address = addressOfActor(chain.host, sender)
  // What is left of a sum of amounts may look like one of them.
  const words = wordsOf(executed(done)?.msg ?? null).filter((word) => word.length >= MIN_LENGTH && !/^\d+$/.test(word))
  return [...new Set([address, Buffer.from(chain.host.app.address(address)).toString('latin1'), ...words])]
}

const wordsOf = (value: Json): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value as { readonly [name: string]: Json }).flatMap(wordsOf)
    : typeof value === 'string'
      ? [Buffer.from(value).toString('latin1')]
      : []

/** What belongs to actors: the rows of all contracts, and the actors' coins. */
export interface Belongings {
  readonly rows: ReadonlyMap<string, string>
  readonly coins: ReadonlyMap<string, ReadonlyMap<string, bigint>>
}

/** Undefined if there are too many rows. */
export function belongings({ sandbox, subjects, ledger }: Start): Belongings | undefined {
  const rows = new Map<string, string>()
  for (const chain of new Set(subjects.map(({ config }) => config.chain)))
    for (const { key, value } of rowsOfAll(sandbox.chain(chain)!.host)) {
      if (rows.size === MAX_ROWS) return undefined
      rows.set(`${chain}/${textOf(key)}`, textOf(value))
    }
  return { rows, coins: ledger.balances().actors }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** Whether something of a party changed: `perhaps` if what changed belongs to both. */
export type Touched = 'yes' | 'perhaps' | 'no'

/** What a change did to each of two parties. @param fees assets in which fees come back, whoever they belong to */
export function touched(
  parties: readonly [Party, Party],
  before: Belongings,
  after: Belongings,
  fees: ReadonlySet<string>,
): readonly [Touched, Touched] {
  const found = parties.map(({ sender }) => {
    const [was, is] = [before, after].map(({ coins }) => coins.get(accountOf(sender)))
    return [...(is ?? [])].some(([asset, amount]) => !fees.has(asset) && amount > (was?.get(asset) ?? 0n))
  })
  const perhaps = [false, false]
  const keys = new Set([...before.rows.keys(), ...after.rows.keys()])
  for (const key of keys) {
    const [was, is] = [before.rows.get(key), after.rows.get(key)]
    if (was === is) continue
    // A record belongs to the party that its key names, that it names more or less often than before, or that is the only one it names.
    const moved = parties.map(({ marks }) =>
      marks.some((mark) => key.includes(mark) || timesIn(was, mark) !== timesIn(is, mark)),
    )
    const named = parties.map(({ marks }) => marks.some((mark) => timesIn(is, mark) > 0))
    for (const i of [0, 1]) {
      if (moved[i] === true || (named[i] === true && named[1 - i] === false && moved[1 - i] === false)) found[i] = true
      else if (named[i] === true) perhaps[i] = true
    }
  }
  const judge = (i: number): Touched => (found[i] === true ? 'yes' : perhaps[i] === true ? 'perhaps' : 'no')
  return [judge(0), judge(1)]
}

const timesIn = (text: string | undefined, mark: string): number =>
  text === undefined ? 0 : text.split(mark).length - 1
