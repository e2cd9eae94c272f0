import { spentBy, type FrameOf, type ProfileTree, type Spent } from './profile.js'

/** What a function spent with each of two builds. */
export interface FunctionChange {
  readonly name: string
  readonly of: FrameOf
  /** VM gas; zeros where the function did not run. */
  readonly before: Spent
  readonly after: Spent
}

/** Two profiles function by function. */
export interface ProfileChange {
  /** Sorted by the change of their own gas, largest first, without those that did not change. */
  readonly functions: readonly FunctionChange[]
  /** How many functions spent the same. */
  readonly same: number
  /** VM gas. */
  readonly before: number
  readonly after: number
}

const NOTHING: Spent = { self: 0, total: 0 }

/** Compares two profiles by the names of functions. */
export function compareProfiles(before: ProfileTree, after: ProfileTree): ProfileChange {
  const [one, other] = [byName(before), byName(after)]
  const all = [...new Set([...one.keys(), ...other.keys()])].map((key): FunctionChange => {
    const { name, of } = (one.get(key) ?? other.get(key))!
    return { name, of, before: one.get(key)?.spent ?? NOTHING, after: other.get(key)?.spent ?? NOTHING }
  })
  const changed = all.filter((a) => a.before.self !== a.after.self || a.before.total !== a.after.total)
  const by = ({ before: was, after: is }: FunctionChange): number => Math.abs(is.self - was.self)
  return {
    functions: changed.sort((a, b) => by(b) - by(a) || (a.name < b.name ? -1 : 1)),
    same: all.length - changed.length,
    before: before.total,
    after: after.total,
  }
}

interface NamedSpent {
  readonly name: string
  readonly of: FrameOf
  readonly spent: Spent
}

function byName(profile: ProfileTree): ReadonlyMap<string, NamedSpent> {
  const { places, functions } = profile
  const spent = spentBy(profile, ({ place }) => places[place]!.function)
  const found = new Map<string, NamedSpent>()
  for (const [index, { self, total }] of spent) {
    const { name, of } = functions[index]!
    // The host of a code is that of both builds, whatever their files are called.
    const shown = of === 'host' ? name.replace(/^.*(?=: arguments and answer$)/, 'contract') : name
    const key = `${of === 'own' || of === 'library' ? 'rust' : of} ${shown}`
    const known = found.get(key)?.spent ?? NOTHING
    found.set(key, { name: shown, of, spent: { self: self + known.self, total: total + known.total } })
  }
  return found
}
