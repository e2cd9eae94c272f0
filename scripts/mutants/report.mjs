import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { relative } from 'node:path'

const require = createRequire(import.meta.url)
const DETECTED = ['Killed', 'Timeout']

const count = (mutants, status) => mutants.filter((mutant) => mutant.status === status).length

/** A row of the table: how many mutants were tried, what became of them, and the share that was noticed. */
export function row(area, mutants) {
  const detected = mutants.filter(({ status }) => DETECTED.includes(status)).length
  return {
    area,
    mutants: mutants.length,
    tried: mutants.length,
    killed: count(mutants, 'Killed'),
    timeout: count(mutants, 'Timeout'),
    survived: count(mutants, 'Survived'),
    'no coverage': count(mutants, 'NoCoverage'),
    score: `${((100 * detected) / Math.max(1, mutants.length)).toFixed(1)} %`,
  }
}

export function markdown(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const head = Object.keys(rows[0])
  return [
    line(head),
    line(head.map((_, index) => (index ? '---:' : '---'))),
    ...rows.map((row) => line(Object.values(row))),
  ].join('\n')
}

/** One line a mutant: place, mutator, what was there and what took its place. */
export function describe(root, mutant, texts) {
  const { start, end } = mutant.location
  const lines = texts
    .get(mutant.file)
    .split('\n')
    .slice(start.line, end.line + 1)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column)
  lines[0] = lines[0].slice(start.column)
  const short = (text) => {
    const flat = text.replace(/\s+/g, ' ')
    return flat.length > 90 ? `${flat.slice(0, 88)}…` : flat
  }
  const place = `${relative(root, mutant.file)}:${start.line + 1}:${start.column + 1}`
  return `${place} ${mutant.status} ${mutant.mutator}: ${short(lines.join('\n'))} → ${short(mutant.replacement ?? '')}`
}

const position = ({ line, column }) => ({ line: line + 1, column: column + 1 })

/** The report in the schema that Stryker's tools read. */
export function schema(root, mutants, tests, texts) {
  const byFile = groupBy(mutants, ({ file }) => file)
  return {
    schemaVersion: '2',
    thresholds: { high: 95, low: 85 },
    projectRoot: root,
    files: Object.fromEntries(
      [...byFile].map(([file, own]) => [
        relative(root, file),
        {
          language: 'typescript',
          source: texts.get(file),
          mutants: own.map(({ id, mutator, replacement, location, status, killedBy, reason, coveredBy, fresh }) => ({
            id: String(id),
            mutatorName: mutator,
            replacement,
            location: { start: position(location.start), end: position(location.end) },
            status,
            static: fresh,
            statusReason: reason,
            killedBy: killedBy ? [killedBy] : [],
            coveredBy,
          })),
        },
      ]),
    ),
    testFiles: Object.fromEntries(
      Object.entries(tests).map(([file, list]) => [
        relative(root, file),
        { tests: list.map(({ id, name }) => ({ id, name })) },
      ]),
    ),
  }
}

function groupBy(items, key) {
  const groups = new Map()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

/** The report as a page, with everything in it. */
export function html(area, report) {
  const elements = readFileSync(require.resolve('mutation-testing-elements/dist/mutation-test-elements.js'), 'utf8')
  const data = JSON.stringify(report).replaceAll('<', '\\u003c')
  return `<!doctype html><meta charset="utf-8"><title>Mutants of ${area}</title><script>${elements}</script>
<mutation-test-report-app title-postfix="${area}"></mutation-test-report-app>
<script>document.querySelector('mutation-test-report-app').report = ${data}</script>`
}
