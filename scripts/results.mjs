// Measured figures: one file for each subject in bench/results, written by the command that measures it.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const FOLDER = `${ROOT}bench/results`

/**
 * Writes measured rows into the file of a subject, with today's date and this machine. A row takes the place of
 * the one that has the same key; the others stay.
 *
 * @throws Error if there is no file of that name, or a row has another column than the file
 */
export function writeRows(name, rows) {
  const file = `${FOLDER}/${name}.json`
  const results = JSON.parse(readFileSync(file, 'utf8'))
  const measured = { date: new Date().toISOString().slice(0, 10), machine: machine() }
  writeFileSync(file, `${JSON.stringify(mergeRows(results, rows, measured), null, 2)}\n`)
  console.error(`written: bench/results/${name}.json`)
}

/** The results with new rows in the places of those that have the same key: the columns in `key`, or the first one. */
export function mergeRows(results, rows, measured) {
  const { columns, key = columns.slice(0, 1) } = results
  const keyOf = (row) => JSON.stringify(key.map((column) => row[column]))
  const merged = new Map(results.rows.map((row) => [keyOf(row), row]))
  for (const row of rows) {
    const other = Object.keys(row).find((column) => !columns.includes(column))
    if (other !== undefined)
      throw new Error(`${results.title}: there is no column ${other}, only ${columns.join(', ')}`)
    merged.set(keyOf(row), { ...row, ...measured })
  }
  return { ...results, rows: [...merged.values()] }
}

const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? process.arch}), Node ${process.versions.node}, ${process.platform} ${process.arch}`
