import { toUtf8 } from '../../base/index.js'
import { keyBytes, type Key } from '../../store/index.js'
import type { Backend, GasReport } from '../backend.js'
import { textValue, type HostCall, type HostValue } from '../host/host-calls.js'

const keyValue = (key: Key | undefined, name = 'key'): readonly HostValue[] =>
  key === undefined ? [] : [{ name, kind: 'key', bytes: keyBytes(key) }]
const bytesValue = (name: string, bytes: Uint8Array | undefined): readonly HostValue[] =>
  bytes === undefined ? [] : [{ name, kind: 'text', bytes: bytes.slice() }]

/** A backend that reports a double's requests, by the names of the imports that a contract would call. */
export function notedBackend({ storage, api, querier }: Backend, report: (call: HostCall) => void): Backend {
  const noted = <T>(
    name: string,
    given: readonly HostValue[],
    gas: GasReport,
    run: () => T,
    answerOf: (answer: T) => readonly HostValue[] = () => [],
  ): T => {
    const spent = (): number => gas.cost + gas.external
    try {
      const answer = run()
      report({ name, given, answer: answerOf(answer), error: undefined, gas: spent() })
      return answer
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      report({ name, given, answer: [], error: text, gas: spent() })
      throw error
    }
  }
  const iterator = (id: number): readonly HostValue[] => [textValue('iterator', String(id))]
  return {
    storage: {
      get: (key, gas) =>
        noted(
          'db_read',
          keyValue(key),
          gas,
          () => storage.get(key, gas),
          (value) => bytesValue('value', value),
        ),
      set: (key, value, gas) =>
        noted('db_write', [...keyValue(key), ...bytesValue('value', value)], gas, () => storage.set(key, value, gas)),
      remove: (key, gas) => noted('db_remove', keyValue(key), gas, () => storage.remove(key, gas)),
      scan: (start, end, order, gas) =>
        noted(
          'db_scan',
          [...keyValue(start, 'from'), ...keyValue(end, 'to'), textValue('order', order)],
          gas,
          () => storage.scan(start, end, order, gas),
          iterator,
        ),
      next: (id, gas) =>
        noted(
          'db_next',
          iterator(id),
          gas,
          () => storage.next(id, gas),
          (row) => [...keyValue(row?.key), ...bytesValue('value', row?.value)],
        ),
      nextKey: (id, gas) =>
        noted(
          'db_next_key',
          iterator(id),
          gas,
          () => storage.nextKey(id, gas),
          (key) => keyValue(key),
        ),
      nextValue: (id, gas) =>
        noted(
          'db_next_value',
          iterator(id),
          gas,
          () => storage.nextValue(id, gas),
          (value) => bytesValue('value', value),
        ),
    },
    api: {
      validate: (human, gas) =>
        noted('addr_validate', [textValue('address', human)], gas, () => api.validate(human, gas)),
      canonicalize: (human, gas) =>
        noted(
          'addr_canonicalize',
          [textValue('address', human)],
          gas,
          () => api.canonicalize(human, gas),
          (bytes) => [{ name: 'bytes', kind: 'bytes', bytes }],
        ),
      humanize: (canonical, gas) =>
        noted(
          'addr_humanize',
          [{ name: 'bytes', kind: 'bytes', bytes: canonical.slice() }],
          gas,
          () => api.humanize(canonical, gas),
          (human) => bytesValue('address', toUtf8(human)),
        ),
    },
    querier: {
      query: (request, gasLimit, gas) =>
        noted(
          'query_chain',
          bytesValue('request', request),
          gas,
          () => querier.query(request, gasLimit, gas),
          (answer) => bytesValue('answer', answer),
        ),
    },
  }
}
