import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { runVmScript } from 'sudobox/vm'
import { compareResults, versionOf, withoutLongSweep, type NativeResult } from './compare.js'

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

/**
 * Eight scripts come to one loop of callback_lab, each through another entry point, and repeat it at twelve lower limits. Two of them do so,
 * or with VECTORS=all each.
 */
const hasShorter = (script: string): boolean =>
  process.env['VECTORS'] !== 'all' && /callback_lab_(?!reply)\w+\.json$/.test(script)

/** Tests that hold the scripts of some sets to the results of the native VM. */
export function testSets(sets: readonly string[]): void {
  const scripts = sets.flatMap(scriptsOf)

  describe('equal to the native VM, gas to the unit', () => {
    let total = 0

    test.for(scripts)('$title', ({ script, result }) => {
      const expected = JSON.parse(readFileSync(result, 'utf8')) as NativeResult
      const text = readFileSync(script, 'utf8')
      const [steps, wanted] = hasShorter(script) ? withoutLongSweep(text, expected) : [text, expected]
      const { compared, differences } = compareResults(
        runVmScript(steps, { file: script, version: versionOf(expected) }),
        wanted,
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
