import * as fc from 'fast-check'
import type { Json } from '../sandbox/internal.js'
import type { Surroundings } from './surroundings.js'
import type { MessageSchema } from './node.js'
import { variantNames } from './variants.js'

type JsonObject = Readonly<Record<string, Json>>
/** The path of a value in a message: names of members and indices. */
type Path = readonly (string | number)[]
/** Returns values to put in place of a value. */
type Mutation = (value: Json, around: Surroundings) => readonly Json[]

/** Above the nesting limit of serde-json-wasm, 128. */
const NESTED = 200
const HUGE = 50_000

const nested = (): Json => {
  let value: Json = []
  for (let depth = 1; depth < NESTED; depth++) value = [value]
  return value
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const without = (value: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

const renamed = (value: JsonObject, from: string, to: string): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, member]) => [key === from ? to : key, member]))

/** Variants of a name that serde does not accept. */
const misspelled = (name: string): readonly string[] =>
  [
    name.toUpperCase(),
    name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase()),
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    `${name}s`,
    `${name} `,
  ].filter((other) => other !== name)

/** Numbers just outside the integer types of contracts, and values that are not numbers. */
const NUMBERS: readonly Json[] = [-1, 0.5, 256, 65_536, 2 ** 32, 2 ** 53, 1e21, '1', null]
const NUMBER_TEXTS: readonly Json[] = [
  ...'|-1|+1|0.5|1e3|0x10| 1|01|1_000'.split('|'),
  ...[64n, 128n, 256n, 512n].map((bits) => String(2n ** bits)),
  1,
]

const isBech32 = (text: string): boolean => /^[a-z][a-z0-9]{0,20}1[02-9ac-hj-np-z]{6,}$/.test(text)

/** Addresses with one mistake: the checksum, the case, the length, the chain. */
const addresses = (text: string, { remoteAddresses }: Surroundings): readonly Json[] => [
  text.slice(0, -1) + (text.endsWith('q') ? 'p' : 'q'),
  text.toUpperCase(),
  text.slice(0, 1).toUpperCase() + text.slice(1),
  text.slice(0, -1),
  `${text} `,
  `${text}${text}`,
  text.replace(/^[a-z]+(?=1)/, 'osmo'),
  '',
  ...remoteAddresses.slice(0, 2),
]

const MUTATIONS: readonly Mutation[] = [
  (value, around) => (typeof value === 'string' && isBech32(value) ? addresses(value, around) : []),
  (value) => (typeof value === 'string' && /^-?[0-9]+(\.[0-9]+)?$/.test(value) ? NUMBER_TEXTS : []),
  (value) => (typeof value === 'string' ? ['x'.repeat(HUGE), '\0', '\u{1f980}', '%%%', 0, {}, null] : []),
  (value) => (typeof value === 'number' ? NUMBERS : []),
  (value) => (typeof value === 'boolean' ? ['true', 1, null] : []),
  (value) =>
    Array.isArray(value)
      ? [
          {},
          [null],
          [...(value as readonly Json[]), null],
          ...(value.length > 0 ? [Array<Json>(300).fill(value[0] as Json)] : []),
        ]
      : [],
  (value) =>
    isObject(value)
      ? [
          ...Object.keys(value).map((name) => without(value, name)),
          ...Object.keys(value).flatMap((name) => misspelled(name).map((other) => renamed(value, name, other))),
          { ...value, unexpected: 1 },
          [],
          '',
        ]
      : [],
  () => [null, nested()],
]

/** The content of the message under another variant's name, and under two at once. */
function otherKinds(message: Json, schema: MessageSchema): readonly Json[] {
  const names = variantNames(schema)
  if (!isObject(message)) return typeof message === 'string' ? names.map((name) => ({ [name]: {} })) : []
  const [kind] = Object.keys(message)
  if (kind === undefined) return []
  const others = names.filter((name) => name !== kind)
  return [
    kind,
    ...others.map((name) => renamed(message, kind, name)),
    ...others.map((name) => ({ ...message, [name]: message[kind]! })),
  ]
}

/**
 * Mutations of a message with one mistake: a member that is missing, misspelled or unexpected, a wrong type, a number out of range, a malformed
 * address, another variant's content, a huge string, deep nesting. A contract should refuse nearly all of them, and trap on none.
 *
 * @param message a valid one, from {@link variantsOf}
 * @example
 * transfer.value.chain((message) => nearlyValid(message, execute, around)) // { transfer: { amount: '-1', recipient: 'neutron1…' } }
 */
export function nearlyValid(message: Json, schema: MessageSchema, around: Surroundings): fc.Arbitrary<Json> {
  const inside = paths(message).flatMap((path) =>
    MUTATIONS.map((mutation) => ({ path, instead: others(valueAt(message, path), mutation, around) })).filter(
      ({ instead }) => instead.length > 0,
    ),
  )
  const kinds = otherKinds(message, schema)
  const places = [...inside, ...(kinds.length > 0 ? [{ path: [], instead: kinds }] : [])]
  // Choosing the place before the mutation gives all places the same chance, however many mutations each has.
  return fc
    .constantFrom(...places)
    .chain(({ path, instead }) => fc.constantFrom(...instead).map((value) => withValue(message, path, value)))
}

/** The results of a mutation that differ from the value. */
function others(value: Json, mutation: Mutation, around: Surroundings): readonly Json[] {
  const text = JSON.stringify(value)
  return mutation(value, around).filter((one) => JSON.stringify(one) !== text)
}

/** The paths of all values, the message itself included. */
function paths(value: Json, at: Path = []): readonly Path[] {
  const inner: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? (value as readonly Json[]).slice(0, 8).map((item, i) => [i, item] as const)
    : isObject(value)
      ? Object.entries(value)
      : []
  return [at, ...inner.flatMap(([name, member]) => paths(member, [...at, name]))]
}

const valueAt = (value: Json, path: Path): Json =>
  path.reduce<Json>((inner, name) => (inner as Readonly<Record<string | number, Json>>)[name]!, value)

function withValue(value: Json, [name, ...rest]: Path, instead: Json): Json {
  if (name === undefined) return instead
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, i) => (i === name ? withValue(item, rest, instead) : item))
  const object = value as JsonObject
  return Object.fromEntries(
    Object.entries(object).map(([key, member]) => [key, key === name ? withValue(member, rest, instead) : member]),
  )
}
