import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { choose, type Choice } from './choice.js'
import { readVectors, type Result, type Run, type Vector } from './file.js'
import { loadKeccak } from '../../../src/evm/crypto/hash.js'
import { Machine, Stage, type Way } from './machine.js'

export const { header, vectors } = readVectors()
const groups = [...new Set(vectors.map(({ group }) => group))]

/** How many results VECTORS=N takes one of, for mutants. */
const oneIn = Number(process.env.VECTORS)

/**
 * The part of the forks of a result that a way is held to: what `choose` takes. VECTORS=all holds all ways to every result in every fork;
 * VECTORS=N to one result in N, in the first or the last of its forks by turns.
 *
 * @param at which of all results of a group it is
 */
function forksOf(run: Run, choice: Choice, at: number): readonly number[] {
  if (process.env.VECTORS === 'all') return run.forks
  if (oneIn > 0) return at % oneIn > 0 ? [] : [run.forks.at(-((at / oneIn) % 2))!]
  return choice.get(run) ?? []
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

async function differences(group: string, way: Way, choice: Choice): Promise<unknown[]> {
  const wrong: unknown[] = []
  let at = 0
  for (const vector of casesOf(group)) {
    for (const run of vector.runs) {
      for (const fork of forksOf(run, choice, at++)) {
        const found = await difference(vector, run, fork, way)
        if (found !== undefined) wrong.push(found)
        if (wrong.length === ENOUGH) return wrong
      }
    }
  }
  return wrong
}

const casesOf = (group: string): Vector[] => vectors.filter((vector) => vector.group === group && !isConvention(vector))

/** Tests that hold all cases, run in one way, to what go-ethereum made of them. */
export function testWay(way: Way): void {
  const choice = choose(groups.flatMap(casesOf), way)
  beforeAll(loadKeccak)
  test.each(groups)(`%s come out as in go-ethereum: ${way}`, async (group) =>
    expect(await differences(group, way, choice)).toEqual([]),
  )
}
