import { toHex } from '../../base/index.js'
import { keyBytes, type Key } from '../../store/index.js'
import { BackendError, type Backend, type GasReport, type Order, type Querier, type Storage } from '../backend.js'
import { MockApi } from '../mock/api.js'
import { MockQuerier, type MockBalances } from '../mock/querier.js'
import { MockStorage } from '../mock/storage.js'
import type { DebugLine, QueryRecord } from './result.js'

/** Longer byte strings are cut in the record. */
const RECORDED_BYTES = 64

/** The mock backend with a record of a contract's requests. */
export class Recorder implements Backend {
  readonly api = new MockApi()
  readonly storage: Storage
  readonly querier: Querier
  readonly #rows: MockStorage
  #storageCalls: string[] = []
  #queries: QueryRecord[] = []
  #lines: DebugLine[] = []

  constructor(store: Iterable<readonly [Key, Uint8Array]>, balances: MockBalances) {
    this.#rows = new MockStorage(store)
    this.storage = this.#recordStorage(this.#rows)
    this.querier = this.#recordQuerier(new MockQuerier(balances))
  }

  get store(): [Key, Uint8Array][] {
    return this.#rows.entries()
  }

  readonly debug = (msg: string, gasLeft: bigint): void => {
    this.#lines.push({ msg, gas_remaining: gasLeft })
  }

  /** The record since the last call of this. */
  take(): { storageCalls: string[]; queries: QueryRecord[]; debug: DebugLine[] } {
    const taken = { storageCalls: this.#storageCalls, queries: this.#queries, debug: this.#lines }
    this.#storageCalls = []
    this.#queries = []
    this.#lines = []
    return taken
  }

  #recordStorage(rows: MockStorage): Storage {
    const record = <T>(call: string, gas: GasReport, run: () => T, show: (result: T) => string): T => {
      let shown = ''
      try {
        const result = run()
        shown = show(result)
        return result
      } catch (error) {
        if (error instanceof BackendError) shown = ` -> ${error.message}`
        throw error
      } finally {
        this.#storageCalls.push(`${call}${shown} [cost=${gas.cost} ext=${gas.external}]`)
      }
    }
    const next = (iterator: number, gas: GasReport) =>
      record(
        `next ${iterator}`,
        gas,
        () => rows.next(iterator, gas),
        (row) => ` -> ${row ? `${shownKey(row.key)}=${shown(row.value)}` : 'none'}`,
      )
    return {
      get: (key, gas) =>
        record(
          `get ${shownKey(key)}`,
          gas,
          () => rows.get(key, gas),
          (value) => ` -> ${value ? shown(value) : 'none'}`,
        ),
      set: (key, value, gas) =>
        record(
          `set ${shownKey(key)} = ${shown(value)}`,
          gas,
          () => rows.set(key, value, gas),
          () => '',
        ),
      remove: (key, gas) =>
        record(
          `remove ${shownKey(key)}`,
          gas,
          () => rows.remove(key, gas),
          () => '',
        ),
      scan: (start, end, order, gas) =>
        record(
          `scan ${bound(start)} ${bound(end)} ${ORDER_NAMES[order]}`,
          gas,
          () => rows.scan(start, end, order, gas),
          (id) => ` -> Ok(${id})`,
        ),
      next,
      nextKey: (iterator, gas) => next(iterator, gas)?.key,
      nextValue: (iterator, gas) => next(iterator, gas)?.value,
    }
  }

  #recordQuerier(querier: MockQuerier): Querier {
    return {
      query: (request, gasLimit, gas) => {
        let response: Uint8Array | undefined
        let failure: string | null = null
        try {
          return (response = querier.query(request, gasLimit, gas))
        } catch (error) {
          if (error instanceof BackendError) failure = error.message
          throw error
        } finally {
          this.#queries.push({
            request: lossy(request),
            response: response ? lossy(response) : null,
            backend_error: failure,
            gas_limit: gasLimit,
            cost: gas.cost,
            externally_used: gas.external,
          })
        }
      },
    }
  }
}

const ORDER_NAMES: Readonly<Record<Order, string>> = { ascending: 'Ascending', descending: 'Descending' }

const lossy = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

const shownKey = (key: Key): string => shown(keyBytes(key))

const shown = (bytes: Uint8Array): string =>
  bytes.length <= RECORDED_BYTES ? toHex(bytes) : `${toHex(bytes.subarray(0, RECORDED_BYTES))}..(${bytes.length} bytes)`

const bound = (key: Key | undefined): string => (key === undefined ? 'None' : `Some("${shownKey(key)}")`)
