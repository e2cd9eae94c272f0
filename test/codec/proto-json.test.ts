import { fc, runs } from '../random.js'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { PageRequest } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { GetTxsEventRequest } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { Tx } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { Header } from 'cosmjs-types/tendermint/types/types'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { describe, expect, test } from 'vitest'
import { SudoboxError } from '../../src/base/errors.js'
import { fieldsOf, packageTables, parseProtoJson, protoJson, protoOfParams } from '../../src/codec/proto-json/index.js'

const send = MsgSend.fromPartial({
  fromAddress: 'a<b',
  toAddress: '',
  amount: [{ denom: 'untrn', amount: '18446744073709551616' }],
})
const anySend = { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: MsgSend.encode(send).finish() }

describe('protobuf JSON as jsonpb prints it', () => {
  test.each([
    [
      'cosmos.base.query.v1beta1.PageRequest',
      PageRequest.encode(PageRequest.fromPartial({ limit: 2n ** 64n - 1n })).finish(),
      '{"key":null,"offset":"0","limit":"18446744073709551615","count_total":false,"reverse":false}',
    ],
    [
      'cosmos.bank.v1beta1.MsgSend',
      anySend.value,
      '{"from_address":"a\\u003cb","to_address":"","amount":[{"denom":"untrn","amount":"18446744073709551616"}]}',
    ],
    [
      'cosmos.tx.v1beta1.GetTxsEventRequest',
      GetTxsEventRequest.encode(GetTxsEventRequest.fromPartial({ orderBy: 2 })).finish(),
      '{"events":[],"pagination":null,"order_by":"ORDER_BY_DESC","page":"0","limit":"0","query":""}',
    ],
    [
      'cosmos.tx.v1beta1.GetTxsEventRequest',
      Uint8Array.of(0x18, 0x63),
      '{"events":[],"pagination":null,"order_by":99,"page":"0","limit":"0","query":""}',
    ],
    [
      'cosmos.tx.v1beta1.TxBody',
      new Uint8Array(0),
      '{"messages":[],"memo":"","timeout_height":"0","unordered":false,"timeout_timestamp":null,"extension_options":[],"non_critical_extension_options":[]}',
    ],
    ['google.protobuf.Any', new Uint8Array(0), 'null'],
    ['google.protobuf.Timestamp', Uint8Array.of(0x08, 0x01, 0x10, 0xa0, 0x8d, 0x06), '"1970-01-01T00:00:01.000100Z"'],
    ['tendermint.crypto.PublicKey', Uint8Array.of(0x0a, 0x01, 0xff), '{"ed25519":"/w=="}'],
  ])('%s', (type, bytes, json) => {
    expect(protoJson(type, bytes)).toBe(json)
  })

  test("decimals have eighteen places, contracts' messages are JSON, what was never set is Go's zero time", () => {
    const validator = JSON.parse(
      protoJson(
        'cosmos.staking.v1beta1.Validator',
        Validator.encode(Validator.fromPartial({ delegatorShares: '1500000000000000000' })).finish(),
      ),
    ) as Record<string, unknown>
    expect(validator).toMatchObject({
      delegator_shares: '1.500000000000000000',
      status: 'BOND_STATUS_UNSPECIFIED',
      unbonding_ids: [],
    })
    const execute = MsgExecuteContract.encode(
      MsgExecuteContract.fromPartial({ msg: new TextEncoder().encode('{"a" : [1]}') }),
    ).finish()
    expect(protoJson('cosmwasm.wasm.v1.MsgExecuteContract', execute)).toContain('"msg":{"a" : [1]},')
    expect(protoJson('tendermint.types.Header', Header.encode(Header.fromPartial({})).finish().slice(0, 0))).toContain(
      '"time":"0001-01-01T00:00:00Z"',
    )
  })

  test('what is printed is read again', () => {
    const tx = Tx.encode(
      Tx.fromPartial({
        body: { messages: [anySend], memo: 'x', timeoutTimestamp: { seconds: 5n, nanos: 7 } },
        authInfo: { signerInfos: [{ modeInfo: { single: { mode: 1 } }, sequence: 3n }], fee: { gasLimit: 7n } },
        signatures: [Uint8Array.of(1), new Uint8Array(0)],
      }),
    ).finish()
    expect(parseProtoJson('cosmos.tx.v1beta1.Tx', protoJson('cosmos.tx.v1beta1.Tx', tx))).toEqual(tx)
  })

  test('parameters of a URL', () => {
    const request = protoOfParams('cosmos.tx.v1beta1.GetTxsEventRequest', [
      ['events', ['a', 'b']],
      ['pagination.count_total', ['T']],
      ['pagination.key', ['_-8=']],
      ['order_by', ['ORDER_BY_ASC']],
      ['nothing.at.all', ['x']],
    ])
    expect(GetTxsEventRequest.decode(request)).toMatchObject({
      events: ['a', 'b'],
      orderBy: 1,
      pagination: { countTotal: true, key: Uint8Array.of(0xff, 0xef) },
    })
    expect(() => protoOfParams('cosmos.base.query.v1beta1.PageRequest', [['limit', ['18446744073709551616']]])).toThrow(
      'strconv.ParseUint: parsing "18446744073709551616": value out of range',
    )
  })

  test('an Any of an unknown type cannot be printed', () => {
    const any = Uint8Array.of(0x0a, 0x04, ...Buffer.from('/x.Y'))
    expect(() => protoJson('google.protobuf.Any', any)).toThrow('unable to resolve type URL /x.Y')
  })

  test('every field of every table has a known type', () => {
    for (const [name, { messages }] of Object.entries(packageTables()))
      for (const message of Object.keys(messages))
        for (const field of fieldsOf(`${name}.${message}`))
          if (field.kind === 'message' && !field.type.startsWith('google.protobuf.'))
            expect(() => fieldsOf(field.type)).not.toThrow()
  })

  const types = Object.entries(packageTables()).flatMap(([name, { messages }]) =>
    Object.keys(messages).map((message) => `${name}.${message}`),
  )
  test('whatever the bytes and the texts are, errors are typed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.uint8Array({ maxLength: 64 }), fc.json(), (type, bytes, json) => {
        for (const work of [
          () => protoJson(type, bytes),
          () => parseProtoJson(type, json),
          () => protoOfParams(type, [[json.slice(0, 5), [json]]]),
        ])
          try {
            work()
          } catch (error) {
            expect(error).toBeInstanceOf(SudoboxError)
          }
      }),
      { numRuns: runs(2000) },
    )
  })
})
