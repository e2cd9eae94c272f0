import { hashTypedData, recoverAddress, recoverMessageAddress, recoverTypedDataAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { RpcError, createEvmNode, type EvmNode } from '../../src/evm/index.js'
import { legacyTypedDataHash, typedDataHash } from '../../src/evm/accounts/typed-data.js'
import { hex } from '../../src/evm/hex.js'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
const refusal = async (node: EvmNode, method: string, ...params: unknown[]): Promise<[number, string]> => {
  const thrown: unknown = await ask(node, method, ...params).then(
    (result) => expect.fail(`answered ${JSON.stringify(result)}`),
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(RpcError)
  return [(thrown as RpcError).code, (thrown as RpcError).message]
}

const MAIL = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
      { name: 'debt', type: 'int64' },
      { name: 'tag', type: 'bytes4' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[2]' },
      { name: 'contents', type: 'bytes' },
      { name: 'read', type: 'bool' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Cow', wallets: [ALICE], debt: -5, tag: '0x01020304' },
    to: [
      { name: 'Bob', wallets: [], debt: '7', tag: '0x00000000' },
      { name: 'Eve', wallets: [ALICE, ALICE], debt: 0, tag: '0xffffffff' },
    ],
    contents: '0x1234',
    read: true,
  },
} as const

test('development accounts sign messages and typed data that viem verifies', async () => {
  const node = createEvmNode()
  const message = '0x68656c6c6f' as Hex
  for (const [method, ...params] of [
    ['eth_sign', ALICE, message],
    ['personal_sign', message, ALICE],
  ] as [string, ...Hex[]][]) {
    const signature = (await ask(node, method, ...params)) as Hex
    expect((await recoverMessageAddress({ message: { raw: message }, signature })).toLowerCase()).toBe(ALICE)
    expect(await ask(node, 'personal_ecRecover', message, signature)).toBe(ALICE)
  }
  for (const data of [MAIL, JSON.stringify(MAIL)]) {
    const signature = (await ask(node, 'eth_signTypedData_v4', ALICE, data)) as Hex
    expect(
      (
        await recoverTypedDataAddress({
          ...(MAIL as unknown as Parameters<typeof recoverTypedDataAddress>[0]),
          signature,
        })
      ).toLowerCase(),
    ).toBe(ALICE)
    expect(await ask(node, 'eth_signTypedData', ALICE, data)).toBe(signature)
  }
  expect(hex(typedDataHash(MAIL, 'V4'))).toBe(hashTypedData(MAIL as unknown as Parameters<typeof hashTypedData>[0]))
  // The example of the first revision's own documentation.
  const legacy = [
    { type: 'string', name: 'message', value: 'Hi, Alice!' },
    { type: 'uint32', name: 'A number', value: 1337 },
  ]
  const signature = (await ask(node, 'eth_signTypedData', ALICE, legacy)) as Hex
  expect((await recoverAddress({ hash: hex(legacyTypedDataHash(legacy)), signature })).toLowerCase()).toBe(ALICE)
})

test.each<[string, (data: Record<string, unknown>) => unknown, string]>([
  ['a domain', (data) => ({ ...data, domain: undefined }), 'domain is undefined'],
  ['the type', (data) => ({ ...data, primaryType: 'Letter', message: {} }), "type 'Letter' is undefined"],
  [
    'types of its members',
    (data) => ({ ...data, primaryType: 'Letter' }),
    'there is extra data provided in the message (0 < 4)',
  ],
  [
    'a number that fits',
    (data) => ({ ...data, message: { ...MAIL.message, from: { ...MAIL.message.from, debt: '9223372036854775808' } } }),
    `provided data '"9223372036854775808"' doesn't match type 'int64' of debt`,
  ],
  [
    'all elements',
    (data) => ({ ...data, message: { ...MAIL.message, to: [] } }),
    "provided data has 0 elements for to of type 'Person[2]'",
  ],
])('typed data without %s is refused', async (_, bend, message) => {
  expect(await refusal(createEvmNode(), 'eth_signTypedData_v4', ALICE, bend(MAIL))).toEqual([-32000, message])
})

test('an account is unlocked by its passphrase, for a while of the clock', async () => {
  let now = 1_700_000_000n
  const node = createEvmNode({ clock: () => now })
  const address = (await ask(node, 'personal_newAccount', 'secret')) as Hex
  expect(await ask(node, 'personal_listAccounts')).toContain(address)
  expect(await refusal(node, 'eth_sign', address, '0x')).toEqual([-32000, 'authentication needed: password or unlock'])
  expect(await refusal(node, 'personal_unlockAccount', address, 'wrong')).toEqual([
    -32000,
    'could not decrypt key with given password',
  ])
  expect(await ask(node, 'personal_unlockAccount', address, 'secret')).toBe(true)
  await ask(node, 'eth_sign', address, '0x')
  now += 301n
  expect(await refusal(node, 'eth_sign', address, '0x')).toEqual([-32000, 'authentication needed: password or unlock'])
  await ask(node, 'eth_sendTransaction', { from: ALICE, to: address, value: '0xde0b6b3a7640000' })
  const hash = await ask(node, 'personal_sendTransaction', { from: address, to: ALICE, value: '0x1' }, 'secret')
  expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({ from: address, status: '0x1' })
  await ask(node, 'personal_unlockAccount', address, 'secret', 0)
  now += 10n ** 9n
  await ask(node, 'eth_sign', address, '0x')
  expect(await ask(node, 'personal_lockAccount', address)).toBe(true)
  expect(await refusal(node, 'eth_sign', address, '0x')).toEqual([-32000, 'authentication needed: password or unlock'])
  // The same steps give the same account.
  expect(await ask(createEvmNode(), 'personal_newAccount', 'secret')).toBe(address)
})

test('section 7 of the specification, word for word', async () => {
  const node = createEvmNode({ mining: 'manual' })
  expect(await refusal(node, 'personal_importRawKey', `${'0'.repeat(63)}x`, '')).toEqual([
    -32000,
    "invalid hex character 'x' in private key",
  ])
  expect(await refusal(node, 'personal_importRawKey', '12', '')).toEqual([-32000, 'invalid length, need 256 bits'])
  expect(await ask(node, 'personal_importRawKey', `${'0'.repeat(63)}1`, '')).toBe(
    '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf',
  )
  expect(await refusal(node, 'personal_ecRecover', '0x', '0x12')).toEqual([-32000, 'signature must be 65 bytes long'])
  expect(await refusal(node, 'eth_resend', { from: ALICE, to: ALICE }, '0x1', '0x5208')).toEqual([
    -32000,
    'missing transaction nonce in transaction spec',
  ])
  expect(await refusal(node, 'personal_unpair', 'a', 'b')).toEqual([-32000, 'smartcard wallet not supported yet'])
})

test('a transaction is filled, signed, and sent again at another price', async () => {
  const node = createEvmNode({ mining: 'manual' })
  const request = { from: ALICE, to: ALICE, value: '0x1' }
  expect(await ask(node, 'eth_fillTransaction', request)).toMatchObject({
    tx: { gas: '0x5208', nonce: '0x0', type: '0x2', maxPriorityFeePerGas: '0x3b9aca00' },
  })
  const { raw, tx } = (await ask(node, 'eth_signTransaction', request)) as { raw: Hex; tx: { hash: Hex } }
  expect(await ask(node, 'eth_sendRawTransaction', raw)).toBe(tx.hash)
  expect(await ask(node, 'eth_pendingTransactions')).toMatchObject([{ hash: tx.hash }])
  const again = await ask(node, 'eth_resend', { ...request, nonce: '0x0' }, '0x174876e800')
  await node.mine()
  expect(await ask(node, 'eth_getTransactionByHash', again)).toMatchObject({
    gasPrice: '0x174876e800',
    blockNumber: '0x1',
    gas: '0x5208',
  })
  expect(await ask(node, 'eth_getTransactionByHash', tx.hash)).toBeNull()
})
