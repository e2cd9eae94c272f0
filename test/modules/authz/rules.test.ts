import { toUtf8 } from '@cosmjs/encoding'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import * as wasm from 'cosmjs-types/cosmwasm/wasm/v1/authz'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { TransferAuthorization } from 'cosmjs-types/ibc/applications/transfer/v1/authz'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { describe, expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import { addressText } from '../../../src/chain/address.js'
import type { Context } from '../../../src/chain/context.js'
import { InfiniteGasMeter } from '../../../src/chain/gas.js'
import type { Any } from '../../../src/codec/any.js'
import { authorizationReader } from '../../../src/modules/authz/authorizations/reader.js'
import { AuthzKeeper } from '../../../src/modules/authz/keeper.js'
import { grantedCode } from '../../../src/modules/wasm/index.js'

// Limits and prices that random transactions rarely meet. Source: the same files of cosmos-sdk v0.53.6, ibc-go v10.5.0 and wasmd v0.61.14 as the code.

interface Codec<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
  fromPartial(object: never): T
}
const any = <T>(codec: Codec<T>, value: object): Any => ({
  typeUrl: codec.typeUrl,
  value: codec.encode(codec.fromPartial(value as never)).finish(),
})
const CONTRACT = addressText('wasm', new Uint8Array(32).fill(3))
const coin = (amount: string) => ({ denom: 'stake', amount })

/** What an authorization says of a message, and the gas. */
function asked(authorization: Any, message: Any) {
  const gasMeter = new InfiniteGasMeter()
  const said = authorizationReader(grantedCode())(authorization, 'wasm').accept(
    { gasMeter } as unknown as Context,
    message,
  )
  return { ...said, gas: gasMeter.consumed }
}

test('each address of a list that is compared costs 10 gas', () => {
  const grant = any(SendAuthorization, { spendLimit: [coin('5')], allowList: ['a', 'b', 'c'] })
  const send = (toAddress: string) => any(MsgSend, { fromAddress: 'x', toAddress, amount: [coin('5')] })
  expect(asked(grant, send('b'))).toEqual({ accepted: true, used: true, gas: 20 })
  expect(() => asked(grant, send('d'))).toThrow('cannot send to d address: unauthorized')
})

describe('transfers', () => {
  const grant = (allocation: object) =>
    any(TransferAuthorization, {
      allocations: [
        {
          sourcePort: 'transfer',
          sourceChannel: 'channel-0',
          spendLimit: [coin(String((1n << 256n) - 1n))],
          ...allocation,
        },
      ],
    })
  const transfer = (value: object) =>
    any(MsgTransfer, { sourcePort: 'transfer', sourceChannel: 'channel-0', token: coin('5'), receiver: 'b', ...value })

  test('have a listed memo, without the spaces around it, or no memo', () => {
    const listed = grant({ allowedPacketData: ['x', ' memo '] })
    expect(asked(listed, transfer({ memo: 'memo ' }))).toEqual({ accepted: true, gas: 60 })
    expect(() => asked(listed, transfer({ memo: 'other' }))).toThrow('not allowed memo: other')
    expect(asked(grant({}), transfer({ memo: ' ' }))).toEqual({ accepted: true, gas: 0 })
    expect(() => asked(grant({}), transfer({ memo: 'memo' }))).toThrow('memo must be empty')
    expect(asked(grant({ allowedPacketData: ['*'] }), transfer({ memo: 'other' }))).toEqual({ accepted: true, gas: 0 })
  })

  test('go to a listed receiver', () => {
    const listed = grant({ allowList: ['a', 'b'] })
    expect(asked(listed, transfer({}))).toEqual({ accepted: true, gas: 60 })
    expect(() => asked(listed, transfer({ receiver: 'c' }))).toThrow('not allowed receiver address for transfer')
  })
})

describe('calls of contracts', () => {
  const grant = (limit: Any, filter = any(wasm.AllowAllMessagesFilter, {})) =>
    any(wasm.ContractExecutionAuthorization, { grants: [{ contract: CONTRACT, limit, filter }] })
  const call = (msg: string, ...funds: object[]) =>
    any(MsgExecuteContract, { contract: CONTRACT, msg: toUtf8(msg), funds })
  const calls = (remaining: bigint) => any(wasm.MaxCallsLimit, { remaining })
  const funds = (amount: string) => any(wasm.MaxFundsLimit, { amounts: [coin(amount)] })
  const both = (callsRemaining: bigint) => any(wasm.CombinedLimit, { callsRemaining, amounts: [coin('5')] })
  const left = (limit: Any) => ({ accepted: true, updated: grant(limit), gas: 0 })
  const used = { accepted: true, used: true, gas: 0 }
  const refused = { accepted: false, gas: 0 }

  test('use up a limit of calls or of coins, and the grant ends at zero', () => {
    expect(asked(grant(calls(2n)), call('{}'))).toEqual(left(calls(1n)))
    expect(asked(grant(calls(1n)), call('{}'))).toEqual(used)
    expect(asked(grant(calls(2n)), call('{}', coin('1')))).toEqual(refused)
    expect(asked(grant(funds('5')), call('{}', coin('4')))).toEqual(left(funds('1')))
    expect(asked(grant(funds('5')), call('{}', coin('5')))).toEqual(used)
    expect(asked(grant(funds('5')), call('{}', coin('6')))).toEqual(refused)
    expect(asked(grant(funds('5')), call('{}'))).toEqual({ accepted: true, gas: 0 })
    expect(asked(grant(both(2n)), call('{}'))).toEqual(left(both(1n)))
    expect(asked(grant(both(1n)), call('{}'))).toEqual(used)
    expect(asked(grant(both(2n)), call('{}', coin('5')))).toEqual(used)
    expect(asked(grant(both(2n)), call('{}', coin('6')))).toEqual(refused)
  })

  test('have one member with a listed name, at 1 gas for each byte, or are listed byte for byte', () => {
    const keys = grant(funds('5'), any(wasm.AcceptedMessageKeysFilter, { keys: ['a'] }))
    expect(asked(keys, call('{"a":1}'))).toEqual({ accepted: true, gas: 7 })
    expect(asked(keys, call('{"b":1}'))).toEqual({ accepted: false, gas: 7 })
    expect(asked(keys, call('{"a":1,"b":1}'))).toEqual({ accepted: false, gas: 13 })
    expect(asked(keys, call('["a"]'))).toEqual({ accepted: false, gas: 5 })
    const exact = grant(funds('5'), any(wasm.AcceptedMessagesFilter, { messages: [toUtf8('{"a":1}')] }))
    expect(asked(exact, call('{"a":1}'))).toEqual({ accepted: true, gas: 0 })
    expect(asked(exact, call('{"a": 1}'))).toEqual(refused)
  })
})

test('a grant is deleted in the first block after it expires, and one that has expired is refused', () => {
  const { app } = createSandbox({ chains: { wasmd: { kind: 'wasmd' } } }).chains.wasmd.host
  const keeper = new AuthzKeeper({ router: app.keepers.chain.router, code: grantedCode() })
  const [granter, grantee] = [new Uint8Array(20).fill(1), new Uint8Array(20).fill(2)]
  const authorization = any(GenericAuthorization, { msg: MsgSend.typeUrl })
  app.runInBlock((ctx) => {
    const { time } = ctx.block
    const at = (moment: bigint) => ctx.withBlock({ ...ctx.block, time: moment })
    const listed = () => [...keeper.all(ctx)].length
    expect(() => keeper.save(ctx, granter, grantee, authorization, time)).toThrow('expiration must be after')
    keeper.save(ctx, granter, grantee, authorization, time + 1n)
    keeper.deleteExpired(at(time + 1n))
    expect(listed()).toBe(1)
    keeper.deleteExpired(at(time + 2n))
    expect(listed()).toBe(0)
  })
})
