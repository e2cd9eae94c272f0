import type { CallTrace } from './call-trace.js'
import type { Place } from './plan.js'

export type Direction = 1 | -1

/** The function and the file of the line at which a step stops. */
export const lineOf = ({ frames, own }: Place): Place['frames'][number] => frames[own]!

/** How deep a step is, for comparing: stack of its function, and how many functions are inlined there. */
interface Depth {
  readonly frames: number
  readonly inlined: number
}

const depthOf = (trace: CallTrace, step: number): Depth => ({
  frames: trace.indexed(step).frames,
  inlined: trace.place(step).depth,
})

/** Positive if the first is deeper. */
const deeper = (one: Depth, other: Depth): number => other.frames - one.frames || one.inlined - other.inlined

/** The next step in a direction that is not inside a function that the current one calls; undefined at the end. */
export function over(trace: CallTrace, step: number, direction: Direction): number | undefined {
  return notDeeper(trace, step, direction, 0)
}

/** The next step in a direction in the function around the current one; undefined at the end. */
export function out(trace: CallTrace, step: number, direction: Direction): number | undefined {
  return notDeeper(trace, step, direction, -1)
}

/** The next step in a direction; undefined at the end. */
export function into(trace: CallTrace, step: number, direction: Direction): number | undefined {
  const next = step + direction
  return next >= 0 && next < trace.length ? next : undefined
}

function notDeeper(trace: CallTrace, step: number, direction: Direction, most: 0 | -1): number | undefined {
  const here = depthOf(trace, step)
  return trace.find(step + direction, direction, {
    leastFrames: here.frames,
    matches: ({ place, frames }) => deeper({ frames, inlined: trace.plan.places[place]!.depth }, here) <= most,
  })
}

/** Functions that run on the way of an error to the chain, and are not why it failed. */
const CONVERSIONS = new Set(['fmt', 'from', 'into', 'to_string', 'drop', 'clone', 'source'])

/** The last part of a function's name. */
const shortName = (name: string): string => name.replace(/<[^<>]*>$/, '').replace(/^.*::/, '')

/** Whether an own function of a name runs at a place, inlined or not. */
const runs = (trace: CallTrace, { frames }: Place, name: string): boolean =>
  frames.some(({ file, function: of }) => file !== undefined && trace.isOwn(file) && shortName(of) === name)

const isConversion = (place: Place): boolean => CONVERSIONS.has(shortName(lineOf(place).function))

/** Whether a line has only brackets, as far as its source is found. */
const isBracket = (trace: CallTrace, place: Place): boolean => {
  const { file, line } = lineOf(place)
  return file !== undefined && line !== undefined && trace.sources.isBracket(file, line)
}

/**
 * The step at which the call failed: its last one if the VM ended it; for an error that the contract returned, where that was made, as far as
 * the way of the error back through `?` tells. Of a call that succeeded, the last step of its entry point.
 */
export function failingStep(trace: CallTrace): number {
  const last = trace.length - 1
  if (trace.error !== undefined) return last
  // What runs after the entry point makes JSON of its result.
  let step =
    trace.find(last, -1, { matches: ({ place }) => runs(trace, trace.plan.places[place]!, trace.call.entry) }) ?? last
  if (trace.failure === undefined) return step
  for (;;) {
    const place = trace.place(step)
    const before = step - 1
    if (before < 0) return step
    if (isBracket(trace, place) || isConversion(place)) {
      step = before
      continue
    }
    if (deeper(depthOf(trace, before), depthOf(trace, step)) <= 0) return step
    const called = trace.place(before)
    // The error came out of the function that returned last, unless that only converted it.
    const past = isConversion(called) ? over(trace, step, -1) : before
    if (past === undefined) return step
    step = past
  }
}
