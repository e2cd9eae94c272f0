import { UsageError } from '../../base/index.js'
import type { Options, OptionValue } from './parse.js'

/** A path of the REST gateway for a gRPC method. */
export interface HttpRoute {
  readonly verb: 'GET' | 'POST'
  /** `{field}` is a segment, `{field=**}` the rest of the path. */
  readonly path: string
  readonly method: string
  /** What the body of the request is: a field, or `*` for the whole of it. Without it there is none. */
  readonly body?: string
}

const isRule = (value: OptionValue): value is Options => typeof value === 'object' && !Array.isArray(value)

/** Routes by the option `google.api.http` of a method, the first one before its `additional_bindings`. @throws UsageError for what this gateway does not support */
export function routesOf(method: string, options: Options): readonly HttpRoute[] {
  const rule = options['google.api.http']
  return rule === undefined ? [] : routesOfRule(method, rule)
}

function routesOfRule(method: string, rule: OptionValue): readonly HttpRoute[] {
  if (!isRule(rule)) throw problem(method, 'has no members')
  const { body, additional_bindings: more = [], ...verbs } = rule
  const routes = Object.entries(verbs).map(([verb, path]): HttpRoute => {
    if (verb !== 'get' && verb !== 'post') throw problem(method, `has ${verb}: only get and post are supported`)
    if (typeof path !== 'string' || !isTemplate(path)) throw problem(method, `has the path ${JSON.stringify(path)}`)
    const base = { verb: verb === 'get' ? 'GET' : 'POST', path, method } as const
    if (body === undefined) return base
    if (typeof body !== 'string') throw problem(method, 'has a body that is not a string')
    return { ...base, body }
  })
  const others = Array.isArray(more) ? (more as readonly OptionValue[]) : [more]
  return [...routes, ...others.flatMap((other) => routesOfRule(method, other))]
}

/** Segments that are literal, `{field}` or, as the last one, `{field=**}`; a field may be one of another: `{pair.base}`. */
const isTemplate = (path: string): boolean =>
  /^(?:\/(?:[^{}/:*]+|\{[\w.]+\}))*(?:\/\{[\w.]+=\*\*\})?$/.test(path) && path !== ''

const problem = (method: string, what: string): UsageError =>
  new UsageError(`google.api.http of ${method} ${what}`, {
    details: ['right: option (google.api.http).get = "/my/oracle/v1/price/{denom}";'],
  })
