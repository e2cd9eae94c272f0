import { StoreCodeAuthorization } from 'cosmjs-types/cosmwasm/wasm/v1/authz'
import { MsgStoreCode } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { describe, expect, test } from 'vitest'
import { isAllowed, isSubset } from '../../../src/modules/wasm/access.js'
import { authorizationReader } from '../../../src/modules/authz/authorizations/reader.js'
import { InfiniteGasMeter } from '../../../src/chain/gas.js'
import type { Context } from '../../../src/chain/context.js'
import { AccessType, grantedCode } from '../../../src/modules/wasm/index.js'
import { PROBE } from './chain.js'

// Source: wasmd v0.61.14 x/wasm/types/types.go `IsSubset`, with the rows of its test.

const unspecified = { permission: AccessType.Unspecified, addresses: [] }
const nobody = { permission: AccessType.Nobody, addresses: [] }
const everybody = { permission: AccessType.Everybody, addresses: [] }
const anyOf = (...addresses: readonly string[]) => ({ permission: AccessType.AnyOfAddresses, addresses })

describe('a permission', () => {
  test.each([
    ['everybody', everybody, everybody, true],
    ['nobody', nobody, everybody, true],
    ['some', anyOf('a'), everybody, true],
    ['unspecified', unspecified, everybody, false],
    ['everybody', everybody, nobody, false],
    ['nobody', nobody, nobody, true],
    ['some', anyOf('a'), nobody, false],
    ['unspecified', unspecified, nobody, false],
    ['everybody', everybody, anyOf('a'), false],
    ['nobody', nobody, anyOf('a'), true],
    ['the same one', anyOf('a'), anyOf('a'), true],
    ['one of two', anyOf('b'), anyOf('a', 'b'), true],
    ['both in another order', anyOf('b', 'a'), anyOf('a', 'b'), true],
    ['one more', anyOf('a', 'c'), anyOf('a', 'b'), false],
    ['another', anyOf('c'), anyOf('a', 'b'), false],
    ['unspecified', unspecified, anyOf('a'), false],
    ['nobody', nobody, unspecified, false],
    ['unspecified', unspecified, unspecified, false],
  ])('for %s is at least as strict: %#', (_, config, of, subset) => {
    expect(isSubset(config, of)).toBe(subset)
  })

  test('allows those whom it names', () => {
    expect([isAllowed(everybody, 'a'), isAllowed(nobody, 'a')]).toEqual([true, false])
    expect([isAllowed(anyOf('a', 'b'), 'b'), isAllowed(anyOf('a', 'b'), 'c')]).toEqual([true, false])
    expect(() => isAllowed(unspecified, 'a')).toThrow('unknown type')
  })
})

test('a grant to store code that some may instantiate is for code that no others may', () => {
  const [alice, bob, carol] = ['a', 'b', 'c'].map((name) => `wasm1${name}`) as [string, string, string]
  const access = (...addresses: readonly string[]) => ({ permission: AccessType.AnyOfAddresses, addresses })
  const grants = [{ codeHash: Buffer.from('*'), instantiatePermission: access(alice, bob) }]
  const authorization = {
    typeUrl: StoreCodeAuthorization.typeUrl,
    value: StoreCodeAuthorization.encode(StoreCodeAuthorization.fromPartial({ grants } as never)).finish(),
  }
  const accepted = (instantiatePermission: object) => {
    const message = { sender: alice, wasmByteCode: PROBE, instantiatePermission }
    const value = MsgStoreCode.encode(MsgStoreCode.fromPartial(message as never)).finish()
    const ctx = { gasMeter: new InfiniteGasMeter() } as unknown as Context
    return authorizationReader(grantedCode())(authorization, 'wasm').accept(ctx, {
      typeUrl: MsgStoreCode.typeUrl,
      value,
    }).accepted
  }
  expect(accepted(access(alice))).toBe(true)
  expect(accepted(access(bob, alice))).toBe(true)
  expect(accepted(access(alice, carol))).toBe(false)
  expect(accepted({ permission: AccessType.Everybody, addresses: [] })).toBe(false)
})

test('a grant for a hash of one byte that is not UTF-8 matches no code', () => {
  const grants = [{ codeHash: Uint8Array.of(0xff) }]
  const value = StoreCodeAuthorization.encode({ grants }).finish()
  const authorization = authorizationReader(grantedCode())({ typeUrl: StoreCodeAuthorization.typeUrl, value }, 'wasm')
  authorization.validateBasic()
  const message = MsgStoreCode.encode(MsgStoreCode.fromPartial({ sender: 'a', wasmByteCode: PROBE })).finish()
  const ctx = { gasMeter: new InfiniteGasMeter() } as unknown as Context
  expect(authorization.accept(ctx, { typeUrl: MsgStoreCode.typeUrl, value: message })).toMatchObject({
    accepted: false,
  })
})
