import { KIND, Kind, RefusedOperator } from '../wasm/operators.js'
import type { Module } from '../wasm/module.js'
import { parseLeniently } from '../wasm/parse-leniently.js'
import { readU32, skipOperator } from '../wasm/skip.js'

/**
 * The functions that each exported function reaches by direct calls, itself included; those reached only through a table are left out.
 *
 * @param bytes of a valid module
 * @returns indices by name, that of the exported function itself first; imported functions are counted
 */
export function reachedByExports(bytes: Uint8Array): ReadonlyMap<string, ReadonlySet<number>> {
  const module = parseLeniently(bytes)
  const callees = new Map<number, readonly number[]>()
  const calleesOf = (index: number): readonly number[] => {
    let known = callees.get(index)
    if (known === undefined) callees.set(index, (known = calledBy(module, index)))
    return known
  }
  return new Map(
    module.exports
      .filter(({ kind }) => kind === 'function')
      .map(({ name, index }) => [name, closure(index, calleesOf)] as const),
  )
}

function closure(from: number, next: (index: number) => readonly number[]): ReadonlySet<number> {
  const found = new Set([from])
  // Iterating over a set also visits elements that are added meanwhile.
  for (const index of found) for (const other of next(index)) found.add(other)
  return found
}

/** The functions of the module that one calls. For a body with an unknown operator, only those before it. */
function calledBy({ bytes, bodies, importedFunctions }: Module, index: number): readonly number[] {
  const body = bodies[index - importedFunctions]
  if (body === undefined) return []
  const found = new Set<number>()
  try {
    for (let pos = body.code; pos < body.end; pos = skipOperator(bytes, pos))
      if (KIND[bytes[pos]!] === Kind.call) found.add(readU32(bytes, pos + 1))
  } catch (error) {
    if (!(error instanceof RefusedOperator)) throw error
  }
  return [...found].filter((callee) => callee >= importedFunctions)
}
