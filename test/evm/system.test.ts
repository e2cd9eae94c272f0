import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEvmNode, type EvmNode, type GenesisAlloc, type Hex } from '../../src/evm/index.js'

const SYSTEM: Hex = '0xfffffffffffffffffffffffffffffffffffffffe'
const BEACON_ROOTS: Hex = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02'
const HISTORY: Hex = '0x0000f90827f1c53a10cb7a02335b175320002935'
const WITHDRAWALS: Hex = '0x00000961ef480eb55e80d19ad83579a64c007002'
const CONSOLIDATIONS: Hex = '0x0000bbddc7ce488642fb579f8b00f3a590007251'
const DEPOSITS: Hex = '0x00000000219ab540356cbb839cbe05303d7705fa'
const DEPOSIT_EVENT = '649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5'

const word = (value: number | bigint): string => BigInt(value).toString(16).padStart(64, '0')
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })

interface Header {
  readonly number: Hex
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: Hex
  readonly parentBeaconBlockRoot?: Hex
  readonly requestsHash?: Hex
}

const nodeWith = (alloc: GenesisAlloc, hardfork = 'osaka'): EvmNode =>
  createEvmNode({ hardfork, alloc, mining: 'manual', genesisTime: 1_700_000_000n, clock: () => 1_700_000_000n })
const latest = async (node: EvmNode): Promise<Header> =>
  (await ask(node, 'eth_getBlockByNumber', 'latest', false)) as Header
const storage = (node: EvmNode, of: Hex, slot: number | bigint): Promise<unknown> =>
  ask(node, 'eth_getStorageAt', of, `0x${word(slot)}`, 'latest')

/** Source: EIP-7685: the hash of the hashes of all requests that have data. */
function hashOf(...requests: readonly (readonly [type: number, data: string])[]): Hex {
  const parts = requests.map(([type, data]) => sha256(Buffer.from(`0${type}${data}`, 'hex')))
  return `0x${sha256(Buffer.concat(parts)).toString('hex')}`
}

test('each block keeps the hash of its parent and the beacon root by its time (EIP-2935, EIP-4788)', async () => {
  const node = nodeWith({})
  for (let height = 1; height <= 3; height++) {
    await node.mine()
    const { parentHash, timestamp, parentBeaconBlockRoot } = await latest(node)
    const slot = BigInt(timestamp) % 8191n
    expect(await storage(node, HISTORY, height - 1)).toBe(parentHash)
    expect(await storage(node, BEACON_ROOTS, slot)).toBe(`0x${word(BigInt(timestamp))}`)
    expect(await storage(node, BEACON_ROOTS, slot + 8191n)).toBe(parentBeaconBlockRoot)
    expect(await ask(node, 'eth_call', { to: HISTORY, data: `0x${word(height - 1)}` })).toBe(parentHash)
  }
})

test('the beacon root of a simulated block is the one that its caller gives', async () => {
  const root: Hex = `0x${'b7'.repeat(32)}`
  const time = 1_700_000_123n
  const [block] = (await ask(nodeWith({}), 'eth_simulateV1', {
    blockStateCalls: [
      {
        blockOverrides: { time: `0x${time.toString(16)}`, beaconRoot: root },
        calls: [{ to: BEACON_ROOTS, data: `0x${word(time)}` }],
      },
    ],
  })) as { calls: { returnData: Hex }[] }[]
  expect(block!.calls[0]!.returnData).toBe(root)
})

test('without such a contract nothing is written', async () => {
  const node = nodeWith({ [HISTORY]: {}, [BEACON_ROOTS]: {} })
  await node.mine()
  const { timestamp } = await latest(node)
  const slot = BigInt(timestamp) % 8191n
  expect(await storage(node, HISTORY, 0)).toBe(`0x${word(0)}`)
  expect(await storage(node, BEACON_ROOTS, slot)).toBe(`0x${word(0)}`)
})

test.each([
  ['shanghai', false, false],
  ['cancun', true, false],
  ['prague', true, true],
])('what a block of %s keeps', async (hardfork, hasRoot, hasHash) => {
  const code: Hex = '0x00'
  const node = nodeWith({ [HISTORY]: { code }, [BEACON_ROOTS]: { code } }, hardfork)
  await node.mine()
  const { timestamp, requestsHash } = await latest(node)
  expect(await storage(node, BEACON_ROOTS, BigInt(timestamp) % 8191n)).toBe(
    `0x${word(hasRoot ? BigInt(timestamp) : 0)}`,
  )
  expect((await storage(node, HISTORY, 0)) !== `0x${word(0)}`).toBe(hasHash)
  expect(requestsHash !== undefined).toBe(hasHash)
})

/** Returns the caller's address in 32 bytes, then the gas that it has left. */
const TELLING: Hex = '0x335f525a60205260405ff3'
/** Gas at GAS, after CALLER, PUSH0, MSTORE with a word of memory, and GAS itself. */
const LEFT = 30_000_000 - 2 - 2 - 3 - 3 - 2

test('contracts are called for requests at the end of a block, by the system and with its own gas', async () => {
  const told = word(BigInt(SYSTEM)) + word(LEFT)
  const without = nodeWith({})
  await without.mine()
  expect((await latest(without)).requestsHash).toBe(hashOf())
  for (const [alloc, requests] of [
    [{ [WITHDRAWALS]: { code: TELLING } }, [[1, told]]],
    [{ [CONSOLIDATIONS]: { code: TELLING } }, [[2, told]]],
    [
      { [WITHDRAWALS]: { code: '0x60aa5f5360015ff3' }, [CONSOLIDATIONS]: { code: TELLING } },
      [
        [1, 'aa'],
        [2, told],
      ],
    ],
  ] as const) {
    const node = nodeWith(alloc)
    await node.mine()
    expect((await latest(node)).requestsHash).toBe(hashOf(...requests))
    expect(await ask(node, 'eth_getTransactionCount', SYSTEM, 'latest')).toBe('0x0')
    expect(await ask(node, 'eth_getProof', SYSTEM, [], 'latest')).toMatchObject({ codeHash: expect.anything() })
    // What warmed up and was stored for the call does not last.
    await node.mine()
    expect((await latest(node)).requestsHash).toBe(hashOf(...requests))
  }
})

/** Logs the data that it gets with one topic. */
const logger = (topic: string): Hex => `0x365f5f377f${topic}365fa100`
const MEMBERS = [48, 32, 8, 96, 8].map((length, i) => `${i + 1}${i + 1}`.repeat(length))
/** The data of a deposit's log: offsets, then each member with its length, padded. Source: EIP-6110. */
function deposit(offsets = [160, 256, 320, 384, 512], lengths = [48, 32, 8, 96, 8]): string {
  const parts = MEMBERS.map((member, i) => word(lengths[i]!) + member.padEnd(Math.ceil(member.length / 64) * 64, '0'))
  return [...offsets.map(word), ...parts].join('')
}

async function depositing(to: Hex, topic: string, ...data: readonly string[]): Promise<Header> {
  const node = nodeWith({ [to]: { code: logger(topic) } })
  const [from] = (await ask(node, 'eth_accounts')) as Hex[]
  for (const one of data) await ask(node, 'eth_sendTransaction', { from, to, data: `0x${one}`, gas: '0x30d40' })
  await node.mine()
  return latest(node)
}

test('deposits are requests in the order of their logs (EIP-6110)', async () => {
  const one = MEMBERS.join('')
  expect((await depositing(DEPOSITS, DEPOSIT_EVENT, deposit())).requestsHash).toBe(hashOf([0, one]))
  const other = deposit().replaceAll('33', '77')
  const { requestsHash } = await depositing(DEPOSITS, DEPOSIT_EVENT, other, deposit())
  expect(requestsHash).toBe(hashOf([0, one.replaceAll('33', '77') + one]))
})

test('logs of other contracts and other events are no deposits', async () => {
  expect((await depositing('0x00000000000000000000000000000000000000dd', DEPOSIT_EVENT, deposit())).requestsHash).toBe(
    hashOf(),
  )
  expect((await depositing(DEPOSITS, DEPOSIT_EVENT.replace('6', '7'), deposit())).requestsHash).toBe(hashOf())
})
