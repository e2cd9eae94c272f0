import { atCallersLine, fromBase64, fromUtf8, strictArguments, toBase64, UsageError } from '../../base/index.js'
import { jsonBytes } from '../../codec/index.js'
import { keyBytes, placeKey, prefixEnd, type Key, type KeyPlace } from '../../store/index.js'
import { aborted, writeAccessDenied } from '../vm-errors.js'
import type { DoubleCall } from './call.js'
import type { DoubleDeps, DoubleGas } from './double.js'

/** VM gas for one SDK gas. Source: wasmd x/wasm/types/gas_register.go. */
const GAS_MULTIPLIER = 140_000n

/** The range of its storage that a double reads. */
export interface StorageRange {
  /** Keys that begin with this; all when left out. With it, `start` and `end` are relative to it. */
  readonly prefix?: KeyPlace
  /** The first key. */
  readonly start?: KeyPlace
  /** The first key that is no longer included. */
  readonly end?: KeyPlace
  /** `ascending` when left out. */
  readonly order?: 'ascending' | 'descending'
}

/** The storage of a double, for reading; each operation costs the same storage gas as in a contract. */
export interface ReadOnlyDoubleStorage {
  get(key: KeyPlace): Uint8Array | undefined
  /** The JSON value of an item, as `Item` and `Map` of cw-storage-plus keep it; undefined when there is none. */
  load<Value = unknown>(key: KeyPlace): Value | undefined
  /** Rows in the order of their keys. */
  range(range?: StorageRange): IterableIterator<readonly [key: Uint8Array, value: Uint8Array]>
}

/** The storage of a double: it belongs to the address, and stays when the code is replaced. */
export interface DoubleStorage extends ReadOnlyDoubleStorage {
  set(key: KeyPlace, value: Uint8Array): void
  /** Stores a JSON value, as `Item` and `Map` of cw-storage-plus do. @throws UsageError for a value that is not JSON */
  save(key: KeyPlace, value: unknown): void
  remove(key: KeyPlace): void
}

/** Source: cosmwasm-std `Api`. */
export interface DoubleApi {
  /** @returns the address @throws Error with the chain's text */
  addrValidate(human: string): string
  addrCanonicalize(human: string): Uint8Array
  addrHumanize(canonical: Uint8Array): string
  /** Prints a debug text. */
  debug(text: string): void
  /** Ends the call as a contract's panic does: with an error of the VM, not of the contract. */
  abort(text: string): never
}

/** Source: cosmwasm-std `QuerierWrapper`. Each throws an Error with the text of cosmwasm-std when the query fails. */
export interface DoubleQuerier {
  /** @param request a `QueryRequest` in its JSON @returns the JSON of the answer */
  query<Value = unknown>(request: object): Value
  queryWasmSmart<Value = unknown>(contract: string, msg: unknown): Value
  /** Undefined when the contract stores nothing at the key. */
  queryWasmRaw(contract: string, key: KeyPlace): Uint8Array | undefined
  queryBalance(address: string, denom: string): { readonly denom: string; readonly amount: string }
}

/** The `deps` of an entry point, over the backend of the call. */
export const depsOf = (call: DoubleCall): DoubleDeps => ({
  storage: new StorageOfDouble(call),
  api: apiOf(call),
  querier: querierOf(call),
  gas: gasOf(call),
})

class StorageOfDouble implements DoubleStorage {
  static {
    strictArguments(this, 'DoubleStorage')
  }

  readonly #call: DoubleCall

  constructor(call: DoubleCall) {
    this.#call = call
  }

  get(place: KeyPlace): Uint8Array | undefined {
    const { storage } = this.#call.backend
    return this.#call.host((gas) => storage.get(placeKey(place), gas))
  }

  load<Value = unknown>(place: KeyPlace): Value | undefined {
    const bytes = this.get(place)
    return bytes === undefined ? undefined : (JSON.parse(fromUtf8(bytes)) as Value)
  }

  set(place: KeyPlace, value: Uint8Array): void {
    if (!(value instanceof Uint8Array))
      throw new UsageError('storage.set() of a double takes bytes', {
        details: ['right: storage.save(key, value), for JSON'],
      })
    const { storage } = this.#writable()
    this.#call.host((gas) => storage.set(placeKey(place), value, gas))
  }

  save(place: KeyPlace, value: unknown): void {
    this.set(place, jsonBytes(value, 'a stored value'))
  }

  remove(place: KeyPlace): void {
    const { storage } = this.#writable()
    this.#call.host((gas) => storage.remove(placeKey(place), gas))
  }

  *range({ prefix, start, end, order = 'ascending' }: StorageRange = {}): IterableIterator<
    readonly [Uint8Array, Uint8Array]
  > {
    const { storage } = this.#call.backend
    const before = prefix === undefined ? '' : placeKey(prefix)
    const below = (place: KeyPlace): Key => `${before}${placeKey(place)}` as Key
    const from = start === undefined ? (before as Key) : below(start)
    const to = end === undefined ? prefixEnd(before as Key) : below(end)
    const id = this.#call.host((gas) => storage.scan(from === '' ? undefined : from, to, order, gas))
    for (;;) {
      const row = this.#call.host((gas) => storage.next(id, gas))
      if (row === undefined) return
      yield [keyBytes(row.key), row.value]
    }
  }

  #writable() {
    if (this.#call.readOnly) throw this.#call.end(writeAccessDenied())
    return this.#call.backend
  }
}

const apiOf = (call: DoubleCall): DoubleApi => {
  const { api } = call.backend
  return {
    addrValidate: (human) => {
      call.host((gas) => api.validate(human, gas), { tells: true })
      return human
    },
    addrCanonicalize: (human) => call.host((gas) => api.canonicalize(human, gas), { tells: true }),
    addrHumanize: (canonical) => call.host((gas) => api.humanize(canonical, gas), { tells: true }),
    debug: (text) => call.debug(text),
    abort: (text) => {
      throw call.end(aborted(text))
    },
  }
}

interface QueryResult {
  readonly ok?: { readonly ok?: string; readonly error?: string }
  readonly error?: object
}

function querierOf(call: DoubleCall): DoubleQuerier {
  const { querier } = call.backend
  /** The bytes of the answer. Source of the texts: cosmwasm-std `QuerierWrapper::query`. */
  const bytes = (request: unknown): Uint8Array => {
    const json = jsonBytes(request, 'a query')
    const answer = call.host((gas) => querier.query(json, call.left, gas))
    const { ok, error } = JSON.parse(fromUtf8(answer)) as QueryResult
    if (error !== undefined) throw new Error(`Querier system error: ${systemText(error)}`)
    if (ok?.error !== undefined) throw new Error(`Querier contract error: ${ok.error}`)
    return fromBase64(ok?.ok ?? '')
  }
  const query = <Value>(request: object): Value => JSON.parse(fromUtf8(bytes(request))) as Value
  return {
    query,
    queryWasmSmart: (contract_addr, msg) =>
      query({ wasm: { smart: { contract_addr, msg: jsonBytes(msg, 'a query') } } }),
    queryWasmRaw: (contract_addr, key) => {
      const value = bytes({ wasm: { raw: { contract_addr, key: keyBytes(placeKey(key)) } } })
      return value.length === 0 ? undefined : value
    },
    queryBalance: (address, denom) =>
      query<{ amount: { denom: string; amount: string } }>({ bank: { balance: { address, denom } } }).amount,
  }
}

/** Source: cosmwasm-std `SystemError`'s Display. */
function systemText(error: object): string {
  const [kind, value] = Object.entries(error)[0] as [string, Readonly<Record<string, string>>]
  const texts: Readonly<Record<string, string>> = {
    invalid_request: `Cannot parse request: ${value['error']} in: ${utf8Of(value['request'])}`,
    invalid_response: `Cannot parse response: ${value['error']} in: ${utf8Of(value['response'])}`,
    no_such_contract: `No such contract: ${value['addr']}`,
    no_such_code: `No such code: ${value['code_id']}`,
    unknown: 'Unknown system error',
    unsupported_request: `Unsupported query type: ${value['kind']}`,
  }
  return texts[kind] ?? JSON.stringify(error)
}

const utf8Of = (base64: string | undefined): string => Buffer.from(base64 ?? '', 'base64').toString()

const gasOf = (call: DoubleCall): DoubleGas => ({
  get left() {
    return call.left / GAS_MULTIPLIER
  },
  consume(amount) {
    if (typeof amount === 'bigint' ? amount < 0n : !Number.isSafeInteger(amount) || amount < 0)
      throw new UsageError(`expected an amount of gas, a whole number from 0 on, not ${String(amount)}`)
    call.charge(BigInt(amount) * GAS_MULTIPLIER)
  },
})

/** JSON of any value in base64, as messages of contracts hold it. @throws UsageError for a value that is not JSON. Source: cosmwasm-std `to_json_binary`. */
export const toJsonBinary: (value: unknown) => string = atCallersLine((value: unknown) =>
  toBase64(jsonBytes(value, 'a message')),
)

/** The value of JSON in base64. @throws UsageError for anything else. Source: cosmwasm-std `from_json`. */
export const fromJsonBinary = atCallersLine(<Value = unknown>(binary: string): Value => {
  try {
    return JSON.parse(fromUtf8(fromBase64(binary))) as Value
  } catch (cause) {
    throw new UsageError(`not JSON in base64: ${JSON.stringify(binary)?.slice(0, 80)}`, { cause })
  }
})
