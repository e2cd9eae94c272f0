import { statSync } from 'node:fs'
import { CommanderError, type Command, type Option } from 'commander'
import { FixtureError, jsonPointer, Reach } from '../../base/index.js'
import { parseText, readText } from '../../replay/internal.js'

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
 * What any configuration may decide: the network, and its ports on this machine. All other members are about the machine itself (who may
 * connect, what is written, which code runs), which only the command line and trusted files decide.
 */
const OF_THE_NETWORK: ReadonlySet<string> = new Set([
  'account',
  'accounts',
  'automatic',
  'block-time',
  'chain-id',
  'chains',
  'client-version',
  'coins',
  'faucet',
  'faucet-coins',
  'faucet-cooldown',
  'fixture',
  'fork-height',
  'fork-verify',
  'free-ports',
  'genesis',
  'links',
  'metrics',
  'mnemonic',
  'port',
  'query-relayer',
  'relay',
  'relay-delay',
  'relayer-mnemonic',
  'ui',
  'ui-port',
  'unlinked',
  'vm',
])

/** Why the others need trust. */
const REASONS: Readonly<Record<string, string>> = {
  'allowed-host': 'a configuration file may not allow other hosts',
  fork: 'a configuration file may not connect to a live chain',
  'fork-cache': 'a configuration file may not choose where to write',
  host: 'a configuration file may not open ports to other machines',
  limit: 'a configuration file may not change limits',
  origin: 'a configuration file may not allow web pages',
  plugin: 'a configuration file may not load code, such as a plug-in',
  record: 'a configuration file may not choose where to write',
  registry: 'a configuration file may not choose where to write',
  state: 'a configuration file may not choose where to write',
  token: 'a configuration file may not set the token of private methods',
}

/** What a configuration was, and did. */
export interface ReadConfig {
  readonly file: string
  /** The members that count: those that no flag overrides. */
  readonly members: readonly string[]
  /** The fixture that it names. */
  readonly fixture: string | undefined
}

/**
 * Sets the options that the configuration has and the command line lacks. Its members have the names of the options.
 * @param given with `--config`; if it is undefined, `sudobox.yaml` is read where there is one
 * @returns undefined when there is no configuration
 * @throws FixtureError with the place of an unknown member, an invalid value, or what only a trusted configuration may set
 */
export function readConfig(
  command: Command,
  given: string | undefined,
  trust: boolean | undefined,
): ReadConfig | undefined {
  const file = given ?? usualFile()
  if (file === undefined) return undefined
  const config = parseText(readText(file), file) ?? {}
  if (typeof config !== 'object' || Array.isArray(config))
    throw new FixtureError({ file, pointer: '', message: 'expected options as keys, e.g. block-time: 1s' })
  const reach = new Reach(file, trust)
  const options = new Map(
    command.options.map((option) => [option.long?.slice(2) ?? '', option] as const).filter(([name]) => allowed(name)),
  )
  let fixture: string | undefined
  const members: string[] = []
  for (const [name, value] of Object.entries(config as Record<string, unknown>)) {
    const place = { file, pointer: jsonPointer([name]) }
    if (name === 'fixture') {
      fixture = pathOf(reach, name, textOf(value, place), place.pointer)
      members.push(name)
      continue
    }
    const option = options.get(name)
    if (option === undefined) throw unknown(place, name, [...options.keys(), 'fixture'])
    if (command.getOptionValueSource(option.attributeName()) === 'cli') continue
    if (!OF_THE_NETWORK.has(name))
      reach.refuse(place.pointer, REASONS[name] ?? `a configuration file may not set ${name}`, [
        `right: ${option.flags} on the command line`,
      ])
    command.setOptionValueWithSource(option.attributeName(), valueOf(option, value, place, reach), 'config')
    members.push(name)
  }
  return { file, members, fixture }
}

/** @throws FixtureError for a pipe or a folder of this name, which would never end or cannot be read */
function usualFile(): string | undefined {
  const found = statSync(USUAL, { throwIfNoEntry: false })
  if (found?.isFile() === false) throw new FixtureError({ file: USUAL, pointer: '', message: 'is not a regular file' })
  return found && USUAL
}

const allowed = (name: string): boolean => name !== '' && !FLAGS_ONLY.has(name)

interface Place {
  readonly file: string
  readonly pointer: string
}

function unknown(place: Place, name: string, names: readonly string[]): FixtureError {
  const hint = FLAGS_ONLY.has(name) ? `--${name} can only be set on the command line` : `there is no option "${name}"`
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
    const name = option.long!.slice(2)
    const written = PATHS.has(name) ? `${head}${pathOf(reach, name, path, pointer)}` : text
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

/** Members whose files are read. */
const READ: ReadonlySet<string> = new Set(['fixture', 'genesis'])

/** The path of a file or folder that the configuration names. */
const pathOf = (reach: Reach, name: string, path: string, pointer: string): string => {
  if (READ.has(name)) reach.plainFile(path, pointer)
  else reach.real(path, pointer)
  return reach.pathOf(path)
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
    const place = { file, pointer: `${pointer}${jsonPointer([name])}` }
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
