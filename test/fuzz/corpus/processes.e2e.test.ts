import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Corpus } from 'sudobox/fuzz'

const WRITER = join(import.meta.dirname, 'writer.mjs')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corpus-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What the process said that it kept; it is killed once it said so many, if at all. */
function write(args: readonly (string | number)[], killAfter = Infinity): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [WRITER, folder, ...args.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.split('\n').length > killAfter) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', () => resolve(said.split('\n').slice(0, -1).map(Number)))
  })
}

test('a campaign that is killed at any moment leaves only whole stories, and all that it had kept', async () => {
  for (const [round, lines] of [3, 11, 20].entries()) {
    const kept = await write([round * 1_000_000, 1], lines)
    expect(kept.length).toBeGreaterThanOrEqual(lines)
    const corpus = Corpus.open(folder)
    expect(corpus.warnings).toEqual([])
    for (const id of kept) expect(corpus.features.has(id)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  }
})

test('two processes on one folder keep what both found', async () => {
  const both = await Promise.all([write([0, 2, 20]), write([1, 2, 20])])
  const corpus = Corpus.open(folder)
  expect(corpus.warnings).toEqual([])
  expect(new Set(both.flat())).toEqual(corpus.features)
  expect(corpus.features.size).toBe(40)
})
