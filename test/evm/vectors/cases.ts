import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { readVectors, type Result, type Run, type Vector } from './file.js'
import { loadKeccak } from '../../../src/evm/crypto/hash.js'
import { Machine, Stage, type Way } from './machine.js'

export const { header, vectors } = readVectors()
const groups = [...new Set(vectors.map(({ group }) => group))]

/**
 * A rule begins and ends with a fork, so a result that holds in several forks in a row is held in the first and the last of them. The quick loop
 * is held to both, a traced run to one of them by turns, and the library's own loop to one of every other result. VECTORS=all holds all ways
 * to every result in every fork; VECTORS=N, for mutants, to one result in N, in the first or the last of its forks by turns.
 *
 * @param known all forks of the case
 * @param turn which of all results it is: where one case alternates with the next, so do its results
 */
function forksOf({ forks }: Run, known: readonly number[], way: Way, turn: Turn): readonly number[] {
  const { VECTORS } = process.env
  if (VECTORS === 'all') return forks
  const one = Number(VECTORS)
  if (one > 0) return turn.all % one > 0 ? [] : [forks.at(-((turn.all / one) % 2))!]
  const has = (fork: number | undefined): boolean => forks.some((one) => one === fork)
  const ends = forks.filter((fork) => {
    const place = known.indexOf(fork)
    return !has(known[place - 1]) || !has(known[place + 1])
  })
  if (way === 'quick') return ends
  const alternate = turn.vector + turn.run
  if (way === 'traced') return [ends.at(-(alternate % 2))!]
  return alternate % 2 > 0 ? [] : [ends.at(-((alternate / 2) % 2))!]
}

/** Which result of a group it is, and which of its case, which is one of the group. */
interface Turn {
  readonly all: number
  readonly vector: number
  readonly run: number
}

/** A creation where there is storage and neither code nor nonce fails by EIP-7610; go-ethereum looks at code and nonce alone. */
const isConvention = ({ name }: Vector): boolean => name.endsWith('where there is storage alone')

const stageOf = Stage.of(header)
const machines = new Map<string, Promise<Machine>>()
function machine(fork: number, way: Way): Promise<Machine> {
  const key = `${fork} ${way}`
  let found = machines.get(key)
  if (found === undefined) machines.set(key, (found = Machine.create(header, fork, way, stageOf(fork))))
  return found
}

/** What is to come out: the file's result without what tells where it holds, and without what only the other ways tell. */
function expectedOf({ forks: _forks, limit: _limit, ...result }: Run, vector: Vector, way: Way): Result {
  const { refund, trace, error, ...rest } = result
  return {
    ...rest,
    ...(refund !== undefined && vector.authorizations === undefined && { refund }),
    ...(trace !== undefined && isTraced(vector, way) && { trace }),
    ...(error !== undefined && { error: way === 'library' ? kindOf(error) : error }),
  }
}

/** Of precompiled contracts that fail a tracer is told the reason, in words that are not all go-ethereum's. */
const isTraced = ({ group }: Vector, way: Way): boolean => way === 'traced' && group !== 'precompiles'

/** The library's own loop says less of a failure, and names some of them otherwise. */
const kindOf = (error: string): string => {
  const [kind] = error.split(/ \(|: /, 1)
  return KINDS[kind!] ?? kind!
}
const KINDS: Readonly<Record<string, string>> = {
  'stack limit reached 1024': 'stack overflow',
  'gas uint64 overflow': 'out of gas',
  'return data out of bounds': 'out of gas',
  'max initcode size exceeded': 'out of gas',
}

async function difference(vector: Vector, run: Run, fork: number, way: Way): Promise<unknown> {
  const { trace, error, ...rest } = await (await machine(fork, way)).run(vector, run)
  const got = {
    ...rest,
    ...(trace !== undefined && isTraced(vector, way) && { trace }),
    ...(error !== undefined && { error: way === 'library' ? kindOf(error) : error }),
  }
  const expected = expectedOf(run, vector, way)
  if (isDeepStrictEqual(got, expected)) return undefined
  return { case: vector.name, fork: header.forks[fork], limit: run.limit, ...parted(vector, got, expected) }
}

/** Of many operand sets, the first whose result or gas is another. */
function parted({ count = 1 }: Vector, got: Result, expected: Result): object {
  const [ours, theirs] = [got.out ?? '', expected.out ?? '']
  if (count === 1 || ours.length !== theirs.length) return { got, expected }
  const at = [...Array(count).keys()].find(
    (set) => ours.slice(128 * set, 128 * set + 128) !== theirs.slice(128 * set, 128 * set + 128),
  )
  if (at === undefined) return { got: { ...got, out: '…' }, expected: { ...expected, out: '…' } }
  return { set: at, got: ours.slice(128 * at, 128 * at + 128), expected: theirs.slice(128 * at, 128 * at + 128) }
}

/** Differences after which a group is given up. */
const ENOUGH = 5

async function differences(group: string, way: Way): Promise<unknown[]> {
  const wrong: unknown[] = []
  const cases = vectors.filter((vector) => vector.group === group && !isConvention(vector))
  let all = 0
  for (const [at, vector] of cases.entries()) {
    const known = [...new Set(vector.runs.flatMap(({ forks }) => forks))].toSorted((a, b) => a - b)
    for (const [nth, run] of vector.runs.entries()) {
      for (const fork of forksOf(run, known, way, { all, vector: at, run: nth })) {
        const found = await difference(vector, run, fork, way)
        if (found !== undefined) wrong.push(found)
        if (wrong.length === ENOUGH) return wrong
      }
      all++
    }
  }
  return wrong
}

/** Tests that hold all cases, run in one way, to what go-ethereum made of them. */
export function testWay(way: Way): void {
  beforeAll(loadKeccak)
  test.each(groups)(`%s come out as in go-ethereum: ${way}`, async (group) =>
    expect(await differences(group, way)).toEqual([]),
  )
}
