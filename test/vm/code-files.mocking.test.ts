import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toHex } from '../../src/base/bytes.js'
import { CodeFiles } from '../../src/vm/codes/code-files.js'
import { sha256 } from '../../src/crypto/hash.js'

vi.mock('../../src/vm/codes/rewriter-release.js', () => ({ rewriterRelease: () => 'test' }))

let home: string
let folder: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sudobox-codes-'))
  folder = join(home, 'sudobox', 'codes')
  vi.stubEnv('XDG_CACHE_HOME', home)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

const key = { checksum: 'ab'.repeat(32), version: '3.0.10' }
const other = { checksum: 'cd'.repeat(32), version: '3.0.10' }
const code = (fill: number, size = 100_000): Uint8Array => new Uint8Array(size).fill(fill)
const files = (release = 'r1', most?: number): CodeFiles => new CodeFiles(folder, release, most)
/** Comparing the bytes themselves takes a second. */
const sum = (bytes: Uint8Array | undefined): string | undefined => bytes && toHex(sha256(bytes))
const onlyFile = (): string => join(folder, readdirSync(folder)[0]!)

test('a code is read by its checksum, the release of the VM and that of the rewriter', () => {
  files().write(key, code(1))
  expect(sum(files().read(key))).toBe(sum(code(1)))
  expect(files().read(other)).toBeUndefined()
  expect(files().read({ ...key, version: '2.2.2' })).toBeUndefined()
  expect(files('r2').read(key)).toBeUndefined()
  expect(readdirSync(folder)).toHaveLength(1)
})

test('a damaged, truncated, empty or renamed file is ignored, and written again', () => {
  files().write(key, code(1))
  const whole = readFileSync(onlyFile())
  const damaged = Buffer.from(whole)
  damaged[5000]! ^= 1
  for (const bytes of [damaged, whole.subarray(0, 5000), Buffer.alloc(0), Buffer.concat([whole, Buffer.of(0)])]) {
    writeFileSync(onlyFile(), bytes)
    expect(files().read(key)).toBeUndefined()
  }
  files().write(key, code(1))
  expect(sum(files().read(key))).toBe(sum(code(1)))
  const name = onlyFile()
  rmSync(name)
  files().write(other, code(2))
  renameSync(onlyFile(), name)
  expect(files().read(key)).toBeUndefined()
})

test('links and folders in place of a file are ignored', () => {
  files().write(key, code(1))
  const name = onlyFile()
  renameSync(name, join(home, 'elsewhere'))
  symlinkSync(join(home, 'elsewhere'), name)
  expect(files().read(key)).toBeUndefined()
  rmSync(name)
  mkdirSync(name)
  expect(files().read(key)).toBeUndefined()
  expect(() => files().write(key, code(1))).not.toThrow()
})

test.skipIf(process.platform === 'win32')('a folder that others may write to, or a link to one, is not used', () => {
  files().write(key, code(1))
  chmodSync(folder, 0o777)
  expect(files().read(key)).toBeUndefined()
  files().write(other, code(2))
  expect(readdirSync(folder)).toHaveLength(1)
  chmodSync(folder, 0o700)
  expect(sum(files().read(key))).toBe(sum(code(1)))
  renameSync(folder, join(home, 'elsewhere'))
  symlinkSync(join(home, 'elsewhere'), folder)
  expect(files().read(key)).toBeUndefined()
})

test('a folder that cannot be created is not an error', () => {
  writeFileSync(join(home, 'sudobox'), '')
  expect(() => files().write(key, code(1))).not.toThrow()
  expect(files().read(key)).toBeUndefined()
})

test('the oldest files go when there are too many bytes, those of killed writers too', () => {
  const small = files('r1', 350_000)
  small.write(key, code(1))
  utimesSync(onlyFile(), 1000, 1000)
  writeFileSync(join(folder, 'left.tmp'), code(9))
  utimesSync(join(folder, 'left.tmp'), 2000, 2000)
  small.write(other, code(2))
  expect(sum(small.read(key))).toBe(sum(code(1)))
  for (const [index, checksum] of ['11', '22'].entries()) small.write({ ...key, checksum }, code(3 + index))
  expect(small.read(key)).toBeUndefined()
  expect(existsSync(join(folder, 'left.tmp'))).toBe(false)
  expect(sum(small.read(other))).toBe(sum(code(2)))
  expect(sum(small.read({ ...key, checksum: '22' }))).toBe(sum(code(4)))
  small.write({ ...key, checksum: '33' }, code(5, 400_000))
  expect(small.read({ ...key, checksum: '33' })).toBeUndefined()
})

/** A VM of a process that has compiled nothing yet. */
async function newProcess() {
  vi.resetModules()
  const { createVm, mockBackend, MockStorage, MOCK_ENV, MOCK_INFO } = await import('../../src/vm/index.js')
  return (wasm: Uint8Array) => {
    const vm = createVm()
    const { checksum } = vm.store(wasm)
    const args = [MOCK_ENV, MOCK_INFO, JSON.stringify({ admins: [], mutable: false })].map((text) => Buffer.from(text))
    const backend = { ...mockBackend(), storage: new MockStorage() }
    const { data, error, gas } = vm.call(checksum, 'instantiate', args, { backend, gasLimit: 500_000_000_000n })
    return { answer: Buffer.from(data ?? []).toString(), error, gas: gas.usedInternally }
  }
}

const artifact = (name: string): Uint8Array =>
  readFileSync(new URL(`../../contracts/artifacts/${name}.wasm`, import.meta.url))

test('a contract runs the same from a cached file, which later processes read', async () => {
  const wasm = artifact('cw1_whitelist')
  const first = (await newProcess())(wasm)
  expect(first.error).toBeUndefined()
  expect(readdirSync(folder)).toHaveLength(1)
  expect((await newProcess())(wasm)).toEqual(first)

  // What is in the file is what runs: that of another contract, which knows no such message.
  const own = { checksum: toHex(sha256(wasm)), version: '3.0.10' }
  const usual = new CodeFiles(folder, 'test')
  const kept = usual.read(own)!
  const group = artifact('cw4_group')
  ;(await newProcess())(group)
  usual.write(own, usual.read({ ...own, checksum: toHex(sha256(group)) })!)
  expect((await newProcess())(wasm).answer).toContain('Error parsing into type cw4_group')

  // A file that the engine does not take is none.
  usual.write(own, code(0))
  expect((await newProcess())(wasm)).toEqual(first)
  expect(sum(usual.read(own))).toBe(sum(kept))
})

test('SUDOBOX_CODE_CACHE=off neither reads nor writes', async () => {
  vi.stubEnv('SUDOBOX_CODE_CACHE', 'off')
  ;(await newProcess())(artifact('cw1_whitelist'))
  expect(existsSync(folder)).toBe(false)
})
