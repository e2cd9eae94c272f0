import * as fs from 'node:fs'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fromUtf8 } from '../../src/base/bytes.js'
import { FixtureError } from '../../src/base/errors.js'
import { Reach } from '../../src/base/reach.js'

vi.mock('node:fs', { spy: true })

let root: string
const start = process.cwd()
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reach-')))
  for (const folder of ['bug/in', 'cwd', 'home/in']) mkdirSync(join(root, folder), { recursive: true })
  for (const name of ['bug/a', 'bug/in/a', 'bug/..a', 'cwd/a', 'home/a', 'home/in/a'])
    writeFileSync(join(root, name), name)
  process.chdir(join(root, 'cwd'))
})
afterEach(() => {
  vi.restoreAllMocks()
  process.chdir(start)
  rmSync(root, { recursive: true, force: true })
})

const read = (path: string, file = join(root, 'bug/f.yaml'), trusted = false): string =>
  fromUtf8(new Reach(file, trusted).read(path, '/at'))
const refused = (path: string, file?: string): FixtureError => {
  try {
    read(path, file)
  } catch (error) {
    if (error instanceof FixtureError) return error
    throw error
  }
  throw new Error(`${path} is read`)
}

test('a file may name what is beside it, below it and in the working directory', () => {
  expect(read('a')).toBe('bug/a')
  expect(read('./in/../in/a')).toBe('bug/in/a')
  expect(read('..a')).toBe('bug/..a')
  expect(read('../bug/a')).toBe('bug/a')
  expect(read(join(root, 'bug/a'))).toBe('bug/a')
  expect(read('../cwd/a')).toBe('cwd/a')
  expect(read('a', 'f.yaml')).toBe('cwd/a')
  expect(read('../bug/a', '../bug/f.yaml')).toBe('bug/a')
})

test('a folder that is reached by a link is treated like any other', () => {
  symlinkSync(join(root, 'bug'), join(root, 'link'))
  symlinkSync('in', join(root, 'bug/inner'))
  expect(read('a', join(root, 'link/f.yaml'))).toBe('bug/a')
  expect(read('inner/a', join(root, 'link/f.yaml'))).toBe('bug/in/a')
  expect(read(join(root, 'link/a'))).toBe('bug/a')
  process.chdir(join(root, 'link'))
  expect(read(join(root, 'bug/a'), join(root, 'home/f.yaml'))).toBe('bug/a')
})

test('a folder whose name begins with that of the own one is another folder', () => {
  mkdirSync(join(root, 'bugs'))
  writeFileSync(join(root, 'bugs/a'), 'bugs/a')
  expect(refused('../bugs/a').pointer).toBe('/at')
})

test('an error names the file, the place, the flag and the folders, and is the same whether the target exists or not', () => {
  const { message } = refused('../home/a')
  expect(message).toBe(
    [
      `${join(root, 'bug/f.yaml')}#/at: "../home/a" lies outside the folder of the file and the working directory`,
      `  inside is: ${join(root, 'bug')}, ${join(root, 'cwd')}`,
      `  when you know who wrote the file: run the command in ${root}, or --trust lifts this (trust: true in code)`,
    ].join('\n'),
  )
  expect(refused('../home/none').message).toBe(message.replace('home/a', 'home/none'))
  expect(refused('../home/a/b').message).toBe(message.replace('home/a', 'home/a/b'))
  expect(() => read('none')).toThrow(/ENOENT/)
})

test('only what is inside a folder is opened', () => {
  vi.mocked(fs.openSync).mockClear()
  for (const path of ['../home/a', '//home/a', 'file:a', '/dev/zero', '.', 'a\0']) refused(path)
  expect(fs.openSync).not.toHaveBeenCalled()
})

test('a trusted file may name anything', () => {
  expect(read('../home/a', undefined, true)).toBe('home/a')
})

/** Does something between the look at a path and the opening of it, and something behind that. */
function racing(first: () => void, then: () => void = () => {}): void {
  const { openSync } = fs
  const real = vi.mocked(openSync).getMockImplementation() ?? openSync
  vi.mocked(openSync).mockImplementationOnce((...args) => {
    first()
    vi.mocked(openSync).mockRestore()
    const handle = (vi.mocked(openSync).getMockImplementation() ?? real)(...args)
    then()
    return handle
  })
}
const exchange = (): void => {
  renameSync(join(root, 'bug/in'), join(root, 'bug/was'))
  symlinkSync(join(root, 'home/in'), join(root, 'bug/in'))
}
const exchangeBack = (): void => {
  rmSync(join(root, 'bug/in'))
  renameSync(join(root, 'bug/was'), join(root, 'bug/in'))
}

test('a file that becomes a link while it is opened is not followed', () => {
  racing(() => {
    rmSync(join(root, 'bug/a'))
    symlinkSync(join(root, 'home/a'), join(root, 'bug/a'))
  })
  expect(() => read('a')).toThrow(/ELOOP/)
})

test('a folder that becomes a link while a file is opened is refused', () => {
  racing(exchange)
  expect(refused('in/a').reason).toContain('lies outside')
})

test('a folder that becomes a link and a folder again is refused too', () => {
  racing(exchange, exchangeBack)
  expect(refused('in/a').reason).toContain('was exchanged')
})
