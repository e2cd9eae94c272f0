import type { Executor } from '../execution/executor.js'
import { HookDispatcher } from '../execution/watch/hook-dispatcher.js'
import type { Hex } from '../hex.js'
import type { State } from '../state/state.js'
import type { TraceOf, Tracer } from './tracer.js'

/** Runs a job while the tracer watches the executor. */
export async function traced<T>(
  executor: Executor,
  tracer: Tracer<State>,
  of: TraceOf,
  job: () => Promise<T>,
): Promise<T> {
  const { evm, state } = executor
  const { common } = executor.vm
  const { logs, refund, ...start } = of
  const precompiles = new Set([...executor.precompiles.keys()].map((digits): Hex => `0x${digits}`))
  tracer.start?.({ ...start, state, common, precompiles })
  const hooks = new HookDispatcher(tracer, state, common, {
    ...(logs === undefined ? {} : { logs }),
    ...(refund === undefined ? {} : { refund }),
  })
  return evm.watched(hooks, job)
}
