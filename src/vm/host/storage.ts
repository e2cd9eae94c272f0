import { NO_BYTES } from '../../base/index.js'
import type { Order } from '../backend.js'
import type { Instance } from '../instance.js'
import { communication, type TooBig } from '../region.js'
import { encodeSections } from '../sections.js'
import { generic, writeAccessDenied } from '../vm-errors.js'
import { keyBytes, keyOf } from '../../store/index.js'
import type { HostFunction } from './imports.js'

const MAX_KEY = 65_536
const MAX_VALUE = 131_072

/** A write with an argument that is too long has its own error text. */
const tooBig =
  (what: 'Key' | 'Value'): TooBig =>
  (length, limit) =>
    generic(`${what} too big. Tried to write ${length} bytes to storage, limit is ${limit}.`)

function refuseReadOnly(instance: Instance): void {
  if (instance.context.readOnly) throw writeAccessDenied()
}

/** Storage and iterators. Source: cosmwasm-vm `imports.rs`, whose order of steps decides gas and errors. */
export const storage: Readonly<Record<string, HostFunction>> = {
  db_read(instance, keyPointer) {
    instance.enterHost()
    const key = keyOf(instance.memory.read(keyPointer, MAX_KEY))
    const value = instance.callBackend((backend, gas) => backend.storage.get(key, gas))
    return value === undefined ? 0 : instance.writeToContract(value)
  },

  db_write(instance, keyPointer, valuePointer) {
    instance.enterHost()
    refuseReadOnly(instance)
    const key = keyOf(instance.memory.read(keyPointer, MAX_KEY, tooBig('Key')))
    const value = instance.memory.read(valuePointer, MAX_VALUE, tooBig('Value'))
    instance.callBackend((backend, gas) => backend.storage.set(key, value, gas))
  },

  db_remove(instance, keyPointer) {
    instance.enterHost()
    refuseReadOnly(instance)
    const key = keyOf(instance.memory.read(keyPointer, MAX_KEY))
    instance.callBackend((backend, gas) => backend.storage.remove(key, gas))
  },

  db_scan(instance, startPointer, endPointer, orderNumber) {
    instance.enterHost()
    const start = instance.memory.maybeRead(startPointer, MAX_KEY)
    const end = instance.memory.maybeRead(endPointer, MAX_KEY)
    const order: Order | undefined = orderNumber === 1 ? 'ascending' : orderNumber === 2 ? 'descending' : undefined
    if (!order) throw communication(`Got an invalid value for iteration order: ${orderNumber | 0}`)
    return instance.callBackend((backend, gas) =>
      backend.storage.scan(start && keyOf(start), end && keyOf(end), order, gas),
    )
  },

  db_next(instance, iterator) {
    instance.enterHost()
    const row = instance.callBackend((backend, gas) => backend.storage.next(iterator, gas))
    return instance.writeToContract(
      row ? encodeSections(keyBytes(row.key), row.value) : encodeSections(NO_BYTES, NO_BYTES),
    )
  },

  db_next_key(instance, iterator) {
    instance.enterHost()
    const key = instance.callBackend((backend, gas) => backend.storage.nextKey(iterator, gas))
    return key === undefined ? 0 : instance.writeToContract(keyBytes(key))
  },

  db_next_value(instance, iterator) {
    instance.enterHost()
    const value = instance.callBackend((backend, gas) => backend.storage.nextValue(iterator, gas))
    return value === undefined ? 0 : instance.writeToContract(value)
  },
}
