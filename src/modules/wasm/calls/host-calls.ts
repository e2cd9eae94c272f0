import { toUtf8 } from '../../../base/bytes.js'
import { keyBytes, type Key } from '../../../store/key.js'
import type { Backend, GasReport } from '../../../vm/backend.js'

/** A call of a contract to the chain, in the middle of its own run. Texts are UTF-8. */
export interface HostCall {
  /** The name of the import, such as `db_read` or `query_chain`. */
  readonly name: string
  /** Key, address or request; of a scan, the start. */
  readonly given: Uint8Array | undefined
  /** What is written; of a scan, the end. */
  readonly value: Uint8Array | undefined
  /** What the contract gets; undefined for nothing. */
  readonly answer: Uint8Array | undefined
  readonly error: string | undefined
  /** VM gas, what the chain charged included. */
  readonly gas: number
}

let notes = false

/** From now on the process reports the host calls of contracts to observers. @returns ends that */
export function noteHostCalls(): () => void {
  const before = notes
  notes = true
  return () => {
    notes = before
  }
}

/** The backend itself, or one that reports what it is asked, if the process wants that. */
export function reportingBackend(backend: Backend, report: ((call: HostCall) => void) | undefined): Backend {
  return notes && report !== undefined ? reporting(backend, report) : backend
}

const bytesOf = (key: Key | undefined): Uint8Array | undefined => (key === undefined ? undefined : keyBytes(key))

function reporting({ storage, api, querier }: Backend, report: (call: HostCall) => void): Backend {
  const noted = <T>(
    name: string,
    [given, value]: readonly [given?: Uint8Array | undefined, value?: Uint8Array | undefined],
    gas: GasReport,
    run: () => T,
    answerOf: (answer: T) => Uint8Array | undefined = () => undefined,
  ): T => {
    const spent = (): number => gas.cost + gas.external
    try {
      const answer = run()
      report({ name, given, value, answer: answerOf(answer), error: undefined, gas: spent() })
      return answer
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      report({ name, given, value, answer: undefined, error: text, gas: spent() })
      throw error
    }
  }
  const same = (answer: Uint8Array | undefined): Uint8Array | undefined => answer
  return {
    storage: {
      get: (key, gas) => noted('db_read', [keyBytes(key)], gas, () => storage.get(key, gas), same),
      set: (key, value, gas) =>
        noted('db_write', [keyBytes(key), value.slice()], gas, () => storage.set(key, value, gas)),
      remove: (key, gas) => noted('db_remove', [keyBytes(key)], gas, () => storage.remove(key, gas)),
      scan: (start, end, order, gas) =>
        noted('db_scan', [bytesOf(start), bytesOf(end)], gas, () => storage.scan(start, end, order, gas)),
      next: (iterator, gas) =>
        noted(
          'db_next',
          [],
          gas,
          () => storage.next(iterator, gas),
          (row) => bytesOf(row?.key),
        ),
      nextKey: (iterator, gas) => noted('db_next_key', [], gas, () => storage.nextKey(iterator, gas), bytesOf),
      nextValue: (iterator, gas) => noted('db_next_value', [], gas, () => storage.nextValue(iterator, gas), same),
    },
    api: {
      validate: (human, gas) => noted('addr_validate', [toUtf8(human)], gas, () => api.validate(human, gas)),
      canonicalize: (human, gas) =>
        noted('addr_canonicalize', [toUtf8(human)], gas, () => api.canonicalize(human, gas), same),
      humanize: (canonical, gas) =>
        noted('addr_humanize', [canonical.slice()], gas, () => api.humanize(canonical, gas), toUtf8),
    },
    querier: {
      query: (request, gasLimit, gas) =>
        noted('query_chain', [request.slice()], gas, () => querier.query(request, gasLimit, gas), same),
    },
  }
}
