import { createBlockFromRLP } from '@ethereumjs/block'
import { encodeReceipt, createVM, runBlock } from '@ethereumjs/vm'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { Account, createAddressFromString } from '@ethereumjs/util'
import { createPublicClient, custom, encodeFunctionData, encodeDeployData, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { DEVELOPMENT_MNEMONIC, createEvmNode, type EvmNode } from '../../src/evm/index.js'
import { forksFrom } from '../../src/evm/rules/forks.js'
import { TOKEN, compile } from './solidity.js'

const { Token, Factory } = compile(TOKEN)
const CHAIN_ID = 4711n
/** Writes three times to the slot of its first argument: the second, the third, the second again. */
const CHURN: Hex = '0x60128060095f395ff36020355f35556040355f35556020355f3555'

/** A generator of numbers that gives the same ones on every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A state of the library with the node's genesis in it. */
async function libraryState(node: EvmNode): Promise<MerkleStateManager> {
  const state = new MerkleStateManager()
  const accounts = (await node.request({ method: 'eth_accounts' })) as Hex[]
  const contracts: Hex[] = [
    '0x000f3df6d732807ef1319fb7b8bb8522d0beac02',
    '0x0000f90827f1c53a10cb7a02335b175320002935',
    '0x4e59b44847b379578588920ca78fbf26c0b4956c',
  ]
  for (const name of [...accounts, ...contracts]) {
    const address = createAddressFromString(name)
    const ask = async (method: string): Promise<Hex> => (await node.request({ method, params: [name, '0x0'] })) as Hex
    const code = Buffer.from((await ask('eth_getCode')).slice(2), 'hex')
    const account = new Account(BigInt(await ask('eth_getTransactionCount')), BigInt(await ask('eth_getBalance')))
    await state.putAccount(address, account)
    if (code.length > 0) await state.putCode(address, code)
  }
  return state
}

test('the unmodified VM on Merkle state comes to the same headers, roots and receipts', async () => {
  const node = createEvmNode({ chainId: CHAIN_ID, mining: 'manual' })
  const client = createPublicClient({ transport: custom(node) })
  const accounts = Array.from({ length: 4 }, (_, addressIndex) =>
    mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex }),
  )
  const nonces = accounts.map(() => 0)
  const next = numbers(1)
  const contracts: Hex[] = []
  const word = (): string => next(3).toString(16).padStart(64, '0')

  for (let height = 0; height < 60; height++) {
    for (let count = next(4); count > 0; count--) {
      const who = next(accounts.length)
      const account = accounts[who]!
      const token = contracts[next(contracts.length)]
      const other = accounts[next(accounts.length)]!.address
      const deploy = encodeDeployData({ ...Token!, args: [BigInt(next(1000))] })
      const choices: { to?: Hex; data?: Hex; value?: bigint; gas?: bigint }[] = [
        { to: other, value: BigInt(next(10 ** 9)) },
        { to: `0x${(next(1000) + 500).toString(16).padStart(40, '0')}`, value: BigInt(next(3)) },
        { data: deploy },
        { data: encodeDeployData({ ...Factory! }) },
        { data: '0x60006000fd' },
        { data: CHURN },
        ...(token === undefined
          ? []
          : [
              { to: token, data: call('transfer', [other, BigInt(next(50))]) },
              { to: token, data: call('transfer', [other, 10n ** 9n]) },
              { to: token, data: call('mint', [other, BigInt(next(50))]) },
              { to: token, data: call('loop'), gas: 60_000n },
              { to: token, data: `0x${word()}${word()}${word()}` as const },
              { to: token, data: call('destroy') },
              { to: token, value: 5n },
              {
                to: token,
                data: encodeFunctionData({
                  ...Factory!,
                  functionName: 'make',
                  args: [`0x${word()}`],
                }),
                gas: 900_000n,
              },
            ]),
      ]
      const chosen = choices[next(choices.length)]!
      const price = 3_000_000_000n + BigInt(next(1000))
      const base = { chainId: Number(CHAIN_ID), nonce: nonces[who]!++, gas: 1_500_000n, ...chosen }
      const signers = [
        () => account.signTransaction({ type: 'legacy', gasPrice: price, ...base }),
        () =>
          account.signTransaction({
            type: 'eip2930',
            gasPrice: price,
            accessList: [{ address: chosen.to ?? other, storageKeys: [`0x${'00'.repeat(32)}`] }],
            ...base,
          }),
        () => account.signTransaction({ type: 'eip1559', maxFeePerGas: price, maxPriorityFeePerGas: 7n, ...base }),
        async () => {
          const authorization = await accounts[3]!.signAuthorization!({
            address: other,
            chainId: Number(CHAIN_ID),
            nonce: next(3),
          })
          return account.signTransaction({
            type: 'eip7702',
            maxFeePerGas: price,
            maxPriorityFeePerGas: 7n,
            authorizationList: [authorization],
            ...base,
            to: chosen.to ?? other,
          })
        },
      ]
      const raw = await signers.at(next(signers.length))!()
      await node.request({ method: 'eth_sendRawTransaction', params: [raw] }).catch((error: unknown) => {
        // An account of the pool whose nonce an authorization used up.
        expect(String(error)).toMatch(/nonce too low/)
      })
    }
    await node.mine()
    const receipts = (await client.request({
      method: 'eth_getBlockReceipts' as never,
      params: ['latest'] as never,
    })) as unknown as { contractAddress: Hex | null; status: Hex }[]
    for (const { contractAddress, status } of receipts)
      if (contractAddress !== null && status === '0x1') contracts.push(contractAddress)
    // An authorization moves a nonce without a transaction.
    for (const [who, account] of accounts.entries())
      nonces[who] = Number(
        await node.request({ method: 'eth_getTransactionCount', params: [account.address, 'pending'] }),
      )
  }

  const forks = forksFrom(CHAIN_ID, 'bpo2')
  const hashes = new Map<number, Uint8Array>()
  const blockchain = {
    getBlock: (number: number) => Promise.resolve({ hash: () => hashes.get(number)! }),
    putBlock: () => Promise.resolve(),
    shallowCopy: () => blockchain,
  }
  const vm = await createVM({ common: forks.copy(), stateManager: await libraryState(node), blockchain })
  let transactions = 0
  let failed = 0
  for (let number = 0; number <= Number(node.blockNumber); number++) {
    const at = `0x${number.toString(16)}`
    const raw = (await node.request({ method: 'debug_getRawBlock', params: [at] })) as Hex
    const block = createBlockFromRLP(Buffer.from(raw.slice(2), 'hex'), { common: forks.copy() })
    hashes.set(number, block.hash())
    const known = (await node.request({ method: 'eth_getBlockByNumber', params: [at, false] })) as { hash: Hex }
    expect(known.hash).toBe(`0x${Buffer.from(block.hash()).toString('hex')}`)
    if (number === 0) continue
    const { receipts } = await runBlock(vm, { block, skipHeaderValidation: true })
    const encoded = receipts.map(
      (receipt, i) => `0x${Buffer.from(encodeReceipt(receipt, block.transactions[i]!.type)).toString('hex')}`,
    )
    expect(await node.request({ method: 'debug_getRawReceipts', params: [at] })).toEqual(encoded)
    transactions += receipts.length
    failed += receipts.filter((receipt) => 'status' in receipt && receipt.status === 0).length
  }
  // The story must be about something.
  expect(transactions).toBeGreaterThan(60)
  expect(failed).toBeGreaterThan(5)
})

const call = (functionName: string, args: readonly unknown[] = []): Hex =>
  encodeFunctionData({ abi: Token!.abi, functionName, args })
