import { endsInPanic, instructionsOf, type Instruction } from '../../coverage/index.js'
import type { OwnCode, RawSpan } from '../../vm/debug/index.js'
import { skipOperator, type Body } from '../../vm/wasm/index.js'
import { ownPlace, type OwnPlace } from './own-code.js'
import type { Target } from './target.js'

/** An operator of the contract's own code. */
export interface Site {
  /** Index of its function, imported ones counted first. */
  readonly function: number
  readonly position: number
  readonly end: number
  readonly opcode: number
  /** The operator after it, in the order of the bytes. */
  readonly next: number
  readonly place: OwnPlace
  /** Where the two ways of a branch begin in the source; undefined for other operators, and for checks that the compiler added. */
  readonly ways: { readonly onZero: number | undefined; readonly onOther: number | undefined } | undefined
}

/** The operators of a contract's own code by its debug information, function by function. */
export function* sitesOf({ module, symbols }: Target, own: OwnCode): Generator<readonly Site[]> {
  for (const [i, body] of module.bodies.entries()) {
    const spans = symbols.spans(body.code, body.end)
    if (!spans.some(({ frames }) => frames.some((frame) => own.has(frame)))) continue
    const at = placesIn(spans, own)
    const sites: Site[] = []
    for (const instruction of instructionsOf(module, body)) {
      const { position } = instruction
      const place = at(position)
      if (place === undefined) continue
      const end = skipOperator(module.bytes, position)
      sites.push({
        function: module.importedFunctions + i,
        position,
        end,
        opcode: module.bytes[position]!,
        next: module.bytes[end]!,
        place,
        ways: waysOf(module, body, instruction, place, at),
      })
    }
    if (sites.length > 0) yield sites
  }
}

type PlaceAt = (position: number) => OwnPlace | undefined

function placesIn(spans: readonly RawSpan[], own: OwnCode): PlaceAt {
  const places = new Map<RawSpan, OwnPlace | undefined>()
  return (position) => {
    let [low, high] = [0, spans.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (spans[middle]!.end <= position) low = middle + 1
      else high = middle
    }
    const span = spans[low]
    if (span === undefined || span.start > position) return undefined
    if (!places.has(span)) places.set(span, ownPlace(own, span.frames))
    return places.get(span)
  }
}

function waysOf(
  module: Target['module'],
  body: Body,
  { choice }: Instruction,
  place: OwnPlace,
  at: PlaceAt,
): Site['ways'] {
  if (choice === undefined) return undefined
  const { onZero, onOther } = choice
  if (endsInPanic(module, body, onZero) || endsInPanic(module, body, onOther)) return undefined
  const lineAt = (position: number): number | undefined => {
    const found = at(position)
    return found?.file === place.file ? found.line : undefined
  }
  return { onZero: lineAt(onZero), onOther: lineAt(onOther) }
}
