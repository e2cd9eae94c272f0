import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { runVmScriptFile } from 'sudobox/vm'
import { compareResults, versionOf, type NativeResult } from './compare.js'

const FIXTURES = new URL('../../fixtures/vm/', import.meta.url)

export const SETS = readdirSync(FIXTURES)

/** Scripts of a set of vectors that have results of the native VM, of any release (`results`, `results-RELEASE`). */
const scriptsOf = (set: string) =>
  readdirSync(new URL(set, FIXTURES))
    .filter((folder) => folder.startsWith('results'))
    .flatMap((folder) => {
      const results = new URL(`${set}/${folder}/`, FIXTURES)
      return readdirSync(results)
        .sort()
        .map((name) => ({
          title: `${set}/${folder}/${name}`,
          script: new URL(`${set}/scripts/${name}`, FIXTURES).pathname,
          result: new URL(name, results),
        }))
    })

/** Tests that hold the scripts of some sets to the results of the native VM. */
export function testSets(sets: readonly string[]): void {
  const scripts = sets.flatMap(scriptsOf)

  describe('equal to the native VM, gas to the unit', () => {
    let total = 0

    test.for(scripts)('$title', ({ script, result }) => {
      const expected = JSON.parse(readFileSync(result, 'utf8')) as NativeResult
      const { compared, differences } = compareResults(
        runVmScriptFile(script, { version: versionOf(expected) }),
        expected,
      )
      total += compared
      expect(differences).toEqual([])
      expect(compared).toBeGreaterThan(expected.steps.length)
    })

    afterAll(() => {
      console.log(`${total} values compared with the native VM, in ${scripts.length} scripts`)
    })
  })
}
