import { inLine } from '../../base/index.js'
import { CallTrace, failingStep, into, NoLines, out as outOf, over, type Direction } from '../../debug/index.js'
import { madeOf, type TraceNode } from '../../sandbox/internal.js'
import { codeFrame, shownSource } from '../../vm/debug/index.js'
import { VM_GAS } from '../../vm/tools/index.js'
import { grouped, shorten } from './format.js'
import type { Terminal } from './terminal.js'

const KEYS = 'Enter next line · i into · o out · b back · e the line that failed · q back to the calls'

type Move = (trace: CallTrace, step: number, direction: Direction) => number | undefined

/** What the keys do; Enter is whatever is not listed. */
const MOVES: Readonly<Record<string, readonly [Move, Direction]>> = { i: [into, 1], o: [outOf, 1], b: [over, -1] }

/** The call, line by line, if it has lines. */
function opened(node: TraceNode): CallTrace | undefined {
  const made = madeOf(node)
  try {
    return made && CallTrace.open(made)
  } catch (error) {
    if (error instanceof NoLines) return undefined
    throw error
  }
}

/** A line of the source with what is known there. */
function linesAt(trace: CallTrace, step: number, { colors, columns }: Terminal): readonly string[] {
  const [frame] = trace.frames(step)
  if (frame?.file === undefined || frame.line === undefined) return []
  const { used } = trace.gas(step)
  const variables = frame.variables().map(({ name, value }) => inLine(`  ${name} = ${value.text}`))
  return [
    `${colors.bold(inLine(frame.function))} ${inLine(`${shownSource(frame.file)}:${frame.line}`)} ${colors.yellow(`${grouped(Math.ceil(used / VM_GAS))} gas`)}`,
    ...codeFrame(frame.file, frame.line, undefined, trace.sources.pathOf(frame.file)).map((line) => inLine(line)),
    ...variables.map((line) => colors.dim(shorten(line, columns - 6))),
  ]
}

/**
 * Steps through the lines of a call, in both directions, until it is left or ends.
 * @param pressed shows what the keys do, and waits for one @returns the key with which it was left
 */
export async function stepThroughLines(
  node: TraceNode,
  out: Terminal,
  { pressed, print }: { pressed: (hint: string) => Promise<string>; print: (lines: readonly string[]) => void },
): Promise<string> {
  const trace = opened(node)
  if (trace === undefined) {
    print(['the contract has no debug twin with lines: build it with sudobox build'])
    return ''
  }
  for (let step: number | undefined = 0; step !== undefined;) {
    print(linesAt(trace, step, out))
    const key = await pressed(KEYS)
    if (key === 'q' || key === '\u0003' || key === '\u0004') return key === 'q' ? '' : key
    if (key === 'e') step = failingStep(trace)
    else {
      const [move, direction]: readonly [Move, Direction] = MOVES[key] ?? [over, 1]
      const next: number | undefined = move(trace, step, direction)
      // Nothing comes before the first line.
      step = next ?? (direction === -1 ? step : undefined)
    }
  }
  return ''
}
