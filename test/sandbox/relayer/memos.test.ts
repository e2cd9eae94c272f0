import { createHash } from 'node:crypto'
import { describe } from 'vitest'
import { encodeBech32 } from '../../../src/codec/bech32.js'
import { bankDenom } from '../../../src/modules/transfer/index.js'
import { type PacketResult, type Sandbox } from '../../../src/sandbox/index.js'
import { expect, test } from '../../../src/vitest/index.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const UATOM = bankDenom({ base: 'uatom', trace: [{ portId: 'transfer', channelId: 'channel-0' }] })
const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

async function world({ chains: { neutron, hub }, relayer }: Sandbox) {
  const alice = neutron.account('alice', '1000untrn')
  const bob = hub.account('bob', '1000uatom')
  const lab = await alice.deploy(LAB, {})
  const send = async (to: string, memo: string) => {
    await bob.ibcTransfer(to, '10uatom', { memo })
    return relayer.relay()
  }
  return { neutron, hub, alice, bob, lab, send }
}

const ackOf = (delivered: readonly PacketResult[]): Record<string, string> => {
  const { acknowledgement } = delivered.find(({ kind }) => kind === 'ack')!
  return JSON.parse(Buffer.from(acknowledgement!).toString()) as Record<string, string>
}
const contexts = (delivered: readonly PacketResult[]): string[] =>
  delivered
    .flatMap(({ events }) => events)
    .filter(({ type }) => type === 'ibccallbackerror-ibc-acknowledgement-error')
    .flatMap(({ attributes }) => attributes.filter(([key]) => key.endsWith('error-context')).map(([, value]) => value))
const errorCode = (code: number) => ({
  error: `ABCI code: ${code}: error handling packet: see events for details`,
})

describe('a memo that calls a contract of Neutron', () => {
  const call = (contract: string, msg: unknown) => JSON.stringify({ wasm: { contract, msg } })

  test('gives it the coins and calls it in the name of an address that represents the sender', async ({ sandbox }) => {
    const { neutron, hub, bob, lab, send } = await world(sandbox)
    const delivered = await send(lab.address, call(lab.address, { act: { behaviour: 'succeed' } }))
    const { result } = ackOf(delivered)
    const { contract_result, ibc_ack } = JSON.parse(Buffer.from(result!, 'base64').toString()) as Record<string, string>
    expect(Buffer.from(ibc_ack!, 'base64').toString()).toBe('{"result":"AQ=="}')
    expect(contract_result).toBeNull()
    expect(neutron.balance(lab, UATOM)).toBe(10n)
    expect(hub.balance(bob, 'uatom')).toBe(990n)
    const [node] = delivered.find(({ kind }) => kind === 'recv')!.trace
    expect(node).toMatchObject({ entryPoint: 'execute', message: '{"act":{"behaviour":"succeed"}}' })
    const sender = sha256(sha256('ibc-wasm-hook-intermediary'), `channel-0/${bob.address}`)
    expect(delivered[0]).toEmit('fungible_token_packet', { receiver: encodeBech32('neutron', sender) })
  })

  test('gives it coins that come home under the name that they have here', async ({ sandbox }) => {
    const { neutron, alice, bob, lab } = await world(sandbox)
    await alice.ibcTransfer(bob, '30untrn')
    await sandbox.relayer.relay()
    const voucher = bob.balances().find(({ denom }) => denom.startsWith('ibc/'))!.denom
    await bob.ibcTransfer(lab.address, `12${voucher}`, { memo: call(lab.address, { act: { behaviour: 'succeed' } }) })
    const [node] = (await sandbox.relayer.relay()).find(({ kind }) => kind === 'recv')!.trace
    expect(node).toMatchObject({ entryPoint: 'execute' })
    expect(neutron.balances(lab)).toEqual([{ denom: 'untrn', amount: 12n }])
  })

  test('that fails sends the coins back', async ({ sandbox }) => {
    const { neutron, hub, bob, lab, send } = await world(sandbox)
    const delivered = await send(lab.address, call(lab.address, { act: { behaviour: 'error' } }))
    expect(ackOf(delivered)).toEqual(errorCode(6))
    expect(contexts(delivered)[0]).toMatch(/execute wasm contract failed/)
    expect(neutron.balances(lab)).toEqual([])
    expect(hub.balance(bob, 'uatom')).toBe(1000n)
  })

  test('is answered with an error when it is not well formed', async ({ sandbox }) => {
    const { hub, alice, bob, lab, send } = await world(sandbox)
    const cases: readonly (readonly [unknown, string])[] = [
      ['x', 'wasm metadata is not a valid JSON map object'],
      [null, 'wasm metadata is not a valid JSON map object'],
      [{}, 'Could not find key wasm["contract"]'],
      [{ contract: 'nobody', msg: {} }, 'wasm["contract"] is not a valid bech32 address'],
      [{ contract: alice.address, msg: {} }, 'wasm["contract"] should be the same as the receiver of the packet'],
      [{ contract: lab.address }, 'Could not find key wasm["msg"]'],
      [{ contract: lab.address, msg: 'act' }, 'wasm["msg"] is not a map object'],
    ]
    for (const [wasm, fault] of cases) {
      const memo = JSON.stringify({ wasm })
      const delivered = await send(lab.address, memo)
      expect(ackOf(delivered)).toEqual(errorCode(2))
      expect(contexts(delivered)).toEqual([`wasm metadata not properly formatted for: '${memo}'. ${fault}`])
    }
    expect(hub.balance(bob, 'uatom')).toBe(1000n)
  })
})

describe('a memo that asks Neutron to forward', () => {
  const forward = (metadata: unknown) => JSON.stringify({ forward: metadata })
  const WAY = { receiver: 'cosmos1abc', port: 'transfer', channel: 'channel-0' }

  test('is answered with an error as the chain does where it cannot', async ({ sandbox }) => {
    const { neutron, hub, alice, bob, send } = await world(sandbox)
    const said = (text: string) => ({ error: `packet-forward-middleware error: ${text}` })
    // The texts of JSON and of durations are those of go1.26.
    const cases: readonly (readonly [unknown, string])[] = [
      [{ ...WAY, receiver: '' }, 'failed to validate metadata. receiver cannot be empty'],
      [{ ...WAY, port: '' }, 'failed to validate metadata: identifier cannot be blank: invalid identifier'],
      [
        { ...WAY, channel: 'x' },
        'failed to validate metadata: identifier x has invalid length: 1, must be between 8-64 characters: invalid identifier',
      ],
      [
        'hub',
        'error parsing forward metadata: json: cannot unmarshal string into Go struct field PacketMetadata.forward of type types.ForwardMetadata',
      ],
      [
        { ...WAY, receiver: 5 },
        'error parsing forward metadata: json: cannot unmarshal number into Go struct field ForwardMetadata.forward.receiver of type string',
      ],
      [{ ...WAY, timeout: true }, 'error parsing forward metadata: invalid duration'],
      [{ ...WAY, timeout: '5' }, 'error parsing forward metadata: time: missing unit in duration "5"'],
      [
        { ...WAY, timeout: '5 days' },
        'error parsing forward metadata: time: unknown unit " days" in duration "5 days"',
      ],
      [
        { ...WAY, timeout: '1é' },
        'error parsing forward metadata: time: unknown unit "\\xc3\\xa9" in duration "1\\xc3\\xa9"',
      ],
      [
        { ...WAY, timeout: '9223372036854775808ns' },
        'error parsing forward metadata: time: invalid duration "9223372036854775808ns"',
      ],
      [
        { ...WAY, retries: 300 },
        'error parsing forward metadata: json: cannot unmarshal number 300 into Go struct field ForwardMetadata.forward.retries of type uint8',
      ],
    ]
    for (const [metadata, text] of cases)
      expect(ackOf(await send(alice.address, forward(metadata)))).toEqual(said(text))
    const nowhere = ackOf(await send(alice.address, forward({ ...WAY, channel: 'channel-77', timeout: '1h2.5m' })))
    expect(nowhere).toEqual(
      said(
        'send packet failed for source id: channel-77: counterparty not found for client: channel-77: counterparty not found: insufficient funds',
      ),
    )
    expect(neutron.balances(alice)).toMatchObject([{ denom: 'untrn' }])
    expect(hub.balance(bob, 'uatom')).toBe(1000n)
  })

  test('sends the coins on, and answers when they have come', async ({ sandbox }) => {
    const { neutron, hub, alice, bob, send } = await world(sandbox)
    const delivered = await send(alice.address, forward({ ...WAY, receiver: bob.address }))
    expect(delivered.map(({ kind, chain }) => `${kind} ${chain}`)).toEqual([
      'recv neutron',
      'recv hub',
      'ack neutron',
      'ack hub',
    ])
    expect(hub.balance(bob, 'uatom')).toBe(1000n)
    expect(neutron.supply(UATOM)).toBe(0n)
  })
})

test("a message of Axelar's is replaced by its payload", async ({ sandbox }) => {
  const { neutron, alice, send } = await world(sandbox)
  const message = (payload: string, type: number) =>
    JSON.stringify({ source_chain: 'x', source_address: 'y', payload: Buffer.from(payload).toString('base64'), type })
  expect(ackOf(await send(alice.address, message('hello', 1)))).toEqual({ result: 'AQ==' })
  expect(ackOf(await send(alice.address, message('{"forward":{}}', 2)))).toEqual({
    error: 'packet-forward-middleware error: failed to validate metadata. receiver cannot be empty',
  })
  expect(ackOf(await send(alice.address, message('hello', 3)))).toEqual(errorCode(1))
  expect(ackOf(await send(alice.address, message('', 3)))).toEqual({ result: 'AQ==' })
  expect(neutron.balance(alice, UATOM)).toBe(20n)
})

test('a memo that no layer knows is kept as it is, and the hub has no layers', async ({ sandbox }) => {
  const { neutron, hub, alice, bob, send } = await world(sandbox)
  for (const memo of [
    'hello',
    '{"swap":{"to":"untrn"}}',
    '{"forward":null}',
    '["wasm"]',
    '{"wasm":{}} {}',
    '{"wasm":1e999}',
  ])
    expect(ackOf(await send(alice.address, memo))).toEqual({ result: 'AQ==' })
  expect(neutron.balance(alice, UATOM)).toBe(60n)
  for (const memo of ['{"forward":{"receiver":""}}', '{"wasm":{}}']) {
    await alice.ibcTransfer(bob, '1untrn', { memo })
    expect(ackOf(await sandbox.relayer.relay())).toEqual({ result: 'AQ==' })
  }
  expect(hub.balances(bob)).toHaveLength(2)
})
