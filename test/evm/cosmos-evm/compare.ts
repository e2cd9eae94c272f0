/** A place of answers, and why they may differ there. */
export interface Exception {
  readonly at: RegExp
  readonly why: string
}

/** A place where the two answers differ. */
export interface Difference {
  readonly at: string
  readonly node: unknown
  readonly here: unknown
  /** The reason, if it is an exception. */
  readonly why: string | undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Where the answer of the real node and the one here differ. */
export function differences(
  node: unknown,
  here: unknown,
  at: string,
  exceptions: readonly Exception[],
): readonly Difference[] {
  if (!isObject(node) || !isObject(here)) {
    if (node === here) return []
    return [{ at, node, here, why: exceptions.find((one) => one.at.test(at))?.why }]
  }
  const names = [...new Set([...Object.keys(node), ...Object.keys(here)])]
  return names.flatMap((name) => {
    const [one, other] = [node, here].map((value) => (value as Record<string, unknown>)[name])
    return differences(one, other, Array.isArray(node) ? `${at}[${name}]` : `${at}.${name}`, exceptions)
  })
}

/** Names of values that each node chooses itself, such as hashes of blocks. */
export class Names {
  readonly #names = new Map<string, string>()

  add(value: unknown, name: string): void {
    if (typeof value === 'string') this.#names.set(value, name)
  }

  /** A JSON value with names instead of what they stand for. */
  named(value: unknown): unknown {
    return replaced(value, [...this.#names])
  }

  /** A JSON value with what names stand for instead of them. */
  values(named: unknown): unknown {
    return replaced(
      named,
      [...this.#names].map(([value, name]) => [name, value]),
    )
  }
}

/** A JSON value in which texts, and parts of texts, are replaced. */
function replaced(value: unknown, by: readonly (readonly [string, string])[]): unknown {
  if (typeof value === 'string') {
    const exact = by.find(([text]) => text === value)
    if (exact !== undefined) return exact[1]
    return by.reduce((text, [from, to]) => (text.includes(from) ? text.replaceAll(from, to) : text), value)
  }
  if (Array.isArray(value)) return value.map((one) => replaced(one, by))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, by)]))
}
