// The way from `cargo new` to a green test by docs/building.md alone, with the Rust that is installed and the package as it is published.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { blocksOf, run, write } from './guide.js'
import { emptyFolder, manifestOnly, NPMRC, onlineTest, TIMEOUT, unpack } from './packed.js'

const TARGET = 'wasm32-unknown-unknown'

/** Why the page cannot be followed here; undefined if it can. */
function obstacle(): string | undefined {
  const ask = (program: string, ...args: readonly string[]) => spawnSync(program, args, { encoding: 'utf8' })
  const { status, stdout } = ask('rustc', '--print', 'sysroot')
  if (status !== 0 || ask('cargo', '--version').status !== 0) return 'there is no Rust'
  if (!existsSync(join(stdout.trim(), 'lib/rustlib', TARGET, 'lib'))) return `Rust has no target ${TARGET}`
  // The index is asked for one crate, as a build does first.
  const found = ask('cargo', 'info', '--quiet', 'cosmwasm-std@3.0.9')
  return found.status === 0 ? undefined : 'crates.io cannot be reached, or Cargo is older than 1.82'
}

const reason = process.env['SUDOBOX_OFFLINE'] === '1' ? undefined : obstacle()
if (reason !== undefined) console.warn(`SKIPPED what compiles Rust: ${reason}`)
const test = onlineTest.skipIf(reason !== undefined)

/** Compiling a contract and the program of its schema takes three minutes of CPU. */
const COMPILING = 3 * TIMEOUT

const scratch = emptyFolder()
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const INSTALLS = /(?<=npm install .*)\bsudobox\b/
const MOVES = /^cd (\S+)$/m

/** Optimizing across crates and debug information of the program of the schema take half of the time, and show nothing here. */
const QUICK_BUILD = 'export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_DEV_DEBUG=0'

/** Does what the page says, one block after the other. */
async function follow(): Promise<{ readonly folder: string; readonly output: string }> {
  let folder = scratch
  let output = ''
  for (const block of blocksOf('../building')) {
    if (block.kind === 'file') {
      write(folder, block.path, block.text)
      continue
    }
    const isInstalled = INSTALLS.test(block.text)
    const command = block.text.replace(INSTALLS, isInstalled ? await manifestOnly(scratch) : '')
    const ran = await run(`${QUICK_BUILD} CARGO_TARGET_DIR='${join(scratch, 'target')}'\n${command}`, folder)
    expect(ran, block.text).toEqual({ code: 0, output: ran.output })
    folder = join(folder, MOVES.exec(block.text)?.[1] ?? '')
    if (isInstalled) await unpack(folder)
    write(folder, '.npmrc', NPMRC)
    output += ran.output
  }
  return { folder, output }
}

test(
  'the page leads from cargo new to passing tests',
  async () => {
    const { folder, output } = await follow()
    expect(output).toMatch(/artifacts\/counter\.wasm {2}[\d,]+ bytes/)
    expect(output).toMatch(/neutron +3\.0\.6 +accepted/)
    expect(output).toMatch(/schema\/counter\.json: the schema of counter/)
    expect(output).toMatch(/Tests\s+2 passed \(2\)/)
    expect(readFileSync(join(folder, 'test/counter.test.ts'), 'utf8')).toContain('artifacts/counter.wasm')

    // The failing call names the line of Rust, whether the contract was lowered or not.
    const source = readFileSync(join(folder, 'src/lib.rs'), 'utf8').split('\n')
    const script = `
      import { createSandbox } from 'sudobox'
      const alice = createSandbox().chains.neutron.account('alice')
      const counter = await alice.deploy('artifacts/counter.wasm', { start: 1 })
      await alice.execute(counter, { increment: { by: 2 ** 32 - 1 } }).catch((error) => console.log(error.message))
    `
    write(folder, 'line.mjs', script)
    const line = source.findIndex((text) => text.includes('+ by')) + 1
    expect((await run('node line.mjs', folder)).output).toMatch(
      new RegExp(`(?:other code:|storage: read count)\\n +in counter::execute \\(src/lib\\.rs:${line}:\\d+\\)\\n`),
    )

    // A change of the source that the tests notice, built by their own run.
    write(folder, 'vitest.config.ts', CONFIG)
    write(folder, 'src/lib.rs', source.join('\n').replace('+ by', '+ by + 1'))
    const target = `${QUICK_BUILD} CARGO_TARGET_DIR='${join(scratch, 'target')}'`
    const changed = await run(`${target}\nnpx vitest run test/increment.test.ts`, folder)
    expect(changed).toMatchObject({ code: 1, output: expect.stringContaining('artifacts/counter.wasm: ') })
    expect(changed.output).toMatch(/count.*43/)
    write(folder, 'src/lib.rs', 'this is no Rust')
    const broken = await run(`${target}\nnpx vitest run test/increment.test.ts`, folder)
    expect(broken.code).toBe(1)
    expect(broken.output).toContain('Cargo could not compile counter')
    expect(broken.output).toContain('the contracts were not built')
  },
  COMPILING,
)

const CONFIG = `
import { defineConfig } from 'vitest/config'
import { sudobox } from 'sudobox/vitest/config'
export default defineConfig({ plugins: [sudobox({ build: true })] })
`
