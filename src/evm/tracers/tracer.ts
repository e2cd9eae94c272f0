import type { EVMResult, InterpreterStep, Message as EvmMessage } from '@ethereumjs/evm'
import type { Executor } from '../execution/executor.js'
import type { Hex } from '../hex.js'
import type { State } from '../state/state.js'

/** A message that is about to be executed. */
export interface TraceStart {
  readonly state: State
  readonly from: Hex
  readonly to: Hex | undefined
  readonly coinbase: Hex
  readonly gas: bigint
}

/** How it ended. Gas in units. */
export interface TraceEnd {
  readonly gasUsed: bigint
  readonly failure: string | undefined
  readonly returnData: Uint8Array
}

/** Watches one execution and makes of it what a client asked for. */
export interface Tracer {
  start?(start: TraceStart): void
  /** Before each opcode. */
  step?(step: InterpreterStep): void
  enter?(message: EvmMessage): void
  leave?(result: EVMResult): void
  /** The answer. */
  result(end: TraceEnd): unknown
}

/** Runs a job while the tracer watches the executor. */
export async function traced<T>({ evm }: Executor, tracer: Tracer, job: () => Promise<T>): Promise<T> {
  const { events } = evm
  const step = (step: InterpreterStep): void => tracer.step?.(step)
  const enter = (message: EvmMessage): void => tracer.enter?.(message)
  const leave = (result: EVMResult): void => tracer.leave?.(result)
  // Watching opcodes is slow, so only who wants them does.
  if (tracer.step !== undefined) events.on('step', step)
  events.on('beforeMessage', enter)
  events.on('afterMessage', leave)
  try {
    return await job()
  } finally {
    events.off('step', step)
    events.off('beforeMessage', enter)
    events.off('afterMessage', leave)
  }
}
