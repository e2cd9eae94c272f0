import type { Json } from '../base/json-value.js'
import { SudoboxError, UsageError } from '../base/index.js'
import type { ValidatorUpdate } from './block/validator-set.js'
import type { Context } from './context.js'
import type { Module } from './module.js'
import type { StartAfter } from './start-after.js'

/** @throws UsageError for a state of an unknown module */
export function assertKnown(modules: readonly Module[], genesis: Readonly<Record<string, Json>>): void {
  const known = new Set(modules.map(({ name }) => name))
  for (const name of Object.keys(genesis))
    if (!known.has(name))
      throw new UsageError(`genesis names a module that this chain lacks: ${JSON.stringify(name)}`, {
        details: [`modules: ${[...known].join(', ')}`],
      })
}

/**
 * Writes the states of modules, in their order; one that is left out starts with its default. @returns the initial state of each, and the first validators
 * @throws UsageError for an invalid state; ChainError as a module reports it
 */
export function initModules(
  modules: readonly Module[],
  ctx: Context,
  genesis: Readonly<Record<string, Json>>,
): { readonly states: Readonly<Record<string, Json>>; readonly updates: readonly ValidatorUpdate[] } {
  const states: Record<string, Json> = {}
  const updates: ValidatorUpdate[] = []
  for (const module of modules) {
    const state = genesis[module.name] ?? module.defaultGenesis?.()
    if (state === undefined) continue
    updates.push(...initModule(module, ctx, state))
    states[module.name] = state
  }
  return { states, updates }
}

/** Modules that keep state, and of which a chain has no store. */
export const absentModules = (modules: readonly Module[], baseOf: StartAfter['baseOf']): readonly Module[] =>
  modules.filter(({ stores = [] }) => stores.length > 0 && stores.every((name) => baseOf(name) === undefined))

/** States of all modules that export one. */
export function exportModules(modules: readonly Module[], ctx: Context): Readonly<Record<string, Json>> {
  const states: Record<string, Json> = {}
  for (const module of modules) if (module.exportGenesis !== undefined) states[module.name] = module.exportGenesis(ctx)
  return states
}

/** Panics and untyped errors of a module are reported as an invalid genesis state. */
function initModule(module: Module, ctx: Context, state: Json): readonly ValidatorUpdate[] {
  try {
    return module.initGenesis?.(ctx, state) ?? []
  } catch (cause) {
    const isPlaced = !(cause instanceof UsageError) || cause.shortMessage.startsWith('genesis ')
    if (cause instanceof SudoboxError && isPlaced) throw cause
    throw new UsageError(`genesis ${module.name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
