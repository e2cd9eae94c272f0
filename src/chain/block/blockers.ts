import type { AppConfig, ModuleOrder } from '../app-config.js'
import { BLOCK_TXS } from './block-gas.js'
import { BLOCK_RUNS, blockRun, type BlockStage } from './block-run.js'
import type { Context } from '../context.js'
import { EventManager, withAttribute, type Event } from '../events.js'
import type { Module } from '../module.js'
import type { TxOutcome } from '../tx/run.js'
import { HEADER_INFO, type HeaderInfo } from './header-info.js'
import type { ValidatorUpdate } from './validator-set.js'

/** The modules of a chain, in the order of each stage. */
export type OrderedModules = { readonly [Part in keyof ModuleOrder]-?: readonly Module[] } & {
  readonly preBlock: readonly Module[]
  readonly watched: AppConfig['watched']
}

/** Modules that the order does not name come last, in their given order. */
export const orderModules = ({ modules, order = {}, watched }: AppConfig): OrderedModules => ({
  preBlock: modules.filter((module) => module.preBlock !== undefined),
  watched,
  genesis: ordered(modules, order.genesis),
  beginBlock: ordered(modules, order.beginBlock).filter((module) => module.beginBlock !== undefined),
  endBlock: ordered(modules, order.endBlock).filter((module) => module.endBlock !== undefined),
})

function ordered(modules: readonly Module[], names: readonly string[] = []): readonly Module[] {
  const rank = (module: Module) => (names.includes(module.name) ? names.indexOf(module.name) : names.length)
  return modules.toSorted((a, b) => rank(a) - rank(b))
}

export interface BlockersResult {
  readonly events: readonly Event[]
  /** Changes of validators that end blockers request. */
  readonly updates: readonly ValidatorUpdate[]
  /** Whether nothing ran that observers want to see each time. */
  readonly isQuiet: boolean
}

/** Runs the begin or end blockers of modules. @param of what they know of the block: its header at the beginning, its transactions at the end */
export function runBlockers(
  modules: OrderedModules,
  mode: BlockStage,
  ctx: Context,
  of: { readonly header?: HeaderInfo; readonly txs?: readonly TxOutcome[] },
): BlockersResult {
  const before = new EventManager()
  const events = new EventManager()
  const { header, txs } = of
  const headed = header === undefined ? ctx : ctx.withValue(HEADER_INFO, header)
  const known = txs === undefined ? headed : headed.withValue(BLOCK_TXS, txs)
  const inner = (modules.watched?.(known, mode) ?? known).withEvents(events)
  const updates: ValidatorUpdate[] = []
  if (mode === 'BeginBlock') {
    for (const module of modules.preBlock) module.preBlock?.(ctx.withEvents(before))
    for (const module of modules.beginBlock) whole(inner, module, () => module.beginBlock?.(inner))
  } else
    for (const module of modules.endBlock) whole(inner, module, () => updates.push(...(module.endBlock?.(inner) ?? [])))
  const isQuiet = inner.value(BLOCK_RUNS)?.isQuiet ?? true
  return { events: [...before.events, ...withAttribute(events.events, ['mode', mode])], updates, isQuiet }
}

/** The whole stage of a module. */
function whole(ctx: Context, { name }: Module, work: () => void): void {
  blockRun(ctx, { module: name }, () => {
    work()
    return undefined
  })
}
