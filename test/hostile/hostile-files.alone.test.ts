import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { Server, Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FixtureError } from '../../src/base/errors.js'
import { readCampaign } from '../../src/fuzz/campaign-file.js'
import { claimsOf } from '../../src/fuzz/money/claims.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { storyName } from '../../src/fuzz/corpus/story-file.js'
import { startCampaign } from '../../src/fuzz/setup.js'
import { shrink } from '../../src/fuzz/shrink/shrink-file.js'
import { readFixture } from '../../src/replay/read.js'
import { readEvidence } from '../../src/replay/reproduce/index.js'
import { replay } from '../../src/replay/run.js'
import { runVmScriptFile } from '../../src/vm/script/run.js'
import { rows, Scene, type Row } from './scene.js'

/** Files that want more than a file may: each is refused, and nothing is left of it. The five that were found first are among them. */
const FIRST_FOUND = [
  'methods/data-dir.yaml',
  'methods/start-http.yaml',
  'values/memo.yaml',
  'campaigns/both.yaml',
  'findings/module.json',
]

const scene = new Scene()
const home = process.cwd()
const placed = new Map(rows.map((row) => [row, scene.place(row)]))
const before = scene.contents()
const listen = vi.spyOn(Server.prototype, 'listen')
const connect = vi.spyOn(Socket.prototype, 'connect')
const ports = (): readonly string[] => process.getActiveResourcesInfo().filter((name) => /TCP|UDP/.test(name))
const portsBefore = ports()

beforeAll(() => process.chdir(scene.cwd))
afterAll(() => {
  process.chdir(home)
  vi.restoreAllMocks()
  rmSync(scene.root, { recursive: true, force: true })
})

/** What opens each kind of file. */
const OPEN: { readonly [As in Row['as']]: (file: string) => unknown } = {
  fixture: (file) => replay(readFixture(file), file),
  campaign: async (file) => {
    const start = await startCampaign(await readCampaign(file), false)
    await claimsOf(start).finally(() => start.sandbox.close())
  },
  finding: (file) => shrink(file),
  script: (file) => runVmScriptFile(file),
  download: (file) => readEvidence([dirname(file)]),
  story: (file) => {
    const folder = join(scene.cwd, 'corpus')
    mkdirSync(folder)
    try {
      const name = storyName((JSON.parse(readFileSync(file, 'utf8')) as { actions: unknown[] }).actions)
      copyFileSync(file, join(folder, name))
      const { size, warnings } = Corpus.open(folder)
      expect(size).toBe(0)
      const [, pointer = '', message = ''] = /^#(\S*): (.*)$/.exec(warnings[0]!.text) ?? []
      throw new FixtureError({ file, pointer, message })
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

test('the fixtures include the five that were found first', () => {
  expect(rows.length).toBeGreaterThanOrEqual(40)
  expect(rows.map(({ file }) => file)).toEqual(expect.arrayContaining(FIRST_FOUND))
})

test.for(rows.map((row) => [row.file, row] as const))('%s is refused', { timeout: 30_000 }, async ([, row]) => {
  const file = placed.get(row)!
  const error = await Promise.resolve()
    .then(() => OPEN[row.as](file))
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
  expect(error).toBeInstanceOf(FixtureError)
  const refusal = error as FixtureError
  if (row.as !== 'download') expect(refusal.file).toBe(file)
  expect(refusal.pointer).toBe(row.at)
  expect(refusal.reason).toContain(row.text)
  if (row.trust !== false) expect(refusal.message).toContain('--trust')
  // What the file was after is in no text of it.
  expect(refusal.message).not.toContain('hunter2')
})

test('nothing was written, opened, dialled or run', () => {
  expect(scene.contents().filter((line) => !line.startsWith(`${scene.cwd} `))).toEqual(
    before.filter((line) => !line.startsWith(`${scene.cwd} `)),
  )
  expect([...placed.values()].filter((file) => existsSync(join(dirname(file), 'ran')))).toEqual([])
  expect(listen).not.toHaveBeenCalled()
  expect(connect).not.toHaveBeenCalled()
  expect(ports()).toEqual(portsBefore)
  expect({}).not.toHaveProperty('polluted')
  expect({}).not.toHaveProperty('dataDir')
})

const placeOf = (name: string): string => placed.get(rows.find(({ file }) => file === name)!)!
const replayed = (name: string) => replay(readFixture(placeOf(name)), placeOf(name), { trust: true })

test('findings are written into the working directory, not through a link there', async () => {
  const file = join(dirname(placeOf('findings/story.json')), 'innocent.yaml')
  mkdirSync('fixtures')
  symlinkSync(scene.home, 'fixtures/found')
  await expect(readCampaign(file)).rejects.toThrow(/fixtures\/found" lies outside.*--found FOLDER.*--trust/s)
  expect(await readCampaign(file, { found: 'elsewhere' })).toMatchObject({ found: 'elsewhere' })
  rmSync('fixtures', { recursive: true })
  expect(await readCampaign(file)).toMatchObject({ found: 'fixtures/found' })
})

test('a trusted file may do what code may', async () => {
  expect((await replayed('values/memo.yaml')).passed).toBe(true)
  expect((await replayed('paths/link.yaml')).passed).toBe(true)
  expect((await replayed('methods/gc-percent.yaml')).passed).toBe(true)
  expect(await readCampaign(placeOf('campaigns/both.yaml'), { trust: true })).toMatchObject({
    found: join(scene.home, '.ssh'),
    corpus: scene.home,
  })
  await expect(readCampaign(placeOf('campaigns/data-dir.yaml'), { found: 'found' })).resolves.toMatchObject({
    found: 'found',
    trusted: false,
  })
})
