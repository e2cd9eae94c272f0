import { describe, expect, test } from 'sudobox/vitest'
import { changeText, gasMatchers } from '../../src/vitest/gas/matcher.js'
import { abiItems, decodedRevert } from '../../src/vitest/matchers/abi.js'
import { described, listed, matches, show, type MatcherContext } from '../../src/vitest/matchers/context.js'
import { nearestTexts } from '../../src/base/names/nearest.js'

// How matchers compare values, and how they show them.

/** The context that Vitest gives to matchers. */
function context(): MatcherContext {
  let here: MatcherContext | undefined
  expect.extend({
    toGiveItsContext(this: MatcherContext) {
      // oxlint-disable-next-line typescript/no-this-alias -- it is what the test needs
      here = this
      return { pass: true, message: () => '' }
    },
  })
  ;(expect(0) as unknown as { toGiveItsContext(): void }).toGiveItsContext()
  return here!
}

test.each([
  ['equal texts', 'a', 'a', true],
  ['other texts', 'a', 'b', false],
  ['a text is not a part', 'told to fail', 'fail', false],
  ['an expression', 'told to fail', /fail$/, true],
  ['an expression that does not', 'told to fail', /^fail/, false],
  ['a number is not its text', 5, '5', false],
  ['an expression matches no number', 5, /5/, false],
  ['members that are omitted', { a: 1, b: 2 }, { a: 1 }, true],
  ['members that are missing', { a: 1 }, { a: 1, b: 2 }, false],
  ['members deep inside', { a: { b: { c: 'xyz', d: 1 } } }, { a: { b: { c: /y/ } } }, true],
  ['lists have all members', [1, 2], [1], false],
  ['lists in order', [1, 2], [2, 1], false],
  ['expressions in lists', ['ab', 'cd'], [/b/, /^c/], true],
  ['expressions in lists that do not', ['ab', 'cd'], [/b/, /^d/], false],
  ['bytes', new Uint8Array([1, 2]), new Uint8Array([1, 2]), true],
  ['other bytes', new Uint8Array([1, 2]), new Uint8Array([1, 3]), false],
  ['a large amount', 2n ** 70n, 2n ** 70n, true],
  ['a matcher', 'abc', expect.stringContaining('b'), true],
  ['a matcher in an object', { a: 'abc' }, { a: expect.stringContaining('x') }, false],
  ['nothing', undefined, null, false],
])('%s', (_, actual, expected, fits) => {
  expect(matches(context(), actual, expected)).toBe(fits)
})

test.each([
  [5n, '5n'],
  [{ a: -5n, b: ['1'] }, '{"a":-5n,"b":["1"]}'],
  ['5n', '5n'],
  [/a"b/i, '/a"b/i'],
  [{ text: /a/ }, '{"text":"/a/"}'],
  [new Uint8Array([1, 255]), '"0x01ff"'],
  [{ data: new Uint8Array([171]) }, '{"data":"0xab"}'],
  [undefined, 'undefined'],
  ['text', '"text"'],
  [expect.anything(), 'Anything'],
  [{ a: expect.stringContaining('x') }, '{"a":"StringContaining"}'],
])('%s is shown as %s', (value, text) => {
  expect(show(value)).toBe(text)
})

test.each([
  [new TypeError('one\ntwo'), 'TypeError: one'],
  [[1, 2, 3], 'a list of 3'],
  [{}, 'an object with the keys (none)'],
  [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }, 'an object with the keys a, b, c, d, e, f'],
  ['x'.repeat(70), `"${'x'.repeat(60)}"`],
  [null, 'null'],
  [5n, '5'],
])('%s as a wrong subject is called %s', (given, text) => {
  expect(described(given)).toBe(text)
  expect(described(Promise.resolve())).toBe('a promise')
})

test('lists have a heading, and say when they are empty', () => {
  expect(listed('emitted were', [])).toBe('emitted were\n  none')
  expect(listed('emitted were', ['a', 'b'])).toBe('emitted were\n  a\n  b')
})

describe('names that are similar', () => {
  test.each([
    ['config', ['confg', 'owner'], ['confg']],
    ['config', ['cnfig', 'configs', 'config2x'], ['configs', 'cnfig', 'config2x'].toSorted()],
    ['ab', ['cd', 'ax', 'xyz'], ['ax', 'cd']],
    // By their beginning, however long the rest is.
    ['bal', ['balances_of_everybody', 'elsewhere'], ['balances_of_everybody']],
    ['balances_of_everybody', ['bal', 'zzz'], ['bal']],
    ['abcdef', ['uvwxyz'], []],
    // Half of the letters may differ, no more.
    ['abcdef', ['abcxyz'], ['abcxyz']],
    ['abcdef', ['abwxyz'], []],
    ['x', [], []],
  ])('to %s among %s are %s', (wanted, texts, near) => {
    expect([...nearestTexts(wanted, texts)].toSorted()).toEqual(near)
  })

  test('the closest first, then by name, and no more than asked for', () => {
    expect(nearestTexts('abcdef', ['abcdxy', 'abcdeg', 'abcdef', 'bbcdef'])).toEqual(['abcdef', 'abcdeg', 'bbcdef'])
    expect(nearestTexts('abcdef', ['bbcdef', 'abcdeg'], 1)).toEqual(['abcdeg'])
  })
})

test.each([
  [100000n, 101250n, '+1250, +1.25 %'],
  [100n, 50n, '-50, -50.00 %'],
  [7n, 7n, '+0, +0.00 %'],
  [0n, 5n, '+5'],
])('gas of %s that became %s changed by %s', (was, is, text) => {
  expect(changeText(was, is)).toBe(text)
})

test('gas is a number that is not negative, or the member gasUsed of a receipt', () => {
  const bare = { isNot: false } as unknown as MatcherContext
  const atNoFile = (received: unknown) => () => gasMatchers.toMatchGasSnapshot.call(bare, received)
  expect(atNoFile(5n)).toThrow('can only be used in a test')
  for (const given of [-1n, -1, 1.5, 2 ** 53, {}, null, { gasUsed: 5 }, { gasUsed: '0x' }, { gasUsed: '5 gas' }, 'x'])
    expect(() => expect(given).toMatchGasSnapshot()).toThrow('a result, a receipt, or gas as a number')
})

describe('an ABI', () => {
  const broke = { type: 'error', name: 'Broke', inputs: [{ type: 'uint256', name: 'at' }] } as const
  const lines = ['error Broke(uint256 at)', 'error Broke(string why)', 'event Moved(uint256 at)']

  test.each([
    ['as lines', lines],
    ['inside an object', { abi: [broke, { type: 'event', name: 'Moved', inputs: [] }] }],
    ['of ethers', { formatJson: () => JSON.stringify([broke]) }],
    ['of a contract of ethers', { interface: { formatJson: () => JSON.stringify([broke]) } }],
  ])('%s has the items of a name', (_, abi) => {
    const found = abiItems(abi, 'error', 'Broke')
    expect(found[0]).toMatchObject(broke)
    expect(found.every(({ name, type }) => name === 'Broke' && type === 'error')).toBe(true)
  })

  test('has errors and events apart, and overloads together', () => {
    expect(abiItems(lines, 'error', 'Broke')).toHaveLength(2)
    expect(() => abiItems(lines, 'error', 'Moved')).toThrow(/the ABI has no error "Moved".*errors: Broke, Broke$/s)
    expect(() => abiItems([], 'event', 'Moved')).toThrow(/the ABI has no event "Moved".*events: none$/s)
    expect(() => abiItems(['error ('], 'error', 'Broke')).toThrow('not a valid ABI item: error (')
    for (const no of [null, 5, 'error Broke()', { abi: 5 }])
      expect(() => abiItems(no as never, 'error', 'Broke')).toThrow(/not an ABI|no error/)
    expect(abiItems([{ type: 'error', name: 'Bare' }], 'error', 'Bare')).toEqual([
      { type: 'error', name: 'Bare', inputs: [] },
    ])
  })

  test('decodes what is its own, and nothing else', () => {
    const items = abiItems(lines, 'error', 'Broke')
    expect(decodedRevert('0x')).toBeUndefined()
    expect(decodedRevert('0x12345678', items)).toBeUndefined()
  })
})
