import {
  atPointer,
  FixtureError,
  fromUtf8,
  insteadOf,
  isDeeperThan,
  jsonPointer,
  reasonOf,
  type Reach,
} from '../base/index.js'
import type { Json } from '../sandbox/internal.js'
import { DEEPEST, TOO_DEEP } from './yaml-excess.js'

/** The value of `${…}` in a fixture: a saved value, an account or a contract; undefined for an unknown name. */
export type Lookup = (name: string) => Json | undefined

const WHOLE = /^\$\{([^}]+)\}$/
const PART = /\$\{([^}]+)\}/g

/** `file:../Erc20.json#/bytecode`: a value in a JSON file next to the fixture. */
function fromFile(reference: string, reach: Reach, pointer: string): Json | undefined {
  const [path = '', member = ''] = reference.slice('file:'.length).split('#')
  const { file } = reach
  let bytes: Uint8Array
  try {
    bytes = reach.read(path, pointer)
  } catch (cause) {
    if (cause instanceof FixtureError) throw cause
    throw new FixtureError({
      file,
      pointer,
      message: `cannot read ${path}: ${reasonOf(cause)}`,
      details: insteadOf(path, reach.folder),
      cause,
    })
  }
  let value: Json
  try {
    value = JSON.parse(fromUtf8(bytes)) as Json
  } catch {
    // The parser's message would contain pieces of the file.
    throw new FixtureError({ file, pointer, message: `${path} is not JSON` })
  }
  if (isDeeperThan(value, DEEPEST)) throw new FixtureError({ file, pointer, message: `${path}: ${TOO_DEEP}` })
  return atPointer(value, member)
}

/**
 * Replaces every `${name}` and `${file:PATH#/POINTER}` in a value: a string that is nothing else becomes the value itself, otherwise
 * the value's text is inserted. `$${` yields `${`. @param reach of the file that the value comes from; if undefined, it cannot name files
 * @throws FixtureError that names the place and what is unknown or may not be read.
 */
export function substitute(
  value: Json,
  lookup: Lookup,
  reach: Reach | undefined,
  path: readonly (string | number)[] = [],
): Json {
  const find = (name: string): Json => {
    const pointer = jsonPointer(path)
    const found = reach !== undefined && name.startsWith('file:') ? fromFile(name, reach, pointer) : lookup(name)
    if (found === undefined)
      throw new FixtureError({ file: reach?.file ?? '', pointer, message: `\${${name}} is not defined here` })
    return found
  }
  if (typeof value === 'string') {
    const whole = WHOLE.exec(value)
    if (whole) return find(whole[1]!)
    return value
      .split('$${')
      .map((part) => part.replace(PART, (_, name: string) => text(find(name))))
      .join('${')
  }
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, index) => substitute(item, lookup, reach, [...path, index]))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]: [string, Json]) => [
        key,
        substitute(item, lookup, reach, [...path, key]),
      ]),
    )
  return value
}

const text = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
