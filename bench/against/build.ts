import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryPath } from '../harness/paths.js'

/** Another commit of this repository that is built in a folder of its own. */
export interface Build {
  /** A module of this bench, by its path in `bench/dist`, that measures the other build. */
  readonly module: (path: string) => string
  readonly remove: () => void
}

const ROOT = repositoryPath('.')

/** Output of a git command in this checkout, or undefined if git refuses it. */
export function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * Builds a commit with the packages that are installed here. The benches are those of this checkout in both: they are copied there, where
 * `sudobox` is the package around them.
 * @throws Error if the commit cannot be built
 */
export function build(commit: string): Build {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-against-'))
  const remove = (): void => {
    process.off('exit', remove)
    git('worktree', 'remove', '--force', folder)
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
  }
  // Also when it is interrupted: a signal alone would end the process without a last event.
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  try {
    if (git('worktree', 'add', '--detach', folder, commit) === undefined)
      throw new Error(`git cannot check ${commit} out in ${folder}`)
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, encoding: 'utf8' })
    if (built.status !== 0) throw new Error(`${commit} cannot be built:\n${built.stdout}${built.stderr}`)
    cpSync(join(ROOT, 'bench/dist'), join(folder, 'bench/dist'), { recursive: true })
  } catch (error) {
    remove()
    throw error
  }
  return { module: (path) => join(folder, 'bench/dist', path), remove }
}
