import { test } from 'vitest'
import { UsageError } from '../base/errors.js'
import { filesOf } from '../replay/glob.js'
import { readFixture } from '../replay/read.js'
import { replay, type ReplayOptions } from '../replay/run.js'
import { differenceText } from '../replay/difference-text.js'

/**
 * Makes each fixture that a pattern names a test of its own, which replays it: `replayFixtures('fixtures/**\/*.{json,yaml}')`. Patterns start at
 * the working directory. Where nothing is found one test fails and says so.
 * @param options plug-ins that the fixtures need, and what else a replay takes
 */
export function replayFixtures(pattern: string | readonly string[], options: ReplayOptions = {}): void {
  for (const one of typeof pattern === 'string' ? [pattern] : pattern) {
    const files = filesOf(one)
    if (files.length === 0)
      test(`fixtures ${one}`, () => {
        throw new UsageError(`no fixture is named ${one}`, { details: [`looked from ${process.cwd()}`] })
      })
    for (const file of files)
      test(`fixture ${file}`, async () => {
        const report = await replay(readFixture(file), file, options)
        const differing = report.steps.find(({ difference }) => difference !== undefined)
        if (differing !== undefined) throw new Error(differenceText(report, differing))
      })
  }
}
