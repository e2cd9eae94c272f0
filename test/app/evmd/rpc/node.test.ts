import { secp256k1 } from '@noble/curves/secp256k1.js'
import { BrowserProvider, Contract, ContractFactory, Wallet } from 'ethers'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { encodeFunctionData, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { EVM_SECP256K1_KEY } from '../../../../src/chain/ante/public-keys.js'
import { buildTx } from '../../../../src/chain/tx/build.js'
import { ProtoWriter } from '../../../../src/codec/proto.js'
import { QueryTraceCallRequest, QueryTraceCallResponse } from '../../../../src/codec/messages/cosmos.evm.vm.v1.js'
import { keccak256 } from '../../../../src/evm/crypto/hash.js'
import { unhex } from '../../../../src/evm/hex.js'
import { artifact } from '../../../evm/solidity.js'
import { BANK, bech32, COIN, newWorld, type World } from './world.js'

const Token = artifact('ERC20')
const BALANCES = parseAbi(['function balances(address) view returns ((address,uint256)[])'])

const ask = <T>({ node }: World, method: string, ...params: readonly unknown[]): Promise<T> =>
  node.request({ method, params }) as Promise<T>

/** A signed transfer of one unit. */
const transfer = ({ keys, accounts }: World, nonce: number, changes: object = {}): Promise<string> =>
  privateKeyToAccount(keys[0]!).signTransaction({
    type: 'eip1559',
    chainId: 262_144,
    to: accounts[1]!,
    value: 1n,
    nonce,
    gas: 21_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 0n,
    ...changes,
  })

/** Seven units from the first account to the third, as a transaction of the bank. */
function signedSend({ app, accounts, keys }: World, sequence: bigint): Uint8Array {
  const key = unhex(keys[0]!)
  const value = MsgSend.encode(
    MsgSend.fromPartial({
      fromAddress: bech32(accounts[0]!),
      toAddress: bech32(accounts[2]!),
      amount: [{ denom: 'atest', amount: '7' }],
    }),
  ).finish()
  return buildTx({
    chainId: app.chainId,
    messages: [{ typeUrl: MsgSend.typeUrl, value }],
    fee: [{ denom: 'atest', amount: 10n ** 16n }],
    gasLimit: 200_000n,
    signers: [
      {
        publicKey: {
          typeUrl: EVM_SECP256K1_KEY,
          value: new ProtoWriter().bytes(1, secp256k1.getPublicKey(key)).finish(),
        },
        accountNumber: app.account(unhex(accounts[0]!))!.accountNumber,
        sequence,
        sign: (bytes) => secp256k1.sign(keccak256(bytes), key, { prehash: false }),
      },
    ],
  })
}

describe('ethers', () => {
  test('deploys with an account of the node, and sends with a wallet', async () => {
    const world = await newWorld()
    const provider = new BrowserProvider(world.node, undefined, { cacheTimeout: -1 })
    const signer = await provider.getSigner(world.accounts[0])
    const deployed = await new ContractFactory(Token.abi as never, Token.bytecode, signer).deploy('Token', 'TKN', 1000n)
    await deployed.waitForDeployment()
    const wallet = new Wallet(world.keys[1]!, provider)
    const token = new Contract(await deployed.getAddress(), Token.abi as never, wallet)
    await expect(token['transfer']!(world.accounts[0], 5000n)).rejects.toMatchObject({
      action: 'estimateGas',
      data: expect.stringMatching(/^0xe450d38c/) as string,
    })
    // With gas given, it is in a block and fails there.
    const sent = await token['transfer']!(world.accounts[0], 5000n, { gasLimit: 100_000n })
    const receipt = await provider.getTransactionReceipt(sent.hash as string)
    expect(receipt).toMatchObject({
      status: 0,
      from: expect.stringMatching(new RegExp(world.accounts[1]!, 'i')) as string,
    })
    expect(receipt!.logs).toEqual([])
    provider.destroy()
  })
})

describe('a chain that has the EVM inside', () => {
  test('counts transactions of both kinds in one sequence', async () => {
    const world = await newWorld()
    const { app, accounts } = world
    await ask(world, 'eth_sendRawTransaction', await transfer(world, 0))
    const sent = app.baseApp.deliver(signedSend(world, 1n))
    expect(sent).toMatchObject({ code: 0, log: '' })
    expect(await ask(world, 'eth_getTransactionCount', accounts[0], 'latest')).toBe('0x2')
    expect(BigInt(await ask(world, 'eth_getBalance', accounts[2], 'latest'))).toBe(100n * COIN + 7n)
    // The block of the Cosmos transaction has no transaction of Ethereum, and its gas.
    const block = await ask<{ transactions: string[]; gasUsed: string }>(world, 'eth_getBlockByNumber', 'latest', false)
    expect(block.transactions).toEqual([])
    expect(BigInt(block.gasUsed)).toBe(BigInt(sent.gasUsed))
  })

  test('calls precompiles, and traces the call of one', async () => {
    const world = await newWorld()
    const [alice] = world.accounts
    const data = encodeFunctionData({ abi: BALANCES, functionName: 'balances', args: [alice!] })
    const call = { from: alice, to: BANK, data }
    expect(await ask(world, 'eth_call', call, 'latest')).toMatch(/^0x0{62}20/)
    const trace = await ask<{ to: string; output: string }>(world, 'debug_traceCall', call, 'latest', {
      tracer: 'callTracer',
    })
    expect(trace).toMatchObject({ to: BANK, output: await ask(world, 'eth_call', call, 'latest') })
    const pre = await ask<Record<string, unknown>>(world, 'debug_traceCall', call, 'latest', {
      tracer: 'prestateTracer',
    })
    expect(Object.keys(pre)).toContain(alice)
  })

  test('foretells fees by the params of its fee market', async () => {
    const world = await newWorld()
    world.app.setParams('feemarket', {
      elasticity_multiplier: 4,
      base_fee_change_denominator: 10,
      base_fee: '1000000000',
      min_gas_multiplier: '0',
    })
    await ask(world, 'eth_sendRawTransaction', await transfer(world, 0))
    const baseFee = async (): Promise<bigint> =>
      BigInt((await ask<{ baseFeePerGas: string }>(world, 'eth_getBlockByNumber', 'latest', false)).baseFeePerGas)
    const now = await baseFee()
    expect(BigInt(await ask(world, 'eth_maxPriorityFeePerGas'))).toBe((now * 3n) / 10n)
    const { baseFeePerGas } = await ask<{ baseFeePerGas: string[] }>(world, 'eth_feeHistory', '0x1', 'latest', [])
    world.app.nextBlock()
    expect(baseFeePerGas.map(BigInt)).toEqual([now, await baseFee()])
    world.app.setParams('feemarket', { min_gas_price: '5000000000' })
    expect(BigInt(await ask(world, 'eth_gasPrice'))).toBe(5_000_000_000n)
  })

  test('traces a call with the base fee that the query of the chain gives it', async () => {
    const world = await newWorld()
    const { baseApp } = world.app
    // The base fee on the stack, and an end.
    const args = { from: world.accounts[0], data: '0x485f00' }
    const traced = await ask<{ structLogs: { stack: string[] }[] }>(world, 'debug_traceCall', args, 'latest', {})
    const request = QueryTraceCallRequest.encode({
      args: Buffer.from(JSON.stringify(args)),
      gasCap: 25_000_000n,
      proposerAddress: new Uint8Array(),
      traceConfig: undefined,
      blockNumber: BigInt(world.app.height),
      blockHash: '',
      blockTime: world.app.time,
      chainId: 0n,
    }).finish()
    const { data } = QueryTraceCallResponse.decode(baseApp.query('/cosmos.evm.vm.v1.Query/TraceCall', request))
    expect(traced).toEqual(JSON.parse(Buffer.from(data).toString()))
    const { baseFeePerGas } = await ask<{ baseFeePerGas: string }>(world, 'eth_getBlockByNumber', 'latest', false)
    expect(BigInt(traced.structLogs[1]!.stack[0]!)).toBeLessThan(BigInt(baseFeePerGas))
  })

  test('says why its steps before messages refuse a transaction', async () => {
    const world = await newWorld()
    const { height } = world.app
    await expect(ask(world, 'eth_sendRawTransaction', await transfer(world, 0, { chainId: 1 }))).rejects.toMatchObject({
      shortMessage: 'incorrect chain-id; expected 262144, got 1',
    })
    await expect(
      ask(world, 'eth_sendRawTransaction', await transfer(world, 0, { value: 1000n * COIN })),
    ).rejects.toThrow('insufficient funds for gas * price + value')
    expect(world.app.height).toBe(height)
    expect(await ask(world, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })

  test('keeps a transaction until those before it have come', async () => {
    const world = await newWorld()
    const second = await ask(world, 'eth_sendRawTransaction', await transfer(world, 1))
    expect(await ask(world, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x1' })
    expect(await ask(world, 'eth_getTransactionReceipt', second)).toBeNull()
    await ask(world, 'eth_sendRawTransaction', await transfer(world, 0))
    expect(await ask(world, 'eth_getTransactionReceipt', second)).toMatchObject({ status: '0x1' })
    expect(await ask(world, 'eth_getTransactionCount', world.accounts[0], 'latest')).toBe('0x2')
  })

  test('hands bytes to an owner who makes blocks himself, and takes back what is replaced', async () => {
    const waiting: Uint8Array[] = []
    const world = await newWorld({
      deliver: (bytes) => void waiting.push(bytes),
      withdraw: (bytes) => {
        waiting.splice(
          waiting.findIndex((one) => Buffer.from(one).equals(bytes)),
          1,
        )
      },
    })
    await ask(world, 'eth_sendRawTransaction', await transfer(world, 0))
    const hash = await ask(
      world,
      'eth_sendRawTransaction',
      await transfer(world, 0, { maxFeePerGas: 2n * 10n ** 10n, maxPriorityFeePerGas: 1n }),
    )
    expect(waiting).toHaveLength(1)
    expect(await ask(world, 'txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
    world.app.block(world.app.baseApp.nextTime, () =>
      waiting.splice(0).map((bytes) => world.app.baseApp.deliver(bytes)),
    )
    expect(await ask(world, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    expect(await ask(world, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })

  test('follows the chain back to an earlier state', async () => {
    const world = await newWorld()
    const before = world.app.snapshot()
    const hash = await ask(world, 'eth_sendRawTransaction', await transfer(world, 0))
    expect(await ask(world, 'eth_getTransactionReceipt', hash)).not.toBeNull()
    world.app.restore(before)
    expect(await ask(world, 'eth_getTransactionReceipt', hash)).toBeNull()
    expect(BigInt(await ask(world, 'eth_blockNumber'))).toBe(BigInt(world.app.height))
    expect(await ask(world, 'eth_sendRawTransaction', await transfer(world, 0))).toBe(hash)
  })

  test('tells filters and subscriptions of blocks and logs, whoever made the block', async () => {
    const world = await newWorld()
    const heads: unknown[] = []
    world.node.on('message', ({ data }) => void heads.push((data.result as { number: string }).number))
    await ask(world, 'eth_subscribe', 'newHeads')
    const filter = await ask<string>(world, 'eth_newBlockFilter')
    const pending = await ask<string>(world, 'eth_newPendingTransactionFilter')
    world.app.nextBlock()
    await Promise.resolve()
    expect(heads).toEqual([`0x${world.app.height.toString(16)}`])
    const hash = await ask(world, 'eth_sendRawTransaction', await transfer(world, 0))
    expect(await ask(world, 'eth_getFilterChanges', filter)).toHaveLength(2)
    expect(await ask(world, 'eth_getFilterChanges', pending)).toEqual([hash])
    expect(heads).toHaveLength(2)
    await world.node.close()
    await expect(ask(world, 'eth_chainId')).rejects.toThrow('does not exist/is not available')
  })
})
