import { encodeDeployData, encodeFunctionData, getAddress, keccak256, type Hex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { RpcError, createEvmNode, type EvmNode } from '../../src/evm/index.js'
import { TOKEN, compile } from './solidity.js'

const { Token } = compile(TOKEN)
const ALICE: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB: Hex = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const word = (n: bigint): Hex => `0x${n.toString(16).padStart(64, '0')}`

let node: EvmNode
let token: Hex
const ask = <T>(method: string, ...params: unknown[]): Promise<T> => node.request({ method, params }) as Promise<T>
const refusal = async (method: string, ...params: unknown[]): Promise<[number, string]> => {
  const thrown = await ask(method, ...params).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(RpcError)
  return [(thrown as RpcError).code, (thrown as RpcError).message]
}

beforeAll(async () => {
  node = createEvmNode({ accounts: { count: 2 } })
  const hash = await ask('eth_sendTransaction', {
    from: ALICE,
    data: encodeDeployData({ ...Token!, args: [9n] }),
    gas: '0x200000',
  })
  token = (await ask<{ contractAddress: Hex }>('eth_getTransactionReceipt', hash)).contractAddress
  await ask('evm_setAutomine', false)
  for (const value of [2n, 3n])
    await ask('eth_sendTransaction', {
      from: ALICE,
      to: token,
      data: encodeFunctionData({ ...Token!, functionName: 'transfer', args: [BOB, value] }),
      gas: '0x20000',
    })
  await ask('evm_mine')
})

describe('looking into blocks and states', () => {
  test('by a block number given as a JSON number', async () => {
    expect(await ask('debug_getBlockRlp', 2)).toBe(await ask('debug_getRawBlock', '0x2'))
    expect(await ask('debug_getHeaderRlp', 2)).toBe(await ask('debug_getRawHeader', '0x2'))
    expect(JSON.parse(await ask<string>('debug_printBlock', 2))).toMatchObject({ header: { number: '0x2' } })
    for (const method of ['debug_getBlockRlp', 'debug_getHeaderRlp', 'debug_printBlock'])
      expect(await refusal(method, '0x2')).toEqual([
        -32602,
        'invalid argument 0: number: json: cannot unmarshal string into Go value of type uint64',
      ])
    expect(await refusal('debug_printBlock', 9)).toEqual([-32000, 'block #9 not found'])
  })

  test('by roots and accounts', async () => {
    const { hash, stateRoot, transactions } = await ask<{ hash: Hex; stateRoot: Hex; transactions: Hex[] }>(
      'eth_getBlockByNumber',
      '0x2',
      false,
    )
    const roots = await ask<Hex[]>('debug_intermediateRoots', hash)
    expect(roots).toHaveLength(2)
    expect(roots[1]).toBe(stateRoot)
    expect(await ask('debug_intermediateRoots', transactions[0])).toEqual(roots)
    expect(await ask<Hex[]>('debug_getModifiedAccountsByNumber', 2)).toEqual(expect.arrayContaining([ALICE, token]))
    expect(await ask<Hex[]>('debug_getModifiedAccountsByNumber', 2)).not.toContain(BOB)
    expect(await ask<Hex[]>('debug_getModifiedAccountsByHash', hash)).toEqual(
      await ask('debug_getModifiedAccountsByNumber', 1, 2),
    )
    const dump = await ask<{ root: string; accounts: Record<Hex, { balance: string; storage?: Record<Hex, string> }> }>(
      'debug_dumpBlock',
      '0x2',
    )
    expect(`0x${dump.root}`).toBe(stateRoot)
    expect(dump.accounts[getAddress(BOB)]!.balance).toBe('10000000000000000000000')
    expect(Object.values(dump.accounts[getAddress(token)]!.storage!).sort()).toEqual(['04', '05', '09'])
  })

  test('by the storage before a transaction', async () => {
    type Range = { storage: Record<Hex, { key: Hex; value: Hex }>; nextKey: Hex | null }
    const values = ({ storage }: Range): Hex[] =>
      Object.values(storage)
        .map(({ value }) => value)
        .sort()
    expect(values(await ask<Range>('debug_storageRangeAt', '0x2', 0, token, '0x0', 10))).toEqual([word(9n), word(9n)])
    const all = await ask<Range>('debug_storageRangeAt', '0x2', 1, token, '0x0', 10)
    expect(values(all)).toEqual([word(2n), word(7n), word(9n)])
    for (const [hash, { key }] of Object.entries(all.storage)) expect(keccak256(key)).toBe(hash)
    const first = await ask<Range>('debug_storageRangeAt', '0x2', 1, token, '0x0', 1)
    const rest = await ask<Range>('debug_storageRangeAt', '0x2', 1, token, first.nextKey, 10)
    expect({ ...first.storage, ...rest.storage }).toEqual(all.storage)
    expect((await refusal('debug_storageRangeAt', '0x2', 2, token, '0x0', 1))[1]).toMatch(
      'transaction index 2 out of range',
    )
  })
})

test('the pool accepts transactions that offer enough, and blocks have the configured fields', async () => {
  await ask('miner_setGasPrice', '0x77359400')
  expect(await ask('eth_maxPriorityFeePerGas')).toBe('0x77359400')
  const cheap = { from: BOB, to: BOB, maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x1' }
  expect(await refusal('eth_sendTransaction', cheap)).toEqual([
    -32000,
    'transaction underpriced: gas tip cap 1, minimum needed 2000000000',
  ])
  await ask('miner_setExtra', 'made here')
  await ask('miner_setEtherbase', BOB)
  await ask('miner_setGasLimit', '0x1000000')
  await ask('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' })
  await ask('miner_start')
  expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
    number: '0x3',
    miner: BOB,
    gasLimit: '0x1000000',
    extraData: `0x${Buffer.from('made here').toString('hex')}`,
  })
  expect((await refusal('miner_setExtra', 'x'.repeat(33)))[0]).toBe(-32602)
  await ask('debug_setHead', '0x2')
  expect(await ask('eth_blockNumber')).toBe('0x2')
})
