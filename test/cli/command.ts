import { AsyncLocalStorage } from 'node:async_hooks'
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

/** What is printed by a command that runs, and by nothing else in the process, such as a client of an earlier test. */
const printing = new AsyncLocalStorage<{ stdout: string; stderr: string }>()

async function captured(args: readonly string[]): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' }
  const { log, error } = console
  const writes = {
    stdout: process.stdout.write.bind(process.stdout),
    stderr: process.stderr.write.bind(process.stderr),
  }
  const line =
    (to: 'stdout' | 'stderr', others: (...parts: readonly unknown[]) => void) =>
    (...parts: readonly unknown[]): void => {
      if (printing.getStore() === printed) printed[to] += `${colouredLine(format(...parts))}\n`
      else others(...parts)
    }
  const write = (to: 'stdout' | 'stderr') => (text: string | Uint8Array) => {
    if (printing.getStore() !== printed) return writes[to](text)
    printed[to] += String(text)
    return true
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(line('stdout', log)),
    vi.spyOn(console, 'error').mockImplementation(line('stderr', error)),
    vi.spyOn(process.stdout, 'write').mockImplementation(write('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(write('stderr')),
  ]
  const before = process.exitCode
  process.exitCode = 0
  try {
    await printing.run(printed, () => runCommand(args))
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
