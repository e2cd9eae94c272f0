import { Web3, type ContractAbi } from 'web3'
import { recoverTypedDataAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { artifact } from '../solidity.js'
import { BOB, LETTER, serveSandbox, until, type Served } from './served.js'

const Token = artifact('ERC20')
const Reverter = artifact('Reverter')

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
}, 60_000)
afterAll(() => served.close())

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]

describe.each([
  ['HTTP', () => served.url],
  ['WebSocket', () => served.wsUrl],
])('web3 over %s', (name, url) => {
  test('deploys, writes, reads, listens, filters, signs, and decodes errors', { timeout: 60_000 }, async () => {
    const { sandbox, alice } = served
    const web3 = new Web3(url())
    web3.eth.transactionPollingInterval = 20
    const from = web3.eth.accounts.wallet.add(alice.evmPrivateKey)[0]!.address
    expect(from).toBe(alice.evmAddress)
    try {
      const token = await new web3.eth.Contract(Token.abi as ContractAbi)
        .deploy({ data: Token.bytecode, arguments: ['Token', 'TKN', 1000n] as never })
        .send({ from })
      const address = token.options.address!
      const ask = <T>(method: string, ...params: unknown[]): Promise<T> =>
        web3.eth.requestManager.send({ method, params })
      const filter = await ask<string>('eth_newFilter', { address })
      const seen: { returnValues: Record<string, unknown> }[] = []
      const heads: bigint[] = []
      if (name === 'WebSocket') {
        const events = token.events['Transfer']!()
        events.on('data', (event) => void seen.push(event as never))
        const blocks = await web3.eth.subscribe('newBlockHeaders')
        blocks.on('data', ({ number }) => void heads.push(number as bigint))
        await until(() => events.id)
      }

      const receipt = await token.methods['transfer']!(BOB, 30n).send({ from })
      expect(receipt.status).toBe(1n)
      expect(await token.methods['balanceOf']!(BOB).call()).toBe(30n)
      const past = await token.getPastEvents('Transfer' as never, { fromBlock: 0n, filter: { from } })
      expect(past).toMatchObject([{ event: 'Transfer', returnValues: { from, value: 30n } }])
      expect(await ask('eth_getFilterChanges', filter)).toHaveLength(1)
      expect(await ask('eth_getFilterChanges', filter)).toEqual([])
      if (name === 'WebSocket') {
        expect(await until(() => seen[0])).toMatchObject({ returnValues: { from, value: 30n } })
        expect(await until(() => heads.find((number) => number >= receipt.blockNumber))).toBe(receipt.blockNumber)
      }

      await expect(token.methods['transfer']!(BOB, 5000n).call({ from })).rejects.toMatchObject({
        cause: { errorName: 'ERC20InsufficientBalance', errorArgs: { sender: from, balance: 970n, needed: 5000n } },
      })

      const letter = {
        types: { EIP712Domain: DOMAIN, ...LETTER.types },
        primaryType: 'Letter',
        domain: { name: 'Post', chainId: Number(sandbox.evm.chainId) },
        message: LETTER.message,
      } as const
      const signature = (await web3.eth.signTypedData(from, letter as never)) as Hex
      const signer = await recoverTypedDataAddress({
        domain: letter.domain,
        types: LETTER.types,
        primaryType: 'Letter',
        message: { ...LETTER.message, stamps: 3n },
        signature,
      })
      expect(signer).toBe(from)

      const batch = new web3.BatchRequest()
      const answers = [
        batch.add<string>({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [from, 'latest'] } as never),
        batch.add<string>({ jsonrpc: '2.0', id: 2, method: 'eth_blockNumber', params: [] } as never),
      ]
      await batch.execute()
      expect((await Promise.all(answers)).map((answer) => BigInt(answer))).toEqual([
        sandbox.chains.neutron.balance(alice, 'aevm'),
        sandbox.evm.blockNumber,
      ])
    } finally {
      if (name === 'WebSocket') web3.provider?.disconnect()
    }
  })
})

test('web3 decodes every kind of failure', { timeout: 60_000 }, async () => {
  const web3 = new Web3(served.url)
  web3.eth.transactionPollingInterval = 20
  const from = web3.eth.accounts.wallet.add(served.alice.evmPrivateKey)[0]!.address
  const reverter = await new web3.eth.Contract(Reverter.abi as ContractAbi)
    .deploy({ data: Reverter.bytecode })
    .send({ from })
  await expect(reverter.methods['revertWithReason']!('because').call({ from })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('because') as string },
  })
  await expect(reverter.methods['revertWithError']!(7n, 'why').call({ from })).rejects.toMatchObject({
    cause: { errorName: 'Refused', errorArgs: { caller: from, code: 7n, reason: 'why' } },
  })
})
