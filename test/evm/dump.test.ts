import { expect, test } from 'vitest'
import { RpcError, createEvmNode, type GenesisAlloc, type Hex } from '../../src/evm/index.js'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const CODE = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const SLOT = '0x000000000000000000000000000000000000000000000000000000000000000'

/** Forks whose rules apply from the genesis on. */
const FORKS = ['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople', 'petersburg', 'istanbul']

/** A chain of London that has these accounts alone. */
const nodeWith = (alloc: GenesisAlloc) => {
  const blocks = Object.fromEntries([...FORKS, 'berlin', 'london'].map((fork) => [`${fork}Block`, 0]))
  const written = JSON.parse(
    JSON.stringify(alloc, (_, value: unknown) => (typeof value === 'bigint' ? `0x${value.toString(16)}` : value)),
  ) as unknown
  const config = { chainId: 1337, ...blocks, terminalTotalDifficulty: 0 }
  const genesis = { config, gasLimit: '0x1c9c380', difficulty: '0x0', alloc: written }
  const node = createEvmNode({ accounts: { count: 0 }, genesis })
  return async (method: string, ...params: unknown[]) => node.request({ method, params }) as Promise<Dump>
}
interface Dump {
  readonly root: string
  readonly accounts: Readonly<Record<string, unknown>>
  readonly next?: string
}
const ask = nodeWith({
  [ALICE]: { balance: 7n, nonce: 3n },
  [BOB]: { balance: 9n },
  [CODE]: { code: '0x6000', nonce: 1n, storage: { '0x0': '0x5', '0x1': '0x102' } },
})

// `StateDB.RawDump` of go-ethereum v1.17.0 for a state with the same accounts.
const ROOT = '09d5ec4142310408dd47f1964ef3bf5871c5dda842e0642f31cb81d1841404c6'
const NO_CODE = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
const NO_STORAGE = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
const bob = {
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8': {
    balance: '9',
    nonce: 0,
    root: NO_STORAGE,
    codeHash: NO_CODE,
    address: BOB,
    key: '0x00314e565e0574cb412563df634608d76f5c59d9f817e85966100ec1d48005c0',
  },
}
const bare = {
  balance: '0',
  nonce: 1,
  root: '0x9ac6291dba597785c990910f3eaef7d4e861a75a3199561d26b35f6a988dbf0f',
  codeHash: '0x07ad118d6cc8642c86c03827f276d8b791a65e5c99a3845faf186be720a1455d',
  address: CODE,
  key: '0x44e659e60b21cc961f64ad47f20523c1d329d4bbda245ef3940a76dc89d0911b',
}
const NAME = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const code = { ...bare, code: '0x6000', storage: { [`${SLOT}0`]: '05', [`${SLOT}1`]: '0102' } }
const alice = {
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266': {
    balance: '7',
    nonce: 3,
    root: NO_STORAGE,
    codeHash: NO_CODE,
    address: ALICE,
    key: '0xe9707d0e6171f728f7473c24cc0432a9b07eaaf1efed6a137a4a8c12c79552d9',
  },
}
const AT_CODE = 'ROZZ5gshzJYfZK1H8gUjwdMp1LvaJF7zlAp23InQkRs='
const AT_ALICE = '6XB9DmFx9yj3RzwkzAQyqbB+qvHv7WoTekqMEseVUtk='
const keyOf = (next: string | undefined): Hex => `0x${Buffer.from(next!, 'base64').toString('hex')}`

test('a dump has all accounts of a block, with code and storage', async () => {
  expect(await ask('debug_dumpBlock', '0x0')).toEqual({
    root: ROOT,
    accounts: { ...bob, [NAME]: code, ...alice },
  })
})

test('a range has accounts from a hash on, and says where the next one starts', async () => {
  const first = await ask('debug_accountRange', 'latest', '0x', 1, false, false, false)
  expect(first).toEqual({ root: ROOT, accounts: bob, next: AT_CODE })
  const second = await ask('debug_accountRange', 'latest', keyOf(first.next), 1, false, false, false)
  expect(second).toEqual({ root: ROOT, accounts: { [NAME]: code }, next: AT_ALICE })
  expect(await ask('debug_accountRange', '0x0', keyOf(second.next), 1, false, false, true)).toEqual({
    root: ROOT,
    accounts: alice,
  })
})

test('a range may start between accounts, and leave out code or storage', async () => {
  const { storage, ...coded } = code
  expect(await ask('debug_accountRange', '0x0', '0x05', 1, false, true, false)).toMatchObject({ next: AT_ALICE })
  expect((await ask('debug_accountRange', '0x0', '0x05', 1, false, true, false)).accounts).toEqual({ [NAME]: coded })
  expect((await ask('debug_accountRange', '0x0', '0x05', 1, true, false, false)).accounts).toEqual({
    [NAME]: { ...bare, storage },
  })
  // Longer than a hash, and thus after the account whose hash it begins with.
  const after = await ask('debug_accountRange', '0x0', `${keyOf(AT_ALICE)}00`, 0, true, true, false)
  expect(after).toEqual({ root: ROOT, accounts: {} })
})

test('a range has at most 256 accounts, also if it asks for more or for none', async () => {
  const many = nodeWith(
    Object.fromEntries(
      Array.from({ length: 258 }, (_, index) => [`0x${String(index).padStart(40, '0')}`, { balance: 1n }]),
    ),
  )
  const lengths = [257, 0, -1, 256, 255].map(async (max) => {
    const { accounts, next } = await many('debug_accountRange', '0x0', '0x', max, true, true, false)
    expect(keyOf(next)).toMatch(/^0x[0-9a-f]{64}$/)
    return Object.keys(accounts).length
  })
  expect(await Promise.all(lengths)).toEqual([256, 256, 256, 256, 255])
  expect(Object.keys((await many('debug_dumpBlock', '0x0')).accounts)).toHaveLength(256)
})

test('a block that does not exist is named', async () => {
  const refusal = async (...args: Parameters<typeof ask>) => {
    const thrown = await ask(...args).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(RpcError)
    return [(thrown as RpcError).code, (thrown as RpcError).message]
  }
  const hash = `0x${'12'.repeat(32)}`
  expect(await refusal('debug_dumpBlock', '0x9')).toEqual([-32000, 'block #9 not found'])
  const rest = ['0x', 1, true, true, false]
  expect(await refusal('debug_accountRange', '0x9', ...rest)).toEqual([-32000, 'block #9 not found'])
  expect(await refusal('debug_accountRange', hash, ...rest)).toEqual([-32000, `block ${hash} not found`])
})
