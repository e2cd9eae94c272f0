import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEvmNode, type EvmNode } from '../../src/evm/index.js'

let directory: string
let outside: string
let node: EvmNode
const ask = (method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sudobox-files-'))
  outside = mkdtempSync(join(tmpdir(), 'sudobox-outside-'))
  node = createEvmNode({ dataDir: directory, accounts: { count: 1 } })
})
afterEach(async () => {
  await node.close()
  rmSync(directory, { recursive: true })
  rmSync(outside, { recursive: true })
})

test.each([
  ['../outside', '".." is refused'],
  ['a/../../outside', '".." is refused'],
  ['a\\..\\outside', '".." is refused'],
  ['/etc/sudobox', 'absolute paths are refused'],
  ['\\\\host\\share', 'absolute paths are refused'],
  ['C:/sudobox', 'absolute paths are refused'],
  ['', 'not a valid file name'],
  ['a//b', 'not a valid file name'],
  ['./a', 'not a valid file name'],
  ['a\0b', 'not a valid file name'],
  ['x'.repeat(2000), 'not a valid file name'],
  ['missing/file', 'the directory missing does not exist'],
  ['folder', 'not a plain file'],
  ['link', 'links are not followed'],
  ['dangling', 'links are not followed'],
  ['linked/file', 'links are not followed'],
  ['hard', 'links are not followed'],
])('nothing is written to %j', async (name, why) => {
  mkdirSync(join(directory, 'folder'))
  const secret = join(outside, 'secret')
  writeFileSync(secret, 'kept')
  symlinkSync(secret, join(directory, 'link'))
  symlinkSync(join(outside, 'made'), join(directory, 'dangling'))
  symlinkSync(outside, join(directory, 'linked'))
  linkSync(secret, join(directory, 'hard'))
  for (const [method, ...rest] of [
    ['debug_writeMutexProfile'],
    ['admin_exportChain'],
    ['debug_cpuProfile', 0],
    ['admin_importChain'],
    ['debug_traceBlockFromFile'],
  ] as const)
    await expect(ask(method, name, ...rest)).rejects.toMatchObject({
      code: -32000,
      shortMessage: expect.stringContaining(why) as string,
    })
  expect(readFileSync(secret, 'utf8')).toBe('kept')
  expect(existsSync(join(outside, 'made'))).toBe(false)
  expect(existsSync(join(outside, 'file'))).toBe(false)
})

test('files are below the directory, also in existing folders', async () => {
  mkdirSync(join(directory, 'folder'))
  await ask('debug_writeMutexProfile', 'folder/mutex.json')
  expect(JSON.parse(readFileSync(join(directory, 'folder', 'mutex.json'), 'utf8'))).toMatchObject({ fraction: 0 })
})

test('a trace is taken in the main thread as in others, and nodes take theirs at the same time', async () => {
  await ask('debug_startGoTrace', 'trace.json')
  const other = createEvmNode({ dataDir: directory, accounts: { count: 1 } })
  await other.request({ method: 'debug_goTrace', params: ['other.json', 0] })
  await ask('debug_freeOSMemory')
  await ask('debug_stopGoTrace')
  expect(readFileSync(join(directory, 'trace.json'), 'utf8')).toContain('"MajorGC"')
  // What runs when a node is closed ends with it, and leaves the way free.
  await other.request({ method: 'debug_startGoTrace', params: ['left.json'] })
  await other.close()
  await ask('debug_goTrace', 'again.json', 0)
  expect(readdirSync(directory).sort()).toEqual(['again.json', 'other.json', 'trace.json'])
})

test('without a directory all files are refused', async () => {
  const bare = createEvmNode()
  for (const [method, ...params] of [
    ['debug_writeBlockProfile', 'a'] as const,
    ['debug_startCPUProfile', 'a'],
    ['debug_goTrace', 'a', 0],
    ['admin_exportChain', 'a'],
    ['admin_importChain', 'a'],
    ['debug_traceBlockFromFile', 'a'],
  ])
    await expect(bare.request({ method: method as string, params })).rejects.toThrow(
      'no directory for files is configured',
    )
  expect(await bare.request({ method: 'admin_datadir' })).toBe('')
})
