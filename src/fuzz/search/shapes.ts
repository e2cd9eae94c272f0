import { pendingQueries } from '../chains/pending-queries.js'
import { contractRows } from '../../modules/wasm/index.js'
import { jsonIn, keyParts, type Json } from '../../sandbox/internal.js'
import { keyOf } from '../../store/index.js'
import { rowsOfContract } from '../chains/rows.js'
import { isError } from '../money/money.js'
import type { Start, Subject } from '../setup.js'
import type { Story } from '../story.js'

/** More of the same give no other shape. */
const MANY = 2
/** The rows of a contract that are read. */
const MAX_ROWS = 500
/** A word, such as the status of a record. Longer texts and those with digits are names, addresses and amounts. */
const WORD = /^[A-Za-z][A-Za-z_-]{0,24}$/

/**
 * The shape of a state: what is waiting and what contracts store, without amounts, names and times. States of one shape differ in how much and of whom,
 * those of two shapes in what can happen next: packets in other states, other failures, a record with another status, the first record of a map.
 */
export class Shapes {
  readonly #start: Start
  /** Values are shared by the states that have them. */
  readonly #ofValues = new WeakMap<Uint8Array, string>()

  constructor(start: Start) {
    this.#start = start
  }

  /** The shape of the state after the last step of an action sequence. */
  of({ state }: Story): string {
    const { sandbox, subjects } = this.#start
    const waiting = [
      ...sandbox.relayer
        .pending()
        .map(
          (packet) => `${shapeOfPort(packet.sourcePort)} ${packet.state}${isError(packet.acknowledgement) ? '!' : ''}`,
        ),
      ...pendingQueries(sandbox).map(({ type }) => type),
    ]
    return [
      counted(waiting),
      state.armed ? 'armed' : '',
      state.stuck.size > 0 ? 'stuck' : '',
      ...subjects.map((subject) => `${counted(this.#failures(subject))}; ${this.#storage(subject)}`),
    ].join('\n')
  }

  #failures({ config, address }: Subject): readonly string[] {
    const chain = this.#start.sandbox.chain(config.chain)!
    return chain.host.app.contractManager === undefined ? [] : chain.failures(address).map(({ error }) => error)
  }

  #storage({ config, address, solidity }: Subject): string {
    const { host } = this.#start.sandbox.chain(config.chain)!
    if (solidity !== undefined) return `${[...rowsOfContract(host, address)].length} slots`
    const { app } = host
    const rows: string[] = []
    for (const { key, value } of contractRows(app.context, app.address(address))) {
      if (rows.length === MAX_ROWS) break
      rows.push(`${keyParts(keyOf(key))[0]!.text} ${this.#value(value)}`)
    }
    return counted(rows)
  }

  #value(value: Uint8Array): string {
    let shape = this.#ofValues.get(value)
    if (shape === undefined) this.#ofValues.set(value, (shape = shapeOf(jsonIn(value))))
    return shape
  }
}

/** Without the address of a contract and the name of an interchain account. */
const shapeOfPort = (port: string): string => /^[a-z]+/.exec(port)?.[0] ?? port

/** Each text with how often it is there: once, or more often. */
function counted(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, Math.min(MANY, (counts.get(text) ?? 0) + 1))
  return [...counts]
    .map(([text, count]) => `${count} ${text}`)
    .sort()
    .join(', ')
}

/** A value without its amounts, names and numbers; zero and what is empty differ from the rest. Undefined is a value that is not JSON. */
function shapeOf(value: Json | undefined): string {
  if (value === undefined) return '*'
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return value === 0 ? '0' : '#'
  if (typeof value === 'string')
    return value === '' || WORD.test(value) ? `"${value}"` : /^0+(\.0+)?$/.test(value) ? '0' : '#'
  if (Array.isArray(value)) return `[${counted((value as readonly Json[]).map(shapeOf))}]`
  const members = Object.entries(value as { readonly [name: string]: Json })
  return `{${members.map(([name, member]) => `${WORD.test(name) ? name : '#'}: ${shapeOf(member)}`).join(', ')}}`
}
