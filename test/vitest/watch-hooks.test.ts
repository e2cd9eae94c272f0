import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildOnChange } from '../../src/vitest/watch/build.js'
import { rerunOnChange } from '../../src/vitest/watch/rerun.js'

// What watch mode does when files change, with a watcher that the test moves.

function vitestAt(root = '/project') {
  const watcher = Object.assign(new EventEmitter(), { added: [] as unknown[] })
  const closing: (() => void)[] = []
  const said: string[] = []
  const vitest = {
    vite: { watcher: Object.assign(watcher, { add: (what: unknown) => (watcher.added.push(what), watcher) }) },
    config: {
      root,
      reporters: [] as { onTestModuleEnd: (this: void, module: object) => void }[],
      watchTriggerPatterns: undefined as
        | undefined
        | { readonly pattern: RegExp; testsToRun: (this: void, path: string) => string[] | undefined }[],
    },
    logger: { log: (text: string) => said.push(text), error: (text: string) => said.push(`error: ${text}`) },
    onClose: (close: () => void) => closing.push(close),
  }
  return { vitest, watcher, said, close: () => closing.forEach((one) => one()) }
}

test('a changed file reruns the tests that read it', () => {
  const { vitest, watcher } = vitestAt()
  const earlier = { pattern: /x/, testsToRun: () => undefined }
  vitest.config.watchTriggerPatterns = [earlier]
  rerunOnChange(vitest as never)
  expect(vitest.config.watchTriggerPatterns).toHaveLength(2)
  expect(vitest.config.watchTriggerPatterns[0]).toBe(earlier)
  const { pattern, testsToRun } = vitest.config.watchTriggerPatterns[1]!
  const [{ onTestModuleEnd } = { onTestModuleEnd: () => undefined }] = vitest.config.reporters
  const ended = (moduleId: string, files: readonly string[] | undefined, ok = true) =>
    onTestModuleEnd({ moduleId, meta: () => ({ sudoboxFiles: files }), ok: () => ok })

  expect(pattern.test('/anything')).toBe(true)
  expect(testsToRun('/a.wasm')).toBeUndefined()
  ended('one', ['/a.wasm', 'C:\\b.wasm'])
  ended('two', ['/a.wasm'])
  ended('three', undefined)
  expect(testsToRun('/a.wasm')).toEqual(['one', 'two'])
  expect(testsToRun('C:/b.wasm')).toEqual(['one'])
  expect(testsToRun('/c.wasm')).toBeUndefined()
  expect(watcher.added).toEqual([['/a.wasm', 'C:/b.wasm'], ['/a.wasm'], []])

  // A failed test may not have come to all its files; one that passed has.
  ended('one', ['/c.wasm'], false)
  expect(testsToRun('/a.wasm')).toEqual(['one', 'two'])
  expect(testsToRun('/c.wasm')).toEqual(['one'])
  ended('one', ['/c.wasm'])
  expect(testsToRun('/a.wasm')).toEqual(['two'])
  ended('new', ['/d.wasm'], false)
  expect(testsToRun('/d.wasm')).toEqual(['new'])
})

test('without patterns of the user there is one', () => {
  const { vitest } = vitestAt()
  rerunOnChange(vitest as never)
  expect(vitest.config.watchTriggerPatterns).toHaveLength(1)
})

function building(command: string, folder?: string) {
  const root = mkdtempSync(join(tmpdir(), 'sudobox-build-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const at = vitestAt(root)
  buildOnChange(at.vitest as never, { command, ...(folder !== undefined && { folder }) })
  onTestFinished(() => at.close())
  const change = (path: string) => at.watcher.emit('all', 'change', join(root, path))
  return { ...at, root, change }
}

test('a build says that it began, and how it ended', async () => {
  const good = building('echo told', '.')
  expect(good.watcher.added).toEqual([good.root])
  good.change('src/lib.rs')
  await vi.waitFor(() => expect(good.said).toEqual(['sudobox: echo told', 'sudobox: the build succeeded']))

  const bad = building('echo out; echo err >&2; exit 3')
  bad.change('Cargo.toml')
  await vi.waitFor(() =>
    expect(bad.said).toEqual([
      'sudobox: echo out; echo err >&2; exit 3',
      expect.stringMatching(/^error: (out\nerr\n|err\nout\n)sudobox: the build failed \(exit code 3\)$/),
    ]),
  )
  // What it printed belongs to this build alone.
  bad.change('Cargo.lock')
  await vi.waitFor(() => expect(bad.said).toHaveLength(4))
  expect(bad.said[3]).toBe(bad.said[1])

  const killed = building('kill -9 $$')
  killed.change('a.rs')
  await vi.waitFor(() => expect(killed.said[1]).toBe('error: sudobox: the build failed (SIGKILL)'))

  const nowhere = building('echo told', 'missing')
  nowhere.change('missing/a.rs')
  await vi.waitFor(() => expect(nowhere.said[1]).toMatch(/^error: Error: spawn .*ENOENT\nsudobox: the build failed/))
})

test('only sources of the folder start a build, not what it writes', async () => {
  const { change, said } = building('echo told', 'contracts')
  const none = ['lib.rs', 'contracts/README.md', 'contracts/target/debug/build/x.rs', 'contracts/a/target/x.rs']
  for (const path of [...none, 'contracts/Cargo.toml.bak', 'contracts/myCargo.toml', 'other/Cargo.lock']) change(path)
  await new Promise((done) => setTimeout(done, 120))
  expect(said).toEqual([])
})

test('changes at one moment start one build, changes during it one more', async () => {
  const { change, said, close } = building('sleep 0.3')
  for (const path of ['a.rs', 'b.rs', 'a/Cargo.toml']) change(path)
  await vi.waitFor(() => expect(said).toHaveLength(1))
  change('a.rs')
  await new Promise((done) => setTimeout(done, 80))
  change('b.rs')
  expect(said).toHaveLength(1)
  await vi.waitFor(
    () =>
      expect(said).toEqual([
        'sudobox: sleep 0.3',
        'sudobox: the build succeeded',
        'sudobox: sleep 0.3',
        'sudobox: the build succeeded',
      ]),
    { timeout: 5000 },
  )
  // Nothing runs after the end.
  change('c.rs')
  close()
  await new Promise((done) => setTimeout(done, 120))
  expect(said).toHaveLength(4)
})
