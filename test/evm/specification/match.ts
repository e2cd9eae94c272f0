import type { Hex } from 'viem'
import { keccak256 } from 'viem/utils'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** What names in a table stand for. */
export type Names = ReadonlyMap<string, Json>

/** Puts in what `$name` and `${name}` stand for. */
export function fill(value: Json, names: Names): Json {
  if (typeof value === 'string') {
    const whole = /^\$(\w+)$/.exec(value)?.[1]
    if (whole !== undefined) return lookUp(whole, names)
    return value.replace(/\$\{(\w+)\}/g, (_, name: string) => textOf(name, names))
  }
  if (Array.isArray(value)) return value.map((one: Json) => fill(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.startsWith('$') && names.has(name.slice(1)) ? textOf(name.slice(1), names) : name,
      fill(one, names),
    ]),
  )
}

function textOf(name: string, names: Names): string {
  const found = lookUp(name, names)
  if (typeof found === 'string') return found
  if (Array.isArray(found) && found.length === 1) return textOf('only', new Map([['only', found[0] as Json]]))
  throw new Error(`${name} is no text`)
}

function lookUp(name: string, names: Names): Json {
  const found = names.get(name)
  if (found === undefined) throw new Error(`nothing is named ${name}`)
  return found
}

/** Conditions that a value may have to meet instead of being equal. */
const CONDITIONS: Readonly<Record<string, (actual: Json, wanted: Json) => boolean>> = {
  $re: (actual, wanted) => typeof actual === 'string' && new RegExp(wanted as string, 's').test(actual),
  $keccak: (actual, wanted) => typeof actual === 'string' && keccak256(actual as Hex) === wanted,
  $length: (actual, wanted) => (typeof actual === 'string' || Array.isArray(actual)) && actual.length === wanted,
  $above: (actual, wanted) => Number(actual) > Number(wanted),
  $includes: (actual, wanted) =>
    Array.isArray(actual) && actual.some((one: Json) => mismatch(one, wanted) === undefined),
  $keys: (actual, wanted) =>
    JSON.stringify(Object.keys(actual as object).sort()) === JSON.stringify([...(wanted as readonly string[])].sort()),
  $without: (actual, wanted) => (wanted as readonly string[]).every((name) => !Object.hasOwn(actual as object, name)),
}

/** Where a value is not as wanted, in words; undefined when it is. Objects may have more members than are named. */
export function mismatch(actual: Json, wanted: Json, path = 'result'): string | undefined {
  const differs = (): string =>
    `${path} is ${(JSON.stringify(actual) ?? 'nothing').slice(0, 400)}, not ${JSON.stringify(wanted)}`
  if (typeof wanted !== 'object' || wanted === null) return Object.is(actual, wanted) ? undefined : differs()
  if (Array.isArray(wanted)) {
    if (!Array.isArray(actual) || actual.length !== wanted.length) return differs()
    return first(wanted.map((one: Json, index) => mismatch(actual[index] as Json, one, `${path}[${index}]`)))
  }
  if (typeof actual !== 'object' && !Object.keys(wanted).every((name) => name in CONDITIONS)) return differs()
  return first(
    Object.entries(wanted).map(([name, one]) => {
      const condition = CONDITIONS[name]
      if (condition !== undefined) return condition(actual, one) ? undefined : differs()
      if (typeof actual !== 'object' || actual === null || !Object.hasOwn(actual, name)) return differs()
      return mismatch((actual as Record<string, Json>)[name]!, one, `${path}.${name}`)
    }),
  )
}

const first = (found: readonly (string | undefined)[]): string | undefined => found.find((one) => one !== undefined)
