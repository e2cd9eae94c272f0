import type { Json } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import type { Start, Subject } from '../setup.js'
import type { RandomSource } from '../random-source.js'
import { idPlaces, isId, isNamedLike, isOfAnotherKind, nameOf, withValue, type IdPlace } from './id-places.js'
import { StoredRecords, type StoredRecord } from './records.js'

/** What a message needs: its kind, and the sender and content that it has so far. */
interface Draft {
  readonly variant: string
  readonly from: string
  readonly msg: Json
}

/** A choice that was made for a message, which its outcome makes more or less likely. */
type Arm = string

/** Whose ids a message names: the sender is their owner, or not. */
const RELATIONS = [
  ['owner', 6],
  ['given', 2],
] as const
const LISTS = [
  ['one', 3],
  ['own', 3],
  ['all', 3],
  ['some', 1],
  ['mixed', 0.4],
  ['twice', 0.3],
] as const
/** Instead of a record: the value that the message has, or one that no record has. */
const AS_IT_IS = 'as it is'
const FRESH = 'fresh'
/** The least likelihood of a choice that never worked. */
const MIN_WEIGHT = 0.01
/** How many values of a member are still the values of a status. */
const MAX_STATES = 6
/** The likelihood of a message whose records are missing. */
const UNREADY = 0.15
const MAX_ITEMS = 12
/** The share of messages whose ids are left as they are. */
const AS_THEY_ARE = 0.05
/** How often a second id belongs to the owner of the first, if there is one. */
const OWN = 0.9

/** Fills messages with ids of records that are there, and learns which records, in which status and of whom, each message takes. */
export class TypedIds {
  readonly #start: Start
  readonly #stored: StoredRecords
  readonly #noted = new WeakSet<StoredRecord>()
  readonly #counts = new Map<Arm, { tried: number; worked: number }>()
  /** By map and member, the values that were seen. */
  readonly #states = new Map<string, Set<string>>()
  readonly #maps = new Set<string>()
  /** By message and place, the groups of records that it took. */
  readonly #took = new Map<string, Map<string, Set<string>>>()
  /** By message, its places that are named like an id or a map. */
  readonly #places = new Map<string, Map<string, IdPlace>>()
  /** By place, the type of the items of its list. */
  readonly #types = new Map<string, 'number' | 'string'>()
  #last: { readonly text: string; readonly arms: readonly Arm[] } | undefined

  constructor(start: Start) {
    this.#start = start
    this.#stored = new StoredRecords(start)
  }

  /** The records of a contract in this state. */
  read(subject: Subject): Records {
    const records = this.#stored.of(subject)
    for (const record of records) if (!this.#noted.has(record)) this.#note(record)
    return records
  }

  #note(record: StoredRecord): void {
    this.#noted.add(record)
    this.#maps.add(record.map)
    for (const [name, state] of record.states) {
      const key = `${record.map}/${name}`
      const seen = this.#states.get(key) ?? new Set()
      if (seen.size <= MAX_STATES) this.#states.set(key, seen.add(state))
    }
  }

  /** The map and the status of a record. */
  #groupOf({ map, states }: StoredRecord): string {
    const status = [...states].filter(([name]) => (this.#states.get(`${map}/${name}`)?.size ?? 0) <= MAX_STATES)
    return `${map} ${status.map(([name, state]) => `${name}=${state}`).join()}`
  }

  /** Learns the outcome of a message, if it was the last one that was filled. */
  learn(label: string, { from, msg }: Pick<Draft, 'from' | 'msg'>, worked: boolean): void {
    if (this.#last?.text !== textOf(label, from, msg)) return
    for (const arm of this.#last.arms) {
      const count = this.#counts.get(arm) ?? { tried: 0, worked: 0 }
      this.#counts.set(arm, { tried: count.tried + 1, worked: count.worked + (worked ? 1 : 0) })
      if (!worked) continue
      const [message = '', kind, place = '', group = ''] = JSON.parse(arm) as string[]
      if (kind !== 'record') continue
      const places = this.#took.get(message) ?? new Map<string, Set<string>>()
      this.#took.set(message, places.set(place, (places.get(place) ?? new Set()).add(group)))
    }
    this.#last = undefined
  }

  #learned(arm: Arm): number {
    const { tried, worked } = this.#counts.get(arm) ?? { tried: 0, worked: 0 }
    return (worked + 1) / (tried + 2) + MIN_WEIGHT
  }

  /** A factor on the likelihood of a message: low if the records that it takes are not there. */
  ready(subject: Subject, variant: string, records: Records): number {
    const message = `${subject.config.label}/${variant}`
    const took = this.#took.get(message)
    for (const [shape, place] of this.#places.get(message) ?? []) {
      const groups = took?.get(shape)
      const isThere =
        groups === undefined
          ? this.#isOpen(place, records)
          : groups.has(AS_IT_IS) || groups.has(FRESH) || records.some((one) => groups.has(this.#groupOf(one)))
      if (!isThere) return UNREADY
    }
    return 1
  }

  /** Whether a record may be there that a message could name, as far as names tell. */
  #isOpen(place: IdPlace, records: Records): boolean {
    const isNamed = [...this.#maps].some((map) => isNamedLike(place, map))
    return !isNamed || records.some(({ map }) => isNamedLike(place, map))
  }

  /** The message with ids of records, mostly sent by their owner. The same if it names none. @param fixed whether the sender must stay */
  filled<T extends Draft>(subject: Subject, draft: T, random: RandomSource, records: Records, fixed = false): T {
    const { config } = subject
    const message = `${config.label}/${draft.variant}`
    const places = this.#placesIn(message, draft.msg)
    if (places.length === 0 || records.length === 0 || random.chance(AS_THEY_ARE)) return draft
    const arms: Arm[] = []
    let owner = fixed ? addressOfActor(this.#start.sandbox.chain(config.chain)!.host, draft.from) : undefined
    let msg = draft.msg
    for (const place of places) {
      const type = this.#types.get(`${message} ${place.shape}`) ?? 'number'
      const groups = this.#groups(place, type, records)
      const group = this.#group(message, place, groups, random, arms)
      const chosen = groups.get(group)
      if (chosen === undefined) {
        if (group === FRESH && type === 'number' && !Array.isArray(place.value))
          msg = withValue(msg, place.path, fresh(place, records, random))
        continue
      }
      const own = chosen.filter((record) => record.owner === owner)
      const first = random.pick(own.length > 0 && random.chance(OWN) ? own : chosen)
      owner ??= first.owner
      const isList = Array.isArray(place.value)
      const named = isList ? this.#list(message, place, first, chosen, records, random, arms) : [first]
      const values = named.flatMap((record) => nameOf(record, place, type) ?? [])
      msg = withValue(msg, place.path, isList ? values : values[0]!)
    }
    const from = fixed ? draft.from : this.#sender(message, subject, draft.from, owner, random, arms)
    this.#last = { text: textOf(config.label, from, msg), arms }
    return { ...draft, from, msg }
  }

  /** The places of a message that may name a record. */
  #placesIn(message: string, msg: Json): readonly IdPlace[] {
    const places = idPlaces(msg).filter((place) => !isOfAnotherKind(place) && this.#isLikely(place))
    const known = this.#places.get(message) ?? new Map<string, IdPlace>()
    for (const place of places) {
      known.set(place.shape, place)
      const scalar = Array.isArray(place.value) ? (place.value as readonly Json[])[0] : place.value
      if (typeof scalar === 'number') this.#types.set(`${message} ${place.shape}`, 'number')
      if (typeof scalar === 'string') this.#types.set(`${message} ${place.shape}`, 'string')
    }
    if (places.length > 0) this.#places.set(message, known)
    return places
  }

  /** The records that can be named at a place, by map and status. */
  #groups(place: IdPlace, type: 'number' | 'string', records: Records): ReadonlyMap<string, Records> {
    const groups = new Map<string, StoredRecord[]>()
    for (const record of records) {
      if (nameOf(record, place, type) === undefined) continue
      const group = this.#groupOf(record)
      groups.set(group, [...(groups.get(group) ?? []), record])
    }
    return groups
  }

  /** Chooses a group for a place, or to name no record. */
  #group(
    message: string,
    place: IdPlace,
    groups: ReadonlyMap<string, Records>,
    random: RandomSource,
    arms: Arm[],
  ): string {
    const armOf = (group: string): Arm => JSON.stringify([message, 'record', place.shape, group])
    const priors = [
      [isId(place) ? 0.3 : 1, AS_IT_IS] as const,
      [isId(place) ? 0.1 : 0.5, FRESH] as const,
      ...[...groups].map(([name, [first]]) => [priorOf(place, first!), name] as const),
    ]
    const group = random.weighted(priors.map(([prior, name]) => [prior * this.#learned(armOf(name)), name] as const))!
    arms.push(armOf(group))
    return group
  }

  #isLikely(place: IdPlace): boolean {
    return isId(place) || [...this.#maps].some((map) => isNamedLike(place, map))
  }

  /** The records that a list names: one, all of one owner, or all in the same status, and less often others. */
  #list(
    message: string,
    place: IdPlace,
    first: StoredRecord,
    group: Records,
    records: Records,
    random: RandomSource,
    arms: Arm[],
  ): Records {
    const armOf = (list: string): Arm => JSON.stringify([message, 'list', place.shape, list])
    const list = random.weighted(LISTS.map(([name, prior]) => [prior * this.#learned(armOf(name)), name] as const))!
    arms.push(armOf(list))
    const own = group.filter(({ owner }) => owner === first.owner)
    const some = (of: Records): Records => [first, ...of.filter((one) => one !== first && random.chance(0.5))]
    const lists: Readonly<Record<typeof list, () => Records>> = {
      one: () => [first],
      own: () => own,
      all: () => group,
      some: () => some(group),
      mixed: () => some(records.filter(({ map }) => map === first.map)),
      twice: () => [first, first],
    }
    return lists[list]().slice(0, MAX_ITEMS)
  }

  #sender(
    message: string,
    { config }: Subject,
    given: string,
    owner: string | undefined,
    random: RandomSource,
    arms: Arm[],
  ): string {
    const { host } = this.#start.sandbox.chain(config.chain)!
    const actor = this.#start.actors.find((name) => addressOfActor(host, name) === owner)
    if (actor === undefined) return given
    const armOf = (relation: string): Arm => JSON.stringify([message, 'sender', relation])
    const relation = random.weighted(
      RELATIONS.map(([name, prior]) => [prior * this.#learned(armOf(name)), name] as const),
    )!
    if (relation === 'owner' || given === actor) arms.push(armOf('owner'))
    else arms.push(armOf('given'))
    return relation === 'owner' ? actor : given
  }
}

export type Records = readonly StoredRecord[]

const textOf = (label: string, from: string, msg: Json): string => JSON.stringify([label, from, msg])

/** How likely a place names records of a map, as far as names tell. */
function priorOf(place: IdPlace, record: StoredRecord): number {
  if (isNamedLike(place, record.map)) return 4
  return isId(place) ? 1 : 0.1
}

/** A small number that no record has at this place. */
function fresh(place: IdPlace, records: Records, random: RandomSource): number {
  const taken = new Set(records.flatMap((record) => nameOf(record, place, 'number') ?? []))
  for (let number = 1 + random.below(20); ; number++) if (!taken.has(number)) return number
}
