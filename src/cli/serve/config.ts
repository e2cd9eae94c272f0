import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommanderError, type Command, type Option } from 'commander'
import { FixtureError } from '../../base/errors.js'
import { Reach } from '../../base/reach.js'
import { parseText, readText } from '../../replay/read.js'

/** The file that is read if it is in the working directory. */
const USUAL = 'sudobox.yaml'

/** Members whose values name a file or a folder, relative to the configuration. */
const PATHS: ReadonlySet<string> = new Set([
  'fixture',
  'fork-cache',
  'genesis',
  'plugin',
  'record',
  'registry',
  'state',
])

/** Options of the command line alone. */
const FLAGS_ONLY: ReadonlySet<string> = new Set(['config', 'trust', 'json'])

/**
 * Sets the options that the configuration has and the command line lacks. Its members have the names of the options.
 * @param file given with `--config`; if it is undefined, `sudobox.yaml` is read where there is one
 * @returns the fixture that it names, and the file that was read
 * @throws FixtureError with the place of an unknown member or an invalid value
 */
export function readConfig(
  command: Command,
  given: string | undefined,
  trust: boolean | undefined,
): { readonly file?: string; readonly fixture?: string } {
  const file = given ?? (existsSync(USUAL) ? USUAL : undefined)
  if (file === undefined) return {}
  const config = parseText(readText(file), file) ?? {}
  if (typeof config !== 'object' || Array.isArray(config))
    throw new FixtureError({ file, pointer: '', message: 'expected members, e.g. block-time: 1s' })
  const reach = new Reach(file, trust)
  const options = new Map(
    command.options.map((option) => [option.long?.slice(2) ?? '', option] as const).filter(([name]) => allowed(name)),
  )
  let fixture: string | undefined
  for (const [name, value] of Object.entries(config as Record<string, unknown>)) {
    const place = { file, pointer: `/${name}` }
    if (name === 'fixture') {
      fixture = pathOf(reach, textOf(value, place), place.pointer)
      continue
    }
    const option = options.get(name)
    if (option === undefined) throw unknown(place, name, [...options.keys(), 'fixture'])
    if (command.getOptionValueSource(option.attributeName()) === 'cli') continue
    if (name === 'plugin')
      reach.refuse(place.pointer, 'a plug-in is code, and a configuration is data', ['right: --plugin CHAIN=FILE'])
    if (name === 'fork')
      reach.refuse(place.pointer, 'a configuration may not connect to a chain', ['right: --fork CHAIN=URL'])
    command.setOptionValueWithSource(option.attributeName(), valueOf(option, value, place, reach), 'config')
  }
  return { file, ...(fixture !== undefined && { fixture }) }
}

const allowed = (name: string): boolean => name !== '' && !FLAGS_ONLY.has(name)

interface Place {
  readonly file: string
  readonly pointer: string
}

function unknown(place: Place, name: string, names: readonly string[]): FixtureError {
  const hint = FLAGS_ONLY.has(name) ? `--${name} is an option of the command line only` : `there is no option "${name}"`
  return new FixtureError({ ...place, message: hint, details: [`options: ${[...names].sort().join(', ')}`] })
}

/** The value of an option, as its flag would parse it from strings. */
function valueOf(option: Option, value: unknown, place: Place, reach: Reach): unknown {
  if (option.isBoolean()) {
    if (typeof value !== 'boolean') throw new FixtureError({ ...place, message: 'expected true or false' })
    return value || undefined
  }
  if (option.optional && typeof value === 'boolean') return value || undefined
  const isRepeatable = option.defaultValue !== undefined && typeof option.defaultValue === 'object'
  const texts = isRepeatable ? textsOf(value, place) : [{ text: textOf(value, place), pointer: place.pointer }]
  let made: unknown = option.defaultValue
  for (const { text, pointer } of texts) {
    const [, head = '', path = text] = isRepeatable ? (/^(\w+=)(.*)$/s.exec(text) ?? []) : []
    const written = PATHS.has(option.long!.slice(2)) ? `${head}${pathOf(reach, path, pointer)}` : text
    made = parsed(option, written, made, { file: place.file, pointer })
  }
  return made
}

function parsed(option: Option, text: string, before: unknown, place: Place): unknown {
  try {
    return option.parseArg === undefined ? text : option.parseArg(text, before)
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause
    throw new FixtureError({ ...place, message: cause.message, cause })
  }
}

/** A file that the configuration names. */
const pathOf = (reach: Reach, path: string, pointer: string): string => {
  reach.real(path, pointer)
  return resolve(reach.folder, path)
}

function textOf(value: unknown, place: Place): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new FixtureError({ ...place, message: 'expected a string or a number' })
}

interface Text {
  readonly text: string
  readonly pointer: string
}

/** Strings as flags take them, from a string, a list, or members (`neutron: { rpc: 26657 }` is `neutron.rpc=26657`). */
function textsOf(value: unknown, { file, pointer }: Place): readonly Text[] {
  if (typeof value !== 'object' || value === null) return [{ text: textOf(value, { file, pointer }), pointer }]
  if (Array.isArray(value))
    return value.flatMap((one: unknown, index) => {
      const place = { file, pointer: `${pointer}/${index}` }
      if (Array.isArray(one))
        return [{ text: one.map((part) => textOf(part, place)).join(':'), pointer: place.pointer }]
      return [{ text: textOf(one, place), pointer: place.pointer }]
    })
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const place = { file, pointer: `${pointer}/${name}` }
    if (member === null || (typeof member === 'object' && Object.keys(member).length === 0))
      return [{ text: name, pointer: place.pointer }]
    if (typeof member === 'object')
      return textsOf(member, place).map(({ text, ...at }) => ({
        text: Array.isArray(member) ? `${name}=${text}` : `${name}.${text}`,
        ...at,
      }))
    return [{ text: `${name}=${textOf(member, place)}`, pointer: place.pointer }]
  })
}
