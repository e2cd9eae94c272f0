import { ROUTES, type Route } from './routes.js'

/** A route with the values of its path fields. */
export interface Matched {
  readonly route: Route
  readonly values: readonly (readonly [field: string, value: string])[]
}

interface Pattern {
  readonly route: Route
  readonly segments: readonly string[]
}

/** Finds routes by path. If several match, literal segments win over fields. */
export class Router {
  readonly #patterns: readonly Pattern[]

  /** @param chain name of the chain, a segment of some paths @param more routes after those of all chains */
  constructor(chain: string, more: readonly Route[] = []) {
    this.#patterns = [...ROUTES, ...more].map((route) => ({
      route,
      segments: route.path.replace('{chain}', chain).split('/').slice(1),
    }))
  }

  /** All routes of a path, for any HTTP method, best match first. */
  match(path: string): readonly Matched[] {
    const given = path.split('/').slice(1)
    return this.#patterns
      .flatMap(({ route, segments }) => {
        const values = fit(segments, given)
        return values === undefined ? [] : [{ route, values }]
      })
      .sort((a, b) => a.values.length - b.values.length)
  }
}

function fit(segments: readonly string[], given: readonly string[]): Matched['values'] | undefined {
  const values: (readonly [string, string])[] = []
  for (const [i, segment] of segments.entries()) {
    const field = /^\{([\w.]+)(=\*\*)?\}$/.exec(segment)
    if (field?.[2] !== undefined) return [...values, [field[1]!, given.slice(i).join('/')]]
    const value = given[i]
    if (value === undefined) return undefined
    if (field !== null) values.push([field[1]!, value])
    else if (segment !== value) return undefined
  }
  return segments.length === given.length ? values : undefined
}
