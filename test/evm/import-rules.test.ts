import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'

// What go-ethereum says of blocks of which one field was changed; fixtures/evm/blocks.json was recorded by the program reference/blocks.

interface Recorded {
  readonly fork: string
  readonly genesis: object
  readonly first: Hex
  readonly valid: Hex
  readonly side: readonly Hex[]
  readonly cases: readonly { readonly name: string; readonly block: Hex; readonly error: string }[]
}
const { chains } = JSON.parse(readFileSync(new URL('../../fixtures/evm/blocks.json', import.meta.url), 'utf8')) as {
  readonly chains: readonly Recorded[]
}

const bytes = (block: Hex): Uint8Array => Buffer.from(block.slice(2), 'hex')
const head = async (node: EvmNode): Promise<unknown> =>
  node.request({ method: 'debug_getRawBlock', params: ['latest'] })

describe.each(chains)('a chain of $fork', ({ fork, genesis, first, valid, side, cases }) => {
  const start = async (): Promise<EvmNode> => {
    const node = createEvmNode({ genesis, accounts: { count: 0 } })
    expect(await node.importChain(bytes(first))).toBe(1)
    return node
  }

  test('a block with a wrong field is refused as go-ethereum refuses it, and a right one is not', async () => {
    const node = await start()
    for (const { name, block, error } of cases) {
      const outcome = await node.importChain(bytes(block)).then(
        () => '',
        (refusal: Error) => refusal.message.replace(/^block \d+ does not fit: /, ''),
      )
      // The reader fails in its own words, also at a field that the fork does not know. A difficulty makes go-ethereum judge by proof of work, of which this chain has none.
      if (error.startsWith('rlp: ') || (fork === 'cancun' && name === 'requests hash'))
        expect(outcome, name).toMatch(/^(not a block: |invalid excessBlobGas)/)
      else if (name === 'difficulty') expect(outcome, name).toBe('invalid difficulty: have 1, want 0')
      else expect(outcome, name).toBe(error)
      if (error === '') await node.request({ method: 'debug_setHead', params: ['0x1'] })
      expect(await head(node), name).toBe(first)
    }
    expect(await node.importChain(bytes(valid))).toBe(1)
  })

  test('a block on a known parent starts a side chain, and the last block is the head', async () => {
    const node = await start()
    expect(await node.importChain(bytes(valid))).toBe(1)
    const balance = (): Promise<unknown> =>
      node.request({ method: 'eth_getBalance', params: ['0x0100000000000000000000000000000000000000', 'latest'] })
    expect(await balance()).toBe('0x2')
    expect(await node.importChain(bytes(side[0]!))).toBe(1)
    expect(await head(node)).toBe(side[0])
    expect(await balance()).toBe('0x2')
    expect(await node.importChain(bytes(side[1]!))).toBe(1)
    expect([await head(node), await balance()]).toEqual([side[1], '0x4'])
    // The branch that was left can be gone on with: its second block follows its first.
    expect(await node.importChain(Buffer.concat([bytes(first), bytes(valid)]))).toBe(2)
    expect([await head(node), await balance()]).toEqual([valid, '0x2'])
    expect(await node.importChain(bytes(side[1]!))).toBe(1)
    expect([await head(node), await balance()]).toEqual([side[1], '0x4'])
    // A bad block of a side chain changes nothing.
    const bad = cases.find(({ name }) => name === 'state root')!
    await expect(node.importChain(bytes(bad.block))).rejects.toThrow('invalid merkle root')
    expect([await head(node), await balance()]).toEqual([side[1], '0x4'])
  })
})
