import { BackendError, type Api, type GasReport } from '../backend.js'
import type { Instance } from '../instance.js'
import { fromUtf8, toUtf8 } from '../../base/index.js'
import type { HostFunction } from './imports.js'

const MAX_HUMAN = 256
const MAX_CANONICAL = 64

/** The text of a human address, or the pointer to the reason why it is invalid, written for the contract. */
function readHuman(instance: Instance, pointer: number): { text: string } | { errorAt: number } {
  const bytes = instance.memory.read(pointer, MAX_HUMAN)
  if (bytes.length === 0) return { errorAt: instance.writeToContract(toUtf8('Input is empty')) }
  instance.gas.payLinear(instance.schedule.stringFromBytes, bytes.length)
  try {
    return { text: fromUtf8(bytes) }
  } catch {
    return { errorAt: instance.writeToContract(toUtf8('Input is not valid UTF-8')) }
  }
}

/** Calls the address functions; returns the result, or the pointer to the text of an error for the contract. */
function ask<T>(instance: Instance, call: (api: Api, gas: GasReport) => T): { result: T } | { errorAt: number } {
  try {
    return { result: instance.callBackend((backend, gas) => call(backend.api, gas)) }
  } catch (error) {
    if (error instanceof BackendError) return { errorAt: instance.writeToContract(toUtf8(error.message)) }
    throw error
  }
}

/** Validates an address as releases before 2.0 do. */
function validate(instance: Instance, human: string): number {
  const canonical = ask(instance, (api, gas) => api.canonicalize(human, gas))
  if ('errorAt' in canonical) return canonical.errorAt
  const normalized = ask(instance, (api, gas) => api.humanize(canonical.result, gas))
  if ('errorAt' in normalized) return normalized.errorAt
  return normalized.result === human ? 0 : instance.writeToContract(toUtf8('Address is not normalized'))
}

/** Source: cosmwasm-vm `imports.rs`, whose order of steps decides gas and errors. */
export const addresses: Readonly<Record<string, HostFunction>> = {
  addr_validate(instance, source) {
    instance.enterHost()
    const human = readHuman(instance, source)
    if ('errorAt' in human) return human.errorAt
    if (!instance.schedule.chainValidates) return validate(instance, human.text)
    const answer = ask(instance, (api, gas) => api.validate(human.text, gas))
    return 'errorAt' in answer ? answer.errorAt : 0
  },

  addr_canonicalize(instance, source, destination) {
    instance.enterHost()
    const human = readHuman(instance, source)
    if ('errorAt' in human) return human.errorAt
    const answer = ask(instance, (api, gas) => api.canonicalize(human.text, gas))
    if ('errorAt' in answer) return answer.errorAt
    instance.memory.write(destination, answer.result)
    return 0
  },

  addr_humanize(instance, source, destination) {
    instance.enterHost()
    const canonical = instance.memory.read(source, MAX_CANONICAL)
    const answer = ask(instance, (api, gas) => api.humanize(canonical, gas))
    if ('errorAt' in answer) return answer.errorAt
    instance.memory.write(destination, toUtf8(answer.result))
    return 0
  },
}
