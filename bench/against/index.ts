import { pathToFileURL } from 'node:url'
import { alternate } from '../harness/alternate.js'
import type { Contender } from '../harness/contender.js'
import type { Group } from '../table/line.js'
import { build, git } from './build.js'
import { comparedText, slowerTwice, type Compared } from './judge.js'
import { revisionToCompare } from './revision.js'

const ROUNDS = 3
const BEFORE = 'before: '

/**
 * Compares what matters with the same in another commit, built on this machine and measured by turns.
 * @param groups of which the lines of the quick bench are compared
 * @param named the commit; see {@link revisionToCompare} for the default
 * @returns whether nothing was slower twice
 */
export async function compareBuilds(groups: readonly Group[], named?: string): Promise<boolean> {
  const revision = revisionToCompare(git, named)
  if (typeof revision === 'string') {
    console.error(revision)
    return false
  }
  const { commit, why } = revision
  console.log(`against ${commit.slice(0, 8)}, ${why}: ${git('log', '-1', '--format=%s', commit)}`)
  const other = build(commit)
  try {
    const { groupsOf } = (await import(
      pathToFileURL(other.module('table/groups.js')).href
    )) as typeof import('../table/groups.js')
    const slower: string[] = []
    for (const group of groups) {
      const [before] = groupsOf([group.name]) as readonly Group[]
      slower.push(...(await slowerTwice((names) => compareGroup(group, before!, names))))
    }
    if (slower.length > 0)
      console.log(`\nSlower by 10 % or more, twice in a row:\n${slower.map((name) => `- ${name}`).join('\n')}`)
    return slower.length === 0
  } finally {
    other.remove()
  }
}

/** What the lines of a group cost that the quick bench looks at, in this build and in the other one. */
async function compareGroup(group: Group, before: Group, names?: ReadonlySet<string>): Promise<Compared[]> {
  const places = new Map(
    group.lines
      .filter(({ name, quick }) => quick && (names === undefined || names.has(name)))
      .map(({ name, ours }) => [name, ours]),
  )
  if (places.size === 0) return []
  console.error(`\n${group.name}`)
  const contenders: Contender[] = []
  for (const name of new Set([...places.values()].map(([contender]) => contender))) {
    const now = await group.contenders[name]!()
    const then = await before.contenders[name]!()
    if (typeof now === 'string' || typeof then === 'string') continue
    // An earlier build may lack what is measured.
    contenders.push(now, { ...then, name: `${BEFORE}${name}`, optional: true })
  }
  const figures = await alternate(contenders, ROUNDS)
  const rows = [...places].map(([name, [contender, key]]) => ({
    name,
    now: figures.get(contender)?.[key],
    before: figures.get(`${BEFORE}${contender}`)?.[key],
  }))
  for (const row of rows) console.log(comparedText(row))
  return rows
}
