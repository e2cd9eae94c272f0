import { spawnSync } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { UsageError } from '../../base/index.js'

/** Lines of Rust files that differ from a revision, by path from a folder, the working directory when left out. @throws UsageError if Git does not know it */
export function changedLines(revision: string, folder = '.'): ReadonlyMap<string, ReadonlySet<number>> {
  // A name that begins with a hyphen would be an option.
  const { status, stdout, stderr, error } = spawnSync(
    'git',
    // The prefixes may be set otherwise in the user's configuration.
    [
      'diff',
      '--unified=0',
      '--no-color',
      '--no-ext-diff',
      '--src-prefix=a/',
      '--dst-prefix=b/',
      '--relative',
      '--end-of-options',
      revision,
      '--',
      '*.rs',
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  if (error !== undefined || status !== 0) {
    const isOutside = /not a git repository/i.test(stderr)
    const why = isOutside ? `${resolve(folder)} is in no repository` : (error?.message ?? stderr).trim().split('\n')[0]
    throw new UsageError(`git cannot compare with ${revision}: ${why ?? ''}`, {
      details: isOutside ? ['right: run it in the folder of the sources'] : [],
    })
  }
  return linesOf(stdout)
}

/** @param diff unified, without context */
function linesOf(diff: string): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>()
  let lines = new Set<number>()
  for (const row of diff.split('\n')) {
    const [, file] = /^\+\+\+ b\/(.+)$/.exec(row) ?? []
    if (file !== undefined) found.set(relative('', file), (lines = new Set()))
    const [, from, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(row) ?? []
    if (from !== undefined) for (let i = 0; i < Number(count); i++) lines.add(Number(from) + i)
  }
  return found
}
