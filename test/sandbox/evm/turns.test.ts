import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js'

const BOB = '0x00000000000000000000000000000000000000b0'
const TOKEN = '0x00000000000000000000000000000000000000c0'

const ask = <T = string>(sandbox: Sandbox, method: string, ...params: unknown[]) =>
  sandbox.evm.request({ method, params }) as Promise<T>

const heads = async (sandbox: Sandbox) => {
  const { app } = sandbox.chains.neutron.host
  const { hash, stateRoot } = await ask<{ hash: string; stateRoot: string }>(
    sandbox,
    'eth_getBlockByNumber',
    'latest',
    false,
  )
  return { hash, stateRoot, height: app.height, pool: await ask(sandbox, 'txpool_content') }
}

/** Each changes something else: state, settings, clock, pool, the line of blocks. */
const REQUESTS: readonly (readonly [name: string, method: string, ...params: unknown[]])[] = [
  ['code', 'anvil_setCode', TOKEN, '0x6001'],
  ['a nonce', 'anvil_setNonce', BOB, '0x5'],
  ['a balance', 'anvil_setBalance', BOB, '0x5'],
  ['who gets the tips', 'hardhat_setCoinbase', BOB],
  ['the next base fee', 'hardhat_setNextBlockBaseFeePerGas', '0x77359400'],
  ['the clock', 'evm_increaseTime', 1000],
  ['the way back', 'evm_revert', '0x1'],
  ['the genesis', 'hardhat_reset'],
  ['the pool', 'hardhat_dropTransaction', `0x${'11'.repeat(32)}`],
]

test.each(REQUESTS)(
  '%s: wherever a block of the chain comes between, replaying the log gives the same',
  async (_, ...request) => {
    for (const jobs of [0, 1, 2, 3, 5, 8, 12]) {
      const sandbox = createSandbox()
      await ask(sandbox, 'evm_snapshot')
      await ask(sandbox, 'evm_mine')
      const [method, ...params] = request as [string, ...unknown[]]
      const asked = ask(sandbox, method, ...params)
      for (let passed = 0; passed < jobs; passed++) await Promise.resolve()
      sandbox.chains.neutron.nextBlock()
      await asked
      await ask(sandbox, 'evm_mine')
      const again = createSandbox()
      for (const action of sandbox.log) await again.perform(action).catch(() => undefined)
      expect(await heads(again), `${jobs} jobs`).toEqual(await heads(sandbox))
      expect(again.log).toEqual(sandbox.log)
    }
  },
)

test('a transaction that a block of the chain makes possible, or impossible, is judged after it', async () => {
  for (const [before, after] of [
    [0n, 10n ** 18n],
    [10n ** 18n, 10n ** 18n - 1n],
  ] as const)
    for (let jobs = 0; jobs <= 40; jobs += 4) {
      const sandbox = createSandbox()
      const { neutron } = sandbox.chains
      const ann = neutron.account('ann', { key: 'eth', funds: `1000000untrn,${before}aevm` })
      const rich = neutron.account('rich', `1000000untrn,${after}aevm`)
      await ask(sandbox, 'eth_blockNumber')
      const value = `0x${(10n ** 17n).toString(16)}`
      const sent = ask(sandbox, 'eth_sendTransaction', { from: ann.evmAddress, to: BOB, value })
        .then(() => 'sent')
        .catch((error: Error) => error.message)
      for (let passed = 0; passed < jobs; passed++) await Promise.resolve()
      const move = before === 0n ? rich.transfer(ann, `${after}aevm`) : ann.transfer(rich, `${after}aevm`)
      await Promise.all([sent, move.catch(() => undefined)])
      const again = createSandbox()
      const ends: string[] = []
      for (const action of sandbox.log)
        await again
          .perform(action)
          .then(() => action.action === 'evm' && action.method === 'eth_sendTransaction' && ends.push('sent'))
          .catch((error: Error) => action.action === 'evm' && ends.push(error.message))
      expect(ends, `${jobs} jobs`).toEqual([await sent])
      expect(await heads(again), `${jobs} jobs`).toEqual(await heads(sandbox))
    }
})

test('requests run one after the other, in the order in which they were made', async () => {
  const sandbox = createSandbox()
  const [from] = await ask<string[]>(sandbox, 'eth_accounts')
  const sends = Array.from({ length: 4 }, (_, i) =>
    ask(sandbox, 'eth_sendTransaction', { from, to: BOB, value: `0x${i + 1}` }),
  )
  const hashes = await Promise.all(sends)
  const receipts = await Promise.all(
    hashes.map((hash) => ask<{ blockNumber: string }>(sandbox, 'eth_getTransactionReceipt', hash)),
  )
  expect(receipts.map(({ blockNumber }) => Number(blockNumber))).toEqual([1, 2, 3, 4])
})

test('listeners are notified of the chain also after the return to a node that another one had replaced', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const fresh = await sandbox.snapshot()
  const numbers: number[] = []
  sandbox.evm.on('message', ({ data }) => numbers.push(Number((data.result as { number: string }).number)))
  await ask(sandbox, 'eth_subscribe', 'newHeads')
  const listening = await sandbox.snapshot()

  await sandbox.restore(fresh)
  await ask(sandbox, 'eth_blockNumber')
  await sandbox.restore(listening)
  neutron.nextBlock()
  await sandbox.evm.settled()
  expect(numbers).toEqual([1])
  neutron.nextBlock()
  // Nobody asks: the block itself is what tells.
  await expect.poll(() => numbers).toEqual([1, 2])
})

test('a request that has made a block goes on after a block of the chain, instead of beginning anew', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const first = Number(await ask(sandbox, 'eth_blockNumber'))
  const mined = ask(sandbox, 'hardhat_mine', '0x3')
  const { height } = neutron
  while (neutron.height === height) await setImmediate()
  neutron.nextBlock()
  await mined
  // Three of its own, and the one that follows the chain's.
  expect(Number(await ask(sandbox, 'eth_blockNumber')) - first).toBe(4)
  expect(neutron.height - height).toBe(4n)
})
