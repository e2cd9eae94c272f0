import { describe, expect, test } from 'vitest'
import { fromUtf8, toUtf8 } from '../../../src/base/bytes.js'
import { unmarshal } from '../../../src/codec/go-json/index.js'
import {
  ContractResult,
  encodeEnv,
  encodeInfo,
  encodeMigrateInfo,
  encodeQuerierResult,
  encodeReply,
  NilDereference,
} from '../../../src/codec/wasm/index.js'

const block = { height: 10, time: 1_577_923_270_000_000_000n, chainId: 'testchain2-1' }
const contract = { address: 'neutron1contract' }

describe('what a contract is given is written to the byte as wasmvm writes it', () => {
  test('env outside of a transaction', () => {
    expect(fromUtf8(encodeEnv({ block, transaction: undefined, contract }))).toBe(
      '{"block":{"height":10,"time":"1577923270000000000","chain_id":"testchain2-1"},"transaction":null,"contract":{"address":"neutron1contract"}}',
    )
  })
  test('env within a transaction', () => {
    const transaction = { index: 3, hash: Uint8Array.of(1, 2) }
    expect(fromUtf8(encodeEnv({ block, transaction, contract }))).toContain('"transaction":{"index":3,"hash":"AQI="}')
  })
  test('info without funds has an empty list', () => {
    expect(fromUtf8(encodeInfo({ sender: 'a', funds: [] }))).toBe('{"sender":"a","funds":[]}')
  })
  test('info of a migration', () => {
    expect(fromUtf8(encodeMigrateInfo({ sender: 'a', oldMigrateVersion: undefined }))).toBe(
      '{"sender":"a","old_migrate_version":null}',
    )
    expect(fromUtf8(encodeMigrateInfo({ sender: 'a', oldMigrateVersion: 7n }))).toBe(
      '{"sender":"a","old_migrate_version":7}',
    )
  })
  test('a reply leaves out data and payload that are empty, and escapes as Go does', () => {
    const events = [{ type: 'a<b', attributes: [{ key: 'k', value: 'v' }] }]
    const result = { events, data: new Uint8Array(0), msgResponses: [{ typeUrl: '/t', value: new Uint8Array(0) }] }
    expect(fromUtf8(encodeReply({ id: 7n, result, payload: undefined }))).toBe(
      '{"gas_used":0,"id":7,"result":{"ok":{"events":[{"type":"a\\u003cb","attributes":[{"key":"k","value":"v"}]}],"msg_responses":[{"type_url":"/t","value":""}]}}}',
    )
    expect(fromUtf8(encodeReply({ id: 1n, result: { error: 'x' }, payload: Uint8Array.of(1) }))).toBe(
      '{"gas_used":0,"id":1,"result":{"error":"x"},"payload":"AQ=="}',
    )
  })
  test('answers to queries are written by serde, without escapes of HTML', () => {
    const text = (result: Parameters<typeof encodeQuerierResult>[0]) => fromUtf8(encodeQuerierResult(result))
    expect(text({ ok: Uint8Array.of(1) })).toBe('{"ok":{"ok":"AQ=="}}')
    expect(text({ error: '<a>' })).toBe('{"ok":{"error":"<a>"}}')
    expect(text({ error: '' })).toBe('{"ok":{"ok":""}}')
    expect(text({ system: { kind: 'no_such_contract', addr: 'x' } })).toBe(
      '{"error":{"no_such_contract":{"addr":"x"}}}',
    )
    expect(text({ system: { kind: 'unknown' } })).toBe('{"error":{"unknown":{}}}')
  })
})

const submessage = (json: string) => unmarshal(ContractResult, toUtf8(`{"ok":{"messages":[${json}]}}`)).ok?.messages[0]

const fault = (json: string): string => {
  try {
    submessage(json)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('what a contract returns is read as wasmvm reads it', () => {
  test('stargate is another name of any', () => {
    const message = submessage('{"msg":{"stargate":{"type_url":"/t","value":"AQ=="}},"reply_on":"never"}')
    expect(message?.msg.any).toEqual({ type_url: '/t', value: Uint8Array.of(1) })
  })
  test('both of them are an error', () => {
    expect(fault('{"msg":{"stargate":{},"any":{}}}')).toBe(
      "invalid CosmosMsg: both 'any' and 'stargate' fields are set",
    )
  })
  test('an unknown reply_on is an error, a missing one is unset', () => {
    expect(fault('{"msg":{},"reply_on":"sometimes"}')).toBe("invalid reply_on value 'sometimes'")
    expect(submessage('{"msg":{}}')?.reply_on).toBe('unset')
  })
  test('a wrong type deep inside is named with its whole path', () => {
    expect(fault('{"msg":{"bank":{"send":{"amount":[{"denom":1}]}}}}')).toBe(
      'json: cannot unmarshal number into Go struct field SubMsg.ok.messages.msg.bank.send.amount.denom of type string',
    )
  })
  test('a vote without option is where the reference dereferences nil', () => {
    expect(() => submessage('{"msg":{"gov":{"vote":{"proposal_id":1}}}}')).toThrow(NilDereference)
  })
})
