import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withoutCustomSections } from '../../scripts/contracts/wasm.mjs'
import { createSandbox, TxError } from '../../src/sandbox/index.js'

const scratch = mkdtempSync(join(tmpdir(), 'places-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const TWIN = 'contracts/artifacts/callback_lab.debug.wasm'
const PANIC = 'contracts/std3/callback_lab/src/behaviour.rs'
const line =
  readFileSync(PANIC, 'utf8')
    .split('\n')
    .findIndex((text) => text.includes('panic!("told to panic")')) + 1

/** The error of a call that fails as it is told. */
async function failure(wasm: string, behaviour: string): Promise<TxError> {
  const { neutron } = createSandbox().chains
  const alice = neutron.account('alice', '10000000untrn')
  const lab = await alice.deploy(wasm, {})
  const error: unknown = await alice
    .execute(lab, { act: { behaviour } }, { gasLimit: 300_000n })
    .catch((e: unknown) => e)
  if (!(error instanceof TxError)) throw error
  return error
}

const framesOf = ({ result }: TxError) => result.trace[0]!.frames

test('a panic shows the function, the file and the line, with the code around it', async () => {
  const error = await failure('contracts/artifacts/callback_lab.wasm', 'panic')
  const [first] = framesOf(error)
  expect(first).toMatchObject({ function: 'callback_lab::behaviour::perform', line })
  expect(error.message).toContain(`perform (${PANIC}:${line}:`)
  expect(error.message).toMatch(/> \d+ \| +Plain::Panic => panic!\("told to panic"\),\n +\| +\| +\^/)
  // The committed file was built before its twin: they are other code.
  expect(error.message).toContain('found by making the call once more on the debug twin')
  expect(error.result.rawLog).not.toContain('twin')
})

test('functions that were inlined have places too', async () => {
  const functions = framesOf(await failure('contracts/artifacts/callback_lab.wasm', 'panic')).map((one) => one.function)
  expect(functions.filter((name) => name.endsWith('execute')).length).toBeGreaterThan(1)
})

test('of a twin with the same code only the debug information is used, also for a call that runs out of gas', async () => {
  const wasm = join(scratch, 'same.wasm')
  writeFileSync(wasm, withoutCustomSections(readFileSync(TWIN)))
  copyFileSync(TWIN, join(scratch, 'same.debug.wasm'))
  const error = await failure(wasm, 'write_forever')
  expect(error.message).not.toContain('once more')
  const place = framesOf(error).find(({ file }) => file?.endsWith('endless.rs'))
  expect(readFileSync('contracts/std3/callback_lab/src/endless.rs', 'utf8').split('\n')[place!.line! - 1]).toContain(
    'storage.set',
  )
})

test('a twin with broken debug information still gives names, and an invalid module is ignored', async () => {
  const wasm = join(scratch, 'broken.wasm')
  // A custom section makes it another file.
  writeFileSync(wasm, Buffer.concat([withoutCustomSections(readFileSync(TWIN)), Buffer.from([0, 2, 1, 0x61])]))
  const broken = Buffer.from(readFileSync(TWIN))
  for (const name of ['.debug_line', '.debug_info'])
    broken.fill(0xff, broken.indexOf(name) + name.length, broken.indexOf(name) + 4000)
  writeFileSync(join(scratch, 'broken.debug.wasm'), broken)
  const [named] = framesOf(await failure(wasm, 'panic'))
  expect(named).toMatchObject({ function: 'callback_lab::behaviour::perform', line: undefined })
  const other = join(scratch, 'other.wasm')
  copyFileSync('contracts/artifacts/callback_lab.wasm', other)
  writeFileSync(join(scratch, 'other.debug.wasm'), 'no module')
  expect(framesOf(await failure(other, 'panic')).map((one) => one.line)).not.toContain(line)
})
