import { decodeFunctionData, encodeFunctionData, getAddress, type Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { messages, payableIn, schemaOfAbi, variantNames, NOWHERE } from '../../src/schema/index.js'
import { ContractAbi, encodeCallOf } from '../../src/sandbox/values/contract-abi.js'
import type { JsonItem, JsonParameter } from '../../src/codec/abi/index.js'
import type { Json } from '../../src/sandbox/index.js'
import { fc } from '../random.js'

const VAULT = `0x${'11'.repeat(20)}`
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

const of = (name: string, inputs: readonly JsonParameter[], stateMutability = 'nonpayable'): JsonItem => ({
  type: 'function',
  name,
  inputs,
  outputs: [],
  stateMutability,
})

const size = fc.integer({ min: 1, max: 32 })
const single = fc.oneof(
  size.map((bytes) => `uint${bytes * 8}`),
  size.map((bytes) => `int${bytes * 8}`),
  size.map((bytes) => `bytes${bytes}`),
  fc.constantFrom('bool', 'string', 'bytes', 'address'),
)
const { parameter } = fc.letrec<{ parameter: JsonParameter }>((tie) => ({
  parameter: fc.oneof(
    { maxDepth: 3 },
    single.map((type) => ({ name: '', type })),
    fc
      .tuple(tie('parameter'), fc.option(fc.integer({ min: 1, max: 3 })))
      .map(([one, length]) => ({ ...one, type: `${one.type}[${length ?? ''}]` })),
    fc.array(tie('parameter'), { minLength: 1, maxLength: 3 }).map((members) => ({
      name: '',
      type: 'tuple',
      components: members.map((one, i) => ({ ...one, name: `m${i}` })),
    })),
  ),
}))
const parameters = fc
  .array(parameter, { maxLength: 4 })
  .map((some) => some.map((one, i) => ({ ...one, name: i === 1 ? '' : `a_${i}` })))

describe('the functions of a contract in Solidity as messages', () => {
  test('have arguments that viem reads back from their encoding', () => {
    fc.assert(
      fc.property(
        parameters.chain((inputs) => {
          const item = of('act', inputs)
          const around = { ...NOWHERE, addresses: [VAULT] }
          return fc.tuple(fc.constant(item), messages(schemaOfAbi('vault', [item]).execute!, { around }))
        }),
        ([item, message]) => {
          const args = (message as { readonly act: { readonly [name: string]: Json } }).act
          const data = encodeCallOf(item, args, bytesOf)
          const abi = [item] as Abi
          const hex = `0x${Buffer.from(data).toString('hex')}` as const
          const { args: read = [] } = decodeFunctionData({ abi, data: hex })
          expect(encodeFunctionData({ abi, functionName: 'act', args: read })).toBe(hex)
        },
      ),
    )
  })

  test('are named by their signatures where several have a name, and views are queries', () => {
    const uint = { name: 'amount', type: 'uint256' }
    const schema = schemaOfAbi('vault', [
      of('pay', [uint]),
      of('pay', [uint, { name: 'to', type: 'address' }]),
      of('close', [], 'payable'),
      of('claims', [{ name: 'owner', type: 'address' }], 'view'),
      { type: 'event', name: 'Paid', inputs: [] },
    ])
    expect(variantNames(schema.execute!)).toEqual(['pay(uint256)', 'pay(uint256,address)', 'close'])
    expect(variantNames(schema.query!)).toEqual(['claims'])
    expect(schemaOfAbi('none', [of('claims', [], 'pure')]).execute).toBeUndefined()
  })

  test('are paid where the function of that signature is payable, structs included', () => {
    const order = { name: 'order', type: 'tuple', components: [{ name: 'id', type: 'uint64' }] }
    const abi = [of('pay', [order], 'payable'), of('pay', []), of('give', [], 'payable')]
    expect([...payableIn(abi)]).toEqual(['pay((uint64))', 'give'])
    expect(variantNames(schemaOfAbi('vault', abi).execute!)).toEqual(['pay((uint64))', 'pay()', 'give'])
  })

  test('name what the contract named before: ids of 32 bytes, and bytes', () => {
    const id = `0x${'5a'.repeat(32)}`
    const item = of('take', [
      { name: 'id', type: 'bytes32' },
      { name: 'data', type: 'bytes' },
      { name: 'tag', type: 'bytes4' },
    ])
    const around = { ...NOWHERE, words: [id, 'other'] }
    const made = fc.sample(messages(schemaOfAbi('vault', [item]).execute!, { around }), 200) as unknown as readonly {
      readonly take: { readonly id: string; readonly data: string; readonly tag: string }
    }[]
    expect(made.filter(({ take }) => take.id === id).length).toBeGreaterThan(100)
    expect(made.filter(({ take }) => take.data === id).length).toBeGreaterThan(5)
    expect(made.every(({ take }) => /^0x[0-9a-f]{8}$/.test(take.tag))).toBe(true)
  })

  test('take what the sandbox knows: its addresses, and moments to come', () => {
    const item = of('send', [
      { name: 'receiver', type: 'address' },
      { name: 'timeoutTimestamp', type: 'uint64' },
    ])
    const now = 1_700_000_000_000_000_000n
    const around = { ...NOWHERE, addresses: [VAULT], time: now }
    const made = fc.sample(messages(schemaOfAbi('vault', [item]).execute!, { around }), 200) as unknown as readonly {
      readonly send: { readonly receiver: string; readonly timeoutTimestamp: string }
    }[]
    const receivers = made.map(({ send }) => send.receiver)
    expect(receivers.filter((one) => one === VAULT).length).toBeGreaterThan(100)
    expect(receivers).toContain(`0x${'0'.repeat(40)}`)
    const ahead = made.filter(({ send }) => BigInt(send.timeoutTimestamp) > now)
    expect(ahead.length).toBeGreaterThan(50)
  })
})

test('arguments by names are those in order', () => {
  const item = of('f', [
    { name: 'to', type: 'address' },
    { name: '', type: 'uint8' },
  ])
  const abi = new ContractAbi([item, of('f', [{ name: 'to', type: 'address' }])])
  const named = { 1: 7, to: VAULT }
  expect(encodeCallOf(item, named, bytesOf)).toEqual(encodeCallOf(item, [getAddress(VAULT), 7], bytesOf))
  expect(abi.function('f', named)).toEqual(item)
  expect(abi.function('f', { to: VAULT }).inputs).toHaveLength(1)
  expect(() => encodeCallOf(item, { to: VAULT, amount: 7 }, bytesOf)).toThrow(
    'f(address,uint8) has no parameter amount\n  right: (address to, uint8)',
  )
  expect(() => encodeCallOf(item, { to: VAULT }, bytesOf)).toThrow('f(address,uint8): 1')
})
