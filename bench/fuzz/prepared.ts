import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolOptions } from 'sudobox/fuzz'
import { repositoryPath } from '../harness/paths.js'

/** A campaign that `sudobox fuzz` prepares from the bytes of contracts alone, with one worker. Its folder is removed when the process ends. */
export function prepared(files: readonly string[], sequences: number): PoolOptions {
  const scratch = mkdtempSync(join(tmpdir(), 'sudobox-bench-'))
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
  const file = join(scratch, 'campaign.yaml')
  const flags = ['--dry-run', '--trust', '--seed', '1', '--campaign', file]
  execFileSync(process.execPath, [repositoryPath('dist/cli/main.js'), 'fuzz', ...files, ...flags], {
    cwd: scratch,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { file, seed: 1, budget: { sequences }, workers: 1, trust: true, found: join(scratch, 'found') }
}
