import { Hardfork, Mainnet } from '@ethereumjs/common'
import { fc, property } from '../random.js'
import { expect, test } from 'vitest'
import { intrinsicGas, libraryIntrinsicGas, type Message } from '../../src/evm/execution/message.js'
import { FORKS, NEWEST_FORK } from '../../src/evm/options/fork-names.js'
import { forksFrom } from '../../src/evm/rules/forks.js'
import type { Hex } from '../../src/evm/hex.js'

const forks = FORKS.filter((name) => name !== 'dao').map((name) => forksFrom(1n, name).at(0n, 0n))
const hex = (length: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const byte = fc.oneof(fc.constant(0), fc.nat(255))

property([
  fc.constantFrom(...forks),
  fc.record({
    to: fc.option(hex(20), { nil: undefined }),
    data: fc.array(byte, { maxLength: 200 }).map((bytes) => Uint8Array.from(bytes)),
    accessList: fc.option(
      fc.array(fc.record({ address: hex(20), storageKeys: fc.array(hex(32), { maxLength: 3 }) }), { maxLength: 3 }),
      { nil: undefined },
    ),
    value: fc.bigInt(0n, 9n),
    from: hex(20),
  }),
])('what a message costs before it runs is what the library reckons, in every fork', (common, parts) => {
  const message: Message = {
    ...parts,
    gas: 0n,
    gasPrice: 0n,
    gasFeeCap: 0n,
    gasTipCap: 0n,
    authorizationList: undefined,
    blobVersionedHashes: undefined,
    maxFeePerBlobGas: 0n,
  }
  expect(intrinsicGas(message, common)).toEqual(libraryIntrinsicGas(message, common))
})

test('the names of forks are those of the library', () => {
  expect(FORKS).toEqual(Mainnet.hardforks.map(({ name }) => name))
  expect(NEWEST_FORK).toBe(Hardfork.Bpo2)
})
