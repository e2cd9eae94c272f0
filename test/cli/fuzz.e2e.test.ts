import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Corpus } from 'sudobox/fuzz'
import { hostile, LOOP } from '../fuzz/dry-run/hostile-contract.js'
import { assemble } from '../vm/wat.js'
import { ROOT, spawned, sudobox } from './command.js'

const artifact = (name: string) => join(ROOT, 'contracts/artifacts', name)
const WASM = artifact('cw4_group.wasm')

/** A group whose admin is alice. */
const campaign = (more: object = {}) => ({
  title: 'members',
  actors: [{ name: 'alice', funds: '1000000untrn' }, { name: 'bob' }],
  setup: [
    { do: { action: 'tx', from: 'alice', messages: [{ store: { wasm: { path: WASM } } }] } },
    {
      do: {
        action: 'tx',
        from: 'alice',
        messages: [{ instantiate: { codeId: 1, label: 'group', msg: { admin: '${neutron.alice}', members: [] } } }],
      },
    },
  ],
  contracts: [{ label: 'group', schema: artifact('schema/cw4_group.json'), terminal: false }],
  length: 4,
  ...more,
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const clean = (more: object = {}) => file('clean.json', JSON.stringify(campaign(more)))
const state = () =>
  JSON.parse(readFileSync(join(folder, 'corpus/.campaign.json'), 'utf8')) as {
    stories: number
    seed: number
    runs: number
  }

test('a command whose time is over before the first story says so, and ends', async () => {
  const wasms = [artifact('cw3_flex_multisig.wasm'), WASM]
  const { code, stderr } = await spawned('fuzz', ...wasms, '--campaign', join(folder, 'new.yaml'), '--seconds', '1')
  expect(stderr).toMatch(
    /the time for it was over; right: --seconds N|the 1 seconds were over after \d+, when the campaign was ready/,
  )
  expect(code).toBe(2)
}, 60_000)

test('a violated invariant ends the campaign with 1, and its fixture replays the violation', async () => {
  // No contract is faulty here: the invariant is.
  const broken = file(
    'broken.mjs',
    `export default { ...${JSON.stringify(campaign())}, own: [{ name: 'nobody-joins', check: (sandbox) =>
      sandbox.chains.neutron.query('group', { list_members: {} }).members.length > 0 ? 'somebody joined' : undefined }] }`,
  )
  const found = join(folder, 'found')
  const { code, stdout } = await spawned(
    'fuzz',
    broken,
    '--seconds',
    '100',
    '--seed',
    '3',
    '--workers',
    '1',
    '--found',
    found,
    '--stop',
    'first',
    '--trust',
    '--html',
    join(folder, 'reports/fuzz.html'),
    '--junit',
    join(folder, 'reports/junit.xml'),
    '--sarif',
    join(folder, 'reports/fuzz.sarif'),
  )
  expect(readFileSync(join(folder, 'reports/junit.xml'), 'utf8')).toContain('<failure type="nobody-joins"')
  expect(readFileSync(join(folder, 'reports/fuzz.sarif'), 'utf8')).toContain('"ruleId": "nobody-joins"')
  expect(stdout).toContain('found nobody-joins somebody joined')
  expect(stdout).toMatch(/\n\d+ of \d+ invariants were checked\n[^]*\n {2}nobody-joins +\d+ +\d+/)
  expect(stdout).toContain(
    '  if intended, add to the campaign: except: [{ invariant: nobody-joins, reason: "somebody joined" }]\n',
  )
  expect(stdout).toMatch(/ {2}\d\. \w+: group \{"update_members"/)
  expect(stdout).toMatch(/1 found · seed 3\nreport: .*fuzz\.html \(\d+ kB\)\n$/)
  expect(code).toBe(1)
  const [name, ...others] = readdirSync(found)
  expect(others).toEqual([])
  const fixture = join(found, name!)
  // Each command that repeats it says that its files are trusted.
  expect(stdout).toContain(`\n  sudobox replay ${relative('', fixture)} --trust\n`)
  expect(readFileSync(join(folder, 'reports/junit.xml'), 'utf8')).toContain(`${relative('', fixture)} --trust\n`)
  const page = readFileSync(join(folder, 'reports/fuzz.html'), 'utf8')
  const commands = [...page.matchAll(/"(sudobox (?:fuzz|replay) [^"]*)"/g)].map(([, command]) => command!)
  expect(new Set(commands.map((command) => command.split(' ')[1]))).toEqual(new Set(['fuzz', 'replay']))
  expect(commands.filter((command) => !command.includes(' --trust'))).toEqual([])
  expect((await sudobox('replay', '--quiet', fixture, '--trust')).stdout).toContain('nobody-joins still violated')
  // As long as the story breaks its invariant, it fails.
  const unjudged = await sudobox('replay', '--quiet', fixture)
  expect(unjudged.stdout).toMatch(
    /nobody-joins was not checked: .*lies outside the folder.*\nall outcomes are as recorded/,
  )
  expect(unjudged.code).toBe(1)
  const still = await sudobox('replay', fixture, '--campaign', broken)
  expect(still.stdout).toMatch(/steps as expected\nnobody-joins still violated: somebody joined\n/)
  expect(still.stdout).toMatch(/^✓ 1–\d+ setup .*each step: --setup\n✓ \d+ \w+: execute/m)
  expect(still.code).toBe(1)
  expect((await sudobox('replay', fixture, '--campaign', broken, '--setup')).stdout).toMatch(/^✓ {2}1 account/m)
  const [told] = JSON.parse((await sudobox('replay', '--json', fixture, '--campaign', broken)).stdout) as object[]
  expect(told).toMatchObject({ passed: true, finding: { verdict: 'violated', text: 'somebody joined' } })
  const gone = await sudobox('replay', fixture, '--campaign', clean())
  expect(gone.stdout).toContain('\nnobody-joins no longer violated\n')
  expect(gone.code).toBe(0)
  // What is meant is excepted, and what is known to stay broken is expected to.
  const meant = file(
    'meant.mjs',
    readFileSync(broken, 'utf8').replace(
      'export default { ',
      'export default { except: [{ invariant: "nobody-joins", reason: "somebody joined" }], ',
    ),
  )
  expect((await sudobox('replay', '--quiet', fixture, '--campaign', meant)).code).toBe(0)
  // Beside the fixture, because paths in it are relative.
  const known = join(found, 'known.json')
  writeFileSync(known, readFileSync(fixture, 'utf8').replace('"expect": "kept"', '"expect": "broken"'))
  expect((await sudobox('replay', '--quiet', known, '--campaign', broken)).code).toBe(0)
  expect((await sudobox('replay', '--quiet', known, '--campaign', clean())).code).toBe(1)
  // A part of a story is not judged.
  expect((await sudobox('replay', '--quiet', fixture, '--until', '2')).code).toBe(0)

  // A step that adds nothing goes again, and the fixture stays one.
  const content = JSON.parse(readFileSync(fixture, 'utf8')) as {
    steps: object[]
    campaign: { setup: number; actions: number }
  }
  const { setup, actions } = content.campaign
  content.steps.splice(setup, 0, {
    do: { action: 'tx', from: 'alice', messages: [{ send: { to: 'bob', amount: '5untrn' } }] },
  })
  content.campaign.actions++
  writeFileSync(fixture, JSON.stringify(content))
  const shrunk = await sudobox('shrink', fixture, '--campaign', broken)
  expect(shrunk.stdout).toMatch(new RegExp(`\\n${actions + 1} actions before, ${actions} actions? now\\n$`))
  expect(shrunk.code).toBe(0)
  expect((await sudobox('replay', '--quiet', fixture)).stdout).toMatch(/(\d+) of \1 steps as expected/)

  // Each of several files is shrunk, and one that is mended counts.
  const mended = await sudobox('shrink', fixture, fixture, '--campaign', clean())
  expect(mended.stdout.match(/the action sequence no longer violates the invariant/g)).toHaveLength(2)
  expect(mended.code).toBe(1)
})

test('a campaign that is killed is resumed with its seed, its stories and its corpus', async () => {
  const corpus = join(folder, 'corpus')
  const child = spawn(
    process.execPath,
    [join(ROOT, 'dist/cli/main.js'), 'fuzz', clean(), '--seed', '5', '--workers', '1', '--corpus', corpus],
    {
      stdio: 'ignore',
    },
  )
  const ended = new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)))
  while (!existsSync(join(corpus, '.campaign.json')) || state().stories < 2)
    await new Promise((resolve) => setTimeout(resolve, 50))
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  const kept = Corpus.open(corpus)
  expect(kept.warnings).toEqual([])
  expect(kept.size).toBeGreaterThan(0)
  const before = state()

  const { code, stdout } = await spawned(
    'fuzz',
    clean(),
    '--resume',
    '--stories',
    '3',
    '--workers',
    '1',
    '--corpus',
    corpus,
    '--json',
  )
  expect(code).toBe(0)
  const report = JSON.parse(stdout) as { stories: number; seed: number; corpus: number; findings: object[] }
  expect(report).toMatchObject({ seed: 5, findings: [] })
  expect(report.stories).toBe(before.stories + 3)
  expect(report.corpus).toBeGreaterThanOrEqual(kept.size)
  expect(state()).toMatchObject({ seed: 5, runs: before.runs + 1, stories: report.stories })

  const other = await sudobox('fuzz', clean({ title: 'others' }), '--resume', '--corpus', corpus)
  expect(other.code).toBe(2)
  expect(other.stderr).toContain('has the corpus of another campaign: "members"')
})

test('Ctrl-C ends a campaign after the running stories, with its summary', async () => {
  const corpus = join(folder, 'corpus')
  const child = spawn(
    process.execPath,
    [join(ROOT, 'dist/cli/main.js'), 'fuzz', clean(), '--workers', '1', '--corpus', corpus],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise((resolve) => child.on('close', resolve))
  while (!existsSync(join(corpus, '.campaign.json')) || state().stories < 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(said).toMatch(/0 found · seed \d+\n$/)
})

/** Runs `sudobox fuzz` and interrupts it so many milliseconds after it has printed each of the texts, in this order. */
async function interruptedAt(texts: readonly string[], later: number, ...args: readonly string[]) {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), 'fuzz', ...args], { cwd: folder })
  let said = ''
  const ended = new Promise((resolve) => child.on('close', resolve))
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()))
  for (const text of texts) {
    while (!said.includes(text) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20))
    await new Promise((resolve) => setTimeout(resolve, later))
    child.kill('SIGINT')
  }
  return { code: await ended, said }
}

test('Ctrl-C during the preparation ends it with a campaign of what worked by then', async () => {
  const wasm = join(folder, 'endless.wasm')
  writeFileSync(wasm, assemble(hostile({ execute: LOOP, query: LOOP, others: LOOP })))
  const out = join(folder, 'endless.yaml')
  const { code, said } = await interruptedAt(['its schema'], 4000, wasm, '--campaign', out, '--trust')
  expect(said).toContain('interrupted: the campaign was written with the messages that had worked by then')
  expect(readFileSync(out, 'utf8')).toContain('title: endless')
  expect(said).not.toContain('seed')
  expect(code).toBe(0)
})

test('a second Ctrl-C ends a campaign without waiting for the running stories', async () => {
  // The story goes on, and its text is printed, at each of up to a thousand steps.
  const endless = file(
    'endless.mjs',
    `export default { ...${JSON.stringify(campaign({ length: 1000 }))}, own: [{ name: 'heard', check: (_, { steps }) =>
      void (steps.length % 20 === 0 && console.error('step 20')) }] }`,
  )
  const { code, said } = await interruptedAt(['step 20', 'stopping after'], 0, endless, '--workers', '1', '--seed', '1')
  expect(said).toMatch(/0 found · seed 1\n$/)
  expect(code).toBe(0)
})

test('only what a campaign found can be shrunk', async () => {
  const { code, stderr } = await sudobox('shrink', join(ROOT, 'fixtures/scenarios/first-light.yaml'))
  expect(stderr).toContain("is not a campaign's finding")
  expect(code).toBe(2)
})

describe('a campaign that cannot run ends with 2 and the reason', () => {
  test.each([
    ['nothing to resume', clean, ['--resume', '--corpus', 'none'], 'there is no campaign to resume'],
    ['half a worker', clean, ['--workers', '0.5'], 'expected a whole number from 1 to 256'],
    [
      'an invalid schema',
      () => clean({ contracts: [{ label: 'group', schema: { execute: { oneOf: 5 } } }] }),
      ['--workers', '2'],
      '#/execute/oneOf: expected a list of schemas, got a number',
    ],
  ])('%s', async (_, config, flags, text) => {
    const { code, stdout, stderr } = await sudobox(
      'fuzz',
      config(),
      ...flags.map((flag) => (flag === 'none' ? join(folder, flag) : flag)),
    )
    expect(stderr).toContain(text)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })
})

test('the error for an incomplete campaign names the member, the file, and how it is written', async () => {
  const { setup: _setup, actors: _actors, ...rest } = campaign()
  const bare = file('bare.yaml', JSON.stringify(rest))
  const { code, stderr } = await sudobox('fuzz', bare, '--stories', '1')
  expect(code).toBe(2)
  expect(stderr).toContain('#/setup: a campaign needs the member "setup"; right: setup: [{ do: ')
  expect(stderr).toContain(`error ${bare}#/actors: a campaign needs the member "actors"; right: actors: [{ name: alice`)
  const five = await sudobox('fuzz', file('five.yaml', JSON.stringify(campaign({ setup: 5 }))), '--stories', '1')
  expect(five.stderr).toContain('#/setup: expected a list of steps, or in a module a function')
})

test('workers run the contracts on the release that --vm names', async () => {
  // The contract has imports that the contract VM has from 2.1 on.
  const wasm = artifact('ping_pong.wasm')
  const given = file(
    'old.json',
    JSON.stringify({
      ...campaign(),
      setup: [{ do: { action: 'tx', from: 'alice', messages: [{ store: { wasm: { path: wasm } } }] } }],
    }),
  )
  const { code, stderr } = await spawned('fuzz', given, '--trust', '--stories', '1', '--vm', '2.0.9', '--workers', '1')
  expect(stderr).toContain('cosmwasm-vm 2.0.9 refuses this file; releases that accept it: ')
  expect(code).toBe(2)
})

test('a dry run prints what works as one JSON document', async () => {
  const out = join(folder, 'group.yaml')
  const { code, stdout } = await spawned('fuzz', WASM, '--trust', '--dry-run', '--json', '--campaign', out)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    file: out,
    isComplete: true,
    messages: expect.arrayContaining([
      expect.objectContaining({ contract: 'cw4_group', message: 'update_members', from: 'alice' }),
    ]) as unknown,
    contracts: [{ label: 'cw4_group' }],
    checks: expect.arrayContaining([{ invariant: 'I1', violation: null }]) as unknown,
  })
})
