import { z } from 'zod'
import { own } from '../members.js'
import { closestName, knownNames, unknownMember } from './unknown-member.js'

type RawIssue = z.core.$ZodRawIssue

/** Names of the members of an object's schema; none for other schemas. */
const membersOf = (schema: unknown): readonly string[] => {
  const { def } = (schema as z.core.$ZodType)._zod
  return def.type === 'object' ? Object.keys((def as z.core.$ZodObjectDef).shape) : []
}

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) ? own(value as Readonly<Record<string, unknown>>, name) : undefined

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The first member that no alternative of a union of objects has, or that the value is no object at all. */
function strangeMember({ input, inst }: RawIssue): string | undefined {
  const { options } = (inst as z.core.$ZodUnion)._zod.def
  const all = options.map(membersOf)
  if (all.some((members) => members.length === 0)) return undefined
  const known = [...new Set(all.flat())]
  if (!isObject(input) || Array.isArray(input)) return `expected an object; known members: ${knownNames(known)}`
  const strange = Object.keys(input).find((name) => !known.includes(name))
  return strange === undefined ? undefined : `${unknownMember(strange, known)}; known: ${knownNames(known)}`
}

/** The text of an issue about a value that is not allowed, with the closest allowed one. */
function strangeValue(issue: RawIssue, value: unknown, known: readonly unknown[]): string | undefined {
  const closest = typeof value === 'string' ? closestName(value, known.filter(isText)) : ''
  const usual = closest === '' ? undefined : z.config().localeError?.(issue)
  return usual === undefined || usual === null ? undefined : `${textOf(usual)}${closest}`
}

/** A value of the member that tells the alternatives of a union apart, such as `action`. */
function strangeKind({ input, ...issue }: RawIssue, discriminator: string): string | undefined {
  const value = memberOf(input, discriminator)
  if (typeof value !== 'string') return undefined
  const known = ((issue['options'] ?? []) as readonly unknown[]).filter(isText)
  const closest = closestName(value, known)
  return `unknown ${discriminator} ${JSON.stringify(value.slice(0, 80))}${closest === '' ? `; known: ${knownNames(known)}` : closest}`
}

const isText = (value: unknown): value is string => typeof value === 'string'
const textOf = (usual: string | { readonly message: string }): string => (isText(usual) ? usual : usual.message)

/** How texts about unknown members begin. */
export const UNKNOWN = 'unknown member '

/** The name in a text about an unknown member. */
export function strangeNameIn(message: string): string | undefined {
  const [, name] = /^unknown member ("(?:[^"\\]|\\.)*")/.exec(message) ?? []
  return name === undefined ? undefined : (JSON.parse(name) as string)
}

/** The lines of an issue about unknown members: one for each of them. */
export const linesOf = (message: string): readonly string[] => message.split('\n')

/** Types in the words of JSON. */
const TYPES: { readonly [Type in string]?: string } = {
  array: 'a list',
  bigint: 'a whole number',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return String(value)
  return (Array.isArray(value) ? TYPES['array'] : TYPES[typeof value]) ?? `a ${typeof value}`
}

/** The text of an issue about a value of another type, or one that is missing. */
function wrongType({ input }: RawIssue, expected: string): string | undefined {
  const wanted = TYPES[expected]
  if (wanted === undefined || Number.isNaN(input)) return undefined
  return input === undefined ? `is missing: expected ${wanted}` : `expected ${wanted}, not ${typeOf(input)}`
}

/** Texts of issues that have names to choose from, with the closest one, and of wrong types; undefined for others, which have zod's own. */
function knownNamesIn(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((name) => unknownMember(name, membersOf(issue.inst))).join('\n')
    case 'invalid_type':
      return wrongType(issue, issue.expected)
    case 'invalid_value':
      return strangeValue(issue, issue.input, issue.values)
    case 'invalid_union':
      return issue.discriminator === undefined ? strangeMember(issue) : strangeKind(issue, issue.discriminator)
    default:
      return undefined
  }
}

/** What a schema makes of a value, or issues with {@link knownNamesIn}. */
export const parsedBy = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> => schema.safeParse(value, { error: knownNamesIn })
