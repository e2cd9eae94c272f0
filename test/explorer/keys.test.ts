import { expect, test } from 'vitest'
import { fromHex } from '../../src/base/bytes.js'
import { keyParts } from '../../src/sandbox/trace/key-text.js'
import { keyOf } from '../../src/store/key.js'

const hexOf = (text: string): string => Buffer.from(text).toString('hex')
const prefixed = (hex: string): string => `${(hex.length / 2).toString(16).padStart(4, '0')}${hex}`
const partsOf = (hex: string): string[] => keyParts(keyOf(fromHex(hex))).map(({ kind, text }) => `${kind} ${text}`)

test.each([
  ['an Item', hexOf('config'), ['text config']],
  ['a Map of texts', prefixed(hexOf('balance')) + hexOf('alice'), ['text balance', 'text alice']],
  ['a Map of numbers', `${prefixed(hexOf('jobs'))}0000000000000007`, ['text jobs', 'number 7']],
  ['a Map of signed numbers', `${prefixed(hexOf('deltas'))}7ffffffffffffffe`, ['text deltas', 'number -2']],
  [
    'a composite key',
    `${prefixed(hexOf('votes'))}${prefixed('0000000000000002')}${hexOf('bob')}`,
    ['text votes', 'number 2', 'text bob'],
  ],
  ['bytes', `${prefixed(hexOf('seen'))}ff00ff`, ['text seen', 'hex 0xff00ff']],
  ['the map itself', prefixed(hexOf('seen')), ['text seen']],
  ['a key of something else', '0002ff01', ['number 196353']],
])('%s', (_, hex, parts) => expect(partsOf(hex)).toEqual(parts))
