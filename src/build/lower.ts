import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectRequire, UsageError } from '../base/index.js'

const PACKAGE = 'binaryen'
const MANIFEST = `${PACKAGE}/package.json`

/** The command that installs what {@link lowerWasm} needs. */
const INSTALL_BINARYEN = `npm install --save-dev ${PACKAGE}`

/** What replaces operators of these features; calls by a table are written as in the first release where Binaryen writes them anew. */
const LOWERED: Readonly<Record<string, string | undefined>> = {
  'bulk-memory-opt': '--llvm-memory-copy-fill-lowering',
  'sign-ext': '--signext-lowering',
  'call-indirect-overlong': undefined,
}

/** Features that stay, by the names of their flags in Binaryen, with what they are in words. */
const WORDS: Readonly<Record<string, string>> = {
  'bulk-memory': 'bulk memory other than memory.copy and memory.fill',
  'reference-types': 'reference types',
  'tail-call': 'tail calls',
  'exception-handling': 'exceptions',
  'extended-const': 'extended constant expressions',
  'stack-switching': 'stack switching',
  'wide-arithmetic': 'wide arithmetic',
  'relaxed-simd': 'relaxed SIMD',
  multivalue: 'functions or blocks with several results',
  multimemory: 'several memories',
  memory64: '64-bit memories',
  gc: 'garbage collection',
  simd: 'SIMD',
  threads: 'threads and atomic operators',
}

/** The path of Binaryen's optimizer, a program for Node. @throws UsageError if it is not installed */
export function requireBinaryen(why: string): string {
  const require = projectRequire([MANIFEST])
  if (require === undefined)
    throw new UsageError(`${why} needs the package ${PACKAGE}, which is not installed`, {
      details: [`right: ${INSTALL_BINARYEN}`],
    })
  const manifest = require.resolve(MANIFEST)
  const { version, bin } = require(MANIFEST) as { version: string; bin?: Record<string, string> }
  const program = bin?.['wasm-opt']
  if (program === undefined || Number.parseInt(version, 10) < OLDEST)
    throw new UsageError(`the installed ${PACKAGE} ${version} cannot lower bulk memory`, {
      details: [`right: ${INSTALL_BINARYEN}@^${OLDEST}`],
    })
  return join(dirname(manifest), program)
}

/** The first release that has all the passes of {@link LOWERED}. */
const OLDEST = 123

/**
 * What every chain takes: the first release of WebAssembly, mutable globals, and saturating float conversions. Binaryen's lowering of the latter is for C,
 * where a conversion out of range has no defined result; in Rust it has one.
 */
const TAKEN = ['--mvp-features', '--enable-mutable-globals', '--enable-nontrapping-float-to-int']

/**
 * A module with the same behaviour and only operators that every chain takes. Names and other custom sections are kept.
 * Debug information is not: Binaryen leaves wrong lines in it.
 *
 * @param name of the file, for errors
 * @throws UsageError that names the features that cannot be lowered; without Binaryen
 */
export async function lowerWasm(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  const program = requireBinaryen(`lowering ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-lower-'))
  try {
    const [from, to] = [join(folder, 'in.wasm'), join(folder, 'out.wasm')]
    writeFileSync(from, bytes)
    const passes = Object.values(LOWERED).filter((pass) => pass !== undefined)
    const lowered = await run(program, [
      from,
      '-o',
      to,
      '-g',
      ...TAKEN,
      ...enabling([...LOWERABLE, ...READ]),
      ...passes,
      '--strip-dwarf',
    ])
    if (lowered.code !== 0) throw await staying(program, name, from, lowered.output)
    const checked = await run(program, [to, ...TAKEN])
    if (checked.code !== 0) throw await staying(program, name, to, checked.output)
    return new Uint8Array(readFileSync(to))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const LOWERABLE = Object.keys(LOWERED)

/** Read although they are not lowered: what declares them need not use them. */
const READ = ['bulk-memory', 'reference-types', 'multivalue']

/** Features that the validator does not always name by their flags. */
const UNFLAGGED = [
  [/multivalue/i, 'multivalue'],
  [/\bv128\b/, 'simd'],
] as const

const enabling = (features: readonly string[]): readonly string[] => features.map((feature) => `--enable-${feature}`)

/** The error that names the features that are left, or else has Binaryen's words. */
async function staying(program: string, name: string, file: string, output: string): Promise<UsageError> {
  const { output: problems } = await run(program, [file, ...TAKEN, ...enabling(LOWERABLE)])
  const flags = Array.from(problems.matchAll(/--enable-([\w-]+)/g), ([, flag]) => flag!)
  const features = new Set([
    ...flags,
    ...UNFLAGGED.flatMap(([text, feature]) => (text.test(problems) ? [feature] : [])),
  ])
  if (features.size > 0)
    return new UsageError(
      `${name} cannot be lowered, since it has ${[...features].map((feature) => WORDS[feature] ?? feature).join(', ')}`,
      { details: ['right: build the contract without it, as sudobox build does (docs/building.md)'] },
    )
  return new UsageError(`${name} cannot be lowered: Binaryen cannot read it`, {
    details: output
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, 5),
  })
}

/** What is kept of the program's output. */
const MAX_OUTPUT = 1 << 16

function run(program: string, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, '--quiet', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (output.length < MAX_OUTPUT) output += text
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
