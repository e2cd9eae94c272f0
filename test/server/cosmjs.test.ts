import { readFileSync } from 'node:fs'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { GasPrice } from '@cosmjs/stargate'
import { Comet38Client, WebsocketClient, type comet38 } from '@cosmjs/tendermint-rpc'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NeutronApp } from '../../src/app/neutron/app.js'
import { serveChain, type ChainServer } from '../../src/server/index.js'
import { testChain, testWallet } from './chain.js'

let app: NeutronApp
let server: ChainServer
let client: SigningCosmWasmClient
let alice: string
let bob: string

beforeAll(async () => {
  app = testChain()
  const wallet = await testWallet(app, 'alice')
  alice = wallet.address
  bob = (await testWallet(app, 'bob')).address
  server = await serveChain(app)
  client = await SigningCosmWasmClient.connectWithSigner(server.urls.rpc, wallet.wallet, {
    gasPrice: GasPrice.fromString('0.01untrn'),
    broadcastPollIntervalMs: 20,
  })
})
afterAll(async () => {
  client.disconnect()
  await server.close()
})

const cw20 = () => new Uint8Array(readFileSync(new URL('../../contracts/artifacts/cw20_base.wasm', import.meta.url)))

describe('an unmodified cosmjs client over the RPC port', () => {
  test('knows the chain, its height and accounts', async () => {
    expect(await client.getChainId()).toBe('sudobox-1')
    expect(await client.getHeight()).toBe(app.height)
    expect(await client.getAccount(alice)).toMatchObject({
      address: alice,
      accountNumber: expect.any(Number),
      sequence: 0,
    })
    expect(await client.getAccount('neutron1qyqszqgpqyqszqgpqyqszqgpqyqszqgpkvguhm')).toBeNull()
    expect(await client.getBalance(alice, 'untrn')).toEqual({ denom: 'untrn', amount: '1000000000' })
    const block = await client.getBlock()
    expect(block).toMatchObject({ header: { chainId: 'sudobox-1', height: app.height } })
    expect((await client.getBlock(1)).id).toMatch(/^[0-9A-F]{64}$/)
  })

  test('sends tokens and finds the transaction again', async () => {
    const sent = await client.sendTokens(alice, bob, [{ denom: 'untrn', amount: '1234' }], 'auto', 'for lunch')
    expect(sent.code).toBe(0)
    expect(sent.gasUsed).toBeLessThan(sent.gasWanted)
    expect(await client.getBalance(bob, 'untrn')).toEqual({ denom: 'untrn', amount: '1000001234' })

    const tx = await client.getTx(sent.transactionHash)
    expect(tx).toMatchObject({ hash: sent.transactionHash, height: sent.height, code: 0 })
    expect(tx?.events).toContainEqual({
      type: 'transfer',
      attributes: [
        { key: 'recipient', value: bob },
        { key: 'sender', value: alice },
        { key: 'amount', value: '1234untrn' },
        { key: 'msg_index', value: '0' },
      ],
    })
    const found = await client.searchTx(`transfer.recipient='${bob}' AND transfer.sender='${alice}'`)
    expect(found.map(({ hash }) => hash)).toEqual([sent.transactionHash])
    expect(
      await client.searchTx([
        { key: 'transfer.recipient', value: bob },
        { key: 'tx.height', value: sent.height },
      ]),
    ).toHaveLength(1)
    // The index of a node looks at one event at a time.
    expect(await client.searchTx(`transfer.recipient='${bob}' AND message.sender='${alice}'`)).toEqual([])
    expect(await client.getTx('00'.repeat(32))).toBeNull()
  })

  test('uploads, instantiates, executes and queries a contract', async () => {
    const { codeId, checksum } = await client.upload(alice, cw20(), 'auto')
    expect(checksum).toMatch(/^[0-9a-f]{64}$/)
    const init = {
      name: 'Token',
      symbol: 'TOK',
      decimals: 6,
      initial_balances: [{ address: alice, amount: '1000' }],
    }
    const { contractAddress } = await client.instantiate(alice, codeId, init, 'token', 'auto', { admin: alice })
    const done = await client.execute(alice, contractAddress, { transfer: { recipient: bob, amount: '400' } }, 'auto')
    expect(done.events).toContainEqual({
      type: 'wasm',
      attributes: expect.arrayContaining([{ key: 'action', value: 'transfer' }]) as unknown,
    })
    expect(await client.queryContractSmart(contractAddress, { balance: { address: bob } })).toEqual({ balance: '400' })
    const raw = await client.queryContractRaw(contractAddress, new TextEncoder().encode('token_info'))
    expect(JSON.parse(new TextDecoder().decode(raw ?? undefined))).toMatchObject({
      symbol: 'TOK',
      total_supply: '1000',
    })
    expect(await client.getContract(contractAddress)).toMatchObject({
      codeId,
      creator: alice,
      admin: alice,
      label: 'token',
    })
    expect(await client.getContracts(codeId)).toEqual([contractAddress])
    expect((await client.getCodeDetails(codeId)).data).toEqual(cw20())
    await expect(client.queryContractSmart(contractAddress, { nothing: {} })).rejects.toThrow(/Query failed with \(6\)/)
    await expect(client.queryContractSmart(bob, {})).rejects.toThrow(/no such contract/)

    // It fails in simulation, and, sent with a gas limit, on the chain.
    const tooMuch = { transfer: { recipient: bob, amount: '99999' } }
    await expect(client.execute(alice, contractAddress, tooMuch, 'auto')).rejects.toThrow(
      /Cannot Sub with given operands/,
    )
    const fee = { amount: [{ denom: 'untrn', amount: '10000' }], gas: '1000000' }
    await expect(client.execute(alice, contractAddress, tooMuch, fee)).rejects.toThrow(
      /failed to execute message; message index: 0: .*execute wasm contract failed/,
    )
    expect(await client.getSequence(alice)).toMatchObject({ sequence: 5 })
  })

  test("receives the node's errors", async () => {
    await expect(
      client.sendTokens(alice, bob, [{ denom: 'untrn', amount: '1' }], { amount: [], gas: '10' }),
    ).rejects.toThrow(/Broadcasting transaction failed with code 11 \(codespace: sdk\)/)
    await expect(client.broadcastTx(Uint8Array.of(1, 2, 3))).rejects.toThrow(/code 2 \(codespace: sdk\)/)
  })
})

describe('CometBFT 0.38 as cosmjs reads it', () => {
  let comet: Comet38Client
  beforeAll(async () => {
    comet = await Comet38Client.connect(server.urls.rpc)
  })
  afterAll(() => comet.disconnect())

  test('blocks are a chain of hashes under the signatures of its validator', async () => {
    const { validators, total } = await comet.validators({})
    expect(total).toBe(1)
    const height = app.height
    const [before, block, commit] = [
      await comet.block(height - 1),
      await comet.block(height),
      await comet.commit(height),
    ]
    expect(block.block.header.lastBlockId).toEqual(before.blockId)
    expect(block.block.lastCommit).toEqual((await comet.commit(height - 1)).commit)
    expect(commit.header).toEqual(block.block.header)
    expect(commit.commit.blockId).toEqual(block.blockId)
    expect(commit.commit.signatures[0]?.validatorAddress).toEqual(validators[0]?.address)
    expect(block.block.header.proposerAddress).toEqual(validators[0]?.address)
    const status = await comet.status()
    expect(status.syncInfo.latestBlockHash).toEqual(block.blockId.hash)
    expect(status.syncInfo.latestBlockHeight).toBe(height)
  })

  test('answers the other calls', async () => {
    await comet.health()
    expect((await comet.abciInfo()).lastBlockHeight).toBe(app.height)
    expect((await comet.genesis()).chainId).toBe('sudobox-1')
    expect((await comet.blockchain(1, 3)).blockMetas.map((meta) => meta.header.height)).toEqual([3, 2, 1])
    const all = await comet.txSearchAll({ query: 'tx.height > 1' })
    expect(all.totalCount).toBeGreaterThan(3)
    const [first] = all.txs
    const proven = await comet.tx({ hash: first!.hash, prove: true })
    const { block } = await comet.block(first!.height)
    expect(proven.proof?.rootHash).toEqual(block.header.dataHash)
    expect((await comet.blockResults(first!.height)).results).toHaveLength(1)
    const blocks = await comet.blockSearchAll({ query: `block.height=${first!.height}` })
    expect(blocks.blocks.map((found) => found.block.header.height)).toEqual([first!.height])
  })

  test('proves a key of a store, present and absent', async () => {
    const { stores } = app.baseApp
    const height = app.height
    const key = Uint8Array.of(1)
    const answer = await comet.abciQuery({ path: '/store/bank/key', data: key, prove: true, height })
    expect(answer.code).toBe(0)
    expect(answer.proof?.ops.map(({ type }) => type)).toEqual(['ics23:iavl', 'ics23:simple'])
    expect(answer.proof?.ops[0]?.data).toEqual(
      stores.version(height).commitment.query('bank', '\x01' as never).ops[0]?.data,
    )
  })

  test('notifies of blocks and transactions over a WebSocket', async () => {
    const socket = Comet38Client.create(new WebsocketClient(server.urls.ws.replace('/websocket', '')))
    const blocks: comet38.NewBlockEvent[] = []
    const txs: comet38.TxEvent[] = []
    const subscriptions = [
      socket.subscribeNewBlock().subscribe({ next: (block) => blocks.push(block) }),
      socket.subscribeTx().subscribe({ next: (tx) => txs.push(tx) }),
    ]
    await socket.status()
    const sent = await client.sendTokens(alice, bob, [{ denom: 'untrn', amount: '1' }], 1.6)
    app.nextBlock()
    await expect.poll(() => blocks.length).toBeGreaterThanOrEqual(2)
    expect(blocks.map(({ header }) => header.height)).toEqual([sent.height, sent.height + 1])
    expect(txs).toMatchObject([{ height: sent.height, result: { code: 0 } }])
    for (const subscription of subscriptions) subscription.unsubscribe()
    socket.disconnect()
  })
})
