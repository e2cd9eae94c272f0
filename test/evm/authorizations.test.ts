import { fromRlp, toRlp, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { DEVELOPMENT_MNEMONIC, createEvmNode, type EvmNode } from '../../src/evm/index.js'

const CHAIN_ID = 4711
const alice = mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex: 0 })
const bob = mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex: 1 })
const carol = mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex: 2 })
const stranger = mnemonicToAccount('legal winner thank year wave sausage worth useful legal winner thank yellow')
const TARGET: Hex = `0x${'12'.repeat(20)}`
const DELEGATE: Hex = `0x${'34'.repeat(20)}`

const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
const newNode = (): EvmNode => createEvmNode({ chainId: BigInt(CHAIN_ID), mining: 'manual' })

interface Given {
  readonly chainId?: number
  readonly nonce?: number
  readonly yParity?: Hex
}
/** An authorization as JSON-RPC has it. */
async function authorization(signer: typeof alice, { chainId = CHAIN_ID, nonce = 0, yParity }: Given = {}) {
  const signed = await signer.signAuthorization!({ address: DELEGATE, chainId, nonce })
  const quantity = (value: number | bigint): Hex => `0x${value.toString(16)}`
  return {
    chainId: quantity(chainId),
    address: DELEGATE,
    nonce: quantity(nonce),
    yParity: yParity ?? quantity(signed.yParity!),
    r: quantity(BigInt(signed.r)),
    s: quantity(BigInt(signed.s)),
  }
}

/** Source: EIP-7702, `PER_EMPTY_ACCOUNT_COST - PER_AUTH_BASE_COST`. */
const REFUND = 12_500

describe('an authorization of an account that is there gives back a part of its price', () => {
  const bobs = () => authorization(bob)
  test.each([
    ['of an account that is there', () => [bobs()], 1, [bob]],
    ['of one that is not', () => [authorization(stranger)], 0, [stranger]],
    [
      'of one that an authorization before it made',
      () => [authorization(stranger), authorization(stranger, { nonce: 1 })],
      1,
      [stranger],
    ],
    ['of two accounts', () => [bobs(), authorization(carol)], 2, [bob, carol]],
    ['of the sender, whose nonce the transaction moved on', () => [authorization(alice, { nonce: 1 })], 1, [alice]],
    ['of the sender, with the nonce of the transaction', () => [authorization(alice)], 0, []],
    ['twice with the same nonce', () => [bobs(), bobs()], 1, [bob]],
    ['twice, one after another', () => [bobs(), authorization(bob, { nonce: 1 })], 2, [bob]],
    ['for any chain', () => [authorization(bob, { chainId: 0 })], 1, [bob]],
    ['for another chain', () => [authorization(bob, { chainId: 1 })], 0, []],
    ['with another nonce', () => [authorization(bob, { nonce: 1 })], 0, []],
    ['with a parity of 2', () => [authorization(bob, { yParity: '0x2' })], 0, []],
    ['with a parity of 2, then a right one', () => [authorization(bob, { yParity: '0x2' }), bobs()], 1, [bob]],
  ] as const)('%s', async (_, list, refunds, delegating) => {
    const node = newNode()
    // A step that succeeds, then one that takes all gas: what runs gives nothing back by itself.
    await ask(node, 'anvil_setCode', TARGET, '0x5bfe')
    const authorizationList = await Promise.all(list())
    const gas = 400_000
    const request = { from: alice.address, to: TARGET, gas: `0x${gas.toString(16)}`, authorizationList }
    const [simulated] = (await ask(node, 'eth_simulateV1', { blockStateCalls: [{ calls: [request] }] })) as {
      calls: { gasUsed: Hex }[]
    }[]
    expect(Number(simulated!.calls[0]!.gasUsed)).toBe(gas - refunds * REFUND)
    const hash = await ask(node, 'eth_sendTransaction', { ...request, type: '0x4' })
    await node.mine()
    const receipt = (await ask(node, 'eth_getTransactionReceipt', hash)) as { gasUsed: Hex; status: Hex }
    expect([Number(receipt.gasUsed), receipt.status]).toEqual([gas - refunds * REFUND, '0x0'])
    for (const { address } of [alice, bob, carol, stranger])
      expect(await ask(node, 'eth_getCode', address, 'latest')).toBe(
        delegating.some((account) => account.address === address) ? `0xef0100${DELEGATE.slice(2)}` : '0x',
      )
    // The refund is there before the first step (go-ethereum adds it before it runs the message).
    const { structLogs } = (await ask(node, 'debug_traceTransaction', hash)) as { structLogs: { refund?: number }[] }
    expect(structLogs.map(({ refund }) => refund ?? 0)).toEqual([refunds * REFUND, refunds * REFUND])
  })

  test('up to a fifth of what was used', async () => {
    const node = newNode()
    const hash = await ask(node, 'eth_sendTransaction', {
      from: alice.address,
      to: TARGET,
      gas: '0x30000',
      type: '0x4',
      authorizationList: [await bobs()],
    })
    await node.mine()
    const { gasUsed } = (await ask(node, 'eth_getTransactionReceipt', hash)) as { gasUsed: Hex }
    expect(Number(gasUsed)).toBe((46_000 * 4) / 5)
  })
})

/** Source: EIP-2930, EIP-1559 and EIP-7702, in which `y_parity` is 0 or 1; go-ethereum `ValidateSignatureValues`. */
test.each([
  ['eip2930', 8],
  ['eip1559', 9],
  ['eip7702', 10],
] as const)('a transaction of type %s with a parity of 2 is refused', async (type, at) => {
  const node = newNode()
  const common = { chainId: CHAIN_ID, nonce: 0, gas: 100_000n, to: bob.address, value: 1n }
  const fees = { maxFeePerGas: 5_000_000_000n, maxPriorityFeePerGas: 7n }
  const signedList = [await bob.signAuthorization!({ address: DELEGATE, chainId: CHAIN_ID, nonce: 0 })]
  const raw =
    type === 'eip2930'
      ? await alice.signTransaction({ ...common, type, gasPrice: 5_000_000_000n, accessList: [] })
      : type === 'eip1559'
        ? await alice.signTransaction({ ...common, type, ...fees })
        : await alice.signTransaction({ ...common, type, ...fees, authorizationList: signedList })
  const fields = fromRlp(`0x${raw.slice(4)}`) as Hex[]
  const withParity = (parity: Hex): string =>
    raw.slice(0, 4) + toRlp(fields.map((field, i) => (i === at ? parity : field))).slice(2)
  for (const parity of ['0x02', '0x1b', '0xff'] as const)
    await expect(ask(node, 'eth_sendRawTransaction', withParity(parity))).rejects.toMatchObject({ code: -32000 })
  expect(await ask(node, 'txpool_status')).toMatchObject({ pending: '0x0', queued: '0x0' })
  expect(await ask(node, 'eth_sendRawTransaction', withParity(fields[at]!))).toMatch(/^0x/)
})
