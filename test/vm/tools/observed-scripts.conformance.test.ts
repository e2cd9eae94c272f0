import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runVmScript } from 'sudobox/vm'
import { compareResults, versionOf, withoutLongSweep, type NativeResult } from '../compare.js'

const FIXTURES = new URL('../../../fixtures/vm/', import.meta.url)

/** Scripts with native results; of the large contracts two, or with VECTORS=all those of all but one. */
const LARGE = process.env['VECTORS'] === 'all' ? /^cw|reply/ : /^cw20|reply/

const scripts = readdirSync(FIXTURES).flatMap((set) => {
  const results = new URL(`${set}/results/`, FIXTURES)
  if (!existsSync(results)) return []
  return readdirSync(results)
    .filter((name) => set !== 'artifacts' || LARGE.test(name))
    .map((name) => ({
      title: `${set}/${name}`,
      script: new URL(`${set}/scripts/${name}`, FIXTURES).pathname,
      result: new URL(name, results),
    }))
})

describe('observed code gives the results of the native VM, gas to the unit', () => {
  test.for(scripts)('$title', ({ script, result }) => {
    const expected = JSON.parse(readFileSync(result, 'utf8')) as NativeResult
    const instrument = { coverage: true, profile: true }
    const text = readFileSync(script, 'utf8')
    const [steps, wanted] = script.endsWith('reply.json') ? withoutLongSweep(text, expected) : [text, expected]
    const { differences } = compareResults(
      runVmScript(steps, { file: script, version: versionOf(expected), instrument }),
      wanted,
    )
    expect(differences).toEqual([])
  })
})
