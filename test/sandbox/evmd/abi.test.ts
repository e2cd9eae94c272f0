import { decodeAbiParameters, encodeAbiParameters, encodeFunctionData, getAddress, type AbiParameter } from 'viem'
import { describe, expect, test } from 'vitest'
import { UsageError } from 'sudobox'
import { decodeAbi, encodeAbi, typesOfJson, type JsonParameter } from '../../../src/codec/abi/index.js'
import { abiArguments, plainOf } from '../../../src/sandbox/values/abi-values.js'
import { ContractAbi, encodeCallOf, functionOfSignature, resultOf } from '../../../src/sandbox/values/contract-abi.js'
import { fc } from '../../random.js'

const hexOf = (bytes: Uint8Array): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

/** A parameter with values that viem takes and gives. */
interface Sample {
  readonly parameter: AbiParameter
  readonly value: fc.Arbitrary<unknown>
}

const bits = fc.integer({ min: 1, max: 32 }).map((size) => size * 8)
const integer = (kind: 'uint' | 'int') =>
  bits.map((size): Sample => {
    const [min, max] =
      kind === 'uint' ? [0n, (1n << BigInt(size)) - 1n] : [-(1n << BigInt(size - 1)), (1n << BigInt(size - 1)) - 1n]
    const value = fc.bigInt({ min, max })
    return { parameter: { name: '', type: `${kind}${size}` }, value: size <= 48 ? value.map(Number) : value }
  })
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(hexOf)
const single = fc.oneof(
  integer('uint'),
  integer('int'),
  fc.constant<Sample>({ parameter: { name: '', type: 'bool' }, value: fc.boolean() }),
  fc.constant<Sample>({ parameter: { name: '', type: 'string' }, value: fc.string({ unit: 'grapheme' }) }),
  fc.constant<Sample>({ parameter: { name: '', type: 'bytes' }, value: fc.uint8Array().map(hexOf) }),
  fc.constant<Sample>({ parameter: { name: '', type: 'address' }, value: bytes(20).map((hex) => getAddress(hex)) }),
  fc
    .integer({ min: 1, max: 32 })
    .map((size): Sample => ({ parameter: { name: '', type: `bytes${size}` }, value: bytes(size) })),
)

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 3 },
    single,
    fc.tuple(tie('sample'), fc.option(fc.integer({ min: 1, max: 3 }))).map(([{ parameter, value }, size]) => ({
      parameter: { ...parameter, type: `${parameter.type}[${size ?? ''}]` },
      value: fc.array(value, size === null ? { maxLength: 3 } : { minLength: size, maxLength: size }),
    })),
    fc.array(tie('sample'), { minLength: 1, maxLength: 3 }).map((members) => {
      const components = members.map(({ parameter }, i) => ({ ...parameter, name: `m${i}` }))
      const value = fc.record(Object.fromEntries(members.map(({ value }, i) => [`m${i}`, value])))
      return { parameter: { name: '', type: 'tuple', components }, value }
    }),
  ),
}))
const samples = fc
  .array(sample, { minLength: 1, maxLength: 4 })
  .chain((all) =>
    fc
      .tuple(...all.map(({ value }) => value))
      .map((values) => ({ parameters: all.map(({ parameter }) => parameter), values })),
  )

test('arguments are encoded, and results decoded, as viem does', () => {
  fc.assert(
    fc.property(samples, ({ parameters, values }) => {
      const json = parameters as readonly JsonParameter[]
      const encoded = encodeAbi(typesOfJson(json), abiArguments(json, values, bytesOf, 'f'))
      expect(hexOf(encoded)).toBe(encodeAbiParameters(parameters, values))
      const decoded = decodeAbi(typesOfJson(json), encoded)
      expect(json.map((parameter, i) => plainOf(parameter, decoded[i]!))).toEqual(
        decodeAbiParameters(parameters, hexOf(encoded)),
      )
    }),
    { numRuns: 100 },
  )
})

describe('a signature alone', () => {
  test('encodes as the ABI does', () => {
    const abi = [
      {
        type: 'function',
        name: 'pay',
        stateMutability: 'nonpayable',
        inputs: [
          { name: 'to', type: 'address' },
          {
            name: 'coins',
            type: 'tuple[2][]',
            components: [
              { name: 'denom', type: 'string' },
              { name: 'amount', type: 'uint256' },
            ],
          },
        ],
        outputs: [],
      },
    ] as const
    const to = getAddress(`0x${'ab'.repeat(20)}`)
    const coins = [
      [
        { denom: 'a', amount: 1n },
        { denom: 'b', amount: 2n },
      ],
    ] as const
    const item = functionOfSignature('pay(address,(string,uint256)[2][])')
    const given = [
      to,
      [
        [
          ['a', '1'],
          ['b', '2'],
        ],
      ],
    ]
    expect(hexOf(encodeCallOf(item, given, bytesOf))).toBe(
      encodeFunctionData({ abi, functionName: 'pay', args: [to, coins] }),
    )
  })

  test.each(['pay', 'pay(uint257)', 'pay(bytes33)', 'pay(address', '1pay()', 'pay(uint256)(uint256)'])(
    '%s is refused',
    (text) => {
      expect(() => functionOfSignature(text)).toThrow(UsageError)
    },
  )
})

test('functions with one name are told apart by their signatures and their numbers of arguments', () => {
  const of = (...types: string[]) => ({
    type: 'function',
    name: 'f',
    inputs: types.map((type) => ({ name: '', type })),
    outputs: [],
  })
  const abi = new ContractAbi([of('uint256'), of('address'), of('uint256', 'bool')])
  expect(abi.function('f', [1n, true]).inputs).toHaveLength(2)
  expect(abi.function('f(address)').inputs).toEqual([{ name: '', type: 'address' }])
  expect(() => abi.function('f', [1n])).toThrow(
    'the contract has several functions f\n  right: one of f(uint256), f(address), f(uint256,bool)',
  )
  expect(() => abi.function('g')).toThrow('the contract has no function g')
  expect(resultOf(of('uint256'), new Uint8Array(0))).toBeUndefined()
})
