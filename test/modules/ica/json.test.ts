import { readFileSync } from 'node:fs'
import { InterchainAccountPacketData } from 'cosmjs-types/ibc/applications/interchain_accounts/v1/packet'
import { Metadata } from 'cosmjs-types/ibc/applications/interchain_accounts/v1/metadata'
import { describe, expect, test } from 'vitest'
import { fromBase64, textOf, toBase64 } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import { GoPanic } from '../../../src/chain/gas.js'
import { encodeAny } from '../../../src/codec/any.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { readMetadata } from '../../../src/modules/ica/metadata.js'
import { decodeCosmosTx, decodePacketData, isNil } from '../../../src/modules/ica/packet-data.js'
import { newWasmdApp } from '../../app/chains.js'

interface Read {
  readonly input: string
  readonly bytes?: string
  readonly error?: string
  readonly panic?: true
}

// Recorded by reference/texts: how ibc-go reads what controllers send.
const golden = JSON.parse(
  readFileSync(new URL('../../../fixtures/server/texts/accounts.json', import.meta.url), 'utf8'),
) as Readonly<Record<'protobuf' | 'txs' | 'packets' | 'metadata', readonly Read[]>>

const { router } = newWasmdApp().baseApp

/** What our reader makes of it, in the form of the recording. */
function answer(input: Uint8Array, read: (input: Uint8Array) => Uint8Array): Omit<Read, 'input'> {
  try {
    return { bytes: toBase64(read(input)) }
  } catch (error) {
    if (error instanceof GoPanic) return { panic: true }
    if (!(error instanceof ChainError)) throw error
    return { error: error.log }
  }
}

const packed = (encoding: string) => (input: Uint8Array) => {
  const writer = new ProtoWriter()
  for (const message of decodeCosmosTx(input, encoding, router)) writer.message(1, encodeAny(message))
  return writer.finish()
}

const cases = (rows: readonly Read[]) => rows.map((row) => [textOf(fromBase64(row.input)).slice(0, 200), row] as const)

/** What the keeper says next, where a message has no type. */
const isOfKeeper = ({ error }: Read): boolean => error?.startsWith('expecting non nil value') === true
/** What differs: types that are not messages are known here, and wire types are not compared. docs/differences.md says so. */
const isOther = ({ input, error }: Read): boolean =>
  textOf(fromBase64(input)).includes('/cosmos.bank.v1beta1.Params') || error?.includes('wrong wireType') === true
const ofCodec = (rows: readonly Read[]) => cases(rows.filter((row) => !isOfKeeper(row) && !isOther(row)))

describe('messages in JSON', () => {
  test.each(ofCodec(golden.txs))('reads %s as ibc-go does', (_, { input, ...expected }) => {
    expect(answer(fromBase64(input), packed('proto3json'))).toEqual(expected)
  })
})

describe('messages in protobuf', () => {
  test.each(ofCodec(golden.protobuf))('reads %j as ibc-go does', (_, { input, ...expected }) => {
    expect(answer(fromBase64(input), packed('proto3'))).toEqual(expected)
  })
})

test.each([...cases(golden.protobuf.filter(isOfKeeper)), ...cases(golden.txs.filter(isOfKeeper))])(
  'a message of %j has no type',
  (text, { input }) => {
    const messages = decodeCosmosTx(fromBase64(input), text.startsWith('{') ? 'proto3json' : 'proto3', router)
    expect(messages.some(isNil)).toBe(true)
  },
)

test.each(cases(golden.packets))('reads the packet %s as ibc-go does', (_, { input, ...expected }) => {
  const read = (bytes: Uint8Array) => InterchainAccountPacketData.encode(decodePacketData(bytes)).finish()
  expect(answer(fromBase64(input), read)).toEqual(expected)
})

test.each(cases(golden.metadata))('reads the version %s as ibc-go does', (_, { input, error, ...expected }) => {
  const read = (bytes: Uint8Array) => Metadata.encode(readMetadata(textOf(bytes))).finish()
  const said =
    error === undefined ? {} : { error: 'cannot unmarshal ICS-27 interchain accounts metadata: invalid type' }
  expect(answer(fromBase64(input), read)).toEqual({ ...expected, ...said })
})
