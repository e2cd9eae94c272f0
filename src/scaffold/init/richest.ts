import type { Json } from '../../sandbox/internal.js'

/** Further messages that are tried to find the one that is worth the most. */
const MAX_OTHERS = 40
/** The maximum number of values that are tried for one member. */
const MAX_VALUES = 3

/** An address, in JSON. */
export const ADDRESS = /"[a-z]+1[02-9ac-hj-np-z]{38,58}"/g

/** The working message with the most addresses and lists: a contract without an owner does little, and without rates, tranches or tokens too. */
export async function richest(
  first: Json,
  others: readonly Json[],
  works: (message: Json) => Promise<boolean>,
): Promise<Json> {
  const found = [first]
  for (const message of others.slice(0, MAX_OTHERS)) if (await works(message)) found.push(message)
  const best = found.reduce((one, other) => (worth(other) > worth(one) ? other : one))
  return withMembersOf(others, best, works)
}

/** A message with members of others that are worth more, as long as it works. */
async function withMembersOf(
  others: readonly Json[],
  message: Json,
  works: (message: Json) => Promise<boolean>,
): Promise<Json> {
  if (!isObject(message)) return message
  let best = message
  const objects = others.filter(isObject)
  for (const name of new Set(objects.flatMap(Object.keys))) {
    const values = objects.map((one) => one[name]).filter((value) => value !== undefined)
    const better = values.map((value) => ({ ...best, [name]: value })).filter((one) => worth(one) > worth(best))
    for (const one of better.slice(0, MAX_VALUES))
      if (await works(one)) {
        best = one
        break
      }
  }
  return best
}

/** The number of fields with an address, or with a list that is not empty; items of one list are one field. */
export function worth(message: Json): number {
  const fields = new Set<string>()
  const walk = (value: Json, path: string): void => {
    if (typeof value === 'string') {
      if (JSON.stringify(value).match(ADDRESS)) fields.add(path)
    } else if (isList(value)) {
      if (value.length > 0) fields.add(`${path}/`)
      for (const part of value) walk(part, path)
    } else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) walk(part, `${path}/${name}`)
  }
  walk(message, '')
  return fields.size
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !isList(value)
