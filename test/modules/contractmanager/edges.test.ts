import { describe, expect, test } from 'vitest'
import { fromUtf8, toUtf8 } from '../../../src/base/bytes.js'
import { UsageError } from '../../../src/base/errors.js'
import type { Block } from '../../../src/chain/block/block.js'
import type { Event } from '../../../src/chain/events.js'
import {
  MsgResubmitFailure,
  MsgUpdateParams,
  QueryFailureRequest,
  QueryParamsRequest,
  QueryParamsResponse,
} from '../../../src/codec/neutron/contractmanager.js'
import {
  contractManagerModule,
  failureDetails,
  failuresBinding,
  packetCallback,
  sudoPayload,
  type Packet,
} from '../../../src/modules/contractmanager/index.js'
import { NEUTRON_BINDINGS } from '../../../src/app/neutron/bindings.js'
import { Bindings } from '../../../src/modules/wasm/index.js'
import { keyOf } from '../../../src/store/key.js'
import { ProbeChain } from '../wasm/chain.js'

const chain = new ProbeChain()
const keeper = chain.app.contractManager
const first = chain.text(chain.first)
const service = '/neutron.contractmanager.Query'

describe('the full errors of failures', () => {
  const failure = (contract: string, id: string, error: string): Event => ({
    type: 'sudo',
    attributes: [
      ['_contract_address', contract],
      ['failure_id', id],
      ['error', error],
    ],
  })
  const other: Event = {
    type: 'wasm',
    attributes: [
      ['_contract_address', 'a'],
      ['failure_id', '1'],
      ['error', 'no'],
    ],
  }
  const succeeded: Event = { type: 'sudo', attributes: [['_contract_address', 'a']] }
  const block = (inTx: readonly Event[], atEnd: readonly Event[] = []): Block =>
    ({ txs: [{ events: inTx }], events: atEnd }) as unknown as Block

  test('come from the newest event of their contract and id', () => {
    const blocks = [
      block([other, failure('a', '1', 'first of the newest block'), failure('a', '1', 'newest')], [succeeded]),
      block([failure('a', '1', 'older')], [failure('b', '1', 'at the end of a block')]),
    ]
    const details = failureDetails(blocks, [
      { address: 'a', id: 1n },
      { address: 'b', id: 1n },
      { address: 'a', id: 2n },
    ])
    expect(details({ address: 'a', id: 1n })).toBe('newest')
    expect(details({ address: 'b', id: 1n })).toBe('at the end of a block')
    expect(details({ address: 'a', id: 2n })).toBeUndefined()
  })

  test('come from the end of a block before its transactions', () => {
    const details = failureDetails(
      [block([failure('a', '1', 'in a transaction')], [failure('a', '1', 'at the end')])],
      [{ address: 'a', id: 1n }],
    )
    expect(details({ address: 'a', id: 1n })).toBe('at the end')
  })
})

/** What a step throws. */
const refusal = (step: () => unknown): unknown => {
  try {
    return step()
  } catch (error) {
    return error
  }
}

describe('a contract that asks for failures', () => {
  const { querier } = new Bindings(NEUTRON_BINDINGS).addQuery(failuresBinding)
  const ask = (failures: object): string =>
    fromUtf8(querier(chain.context(), chain.first, toUtf8(JSON.stringify({ failures })))!)
  const told = (id: number) => `{"address":"${first}","id":${id},"sudo_payload":"e30=","error":"e${id}"}`
  for (const error of ['e0', 'e1', 'e2']) keeper.addFailure(chain.context(), first, toUtf8('{}'), error)

  test('receives the page that it asks for', () => {
    const page = { key: null, offset: 0, limit: 1, count_total: false, reverse: false }
    expect(ask({ address: first, pagination: { ...page, offset: 1 } })).toBe(`{"failures":[${told(1)}]}`)
    expect(ask({ address: first, pagination: { ...page, limit: 2, reverse: true } })).toBe(
      `{"failures":[${told(2)},${told(1)}]}`,
    )
    expect(ask({ address: '', pagination: { ...page, key: 'AA==', limit: 1 } })).toBe(
      `{"failures":[${told(0).replace('"id":0,', '')}]}`,
    )
  })

  test('receives no payload, error or address where a failure has none', () => {
    const own = new ProbeChain()
    own.app.contractManager.addFailure(own.context(), '', new Uint8Array(0), '')
    const bytes = toUtf8('{"failures":{"address":""}}')
    expect(fromUtf8(querier(own.context(), own.first, bytes)!)).toBe('{"failures":[{}]}')
  })

  test.each([
    [
      { address: 5 },
      'json: cannot unmarshal number into Go struct field Failures.failures.address of type string: json: cannot unmarshal number into Go struct field Failures.failures.address of type string',
    ],
    [
      { address: '', pagination: { offset: 'x' } },
      'json: cannot unmarshal string into Go struct field PageRequest.failures.pagination.offset of type uint64: json: cannot unmarshal string into Go struct field PageRequest.failures.pagination.offset of type uint64',
    ],
    [
      { address: '', pagination: 5 },
      'json: cannot unmarshal number into Go struct field Failures.failures.pagination of type query.PageRequest: json: cannot unmarshal number into Go struct field Failures.failures.pagination of type query.PageRequest',
    ],
  ])('is refused %j in the words of Go', (request, text) => {
    expect(refusal(() => ask(request))).toMatchObject({ log: `failed to unmarshal neutron query: ${text}` })
  })

  test('is refused an invalid address', () => {
    expect(refusal(() => ask({ address: 'nobody' }))).toMatchObject({
      log: 'unable to get denom admin: failed to get failures for address: nobody: rpc error: code = InvalidArgument desc = failed to parse address: nobody',
    })
  })
})

test.each([
  [
    { failure_id: 'x' },
    'json: cannot unmarshal string into Go struct field ResubmitFailure.resubmit_failure.failure_id of type uint64',
  ],
  [
    5,
    'json: cannot unmarshal number into Go struct field NeutronMsg.resubmit_failure of type bindings.ResubmitFailure',
  ],
])('a contract that resubmits %j is refused in the words of Go', (request, text) => {
  const message = { id: 1, msg: { custom: { resubmit_failure: request } }, gas_limit: null, reply_on: 'never' }
  expect(chain.send(message).error?.log).toBe(`failed to decode incoming custom cosmos message: ${text}`)
})

describe('messages and queries', () => {
  const { router, queries } = chain.app.baseApp

  test('name their signers', () => {
    const update = MsgUpdateParams.encode({ authority: 'a', params: { sudoCallGasLimit: 1n } }).finish()
    const resubmit = MsgResubmitFailure.encode({ sender: 's', failureId: 1n }).finish()
    expect(router.signers({ typeUrl: MsgUpdateParams.typeUrl, value: update })).toEqual(['a'])
    expect(router.signers({ typeUrl: MsgResubmitFailure.typeUrl, value: resubmit })).toEqual(['s'])
  })

  test('name the failure that does not exist', () => {
    const request = QueryFailureRequest.encode({ address: first, failureId: 99n }).finish()
    const error = refusal(() => queries.handler(`${service}/AddressFailure`)!(chain.context(), request))
    expect(error).toMatchObject({
      grpcCode: 'InvalidArgument',
      description: `no failure found for contractAddress = ${first} and failureId = 99: key not found`,
    })
  })

  test('have a limit of 0 if no limit is stored', () => {
    const own = new ProbeChain()
    const ask = () =>
      QueryParamsResponse.decode(
        own.app.baseApp.queries.handler(`${service}/Params`)!(own.context(), QueryParamsRequest.encode({}).finish()),
      ).params
    expect(ask()).toEqual({ sudoCallGasLimit: 1_000_000n })
    own
      .context()
      .store('contractmanager')
      .delete(keyOf(Uint8Array.of(2)))
    expect(ask()).toEqual({ sudoCallGasLimit: 0n })
  })
})

describe('genesis and params', () => {
  const module = contractManagerModule(keeper)

  test('keep a limit other than the default', () => {
    const ctx = new ProbeChain().context()
    module.initGenesis!(ctx, { params: { sudo_call_gas_limit: '5' }, failures_list: [] })
    expect(module.exportGenesis!(ctx)).toEqual({ params: { sudo_call_gas_limit: '5' }, failures_list: [] })
  })

  test('name the place of an invalid value', () => {
    const set = refusal(() => module.params!.set(chain.context(), { sudo_call_gas_limit: 'x' }))
    expect(set).toBeInstanceOf(UsageError)
    expect(set).toMatchObject({ shortMessage: expect.stringContaining('contractmanager/params/sudo_call_gas_limit') })
    const init = refusal(() => module.initGenesis!(chain.context(), { params: {}, failures_list: [{ id: 'x' }] }))
    expect(init).toMatchObject({ shortMessage: expect.stringContaining('contractmanager/failures_list/0/id') })
  })
})

describe('the JSON of callbacks', () => {
  const packet: Packet = {
    sequence: 1n,
    source_port: 'p',
    source_channel: 'channel-0',
    destination_port: 'q',
    destination_channel: 'channel-1',
    data: Uint8Array.of(1),
    timeout_height: { revision_number: 0n, revision_height: 0n },
    timeout_timestamp: 0n,
  }

  test('of an opened channel has its four members', () => {
    const opened = {
      port_id: 'icacontroller-x',
      channel_id: 'channel-1',
      counterparty_channel_id: 'channel-2',
      counterparty_version: '{"version":"ics27-1"}',
    }
    expect(fromUtf8(sudoPayload({ open_ack: opened }))).toBe(JSON.stringify({ open_ack: opened }))
  })

  // Go asks for the error's text, not whether there is one.
  test('of an error without a text equals that of a response without data', () => {
    expect(packetCallback(packet, { error: '' })).toEqual({ response: { request: packet, data: undefined } })
    expect(packetCallback(packet, { error: 'e' })).toEqual({ error: { request: packet, details: 'e' } })
    expect(fromUtf8(sudoPayload(packetCallback(packet, { error: '' })))).toMatch(/"data":null}}$/)
  })
})
