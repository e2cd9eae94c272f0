import { refuseUnknown } from '../base/index.js'
import { test } from 'vitest'
import { fixtureTests, type Fixture, type ReplayOptions } from '../replay/internal.js'

/**
 * Makes a test of each fixture that matches a pattern, which replays it: `replayFixtures('fixtures/**\/*.{json,yaml}')`. Patterns start at
 * the working directory. If nothing is found, one test fails and says so. A finding of
 * a campaign fails while its action sequence violates the invariant, and passes once it does not, even if other outcomes differ.
 * @example replayFixtures('fixtures/found/*.json')
 * @param options plug-ins that the fixtures need, and other options of a replay
 */
export function replayFixtures(pattern: string | readonly string[], options: ReplayOptions = {}): void {
  refuseUnknown('replayFixtures', [pattern, options])
  const patterns = typeof pattern === 'string' ? [pattern] : pattern
  for (const { name, run } of fixtureTests(patterns, options, judged)) test(name, run)
}

/** Campaigns are loaded where there is something for them to judge. */
async function judged(fixture: Fixture, file: string, { trust }: ReplayOptions): Promise<void> {
  const { expectFinding } = await import('../fuzz/again.js')
  await expectFinding(fixture, file, { trust })
}
