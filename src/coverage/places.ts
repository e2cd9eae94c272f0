import { ownCodeOf, type OwnCode, type RawFrame, type RawSpan, type Symbols } from '../vm/debug/index.js'
import { inLine } from '../base/index.js'
import { demangle, type BasicBlock } from '../vm/tools/index.js'
import type { Module } from '../vm/wasm/index.js'
import { endsInPanic, instructionsOf, type Instruction } from './instructions.js'
import { addBranch, addFunction, addLine, fileCounts, type SourceCounts } from './source-counts.js'

/** A code that ran: its blocks, and how often each did. */
export interface RanCode {
  readonly module: Module
  readonly symbols: Symbols
  readonly blocks: readonly BasicBlock[]
  readonly counts: ArrayLike<number>
}

/** A copy of a function: inlined at one place, or a function of the module itself. */
interface Copy {
  readonly symbol: string
  readonly file: string
  /** Position of the first of its code. */
  readonly first: number
  most: number
  /** Its lines with the number of the block that ran most often. */
  readonly lines: Map<string, { readonly file: string; readonly line: number; count: number }>
}

/**
 * Which of the source ran. A line ran as often as any of its code in one copy of its function; copies are added up, whether inlined or
 * made for other types. Of a function, that is how often its first code ran.
 */
export function sourceCounts({ module, symbols, blocks, counts }: RanCode): SourceCounts {
  const found: SourceCounts = new Map()
  const own = ownCodeOf(module, symbols)
  const ofFunction = new Map<number, number[]>()
  for (const [i, block] of blocks.entries()) {
    const known = ofFunction.get(block.function)
    if (known) known.push(i)
    else ofFunction.set(block.function, [i])
  }
  for (const [index, numbers] of ofFunction) {
    const body = module.bodies[index - module.importedFunctions]!
    const spans = symbols.spans(body.code, body.end)
    // Most functions are those of libraries alone.
    if (!spans.some(({ frames }) => frames.some((frame) => own.has(frame)))) continue
    const offsets = numbers.map((block) => blocks[block]!.offset)
    const countAt = (position: number): number => counts[numbers[lastAtOrBefore(offsets, position)]!]!
    const name = symbols.functionName(index) ?? ''
    const copies = new Map<string, Copy>()
    const ordinals = new Map<string, number>()
    let last: { frames: readonly RawFrame[]; count: number } = { frames: [], count: 0 }
    walk(instructionsOf(module, body), spans, ({ position, choice }, frames) => {
      const count = countAt(position)
      if (frames !== last.frames || count !== last.count) noteFrames(copies, frames, own, name, count)
      last = { frames, count }
      const [place] = frames
      if (!choice || place === undefined || !own.has(place)) return
      // Checks that the compiler adds, such as for overflow and bounds, are not branches of the source.
      if (endsInPanic(module, body, choice.onZero) || endsInPanic(module, body, choice.onOther)) return
      const at = `${place.line}:${place.column}`
      const order = ordinals.get(`${place.file}:${at}`) ?? 0
      ordinals.set(`${place.file}:${at}`, order + 1)
      addBranch(fileCounts(found, place.file), `${at}:${order}`, {
        line: place.line,
        column: place.column,
        arms: armCounts(module, position, choice, count, countAt),
      })
    })
    for (const copy of copies.values()) {
      for (const { file, line, count } of copy.lines.values()) addLine(fileCounts(found, file), line, count)
      noteFunction(found, copy)
    }
  }
  return found
}

/** Calls `visit` with each instruction and what the debug information says about it. */
function walk(
  instructions: readonly Instruction[],
  spans: readonly RawSpan[],
  visit: (instruction: Instruction, frames: readonly RawFrame[]) => void,
): void {
  let next = 0
  for (const instruction of instructions) {
    while (next < spans.length && spans[next]!.end <= instruction.position) next++
    const span = spans[next]
    if (span === undefined) return
    if (span.start <= instruction.position) visit(instruction, span.frames)
  }
}

function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return Math.max(low - 1, 0)
}

function noteFrames(
  copies: Map<string, Copy>,
  frames: readonly RawFrame[],
  own: OwnCode,
  name: string,
  count: number,
): void {
  let around = ''
  for (let i = frames.length - 1; i >= 0; i--) {
    const { symbol, file, line, column } = frames[i]!
    const isWhole = i === frames.length - 1
    const key = `${around} ${symbol}`
    around += ` ${file}:${line}:${column}`
    // A closure counts for the line on which it is passed.
    if (!own.has(frames[i]!) || frames.some((outer, j) => j > i && outer.line === line && outer.file === file)) continue
    let copy = copies.get(key)
    if (copy === undefined)
      copies.set(
        key,
        (copy = { symbol: symbol === '' && isWhole ? name : symbol, file, first: count, most: 0, lines: new Map() }),
      )
    copy.most = Math.max(copy.most, count)
    const known = copy.lines.get(`${file}:${line}`)
    if (known === undefined) copy.lines.set(`${file}:${line}`, { file, line, count })
    else if (known.count < count) known.count = count
  }
}

function armCounts(
  module: Module,
  position: number,
  { onZero, onOther }: NonNullable<Instruction['choice']>,
  count: number,
  countAt: (position: number) => number,
): readonly [number, number] {
  // What directly follows the operator runs only after it; the other path may be shared.
  const isIf = module.bytes[position] === 0x04
  const followed = Math.min(count, countAt(isIf ? onOther : onZero))
  return isIf ? [count - followed, followed] : [followed, count - followed]
}

const CLOSURE = /(?:^|::)\{(?:\{closure\}\}|closure)/

/** A closure counts with the function around it. */
function noteFunction(counts: SourceCounts, { symbol, file, first, most, lines }: Copy): void {
  const name = inLine(shortName(demangle(symbol)))
  if (name === '' || CLOSURE.test(name)) return
  const line = Math.min(...[...lines.values()].filter((one) => one.file === file).map((one) => one.line))
  // The first code in the module can be a part that only some calls reach.
  addFunction(fileCounts(counts, file), { name, line, count: first === 0 && most > 0 ? 1 : first })
}

/** The last part of a path, without types: names of inlined functions have no more. */
function shortName(name: string): string {
  const [path] = name.replace(/^<.*>::/, '').split('<')
  return /(?:[^:{]|\{[^}]*\}+)+$/.exec(path!)?.[0] ?? ''
}
