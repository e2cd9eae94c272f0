import { createSandbox, RepeatError, TxError, UsageError, type ActionInput, type Sandbox, type TxResult } from 'sudobox'
import { describe, expect, test } from 'vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'

type Tx = Extract<ActionInput, { action: 'tx' }>
type Lab = Awaited<ReturnType<typeof stage>>

async function stage(messages: object = {}, sandbox: Sandbox = createSandbox()) {
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '10000000untrn')
  const lab = await alice.deploy(LAB, messages, { label: 'lab', funds: '1000untrn' })
  return { sandbox, neutron, alice, lab }
}

const send = (amount: string, reply_on = 'never') => ({
  msg: { bank: { send: { to_address: '', amount: [{ denom: 'untrn', amount }] } } },
  reply_on,
})

/** The lab sends coins to alice in messages of their own. */
const acting = ({ alice }: Lab, ...messages: ReturnType<typeof send>[]) => ({
  act: {
    behaviour: {
      submessages: messages.map(({ msg, reply_on }) => ({
        msg: { bank: { send: { ...msg.bank.send, to_address: alice.address } } },
        reply_on,
      })),
    },
  },
})

const failed = async (work: Promise<unknown>): Promise<TxResult> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof TxError)) throw new Error(`expected a TxError, not ${String(error)}`)
  return error.result
}

describe('a limit of gas', () => {
  test('ends a callback as a param with that limit would', async () => {
    const run = async (limit: (at: Lab) => void) => {
      const at = await stage({ on_timeout: { spend_gas: '150000' } })
      at.neutron.nextBlock()
      limit(at)
      const result = await at.lab.callback({ timeout: {} })
      const { gasUsed, events, sudo, height } = result
      return { gasUsed, events, sudo, height, failures: at.neutron.failures(), fault: result.trace[0]!.fault }
    }
    const byParam = await run(({ neutron }) => neutron.setParams('contractmanager', { sudo_call_gas_limit: '200000' }))
    const byFault = await run(({ neutron }) => {
      neutron.fault({ contract: 'lab', fail: { gas: 200_000 } })
      neutron.nextBlock()
    })

    expect(byFault.failures).toMatchObject([{ error: 'codespace: contractmanager, code: 1103' }])
    expect(byFault).toEqual({ ...byParam, fault: 'gas limit 200000' })
  })

  test('applies to one callback of the named contract', async () => {
    const { neutron, alice, lab } = await stage()
    const other = await alice.deploy(LAB, {}, { label: 'other' })
    neutron.fault({ contract: other, fail: { gas: 5000n } })
    expect((await lab.callback({ timeout: {} })).sudo).toMatchObject([{ gasLimit: 1_000_000n, failure: undefined }])
    const [call] = (await other.callback({ timeout: {} })).sudo
    expect(call).toMatchObject({ gasLimit: 5000n, gasUsed: 5000n })
    expect(call!.failure?.details).toMatch('beyond the gas limit')
    expect((await other.callback({ timeout: {} })).sudo).toMatchObject([{ gasLimit: 1_000_000n, failure: undefined }])
  })

  test('needs a chain and an entry point that have a gas limit', () => {
    const { neutron, hub } = createSandbox().chains
    expect(() => hub.fault({ fail: { gas: 1 } })).toThrow(UsageError)
    expect(() => neutron.fault({ entryPoint: 'execute', fail: { gas: 1 } })).toThrow('only sudo has a gas limit')
    expect(() => neutron.fault({ contract: 'nobody', fail: { child: 1 } })).toThrow('neutron has no contract "nobody"')
    expect(neutron.faults).toEqual([])
  })
})

describe('a message that fails', () => {
  test('fails its call, and the state is as before', async () => {
    const at = await stage()
    const { neutron, alice, lab } = at
    neutron.fault({ fail: { child: 2 } })
    const result = await failed(alice.execute(lab, acting(at, send('1'), send('2'))))
    expect(result).toMatchObject({ codespace: 'sudobox', code: 2 })
    expect(result.rawLog).toMatch('child 2: injected fault')
    expect(result.trace[0]).toMatchObject({
      entryPoint: 'execute',
      fault: undefined,
      children: [
        { label: 'bank.send', fault: undefined, error: undefined },
        { label: 'bank.send', fault: 'child 2', error: 'child 2: injected fault' },
      ],
    })
    expect(result.faults).toMatchObject([{ fail: { child: 2 }, struck: true }])
    expect(neutron.balance(lab, 'untrn')).toBe(1000n)

    await alice.execute(lab, acting(at, send('1'), send('2')))
    expect(neutron.balance(lab, 'untrn')).toBe(997n)
  })

  test('is reported to a contract that wants a reply, and leaves the other messages alone', async () => {
    const at = await stage()
    at.neutron.fault({ contract: at.lab, entryPoint: 'execute', fail: { child: 2 } })
    const { trace } = await at.alice.execute(at.lab, acting(at, send('1'), send('2', 'error'), send('4')))
    expect(trace[0]!.children).toMatchObject([
      { kind: 'message', fault: undefined },
      { kind: 'message', fault: 'child 2' },
      { entryPoint: 'reply', message: expect.stringContaining('"error":"codespace: sudobox, code: 2"') },
      { kind: 'message', fault: undefined },
    ])
    expect(at.neutron.balance(at.lab, 'untrn')).toBe(995n)
  })

  test('is counted through all calls below', async () => {
    const at = await stage()
    const { alice, neutron, lab } = at
    const outer = await alice.deploy(LAB, {}, { label: 'outer' })
    const msg = Buffer.from(JSON.stringify(acting(at, send('1')))).toString('base64')
    const call = {
      act: {
        behaviour: { submessages: [{ msg: { wasm: { execute: { contract_addr: lab.address, msg, funds: [] } } } }] },
      },
    }
    neutron.fault({ contract: outer, fail: { child: 2 } })
    const result = await failed(alice.execute(outer, call))
    expect(result.trace[0]).toMatchObject({
      label: 'outer',
      fault: undefined,
      children: [{ label: 'lab', children: [{ label: 'bank.send', fault: 'child 2' }] }],
    })
  })

  test('may be one to a contract, which is then not called', async () => {
    const { neutron, alice, lab } = await stage()
    const outer = await alice.deploy(LAB, {}, { label: 'outer' })
    const execute = { contract_addr: lab.address, msg: 'e30=', funds: [] }
    neutron.fault({ fail: { child: 1 } })
    const { trace } = await failed(
      alice.execute(outer, { act: { behaviour: { submessages: [{ msg: { wasm: { execute } } }] } } }),
    )
    expect(trace[0]!.children).toMatchObject([
      { kind: 'message', label: 'wasm.execute', fault: 'child 1', children: [] },
    ])
  })

  test('is used up by a call that sends fewer messages', async () => {
    const at = await stage()
    at.neutron.fault({ fail: { child: 3 } })
    const result = await at.alice.execute(at.lab, acting(at, send('1'), send('1')))
    expect(result.faults).toMatchObject([{ struck: false }])
    expect(at.neutron.faults).toEqual([])
  })
})

describe('a request to the host that fails', () => {
  test('ends the call as a broken backend does, and a failed callback is recorded', async () => {
    const { neutron, lab } = await stage()
    neutron.fault({ contract: lab, fail: { hostCall: { name: 'db_write' } } })
    const { sudo, trace } = await lab.callback({ timeout: {} })
    expect(sudo[0]!.failure).toMatchObject({ error: 'codespace: wasm, code: 29' })
    expect(sudo[0]!.failure!.details).toMatch(
      "Error calling into the VM's backend: Unknown error during call into backend: db_write 1: injected fault",
    )
    expect(trace[0]).toMatchObject({ fault: 'db_write 1', error: expect.stringContaining('injected fault') })
    expect(lab.query({ counters: {} })).toMatchObject({ timeout: 0 })
    await lab.callback({ timeout: {} })
    expect(lab.query({ counters: {} })).toMatchObject({ timeout: 1 })
  })

  test('is counted over all functions, or over those with a name', async () => {
    const struck = async (hostCall: { name?: 'db_read' | 'db_write'; nth: number }) => {
      const { neutron, lab } = await stage()
      neutron.fault({ fail: { hostCall } })
      return (await lab.callback({ timeout: {} })).trace[0]!.fault
    }
    const first = await struck({ nth: 1 })
    expect(first).toBe('db_read 1')
    expect(await struck({ name: 'db_read', nth: 2 })).toBe('db_read 2')
    expect(await struck({ name: 'db_write', nth: 99 })).toBeUndefined()
  })
})

describe('faults that wait', () => {
  test('are listed, removed, kept by snapshots and recorded in the log', async () => {
    const { sandbox, neutron, lab } = await stage()
    neutron.fault({ contract: 'lab', entryPoint: 'sudo', fail: { child: 1 } })
    const armed = [{ contract: lab.address, entryPoint: 'sudo', fail: { child: 1 } }]
    const before = await sandbox.snapshot()
    expect(neutron.clearFaults()).toEqual(armed)
    expect(neutron.faults).toEqual([])
    await sandbox.restore(before)
    expect(neutron.faults).toEqual(armed)
    expect(sandbox.log.at(-1)).toMatchObject({ action: 'fault', contract: 'lab', fail: { child: 1 } })
  })

  test('are not used up by queries, other entry points and refused deliveries', async () => {
    const { sandbox, neutron, alice, lab } = await stage()
    neutron.fault({ contract: lab, entryPoint: 'sudo', fail: { hostCall: { nth: 1 } } })
    neutron.fault({ entryPoint: 'query', fail: { hostCall: { nth: 1 } } })
    lab.query({ counters: {} })
    await alice.execute(lab, { act: { behaviour: 'succeed' } })
    await expect(sandbox.perform({ action: 'rawTx', bytes: 'AAAA' })).rejects.toThrow(TxError)
    expect(neutron.faults).toHaveLength(2)
  })

  test('apply to what an automatic relayer delivers', async () => {
    const at = await stage({ on_timeout: 'succeed' }, createSandbox({ relayer: 'automatic' }))
    const { sandbox, neutron, alice, lab } = at
    neutron.fault({ contract: lab, entryPoint: 'sudo', fail: { gas: 1000 } })
    const { hub } = sandbox.chains
    await alice.execute(
      lab,
      { transfer: { channel: 'channel-0', to: hub.account('bob').address, amount: '100' } },
      { funds: '3000untrn' },
    )
    expect(neutron.failures(lab)).toHaveLength(1)
    expect(sandbox.relayer.delivered.find(({ kind }) => kind === 'ack')!.faults).toMatchObject([
      { fail: { gas: 1000n } },
    ])
  })
})

describe('a repeated action', () => {
  test('does what its runs do one by one, and is one entry of the log', async () => {
    const story = async (run: (at: Lab) => Promise<unknown>) => {
      const at = await stage({}, createSandbox({ relayer: 'automatic' }))
      const ended = await run(at)
      const { app } = at.neutron.host
      return {
        ended,
        log: at.sandbox.log.length,
        height: app.height,
        hash: app.baseApp.block(app.height)!.signed.header.appHash,
      }
    }
    const transfer = ({ alice, lab, sandbox }: Lab) =>
      alice.execute(
        lab,
        { transfer: { channel: 'channel-0', to: sandbox.chains.hub.account('bob').address, amount: '1' } },
        { funds: '3000untrn' },
      )
    const one = await story(async (at) => {
      for (let i = 0; i < 3; i++) await transfer(at)
    })
    const all = await story(async (at) => {
      await transfer(at)
      const { sandbox } = at
      const last = sandbox.log.at(-1)!
      if (last.action === 'repeat') throw new Error('unexpected')
      return sandbox.repeat(2, last)
    })
    expect(all).toEqual({ ...one, ended: all.ended, log: one.log - 1 })
    expect(all.ended).toMatchObject({ ran: 2, failed: 0, last: { code: 0 }, error: undefined })
  })

  test('ends at the first run that fails, or goes on', async () => {
    const at = await stage()
    const { sandbox, neutron, alice, lab } = at
    const execute: Tx = {
      action: 'tx',
      from: 'alice',
      messages: [{ execute: { contract: 'lab', msg: acting(at, send('400')) } }],
    }
    const error: unknown = await sandbox.repeat(5, execute).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RepeatError)
    expect((error as RepeatError).repeated).toMatchObject({ ran: 3, failed: 1, last: { code: 0 } })
    expect((error as RepeatError).result).toMatchObject({ codespace: 'sdk', code: 5 })

    const before = neutron.height
    const ended = await sandbox.repeat(5, execute, { onError: 'continue' })
    expect(ended).toMatchObject({ ran: 5, failed: 5, last: undefined, error: { codespace: 'sdk' } })
    expect(neutron.height - before).toBe(5n)
    expect(ended.gasUsed).toBeGreaterThan(5n * 100_000n)
    expect(neutron.balance(lab, 'untrn')).toBe(200n)
    expect(alice.balances()).toEqual([{ denom: 'untrn', amount: 9_999_800n }])
  })

  test('cannot be nested, and stops at misuse', async () => {
    const { sandbox } = await stage()
    const block = { action: 'block' } as const
    const nested = { action: 'repeat', times: 2, do: block } as const
    await expect(sandbox.perform({ action: 'repeat', times: 2, do: nested as never })).rejects.toThrow(UsageError)
    await expect(sandbox.repeat(0, block)).rejects.toThrow(UsageError)
    const unknown: Tx = { action: 'tx', from: 'nobody', messages: [{ send: { to: 'alice', amount: '1untrn' } }] }
    await expect(sandbox.repeat(2, unknown, { onError: 'continue' })).rejects.toThrow(UsageError)
  })

  test('works for actions that wait for the EVM', async () => {
    const { sandbox, neutron } = await stage()
    await sandbox.evm.request({ method: 'eth_chainId' })
    const before = neutron.height
    const ended = await sandbox.repeat(3, { action: 'evm', method: 'evm_mine' })
    expect(ended).toMatchObject({ ran: 3, last: { result: expect.anything() } })
    expect(neutron.height - before).toBe(3n)
    expect(await sandbox.evm.request({ method: 'eth_blockNumber' })).toBe('0x3')
  })
})
