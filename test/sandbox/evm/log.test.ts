import { fc, runs } from '../../random.js'
import { expect, test } from 'vitest'
import { METHODS } from '../../../src/evm/rpc/methods/all.js'
import { WebSocket } from 'ws'
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js'

const BOB = '0x00000000000000000000000000000000000000b0'
const COIN = '0xde0b6b3a7640000'

const ask = <T = string>(sandbox: Sandbox, method: string, ...params: unknown[]) =>
  sandbox.evm.request({ method, params }) as Promise<T>

/** All that a run left: hashes of the blocks of both, and what the bank has. */
async function leftBy(sandbox: Sandbox) {
  const { app } = sandbox.chains.neutron.host
  const count = Number(await ask(sandbox, 'eth_blockNumber')) + 1
  const blocks = Array.from({ length: count }, (_, i) =>
    ask<{ hash: string }>(sandbox, 'eth_getBlockByNumber', `0x${i.toString(16)}`),
  )
  return {
    evm: (await Promise.all(blocks)).map(({ hash }) => hash),
    chain: Buffer.from(app.baseApp.block(app.height)!.signed.header.appHash).toString('hex'),
    height: app.height,
    time: app.time,
    accounts: await ask(sandbox, 'eth_accounts'),
  }
}

/** Another sandbox that did what stands in the log. */
async function again({ log }: Sandbox): Promise<Sandbox> {
  const sandbox = createSandbox()
  for (const action of log) await sandbox.perform(action).catch(() => undefined)
  return sandbox
}

async function expectSameAgain(sandbox: Sandbox): Promise<void> {
  const other = await again(sandbox)
  expect(await leftBy(other)).toEqual(await leftBy(sandbox))
  expect(other.log).toEqual(sandbox.log)
}

const send = async (sandbox: Sandbox, value = '0x5', more: object = {}) => {
  const [from] = await ask<string[]>(sandbox, 'eth_accounts')
  return ask(sandbox, 'eth_sendTransaction', { from, to: BOB, value, ...more })
}

test('the log has the requests that change something, and the first one, which starts the EVM', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const methods = () => sandbox.log.map((action) => (action.action === 'evm' ? action.method : action.action))
  await ask(sandbox, 'eth_blockNumber')
  await ask(sandbox, 'eth_getBalance', BOB, 'latest')
  expect(methods()).toEqual(['eth_chainId'])
  await send(sandbox)
  neutron.nextBlock()
  await expect(ask(sandbox, 'eth_sendTransaction', { from: BOB, to: BOB })).rejects.toThrow('unknown account')
  await expect(ask(sandbox, 'eth_sendTransaction')).rejects.toThrow('missing value')
  await expect(ask(sandbox, 'eth_nothing')).rejects.toThrow('does not exist')
  await sandbox.perform({ action: 'evm', method: 'eth_call', params: [{ to: BOB }, 'latest'] })
  await sandbox.perform({ action: 'evm', method: 'evm_mine' })
  await sandbox.evm.mine()
  await sandbox.repeat(3, { action: 'evm', method: 'evm_mine' })
  expect(methods()).toEqual([
    'eth_chainId',
    'eth_sendTransaction',
    'block',
    'eth_sendTransaction',
    'evm_mine',
    'evm_mine',
    'repeat',
  ])
  await expectSameAgain(sandbox)
})

test('the log has requests wherever they come from', async () => {
  const sandbox = createSandbox()
  const server = await sandbox.serve()
  const { evm, evmWs } = server.urls['neutron']!
  const body = (method: string, ...params: unknown[]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const post = async (text: string) =>
    (await fetch(evm!, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })).json()
  await post(body('anvil_setBalance', BOB, COIN))
  await post(`[${body('evm_increaseTime', 100)},${body('eth_blockNumber')},${body('evm_mine')}]`)
  const socket = new WebSocket(evmWs!)
  await new Promise((opened) => socket.once('open', opened))
  socket.send(body('anvil_setNonce', BOB, '0x7'))
  await new Promise((answered) => socket.once('message', answered))
  await sandbox.perform({ action: 'evm', method: 'evm_mine', over: 'http' })
  expect(sandbox.log.map((action) => action.action === 'evm' && [action.method, action.over])).toEqual([
    ['eth_chainId', 'process'],
    ['anvil_setBalance', 'process'],
    ['evm_increaseTime', 'process'],
    ['evm_mine', 'process'],
    ['anvil_setNonce', 'process'],
    ['evm_mine', 'process'],
  ])
  await expectSameAgain(sandbox)
  socket.close()
  await sandbox.close()
})

test('simultaneous requests are in the order in which they took effect', async () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  neutron.account('alice', { key: 'eth', funds: `${10n ** 18n}aevm` })
  const starting = send(sandbox)
  neutron.nextBlock()
  await starting
  for (let round = 0; round < 4; round++) {
    const requests = [send(sandbox), send(sandbox, '0x1', { gas: '0x5208' }), ask(sandbox, 'evm_mine'), send(sandbox)]
    for (let i = 0; i < round; i++) await Promise.resolve()
    neutron.nextBlock()
    neutron.account('alice', '7aevm')
    await Promise.all(requests)
    // In time of an event loop instead of its jobs.
    const later = ask(sandbox, 'anvil_mine', '0x1')
    await new Promise((resolve) => setImmediate(resolve))
    neutron.nextBlock()
    await later
  }
  // Its price, and with it its hash, goes by the block that it finds.
  for (let jobs = 0; jobs < 60; jobs += 4) {
    const request = send(sandbox)
    for (let i = 0; i < jobs; i++) await Promise.resolve()
    neutron.nextBlock()
    await request
  }
  await ask(sandbox, 'evm_setAutomine', false)
  const waiting = send(sandbox)
  neutron.nextBlock(3)
  await waiting
  await ask(sandbox, 'evm_setAutomine', true)
  await expectSameAgain(sandbox)
})

test('blocks that are made by themselves are in the log as requested blocks', async () => {
  const sandbox = createSandbox({ evm: { clientVersion: 'HardhatNetwork/2.28.6' } })
  await ask(sandbox, 'evm_setIntervalMining', 1)
  while (sandbox.evm.blockNumber < 3n) await new Promise((resolve) => setTimeout(resolve, 1))
  const during = await sandbox.snapshot()
  await ask(sandbox, 'evm_setIntervalMining', 0)
  const blocks = sandbox.evm.blockNumber
  expect(sandbox.log.slice(1)).toEqual(
    Array.from({ length: Number(blocks) }, () => ({
      action: 'evm',
      chain: 'neutron',
      method: 'evm_mine',
      params: [],
      over: 'process',
    })),
  )
  await expectSameAgain(sandbox)

  // The pace belongs to the snapshot.
  await sandbox.restore(during)
  expect(await ask(sandbox, 'anvil_getIntervalMining')).toBe(0.001)
  await sandbox.close()
})

test('a restored snapshot has the numbers and the accounts that it had', async () => {
  const sandbox = createSandbox()
  await ask(sandbox, 'personal_newAccount', 'one')
  await ask(sandbox, 'evm_snapshot')
  const before = await sandbox.snapshot()
  await ask(sandbox, 'personal_newAccount', 'two')
  await ask(sandbox, 'evm_snapshot')
  await sandbox.restore(before)
  await send(sandbox)
  expect(await ask(sandbox, 'evm_snapshot')).toBe('0x2')
  await send(sandbox)
  expect(await ask(sandbox, 'evm_revert', '0x2')).toBe(true)
  await expectSameAgain(sandbox)
})

test('whatever moves on either side, the bank has all of it, and replaying the log gives the same', async () => {
  const move = fc.record({
    kind: fc.constantFrom('bank', 'evm', 'set', 'block', 'snapshot', 'restore'),
    from: fc.nat(2),
    to: fc.nat(2),
    amount: fc.bigInt(0n, 10n ** 17n),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 16 }), async (moves) => {
      const sandbox = createSandbox()
      const { neutron } = sandbox.chains
      const people = ['ann', 'ben', 'eve'].map((name) =>
        neutron.account(name, { key: 'eth', funds: `1000000untrn,${10n ** 18n}aevm` }),
      )
      const snapshots: number[] = []
      for (const { kind, from, to, amount } of moves) {
        const [payer, payee] = [people[from]!, people[to]!]
        const value = `0x${amount.toString(16)}`
        if (kind === 'bank') await payer.transfer(payee, `${amount}aevm`).catch(() => undefined)
        if (kind === 'evm')
          await ask(sandbox, 'eth_sendTransaction', { from: payer.evmAddress, to: payee.evmAddress, value }).catch(
            () => undefined,
          )
        if (kind === 'set') await ask(sandbox, 'anvil_setBalance', payee.evmAddress, value)
        if (kind === 'block') neutron.nextBlock()
        if (kind === 'snapshot') snapshots.push(await sandbox.snapshot())
        if (kind === 'restore' && snapshots.length > 0) await sandbox.restore(snapshots[from % snapshots.length]!)
      }
      for (const { address, evmAddress } of people)
        expect(BigInt(await ask(sandbox, 'eth_getBalance', evmAddress, 'latest'))).toBe(
          neutron.balance(address, 'aevm'),
        )
      const { bank } = neutron.host.app.exportGenesis().app_state as unknown as {
        bank: { supply: Coin[]; balances: { coins: Coin[] }[] }
      }
      const held = bank.balances.flatMap(({ coins }) => coins).filter(({ denom }) => denom === 'aevm')
      expect(held.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(
        BigInt(bank.supply.find(({ denom }) => denom === 'aevm')!.amount),
      )
      await expectSameAgain(sandbox)
    }),
    { numRuns: runs(6) },
  )
})

interface Coin {
  readonly denom: string
  readonly amount: string
}

test('of the namespaces that control a node, only these methods change nothing', () => {
  const controlling = ['evm', 'anvil', 'hardhat', 'ganache', 'tenderly', 'miner', 'personal']
  const readers = METHODS.filter(({ namespace, changes }) => controlling.includes(namespace) && !changes)
  expect(readers.map(({ name }) => name).sort()).toEqual([
    'anvil_dumpState',
    'anvil_getAutomine',
    'anvil_getBlobByHash',
    'anvil_getBlobsByTransactionHash',
    'anvil_getGenesisTime',
    'anvil_getIntervalMining',
    'anvil_metadata',
    'anvil_nodeInfo',
    'anvil_setIntervalMining',
    'anvil_setLoggingEnabled',
    'anvil_setRpcUrl',
    'evm_setIntervalMining',
    'ganache_dumpState',
    'ganache_setLoggingEnabled',
    'ganache_setRpcUrl',
    'hardhat_dumpState',
    'hardhat_getAutomine',
    'hardhat_metadata',
    'hardhat_setLoggingEnabled',
    'hardhat_setRpcUrl',
    'miner_getHashrate',
    'miner_setRecommitInterval',
    'personal_deriveAccount',
    'personal_ecRecover',
    'personal_initializeWallet',
    'personal_listAccounts',
    'personal_listWallets',
    'personal_openWallet',
    'personal_sign',
    'personal_signTransaction',
    'personal_unpair',
  ])
})

test('the EVM of a sandbox opens ports on request, and has a directory for files when it is given one', async () => {
  const sandbox = createSandbox({ evm: { dataDir: 'files-of-the-evm' } })
  expect(await ask(sandbox, 'admin_datadir')).toMatch(/files-of-the-evm$/)
  expect(await ask(sandbox, 'admin_startHTTP', '127.0.0.1', 0)).toBe(true)
  expect(await ask(sandbox, 'admin_stopHTTP')).toBe(true)
  await sandbox.close()
})
