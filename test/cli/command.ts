import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../dist/cli/main.js')
export const ROOT = join(import.meta.dirname, '../..')

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built command as a user does. */
export function sudobox(...args: readonly string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [MAIN, ...args],
      { cwd: ROOT, maxBuffer: 1 << 28, env: { ...process.env, NO_COLOR: '1' } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

/** A file in a folder of its own. */
export function fileOf(content: string, name = 'fixture.yaml'): string {
  const file = join(mkdtempSync(join(tmpdir(), 'sudobox-')), name)
  writeFileSync(file, content)
  return file
}
