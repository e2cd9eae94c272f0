import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createVm, scheduleOf, VmError } from 'sudobox/vm'
import { parse } from '../../src/vm/wasm/parse.js'
import { refusals } from '../../src/vm/wasm/walk.js'

/** Contracts with one thing changed in each, and what storing them on the native VM gives. Source: fixtures/vm/extra/make/verdicts.mjs. */
const FOLDER = new URL('../../fixtures/vm/extra/verdicts/', import.meta.url)
const contentOf = <T>(name: string) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as T

type Verdict = 'ok' | { readonly kind: string; readonly text: string }
const modules = Object.entries(contentOf<Record<string, string>>('modules.json'))
const PART = 100
const PARTS = Array.from({ length: Math.ceil(modules.length / PART) }, (_, i) => i * PART)
const recordings = readdirSync(FOLDER)
  .filter((name) => name !== 'modules.json')
  .map((name) => contentOf<{ vm: string; verdicts: Record<string, Verdict> }>(name))
  .map(({ vm, verdicts }) => ({ version: vm.replace('cosmwasm-vm ', ''), verdicts }))

/** Of these ours says something else, or names another place. */
const OTHER_WORDS = new Set([
  // A type that is refused is told at the end of the module, not where it stands.
  'local 0x6f',
  'locals, no group of them',
  'parameter 0x6f',
  'result 0x6f',
  'import of a table of externref',
  'import of a global of externref',
  'table of 0x6f',
  'a table of functions, one of anything',
  'global of 0x6f',
  'global ref.null of anything',
  'elements, flags 6 of externref',
  // Constants are read no further than their first operator.
  'global of two operators',
  'global of no operator',
  // Proposals that no contract has ever used.
  'import of kind 4',
  'export of kind 4',
  'global mutability 2',
  'global mutability 255',
  'section 13',
  'operator 0x18',
  // Where sections are missing, twice or cut, another fault is met first.
  'elements, flags 7 of i32',
  'section 3 left out',
  'section 3 twice',
  'section 4, too large a count',
  'section 5, too large a count',
  'section 5 twice',
  'section 10, a byte less',
  // The engine's to find out.
  'block of anyref',
  'typed select of two',
])

const stored = (wasm: Uint8Array, version: string): Verdict => {
  try {
    createVm({ version }).store(wasm)
    return 'ok'
  } catch (error) {
    if (error instanceof VmError) return { kind: error.kind, text: error.shortMessage }
    throw error
  }
}

/** Modules with an operator that the native VM does not run. */
const REFUSED =
  /^(operator |v128|i8x16|i32x4|i32\.atomic|atomic|struct|ref\.(null|func|is_null|i31)|typed select|(table|memory)\.(get|set|grow|size|fill) of|(load|store)( of memory|, offset in six)|memory\.size, an index|(block|loop|if) of (func|extern)ref|block of v128)/

/** Of other releases these are compared to the word, of the rest the kind: their parsers have words of their own. */
const NEWEST = '3.0.10'
const SAME_WORDS = /^(elements|operator 0x(1c|25|26|d1|d2|fc (8|9|1[0-6]))$)/

/** What a release takes, and ours does not: references to anything, and so many locals that ours, of which it adds two, are too many. */
const REFUSED_HERE: Readonly<Record<string, readonly string[]>> = {
  '1.5.9': [
    'block of externref',
    'loop of externref',
    'if of externref',
    'global of 0x6f',
    'global ref.null of anything',
    '50,000 locals',
  ],
  // It has no limit on locals, as 3.0.8 has none.
  '3.1.0-rc.0': ['50,000 locals'],
}

/** Whether the engine speaks, which names places in its own way. */
const isOfEngine = (verdict: Verdict): boolean => verdict !== 'ok' && / @\+\d+"?$/.test(verdict.text)
/** Operators of constants have no names here. */
const withoutName = (verdict: Verdict): Verdict =>
  verdict === 'ok' ? verdict : { ...verdict, text: verdict.text.replace(/(non-constant operator): visit_\w+/, '$1') }
const kindOf = (verdict: Verdict): string => (verdict === 'ok' ? verdict : verdict.kind)

describe.each(recordings)('verdicts of cosmwasm-vm $version', ({ version, verdicts }) => {
  test.for(PARTS)('on contracts with something refused, malformed or at a limit, from %i on', (from) => {
    const differing = modules.slice(from, from + PART).flatMap(([label, hex]) => {
      const want = withoutName(verdicts[label]!)
      const got = stored(Buffer.from(hex, 'hex'), version)
      const exempt = OTHER_WORDS.has(label) || isOfEngine(got) || (version !== NEWEST && !SAME_WORDS.test(label))
      const equal = exempt ? kindOf(got) === kindOf(want) : JSON.stringify(got) === JSON.stringify(want)
      if (REFUSED_HERE[version]?.includes(label)) return want === 'ok' && got !== 'ok' ? [] : [{ label, got, want }]
      return equal ? [] : [{ label, got, want }]
    })
    expect(differing).toEqual([])
  })

  test('on each of them', () => expect(Object.keys(verdicts)).toEqual(modules.map(([label]) => label)))
})

test('operators that not every engine knows are refused as by the native VM', () => {
  const schedule = scheduleOf(NEWEST)
  const { verdicts } = recordings.find(({ version }) => version === NEWEST)!
  const operators = modules.filter(([label]) => REFUSED.test(label) && !OTHER_WORDS.has(label))
  const differing = operators.flatMap(([label, hex]) => {
    const all = [...refusals(parse(Buffer.from(hex, 'hex'), schedule), schedule)]
    const first = all.find(({ stage }) => stage === 'validate') ?? all[0]
    const got =
      first?.stage === 'validate' ? `Deserialization error: "${first.text}"` : `Could not compile: ${first?.text}`
    const want = verdicts[label]!
    const equal = want === 'ok' ? first === undefined : want.text.endsWith(got)
    return equal ? [] : [{ label, first, want }]
  })
  expect(differing).toEqual([])
  expect(operators.length).toBeGreaterThan(90)
})
