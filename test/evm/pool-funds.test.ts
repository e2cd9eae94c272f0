import { describe, expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'
import { createSandbox } from '../../src/sandbox/index.js'

// What a sender can pay, over all its transactions in the pool. Source: go-ethereum v1.17.10 core/txpool/validation.go, legacypool.

const BOB: Hex = '0x00000000000000000000000000000000000000b0'
const ETHER = 10n ** 18n
const PRICE = 50_000_000_000n
const FEE = 21_000n * PRICE

const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`

interface Dropped {
  readonly hash: Hex
  readonly nonce: Hex
  readonly reason: string
}

async function pool(balance = ETHER) {
  const node: EvmNode = createEvmNode({ accounts: { count: 1, balance } })
  const ask = <T = Hex>(method: string, ...params: unknown[]): Promise<T> =>
    node.request({ method, params }) as Promise<T>
  const [from] = await ask<Hex[]>('eth_accounts')
  await ask('evm_setAutomine', false)
  const send = (nonce: number, value: bigint, gasPrice = PRICE): Promise<Hex> =>
    ask('eth_sendTransaction', {
      from,
      to: BOB,
      gas: '0x5208',
      gasPrice: quantity(gasPrice),
      nonce: quantity(nonce),
      value: quantity(value),
    })
  const parts = async (): Promise<{ pending: string[]; queued: string[] }> => {
    const { pending, queued } = await ask<{ pending: object; queued: object }>('txpool_contentFrom', from)
    return { pending: Object.keys(pending), queued: Object.keys(queued) }
  }
  const dropped = async (): Promise<[Hex, string][]> =>
    (await ask<Dropped[]>('txpool_dropped')).map(({ hash, reason }) => [hash, reason])
  return { ask, from: from!, send, parts, dropped }
}

const refusal = (message: string) => ({
  code: -32000,
  message: `insufficient funds for gas * price + value: ${message}`,
})

describe('a transaction that its sender can pay alone', () => {
  test('is refused if the pending ones leave too little, to the unit', async () => {
    const { send, parts } = await pool()
    const third = ETHER / 2n
    const cost = third + FEE
    await send(0, third)
    const left = ETHER - cost
    const most = left - FEE
    await expect(send(1, most + 1n)).rejects.toMatchObject(
      refusal(`balance ${ETHER}, queued cost ${cost}, tx cost ${left + 1n}, overshot 1`),
    )
    await send(1, most)
    expect(await parts()).toEqual({ pending: ['0', '1'], queued: [] })
    await expect(send(2, 0n)).rejects.toMatchObject(
      refusal(`balance ${ETHER}, queued cost ${ETHER}, tx cost ${FEE}, overshot ${FEE}`),
    )
    // One that waits for a nonce is judged by the pending ones as well, which it does not join.
    await expect(send(7, 0n)).rejects.toMatchObject(
      refusal(`balance ${ETHER}, queued cost ${ETHER}, tx cost ${FEE}, overshot ${FEE}`),
    )
  })

  test('may replace a pending one with what that leaves', async () => {
    const { send, dropped } = await pool()
    const first = await send(0, ETHER / 2n)
    await send(1, ETHER / 2n - 3n * FEE)
    const spent = ETHER - FEE
    const bumped = (PRICE * 11n) / 10n
    const more = 21_000n * (bumped - PRICE)
    await expect(send(0, ETHER / 2n + FEE - more + 1n, bumped)).rejects.toMatchObject(
      refusal(`balance ${ETHER}, queued cost ${spent}, tx bumped ${FEE + 1n}, overshot 1`),
    )
    const second = await send(0, ETHER / 2n + FEE - more, bumped)
    expect(await dropped()).toEqual([[first, `replaced by transaction ${second}`]])
  })

  test('is not judged by those that wait for a nonce', async () => {
    const { send, parts } = await pool()
    await send(5, ETHER - FEE)
    await send(0, ETHER - FEE)
    expect(await parts()).toEqual({ pending: ['0'], queued: ['5'] })
  })
})

describe('transactions that can no longer be mined leave the pool with a reason', () => {
  test('when their sender has too little after a block; later ones wait', async () => {
    const { ask, from, send, parts, dropped } = await pool()
    await send(0, 1n)
    const big = await send(1, ETHER / 2n)
    await send(2, 1n)
    // Only the first one fits.
    await ask('evm_setBlockGasLimit', quantity(30_000))
    await ask('anvil_setBalance', from, quantity(ETHER / 2n))
    await ask('evm_mine')
    const balance = BigInt(await ask('eth_getBalance', from, 'latest'))
    const cost = ETHER / 2n + FEE
    expect(await dropped()).toEqual([
      [big, refusal(`balance ${balance}, tx cost ${cost}, overshot ${cost - balance}`).message],
    ])
    expect(await parts()).toEqual({ pending: [], queued: ['2'] })
    // Sent again it is known by that, and no longer as dropped.
    await ask('anvil_setBalance', from, quantity(ETHER))
    await send(1, ETHER / 2n)
    expect(await dropped()).toEqual([])
    expect(await parts()).toEqual({ pending: ['1', '2'], queued: [] })
  })

  test('when they are larger than a block, and when their nonce is used', async () => {
    const { ask, from, send, dropped } = await pool()
    const large = await ask('eth_sendTransaction', { from, to: BOB, gas: quantity(100_000), nonce: '0x1' })
    const old = await send(0, 1n)
    await ask('anvil_setNonce', from, '0x1')
    await ask('evm_setBlockGasLimit', quantity(30_000))
    await ask('evm_mine')
    expect(new Map(await dropped())).toEqual(
      new Map([
        [old, 'nonce too low: next nonce 1, tx nonce 0'],
        [large, 'exceeds block gas limit: tx gas limit 100000, block gas limit 30000'],
      ]),
    )
    expect(await ask('eth_getTransactionByHash', old)).toBeNull()
  })

  test('when the chain beside the EVM takes the coins of their sender', async () => {
    const { evm, chains } = createSandbox()
    const { neutron } = chains
    const ask = <T = Hex>(method: string, ...params: unknown[]): Promise<T> =>
      evm.request({ method, params }) as Promise<T>
    const alice = neutron.account('alice', { key: 'eth', funds: `${ETHER}aevm,1000000untrn` })
    await ask('evm_setAutomine', false)
    const hash = await ask('eth_sendTransaction', { from: alice.evmAddress, to: BOB, value: quantity(ETHER / 2n) })
    await alice.transfer(neutron.account('bob'), `${ETHER - 5n}aevm`)
    expect(await ask('txpool_dropped')).toMatchObject([
      { hash, from: alice.evmAddress, nonce: '0x0', reason: expect.stringContaining('balance 5, tx cost') as string },
    ])
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
    expect(await ask('eth_getTransactionByHash', hash)).toBeNull()
  })
})
