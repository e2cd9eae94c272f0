import { aborted } from '../vm-errors.js'
import type { HostFunction } from './imports.js'

const MAX_TEXT = 2 * 1024 * 1024
const MAX_QUERY = 65_536

const lossy = new TextDecoder('utf-8', { ignoreBOM: true })

/** Debug prints, aborts and queries. Source: cosmwasm-vm `imports.rs`. */
export const messages: Readonly<Record<string, HostFunction>> = {
  debug(instance, pointer) {
    instance.enterHost()
    const { context, schedule } = instance
    context.overhear?.(() => {
      const bytes = instance.memory.peek(pointer, MAX_TEXT)
      return bytes && lossy.decode(bytes)
    })
    if (context.debug) {
      const text = instance.memory.read(pointer, MAX_TEXT)
      context.debug(lossy.decode(text), instance.gas.left)
    } else if (schedule.readsDebugWithoutListener) instance.memory.payRead(pointer, MAX_TEXT)
  },

  abort(instance, pointer) {
    instance.enterHost()
    const text = instance.memory.read(pointer, MAX_TEXT)
    instance.gas.payLinear(instance.schedule.stringFromBytes, text.length)
    throw aborted(lossy.decode(text))
  },

  query_chain(instance, pointer) {
    instance.enterHost()
    const request = instance.memory.read(pointer, MAX_QUERY)
    const left = instance.gas.left
    const answer = instance.callBackend((backend, gas) => backend.querier.query(request, left, gas))
    return instance.writeToContract(answer)
  },
}
