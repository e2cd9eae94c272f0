import { test } from 'vitest'
import { fixtureTests } from '../replay/fixture-tests.js'
import type { ReplayOptions } from '../replay/run.js'

/**
 * Makes each fixture that a pattern names a test of its own, which replays it: `replayFixtures('fixtures/**\/*.{json,yaml}')`. Patterns start at
 * the working directory. Where nothing is found one test fails and says so.
 * @param options plug-ins that the fixtures need, and what else a replay takes
 */
export function replayFixtures(pattern: string | readonly string[], options: ReplayOptions = {}): void {
  for (const { name, run } of fixtureTests(typeof pattern === 'string' ? [pattern] : pattern, options)) test(name, run)
}
