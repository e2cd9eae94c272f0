import * as fc from 'fast-check'
import { learnedAround, PLACEHOLDER, withUsableLimits, type Start } from '../../fuzz/internal.js'
import type { Json } from '../../sandbox/internal.js'
import { messages } from '../../schema/index.js'
import { ACTORS, named, reference } from '../init/index.js'
import type { Alternative } from './alternatives.js'

/** The number of messages that are sampled to find those with other optional members, and the maximum number of these. */
const SAMPLES = 100
const MAX_SHAPES = 3
const SEED = 1

type JsonObject = Readonly<Record<string, Json>>

/** Instantiate messages of a contract with other optional members, those with most members first. What they share with the current one stays. */
export function otherShapes(start: Start, label: string, current: Json): readonly Alternative[] {
  const subject = start.subjects.find(({ config }) => config.label === label)
  if (subject?.schema.instantiate === undefined) return []
  const around = learnedAround(start, subject)
  const variables = variablesOf(start)
  const shapes = new Map<string, Alternative>()
  const now = shapeOf(current)
  for (const sample of fc.sample(messages(subject.schema.instantiate, { around }), { seed: SEED, numRuns: SAMPLES })) {
    if (JSON.stringify(sample).includes('${')) continue
    const instantiate = withUsableLimits(kept(named(sample, variables), current))
    const shape = shapeOf(instantiate)
    const key = [...shape].sort().join()
    if (key === [...now].sort().join() || shapes.has(key)) continue
    const field = shape.filter((path) => !now.includes(path)).join(', ')
    shapes.set(key, { field, instantiate })
  }
  return [...shapes]
    .sort(([one], [other]) => other.length - one.length)
    .map(([, alternative]) => alternative)
    .slice(0, MAX_SHAPES)
}

/** The variables of accounts and contracts, by address. */
export const variablesOf = (start: Start): ReadonlyMap<string, string> => {
  const { neutron } = start.sandbox.chains
  const names = [...ACTORS, PLACEHOLDER, ...start.subjects.map(({ config }) => config.label)]
  return new Map(
    names.flatMap((name) => {
      const address = neutron.addressOf(name)
      return address === undefined ? [] : [[address, reference(name)] as const]
    }),
  )
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The paths of members that are there. */
const shapeOf = (value: Json, path = ''): readonly string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, member]) =>
        member === null ? [] : [`${path}${name}`, ...shapeOf(member, `${path}${name}/`)],
      )
    : []

/** The message with the values of another one where both have a member. */
function kept(message: Json, other: Json): Json {
  if (!isObject(message) || !isObject(other)) return isObject(message) === isObject(other) ? other : message
  return Object.fromEntries(
    Object.entries(message).map(([name, member]) => [
      name,
      member === null || other[name] === undefined || other[name] === null ? member : kept(member, other[name]),
    ]),
  )
}
