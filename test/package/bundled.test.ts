// What comes in the files of the package works together.
import { fromBech32, toBech32 } from '@cosmjs/encoding'
import { expect, test } from 'vitest'

// From 2.3 on @scure/base refuses the limit with which cosmjs 0.38 and 0.39 read an address: package.json overrides it.
test('cosmjs reads addresses', () => {
  const data = Uint8Array.of(1, 2, 3)
  expect(fromBech32(toBech32('neutron', data))).toEqual({ prefix: 'neutron', data })
})
