import { TxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci'
import { MsgTransferResponse } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { describe } from 'vitest'
import { fromUtf8 } from '../../../src/base/bytes.js'
import { bankDenom } from '../../../src/modules/transfer/index.js'
import {
  createSandbox,
  RelayError,
  type Double,
  type PacketResult,
  type SandboxChain,
} from '../../../src/sandbox/index.js'
import { expect, prepared, test as plain } from '../../../src/vitest/index.js'
import { textKey } from '../../../src/store/key.js'

/** Hooks of transfers: neutron at 06e81b9f x/ibc-hooks; ibc-apps modules/ibc-hooks v10.0.0 on other chains. */

const LAB = 'contracts/artifacts/callback_lab.wasm'
const step = (delivered: readonly PacketResult[], of: PacketResult['kind']) =>
  delivered.find(({ kind }) => kind === of)!
const ackOf = (delivered: readonly PacketResult[]) =>
  JSON.parse(fromUtf8(step(delivered, 'ack').acknowledgement!)) as { readonly result?: string; readonly error?: string }
const calling = (contract: { readonly address: string }, msg: unknown) =>
  JSON.stringify({ wasm: { contract: contract.address, msg } })

plain('a hook that runs out of gas fails the delivery: nothing comes back until the timeout', async ({ sandbox }) => {
  const { neutron, hub } = sandbox.chains
  const bob = hub.account('bob', '1000uatom')
  const greedy = neutron.mock({ execute: ({ gas }) => gas.consume(100_000_000n) }, { label: 'greedy' })
  const memo = calling(greedy, {})
  await bob.ibcTransfer(greedy, '10uatom', { memo })
  const failed = (await sandbox.relayer.relay().catch((error: unknown) => error)) as RelayError
  expect(failed).toBeInstanceOf(RelayError)
  const [recv] = failed.delivered
  expect(recv).toFailWith({ codespace: 'sdk', code: 11, message: /out of gas/ })
  expect(recv!.trace).toMatchObject([{ entryPoint: 'execute', label: 'greedy', layer: 'ibc-hooks' }])
  expect(recv!.trace[0]!.error).toMatch(/out of gas/i)
  expect(sandbox.relayer.pending()).toMatchObject([{ from: 'hub', next: 'recv' }])
  expect(bob).toHaveBalance('uatom', 990n)
  await neutron.skipPastTimeout()
  await sandbox.relayer.relay()
  expect(bob).toHaveBalance('uatom', 1000n)
  expect(neutron.balances(greedy)).toEqual([])
})

/** Stores what it is told; fails as it was asked to. */
const listener: Double = {
  instantiate: ({ storage }) => storage.save('told', []),
  execute: ({ storage }, _env, _info, msg) => storage.save('fails', msg),
  sudo: ({ storage }, _env, msg) => {
    storage.save('told', [...storage.load<unknown[]>('told')!, msg])
    if (storage.load('fails') === true) throw new Error('not now')
  },
  query: ({ storage }) => storage.load('told'),
}

const test = prepared(
  async ({ chains }) => {
    const { neutron, juno } = chains as unknown as Readonly<Record<'neutron' | 'juno', SandboxChain>>
    const contract = juno.mock(listener, { label: 'listener' })
    const carol = juno.account('carol', '1000ujuno')
    const callback = (key: bigint) => {
      const row = juno.host.app.context.store('hooks-for-ibc').get(textKey(`channel-0::${key}`))
      return row === undefined ? undefined : fromUtf8(row)
    }
    const lab = await carol.deploy(LAB, {})
    return { neutron, juno, contract, carol, callback, lab, alice: neutron.account('alice', '1000untrn') }
  },
  {
    chains: {
      neutron: {},
      juno: { kind: 'wasmd', prefix: 'juno', denom: 'ujuno', layers: ['ibc-hooks', 'callbacks'] },
    },
  },
)

describe('on a chain with ibc-hooks', () => {
  test('a memo calls a contract with the coins', async ({ world: { juno, alice, lab }, relayer }) => {
    await alice.ibcTransfer(lab, '7untrn', { memo: calling(lab, { act: { behaviour: 'succeed' } }) })
    const delivered = await relayer.relay()
    expect(step(delivered, 'recv').trace).toMatchObject([{ entryPoint: 'execute', layer: 'ibc-hooks' }])
    expect(Buffer.from(ackOf(delivered).result!, 'base64').toString()).toBe(
      '{"contract_result":null,"ibc_ack":"eyJyZXN1bHQiOiJBUT09In0="}',
    )
    const NTRN = bankDenom({ base: 'untrn', trace: [{ portId: 'transfer', channelId: 'channel-0' }] })
    expect(juno.balance(lab, NTRN)).toBe(7n)
  })

  test('a contract that fails sends the coins back', async ({ world: { alice, lab }, relayer }) => {
    await alice.ibcTransfer(lab, '1untrn', { memo: calling(lab, { act: { behaviour: 'error' } }) })
    const delivered = await relayer.relay()
    expect(ackOf(delivered)).toEqual({ error: 'ABCI code: 6: error handling packet: see events for details' })
    expect(step(delivered, 'recv')).toEmit('ibccallbackerror-ibc-acknowledgement-error', {
      'ibccallbackerror-error': 'wasm error',
      'ibccallbackerror-error-context': /execute wasm contract failed/,
    })
    expect(alice).toHaveBalance('untrn', 1000n)
  })

  test('ibc_callback is stored, notified of the acknowledgement, and forgotten', async ({
    world: { contract, carol, alice, callback },
    relayer,
  }) => {
    const memo = JSON.stringify({ ibc_callback: contract.address, note: 1 })
    const sent = await carol.ibcTransfer(alice, '5ujuno', { memo })
    expect(sent).toEmit('ibc_transfer', { memo })
    const data = sent.events
      .find(({ type }) => type === 'send_packet')!
      .attributes.find(([key]) => key === 'packet_data_hex')
    expect(JSON.parse(Buffer.from(data![1], 'hex').toString())).toMatchObject({ memo: '{"note":1}' })
    expect(callback(1n)).toBe(contract.address)
    const ack = step(await relayer.relay(), 'ack')
    expect(ack.trace).toMatchObject([{ entryPoint: 'sudo', label: 'listener', layer: 'ibc-hooks' }])
    expect(ack.trace[0]!.message).toBe(
      '{"ibc_lifecycle_complete": {"ibc_ack": {"channel": "channel-0", "sequence": 1, "ack": "eyJyZXN1bHQiOiJBUT09In0=", "success": true}}}',
    )
    expect(callback(1n)).toBeUndefined()
    await carol.ibcTransfer('neutron1nobody', '5ujuno', { memo: JSON.stringify({ ibc_callback: contract.address }) })
    await relayer.relay()
    expect(contract.query({})).toMatchObject([
      { ibc_lifecycle_complete: { ibc_ack: { success: true } } },
      { ibc_lifecycle_complete: { ibc_ack: { sequence: 2, success: false } } },
    ])
    expect(carol).toHaveBalance('ujuno', 995n)
  })

  test('a contract that fails holds up the acknowledgement', async ({
    world: { contract, carol, callback },
    relayer,
  }) => {
    await carol.execute(contract, true)
    await carol.ibcTransfer('neutron1nobody', '5ujuno', { memo: JSON.stringify({ ibc_callback: contract.address }) })
    const failed = (await relayer.relay().catch((error: unknown) => error)) as RelayError
    expect(failed.delivered.at(-1)).toFailWith({
      codespace: 'wasm',
      code: 5,
      message: /Ack callback error: not now: execute wasm contract failed/,
    })
    expect(carol).toHaveBalance('ujuno', 995n)
    expect(callback(1n)).toBe(contract.address)
    await carol.execute(contract, false)
    expect(step(await relayer.relay(), 'ack')).toSucceed()
    expect(carol).toHaveBalance('ujuno', 1000n)
    expect(callback(1n)).toBeUndefined()
  })

  test('a timeout is reported, and a contract that fails does not hold it up', async ({
    world: { contract, carol, neutron, alice, callback },
    relayer,
  }) => {
    const memo = JSON.stringify({ ibc_callback: contract.address })
    await carol.ibcTransfer(alice, '5ujuno', { memo })
    await neutron.skipPastTimeout()
    await relayer.relay()
    const message = (sequence: number) =>
      `{"ibc_lifecycle_complete": {"ibc_timeout": {"channel": "channel-0", "sequence": ${sequence}}}}`
    expect(contract.query({})).toEqual([JSON.parse(message(1))])
    await carol.execute(contract, true)
    await carol.ibcTransfer(alice, '5ujuno', { memo })
    await neutron.skipPastTimeout()
    const late = step(await relayer.relay(), 'timeout')
    expect(late).toSucceed()
    expect(late).toEmit('ibc-timeout-callback-error', {
      contract: contract.address,
      message: message(2),
      error: /not now: execute wasm contract failed/,
    })
    expect(callback(2n)).toBeUndefined()
    expect(carol).toHaveBalance('ujuno', 1000n)
  })

  test('a callback without a receiver is removed from the memo, and the sequence reported as 0', async ({
    world: { contract, carol, alice, callback, neutron },
    relayer,
  }) => {
    const sequences: bigint[] = []
    for (const ibc_callback of [5, 'juno1nobody', null, contract.address]) {
      const { data } = await carol.ibcTransfer(alice, '5ujuno', { memo: JSON.stringify({ ibc_callback }) })
      sequences.push(MsgTransferResponse.decode(TxMsgData.decode(data).msgResponses[0]!.value).sequence)
    }
    expect(sequences).toEqual([0n, 0n, 0n, 4n])
    expect([1n, 2n, 3n, 0n].map(callback)).toEqual([undefined, undefined, undefined, undefined])
    await relayer.relay()
    expect(neutron.balances(alice)).toHaveLength(2)
  })
})

plain('layers are for kinds of chains whose layers are not fixed, each once', () => {
  for (const kind of ['neutron', 'nolus'] as const)
    expect(() => createSandbox({ chains: { [kind]: { kind, layers: ['callbacks'] } } })).toThrow(
      `at /chains/${kind}/layers: a chain of kind ${kind} has no such option, those of these kinds have: hub, wasmd`,
    )
  expect(() => createSandbox({ chains: { hub: { bank: 'stock' } } })).toThrow('those of these kinds have: neutron')
  expect(() => createSandbox({ chains: { hub: { layers: ['gmp', 'gmp'] } } })).toThrow(/each layer once/)
})
