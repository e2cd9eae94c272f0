import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import { vi } from 'vitest'
import { colouredLine } from '../../src/base/plain-line.js'
import { runCommand } from '../../src/cli/program.js'

const MAIN = join(import.meta.dirname, '../../dist/cli/main.js')
export const ROOT = join(import.meta.dirname, '../..')

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The built command in a process of its own, as a user runs it: for what belongs to the process. */
export const spawned = (...args: readonly string[]): Promise<CommandResult> => spawnedAt(MAIN, ...args)

/** The command of another place, in a process of its own. */
export const spawnedAt = (main: string, ...args: readonly string[]): Promise<CommandResult> => run(main, ROOT, args)

/** The built command in another working directory. */
export const spawnedIn = (cwd: string, ...args: readonly string[]): Promise<CommandResult> => run(MAIN, cwd, args)

function run(main: string, cwd: string, args: readonly string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, ...args],
      { cwd, maxBuffer: 1 << 28, env: { ...process.env, NO_COLOR: '1' } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

let last: Promise<unknown> = Promise.resolve()

/** The command in this process, without a build and a start for each; one at a time, since all print to one console. */
export function sudobox(...args: readonly string[]): Promise<CommandResult> {
  const result = last.then(() => captured(args))
  last = result.catch(() => undefined)
  return result
}

async function captured(args: readonly string[]): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' }
  const line =
    (to: 'stdout' | 'stderr') =>
    (...parts: readonly unknown[]): void => {
      printed[to] += `${colouredLine(format(...parts))}\n`
    }
  const write = (to: 'stdout' | 'stderr') => (text: string | Uint8Array) => {
    printed[to] += String(text)
    return true
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(line('stdout')),
    vi.spyOn(console, 'error').mockImplementation(line('stderr')),
    vi.spyOn(process.stdout, 'write').mockImplementation(write('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(write('stderr')),
  ]
  const before = process.exitCode
  process.exitCode = 0
  try {
    await runCommand(args)
    return { code: process.exitCode, ...printed }
  } finally {
    process.exitCode = before
    for (const spy of spies) spy.mockRestore()
  }
}

/** A file in a folder of its own. */
export function fileOf(content: string, name = 'fixture.yaml'): string {
  const file = join(mkdtempSync(join(tmpdir(), 'sudobox-')), name)
  writeFileSync(file, content)
  return file
}
