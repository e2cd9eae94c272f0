import { BaseAccount, ModuleAccount, Params } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { Any } from 'cosmjs-types/google/protobuf/any'
import { fc } from '../random.js'
import { expect, test } from 'vitest'
import { addressText } from '../../src/chain/address.js'
import { decodeAny, encodeAny } from '../../src/codec/any.js'
import { ProtoError, readProto } from '../../src/codec/proto.js'
import { decodeAccount, encodeAccount } from '../../src/modules/auth/account.js'
import { decodeAuthParams, encodeAuthParams } from '../../src/modules/auth/params.js'

const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

test('params are the bytes that generated code writes and reads', () => {
  fc.assert(
    fc.property(uint64, uint64, uint64, uint64, uint64, (a, b, c, d, e) => {
      const params = {
        maxMemoCharacters: a,
        txSigLimit: b,
        txSizeCostPerByte: c,
        sigVerifyCostEd25519: d,
        sigVerifyCostSecp256k1: e,
      }
      const bytes = encodeAuthParams(params)
      expect(bytes).toEqual(Params.encode(params).finish())
      expect(decodeAuthParams(bytes)).toEqual(params)
    }),
  )
})

test('accounts are the bytes that generated code writes and reads', () => {
  const address = fc.uint8Array({ minLength: 1, maxLength: 32 })
  const key = fc.option(fc.uint8Array({ minLength: 33, maxLength: 33 }), { nil: undefined })
  const module = fc.option(fc.record({ name: fc.string(), permissions: fc.array(fc.string()) }), { nil: undefined })
  fc.assert(
    fc.property(address, key, uint64, uint64, module, (address, key, accountNumber, sequence, module) => {
      const publicKey = key && {
        typeUrl: '/cosmos.crypto.secp256k1.PubKey',
        value: PubKey.encode({ key }).finish(),
      }
      const account = { address, publicKey, accountNumber, sequence, ...(module && { module }) }
      const base = {
        address: addressText('neutron', address),
        accountNumber,
        sequence,
        ...(publicKey && { pubKey: publicKey }),
      }
      const expected = module
        ? {
            typeUrl: '/cosmos.auth.v1beta1.ModuleAccount',
            value: ModuleAccount.encode({ baseAccount: base, ...module }).finish(),
          }
        : { typeUrl: '/cosmos.auth.v1beta1.BaseAccount', value: BaseAccount.encode(base).finish() }
      const bytes = encodeAccount('neutron', account)
      expect(bytes).toEqual(Any.encode(expected).finish())
      expect(decodeAccount('neutron', bytes)).toEqual(account)
    }),
  )
})

test('an Any comes back as it went in', () => {
  fc.assert(
    fc.property(fc.string(), fc.uint8Array(), (typeUrl, value) => {
      expect(decodeAny(encodeAny({ typeUrl, value }))).toEqual({ typeUrl, value })
    }),
  )
})

test('any bytes are fields or a typed error', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      try {
        readProto(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(ProtoError)
      }
    }),
  )
})
