import type { Json } from '../base/json-value.js'
import { UsageError } from '../base/index.js'
import type { Module } from '../chain/index.js'

/** @throws UsageError for a member that the params lack */
export function merged(module: string, params: Json, changes: Readonly<Record<string, Json>>): Json {
  const known = params as { readonly [member: string]: Json }
  for (const member of Object.keys(changes))
    if (!Object.hasOwn(known, member))
      throw new UsageError(`${module} has no param "${member}"`, {
        details: [`params: ${Object.keys(known).join(', ')}`],
      })
  return { ...known, ...changes }
}

/** The error for a name that is not a module with params. */
export function unknownParams(name: string, modules: readonly Module[]): UsageError {
  const names = modules.filter((module) => module.params !== undefined).map((module) => module.name)
  return new UsageError(`there is no module "${name}" with params`, { details: [`modules: ${names.join(', ')}`] })
}
