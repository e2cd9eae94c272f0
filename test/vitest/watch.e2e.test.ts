import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

// What watch mode does when contracts change: a real `vitest --watch` over a small project.

const artifact = (name: string): string => resolve(`contracts/artifacts/${name}.wasm`)

/** Says which contract it stored: the wasm is another when the hash is. */
const story = (wasm: string): string => `
import { createSandbox } from 'sudobox'
import { test } from 'vitest'
test('stores', async () => {
  const { codeId } = await createSandbox().chains.neutron.account('alice').store('${wasm}')
  console.log('stored ${wasm}', codeId)
})
`

/** A build that copies, and takes what is in a source for its error. */
const BUILD = `
import { copyFileSync, readFileSync, renameSync } from 'node:fs'
const source = readFileSync('src/lib.rs', 'utf8')
if (source.includes('error')) {
  console.error('error[E0425]: cannot find value in src/lib.rs')
  process.exit(101)
}
copyFileSync(source, 'fresh.wasm')
renameSync('fresh.wasm', 'first.wasm')
`

const CONFIG = `
// Vite would bundle the package into the configuration if it saw its path there.
const path = '${resolve('dist/vitest/config.js')}'
const { sudobox } = await import(path)
export default {
  resolve: { alias: { sudobox: '${resolve('dist/sandbox/index.js')}' } },
  plugins: [sudobox({ build: 'node build.mjs' })],
  test: { server: { deps: { external: [/dist/] } } },
}
`

/** A running watch mode, and what it printed since the last time somebody looked. */
class Watching {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'sudobox-watch-')))
  #printed = ''
  #look = (): void => undefined

  constructor(files: Readonly<Record<string, string>>) {
    mkdirSync(join(this.folder, 'src'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text)
  }

  start(): void {
    const child = spawn(
      process.execPath,
      [resolve('node_modules/vitest/vitest.mjs'), '--watch', '--root', this.folder, '--no-color', '--maxWorkers=1'],
      {
        cwd: this.folder,
        env: { ...process.env, NO_COLOR: '1', CI: '', GITHUB_ACTIONS: '' },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    )
    const ended = new Promise((done) => child.once('close', done))
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#printed += text
        this.#look()
      })
    onTestFinished(async () => {
      child.kill()
      await ended
      rmSync(this.folder, { recursive: true })
    })
  }

  /** What is printed until the pattern is found, and no more of it afterwards. */
  async until(pattern: RegExp): Promise<string> {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`no ${pattern} in:\n${this.#printed}`)), 120_000)
      this.#look = () => {
        const found = pattern.exec(this.#printed)
        if (found === null) return
        clearTimeout(timer)
        const end = found.index + found[0].length
        this.#look = () => undefined
        done(this.#printed.slice(0, end))
        this.#printed = this.#printed.slice(end)
      }
      this.#look()
    })
  }

  /** As builds do: the new file stands at its place whole. */
  replace(name: string, from: string): void {
    copyFileSync(from, join(this.folder, 'next'))
    renameSync(join(this.folder, 'next'), join(this.folder, name))
  }
}

/** The end of a run that passed, or failed. */
const WAITING = /(?:Waiting|Watching) for file changes/

const filesOf = (run: string): string[] => [...run.matchAll(/^stored (\S+)/gm)].map(([, name]) => name!).toSorted()

test('a changed contract', async () => {
  const watching = new Watching({
    'first.test.ts': story('first.wasm'),
    'second.test.ts': story('second.wasm'),
    'build.mjs': BUILD,
    'vitest.config.mjs': CONFIG,
    'src/lib.rs': artifact('ping_pong'),
  })
  watching.replace('first.wasm', artifact('ping_pong'))
  watching.start()
  // The one whose contract is not there yet fails.
  const start = await watching.until(WAITING)
  expect(filesOf(start)).toEqual(['first.wasm'])
  expect(start).toContain('cannot read the contract second.wasm')

  watching.replace('second.wasm', artifact('ping_pong'))
  expect(filesOf(await watching.until(WAITING))).toEqual(['second.wasm'])

  watching.replace('first.wasm', artifact('callback_lab'))
  expect(filesOf(await watching.until(WAITING))).toEqual(['first.wasm'])

  writeFileSync(join(watching.folder, 'src/lib.rs'), 'error')
  const failure = await watching.until(/the build failed \(exit code 101\)/)
  expect(failure).toContain('sudobox: node build.mjs\nerror[E0425]: cannot find value in src/lib.rs')

  writeFileSync(join(watching.folder, 'src/lib.rs'), artifact('remote_reader'))
  const built = await watching.until(WAITING)
  expect(built).toMatch(/sudobox: node build\.mjs\n[^]*RERUN +first\.wasm/)
  // The failed build had no test run.
  expect(filesOf(built)).toEqual(['first.wasm'])
})
