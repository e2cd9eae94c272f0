import { writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { recordings, type Recording } from '../../modules/evm/recording.js'
import { firstDifferencesOf, type Replayed } from './replay.js'

interface Row {
  readonly what: string
  readonly blocks: number
  readonly transactions: number
  readonly differences: number
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

/** Replays recordings of random transactions. @returns exit code: 1 if something differs */
export function evmdStoriesCommand(files: readonly string[], write: (line: string) => void, results?: string): number {
  const rows: Row[] = []
  for (const file of files)
    for (const one of recordings(file)) {
      const { different, equal } = attempted(one)
      const { seed, theme } = one.header
      const what = `seed ${seed}${theme === undefined ? '' : `, ${theme}`}`
      const transactions = one.blocks.reduce((sum, { txs = [] }) => sum + txs.length, 0)
      rows.push({ what, blocks: one.blocks.length, transactions, differences: different.length })
      write(`${what}: ${equal} of ${one.blocks.length} blocks equal, ${transactions} transactions`)
      for (const { name, expected, actual } of different) {
        write(`differs: ${name}`)
        for (const part of [...parts(expected, actual)].slice(0, 12)) write(part)
      }
    }
  const sum = (of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0)
  const differ = rows.filter(({ differences }) => differences > 0).length
  write(
    `${rows.length} chains, ${sum((row) => row.blocks)} blocks, ${sum((row) => row.transactions)} transactions, ${differ} differ`,
  )
  if (results !== undefined) writeFileSync(results, `${JSON.stringify(rows, undefined, 2)}\n`)
  return differ > 0 ? 1 : 0
}
