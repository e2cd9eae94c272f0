import type { Emitted, Entered, Exited, Step } from '../execution/watch/watcher.js'
import type { TraceEnd, TraceStart, Tracer } from './tracer.js'

/** Several tracers at once. Source: go-ethereum eth/tracers/native/mux.go. */
export class Mux implements Tracer {
  readonly needsCall?: true
  readonly opcode?: (step: Step) => void
  readonly #tracers: readonly (readonly [name: string, tracer: Tracer])[]

  constructor(tracers: readonly (readonly [string, Tracer])[]) {
    this.#tracers = tracers
    if (tracers.some(([, { needsCall }]) => needsCall === true)) this.needsCall = true
    const watching = tracers.filter(([, tracer]) => tracer.opcode !== undefined)
    // Watching opcodes is slow, so only tracers that need them do.
    if (watching.length > 0)
      this.opcode = (step) => {
        for (const [, tracer] of watching) tracer.opcode!(step)
      }
  }

  start(start: TraceStart): void {
    for (const [, tracer] of this.#tracers) tracer.start?.(start)
  }

  enter(call: Entered): void {
    for (const [, tracer] of this.#tracers) tracer.enter?.(call)
  }

  exit(end: Exited): void {
    for (const [, tracer] of this.#tracers) tracer.exit?.(end)
  }

  log(log: Emitted): void {
    for (const [, tracer] of this.#tracers) tracer.log?.(log)
  }

  result(end: TraceEnd): unknown {
    return Object.fromEntries(this.#tracers.map(([name, tracer]) => [name, tracer.result(end)]))
  }
}
