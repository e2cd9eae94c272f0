import * as types from 'cosmjs-types/ibc/applications/transfer/v1/query'
import { PageRequest } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { describe, expect, test } from 'vitest'
import { toHex } from '../../../src/base/bytes.js'
import { parseAccAddress } from '../../../src/chain/address.js'
import { GrpcError } from '../../../src/chain/errors.js'
import { denomOf } from '../../../src/modules/transfer/index.js'
import { setUp } from './sides.js'

/** Texts and codes of ibc-go v10.5.0 apps/transfer/keeper/grpc_query.go; hashes from the registries of chains. */

const { a, channels } = setUp()
const { keeper } = a.application
const ATOM = '27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
const PATHS = [
  'transfer/channel-0/uatom',
  'transfer/channel-1/uatom',
  'transfer/channel-0/transfer/channel-5/uatom',
  'transfer/channel-0/ua',
]
const ctx = a.side.app.stateContext()
for (const path of PATHS) keeper.setDenom(ctx, denomOf(path))
keeper.setTotalEscrow(ctx, 'untrn', 12n)

function ask<Request, Response>(
  name: string,
  request: { fromPartial(value: never): Request; encode(value: Request): { finish(): Uint8Array } },
  response: { decode(bytes: Uint8Array): Response },
  value: object,
): Response {
  const handler = a.side.app.queries.handler(`/ibc.applications.transfer.v1.Query/${name}`)!
  return response.decode(handler(ctx, request.encode(request.fromPartial(value as never)).finish()))
}
const denom = (hash: string) => ask('Denom', types.QueryDenomRequest, types.QueryDenomResponse, { hash })
const denomHash = (trace: string) =>
  ask('DenomHash', types.QueryDenomHashRequest, types.QueryDenomHashResponse, { trace })
const escrowOf = (portId: string, channelId: string) =>
  ask('EscrowAddress', types.QueryEscrowAddressRequest, types.QueryEscrowAddressResponse, { portId, channelId })
const totalEscrow = (of: string) =>
  ask('TotalEscrowForDenom', types.QueryTotalEscrowForDenomRequest, types.QueryTotalEscrowForDenomResponse, {
    denom: of,
  })
const denoms = (page: object = {}) =>
  ask('Denoms', types.QueryDenomsRequest, types.QueryDenomsResponse, { pagination: PageRequest.fromPartial(page) })

function failure(step: () => unknown): string {
  try {
    step()
    return 'answered'
  } catch (error) {
    return error instanceof GrpcError ? `${error.grpcCode} ${error.description}` : String(error)
  }
}

const HOP = { portId: 'transfer', channelId: 'channel-0' }

describe('a query', () => {
  test('finds a denomination by its hash, with or without ibc/', () => {
    for (const hash of [ATOM, `ibc/${ATOM}`, ATOM.toLowerCase()])
      expect(denom(hash).denom).toEqual({ base: 'uatom', trace: [HOP] })
  })

  test('finds the hash of a denomination by its path', () => {
    expect(denomHash(PATHS[0]!).hash).toBe(ATOM)
  })

  test('returns the amount in escrow', () => {
    expect(totalEscrow('untrn').amount).toEqual({ denom: 'untrn', amount: '12' })
    expect(totalEscrow('uother').amount).toEqual({ denom: 'uother', amount: '0' })
  })

  // The hash that Go's crypto/sha256 gives for `ics20-1`, a zero and `transfer/channel-0`.
  test('returns the address of an escrow', () => {
    expect(channels.a).toBe('channel-0')
    const { escrowAddress: address } = escrowOf('transfer', 'channel-0')
    expect(toHex(parseAccAddress('neutron', address))).toBe('ed23c6f4443f49c4b08f856350a5d2c65a203235')
  })

  test('lists denominations by base, length and path, and pages through them', () => {
    const sorted = [PATHS[3], PATHS[0], PATHS[1], PATHS[2]].map((path) => denomOf(path!))
    const all = denoms({ countTotal: true })
    expect(all.denoms).toEqual(sorted)
    expect(all.pagination?.total).toBe(4n)
    const first = denoms({ limit: 3n })
    expect([first.denoms.length, first.pagination?.total]).toEqual([3, 0n])
    const rest = denoms({ key: first.pagination!.nextKey })
    const paths = [...first.denoms, ...rest.denoms].map(({ base, trace }) =>
      [...trace.map(({ portId, channelId }) => `${portId}/${channelId}`), base].join('/'),
    )
    expect(paths.toSorted()).toEqual(PATHS.toSorted())
  })

  test.each<readonly [said: string, step: () => unknown]>([
    ["InvalidArgument invalid denom trace hash: , error: encoding/hex: invalid byte: U+0078 'x'", () => denom('ax')],
    ["InvalidArgument invalid denom trace hash: , error: encoding/hex: invalid byte: U+00C3 'Ã'", () => denom('é')],
    ['InvalidArgument invalid denom trace hash: , error: encoding/hex: odd length hex string', () => denom('abc')],
    ['InvalidArgument invalid denom trace hash: , error: expected size to be 32 bytes, got 1 bytes', () => denom('ab')],
    ['NotFound : denomination not found', () => denom('')],
    [`NotFound ibc/${'AB'.repeat(32)}: denomination not found`, () => denom(`ibc/${'AB'.repeat(32)}`)],
    ['NotFound transfer/channel-9/uatom: denomination not found', () => denomHash('transfer/channel-9/uatom')],
    [
      'InvalidArgument base denomination cannot be blank: invalid denomination for cross-chain transfer',
      () => denomHash('transfer/channel-0/'),
    ],
    [
      'InvalidArgument invalid trace: invalid hop source port ID !: identifier ! has invalid length: 1, must be between 2-128 characters: invalid identifier',
      () => denomHash('!/channel-0/uatom'),
    ],
    ['InvalidArgument invalid denom: !', () => totalEscrow('!')],
    ['InvalidArgument identifier cannot be blank: invalid identifier', () => escrowOf('', 'channel-0')],
    [
      'InvalidArgument identifier c has invalid length: 1, must be between 8-64 characters: invalid identifier',
      () => escrowOf('transfer', 'c'),
    ],
    [
      'NotFound port ID (transfer) channel ID (channel-77): channel not found',
      () => escrowOf('transfer', 'channel-77'),
    ],
  ])('is refused: %s', (said, step) => {
    expect(failure(step)).toBe(said)
  })
})
