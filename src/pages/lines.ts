import { CallTrace, failingStep, gasBefore, lineOf, storageUses } from '../debug/index.js'
import { madeOf, type TraceNode } from '../sandbox/internal.js'
import { shownSource } from '../vm/debug/index.js'
import { VM_GAS } from '../vm/tools/index.js'
import type { LineData, LinesData } from './model.js'

/** How many lines of a long call are shown: from its beginning, and up to the one that failed. */
const FIRST = 128
const LAST = 512
const MAX_LOCALS = 40
const MAX_LENGTH = 400
const MAX_USES = 400
/** Characters of a file that is shown. */
const LARGEST_SOURCE = 200_000

const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)

/** A call line by line, made once more on its debug twin; undefined without one, and where its debug information cannot be used. */
export function linesData(node: TraceNode): LinesData | undefined {
  const made = madeOf(node)
  if (made === undefined) return undefined
  try {
    const trace = CallTrace.open(made)
    const failing = failingStep(trace)
    const steps = shownSteps(trace.length, failing)
    const before = gasBefore(node, trace)
    return {
      lines: steps.map((step) => lineData(trace, step, before)),
      count: trace.length,
      at: steps.indexOf(failing),
      ...(trace.failure !== undefined && { failed: true as const }),
      isTwin: trace.isTwin,
      sources: sourcesOf(trace, steps),
      storage: storageUses(trace)
        .slice(-MAX_USES)
        .map(({ step, kind, key, value }) => ({
          during: step + 1,
          kind,
          key: cut(key),
          ...(value !== undefined && { value: cut(value) }),
        })),
    }
  } catch {
    // The file next to a contract can be anything; the page shows the call without lines.
    return undefined
  }
}

function shownSteps(length: number, failing: number): readonly number[] {
  const last = Math.max(failing, Math.min(length - 1, failing + LAST / 4))
  const from = Math.max(last - LAST, 0)
  const range = (start: number, end: number): number[] => Array.from({ length: end - start }, (_, i) => start + i)
  return [...range(0, Math.min(FIRST, from)), ...range(from, last + 1)]
}

function lineData(trace: CallTrace, step: number, before: bigint): LineData {
  const [frame, ...callers] = trace.frames(step)
  const { file, line, function: name } = frame!
  return {
    number: step + 1,
    function: name,
    ...(file !== undefined && { file: shownSource(file) }),
    ...(line !== undefined && { line }),
    ...(callers.length > 0 && { callers: callers.map((caller) => caller.function) }),
    gas: String(before + BigInt(Math.ceil(trace.gas(step).used / VM_GAS))),
    locals: frame!
      .variables()
      .slice(0, MAX_LOCALS)
      .map(({ name: local, value }) => [local, cut(value.text)]),
  }
}

function sourcesOf(trace: CallTrace, steps: readonly number[]): LinesData['sources'] {
  const files = new Set(steps.flatMap((step) => lineOf(trace.place(step)).file ?? []))
  return Object.fromEntries(
    [...files].flatMap((file) => {
      const text = trace.sources.text(file)
      return text === undefined || text.length > LARGEST_SOURCE ? [] : [[shownSource(file), text]]
    }),
  )
}
