import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc } from '../../random.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Corpus, type KeptStory } from 'sudobox/fuzz'
import { decodeFeatures, encodeFeatures } from '../../../src/fuzz/corpus/features.js'
import { FixtureError } from 'sudobox'

const story = (seconds: number, features: number[], length = 1): KeptStory => ({
  actions: Array.from({ length }, () => ({ action: 'advance', seconds }) as const),
  features,
})
const seconds = (corpus: Corpus) =>
  corpus.stories.map(({ actions }) => (actions[0] as { seconds: number }).seconds).sort((a, b) => a - b)

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'corpus-')), 'kept')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

describe.each(['in memory', 'in a folder'])('%s', (where) => {
  const open = () => Corpus.open(where === 'in memory' ? undefined : folder)

  test('only stories with new features are kept', () => {
    const corpus = open()
    expect(corpus.offer(story(1, [1, 2]))).toBe(true)
    expect(corpus.offer(story(2, [2, 1]))).toBe(false)
    expect(corpus.offer(story(3, [2, 3]))).toBe(true)
    expect(corpus.offer(story(4, []))).toBe(false)
    expect(seconds(corpus)).toEqual([1, 3])
    expect(corpus.features).toEqual(new Set([1, 2, 3]))
  })

  test('minimising leaves few stories that have all features, and no feature is lost', () => {
    const corpus = open()
    corpus.offer(story(1, [1]))
    corpus.offer(story(2, [2]))
    corpus.offer(story(3, [1, 2, 3]))
    corpus.offer(story(4, [4], 5))
    corpus.minimise()
    expect(seconds(corpus)).toEqual([3, 4])
    expect(corpus.offer(story(5, [1, 2]))).toBe(false)
  })
})

test('any stories have all their features after minimising', () => {
  const stories = fc.array(fc.tuple(fc.uniqueArray(fc.nat(30), { minLength: 1 }), fc.integer({ min: 1, max: 4 })), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(stories, (given) => {
      const corpus = Corpus.open(undefined)
      given.forEach(([features, length], i) => corpus.offer(story(i, features, length)))
      const before = corpus.size
      corpus.minimise()
      expect(new Set(corpus.stories.flatMap(({ features }) => features))).toEqual(new Set(corpus.features))
      expect(corpus.size).toBeLessThanOrEqual(before)
    }),
  )
})

test('features survive the file, whatever they are', () => {
  const feature = fc.oneof(fc.nat(1000), fc.maxSafeNat())
  fc.assert(
    fc.property(fc.uniqueArray(feature, { minLength: 1, maxLength: 300 }), (list) => {
      const features = list.sort((a, b) => a - b)
      expect(decodeFeatures(encodeFeatures(features))).toEqual(features)
    }),
  )
  for (const wrong of ['gA==', '!', 'AQA=', 'AQ', '/////////////w8=']) expect(decodeFeatures(wrong)).toBeUndefined()
})

test('it is the same when it is opened again; whole numbers may be bigints', () => {
  const corpus = Corpus.open(folder)
  corpus.offer({ actions: [{ action: 'advance', seconds: 2n ** 64n }], features: [3, 1, 2 ** 50] })
  const again = Corpus.open(folder)
  expect(again.stories).toEqual([
    { actions: [{ action: 'advance', seconds: '18446744073709551616' }], features: [1, 3, 2 ** 50] },
  ])
  expect(again.warnings).toEqual([])
  expect(again.offer({ actions: [{ action: 'block' }], features: [1] })).toBe(false)
})

test('two campaigns on one folder read what the other one keeps', () => {
  const [a, b] = [Corpus.open(folder), Corpus.open(folder)]
  a.offer(story(1, [1]))
  b.offer(story(2, [2]))
  a.refresh()
  b.refresh()
  expect(seconds(a)).toEqual([1, 2])
  expect(seconds(b)).toEqual([1, 2])
  expect(b.offer(story(3, [1]))).toBe(false)
})

test('two campaigns that minimise at once lose no feature', () => {
  const a = Corpus.open(folder)
  a.offer(story(1, [1, 2]))
  const b = Corpus.open(folder)
  a.offer(story(2, [2, 3]))
  b.offer(story(3, [1, 2, 3]))
  // Each knows of stories that the other one does not.
  a.minimise()
  b.minimise()
  a.minimise()
  expect(new Set(Corpus.open(folder).stories.flatMap(({ features }) => features))).toEqual(new Set([1, 2, 3]))
})

test('a file that is not a story of this version is skipped, reported and not deleted', () => {
  const corpus = Corpus.open(folder)
  corpus.offer(story(1, [1]))
  corpus.offer(story(2, [2]))
  corpus.offer(story(3, [3]))
  corpus.offer(story(4, [4]))
  const [truncated, changed, newer, foreign] = readdirSync(folder).map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  const text = (file: string) => readFileSync(file, 'utf8')
  writeFileSync(truncated, text(truncated).slice(0, -9))
  writeFileSync(changed, text(changed).replace('"advance"', '"block"'))
  writeFileSync(newer, text(newer).replace('"sudobox":1', '"sudobox":99'))
  writeFileSync(foreign, '[]')
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  mkdirSync(join(folder, `${'0'.repeat(32)}.json`))
  const opened = Corpus.open(folder)
  expect(opened.stories).toEqual([])
  expect(Object.fromEntries(opened.warnings.map(({ file, reason }) => [file, reason]))).toEqual({
    [truncated]: 'truncated',
    [changed]: 'changed',
    [newer]: 'newer',
    [foreign]: 'foreign',
    [join(folder, 'notes.txt')]: 'foreign',
  })
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine')
  // The stories that were lost can be found again.
  for (const n of [1, 2, 3, 4]) expect(opened.offer(story(n, [n]))).toBe(true)
  expect(Corpus.open(folder).size).toBe(4)
})

test('partial files of a dead process are deleted, those of a running one are kept', () => {
  mkdirSync(folder, { recursive: true })
  const left = join(folder, '.0.json-4194999-0-1.tmp')
  const living = join(folder, `.0.json-${process.pid}-0-1.tmp`)
  for (const file of [left, living]) writeFileSync(file, '{')
  expect(Corpus.open(folder).warnings).toEqual([])
  expect([existsSync(left), existsSync(living)]).toEqual([false, true])
})

test('a path that is not a folder is a typed error that names it', () => {
  writeFileSync(folder, '')
  expect(() => Corpus.open(folder)).toThrow(FixtureError)
  expect(() => Corpus.open(folder)).toThrow(folder)
})
