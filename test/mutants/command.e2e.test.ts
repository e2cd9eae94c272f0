import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { withoutCustomSections } from '../../scripts/contracts/wasm.mjs'
import { VitestProject } from '../vitest/run-vitest.js'

const TWIN = 'contracts/artifacts/callback_lab.debug.wasm'
const STATE = 'contracts/std3/callback_lab/src/state.rs'

const SUITE = `
import { expect, prepared } from 'sudobox/vitest'
const test = prepared(async ({ chains }) => {
  const alice = chains.neutron.account('alice', '10000000untrn')
  return { alice, lab: await alice.deploy('lab.wasm', {}) }
})
const configure = ({ alice, lab }, behaviour) => alice.execute(lab, { configure: { callback: 'response', behaviour } })
test('keeps what it is configured to do', async ({ world }) => {
  await configure(world, 'panic')
  expect(JSON.stringify(world.lab.query({ config: {} }))).toContain('panic')
})
test('acts', async ({ world: { alice, lab } }) => {
  await alice.execute(lab, { act: { behaviour: 'succeed' } })
})
`

/** A folder with the contract and a suite. @returns what a command in it prints */
function project(
  suite: string,
  hasPlugin = true,
): {
  readonly folder: string
  readonly run: (...args: string[]) => Promise<{ printed: string; code: number }>
} {
  const tests = new VitestProject(hasPlugin ? '{}' : undefined)
  const { folder } = tests
  tests.write('lab.test.ts', suite.replace('lab.wasm', join(folder, 'lab.wasm')))
  writeFileSync(join(folder, 'lab.wasm'), withoutCustomSections(readFileSync(TWIN)))
  copyFileSync(TWIN, join(folder, 'lab.debug.wasm'))
  const vitest = [process.execPath, resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
  return {
    folder,
    run: (...args) =>
      new Promise((done) => {
        execFile(
          process.execPath,
          [resolve('dist/cli/main.js'), 'mutants', join(folder, 'lab.wasm'), ...args, '--', ...vitest],
          { env: { ...process.env, NO_COLOR: '1' } },
          (error, stdout, stderr) => done({ printed: `${stdout}${stderr}`, code: Number(error?.code ?? 0) }),
        )
      }),
  }
}

test('mutants that a test notices are killed by it, and the others are listed with their line', async () => {
  const { folder, run } = project(SUITE)
  const [report, html, junit] = ['r.json', 'r.html', 'r.xml'].map((name) => join(folder, name))
  // A second is too little to prepare a search for sketches, which loses nothing of the rest.
  const sketches = ['--sketches', join(folder, 'sketches'), '--sketch-seconds', '1']
  const outputs = ['--report', report!, '--html', html!, '--junit', junit!]
  const { printed, code } = await run(...outputs, ...sketches, '--threshold', '99', '--jobs', '1')
  expect(printed).toMatch(/noticed, less than 99 %/)
  expect(code).toBe(1)
  interface Entry {
    mutatorName: string
    replacement: string
    location: { start: { line: number } }
    status: string
    coveredBy: string[]
    killedBy?: string[]
  }
  const { files, testFiles } = JSON.parse(readFileSync(report!, 'utf8')) as {
    files: Record<string, { source: string; mutants: Entry[] }>
    testFiles: Record<string, { tests: { id: string; name: string }[] }>
  }
  const { source, mutants } = files[STATE]!
  const onLine = (text: string) =>
    mutants.filter(({ location }) => source.split('\n')[location.start.line - 1]!.includes(text))
  const names = new Map(Object.values(testFiles).flatMap(({ tests }) => tests.map(({ id, name }) => [id, name])))
  const [saved] = onLine('BEHAVIOURS.save')
  expect(saved).toMatchObject({ mutatorName: 'Write', status: 'Killed' })
  expect(saved!.killedBy!.map((id) => names.get(id))).toEqual(['keeps what it is configured to do'])
  // No callback comes in these tests.
  expect(new Set(onLine('COUNTERS.save(').map(({ status }) => status))).toEqual(new Set(['NoCoverage']))
  expect(printed).toContain(`no test   ${STATE}:55  COUNTERS.save(storage, &counters)  →  writes nothing`)
  expect(readFileSync(html!, 'utf8')).toContain('<mutation-test-report-app')
  expect(readFileSync(junit!, 'utf8')).toContain('no test reaches it')
})

test('--since changes only lines that differ from the revision', () => {
  const { folder } = project(SUITE)
  const state = join(folder, STATE)
  mkdirSync(dirname(state), { recursive: true })
  copyFileSync(STATE, state)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder })
  git('init', '-q')
  git('add', STATE)
  git('commit', '-qm', 'first')
  const list = (): string =>
    execFileSync(process.execPath, [resolve('dist/cli/main.js'), 'mutants', 'lab.wasm', '--list', '--since', 'HEAD'], {
      cwd: folder,
      encoding: 'utf8',
    })
  expect(list()).toBe("no line of the contract's code differs from HEAD\n")
  writeFileSync(state, readFileSync(state, 'utf8').replace('*counters.of(callback) += 1;', '$& // changed'))
  const mutants = list().trimEnd().split('\n')
  expect(mutants.length).toBeGreaterThan(0)
  for (const mutant of mutants) expect(mutant).toContain(`${STATE}:54  *counters.of(callback) += 1; // changed`)
})

test('the plug-in tries mutants once all tests pass, and fails the run below the threshold', async () => {
  const tests = new VitestProject("{ mutants: { contract: folder + '/lab.wasm', threshold: 99 } }")
  const { folder } = tests
  tests.write('lab.test.ts', SUITE.replace('lab.wasm', join(folder, 'lab.wasm')))
  writeFileSync(join(folder, 'lab.wasm'), withoutCustomSections(readFileSync(TWIN)))
  copyFileSync(TWIN, join(folder, 'lab.debug.wasm'))
  const { printed, code } = await tests.run()
  expect(printed).toMatch(/Tests +2 passed/)
  expect(printed).toContain(`no test   ${STATE}:55  COUNTERS.save(storage, &counters)  →  writes nothing`)
  expect(printed).toMatch(/noticed, less than 99 %/)
  expect(code).toBe(1)
})

test('tests that fail without a mutant end the command, and so does a run without the plug-in', async () => {
  const { printed, code } = await project(SUITE.replaceAll("'10000000untrn'", "'1untrn, oops'")).run()
  expect(code).toBe(2)
  expect(printed).toContain('no test passes without a mutant')
  const without = await project(SUITE, false).run()
  expect(without.code).toBe(2)
  expect(without.printed).toContain('ran no tests with the plug-in of Sudobox')
})
