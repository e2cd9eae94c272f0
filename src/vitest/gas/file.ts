import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UsageError } from '../../base/index.js'

/** Gas by the name of the entry. */
export type GasEntries = ReadonlyMap<string, bigint>

/** The gas snapshot of a test file, next to Vitest's own snapshots. One per test file, since a single process runs a test file. */
export const gasFileOf = (testPath: string): string =>
  join(dirname(testPath), '__snapshots__', `${basename(testPath)}.gas-snapshot`)

/** The entries of a file; empty if it does not exist. @throws UsageError that names the first invalid line */
export function readGas(path: string): GasEntries {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
  const entries = new Map<string, bigint>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    const [, name, gas] = /^(.+) \(gas: (\d+)\)\r?$/.exec(line) ?? []
    if (name === undefined || gas === undefined)
      throw new UsageError(`${path}:${index + 1} is not a line of a gas snapshot`, {
        details: [`given: ${line.slice(0, 120)}`, 'right: name of the test (gas: 123456)'],
      })
    entries.set(name, BigInt(gas))
  }
  return entries
}

/** Writes the file atomically, in the form of Foundry's `.gas-snapshot`: one entry per line, in the order of the names. */
export function writeGas(path: string, entries: GasEntries): void {
  if (entries.size === 0) return rmSync(path, { force: true })
  const lines = [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, gas]) => `${name} (gas: ${gas})\n`)
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, lines.join(''))
  renameSync(draft, path)
}
