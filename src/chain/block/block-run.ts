import type { ChainError } from '../../base/index.js'
import { ContextKey, type Context } from '../context.js'
import type { Event } from '../events.js'
import { GAS_TAP, tapped } from '../gas-tap.js'

/** The stages before and after the transactions of a block. */
export type BlockStage = 'BeginBlock' | 'EndBlock'

/** A run of a module at the beginning or end of a block. */
export interface BlockRun {
  readonly stage: BlockStage
  readonly module: string
  /** Name of the schedule (cron), or id of the proposal (gov); absent for everything else. */
  readonly name?: string
}

/** How a run ended. */
export interface BlockRunEnd {
  readonly gasUsed: number
  /** The events that are kept. */
  readonly events: readonly Event[]
  /** The error that undid it; the block continues. */
  readonly error: ChainError | undefined
}

/** Observes each run; a named run comes between begin and end of its module. Must not throw. */
export interface BlockRunWatch {
  begin(): void
  end(run: Omit<BlockRun, 'stage'>, end: BlockRunEnd): void
  /** Whether no run called a contract or had a name. */
  readonly isQuiet: boolean
}

/** Set this to observe the runs of modules in a block. */
export const BLOCK_RUNS = new ContextKey<BlockRunWatch>('runs of the block')

/** Runs work of a module, and reports it. @param work returns the error that undid it, if any; what it throws ends the block */
export function blockRun(
  ctx: Context,
  run: Omit<BlockRun, 'stage'>,
  work: () => ChainError | undefined,
): ChainError | undefined {
  const watch = ctx.value(BLOCK_RUNS)
  if (watch === undefined) return work()
  const [gas, events] = [ctx.gasMeter.consumed, ctx.events.events.length]
  watch.begin()
  const error = work()
  watch.end(run, { gasUsed: ctx.gasMeter.consumed - gas, events: ctx.events.events.slice(events), error })
  return error
}

/** A run that has a name, which is a call of its own in profiles. */
export const namedRun = (
  ctx: Context,
  run: Required<Omit<BlockRun, 'stage'>>,
  work: () => ChainError | undefined,
): ChainError | undefined =>
  blockRun(ctx, run, () =>
    tapped(ctx.value(GAS_TAP), 'call', `${run.module} ${run.name} on ${ctx.block.chainId}`, work),
  )
