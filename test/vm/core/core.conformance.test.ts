import { describe, expect, test } from 'vitest'
import { runScript, type ScriptResult } from './run-script.js'
import { readSuite } from './suite.js'

const scripts = readSuite()

const TEXT_FORMAT = { 'assert_malformed: speaks of the text format, which the VM does not read': 512 }
const SEGMENTS = {
  'assert_return: holds for segments before bulk memory only': 2,
  'assert_trap: holds for segments before bulk memory only': 2,
  'assert_unlinkable: holds for segments before bulk memory only': 6,
}
const ALL = {
  checked: {
    action: 42,
    assert_exhaustion: 20,
    assert_invalid: 1512,
    assert_malformed: 717,
    assert_return: 17_725,
    assert_trap: 575,
    assert_uninstantiable: 33,
    assert_unlinkable: 69,
    module: 832,
    register: 16,
  },
  outOfScope: { ...TEXT_FORMAT, ...SEGMENTS },
}
const SINGLE_VALUE = {
  checked: {
    action: 42,
    assert_exhaustion: 15,
    assert_invalid: 1129,
    assert_malformed: 650,
    assert_return: 17_123,
    assert_trap: 560,
    assert_uninstantiable: 33,
    assert_unlinkable: 69,
    module: 804,
    register: 16,
  },
  outOfScope: {
    ...TEXT_FORMAT,
    ...SEGMENTS,
    'assert_exhaustion: multi-value, which this release does not run': 5,
    'assert_invalid: multi-value, which this release does not run': 383,
    'assert_malformed: multi-value, which this release does not run': 67,
    'assert_return: multi-value, which this release does not run': 602,
    'assert_trap: multi-value, which this release does not run': 15,
    'module: multi-value, which this release does not run': 28,
  },
}

describe.each([
  { name: 'rewritten as for 3.0.10', release: '3.0.10', counts: ALL },
  // Another rule for NaNs, and no functions or blocks of several values.
  { name: 'rewritten as for 3.0.9', release: '3.0.9', counts: SINGLE_VALUE },
  { name: 'without instrumentation', release: undefined, counts: ALL },
])('the WebAssembly core test suite, $name', ({ name, release, counts }) => {
  const results = new Map<string, ScriptResult>()
  const resultOf = (script: (typeof scripts)[number]): ScriptResult => {
    const key = `${script.suite}/${script.file}`
    const result = results.get(key) ?? runScript(script, release)
    results.set(key, result)
    return result
  }

  test.each(scripts)('$suite/$file', (script) => expect(resultOf(script).failures).toEqual([]))

  test('skips only the named files', () => {
    const sums = (of: (result: ScriptResult) => ReadonlyMap<string, number>): Record<string, number> => {
      const totals = new Map<string, number>()
      for (const [key, count] of scripts.flatMap((script) => [...of(resultOf(script))]))
        totals.set(key, (totals.get(key) ?? 0) + count)
      return Object.fromEntries([...totals].sort(([a], [b]) => (a < b ? -1 : 1)))
    }
    const got = { checked: sums((result) => result.checked), outOfScope: sums((result) => result.outOfScope) }
    console.log(`core suite, ${name}: ${JSON.stringify(got.checked)}\n  not run: ${JSON.stringify(got.outOfScope)}`)
    expect(got).toEqual(counts)
  })
})
