// Mutation testing of parts of src: each mutant is one small bug, and some test should fail with it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sourcesOf, testHash, textHash, testsOf } from './mutants/area.mjs'
import { AREAS } from './mutants/areas.mjs'
import { instrument } from './mutants/instrument.mjs'
import { plan, PLANTED } from './mutants/plan.mjs'
import { describe, html, markdown, row, schema } from './mutants/report.mjs'
import { openSession } from './mutants/session.mjs'
import { writeRows } from './results.mjs'

const USAGE = `usage: npm run mutants -- PATH… [--tests PLACE]… [--slow SECONDS] [--sample N] [--survivors] [--fresh] [--write]

PATH          a folder, file or pattern below src, for example store/ics23, vm/gas.ts or 'evm/execution/*.ts'
--tests       test files or folders to use in place of those in scripts/mutants/areas.mjs; may be repeated
--slow        leave out tests that take more of the processor's time than this, 5 by default
--sample      try only so many mutants, always the same ones
--survivors   list each mutant that no test noticed
--fresh       forget what is known from earlier runs
--write       write the scores to bench/results/mutants.json, and docs/figures.md from them

Results go to .mutants: a report in Stryker's schema (PATH.json), the same as a page (PATH.html),
and a line for each mutant that no test noticed (PATH.survivors.txt). A later run tries again
only the mutants of changed sources, and survivors against changed or new tests.`

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const OUT = `${ROOT}.mutants`
const PATIENCE = 300_000
const LOSSES = 5
const UNNOTICED = ['Survived', 'NoCoverage']
/** Test files that are tried against the planted mutant. */
const PLANTED_FILES = 3
/** Mutants that must have been tried before it counts that none was reached. */
const MIN_TRIED = 5
/** Version of the cache format. */
const STATE = 3

const { values: options, positionals } = parseArgs({
  options: {
    tests: { type: 'string', multiple: true },
    slow: { type: 'string', default: '5' },
    sample: { type: 'string', default: 'Infinity' },
    survivors: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const paths = positionals.map((path) => path.replace(/^(\.\/)?src\//, '').replace(/\/$/, ''))
if (options.help || paths.length === 0 || !(Number(options.slow) > 0) || !(Number(options.sample) > 0)) {
  console.log(`${USAGE}\n\nAreas with tests of their own: ${Object.keys(AREAS).join(', ')}`)
  process.exit(options.help ? 0 : 2)
}

function known(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function area(path) {
  const sources = sourcesOf(ROOT, path)
  const tests = testsOf(ROOT, path, options.tests)
  if (sources.length === 0) throw new Error(`no sources at src/${path}`)
  if (tests.length === 0) throw new Error(`no tests for ${path}: name some with --tests`)
  const name = path.replaceAll(/[^\w.-]+/g, '-')
  const stateFile = `${OUT}/${name}.state.json`
  const kept = options.fresh ? undefined : known(stateFile)
  const before = kept?.version === STATE ? kept : { sources: {}, covered: {}, results: {} }
  const { code, mutants: raw, texts } = await instrument(sources)
  const now = {
    version: STATE,
    sources: Object.fromEntries([...texts].map(([file, text]) => [file, textHash(text)])),
    covered: {},
    results: {},
  }
  const hashes = new Map(tests.map((file) => [file, testHash(file)]))

  const places = new Map()
  const all = raw.map(({ id, fileName, location, mutatorName, replacement }) => {
    const place = places.get(fileName) ?? 0
    places.set(fileName, place + 1)
    const key = `${now.sources[fileName]}:${place}`
    return { id: Number(id), key, file: fileName, location, mutator: mutatorName, replacement }
  })
  const order = (mutant) => textHash(mutant.key)
  const mutants = all
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
    .slice(0, Number(options.sample))
    .sort((a, b) => a.id - b.id)
  console.log(`${path}: ${mutants.length} mutants in ${sources.length} files, ${tests.length} test files`)

  // Results of an earlier run that are still valid.
  const same = JSON.stringify(before.sources) === JSON.stringify(now.sources)
  for (const file of tests)
    if (same && before.covered[file]?.hash === hashes.get(file)) now.covered[file] = before.covered[file]
  const inAnyTest = new Set(hashes.values())
  for (const { key } of mutants) {
    const result = before.results[key]
    if (result && (result.status === 'Survived' || inAnyTest.has(result.by))) now.results[key] = result
  }
  const save = () => {
    mkdirSync(OUT, { recursive: true })
    writeFileSync(stateFile, JSON.stringify(now))
  }

  const session = await openSession(code)
  try {
    await dryRun(session, tests, hashes, now)
    save()
    await tryAll(session, mutants, hashes, now, save)
  } finally {
    save()
    await session.close()
  }
  return { ...report(path, name, mutants, now, texts), mutants: all.length }
}

async function dryRun(session, tests, hashes, now) {
  const files = tests.filter((file) => !now.covered[file])
  if (files.length === 0) return
  const started = Date.now()
  const seen = {}
  const errors = await session.perform({ files, patience: PATIENCE }, (line) => {
    if (line.covered) (seen[line.covered] ??= {})[line.loading ? 'first' : 'again'] = line
    if (line.hung ?? line.died) console.log(`  ${line.hung ?? line.died} does not end`)
  })
  for (const file of files) {
    const entry = seen[file]
    if (!entry?.again || entry.again.errors) {
      const why = entry?.again?.errors?.join('; ') || String(errors[0]?.message)
      console.log(`  left out, does not run without a mutant: ${file.slice(ROOT.length)}: ${why}`)
      continue
    }
    const fails = ({ state }) => state === 'fail'
    for (const { name } of entry.again.tests.filter(fails))
      console.log(`  left out, fails without a mutant: ${file.slice(ROOT.length)}: ${name}`)
    entry.again.tests = entry.again.tests.filter((test) => !fails(test))
    now.covered[file] = { hash: hashes.get(file), ...entry }
  }
  if (!Object.values(now.covered).some(reachesMutants))
    throw new Error(`no test loads the instrumented sources: ${files.length} test files were run`)
  console.log(`  dry run of ${files.length} test files: ${((Date.now() - started) / 1000).toFixed(0)} s`)
}

/** Whether a test file passed a place where a mutant could be. */
const reachesMutants = ({ first, again }) =>
  [first, again].some((run) => Object.values(run?.passes ?? {}).some((ids) => ids.length > 0))

async function tryAll(session, mutants, hashes, now, save) {
  const slow = Number(options.slow) * 1000
  for (const [file, { again }] of Object.entries(now.covered))
    for (const test of again.tests.filter(({ cpu }) => cpu > slow))
      console.log(`  left out, ${(test.cpu / 1000).toFixed(0)} s: ${file.slice(ROOT.length)}: ${test.name}`)

  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]))
  const plans = new Map(plan(mutants, now.covered, slow).map((entry) => [entry.id, entry]))
  const share = ({ path, tests }) => textHash([hashes.get(path), ...tests].join('\n'))
  const todo = new Map()
  for (const mutant of mutants) {
    const entry = plans.get(mutant.id)
    mutant.fresh = entry.fresh
    mutant.coveredBy = entry.files.flatMap(({ tests }) => tests)
    const result = now.results[mutant.key]
    if (entry.files.length === 0) now.results[mutant.key] = { status: 'NoCoverage' }
    else if (result?.status !== 'Killed' && result?.status !== 'Timeout') {
      const passed = new Set(result?.status === 'Survived' ? result.passed : [])
      const files = entry.files.filter((file) => !passed.has(share(file)))
      if (files.length > 0) todo.set(mutant.id, { ...entry, files })
    }
  }

  const total = todo.size
  if (total > 0) await assertPlantedDies(session, [...plans.values()])
  const started = Date.now()
  let reached = 0
  let done = 0
  const settle = (id, result) => {
    const mutant = byId.get(id)
    const entry = plans.get(id)
    const passed = entry.files.map(share)
    now.results[mutant.key] = result.status === 'Survived' ? { ...result, passed } : result
    todo.delete(id)
    if (++done % 20 === 0) save()
    if (done % 100 === 0) {
      const seconds = (Date.now() - started) / 1000
      console.log(`  ${done} of ${total} in ${seconds.toFixed(0)} s, ${todo.size} to go`)
    }
  }
  /** What ended the run is attributed to the first test file, since the journal does not name the test. */
  const end = (id, status, reason) => settle(id, { status, reason, by: hashes.get(todo.get(id).files[0].path) })
  let losses = 0
  while (todo.size > 0) {
    const again = new Map()
    const left = todo.size
    // Those that need modules loaded anew cost most.
    const job = [...todo.values()].sort((a, b) => Number(a.fresh) - Number(b.fresh))
    const errors = await session.perform(
      { files: Object.keys(now.covered), mutants: job, patience: PATIENCE },
      ({ tried, failure, again: doubtful, of, hung, died, hits }) => {
        if (hits > 0) reached++
        if (tried !== undefined) {
          again.set(tried, todo.get(tried) ?? again.get(tried))
          if (!failure) settle(tried, { status: 'Survived' })
          else {
            const late = /Test timed out in|mutant: passed too often/.test(failure.error ?? '')
            const by = hashes.get(failure.path)
            settle(tried, {
              status: late ? 'Timeout' : 'Killed',
              by,
              test: failure.test,
              reason: failure.error?.slice(0, 300),
            })
          }
        }
        if (doubtful)
          console.log(
            `  ${of.slice(ROOT.length)} fails now without a mutant: the last ${doubtful.length} are tried again`,
          )
        for (const id of doubtful ?? []) {
          todo.set(id, { ...again.get(id), fresh: true })
          done--
        }
        if (typeof hung === 'number') end(hung, 'Timeout', 'did not end')
        if (typeof died === 'number') end(died, 'Killed', 'the process ended')
      },
    )
    if (todo.size < left) losses = 0
    else if (++losses === LOSSES) throw new Error(`the worker does not run: ${errors[0]?.stack ?? 'no reason given'}`)
  }
  if (total >= MIN_TRIED && reached === 0)
    throw new Error('the tests reached none of the mutants: what they ran is not what was instrumented')
  if (total > 0) console.log(`  ${total} mutants tried in ${((Date.now() - started) / 1000).toFixed(0)} s`)
}

/** A mutant that throws wherever one could be. @throws Error if tests pass with it: then the others would survive in the same way */
async function assertPlantedDies(session, plans) {
  const quickest = plans
    .flatMap(({ files }) => files)
    .sort((a, b) => a.cost - b.cost)
    .filter(({ path }, i, all) => all.findIndex((file) => file.path === path) === i)
    .slice(0, PLANTED_FILES)
  let dies = false
  const planted = { id: PLANTED, files: quickest, fresh: false, limit: Infinity, ms: PATIENCE }
  const files = quickest.map(({ path }) => path)
  const errors = await session.perform({ files, mutants: [planted], patience: PATIENCE }, (line) => {
    if (line.tried === PLANTED) dies = line.failure !== undefined
  })
  if (!dies)
    throw new Error(
      `a planted mutant survives: mutants have no effect in ${files.map((file) => file.slice(ROOT.length)).join(', ')}`,
      { cause: errors[0] },
    )
}

function report(path, name, mutants, now, texts) {
  const results = mutants.map((mutant) => ({
    ...mutant,
    ...now.results[mutant.key],
    killedBy: now.results[mutant.key].test,
  }))
  const tests = Object.fromEntries(Object.entries(now.covered).map(([file, { again }]) => [file, again.tests]))
  const document = schema(ROOT, results, tests, texts)
  writeFileSync(`${OUT}/${name}.json`, JSON.stringify(document))
  writeFileSync(`${OUT}/${name}.html`, html(path, document))
  const lines = results
    .filter(({ status }) => UNNOTICED.includes(status))
    .map((mutant) => describe(ROOT, mutant, texts))
  writeFileSync(`${OUT}/${name}.survivors.txt`, `${lines.join('\n')}\n`)
  if (options.survivors) console.log(lines.join('\n'))
  return row(path, results)
}

// A child of the test runner must not write snapshots that a mutant made.
process.env.CI = '1'
// All runs of a property would take too long for each mutant.
process.env.VECTORS ??= '6'
// At low priority, unless it was started with another one (`nice`).
if (getPriority() === 0) setPriority(2)
const rows = []
for (const path of paths) rows.push(await area(path))
console.log(markdown(rows))
if (options.write) {
  const given = ['slow', 'sample', 'tests'].flatMap((name) =>
    [options[name] ?? []].flat().flatMap((value) => (value === 'Infinity' ? [] : [`--${name} ${value}`])),
  )
  writeRows(
    'mutants',
    rows.map((row) => ({ ...row, options: given.join(' ') })),
  )
}
process.exit(0)
