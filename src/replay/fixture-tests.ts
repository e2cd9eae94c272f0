import { UsageError } from '../base/errors.js'
import { differenceText } from './difference-text.js'
import { filesOf } from './glob.js'
import { readFixture } from './read.js'
import { replay, type ReplayOptions } from './run.js'

/** A test that somebody else runs: it throws where it fails. */
export interface FixtureTest {
  readonly name: string
  readonly run: () => Promise<void>
}

/** A test for each fixture that patterns name; where one names none, a test that fails and says so. */
export function fixtureTests(patterns: readonly string[], options: ReplayOptions = {}): readonly FixtureTest[] {
  return patterns.flatMap((pattern) => {
    const files = filesOf(pattern)
    if (files.length === 0) return [{ name: `fixtures ${pattern}`, run: async () => nothingNamed(pattern) }]
    return files.map((file) => ({ name: `fixture ${file}`, run: async () => replayed(file, options) }))
  })
}

function nothingNamed(pattern: string): never {
  throw new UsageError(`no fixture is named ${pattern}`, { details: [`looked from ${process.cwd()}`] })
}

async function replayed(file: string, options: ReplayOptions): Promise<void> {
  const report = await replay(readFixture(file), file, options)
  const differing = report.steps.find(({ difference }) => difference !== undefined)
  if (differing !== undefined) throw new Error(differenceText(report, differing))
}
