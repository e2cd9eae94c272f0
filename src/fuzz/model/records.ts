import { ContextKey } from '../../chain/index.js'
import { contractRows, WASM_STORE } from '../../modules/wasm/index.js'
import { jsonIn, type Json } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import type { Start, Subject } from '../setup.js'

/** A row in a contract's storage that belongs to a map, with the names that a message may use for it. */
export interface StoredRecord {
  /** The name of the map, such as `tickets`. */
  readonly map: string
  /** The parts of its key, the last one first. */
  readonly keys: readonly KeyPart[]
  /** The address that owns it; undefined if it names no account. */
  readonly owner: string | undefined
  /** The members of its value, if that is an object. */
  readonly fields: Fields
  /** What may be its status: by the name of the member, its value if that is like the name of a variant. */
  readonly states: ReadonlyMap<string, string>
}

/** A part of a key, as a text or as a number, if it can be one. */
interface KeyPart {
  readonly text: string | undefined
  readonly number: bigint | undefined
}

type Fields = { readonly [name: string]: Json }

/** The maximum number of rows that are read. */
const MAX_ROWS = 300
const MAX_KEY = 128
const PRINTABLE = /^[\x20-\x7e]+$/
/** Lengths of unsigned integers in keys. */
const NUMBERS = [1, 2, 4, 8, 16]
const OWNER = /owner|sender|creator|user|depositor|account|holder|staker|delegator|beneficiary|buyer|from/

type Owners = ReadonlyMap<string, string>

/** The records in the storage of contracts. A row is read once, and then known as long as its value is the same. */
export class StoredRecords {
  readonly #start: Start
  readonly #owners = new Map<string, Owners>()
  readonly #wanted = new Map<Subject, ContextKey<readonly StoredRecord[]>>()
  readonly #rows = new WeakMap<Uint8Array, { readonly key: string; readonly record: StoredRecord | undefined }>()

  constructor(start: Start) {
    this.#start = start
  }

  /** The records of a contract as it is now. */
  of(subject: Subject): readonly StoredRecord[] {
    const { config, address, solidity } = subject
    if (solidity !== undefined) return []
    const { app } = this.#start.sandbox.chain(config.chain)!.host
    let wanted = this.#wanted.get(subject)
    if (wanted === undefined) this.#wanted.set(subject, (wanted = new ContextKey(`records of ${config.label}`)))
    return app.context.fromStore(WASM_STORE, wanted, (ctx) => {
      const owners = this.#ownersOn(config.chain)
      const records: StoredRecord[] = []
      let rows = 0
      for (const { key, value } of contractRows(ctx, app.address(address))) {
        if (rows++ === MAX_ROWS) break
        const record = this.#read(key, value, owners)
        if (record !== undefined) records.push(record)
      }
      return records
    })
  }

  #read(key: Uint8Array, value: Uint8Array, owners: Owners): StoredRecord | undefined {
    const text = Buffer.from(key).toString('latin1')
    const known = this.#rows.get(value)
    if (known?.key === text) return known.record
    const record = recordIn(key, value, owners)
    this.#rows.set(value, { key: text, record })
    return record
  }

  /** Accounts and contracts of a chain, by their address as a text and as bytes. */
  #ownersOn(chain: string): Owners {
    const known = this.#owners.get(chain)
    if (known !== undefined) return known
    const { host } = this.#start.sandbox.chain(chain)!
    const owners = new Map<string, string>()
    for (const account of [
      ...this.#start.actors.map((name) => addressOfActor(host, name)),
      ...addressesOf(this.#start, chain),
    ]) {
      owners.set(account, account)
      owners.set(Buffer.from(host.app.address(account)).toString('latin1'), account)
    }
    this.#owners.set(chain, owners)
    return owners
  }
}

function recordIn(key: Uint8Array, value: Uint8Array, owners: Owners): StoredRecord | undefined {
  const parts = partsOf(key)
  if (parts === undefined) return undefined
  const keys = parts.keys.map(keyPart).reverse()
  const inKey = parts.keys.flatMap((part) => owners.get(part) ?? [])[0]
  return { map: parts.map, keys, ...contentOf(value, owners, inKey) }
}

const addressesOf = ({ subjects }: Start, chain: string): readonly string[] =>
  subjects.filter(({ config }) => config.chain === chain).map(({ address }) => address)

/**
 * Splits a key as `cw-storage-plus` makes it: the name of the map and all parts but the last come after their length of two bytes.
 * Undefined for the key of a single item.
 */
export function partsOf(key: Uint8Array): { readonly map: string; readonly keys: readonly string[] } | undefined {
  if (key.length > MAX_KEY) return undefined
  let rest = Buffer.from(key).toString('latin1')
  const taken: string[] = []
  for (;;) {
    const length = rest.length > 2 ? (rest.charCodeAt(0) << 8) + rest.charCodeAt(1) : 0
    if (length === 0 || length > rest.length - 2) break
    taken.push(rest.slice(2, 2 + length))
    rest = rest.slice(2 + length)
  }
  const [map, ...keys] = taken
  if (map === undefined || !PRINTABLE.test(map) || (rest === '' && keys.length === 0)) return undefined
  return { map, keys: rest === '' ? keys : [...keys, rest] }
}

const keyPart = (part: string): KeyPart => ({
  text: PRINTABLE.test(part) ? part : undefined,
  number: NUMBERS.includes(part.length) ? BigInt(`0x${Buffer.from(part, 'latin1').toString('hex')}`) : undefined,
})

function contentOf(
  value: Uint8Array,
  owners: Owners,
  inKey: string | undefined,
): Pick<StoredRecord, 'owner' | 'fields' | 'states'> {
  const json = jsonIn(value)
  const fields = typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Fields) : {}
  const named = Object.entries(fields).filter(([, one]) => typeof one === 'string' && owners.has(one))
  const [, owner] = named.find(([name]) => OWNER.test(name)) ?? (inKey === undefined ? (named[0] ?? []) : [])
  const states = new Map<string, string>()
  for (const [name, one] of json === undefined || fields === json ? Object.entries(fields) : [['', json] as const]) {
    const state = stateOf(one)
    if (state !== undefined && !owners.has(state)) states.set(name, state)
  }
  return { owner: (owner as string | undefined) ?? inKey, fields, states }
}

/** Values such as `true`, `"open"`, `{"sent": {…}}`, and whether an optional member is there. */
function stateOf(value: Json): string | undefined {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return /^[A-Za-z][a-z_]{1,24}$/.test(value) ? value : undefined
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  const names = Object.keys(value)
  return names.length === 1 ? names[0] : undefined
}
