import { skipOperator, typeOf, type Module } from '../vm/wasm/index.js'

/**
 * The functions of a debug twin with other code that are instruction for instruction those of a module, apart from addresses and numbers: two
 * builds with slightly different tools differ in few functions. Functions keep their order.
 *
 * @returns indices in the twin by those in the module
 */
export function sameFunctions(module: Module, twin: Module): ReadonlyMap<number, number> {
  const [own, others] = [fingerprints(module), fingerprints(twin)]
  const found = new Map<number, number>()
  const pair = (i: number, j: number): boolean => {
    if (own[i] === undefined || own[i] !== others[j]) return false
    found.set(module.importedFunctions + i, twin.importedFunctions + j)
    return true
  }
  // From each function that there is once, in both directions up to the first that differs.
  let [i, j] = [0, 0]
  for (const [nextI, nextJ] of [...anchors(own, others), [own.length, others.length] as const]) {
    while (i < nextI && j < nextJ && pair(i, j)) [i, j] = [i + 1, j + 1]
    let [k, l] = [nextI - 1, nextJ - 1]
    while (k >= i && l >= j && pair(k, l)) [k, l] = [k - 1, l - 1]
    if (nextI < own.length) pair(nextI, nextJ)
    ;[i, j] = [nextI + 1, nextJ + 1]
  }
  return found
}

/** Positions of the operators of a function, in order. */
export function operatorsOf({ bytes, bodies, importedFunctions }: Module, index: number): readonly number[] {
  const { code, end } = bodies[index - importedFunctions]!
  const positions: number[] = []
  for (let pos = code; pos < end; pos = skipOperator(bytes, pos)) positions.push(pos)
  return positions
}

function fingerprints(module: Module): readonly string[] {
  return module.bodies.map((_, i) => {
    const index = module.importedFunctions + i
    const { params, results } = typeOf(module, index)
    const operators = Uint8Array.from(operatorsOf(module, index), (pos) => module.bytes[pos]!)
    return `${params.join()} ${results.join()} ${Buffer.from(operators).toString('latin1')}`
  })
}

/** Pairs of functions that both have once, in an order that both have them in. */
function anchors(own: readonly string[], others: readonly string[]): readonly (readonly [number, number])[] {
  const places = once(others)
  const pairs = [...once(own)].flatMap(([text, i]) => {
    const j = places.get(text)
    return j === undefined ? [] : [[i, j] as const]
  })
  // The longest increasing sequence: of each length the pair that ends it earliest, and what comes before each pair.
  const ends: number[] = []
  const before: number[] = []
  for (const [at, [, j]] of pairs.entries()) {
    let low = 0
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >>> 1
      if (pairs[ends[middle]!]![1] < j) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? -1 : ends[low - 1]!)
    ends[low] = at
  }
  const chosen: (readonly [number, number])[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) chosen.push(pairs[at]!)
  return chosen.reverse()
}

/** Places of the texts that a list has once. */
function once(texts: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const twice = new Set<string>()
  for (const [i, text] of texts.entries()) {
    if (found.has(text)) twice.add(text)
    found.set(text, i)
  }
  for (const text of twice) found.delete(text)
  return found
}
