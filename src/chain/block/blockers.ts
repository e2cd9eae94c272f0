import type { ModuleOrder } from '../app-config.js'
import type { Context } from '../context.js'
import { EventManager, withAttribute, type Event } from '../events.js'
import type { Module } from '../module.js'

/** The modules of a chain, each time in the order in which they are asked. */
export type OrderedModules = { readonly [Part in keyof ModuleOrder]-?: readonly Module[] } & {
  readonly all: readonly Module[]
}

/** Modules that the order does not name come last, in their given order. */
export const orderModules = (modules: readonly Module[], order: ModuleOrder): OrderedModules => ({
  all: modules,
  genesis: ordered(modules, order.genesis),
  beginBlock: ordered(modules, order.beginBlock),
  endBlock: ordered(modules, order.endBlock),
})

function ordered(modules: readonly Module[], names: readonly string[] = []): readonly Module[] {
  const rank = (module: Module) => (names.includes(module.name) ? names.indexOf(module.name) : names.length)
  return modules.toSorted((a, b) => rank(a) - rank(b))
}

/** Runs the begin or end blockers of modules. @returns its events */
export function runBlockers(modules: OrderedModules, mode: 'BeginBlock' | 'EndBlock', ctx: Context): readonly Event[] {
  const before = new EventManager()
  const events = new EventManager()
  const inner = ctx.withEvents(events)
  if (mode === 'BeginBlock') {
    for (const module of modules.all) module.preBlock?.(ctx.withEvents(before))
    for (const module of modules.beginBlock) module.beginBlock?.(inner)
  } else for (const module of modules.endBlock) module.endBlock?.(inner)
  return [...before.events, ...withAttribute(events.events, ['mode', mode])]
}
