// Measured figures: one file for each subject in bench/results, written by the command that measures it. docs/figures.md is generated from them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { figuresPage } from './figures/page.mjs'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const FOLDER = `${ROOT}bench/results`
const PAGE = `${ROOT}docs/figures.md`

/** All subjects by the name of their file. */
export function readResults() {
  const names = readdirSync(FOLDER).sort()
  return new Map(
    names.map((name) => [name.replace(/\.json$/, ''), JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8'))]),
  )
}

/**
 * Writes measured rows into the file of a subject, with today's date and this machine, and generates the page again. A row takes the place of
 * the one that has the same key; the others stay.
 *
 * @param options `whole`: the rows are all that there are, with columns of their own
 * @throws Error if there is no file of that name, or a row has another column than the file
 */
export function writeRows(name, rows, { whole = false } = {}) {
  const file = `${FOLDER}/${name}.json`
  const results = JSON.parse(readFileSync(file, 'utf8'))
  const measured = { date: new Date().toISOString().slice(0, 10), machine: machine() }
  writeFileSync(
    file,
    `${JSON.stringify(mergeRows(whole ? { ...results, columns: Object.keys(rows[0]), rows: [] } : results, rows, measured), null, 2)}\n`,
  )
  writePage()
  console.error(`written: bench/results/${name}.json, docs/figures.md`)
}

export const writePage = () => writeFileSync(PAGE, figuresPage(readResults()))

/**
 * The results with new rows in the places of those that have the same key: the columns in `key`, or the first one.
 * Columns that a new row does not have, such as an aim, keep their values.
 */
export function mergeRows(results, rows, measured) {
  const { columns, key = columns.slice(0, 1) } = results
  const keyOf = (row) => JSON.stringify(key.map((column) => row[column]))
  const merged = new Map(results.rows.map((row) => [keyOf(row), row]))
  for (const row of rows) {
    const other = Object.keys(row).find((column) => !columns.includes(column))
    if (other !== undefined)
      throw new Error(`${results.title}: there is no column ${other}, only ${columns.join(', ')}`)
    const kept = Object.entries(merged.get(keyOf(row)) ?? {}).filter(([column]) => columns.includes(column))
    merged.set(keyOf(row), { ...Object.fromEntries(kept), ...row, ...measured })
  }
  return { ...results, rows: [...merged.values()] }
}

const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? process.arch}), Node ${process.versions.node}, ${process.platform} ${process.arch}`
