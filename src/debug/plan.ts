import { sourceFrame, type OwnCode, type RawFrame, type SourceFrame, type Symbols } from '../vm/debug/index.js'
import { demangle, type FunctionSteps } from '../vm/tools/index.js'
import { localTypesOf, skipOperator, typeOf, type Body, type Module } from '../vm/wasm/index.js'
import type { Sources } from './sources.js'

/** A place at which a call is stopped: the beginning of a line of the contract's own source, in one copy of its function. */
export interface Place {
  /** Index in the module. */
  readonly function: number
  readonly position: number
  /** What runs there, the innermost first; all but the last are inlined. */
  readonly frames: readonly SourceFrame[]
  /** Number of the frame whose line it is: the innermost of the contract's own. */
  readonly own: number
  /** How many of the frames are the contract's own. */
  readonly depth: number
}

/** The places of a module. */
export interface Plan {
  /** By their number. */
  readonly places: readonly Place[]
  /** What the rewriter needs, by function. */
  readonly steps: ReadonlyMap<number, FunctionSteps>
}

/** Finds the lines of a contract's own source in a module with debug information. */
export function planSteps(module: Module, symbols: Symbols, ownCode: OwnCode, sources: Sources): Plan {
  const isOwn = (frame: RawFrame): boolean => ownCode.has(frame)
  const places: Place[] = []
  const steps = new Map<number, FunctionSteps>()
  for (const [i, body] of module.bodies.entries()) {
    const index = module.importedFunctions + i
    const spans = symbols.spans(body.code, body.end)
    if (!spans.some(({ frames }) => frames.some(isOwn))) continue
    const first = places.length
    let last = ''
    for (const { start, frames } of spans) {
      const own = frames.findIndex(isOwn)
      if (own < 0) continue
      const key = frames
        .slice(own)
        .map(({ file, line }) => `${file}:${line}`)
        .join(' ')
      if (key === last) continue
      last = key
      if (isDerived(frames[own]!, frames.at(-1)!, sources)) continue
      const position = Math.max(start, body.code)
      places.push(placeOf(index, position, frames, symbols, ownCode))
    }
    if (places.length === first) continue
    const found = onOperators(module, body, places.slice(first))
    places.splice(first, Infinity, ...found)
    const types = localTypesOf(module.bytes, body, typeOf(module, index))
    const locals = symbols.locals(found[0]!.position).flatMap((local) => {
      const type = types[local]
      return type === undefined ? [] : [{ index: local, type }]
    })
    steps.set(index, { positions: found.map(({ position }) => position), first, locals })
  }
  return { places, steps }
}

/** Functions that derives make, by the traits that they belong to, where sources are not here to tell. */
const DERIVED = / as (?:serde|serde_core|schemars|cosmwasm_schema)\b/

const isDerived = ({ symbol, file, line }: RawFrame, outermost: RawFrame, sources: Sources): boolean =>
  sources.pathOf(file) === undefined
    ? DERIVED.test(demangle(symbol === '' ? outermost.symbol : symbol))
    : sources.isDerived(file, line)

/** What runs at any position of the module, such as at a call. */
export function placeAt(module: Module, symbols: Symbols, ownCode: OwnCode, position: number): Place | undefined {
  const i = module.bodies.findIndex(({ code, end }) => code <= position && position < end)
  const frames = symbols.frames(position)
  if (i < 0 || !frames.some((frame) => ownCode.has(frame))) return undefined
  return placeOf(module.importedFunctions + i, position, frames, symbols, ownCode)
}

function placeOf(
  index: number,
  position: number,
  frames: readonly RawFrame[],
  symbols: Symbols,
  ownCode: OwnCode,
): Place {
  const isOwn = frames.map((frame) => ownCode.has(frame))
  const name = symbols.functionName(index)
  const last = frames.length - 1
  return {
    function: index,
    position,
    frames: frames.map((frame, i) => sourceFrame(frame, i === last && name !== undefined ? demangle(name) : undefined)),
    own: isOwn.indexOf(true),
    depth: isOwn.filter(Boolean).length,
  }
}

/** Line tables can begin a line inside an operator; the code is stopped before the next one. Of two places at one operator the later stays. */
function onOperators({ bytes }: Module, { code, end }: Body, places: readonly Place[]): readonly Place[] {
  const found = new Map<number, Place>()
  let next = 0
  for (let at = code; at < end && next < places.length; at = skipOperator(bytes, at))
    while (next < places.length && places[next]!.position <= at) found.set(at, { ...places[next++]!, position: at })
  return [...found.values()]
}
