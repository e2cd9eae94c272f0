import { Order, State } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { TxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import {
  MsgRegisterInterchainAccount,
  MsgSendTx,
} from 'cosmjs-types/ibc/applications/interchain_accounts/controller/v1/tx'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { expect, test } from 'vitest'
import { fromUtf8, toBase64, toUtf8 } from '../../../src/base/bytes.js'
import { operatorText, parseAccAddress } from '../../../src/chain/address.js'
import type { Any } from '../../../src/codec/any.js'
import { parseProtoJson, protoJson } from '../../../src/codec/proto-json/index.js'
import { protoString, ProtoWriter, readProto } from '../../../src/codec/proto.js'
import { parseCoins } from '../../../src/codec/coins.js'
import { getChannel } from '../../../src/modules/ibc/index.js'
import { ackOf, attribute, packetOf } from '../ibc/pair.js'
import { Linked, newHub, newNeutron, type LinkedSide } from '../ibc/linked.js'

const SENT = { typeUrl: '/cosmos.bank.v1beta1.MsgSendResponse', value: new Uint8Array(0) }

interface Received {
  readonly received: readonly { readonly callback: string; readonly message: Record<string, Record<string, unknown>> }[]
}

function setUp(ordering?: 'ORDER_UNORDERED') {
  const [neutron, hub] = [newNeutron(), newHub()]
  const linked = new Linked(neutron, hub)
  const lab = neutron.deploy('callback_lab', {}, '10000000untrn')
  const register = (order = ordering) =>
    neutron.execute(lab, {
      register_account: {
        connection_id: linked.connections.a,
        interchain_account_id: 'staker',
        register_fee: [{ denom: 'untrn', amount: '1000000' }],
        ...(order && { ordering: order }),
      },
    })
  const port = `icacontroller-${lab}.staker`
  const { events } = register()
  const channel = attribute(events, 'channel_open_init', 'channel_id')
  const hostChannel = linked.finishOpening(neutron, port, channel)
  const { interchain_account_address: account } = neutron.query<{ interchain_account_address: string }>(lab, {
    account_address: { connection_id: linked.connections.a, interchain_account_id: 'staker' },
  })
  hub.chain.runInBlock((ctx) => hub.chain.mint(ctx, parseAccAddress('cosmos', account), parseCoins('1000uatom')))
  const submit = (msgs: readonly { typeUrl: string; value: Uint8Array }[], timeout?: number) =>
    neutron.execute(lab, {
      submit_tx: {
        connection_id: linked.connections.a,
        interchain_account_id: 'staker',
        msgs: msgs.map(({ typeUrl, value }) => ({ type_url: typeUrl, value: toBase64(value) })),
        ...(timeout !== undefined && { timeout }),
      },
    })
  const heard = () => neutron.query<Received>(lab, { received: {} }).received
  return { neutron, hub, linked, lab, register, port, channel, hostChannel, account, submit, heard }
}

const delegate = (hub: LinkedSide, account: string, amount: string) => ({
  typeUrl: MsgDelegate.typeUrl,
  value: MsgDelegate.encode({
    delegatorAddress: account,
    validatorAddress: operatorText('cosmos', hub.app.seals.validators[0]!.address),
    amount: { denom: 'uatom', amount },
  }).finish(),
})

test('an account on the hub opens, delegates, and is notified of an error; its channel closes on a timeout and opens again', () => {
  const { neutron, hub, linked, register, port, channel, hostChannel, account, submit, heard } = setUp()
  expect(heard().map(({ callback }) => callback)).toEqual(['open_ack'])
  expect(JSON.parse(heard()[0]!.message['open_ack']!['counterparty_version'] as string)).toMatchObject({
    version: 'ics27-1',
    address: account,
    encoding: 'proto3',
    tx_type: 'sdk_multi_msg',
  })

  const sent = submit([delegate(hub, account, '600')])
  const received = linked.receive(hub, packetOf(sent.events))
  expect(attribute(received.events, 'ics27_packet', 'success')).toBe('true')
  linked.acknowledge(neutron, packetOf(sent.events), ackOf(received.events))
  expect(heard()[1]!.callback).toBe('response')
  expect(hub.chain.balances(account)).toEqual(parseCoins('400uatom'))

  const tooMuch = submit([delegate(hub, account, '100'), delegate(hub, account, '9000')])
  const refused = linked.receive(hub, packetOf(tooMuch.events))
  expect(fromUtf8(ackOf(refused.events))).toBe(
    '{"error":"ABCI code: 5: error handling packet: see events for details"}',
  )
  expect(attribute(refused.events, 'ibccallbackerror-ics27_packet', 'ibccallbackerror-error')).toMatch(
    /^failed to execute interchain account transaction: .*insufficient funds$/,
  )
  // What the first of the two messages did and emitted is gone too.
  expect(refused.events.map(({ type }) => type)).not.toContain('ibccallbackerror-delegate')
  linked.acknowledge(neutron, packetOf(tooMuch.events), ackOf(refused.events))
  expect(heard()[2]!.message['error']!['details']).toBe('ABCI code: 5: error handling packet: see events for details')
  expect(hub.chain.balances(account)).toEqual(parseCoins('400uatom'))

  const late = submit([delegate(hub, account, '100')], 20)
  for (let i = 0; i < 5; i++) linked.tick()
  linked.timeOut(neutron, packetOf(late.events), Order.ORDER_ORDERED, 3n)
  expect(heard()[3]!.callback).toBe('timeout')
  expect(neutron.state(port, channel)).toBe(State.STATE_CLOSED)
  expect(() => submit([delegate(hub, account, '1')])).toThrow(/failed to retrieve active channel on connection/)

  expect(() => register('ORDER_UNORDERED')).toThrow(
    /order cannot change when reopening a channel expected ORDER_ORDERED, got ORDER_UNORDERED: invalid channel ordering$/,
  )
  const again = attribute(register().events, 'channel_open_init', 'channel_id')
  expect(again).not.toBe(channel)
  // The hub learns that the old channel is closed before it opens another.
  expect(() => linked.finishOpening(neutron, port, again)).toThrow(/existing active channel .* must be STATE_CLOSED/)
  linked.confirmClosed(hub, 'icahost', hostChannel)
  linked.finishOpening(neutron, port, again)
  expect(neutron.state(port, again)).toBe(State.STATE_OPEN)
  const anew = submit([delegate(hub, account, '100')])
  linked.acknowledge(neutron, packetOf(anew.events), ackOf(linked.receive(hub, packetOf(anew.events)).events))
  expect(heard().map(({ callback }) => callback)).toEqual([
    'open_ack',
    'response',
    'error',
    'timeout',
    'open_ack',
    'response',
  ])
  expect(hub.chain.balances(account)).toEqual(parseCoins('300uatom'))
})

test('an unordered channel stays open after a timeout', () => {
  const { neutron, hub, linked, port, channel, account, submit, heard } = setUp('ORDER_UNORDERED')
  const late = submit([delegate(hub, account, '100')], 20)
  const next = submit([delegate(hub, account, '200')])
  for (let i = 0; i < 5; i++) linked.tick()
  const received = linked.receive(hub, packetOf(next.events))
  linked.timeOut(neutron, packetOf(late.events), Order.ORDER_UNORDERED)
  linked.acknowledge(neutron, packetOf(next.events), ackOf(received.events))
  expect(heard().map(({ callback }) => callback)).toEqual(['open_ack', 'timeout', 'response'])
  expect(neutron.state(port, channel)).toBe(State.STATE_OPEN)
  expect(hub.chain.balances(account)).toEqual(parseCoins('800uatom'))
})

test('the host runs only what the account may sign and the params allow, and all of it or nothing', () => {
  const { hub, linked, account, submit } = setUp('ORDER_UNORDERED')
  const send = (from: string) => ({
    typeUrl: MsgSend.typeUrl,
    value: MsgSend.encode({
      fromAddress: from,
      toAddress: hub.alice,
      amount: [{ denom: 'uatom', amount: '10' }],
    }).finish(),
  })
  const answer = (...msgs: Parameters<typeof submit>[0]) => {
    const { events } = linked.receive(hub, packetOf(submit(msgs).events))
    return {
      ack: fromUtf8(ackOf(events)),
      error: events
        .find(({ type }) => type === 'ibccallbackerror-ics27_packet')
        ?.attributes.find(([key]) => key === 'ibccallbackerror-error')?.[1],
    }
  }
  expect(answer(send(account), send(hub.alice))).toEqual({
    ack: '{"error":"ABCI code: 2: error handling packet: see events for details"}',
    error: `failed to execute interchain account transaction: unexpected signer address: expected ${account}, got ${hub.alice}: unauthorized`,
  })
  expect(answer({ typeUrl: '/not.known.Msg', value: new Uint8Array(0) })).toEqual({
    ack: '{"error":"ABCI code: 12: error handling packet: see events for details"}',
    error:
      'failed to deserialize interchain account transaction: cannot unmarshal CosmosTx with protobuf: ' +
      'no concrete type registered for type URL /not.known.Msg against interface *interface { ProtoMessage(); Reset(); String() string }: invalid type',
  })
  const none = { typeUrl: '', value: new Uint8Array(0) }
  expect(answer(none)).toEqual({
    ack: '{"error":"ABCI code: 1: error handling packet: see events for details"}',
    error:
      'failed to execute interchain account transaction: failed to obtain message signers for message type /: ' +
      'expecting non nil value to create a new Any, failed packing protobuf message to Any',
  })
  hub.chain.setParams('interchainaccounts', { allow_messages: ['/cosmos.staking.v1beta1.MsgDelegate'] })
  expect(answer(none).error).toBe(
    'failed to execute interchain account transaction: message type not allowed: /: unauthorized',
  )
  expect(answer(send(account)).error).toBe(
    'failed to execute interchain account transaction: message type not allowed: /cosmos.bank.v1beta1.MsgSend: unauthorized',
  )
  hub.chain.setParams('interchainaccounts', { host_enabled: false })
  expect(answer(send(account))).toEqual({
    ack: '{"error":"ABCI code: 2: error handling packet: see events for details"}',
    error: 'host submodule is disabled',
  })
  expect(hub.chain.balances(account)).toEqual(parseCoins('1000uatom'))
  hub.chain.setParams('interchainaccounts', { host_enabled: true, allow_messages: ['*'] })
  // The result is the responses of the messages, packed.
  expect(answer(send(account), send(account)).ack).toBe(
    `{"result":"${toBase64(TxMsgData.encode({ data: [], msgResponses: [SENT, SENT] }).finish())}"}`,
  )
  expect(hub.chain.balances(account)).toEqual(parseCoins('980uatom'))
})

test('a transaction times out in the future, not now', () => {
  const { hub, account, submit } = setUp()
  // So many seconds are 0 nanoseconds in 64 bits.
  expect(() => submit([delegate(hub, account, '1')], 2 ** 52 * 1000)).toThrow(
    /timeout timestamp must be in the future$/,
  )
  expect(submit([delegate(hub, account, '1')], 1).events).toBeDefined()
})

test('registering and submitting is refused in the order and words of the chain, and costs what the params say', () => {
  const { neutron, linked, lab, submit, hub, account, register } = setUp()
  const registered = (members: object) => () =>
    neutron.execute(lab, {
      register_account: { connection_id: 'connection-0', interchain_account_id: 'x', ...members },
    })
  const failed = 'failed to register interchain account: failed to register interchain account: '
  const invalid = `${failed}failed to validate MsgRegisterInterchainAccount: `
  expect(registered({ connection_id: '' })).toThrow(`${invalid}empty connection id`)
  expect(registered({ interchain_account_id: '' })).toThrow(`${invalid}empty interchain account id`)
  expect(registered({ interchain_account_id: 'x'.repeat(48) })).toThrow(
    `${invalid}max length is 47, got 48: interchain account id is too long`,
  )
  expect(registered({ register_fee: [{ denom: 'untrn', amount: '999999' }] })).toThrow(
    `${failed}failed to charge fees to pay for RegisterInterchainAccount msg: from_address:"${lab}" connection_id:"connection-0" ` +
      'interchain_account_id:"x" register_fee:<denom:"untrn" amount:"999999" > ordering:ORDER_ORDERED : ' +
      'provided fee is less than min governance set ack fee: 999999untrn < 1000000untrn: insufficient fee',
  )
  const fee = { register_fee: [{ denom: 'untrn', amount: '1000000' }] }
  expect(registered({ ...fee, connection_id: 'connection-9' })).toThrow(
    `${failed}failed to RegisterInterchainAccount: channel handshake open init failed: connection-9: connection not found`,
  )
  expect(register).toThrow(
    `${failed}failed to RegisterInterchainAccount: channel is already active or a handshake is in flight: invalid message sent to channel end`,
  )
  const one = delegate(hub, account, '1')
  expect(() => submit([])).toThrow(/failed to validate MsgSubmitTx: no messages provided$/)
  expect(() => submit([one], 0)).toThrow(/timeout must be greater than zero: invalid timeout$/)
  expect(() => submit(Array.from({ length: 17 }, () => one))).toThrow(
    /MsgSubmitTx contains more messages than allowed, has=17, max=16$/,
  )
  neutron.chain.setParams('feerefunder', { fee_enabled: true })
  const balance = () => neutron.chain.balances(lab)
  const before = balance()[0]!.amount
  const { events } = submit([one])
  expect(attribute(events, 'lock_fees', 'channel_id')).toBe('channel-0')
  expect(before - balance()[0]!.amount).toBe(2000n)
  linked.acknowledge(neutron, packetOf(events), ackOf(linked.receive(hub, packetOf(events)).events))
  expect(before - balance()[0]!.amount).toBe(1000n)
})

test('a message that is not custom JSON does the same, and only a contract can send it', () => {
  const { neutron, linked, lab, hub, account } = setUp()
  const submitted = (from: string): Any => ({
    typeUrl: '/neutron.interchaintxs.v1.MsgSubmitTx',
    value: parseProtoJson(
      'neutron.interchaintxs.v1.MsgSubmitTx',
      JSON.stringify({
        from_address: from,
        interchain_account_id: 'staker',
        connection_id: linked.connections.a,
        msgs: [{ '@type': MsgSend.typeUrl, from_address: account, to_address: hub.alice, amount: [] }],
        timeout: '600',
        fee: { ack_fee: [{ denom: 'untrn', amount: '1000' }], timeout_fee: [{ denom: 'untrn', amount: '1000' }] },
      }),
    ),
  })
  const any = submitted(lab)
  const { events } = neutron.execute(lab, {
    act: {
      behaviour: {
        submessages: [{ msg: { any: { type_url: any.typeUrl, value: toBase64(any.value) } } }],
      },
    },
  })
  expect(attribute(events, 'send_packet', 'packet_src_port')).toBe(`icacontroller-${lab}.staker`)
  const ofAlice = submitted(neutron.alice)
  expect(() => neutron.app.runInBlock((ctx) => neutron.app.router.handler(ofAlice.typeUrl)!(ctx, ofAlice))).toThrow(
    `${neutron.alice} is not a contract address: not a contract`,
  )
})

test('an account with JSON encoding accepts protobuf JSON only', () => {
  const { neutron, hub, linked } = setUp()
  const encoding = { version: 'ics27-1', encoding: 'proto3json', tx_type: 'sdk_multi_msg', address: '' }
  const connections = {
    controller_connection_id: linked.connections.a,
    host_connection_id: linked.connections.b,
  }
  const owner = neutron.alice
  const opened = neutron.run(MsgRegisterInterchainAccount, {
    owner,
    connectionId: linked.connections.a,
    version: JSON.stringify({ ...encoding, ...connections }),
    ordering: Order.ORDER_UNORDERED,
  })
  const hostChannel = linked.finishOpening(
    neutron,
    `icacontroller-${owner}`,
    attribute(opened.events, 'channel_open_init', 'channel_id'),
  )
  const { address: account } = JSON.parse(getChannel(hub.app.queryContext(), 'icahost', hostChannel)!.version) as {
    address: string
  }
  hub.chain.runInBlock((ctx) => hub.chain.mint(ctx, parseAccAddress('cosmos', account), parseCoins('1000uatom')))
  const send = (amount: string) => ({
    '@type': MsgSend.typeUrl,
    from_address: account,
    to_address: hub.alice,
    amount: [{ denom: 'uatom', amount }],
  })
  const answer = (data: string | Uint8Array) => {
    const { events } = neutron.run(MsgSendTx, {
      owner,
      connectionId: linked.connections.a,
      packetData: { type: 1, data: typeof data === 'string' ? toUtf8(data) : data, memo: '' },
      relativeTimeout: 600_000_000_000n,
    })
    const received = linked.receive(hub, packetOf(events))
    linked.acknowledge(neutron, packetOf(events), ackOf(received.events))
    return received.events
      .find(({ type }) => type.endsWith('ics27_packet'))!
      .attributes.find(([key]) => key.endsWith('error'))?.[1]
  }
  expect(answer(JSON.stringify({ messages: [send('10'), send('20')] }))).toBeUndefined()
  expect(hub.chain.balances(account)).toEqual(parseCoins('970uatom'))
  const failed = 'failed to deserialize interchain account transaction: '
  // What the host would write otherwise than it came is not what the controller meant.
  const { amount, ...rest } = send('10')
  expect(answer(JSON.stringify({ messages: [{ ...rest, amount, extra: 1 }] }))).toContain(`${failed}cannot unmarshal`)
  expect(answer(JSON.stringify({ messages: [rest] }))).toContain(
    `${failed}original and reconstructed JSON objects do not match`,
  )
  expect(answer(delegate(hub, account, '1').value)).toContain(`${failed}cannot unmarshal CosmosTx with proto3 json: `)
  expect(answer('[]')).toContain(`${failed}cannot unmarshal CosmosTx with proto3 json: `)
  expect(hub.chain.balances(account)).toEqual(parseCoins('970uatom'))
})

test('both halves export what they import, and answer for their params and accounts', () => {
  const { neutron, hub, linked, lab, account } = setUp()
  for (const side of [neutron, hub]) {
    const states = side.app.exportGenesis()
    const again = side === neutron ? newNeutron() : newHub()
    const module = again.app.config.modules.find(({ name }) => name === 'interchainaccounts')!
    again.app.runInBlock((ctx) => module.initGenesis!(ctx, states['interchainaccounts']!))
    expect(again.app.exportGenesis()['interchainaccounts']).toEqual(states['interchainaccounts'])
    expect(states['interchainaccounts']).toMatchObject({
      [side === neutron ? 'controller_genesis_state' : 'host_genesis_state']: {
        active_channels: [{ port_id: `icacontroller-${lab}.staker`, is_middleware_enabled: side === neutron }],
        interchain_accounts: [{ account_address: account }],
      },
    })
  }
  expect(hub.app.exportGenesis()['auth']).toMatchObject({
    accounts: expect.arrayContaining([
      expect.objectContaining({
        '@type': '/ibc.applications.interchain_accounts.v1.InterchainAccount',
        account_owner: `icacontroller-${lab}.staker`,
      }) as unknown,
    ]) as unknown,
  })
  const ask = (path: string, request: Uint8Array = new Uint8Array(0)) => neutron.app.query(path, request)
  const owner = new ProtoWriter().string(1, `${lab}.staker`).string(2, linked.connections.a).finish()
  expect(
    protoString(
      readProto(ask('/ibc.applications.interchain_accounts.controller.v1.Query/InterchainAccount', owner)),
      1,
    ),
  ).toBe(account)
  const named = new ProtoWriter().string(1, lab).string(2, 'other').string(3, linked.connections.a).finish()
  expect(() => ask('/neutron.interchaintxs.v1.Query/InterchainAccountAddress', named)).toThrow(
    `no interchain account found for portID icacontroller-${lab}.other: interchain account not found`,
  )
  expect(protoJson('neutron.interchaintxs.v1.QueryParamsResponse', ask('/neutron.interchaintxs.v1.Query/Params'))).toBe(
    '{"params":{"msg_submit_tx_max_messages":"16","register_fee":[{"denom":"untrn","amount":"1000000"}]}}',
  )
})
