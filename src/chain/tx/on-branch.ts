import type { Context } from '../context.js'

/** Runs `work` on a branch of the state, which is kept only if it returns. */
export function onBranch<T>(ctx: Context, work: (branch: Context) => T): T {
  const branch = ctx.branch()
  let result: T
  try {
    result = work(branch.ctx)
  } catch (error) {
    branch.discard()
    throw error
  }
  branch.write()
  return result
}
