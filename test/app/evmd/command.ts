import { isDeepStrictEqual } from 'node:util'
import { recordings, type Header, type Recording } from '../../modules/evm/recording.js'
import { firstDifferencesOf, type Replayed } from './replay.js'

interface Row {
  readonly seed: number
  /** Blocks before the first that differs. */
  readonly equal: number
  readonly blocks: number
  readonly transactions: number
}

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 600)

/** The parts of two values that differ, with their paths. */
function* parts(expected: unknown, actual: unknown, path = ''): Generator<string> {
  if (isDeepStrictEqual(expected, actual)) return
  const both = [expected, actual]
  if (both.every((one) => typeof one === 'object' && one !== null)) {
    const [left, right] = [expected, actual] as unknown as readonly [Record<string, unknown>, Record<string, unknown>]
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
      yield* parts(left[key], right[key], `${path}/${key}`)
  } else yield `  ${path}\n    expected ${short(expected)}\n    actual   ${short(actual)}`
}

/** A replay that throws differs, too. */
function attempted(one: Recording): Replayed {
  try {
    return firstDifferencesOf(one)
  } catch (error) {
    return { different: [{ name: String(error), expected: undefined, actual: undefined }], equal: 0 }
  }
}

/** What a row of figures says. */
interface Summary {
  /** The seeds, as ranges. */
  readonly seeds: string
  readonly outcome: string
  /** How many chains differ. */
  readonly differ: number
}

/** Replays recordings of random transactions, and writes what differs. */
export function evmdStoriesCommand(files: readonly string[], write: (line: string) => void): Summary {
  const rows: Row[] = []
  for (const file of files)
    for (const one of recordings(file)) {
      const { different, equal } = attempted(one)
      const { seed = 0 } = one.header
      const transactions = one.blocks.reduce((sum, { txs = [] }) => sum + txs.length, 0)
      rows.push({ seed, equal, blocks: one.blocks.length, transactions })
      write(`${named(one.header)}: ${equal} of ${one.blocks.length} blocks equal, ${transactions} transactions`)
      for (const { name, expected, actual } of different) {
        write(`differs: ${name}`)
        for (const part of [...parts(expected, actual)].slice(0, 12)) write(part)
      }
    }
  const sum = (of: (row: Row) => number): string => rows.reduce((all, row) => all + of(row), 0).toLocaleString('en-US')
  const differ = rows.filter(({ equal, blocks }) => equal < blocks).length
  return {
    seeds: ranges(rows.map(({ seed }) => seed)),
    outcome: `${rows.length - differ} of ${rows.length} chains, ${sum((row) => row.equal)} of ${sum((row) => row.blocks)} blocks with ${sum((row) => row.transactions)} transactions equal`,
    differ,
  }
}

const named = ({ seed, theme }: Header): string => `seed ${seed}${theme === undefined ? '' : `, ${theme}`}`

/** Numbers in order, as `1-3, 7`. */
function ranges(numbers: readonly number[]): string {
  const all: [first: number, last: number][] = []
  for (const one of numbers)
    if (all.at(-1)?.[1] === one - 1) all.at(-1)![1] = one
    else all.push([one, one])
  return all.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ')
}
