import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { withoutCustomSections } from '../../scripts/contracts/wasm.mjs'
import { Vms } from '../../src/app/index.js'
import { Reach } from '../../src/base/reach.js'
import { COUNTS_LINES, countedCodes } from '../../src/coverage/counted-code.js'
import { readParts, writePart } from '../../src/coverage/parts.js'
import { writeCoverage } from '../../src/coverage/report.js'
import { createSandboxWithin } from '../../src/sandbox/api/create-sandbox.js'
import type { Sandbox } from '../../src/sandbox/index.js'

const scratch = mkdtempSync(join(tmpdir(), 'coverage-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const SOURCES = 'contracts/std3/callback_lab/src'
const TWIN = 'contracts/artifacts/callback_lab.debug.wasm'
const lab = join(scratch, 'lab.wasm')
writeFileSync(lab, withoutCustomSections(readFileSync(TWIN)))
copyFileSync(TWIN, join(scratch, 'lab.debug.wasm'))

/** The line of a source that holds a text. */
function lineOf(file: string, text: string): number {
  const lines = readFileSync(`${SOURCES}/${file}`, 'utf8').split('\n')
  expect(lines.filter((one) => one.includes(text))).toHaveLength(1)
  return lines.findIndex((one) => one.includes(text)) + 1
}

async function act(sandbox: Sandbox, wasm: string, behaviours: readonly unknown[]): Promise<void> {
  const alice = sandbox.chains['neutron']!.account('alice', '10000000untrn')
  const contract = await alice.deploy(wasm, {})
  for (const behaviour of behaviours) await alice.execute(contract, { act: { behaviour } }).catch(() => {})
}

/** Of lcov, what stands about a file: counts of lines and functions. */
function lcovOf(file: string) {
  const all = readFileSync(join(scratch, 'report/lcov.info'), 'utf8').split('end_of_record\n')
  const record = all.find((one) => one.includes(`SF:${SOURCES}/${file}\n`)) ?? ''
  const counts = (kind: string, [key, value]: readonly [number, number]) =>
    new Map(
      [...record.matchAll(new RegExp(`^${kind}:(.+)$`, 'gm'))].map(([, row]) => {
        const parts = row!.split(',')
        return [parts[key]!, Number(parts[value])] as const
      }),
    )
  return { lines: counts('DA', [0, 1]), functions: counts('FNDA', [1, 0]), at: counts('FN', [1, 0]) }
}

/** They count, but leave debug twins out. */
const vms = new Vms({ coverage: true })
const sandboxOn = (on: Vms): Sandbox => createSandboxWithin(Reach.ofCode(), {}, { vms: on })

const report = (codes = countedCodes(vms)) => writeCoverage(codes, { folder: join(scratch, 'report') })
const mine = () => countedCodes(vms).filter(({ file }) => file === lab)

test('lines, functions and branches that ran are those that the messages lead to', async () => {
  await act(sandboxOn(vms), lab, ['succeed', 'succeed', 'panic', { error: 'text' }])
  const { text, lines, functions, branches } = await report(mine())
  const behaviour = lcovOf('behaviour.rs')
  const count = (content: string) => behaviour.lines.get(String(lineOf('behaviour.rs', content)))
  expect(count('panic!("told to panic")')).toBe(1)
  expect(count('Detailed::Error(text) => Err(')).toBe(1)
  expect(count('panic!("{text}")')).toBe(0)
  expect(count('gas::spend(amount.u64())')).toBe(0)
  expect(count('Plain::deserialize(name.into_deserializer())')).toBe(3)
  expect(behaviour.functions.get('perform')).toBe(4)
  expect(behaviour.at.get('perform')).toBe(lineOf('behaviour.rs', 'pub fn perform('))
  expect(behaviour.functions.get('expecting')).toBe(0)
  expect(lcovOf('endless.rs').functions.get('write')).toBe(0)
  expect(lines.covered).toBeGreaterThan(20)
  expect(functions.covered).toBeGreaterThan(5)
  expect(branches.total).toBeGreaterThan(branches.covered)
  expect(text).toContain(`${SOURCES}/endless.rs`)
  // Exactly the code that was stored ran.
  expect(text).not.toContain('twin')
})

test('what was derived, fields, closing brackets and libraries are left out', async () => {
  const all = readFileSync(join(scratch, 'report/lcov.info'), 'utf8')
  expect([...all.matchAll(/^SF:(.*)$/gm)].map(([, file]) => file).filter((file) => !file!.startsWith(SOURCES))).toEqual(
    [],
  )
  const source = readFileSync(`${SOURCES}/msg.rs`, 'utf8').split('\n')
  const shown = [...lcovOf('msg.rs').lines.keys()].map((line) => source[Number(line) - 1]!.trim())
  expect(shown.filter((line) => /^#\[|^pub \w+:|^[)}\]]+[,;]?$/.test(line))).toEqual([])
  expect([...lcovOf('msg.rs').functions.keys()]).not.toContain('clone')
})

test('HTML shows the source', () => {
  const html = readFileSync(join(scratch, 'report/behaviour.rs.html'), 'utf8')
  expect(html).toContain('told to panic')
  expect(readFileSync(join(scratch, 'report/index.html'), 'utf8')).toContain('behaviour.rs')
})

test('sources outside of the repository are not opened, and the report says so', async () => {
  // As long as the folder that the twin names, so that it can be put in its place.
  const other = mkdtempSync('/tmp/covr')
  onTestFinished(() => rmSync(other, { recursive: true }))
  mkdirSync(join(other, 'callback_lab/src'), { recursive: true })
  writeFileSync(join(other, 'callback_lab/src/behaviour.rs'), 'a secret of this machine\n'.repeat(200))
  const moved = mine().map((code) => {
    const information = Buffer.from(code.information)
    information.write(other, information.indexOf('/contracts/std3'))
    return { ...code, information: Uint8Array.from(information) }
  })
  const folder = join(scratch, 'elsewhere')
  const { text } = await writeCoverage(moved, { folder })
  expect(text).toMatch(/\/src\/behaviour\.rs and \d more: the source was not found in the repository/)
  const lcov = readFileSync(join(folder, 'lcov.info'), 'utf8')
  expect(lcov).toContain(`\nSF:${other}/callback_lab/src/behaviour.rs\n`)
  const page = readFileSync(join(folder, 'behaviour.rs.html'), 'utf8')
  expect(page).toContain('The source was not found')
  expect(page).not.toContain('secret')
})

test('parts of several processes are added up, and one that was written again counts once', async () => {
  const folder = join(scratch, 'parts')
  writePart(folder, 'one', mine())
  writePart(folder, 'two', mine())
  writePart(folder, 'two', mine())
  await report(readParts(folder))
  expect(lcovOf('behaviour.rs').functions.get('perform')).toBe(8)
})

test('of a source outside of the working directory lcov has the whole path', async () => {
  const folder = join(scratch, 'outside')
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(resolve('contracts/artifacts'))
  try {
    await writeCoverage(mine(), { folder })
  } finally {
    cwd.mockRestore()
  }
  const lcov = readFileSync(join(folder, 'lcov.info'), 'utf8')
  expect(lcov).toContain(`\nSF:${resolve(SOURCES)}/behaviour.rs\n`)
  expect(lcov).not.toContain('..')
})

test('below a threshold the report says so', async () => {
  const { missed } = await writeCoverage(mine(), {
    folder: join(scratch, 'report'),
    thresholds: { lines: 99, functions: 1 },
  })
  expect(missed).toEqual([expect.stringMatching(/^lines: [\d.]+ %, less than 99 %$/)])
})

test('a twin with other code runs in place of the contract where lines are counted, and the report says so', async () => {
  const file = 'contracts/artifacts/callback_lab.wasm'
  await act(sandboxOn(vms), file, ['succeed'])
  expect(countedCodes(vms).filter((code) => code.file?.endsWith('callback_lab.wasm') && code.isTwin)).toEqual([])
  const lines = new Vms(COUNTS_LINES)
  await act(sandboxOn(lines), file, ['succeed'])
  const { text } = await report(countedCodes(lines).filter((code) => code.isTwin))
  expect(text).toContain('callback_lab.wasm: its debug twin ran in its place')
  expect(lcovOf('behaviour.rs').functions.get('perform')).toBe(1)
})

test('without debug information there are functions, entry points and messages', async () => {
  const plain = join(scratch, 'plain.wasm')
  // Another code than the one with a twin: a custom section more.
  writeFileSync(plain, Buffer.concat([readFileSync(lab), Buffer.from([0, 2, 1, 0x61])]))
  await act(sandboxOn(vms), plain, ['succeed', 'panic'])
  const { text } = await report(countedCodes(vms).filter(({ file }) => file === plain))
  expect(text).toContain('plain.wasm: no debug information, so no lines')
  expect(text).toMatch(/functions: \d+ of \d+ ran/)
  expect(text).toContain('entry points: instantiate, execute, query (not called), sudo (not called)')
  expect(text).toContain('execute.act: 2 calls, 1 succeeded')
})

test.for([
  ['nothing that can be read', () => Buffer.from('hello'), 'is not a valid module'],
  [
    'another contract',
    () => readFileSync('contracts/artifacts/cw20_base.wasm'),
    'is of another contract: its entry points are execute, instantiate, migrate, query',
  ],
] as const)('a twin that is %s does not run, and the report says why', async ([what, twin, why]) => {
  const folder = mkdtempSync(join(scratch, 'twin-'))
  const file = join(folder, 'vault.wasm')
  writeFileSync(file, Buffer.concat([readFileSync(lab), Buffer.from([0, 3, 1, 0x61, what.length])]))
  writeFileSync(join(folder, 'vault.debug.wasm'), twin())
  const lines = new Vms(COUNTS_LINES)
  await act(sandboxOn(lines), file, ['succeed'])
  const { text } = await report(countedCodes(lines))
  expect(text).toContain(`vault.wasm: no debug information (vault.debug.wasm ${why}), so no lines`)
  expect(text).toContain('execute.act: 1 call, 1 succeeded')
})

test("debug information without lines counts as none, and its page does not show another run's lines", async () => {
  const [code] = mine()
  const information = Uint8Array.from(code!.information)
  const lines = Buffer.from(information).indexOf('.debug_info') + '.debug_info'.length
  information.fill(0xff, lines, lines + 400)
  const { text, missed } = await writeCoverage([{ ...code!, information }], {
    folder: join(scratch, 'report'),
    thresholds: { lines: 1, branches: 0 },
  })
  expect(missed).toEqual(['lines: no lines are known of what ran, so 1 % cannot be reached'])
  expect(text).toMatch(/lab\.wasm: .*, so no lines\. Right: /)
  expect(readFileSync(join(scratch, 'report/index.html'), 'utf8')).not.toContain('behaviour.rs')
})
