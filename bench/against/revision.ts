/** A git command that only reads: its output, or undefined if git refuses it. */
export type Git = (...args: readonly string[]) => string | undefined

/** A commit to compare with. */
export interface Revision {
  readonly commit: string
  /** Why this one, in words that follow "against". */
  readonly why: string
}

/** Branches that a change may be meant for, the nearest first. */
const BRANCHES = ['@{upstream}', 'origin/main', 'main']

/**
 * The commit to compare the checkout with: the one that is named, or where its branch left the one that it is meant for, or the
 * commit before it when it is on that branch already.
 * @returns a text instead if there is none
 */
export function revisionToCompare(git: Git, named?: string): Revision | string {
  const commitOf = (name: string): string | undefined => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  const head = commitOf('HEAD')
  if (head === undefined) return 'this is not a checkout of git with a commit'
  if (named !== undefined) {
    const commit = commitOf(named)
    return commit === undefined ? `${named} is not a commit of this checkout` : { commit, why: named }
  }
  for (const branch of BRANCHES) {
    const commit = commitOf(branch) && git('merge-base', 'HEAD', branch)
    if (commit !== undefined && commit !== head) return { commit, why: `the merge base with ${branch}` }
  }
  const before = commitOf('HEAD~1')
  return before === undefined
    ? 'HEAD has no commit before it: name one with --against'
    : { commit: before, why: 'HEAD~1, since main has all that HEAD has' }
}
