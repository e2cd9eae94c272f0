import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { MsgPinCodes } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { describe, test as bare } from 'vitest'
import {
  createSandbox,
  ImpersonatedAccount,
  toJsonBinary,
  TxError,
  type Account,
  type Contract,
  type SandboxChain,
} from 'sudobox'
import { readFixture, replay } from 'sudobox/replay'
import { expect, test } from 'sudobox/vitest'
import { stepLines } from '../../src/cli/output/replay-output.js'
import { terminal } from '../../src/cli/output/terminal.js'
import { replayed, rootsOf } from './replaying.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const TOKEN = 'contracts/artifacts/cw20_base.wasm'

/** A contract that owns 1,000 of a token and 50untrn, and administers the token. */
async function treasury(neutron: SandboxChain) {
  const alice = neutron.account('alice', '100untrn')
  const dao = await alice.deploy(LAB, {}, { label: 'dao', funds: '50untrn' })
  const initial_balances = [{ address: dao.address, amount: '1000' }]
  const token = await alice.deploy(
    TOKEN,
    { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances },
    { label: 'token', admin: dao.address },
  )
  return { alice, dao, token }
}

const tokensOf = (token: Contract, { address }: Account | Contract): string =>
  token.query<{ balance: string }>({ balance: { address } }).balance

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const sending = (fromAddress: string, toAddress: string) => ({
  any: {
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: toBase64(MsgSend.encode({ fromAddress, toAddress, amount: [{ denom: 'untrn', amount: '1' }] }).finish()),
  },
})

describe('whoever it names acts', () => {
  test('a contract, by its object, label or address: calls, coins, migrations', async ({ neutron }) => {
    const { alice, dao, token } = await treasury(neutron)
    for (const who of [dao, 'dao', dao.address]) {
      const { address, name } = neutron.actAs(who)
      expect([address, name]).toEqual([dao.address, 'dao'])
    }
    const asDao = neutron.actAs(dao)
    await asDao.execute(token, { transfer: { recipient: alice.address, amount: '7' } })
    expect([tokensOf(token, alice), tokensOf(token, dao)]).toEqual(['7', '993'])
    await expect(() => asDao.transfer(alice, '5untrn')).toChangeBalances([
      [dao, 'untrn', -5n],
      [asDao, 'untrn', -5n],
      [alice, 'untrn', 5n],
    ])
    const second = await asDao.deploy(LAB, {}, { funds: '3untrn', label: 'second' })
    expect(second).toHaveBalance('untrn', 3n)
    expect(await asDao.migrate(token, await asDao.store(TOKEN), {})).toSucceed()
    await asDao.clearAdmin(token)
    await expect(asDao.migrate(token, 2n, {})).rejects.toFailWith({ codespace: 'sdk', code: 4 })
  })

  test('an address without a key and without an account', async ({ neutron }) => {
    const stranger = 'neutron1qyqszqgpqyqszqgpqyqszqgpqyqszqgpkvguhm'
    const lab = await neutron.actAs(stranger).deploy(LAB)
    expect(neutron.host.app.account(neutron.host.app.address(stranger))).toBeUndefined()
    expect(await neutron.actAs(stranger).execute(lab, { act: { behaviour: 'succeed' } })).toSucceed()
    await expect(neutron.actAs(stranger).transfer(lab, '1untrn')).rejects.toFailWith({ codespace: 'sdk', code: 5 })
  })

  test('a module account by its name: what only governance may do', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const codeId = await alice.store(LAB)
    const gov = neutron.actAs('gov')
    const pin = (authority: string) => ({
      any: {
        typeUrl: '/cosmwasm.wasm.v1.MsgPinCodes',
        value: toBase64(MsgPinCodes.encode({ authority, codeIds: [codeId] }).finish()),
      },
    })
    await expect(alice.send([pin(alice.address)])).rejects.toFailWith({ message: /invalid authority/ })
    expect(await gov.send([pin(gov.address)])).toEmit('pin_code', { code_id: '1' })
    expect(gov.name).toBe('gov')
  })

  test('an account, whose sequence and key do not change', async ({ neutron }) => {
    const alice = neutron.account('alice', '10untrn')
    const bob = neutron.account('bob')
    const { app } = neutron.host
    const state = () => app.account(app.address(alice.address))
    const before = state()
    await neutron.actAs(alice).transfer(bob, '1untrn')
    await neutron.actAs('alice').transfer(bob, '1untrn')
    expect(state()).toEqual(before)
    expect(bob).toHaveBalance('untrn', 2n)
    expect(await alice.transfer(bob, '1untrn')).toSucceed()
  })

  test('over IBC, and what comes back finds it', async ({ neutron, hub, relayer }) => {
    const { alice, dao } = await treasury(neutron)
    neutron.state.setBalance(dao, '3000untrn')
    const relayerFee = { ack: '1000untrn', timeout: '1000untrn' }
    await neutron.actAs(dao).ibcTransfer(hub.account('carol'), '40untrn', { relayerFee })
    await hub.skipPastTimeout()
    expect(await relayer.relay()).toTimeOut()
    // The coin and the fee for an acknowledgement come back.
    expect(dao).toHaveBalance('untrn', 2000n)
    expect(alice).toHaveBalance('untrn', 50n)
  })
})

describe('what it costs', () => {
  test('no fee on a chain that demands one', async ({ neutron }) => {
    const { alice, dao } = await treasury(neutron)
    neutron.setParams('globalfee', { minimum_gas_prices: [{ denom: 'untrn', amount: '0.0025' }] })
    await expect(alice.transfer(dao, '1untrn')).rejects.toFailWith({ codespace: 'gaia', code: 4 })
    await expect(() => neutron.actAs(dao).transfer(alice, '1untrn')).toChangeBalance(dao, 'untrn', -1n)
    await expect(neutron.actAs(dao).transfer(alice, '1untrn', { fee: '1untrn' })).rejects.toThrow(
      /at \/fee: a transaction that is impersonated pays no fee/,
    )
  })

  test('the exact gas of the messages, up to a limit that can run out', async ({ neutron }) => {
    const alice = neutron.account('alice', '5untrn')
    const lab = await alice.deploy(LAB)
    const act = { act: { behaviour: 'succeed' } }
    const signed = await alice.execute(lab, act)
    const unsigned = await neutron.actAs(alice).execute(lab, act)
    expect(unsigned.trace[0]!.gasUsed).toBe(signed.trace[0]!.gasUsed)
    expect(signed.gasUsed - unsigned.gasUsed).toBeGreaterThan(1000n)
    // The same on any height: what stands for the signature has its length.
    neutron.nextBlock(300)
    expect((await neutron.actAs(alice).execute(lab, act)).gasUsed).toBe(unsigned.gasUsed)
    await expect(neutron.actAs(alice).execute(lab, act, { gasLimit: 60_000n })).rejects.toFailWith({
      codespace: 'sdk',
      code: 11,
    })
  })

  test('two equal ones are two transactions', async ({ neutron }) => {
    const { alice, dao } = await treasury(neutron)
    const sent = await Promise.all([1, 2].map(() => neutron.actAs(dao).transfer(alice, '1untrn')))
    expect(sent[0]!.hash).not.toBe(sent[1]!.hash)
    for (const { hash, height } of sent) expect(neutron.host.app.baseApp.tx(hash)?.height).toBe(Number(height))
  })
})

describe('what it refuses', () => {
  test('addresses of other chains, wrong checksums, and unknown names', ({ neutron, hub }) => {
    const { address } = neutron.account('alice')
    const refusals = [
      hub.account('carol').address,
      `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`,
      'neutronvaloper1qyqszqgpqyqszqgpqyqszqgpqyqszqgp5x9zrr',
      '0x1234',
      'nobody',
      '',
    ].map((who) => {
      try {
        return neutron.actAs(who).address
      } catch (error) {
        return String(error).replaceAll(/(cosmos|neutron)1[0-9a-z]+/g, '$11…')
      }
    })
    expect(refusals).toMatchInlineSnapshot(`
      [
        "UsageError: "cosmos1…" is not an address of neutron: invalid Bech32 prefix; expected neutron, got cosmos
        right: an address that begins with neutron1",
        "UsageError: "neutron1…" is not an address of neutron: decoding bech32 failed: invalid checksum (expected qdv6qu got qdv6qq)
        right: an address that begins with neutron1",
        "UsageError: "neutronvaloper1qyqszqgpqyqszqgpqyqszqgpqyqszqgp5x9zrr" is not an address of neutron: decoding bech32 failed: invalid checksum (expected v3393l got 5x9zrr)
        right: an address that begins with neutron1",
        "UsageError: "0x1234" is not an address of neutron: decoding bech32 failed: invalid bech32 string length 6
        right: an address that begins with neutron1",
        "UsageError: neutron has no account, contract or module account "nobody"
        accounts: alice
        contracts: none
        right: neutron.actAs(contract); an address here begins with neutron1",
        "UsageError: neutron has no account, contract or module account ""
        accounts: alice
        contracts: none
        right: neutron.actAs(contract); an address here begins with neutron1",
      ]
    `)
  })

  test('clients, keys, and whatever needs them', async ({ neutron }) => {
    const { dao } = await treasury(neutron)
    const asDao = neutron.actAs(dao)
    await expect(neutron.client(asDao)).rejects.toThrow(
      'a client signs its transactions, but there is no key of dao\n  right: await neutron.actAs(…).execute(contract, msg)',
    )
    for (const key of ['publicKey', 'privateKey', 'evmAddress', 'evmPrivateKey'] as const)
      expect(() => asDao[key]).toThrow(
        "dao of neutron is impersonated, so there is no key of it\n  right: neutron.account('alice')",
      )
  })

  test('messages of somebody else', async ({ neutron }) => {
    const { alice, dao } = await treasury(neutron)
    const unauthorized = { codespace: 'sdk', code: 4, message: /^a message of neutron1\w+ in a transaction/ }
    await expect(neutron.actAs(dao).send([sending(alice.address, dao.address)])).rejects.toFailWith(unauthorized)
    await expect(
      neutron.actAs(dao).send([sending(dao.address, alice.address), sending(alice.address, dao.address)]),
    ).rejects.toFailWith(unauthorized)
    expect(await neutron.actAs(dao).send([sending(dao.address, alice.address)])).toSucceed()
  })

  bare('such a transaction from every port', async () => {
    // Its bytes, of who has no key and of who has one, from another sandbox: this one has never seen them.
    const other = createSandbox().chains.neutron
    const made = await treasury(other)
    other.nextBlock(5)
    const results = [
      await other.actAs(made.dao).transfer(made.alice, '1untrn'),
      await other.actAs(made.alice).transfer(made.dao, '1untrn'),
    ]
    const txs = results.map(({ hash }) => toBase64(other.host.app.baseApp.tx(hash)!.bytes))

    const sandbox = createSandbox()
    const { neutron } = sandbox.chains
    const { dao } = await treasury(neutron)
    const { urls } = await sandbox.serve()
    const { rpc, rest, evm } = urls['neutron']!
    const post = async (url: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).text()
    }
    const ask = (url: string, method: string, params: unknown) => post(url, { jsonrpc: '2.0', id: 1, method, params })
    for (const tx of txs) {
      for (const method of ['broadcast_tx_sync', 'broadcast_tx_commit', 'broadcast_tx_async'])
        await ask(rpc, method, { tx })
      expect(await ask(rpc, 'broadcast_tx_sync', { tx })).toMatch(/"code":[1-9]/)
      await post(`${rest}/cosmos/tx/v1beta1/txs`, { tx_bytes: tx, mode: 'BROADCAST_MODE_SYNC' })
    }
    expect(await ask(evm!, 'sudobox_actAs', [dao.address])).toContain('-32601')
    expect(neutron.balance(dao, 'untrn')).toBe(50n)
    await sandbox.close()
  })
})

describe('how it is reported', () => {
  test('who is impersonated, in results, trees of calls and errors', async ({ neutron }) => {
    const { alice, dao, token } = await treasury(neutron)
    const asDao = neutron.actAs(dao)
    const result = await asDao.execute(token, { transfer: { recipient: alice.address, amount: '7' } })
    expect(result.impersonated).toBe(dao.address)
    expect(result.trace[0]).toMatchObject({ sender: dao.address, impersonated: 'dao' })
    expect(inspect(result)).toMatch(/sent without a signature: neutron1\w+ is impersonated/)
    expect(inspect(result)).toMatch(/execute token \{.*\} as dao \(impersonated\) \[/)
    expect(inspect(asDao)).toBe(`Impersonated dao of neutron: ${dao.address}`)
    const error = await asDao.execute(token, { burn: { amount: '9999' } }).catch((thrown: unknown) => thrown as Error)
    expect(error).toBeInstanceOf(TxError)
    expect((error as Error).message).toMatch(/is impersonated\n\s+execute token .* as dao \(impersonated\)/)
    expect(() => expect(error).toSucceed()).toThrow(/is impersonated/)
    const migrated = await asDao.migrate(token, 2n, {})
    expect(migrated.trace[0]!.impersonated).toBe('dao')

    const own = await alice.execute(token, { transfer: { recipient: dao.address, amount: '1' } })
    expect(own).not.toHaveProperty('impersonated')
    expect(inspect(own)).not.toContain('impersonated')
  })

  test('not of calls that a contract makes itself, in the same transaction', async ({ neutron }) => {
    const { alice, token } = await treasury(neutron)
    const transfer = toJsonBinary({ transfer: { recipient: alice.address, amount: '0' } })
    const msg = { wasm: { execute: { contract_addr: token.address, msg: transfer, funds: [] } } }
    const self = neutron.mock({ execute: () => ({ messages: [msg] }) })
    const [root] = (await neutron.actAs(self).execute(self, {})).trace
    expect([root!.impersonated, root!.sender]).toEqual(['double', self.address])
    expect([root!.children[0]!.impersonated, root!.children[0]!.sender]).toEqual([undefined, self.address])
  })

  test('not of calls that contracts make, nor of callbacks', async ({ neutron }) => {
    const { dao, token } = await treasury(neutron)
    const receiver = await neutron.account('alice').deploy(LAB)
    const msg = Buffer.from('{}').toString('base64')
    const error = (await neutron
      .actAs(dao)
      .execute(token, { send: { contract: receiver.address, amount: '1', msg } })
      .catch((thrown: unknown) => thrown)) as TxError
    const [root] = error.result.trace
    expect(root!.impersonated).toBe('dao')
    expect(root!.children.map((child) => child.impersonated)).toEqual([undefined])
  })
})

describe('what stays', () => {
  bare('an action of the one vocabulary, which replays to the same state', async () => {
    const sandbox = createSandbox()
    const { alice, dao, token } = await treasury(sandbox.chains.neutron)
    await sandbox.chains.neutron.actAs('dao').execute(token, { transfer: { recipient: alice.address, amount: '7' } })
    await sandbox.chains.neutron
      .actAs('dao')
      .execute(token, { burn: { amount: '9999' } })
      .catch(() => undefined)
    await sandbox.repeat(2, {
      action: 'tx',
      from: dao.address,
      impersonate: true,
      messages: [{ send: { to: 'alice', amount: '1untrn' } }],
    })
    expect(sandbox.log.at(-3)).toMatchObject({ action: 'tx', from: 'dao', impersonate: true })
    expect(await replayed({}, sandbox.log)).toEqual(rootsOf(sandbox))
  })

  bare('a recording, to the byte, with a mark on each call', async () => {
    const sandbox = createSandbox()
    const file = join(mkdtempSync(join(tmpdir(), 'impersonation-')), 'dao.yaml')
    const recording = sandbox.record(file)
    const { alice, token } = await treasury(sandbox.chains.neutron)
    await sandbox.chains.neutron.actAs('dao').execute(token, { transfer: { recipient: alice.address, amount: '7' } })
    await sandbox.close()
    const report = await replay(readFixture(recording.file), recording.file)
    expect(report.passed).toBe(true)
    expect(readFileSync(recording.file, 'utf8')).toMatch(/impersonate: true[^]*impersonated: neutron1/)
    const step = report.steps.find(({ action }) => action.action === 'tx' && action.impersonate)!
    expect(stepLines(step, terminal(false)).join('\n')).toContain('as dao (impersonated)')
  })

  bare('a snapshot takes it back', async () => {
    const sandbox = createSandbox()
    const { alice, dao } = await treasury(sandbox.chains.neutron)
    const before = await sandbox.snapshot()
    await sandbox.chains.neutron.actAs(dao).transfer(alice, '1untrn')
    await sandbox.restore(before)
    expect(sandbox.chains.neutron.balance(dao, 'untrn')).toBe(50n)
  })
})

test('an actor is accepted wherever an account is', ({ neutron }) => {
  expect(neutron.actAs('gov')).toBeInstanceOf(ImpersonatedAccount)
  expect(neutron.actAs('gov')).toHaveBalance('untrn', 0n)
})

test('an address that the sandbox did not make has a name, which no other address gets', async ({
  sandbox,
  neutron,
}) => {
  const someone = neutron.host.keyOf('nobody').address
  const before = await sandbox.snapshot()
  expect(neutron.label(someone, 'treasury')).toBe(someone)
  const alice = neutron.account('alice', '50untrn')
  await alice.transfer('treasury', '20untrn')
  await neutron.actAs('treasury').transfer(alice, '5untrn')
  expect(neutron.balance(someone, 'untrn')).toBe(15n)
  expect(neutron.label(someone, 'treasury')).toBe(someone)
  expect(() => neutron.label(alice.address, 'treasury')).toThrow(/knows another address by the name "treasury"/)
  expect(() => neutron.label(someone, 'alice')).toThrow(/knows another address by the name "alice"/)
  expect(() => neutron.label('cosmos1', 'other')).toThrow(/is not an address of neutron|no account/)
  await sandbox.restore(before)
  expect(neutron.addressOf('treasury')).toBeUndefined()
})
