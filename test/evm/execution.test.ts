import { fc, runs } from '../random.js'
import { expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Execution, type Hex } from '../../src/evm/index.js'
import { FOUND } from './programs-found.js'
import { CONTRACTS, programs } from './programs.js'

const ask = async (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => {
  try {
    return await node.request({ method, params })
  } catch (error) {
    const { code, message, data } = error as { code?: unknown; message: string; data?: unknown }
    return { code, message: kindOf(message), data }
  }
}

/** The library says less of a failure, and names some of them otherwise. */
const kindOf = (message: string): string => {
  const [kind] = message.split(/ \(|: /, 1)
  return KINDS[kind!] ?? kind!
}
const KINDS: Readonly<Record<string, string>> = {
  'stack limit reached 1024': 'stack overflow',
  'gas uint64 overflow': 'out of gas',
  'return data out of bounds': 'out of gas',
}

const nodeOf = (execution: Execution, hardfork: string): EvmNode =>
  createEvmNode({ execution, hardfork, accounts: { count: 2 } })

const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

interface Case {
  readonly codes: [Uint8Array, Uint8Array, Uint8Array]
  readonly data: Uint8Array
  readonly gas: number
  readonly value: number
}

const found = (fork: string): [Case][] =>
  (FOUND[fork] ?? []).map(({ codes, ...more }) => {
    const [first, second, third] = codes.map((code) => new Uint8Array(Buffer.from(code, 'hex')))
    return [{ codes: [first!, second!, third!], data: new Uint8Array(), ...more }]
  })

const casesOf = (program: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Case> =>
  fc.record({
    codes: fc.tuple(program, program, program),
    data: fc.uint8Array({ maxLength: 70 }),
    gas: fc.oneof(
      { arbitrary: fc.constant(2_000_000), weight: 4 },
      { arbitrary: fc.integer({ min: 24_000, max: 60_000 }), weight: 1 },
    ),
    value: fc.nat(3),
  })

interface Receipt {
  readonly status: Hex
  readonly gasUsed: Hex
}

interface Trace {
  readonly gas: Hex | number
  readonly failed: boolean
  readonly returnValue: string
}

/** Everything that clients see of a transaction to the first contract, of a call and of their traces; nothing of it stays. */
async function story(node: EvmNode, { codes, data, gas, value }: Case) {
  const before = await ask(node, 'evm_snapshot')
  for (const [i, code] of codes.entries()) await ask(node, 'anvil_setCode', CONTRACTS[i], hex(code))
  await ask(node, 'anvil_setBalance', CONTRACTS[0], '0x5')
  await ask(node, 'anvil_setStorageAt', CONTRACTS[0], '0x1', `0x${'4d'.padStart(64, '0')}`)
  const [from] = (await ask(node, 'eth_accounts')) as Hex[]
  const tx = {
    from,
    to: CONTRACTS[0],
    data: hex(data),
    gas: `0x${gas.toString(16)}`,
    value: `0x${value.toString(16)}`,
    gasPrice: '0x77359400',
  }
  const call = await ask(node, 'eth_call', tx, 'latest')
  const tracedCall = (await ask(node, 'debug_traceCall', tx, 'latest', {})) as Trace
  const hash = await ask(node, 'eth_sendTransaction', tx)
  const receipt = (await ask(node, 'eth_getTransactionReceipt', hash)) as Receipt
  const block = await ask(node, 'eth_getBlockByNumber', 'latest', false)
  const trace = (await ask(node, 'debug_traceTransaction', hash, {})) as Trace
  await ask(node, 'evm_revert', before)
  return { call, tracedCall, receipt, block, trace }
}

const SINCE_LONDON = [0x48]
const SINCE_SHANGHAI = [0x1e, 0x5c, 0x5d, 0x5e]
const SINCE_ISTANBUL = [0x46, 0x47]

test.each([
  ['byzantium', [...SINCE_SHANGHAI, ...SINCE_LONDON, ...SINCE_ISTANBUL, 0x1b, 0x1c, 0x1d, 0x3f]],
  ['istanbul', [...SINCE_SHANGHAI, ...SINCE_LONDON]],
  ['london', SINCE_SHANGHAI],
  ['osaka', []],
] as const)(
  'random programs come to the same end with and without the quick loop, traced and not: %s',
  async (fork, missing) => {
    const quick = nodeOf('quick', fork)
    const library = nodeOf('library', fork)
    const ends = { ok: 0, failed: 0 }
    await fc.assert(
      fc.asyncProperty(casesOf(programs(missing)), async (one) => {
        const ours = await story(quick, one)
        expect(ours).toEqual(await story(library, one))
        const { trace, tracedCall, receipt, call } = ours
        expect(Number(trace.gas)).toBe(Number(receipt.gasUsed))
        expect(trace.failed).toBe(receipt.status === '0x0')
        // The transaction is in a later block than the call, and may return something else.
        if (!tracedCall.failed) expect(call).toBe(`0x${tracedCall.returnValue.replace(/^0x/, '')}`)
        ends[trace.failed ? 'failed' : 'ok']++
      }),
      { numRuns: runs(20), examples: found(fork) },
    )
    // One run that is repeated says nothing of what runs are like.
    if (ends.ok + ends.failed < 20) return
    expect(ends.ok).toBeGreaterThan(3)
    expect(ends.failed).toBeGreaterThan(1)
  },
)

test('an unknown execution is refused by its name', () => {
  expect(() => createEvmNode({ execution: 'slow' as Execution })).toThrow('execution (slow)')
})
