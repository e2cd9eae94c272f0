import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, test as bare, vi } from 'vitest'
import { ContractResponse, createSandbox, fromJsonBinary, toJsonBinary, TxError, type SandboxChain } from 'sudobox'
import { readFixture, replay } from 'sudobox/replay'
import { expect, test } from 'sudobox/vitest'
import { stepLines } from '../../src/cli/output/replay-output.js'
import { terminal } from '../../src/cli/output/terminal.js'
import { createVm, MOCK_ENV, MOCK_INFO, mockBackend } from 'sudobox/vm'
import { VmWithDoubles } from '../../src/vm/doubles/index.js'
import { replayed, rootsOf } from './replaying.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const TOKEN = 'contracts/artifacts/cw20_base.wasm'
const MULTISIG = 'contracts/artifacts/cw3_flex_multisig.wasm'

const refusal = async (run: () => unknown): Promise<Error> => {
  try {
    await run()
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not fail')
}

const tokenOf = (neutron: SandboxChain, owner: string) =>
  neutron.account('alice').deploy(TOKEN, {
    name: 'Token',
    symbol: 'TOK',
    decimals: 6,
    initial_balances: [{ address: owner, amount: '1000' }],
  })

/** Counts how often it is executed. */
const counter = {
  instantiate: ({ storage }: { storage: { save(key: string, value: unknown): void } }) => storage.save('count', 0),
  execute: ({ storage }: { storage: { load(key: string): unknown; save(key: string, value: unknown): void } }) => {
    const count = (storage.load('count') as number) + 1
    storage.save('count', count)
    if (count === 3) throw new Error('three is too many')
  },
  query: ({ storage }: { storage: { load(key: string): unknown } }) => ({ count: storage.load('count') }),
}

describe('a double is a contract', () => {
  test('its responses, events, attributes, data and coins are handled as those of any contract', async ({
    neutron,
  }) => {
    const alice = neutron.account('alice', '100untrn')
    const bob = neutron.account('bob')
    const till = neutron.mock(
      {
        execute: (_deps, _env, info, msg: { pay: string }) => ({
          messages: [{ bank: { send: { to_address: msg.pay, amount: info.funds } } }],
          attributes: [{ key: 'action', value: 'pay' }],
          events: [{ type: 'paid', attributes: [{ key: 'to', value: msg.pay }] }],
          data: toJsonBinary({ done: true }),
        }),
      },
      { label: 'till' },
    )
    const result = await alice.execute(till, { pay: bob.address }, { funds: '7untrn' })
    expect(result).toEmit('wasm', { _contract_address: till.address, action: 'pay' })
    expect(result).toEmit('wasm-paid', { to: bob.address })
    expect(Buffer.from(result.data).toString('latin1')).toContain('{"done":true}')
    expect(bob).toHaveBalance('untrn', 7n)
    expect(result.events.map(({ type }) => type)).toContain('transfer')
  })

  test('the builder makes the same double', async ({ neutron }) => {
    const alice = neutron.account('alice', '100untrn')
    const built = new ContractResponse()
      .addAttribute('amount', 5n)
      .addEvent('paid', { to: 'bob', twice: true })
      .addMessage({ bank: { send: { to_address: alice.address, amount: [] } } })
      .setData(Uint8Array.of(1))
    expect(built).toMatchObject({
      attributes: [{ key: 'amount', value: '5' }],
      events: [
        {
          type: 'paid',
          attributes: [
            { key: 'to', value: 'bob' },
            { key: 'twice', value: 'true' },
          ],
        },
      ],
      messages: [{ msg: { bank: { send: { to_address: alice.address, amount: [] } } } }],
      data: Uint8Array.of(1),
    })
    const double = neutron.mock({ execute: () => new ContractResponse().addAttribute('amount', 5n).setData('AQ==') })
    expect(await alice.execute(double, {})).toEmit('wasm', { amount: '5' })
  })

  test('it calls contracts, receives their replies, and queries them', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const replies: unknown[] = []
    const treasury = neutron.mock({
      execute: ({ querier }, env, _info, msg: { token: string; amount: string }) => {
        const before = querier.queryWasmSmart<{ balance: string }>(msg.token, {
          balance: { address: env.contract.address },
        })
        const transfer = { transfer: { recipient: alice.address, amount: msg.amount } }
        return {
          attributes: [{ key: 'before', value: before.balance }],
          messages: [
            {
              id: 7,
              reply_on: 'always',
              payload: toJsonBinary('paid'),
              msg: { wasm: { execute: { contract_addr: msg.token, msg: toJsonBinary(transfer), funds: [] } } },
            },
          ],
        }
      },
      reply: (_deps, _env, reply) => {
        replies.push([reply.id, fromJsonBinary(reply.payload), 'ok' in reply.result ? 'ok' : reply.result.error])
      },
    })
    const token = await tokenOf(neutron, treasury.address)
    const paid = await alice.execute(treasury, { token: token.address, amount: '40' })
    expect(paid).toEmit('wasm', { before: '1000' })
    expect(token).toHaveState(['balance', alice.address], '40')
    await alice.execute(treasury, { token: token.address, amount: '4000' })
    expect(replies).toEqual([
      [7, 'paid', 'ok'],
      [7, 'paid', expect.stringContaining('Cannot Sub with given operands')],
    ])
    expect(paid.trace[0]!.children.map(({ entryPoint, double }) => [entryPoint, double])).toEqual([
      ['query', undefined],
      ['execute', undefined],
      ['reply', true],
    ])
  })

  test('contracts call it, query it, and read its storage', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const received = vi.fn()
    const receiver = neutron.mock({ execute: (_deps, _env, info, msg) => received(info.sender, msg) })
    const token = await tokenOf(neutron, alice.address)
    await alice.execute(token, { send: { contract: receiver.address, amount: '3', msg: toJsonBinary({ hi: 1 }) } })
    expect(received.mock.calls).toEqual([
      [token.address, { receive: { sender: alice.address, amount: '3', msg: toJsonBinary({ hi: 1 }) } }],
    ])

    // cw3 reads the weights of a cw4 group from its storage, and asks it for the rest.
    const group = neutron.mock({
      instantiate: ({ storage }) => {
        storage.save('total', 10)
        storage.save(['members', alice.address], 10)
      },
      query: (_deps, _env, msg: { member: { addr: string } }) => ({
        weight: msg.member.addr === alice.address ? 10 : null,
      }),
    })
    const multisig = await alice.deploy(MULTISIG, {
      group_addr: group.address,
      threshold: { absolute_count: { weight: 6 } },
      max_voting_period: { height: 100 },
      executor: null,
      proposal_deposit: null,
    })
    const proposed = await alice.execute(multisig, {
      propose: { title: 't', description: 'd', msgs: [], latest: null },
    })
    expect(proposed).toEmit('wasm', { status: 'Passed' })
    const stranger = neutron.account('stranger')
    await expect(
      stranger.execute(multisig, { propose: { title: 't', description: 'd', msgs: [], latest: null } }),
    ).rejects.toFailWith({ message: /Unauthorized/ })
  })

  test("it has an address of its own or of your choice, which the chain's queries report", async ({ neutron }) => {
    const alice = neutron.account('alice')
    const address = 'neutron1qyqszqgpqyqszqgpqyqszqgpqyqszqgpkvguhm'
    const double = neutron.mock({}, { address, label: 'fixed', admin: alice, creator: 'alice', msg: { any: 1 } })
    expect(double).toMatchObject({ address, label: 'fixed' })
    const client = await neutron.client(alice)
    const info = await client.getContract(address)
    expect(info).toMatchObject({ label: 'fixed', admin: alice.address, creator: alice.address, ibcPortId: undefined })
    const code = await client.getCodeDetails(info.codeId)
    expect(Buffer.from(code.checksum, 'hex').toString('latin1')).toMatch(/^double/)
    expect(Buffer.from(code.data).toString()).toBe('code of a test: the double fixed')
    expect((await client.getContractCodeHistory(address)).map(({ msg }) => msg)).toEqual([{ any: 1 }])
    const labels = [neutron.mock({}), neutron.mock({})].map(({ label }) => label)
    expect(labels).toEqual(['double', 'double-2'])
    expect(() => neutron.mock({}, { label: 'fixed' })).toThrow('neutron already has a contract "fixed"')
  })

  test('failing transactions and restored snapshots roll back its storage', async ({ sandbox, neutron }) => {
    const alice = neutron.account('alice')
    const double = neutron.mock(counter)
    await alice.execute(double, {})
    const one = await sandbox.snapshot()
    await alice.execute(double, {})
    await expect(alice.execute(double, {})).rejects.toFailWith({
      codespace: 'wasm',
      code: 5,
      message: 'failed to execute message; message index: 0: three is too many: execute wasm contract failed',
    })
    expect(double.query({})).toEqual({ count: 2 })
    await sandbox.restore(one)
    expect(double.query({})).toEqual({ count: 1 })
    // A double that came after the snapshot went with it, and its name is free.
    const before = await sandbox.snapshot()
    neutron.mock({ query: () => 'first' }, { label: 'late' })
    await sandbox.restore(before)
    expect(() => neutron.query('late', {})).toThrow('neutron has no contract "late"')
    const late = neutron.mock({ query: () => 'second' }, { label: 'late' })
    expect(late.query({})).toBe('second')
    expect(sandbox.log.at(-1)).toMatchObject({ action: 'double', name: 'late' })
    const second = await sandbox.snapshot()
    await sandbox.restore(before)
    expect(neutron.mock({ query: () => 'third' }, { label: 'late' }).query({})).toBe('third')
    await sandbox.restore(second)
    expect(late.query({})).toBe('second')
  })

  test('it iterates over its storage, and validates addresses as the chain does', async ({ neutron, hub }) => {
    const alice = neutron.account('alice')
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()
    const double = neutron.mock({
      instantiate: ({ storage }) => {
        for (const name of ['b', 'a', 'c']) storage.save(['list', name], name)
        storage.set('zz', Uint8Array.of(1))
        storage.remove('zz')
      },
      query: ({ storage, api }, _env, msg: { address?: string }) =>
        msg.address === undefined
          ? {
              down: [...storage.range({ order: 'descending' })].map(([key, value]) => [
                text(key.subarray(6)),
                text(value),
              ]),
              some: [...storage.range({ prefix: '\0\x04list', start: 'b', end: 'c' })].length,
              none: storage.get('zz') ?? null,
            }
          : [api.addrValidate(msg.address), api.addrHumanize(api.addrCanonicalize(msg.address))],
    })
    expect(double.query({})).toEqual({
      down: [
        ['c', '"c"'],
        ['b', '"b"'],
        ['a', '"a"'],
      ],
      some: 1,
      none: null,
    })
    expect(double).toHaveState(['list', 'a'], 'a')
    expect(double.query({ address: alice.address })).toEqual([alice.address, alice.address])
    expect(() => double.query({ address: hub.account('carol').address })).toThrow(/invalid Bech32 prefix/)
  })

  test('it is typed where its types are known', async ({ neutron }) => {
    interface Oracle {
      readonly instantiate: Record<string, never>
      readonly execute: { readonly set: { readonly price: string } }
      readonly query: { readonly price: { readonly of: string } }
      readonly migrate: never
      readonly answers: { readonly price: { readonly price: string } }
    }
    const oracle = neutron.mock<Oracle>({
      execute: ({ storage }, _env, _info, msg) => storage.save('price', msg.set.price),
      query: ({ storage }, _env, msg) => ({ price: `${msg.price.of} ${storage.load<string>('price')}` }),
    })
    await neutron.account('alice').execute(oracle, { set: { price: '5' } })
    const answer: { readonly price: string } = oracle.query({ price: { of: 'atom' } })
    expect(answer).toEqual({ price: 'atom 5' })
    // @ts-expect-error the types know no such member
    neutron.mock<Oracle>({ execute: (_deps, _env, _info, msg) => void msg.get })
    // @ts-expect-error the answer is an object
    neutron.mock<Oracle>({ query: () => 5 })
  })
})

describe('a double in the place of a contract', () => {
  test('fails a callback in one line, and the failure is resubmitted to the real contract', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const lab = await alice.deploy(LAB)
    neutron.mock({ sudo: () => { throw new Error('not now') } }, { address: lab }) // oxfmt-ignore
    const timeout = await lab.callback({ timeout: {} })
    expect(timeout).toBeDelivered()
    expect(lab).toHaveFailures([
      { id: 0n, error: 'codespace: wasm, code: 5', details: /^not now: execute wasm contract failed/ },
    ])
    expect(timeout.trace[0]).toMatchObject({ entryPoint: 'sudo', double: true, gasLimit: 1_000_000n })
    // Back to the code from before, whose state is still there.
    await neutron.actAs('gov').migrate(lab, 1n, {})
    await alice.execute(lab, { resubmit: { failure_id: 0 } })
    expect(lab).not.toHaveFailures()
  })

  test('keeps its state, coins, label and admin', async ({ neutron }) => {
    const alice = neutron.account('alice', '10untrn')
    const token = await tokenOf(neutron, alice.address)
    await alice.transfer(token, '4untrn')
    const double = neutron.mock(
      { query: ({ storage }, _env, msg: { of: string }) => storage.load(['balance', msg.of]) ?? null },
      { address: token.label },
    )
    expect([double.address, double.label]).toEqual([token.address, 'cw20_base'])
    expect(double.query({ of: alice.address })).toBe('1000')
    expect(double).toHaveBalance('untrn', 4n)
    const client = await neutron.client(alice)
    const history = await client.getContractCodeHistory(token.address)
    expect(history).toHaveLength(2)
    expect(await client.getContracts(history[1]!.codeId)).toEqual([token.address])
    for (const more of [{ label: 'other' }, { admin: alice }, { msg: {} }, { creator: alice }])
      expect(() => neutron.mock({}, { address: token, ...more })).toThrow(/keeps what it was instantiated with/)
  })

  test('can be the source and the target of a migration', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const lab = await alice.deploy(LAB, {}, { admin: 'alice' })
    const migrated = vi.fn()
    const double = neutron.mock({ migrate: (_deps, _env, msg, info) => migrated(msg, info) })
    const { codeId } = await (await neutron.client(alice)).getContract(double.address)
    expect(await alice.migrate(lab, BigInt(codeId), { to: 'double' })).toSucceed()
    expect(migrated.mock.calls).toEqual([[{ to: 'double' }, { sender: alice.address, old_migrate_version: null }]])
    expect(await alice.migrate(lab, 1n, {})).toSucceed()
    expect(await alice.execute(lab, { act: { behaviour: 'succeed' } })).toSucceed()
  })
})

describe('what goes wrong', () => {
  test('a missing entry point fails as a missing export', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const token = await tokenOf(neutron, alice.address)
    const double = neutron.mock({})
    const texts: string[] = []
    for (const contract of [token, double]) {
      await contract.callback({ timeout: {} })
      texts.push(contract.failures()[0]!.details!)
    }
    expect(texts[0]).toContain('Error resolving Wasm function: Could not get export: Missing export sudo')
    expect(texts[1]).toBe(texts[0])
    await expect(alice.execute(double, {})).rejects.toFailWith({
      codespace: 'wasm',
      code: 29,
      message:
        /Error calling the VM: Error resolving Wasm function: Could not get export: Missing export execute: wasmvm error$/,
    })
    expect(() => double.query({})).toThrow('Missing export query')
  })

  test('a thrown error is the error of the contract, and the tree of calls shows where', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const double = neutron.mock({
      execute: (_deps, _env, _info, msg: { text?: string; number?: number }) => {
        if (msg.number !== undefined) throw msg.number // oxlint-disable-line typescript/only-throw-error
        throw new RangeError(msg.text ?? '')
      },
    })
    await expect(alice.execute(double, { number: 5 })).rejects.toFailWith({
      message: / 5: execute wasm contract failed$/,
    })
    await expect(alice.execute(double, {})).rejects.toFailWith({
      message: / Generic error: execute wasm contract failed$/,
    })
    const error = await refusal(() => alice.execute(double, { text: 'gone' }))
    expect(error).toBeInstanceOf(TxError)
    expect(error.message).toMatch(
      /execute double \(double\) \{"text":"gone"\} .* ✗ gone\n +in .*test\/sandbox\/doubles\.test\.ts:\d+:\d+/,
    )
    expect(error.message).not.toContain(process.cwd())
  })

  test('a panic and running out of gas are reported as those of the VM', async ({ neutron }) => {
    const double = neutron.mock({
      sudo: ({ api, gas, storage }, _env, msg: { timeout?: unknown; error?: unknown }) => {
        storage.save('touched', true)
        if (msg.timeout !== undefined) gas.consume(1_500_000)
        try {
          api.abort('panicked at the disco')
        } catch {
          // A contract would not get here, and what follows does not count.
        }
        return { attributes: [{ key: 'lived', value: 'on' }] }
      },
    })
    const outOfGas = await double.callback({ timeout: {} })
    expect(outOfGas).toUseGas({ sudo: 1_000_000n })
    const panicked = await double.callback({ error: { details: 'x' } })
    expect(panicked).not.toEmit('wasm', { lived: 'on' })
    expect(double).toHaveFailures([
      { id: 0n, error: 'codespace: contractmanager, code: 1103' },
      {
        id: 1n,
        error: 'codespace: wasm, code: 29',
        details: /RuntimeError: Aborted: panicked at the disco: wasmvm error/,
      },
    ])
    expect(double).not.toHaveState('touched')
  })

  test('errors of the chain, of a broken host and of a writing query cannot be caught', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const stubborn = neutron.mock({
      execute: ({ storage }) => {
        try {
          for (;;) storage.save('key', 'x'.repeat(1000))
        } catch {
          return undefined
        }
      },
      query: ({ storage }) => {
        try {
          ;(storage as unknown as { save(key: string, value: unknown): void }).save('key', 1)
        } catch {
          return 'went on'
        }
        return 'wrote'
      },
    })
    await expect(alice.execute(stubborn, {}, { gasLimit: 300_000n })).rejects.toFailWith({ codespace: 'sdk', code: 11 })
    expect(() => stubborn.query({})).toThrow('Must not call a writing storage function in this context.')
    neutron.fault({ contract: stubborn, fail: { hostCall: { name: 'db_write', nth: 2 } } })
    await expect(alice.execute(stubborn, {})).rejects.toFailWith({ codespace: 'wasm', code: 29 })
  })

  test('failing queries have the texts of cosmwasm-std', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const token = await tokenOf(neutron, alice.address)
    const asking = neutron.mock({
      query: ({ querier }, _env, msg: { smart?: [string, unknown]; raw?: [string, string]; any?: object }) => {
        if (msg.smart) return querier.queryWasmSmart(...msg.smart)
        if (msg.raw) return querier.queryWasmRaw(...msg.raw) ?? null
        if (msg.any) return querier.query(msg.any)
        return querier.queryBalance(alice.address, 'untrn')
      },
    })
    expect(asking.query({})).toEqual({ denom: 'untrn', amount: '0' })
    expect(asking.query({ smart: [token.address, { token_info: {} }] })).toMatchObject({ symbol: 'TOK' })
    expect(asking.query({ raw: [token.address, 'token_info'] })).toMatchObject({ symbol: 'TOK' })
    expect(asking.query({ raw: [token.address, 'nothing'] })).toBeNull()
    expect(() => asking.query({ smart: [alice.address, {}] })).toThrow(
      `Querier system error: No such contract: ${alice.address}`,
    )
    expect(() => asking.query({ smart: [token.address, { nothing: {} }] })).toThrow(/Querier contract error: /)
    expect(() => asking.query({ any: { moon: {} } })).toThrow(/Querier system error: /)
  })

  test('mistakes of the test are errors of the test, and leave the chain as it was', async ({ neutron }) => {
    const alice = neutron.account('alice')
    let given: () => unknown = () => undefined
    const double = neutron.mock({
      execute: ({ storage }) => {
        storage.save('touched', 1)
        return given() as undefined
      },
      query: () => given(),
    })
    const cases: readonly [() => unknown, RegExp][] = [
      [() => Promise.reject(new Error('late')), /execute of a double gave a promise\n.*not async/],
      [() => ({ atributes: [] }), /a response with "atributes"\n.*messages, attributes, events, data/],
      [
        () => ({ messages: [{ msg: {}, replyOn: 'always' }] }),
        /a submessage with an unknown member "replyOn", did you mean "reply_on"/,
      ],
      [() => ({ attributes: [{ key: 'a', value: 5 }] }), /number 5 instead of a string as the attribute a\n.*String/],
      [() => ({ attributes: { a: 'b' } }), /instead of a list as attributes/],
      [
        () => ({ messages: [{ bank: { burn: { amount: 5n } } }] }),
        /a bigint at \/ok\/messages\/0\/msg\/bank\/burn\/amount/,
      ],
      [() => ({ data: { a: 1 } }), /as data \{ a: 1 \}\n.*toJsonBinary/],
      [() => 'done', /gave string 'done'/],
      [() => expect(1).toBe(2), /expected 1 to be 2/],
    ]
    const { height } = neutron
    for (const [run, text] of cases) {
      given = run
      const error = await refusal(() => alice.execute(double, {}))
      expect(error).not.toBeInstanceOf(TxError)
      expect(error.message).toMatch(text)
    }
    expect(neutron.height).toBe(height)
    expect(double).not.toHaveState('touched')
    given = () => undefined
    expect(() => double.query({})).toThrow('query of a double gave nothing')
    given = () => Promise.resolve(5)
    expect(() => double.query({})).toThrow('query of a double gave a promise')
    given = () => 1n
    expect(() => double.query({})).toThrow(/a bigint at the top of the answer of a double/)
  })

  test('an invalid double is refused at once', ({ neutron }) => {
    const refused = (double: unknown) => () => neutron.mock(double as never)
    expect(refused(undefined)).toThrow(
      'a double is an object of entry points\n  given: undefined\n  entry points: instantiate, ',
    )
    expect(refused({ exec: () => undefined })).toThrow('unknown member "exec", did you mean "execute"')
    expect(refused({ execute: 5 })).toThrow('execute is not a function')
    expect(refused({ execute: async () => undefined })).toThrow(
      'execute of a double is async, but transactions are synchronous\n  right: execute(deps, env, …)',
    )
    expect(refused({ instantiate: () => { throw new Error('no') } })).toThrow(/no: instantiate wasm contract failed/) // oxfmt-ignore
    expect(() => neutron.mock({}, { address: 'cosmos1nobody' })).toThrow(/bech32/)
  })

  test('endless recursion ends like that of contracts', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const loop = neutron.mock({
      execute: (_deps, env) => ({
        messages: [{ wasm: { execute: { contract_addr: env.contract.address, msg: toJsonBinary({}), funds: [] } } }],
      }),
      query: ({ querier }, env) => querier.queryWasmSmart(env.contract.address, {}),
    })
    await expect(alice.execute(loop, {})).rejects.toFailWith({ codespace: 'wasm', code: 30 })
    expect(() => loop.query({})).toThrow(/max query stack size exceeded|codespace: wasm, code: 27/)
  })
})

describe('gas', () => {
  bare('20,000 SDK gas for a call, in the gas of the VM', () => {
    const vm = new VmWithDoubles(createVm())
    const checksum = vm.learn('one', { execute: () => undefined })
    const args = [MOCK_ENV, MOCK_INFO, '{}'].map((text) => new TextEncoder().encode(text))
    const call = (gasLimit: bigint) =>
      vm.call(checksum, 'execute', args, {
        backend: mockBackend(),
        gasLimit,
      })
    const limit = 20_000n * 140_000n
    expect(call(limit)).toMatchObject({
      error: undefined,
      gas: { limit, remaining: 0n, usedInternally: limit, usedExternally: 0n },
    })
    expect(call(limit - 1n)).toMatchObject({ data: undefined, error: { kind: 'GasDepletion' }, gas: { remaining: 0n } })
  })

  test('a call costs a flat amount plus loading, and storage what the store charges', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const double = neutron.mock({
      execute: ({ storage, gas }, _env, _info, msg: { write?: string; burn?: number }) => {
        if (msg.write !== undefined) storage.set('key', Buffer.from(msg.write))
        if (msg.burn !== undefined) gas.consume(msg.burn)
      },
    })
    const used = async (msg: object) => (await alice.execute(double, msg)).trace[0]!.gasUsed
    const nothing = await used({})
    expect((await used({ burn: 12_345 })) - nothing).toBe(12_345n)
    const result = await alice.execute(double, { write: 'abc' })
    const [use] = result.trace[0]!.storage
    expect(use).toMatchObject({ key: 'key', writes: 1 })
    expect(result.trace[0]!.gasUsed - nothing).toBe(use!.gas)
    expect((await used({ write: 'abcdef' })) - (await used({ write: 'abc' }))).toBe(3n * 30n)
  })
})

describe('packets', () => {
  bare('two doubles speak over a channel of their own', async () => {
    const sandbox = createSandbox()
    const { neutron, hub } = sandbox.chains
    const heard: unknown[] = []
    const side = (name: string) => ({
      ibc_channel_open: () => ({ version: 'double-1' }),
      ibc_channel_connect: () => undefined,
      ibc_channel_close: () => undefined,
      execute: (_deps: unknown, env: { block: { time: string } }) => ({
        messages: [
          {
            ibc: {
              send_packet: {
                channel_id: 'channel-1',
                data: toJsonBinary({ from: name }),
                timeout: { block: null, timestamp: String(BigInt(env.block.time) + 60_000_000_000n) },
              },
            },
          },
        ],
      }),
      ibc_packet_receive: (_deps: unknown, _env: unknown, msg: unknown) => {
        heard.push([name, 'receive', fromJsonBinary((msg as { packet: { data: string } }).packet.data)])
        return { acknowledgement: toJsonBinary({ by: name }) }
      },
      ibc_packet_ack: (_deps: unknown, _env: unknown, msg: unknown) => {
        const { data } = (msg as { acknowledgement: { data: string } }).acknowledgement
        heard.push([name, 'ack', fromJsonBinary(data)])
      },
      ibc_packet_timeout: () => {
        heard.push([name, 'timeout'])
        throw new Error('lost')
      },
    })
    const here = neutron.mock(side('here'), { label: 'here' })
    const there = hub.mock(side('there'), { label: 'there' })
    await sandbox.relayer.openChannel({
      chain: 'neutron',
      connection: 'connection-0',
      port: `wasm.${here.address}`,
      counterpartyPort: `wasm.${there.address}`,
      version: 'double-1',
    })
    const alice = neutron.account('alice')
    await alice.execute(here, {})
    expect(await sandbox.relayer.relay()).toBeAcknowledged({ by: 'there' })
    expect(heard).toEqual([
      ['there', 'receive', { from: 'here' }],
      ['here', 'ack', { by: 'there' }],
    ])
    await alice.execute(here, {})
    await hub.skipPastTimeout()
    await sandbox.relayer.relay().catch(() => undefined)
    expect(heard.at(-1)).toEqual(['here', 'timeout'])
    await sandbox.close()
  })
})

describe('how it is reported', () => {
  test('it is a double in trees, results, debug lines and lists of names', async ({ neutron }) => {
    const alice = neutron.account('alice')
    const double = neutron.mock({ execute: ({ api }) => api.debug('here I am') }, { label: 'oracle' })
    const result = await alice.execute(double, {})
    expect(result.trace[0]!.double).toBe(true)
    expect(inspect(result)).toMatch(/execute oracle \(double\) \{\}/)
    expect(inspect(result)).toContain('oracle (double): here I am')
    expect(inspect(double)).toBe(`Double oracle of neutron: ${double.address}`)
    expect(inspect(neutron)).toMatch(/contracts: oracle \(double\)$/)
    const lab = await alice.deploy(LAB)
    expect(inspect(lab)).toMatch(/^Contract callback_lab/)
    expect((await alice.execute(lab, { act: { behaviour: 'succeed' } })).trace[0]).not.toHaveProperty('double', true)
  })

  test('a genesis cannot hold it', ({ neutron }) => {
    neutron.mock({}, { label: 'oracle' })
    expect(() => neutron.exportGenesis()).toThrow('a genesis cannot hold the double "oracle", which is code of a test')
  })

  bare('its bytes are no code: nobody uploads a double', async () => {
    const sandbox = createSandbox()
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice')
    neutron.mock({}, { label: 'oracle' })
    await expect(alice.store(Buffer.from('code of a test: the double oracle'))).rejects.toFailWith({
      codespace: 'wasm',
      code: 2,
    })
    await sandbox.close()
  })
})

describe('recordings and logs', () => {
  const oracle = { query: () => ({ price: '1.5' }), execute: () => ({ attributes: [{ key: 'a', value: 'b' }] }) }

  bare('an action of the one vocabulary, which needs the code beside it', async () => {
    const sandbox = createSandbox()
    const file = join(mkdtempSync(join(tmpdir(), 'doubles-')), 'oracle.yaml')
    const { neutron } = sandbox.chains
    const double = neutron.mock(oracle, { label: 'oracle' })
    // Begun late: what came before is run once more, with the same code.
    const recording = sandbox.record(file)
    await neutron.account('alice').execute(double, {})
    neutron.mock({ execute: () => undefined }, { address: double })
    await neutron.account('alice').execute(double, {})
    await recording.save()
    expect(sandbox.log.filter(({ action }) => action === 'double')).toEqual([
      { action: 'double', chain: 'neutron', name: 'oracle', label: 'oracle' },
      { action: 'double', chain: 'neutron', name: 'oracle-2', at: double.address },
    ])
    expect(readFileSync(file, 'utf8')).not.toContain('1.5')
    const fixture = readFixture(file)
    const refused = await refusal(() => replay(fixture, file))
    expect(refused).toMatchObject({ name: 'FixtureError', pointer: '/steps/0/do/name' })
    expect(refused.message).toContain('it needs the double "oracle" of neutron, which is code and cannot be in a file')
    expect(refused.message).toContain(
      'right: replay(fixture, file, { doubles: { neutron: { "oracle": { execute, query, … } } } })',
    )

    const doubles = { neutron: { oracle, 'oracle-2': { execute: () => undefined } } }
    const report = await replay(fixture, file, { doubles })
    expect(report.steps.find(({ difference }) => difference)).toBeUndefined()
    expect(report.passed).toBe(true)
    const lines = report.steps.flatMap((step) => stepLines(step, terminal(false))).join('\n')
    expect(lines).toContain('double oracle-2 at neutron1')
    expect(lines).toMatch(/execute oracle \(double\)/)
    // Other code is noticed.
    const other = await replay(fixture, file, { doubles: { neutron: { ...doubles.neutron, oracle: {} } } })
    expect(other.passed).toBe(false)
    await sandbox.close()
  })

  bare('a log without the code is refused, action by action', async () => {
    const sandbox = createSandbox()
    sandbox.chains.neutron.mock(oracle, { label: 'oracle' })
    const error = await refusal(() => replayed({}, sandbox.log))
    expect(error.message).toContain(
      'the double "oracle" of neutron is code of a test, which a file or an action cannot contain',
    )
    expect(rootsOf(sandbox)).toHaveLength(2)
    await sandbox.close()
  })

  bare('names and roots do not depend on the code', async () => {
    const roots = [oracle, { query: () => 5 }].map((double) => {
      const sandbox = createSandbox()
      sandbox.chains.neutron.mock(double, { label: 'oracle' })
      return rootsOf(sandbox)
    })
    expect(roots[0]).toEqual(roots[1])
  })
})
