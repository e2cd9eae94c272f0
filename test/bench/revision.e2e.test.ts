import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { revisionToCompare } from '../../bench/against/revision.js'

/** A repository of its own: a function that runs git in it. */
function repository() {
  const cwd = mkdtempSync(join(tmpdir(), 'sudobox-revision-'))
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b']
  const git = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', [...identity, ...args], { cwd, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  git('init', '--quiet', '--initial-branch=main')
  const commit = (message: string): string => {
    git('commit', '--quiet', '--allow-empty', '--message', message)
    return git('rev-parse', 'HEAD')!
  }
  return { git, commit }
}

test('a branch is compared with where it left main', () => {
  const { git, commit } = repository()
  const base = commit('base')
  git('checkout', '--quiet', '-b', 'change')
  commit('one')
  commit('two')
  git('checkout', '--quiet', 'main')
  commit('main goes on')
  git('checkout', '--quiet', 'change')
  expect(revisionToCompare(git)).toEqual({ commit: base, why: 'the merge base with main' })
})

test('a branch that is pushed is not compared with itself, and main with what is upstream of it', () => {
  const { git, commit } = repository()
  const base = commit('base')
  git('update-ref', 'refs/remotes/origin/main', base)
  git('remote', 'add', 'origin', '.')
  git('checkout', '--quiet', '-b', 'change')
  const pushed = commit('one')
  git('update-ref', 'refs/remotes/origin/change', pushed)
  git('branch', '--quiet', '--set-upstream-to=origin/change')
  expect(git('rev-parse', '@{upstream}')).toBe(pushed)
  expect(revisionToCompare(git)).toEqual({ commit: base, why: 'the merge base with origin/main' })
  const local = commit('two')
  expect(revisionToCompare(git)).toEqual({ commit: pushed, why: 'the merge base with @{upstream}' })
  expect(revisionToCompare(git, 'origin/main')).toEqual({ commit: base, why: 'origin/main' })
  expect(revisionToCompare(git, local.slice(0, 12))).toMatchObject({ commit: local })
})

test('on main it is the commit before', () => {
  const { git, commit } = repository()
  const first = commit('first')
  expect(revisionToCompare(git)).toBe('HEAD has no commit before it: name one with --against')
  commit('second')
  expect(revisionToCompare(git)).toEqual({ commit: first, why: 'HEAD~1, since main has all that HEAD has' })
})

test('what is not a commit is named', () => {
  const { git, commit } = repository()
  expect(revisionToCompare(git)).toBe('this is not a checkout of git with a commit')
  commit('first')
  expect(revisionToCompare(git, 'nowhere')).toBe('nowhere is not a commit of this checkout')
  expect(revisionToCompare(git, '--help')).toBe('--help is not a commit of this checkout')
})
