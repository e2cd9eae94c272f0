import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPool } from 'sudobox/fuzz'
import { serve } from '../harness/contender.js'
import { ownCpu } from '../harness/cpu.js'
import { repositoryPath } from '../harness/paths.js'

/** A campaign that `sudobox fuzz` prepares from the bytes of contracts alone, with one worker. What is measured is an action of it. */

/** As many that preparing the worker and compiling the contracts is a small part. */
const SEQUENCES = 200

const scratch = mkdtempSync(join(tmpdir(), 'sudobox-bench-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
const file = join(scratch, 'campaign.yaml')
const flags = ['--dry-run', '--trust', '--seed', '1', '--campaign', file]
execFileSync(process.execPath, [repositoryPath('dist/cli/main.js'), 'fuzz', ...process.argv.slice(2), ...flags], {
  cwd: scratch,
  stdio: ['ignore', 'ignore', 'inherit'],
})

serve(async () => {
  const [cpu, wall] = [ownCpu(), performance.now()]
  const { actions } = await runPool({
    file,
    seed: 1,
    budget: { sequences: SEQUENCES },
    workers: 1,
    trust: true,
    found: join(scratch, 'found'),
  })
  return { action: (ownCpu() - cpu) / actions, 'action wall': ((performance.now() - wall) * 1000) / actions }
})
