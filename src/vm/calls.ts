import { ENTRY_POINTS, type EntryPoint } from './entry-points.js'
import { VmError } from './errors.js'
import type { Instance } from './instance.js'

/** Source: cosmwasm-vm `calls.rs` (`read_limits`, the same for every entry point). */
const MAX_RESULT = 64 * 1024 * 1024

/**
 * The raw call of an entry point: passes the arguments, calls, reads the answer and frees its region.
 * Source: cosmwasm-vm `calls.rs` (`call_raw`, `call_migrate_with_info_raw`).
 * @throws VmError
 */
export function callEntryPoint(instance: Instance, entry: EntryPoint, args: readonly Uint8Array[]): Uint8Array {
  return instance.asEntry(() => callWithArity(instance, entry, args))
}

function callWithArity(instance: Instance, entry: EntryPoint, args: readonly Uint8Array[]): Uint8Array {
  if (entry !== 'migrate' || args.length === ENTRY_POINTS.migrate.args.length) return callRaw(instance, entry, args)
  try {
    return callRaw(instance, entry, args)
  } catch (error) {
    // The regions of the first try stay, and so does their gas.
    if (error instanceof VmError && error.kind === 'FunctionArityMismatch')
      return callRaw(instance, entry, args.slice(0, 2))
    throw error
  }
}

function callRaw(instance: Instance, entry: EntryPoint, args: readonly Uint8Array[]): Uint8Array {
  const pointers: number[] = []
  for (const arg of args) {
    const pointer = instance.allocate(arg.length)
    instance.memory.write(pointer, arg)
    pointers.push(pointer)
  }
  const pointer = instance.call(entry, pointers)
  const data = instance.memory.read(pointer, MAX_RESULT)
  instance.deallocate(pointer)
  return data
}
