import { inLine, insteadOf, UsageError } from '../base/index.js'
import { differenceText } from './difference-text.js'
import { filesOf, isPattern } from './glob.js'
import type { Fixture } from './fixture.js'
import { readFixture } from './read.js'
import { replay, type ReplayOptions } from './run.js'

/** A test for a test runner: it throws if it fails. */
export interface FixtureTest {
  readonly name: string
  readonly run: () => Promise<void>
}

/** Checks that the invariant of a finding is as its fixture expects. It throws if it is not. */
type Judge = (fixture: Fixture, file: string, options: ReplayOptions) => Promise<void>

/**
 * A test for each fixture that matches the patterns; a pattern without matches gets a test that fails and says so.
 * @param judge for findings of campaigns; without it their steps are compared, as those of other fixtures
 */
export function fixtureTests(
  patterns: readonly string[],
  options: ReplayOptions = {},
  judge?: Judge,
): readonly FixtureTest[] {
  return patterns.flatMap((pattern) => {
    const files = filesOf(pattern)
    if (files.length === 0) return [{ name: inLine(`fixtures ${pattern}`), run: async () => nothingNamed(pattern) }]
    return files.map((file) => ({ name: inLine(`fixture ${file}`), run: async () => replayed(file, options, judge) }))
  })
}

function nothingNamed(pattern: string): never {
  throw new UsageError(`no fixture matches ${pattern}`, {
    details: isPattern(pattern) ? [`searched in ${process.cwd()}`] : insteadOf(pattern),
  })
}

async function replayed(file: string, options: ReplayOptions, judge?: Judge): Promise<void> {
  const fixture = readFixture(file)
  if (fixture.campaign !== undefined && judge !== undefined) return judge(fixture, file, options)
  const report = await replay(fixture, file, options)
  const differing = report.steps.find(({ difference }) => difference !== undefined)
  if (differing !== undefined) throw new Error(differenceText(report, differing))
}
