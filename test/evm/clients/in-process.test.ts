import { BrowserProvider, Contract, ContractFactory, Wallet } from 'ethers'
import { expect, test } from 'sudobox/vitest'
import { createPublicClient, custom } from 'viem'
import { Web3, type ContractAbi } from 'web3'
import { artifact } from '../solidity.js'
import { BOB } from './served.js'

const Token = artifact('ERC20')
const FUNDS = { key: 'eth', funds: '1000000000000000000000aevm' } as const

test('web3: its second argument of a request is no session', async ({ neutron, evm }) => {
  const { evmAddress: from } = neutron.account('alice', FUNDS)
  const web3 = new Web3(evm)
  const token = await new web3.eth.Contract(Token.abi as ContractAbi)
    .deploy({ data: Token.bytecode, arguments: ['Token', 'TKN', 1000n] as never })
    .send({ from })
  await token.methods['transfer']!(BOB, 30n).send({ from })
  expect(await token.methods['balanceOf']!(BOB).call()).toBe(30n)
  // Notifies the subscriptions of all sessions.
  neutron.nextBlock()
  expect(await web3.eth.getBlockNumber()).toBe(neutron.evm.blockNumber)
  await expect(token.methods['transfer']!(BOB, 5000n).call({ from })).toBeRevertedWithCustomError(
    Token.abi as never,
    'ERC20InsufficientBalance',
  )
})

test('viem: a request with a signal is answered', async ({ evm, neutron }) => {
  const client = createPublicClient({ transport: custom(evm) })
  const { signal } = new AbortController()
  const chainId = await client.request({ method: 'eth_chainId' }, { signal })
  expect(BigInt(chainId)).toBe(evm.chainId)
  neutron.nextBlock()
})

test('ethers: accounts of the node and wallets send, without a cache', async ({ neutron, evm }) => {
  const alice = neutron.account('alice', FUNDS)
  const provider = new BrowserProvider(evm, undefined, { cacheTimeout: -1 })
  try {
    const signer = await provider.getSigner(alice.evmAddress)
    const token = await new ContractFactory(Token.abi as never, Token.bytecode, signer).deploy('Token', 'TKN', 1000n)
    await token.waitForDeployment()
    const wallet = new Wallet(alice.evmPrivateKey, provider)
    for (let sent = 1n; sent <= 3n; sent++) {
      await (await wallet.sendTransaction({ to: BOB, value: 1n })).wait()
      expect(await provider.getBalance(BOB)).toBe(sent)
    }
    const asAlice = new Contract(await token.getAddress(), Token.abi as never, wallet)
    await expect(asAlice['transfer']!(BOB, 5000n)).toBeRevertedWithCustomError(
      Token.abi as never,
      'ERC20InsufficientBalance',
    )
  } finally {
    provider.destroy()
  }
})

test('a listener to another event of a provider gets no messages', async ({ neutron, evm }) => {
  const heard: string[] = []
  for (const event of ['message', 'chainChanged', 'accountsChanged', 'connect', 'disconnect'] as const)
    evm.on(event, () => void heard.push(event))
  const removed = () => void heard.push('removed')
  evm.on('message', removed).removeListener('chainChanged', removed)
  await evm.request({ method: 'eth_subscribe', params: ['newHeads'] })
  await evm.request({ method: 'evm_mine' })
  expect(heard).toEqual(['message', 'removed'])
  evm.removeListener('message', removed)
  neutron.nextBlock()
  await evm.request({ method: 'evm_mine' })
  expect(heard.filter((event) => event === 'removed')).toHaveLength(1)
})
