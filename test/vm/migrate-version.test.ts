import { describe, expect, test } from 'vitest'
import { createVm } from 'sudobox/vm'
import { contract } from './wat.js'

const base = contract('(i32.const 16)')

/** A contract with a custom section that says its migrate version in these bytes. */
function saying(content: Uint8Array): Uint8Array {
  const name = new TextEncoder().encode('cw_migrate_version')
  return Uint8Array.of(...base, 0, 1 + name.length + content.length, name.length, ...name, ...content)
}

/** The content in hex, and what `str::from_utf8` and `str::parse::<u64>` of Rust 1.95.0 make of it: a number, or the text of their error. */
const CONTENTS: readonly (readonly [content: string, outcome: bigint | string])[] = [
  ['', 'cannot parse integer from empty string'],
  ['3432', 42n],
  ['2b3432', 42n],
  ['303037', 7n],
  ['3138343436373434303733373039353531363135', 18446744073709551615n],
  ['2b2b34', 'invalid digit found in string'],
  ['2b', 'invalid digit found in string'],
  ['2d31', 'invalid digit found in string'],
  ['342b', 'invalid digit found in string'],
  ['315f30', 'invalid digit found in string'],
  ['2031', 'invalid digit found in string'],
  ['307831', 'invalid digit found in string'],
  ['3138343436373434303733373039353531363136', 'number too large to fit in target type'],
  ['2b3138343436373434303733373039353531363136', 'number too large to fit in target type'],
  ['d9a1', 'invalid digit found in string'],
  ['31c3', 'incomplete utf-8 byte sequence from index 1'],
  ['31c2', 'incomplete utf-8 byte sequence from index 1'],
  ['20e282', 'incomplete utf-8 byte sequence from index 1'],
  ['e0a0', 'incomplete utf-8 byte sequence from index 0'],
  ['e180', 'incomplete utf-8 byte sequence from index 0'],
  ['ef', 'incomplete utf-8 byte sequence from index 0'],
  ['f09080', 'incomplete utf-8 byte sequence from index 0'],
  ['f0bf', 'incomplete utf-8 byte sequence from index 0'],
  ['3180', 'invalid utf-8 sequence of 1 bytes from index 1'],
  ['31c0', 'invalid utf-8 sequence of 1 bytes from index 1'],
  ['31c1bf', 'invalid utf-8 sequence of 1 bytes from index 1'],
  ['31c27f', 'invalid utf-8 sequence of 1 bytes from index 1'],
  ['dfc0', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ['e09f80', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ['e0c080', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ['e1c080', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ['eda080', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ['edbfbf', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ['f08f8080', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ['f17f8080', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ['f4908080', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ['f5808080', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ['ff', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ['e0a07f', 'invalid utf-8 sequence of 2 bytes from index 0'],
  ['e0a0c0', 'invalid utf-8 sequence of 2 bytes from index 0'],
  ['20e28241', 'invalid utf-8 sequence of 2 bytes from index 1'],
  ['f090c080', 'invalid utf-8 sequence of 2 bytes from index 0'],
  ['f090807f', 'invalid utf-8 sequence of 3 bytes from index 0'],
  ['31f09080c0', 'invalid utf-8 sequence of 3 bytes from index 1'],
  ['c280', 'invalid digit found in string'],
  ['dfbf', 'invalid digit found in string'],
  ['e0a080', 'invalid digit found in string'],
  ['e18080', 'invalid digit found in string'],
  ['ed8080', 'invalid digit found in string'],
  ['ed9fbf', 'invalid digit found in string'],
  ['eebfbf', 'invalid digit found in string'],
  ['efbfbf', 'invalid digit found in string'],
  ['f0908080', 'invalid digit found in string'],
  ['f1808080', 'invalid digit found in string'],
  ['f3bfbfbf', 'invalid digit found in string'],
  ['f48fbfbf', 'invalid digit found in string'],
]

describe('the custom section cw_migrate_version is read as Rust reads a u64', () => {
  test.each(CONTENTS)('%s', (content, outcome) => {
    const store = () => createVm().store(saying(Buffer.from(content, 'hex'))).contractMigrateVersion
    if (typeof outcome === 'bigint') expect(store()).toBe(outcome)
    else {
      const shortMessage = `Error during static Wasm validation: ${outcome}`
      expect(store).toThrow(expect.objectContaining({ kind: 'StaticValidationErr', shortMessage }))
    }
  })

  test('is ignored before 2.1', () => {
    const { contractMigrateVersion } = createVm({ version: '2.0.9' }).store(saying(Uint8Array.of(0xff)))
    expect(contractMigrateVersion).toBeUndefined()
  })
})
