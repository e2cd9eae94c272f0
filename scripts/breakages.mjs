// Rehearses published breakages of other people's contracts, and counts what the static look refuses of contracts that work.
// bench/published/breakages.json lists them, bench/published/README.md says how the folder of builds is laid out.
//
//   npm run bench:breakages -- FOLDER
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { falseRefusals, outcomeOf, storyFixture } from './published/breakage.mjs'
import { commandLine } from './command-line.mjs'
import { writeRows } from './results.mjs'

const HELP = `Rehearses published breakages of contracts, and counts what the static look refuses of contracts that work.

  npm run bench:breakages -- FOLDER [options]

  FOLDER     FOLDER/NAME/broken and FOLDER/NAME/mended hold the .wasm files of each breakage, FOLDER/accepted/KIND contracts that work
             (bench/published/README.md)
  --write    write bench/results/breakages.json and bench/results/false-refusals.json
  --json     print the rows as JSON`

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const { breakages, accepted } = JSON.parse(readFileSync(join(root, 'bench/published/breakages.json'), 'utf8'))
const { values, positionals, usage } = commandLine(HELP, {
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
})
const [folder, ...more] = positionals
if (folder === undefined || more.length > 0) usage('one folder of builds is needed')
if (!existsSync(folder)) usage(`there is no folder ${folder}`)

/** Runs `sudobox rehearse`. @returns its document, and how long it took */
function rehearse(...args) {
  const began = performance.now()
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--stack-size=3900', join(root, 'dist/cli/main.js'), 'rehearse', ...args, '--json'],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  if (status === 2) throw new Error(stderr)
  return { found: JSON.parse(stdout), seconds: (performance.now() - began) / 1000 }
}

const text = ({ isNamed, seconds }) => `${isNamed ? 'named' : 'NOT NAMED'}, ${seconds.toFixed(1)} s`

function look({ name, to, look: { file, mended = file, names } }) {
  const ran = rehearse(join(folder, name, 'broken', file), '--to', to)
  const fixed = join(folder, name, 'mended', mended)
  const silent = existsSync(fixed) ? outcomeOf(rehearse(fixed, '--to', to).found.refused, names) : undefined
  return {
    'from the file': text({ ...ran, isNamed: outcomeOf(ran.found.refused, names) }),
    'the mended build': silent === undefined ? '' : silent ? 'NAMED TOO' : 'not named',
  }
}

function story(breakage) {
  const scratch = mkdtempSync(join(tmpdir(), 'sudobox-breakage-'))
  try {
    const file = join(scratch, 'story.json')
    writeFileSync(file, JSON.stringify(storyFixture(breakage, resolve(folder, breakage.name, 'broken'))))
    const ran = rehearse(file, '--trust', '--from', breakage.story.from, '--to', breakage.to)
    return { 'from a story': text({ ...ran, isNamed: outcomeOf(ran.found.groups, breakage.story.names) }) }
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

const rows = []
for (const breakage of breakages) {
  if (!existsSync(join(folder, breakage.name))) {
    console.error(`${breakage.name}: no files in ${join(folder, breakage.name)}`)
    continue
  }
  rows.push({
    breakage: `${breakage.repository}, ${breakage.contract}: ${breakage.what} ${breakage.report}`,
    build: breakage.commit,
    to: breakage.to,
    'from the file': '',
    'from a story': '',
    'the mended build': '',
    ...(breakage.look !== undefined && look(breakage)),
    ...(breakage.story !== undefined && story(breakage)),
  })
}

const refusals = accepted.groups.flatMap(({ folder: name, to }) => {
  const place = join(folder, 'accepted', name)
  const files = existsSync(place) ? readdirSync(place).filter((one) => one.endsWith('.wasm')) : []
  if (files.length === 0) return []
  const looked = files.map((file) => ({ file, ...rehearse(join(place, file), '--to', to) }))
  const wrong = looked.flatMap(({ file, found }) => falseRefusals(file, found, accepted.true))
  return [
    {
      'contracts that work on': to,
      contracts: String(files.length),
      'queries and messages': String(
        looked.reduce((sum, { found: { uses } }) => sum + uses.queries.length + uses.messages.length, 0),
      ),
      'false refusals': String(wrong.length),
      which: wrong.join('; '),
      'longest, s': Math.max(...looked.map(({ seconds }) => seconds)).toFixed(1),
    },
  ]
})

if (values.json) console.log(JSON.stringify({ breakages: rows, refusals }, undefined, 2))
else {
  console.table(rows)
  console.table(refusals)
}
if (values.write) {
  if (rows.length > 0) writeRows('breakages', rows, { whole: true })
  if (refusals.length > 0) writeRows('false-refusals', refusals, { whole: true })
}
