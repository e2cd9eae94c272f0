import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../cli/command.js'
import { expectPlain } from '../hostile-text.js'
import { assemble } from '../vm/wat.js'

const HOSTILE = join(ROOT, 'fixtures/hostile')
const MAIN = join(ROOT, 'dist/cli/main.js')

/** Heap of the command. The demo takes a tenth of it. */
const HEAP_MB = 700

/** The command ends by itself: what is killed after this time fails the test. */
const ENDS_WITHIN_MS = 60_000

/** A row of `fixtures/hostile/outcomes.yaml`. */
interface Row {
  readonly file?: string
  readonly name?: string
  readonly made?: {
    readonly before?: string
    readonly part: string
    readonly times: number
    readonly after?: string
    /** What follows as often as `part` was written. */
    readonly and?: string
    readonly end?: string
  }
  readonly bytes?: BufferEncoding
  readonly as: keyof typeof ARGUMENTS
  readonly flags?: readonly string[]
  /** The name that the file gets. */
  readonly called?: string
  readonly beside?: readonly string[]
  readonly code: number
  readonly has: readonly string[]
  readonly lacks?: readonly string[]
}

/** The command that reads each kind of file. */
const ARGUMENTS = {
  replay: (file: string) => ['replay', file],
  serve: (file: string) => ['serve', '--free-ports', '--config', file],
  state: (file: string) => ['serve', '--free-ports', '--state', file],
  fuzz: (file: string) => ['fuzz', '--sequences', '1', file],
  types: (file: string) => ['types', file],
  vm: (file: string) => ['vm', file],
  reproduce: (file: string) => ['reproduce', file],
  init: () => ['init', '--no-install', '.'],
} as const

const rows = parse(readFileSync(join(HOSTILE, 'outcomes.yaml'), 'utf8')) as readonly Row[]
const root = mkdtempSync(join(tmpdir(), 'sudobox-outcomes-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const textOf = ({ before = '', part, times, after = '', and = '', end = '' }: NonNullable<Row['made']>): string =>
  before +
  Array.from({ length: times }, (_, i) => part.replaceAll('{{i}}', String(i))).join('') +
  after +
  and.repeat(times) +
  end

/** The bytes of a file of the folder; a module in the text format is assembled. */
const read = (file: string): Uint8Array =>
  file.endsWith('.wat') ? assemble(readFileSync(join(HOSTILE, file), 'utf8')) : readFileSync(join(HOSTILE, file))

/** Puts the file of a row into a folder of its own. @returns its path */
function place(row: Row, folder: string): string {
  mkdirSync(folder)
  const extension = row.as === 'types' || row.as === 'vm' ? 'json' : 'yaml'
  const file = join(folder, row.called ?? basename(row.file ?? `file.${extension}`))
  writeFileSync(file, row.made === undefined ? read(row.file!) : Buffer.from(textOf(row.made), row.bytes))
  for (const other of row.beside ?? [])
    writeFileSync(join(folder, basename(other).replace(/\.wat$/, '.wasm')), read(other))
  return file
}

interface Ended {
  readonly code: number | string
  readonly printed: string
}

const run = (cwd: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [`--max-old-space-size=${HEAP_MB}`, MAIN, ...args],
      {
        cwd,
        timeout: ENDS_WITHIN_MS,
        killSignal: 'SIGKILL',
        maxBuffer: 1 << 28,
        env: { ...process.env, NO_COLOR: '1' },
      },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : (error.code ?? String(error.signal)), printed: stdout + stderr }),
    )
  })

/** The files that a command wrote, as one text. */
const written = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && /\.(ya?ml|ts|json)$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

test.for(rows.map((row, i) => [row.name ?? row.file!, row, i] as const))(
  '%s',
  { timeout: ENDS_WITHIN_MS + 10_000 },
  async ([, row, i]) => {
    const folder = join(root, String(i))
    const file = place(row, folder)
    const flags = (row.flags ?? []).map((flag) => flag.replaceAll('{{CASE}}', folder))
    const { code, printed } = await run(folder, [...ARGUMENTS[row.as](file), ...flags])
    const shown = printed.slice(0, 2_000)
    expect([code, shown]).toEqual([row.code, shown])
    for (const text of row.has) expect(printed).toContain(text)
    for (const text of row.lacks ?? []) expect(printed).not.toContain(text)
    expectPlain(printed)
    expect(printed).not.toMatch(/bug in Sudobox|^\s+at .*:\d+:\d+\)?$/m)
    if (row.as === 'init') expect(written(folder)).not.toMatch(/^\s*- evil: 1/m)
  },
)
