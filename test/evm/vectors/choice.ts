import type { Run, Vector } from './file.js'
import type { Way } from './machine.js'

/** Numbers in a name or an error, which distinguish cases of one kind. */
const NUMBERS = /0x[\da-f]+|\b[\da-f]{6}\b|\d+/gi
/** What a case is about: operators, and precompiled contracts by address. */
const SUBJECTS = /\b[A-Z][A-Z\d]+\b|precompile (?:0x)?[\da-f]+|^0x[\da-f]+/g

const kindOf = (text: string): string => text.replaceAll(NUMBERS, '#')

/** An operator or a precompiled contract stays what it is. */
function shapeOf(name: string): string {
  const [code = ''] = /^0x[\da-f]{1,3}\b/.exec(name) ?? []
  return code + kindOf(name.slice(code.length))
}

/** What a result shows beside its numbers: how it ended, and what there is of refunds, output, logs and changes. */
function outcomeOf({ forks: _forks, used: _used, trace: _trace, refused = '', error = '', ...more }: Run): string {
  const { limit, peak, refund, out, logs, state = {} } = more
  const shown = Object.entries({ limit, peak, refund, out, logs }).filter(([, value]) => value !== undefined)
  const changes = Object.values(state).flatMap((change) => (change === null ? ['gone'] : Object.keys(change)))
  return [kindOf(refused), kindOf(error), ...shown.map(([name]) => name), ...new Set(changes)].join(' ')
}

/** The first and the last of each row of forks in which a result holds: a rule begins and ends with a fork. */
function endsOf({ forks }: Run, known: readonly number[]): number[] {
  const has = (fork: number | undefined): boolean => forks.some((one) => one === fork)
  return forks.filter((fork) => {
    const place = known.indexOf(fork)
    return !has(known[place - 1]) || !has(known[place + 1])
  })
}

/**
 * What running a case in a fork tells. All ways: that a case of this shape comes out in this way. A watched run too: that in this fork, what
 * the case is about ends in this error or without one. The quick loop too: the case's own numbers.
 */
function tellingsOf(vector: Vector, run: Run, fork: number, way: Way): string[] {
  const { group, name } = vector
  const shape = `${group} ${shapeOf(name)} ${outcomeOf(run)}`
  if (way === 'library') return [shape]
  const subjects = [...new Set(name.match(SUBJECTS))].join(' ')
  const inFork = `${group} ${subjects} ${kindOf(run.refused ?? run.error ?? '')} in ${fork}`
  return way === 'traced' ? [shape, inFork] : [shape, inFork, `${group} ${name}`]
}

/** Forks by result. */
export type Choice = ReadonlyMap<Run, readonly number[]>

/** A part of all results and forks that tells all that they tell (see {@link tellingsOf}), taken from those first that tell most. */
export function choose(vectors: readonly Vector[], way: Way): Choice {
  const all = vectors.flatMap((vector, at) => {
    const known = [...new Set(vector.runs.flatMap(({ forks }) => forks))].toSorted((a, b) => a - b)
    return vector.runs.flatMap((run) => {
      const ends = endsOf(run, known).map((fork) => ({ run, fork, tells: tellingsOf(vector, run, fork, way) }))
      // Of equal ones by turns an old and a new fork.
      return at % 2 === 0 ? ends : ends.toReversed()
    })
  })
  const told = new Set<string>()
  const choice = new Map<Run, number[]>()
  for (const least of [3, 2, 1]) {
    for (const { run, fork, tells } of all) {
      if (tells.filter((telling) => !told.has(telling)).length < least) continue
      for (const telling of tells) told.add(telling)
      choice.set(run, [...(choice.get(run) ?? []), fork])
    }
  }
  return choice
}
