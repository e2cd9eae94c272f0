import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { toBase64, toUtf8 } from '../../../src/base/bytes.js'
import { addressText } from '../../../src/chain/address.js'
import { GoPanic } from '../../../src/chain/gas.js'
import type { Any } from '../../../src/codec/any.js'
import { decodeInt, intFromJson, intFromString } from '../../../src/codec/go-int.js'
import { GoJsonError, mathInt, sdkCoin, sdkCoins, struct, unmarshal } from '../../../src/codec/go-json/index.js'
import { bodyInteger } from '../../../src/codec/proto-json/body-forms.js'
import { CosmosMsg } from '../../../src/codec/wasm/index.js'
import {
  encodeBank,
  encodeDistribution,
  encodeGov,
  encodeIbc,
  encodeStaking,
  encodeWasm,
} from '../../../src/modules/wasm/dispatch/encoders.js'
import { coins, FRED, ProbeChain, submessage } from './chain.js'

interface Read {
  readonly text: string
  readonly value?: string
  readonly error?: string
}

interface Encoded {
  readonly message: unknown
  readonly result: {
    readonly type?: string
    readonly value?: string
    readonly codespace?: string
    readonly code?: number
    readonly error?: string
    readonly panic?: string
  }
}

const golden = JSON.parse(
  readFileSync(new URL('../../../fixtures/server/texts/amounts.json', import.meta.url), 'utf8'),
) as {
  readonly messages: readonly Encoded[]
  readonly read: Readonly<Record<'json' | 'proto' | 'members', readonly Read[]>>
}

const SENDER = addressText('cosmos', new Uint8Array(20))

function encode(message: unknown): readonly Any[] {
  const msg = unmarshal(CosmosMsg, toUtf8(JSON.stringify(message)))
  if (msg.bank) return encodeBank(SENDER, msg.bank)
  if (msg.wasm) return encodeWasm(SENDER, msg.wasm)
  if (msg.staking) return encodeStaking(SENDER, msg.staking)
  if (msg.distribution) return encodeDistribution(SENDER, msg.distribution)
  if (msg.gov) return encodeGov(SENDER, msg.gov)
  return encodeIbc(SENDER, msg.ibc!, () => 'transfer')
}

function resultOf(message: unknown): Encoded['result'] {
  try {
    const [any] = encode(message)
    return any === undefined ? {} : { type: any.typeUrl, value: toBase64(any.value) }
  } catch (error) {
    if (error instanceof GoPanic) return { panic: error.message }
    if (!(error instanceof ChainError)) throw error
    return { codespace: error.codespace, code: error.code, error: error.log }
  }
}

const errorOf = (read: () => unknown): string | undefined => {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof ChainError) return error.log
    if (error instanceof GoJsonError) return error.shortMessage
    throw error
  }
}

describe('texts of amounts and weights', () => {
  test.each(golden.messages)('are encoded as wasmd does: $message', ({ message, result }) => {
    expect(resultOf(message)).toEqual(result)
  })

  test.each(golden.read.json)('are read in JSON as a math.Int: $text', ({ text, value, error }) => {
    expect(errorOf(() => intFromJson(text))).toBe(error)
    if (value !== undefined)
      expect([intFromJson(text), bodyInteger(text), intFromString(text)]).toEqual(Array(3).fill(BigInt(value)))
    else expect(() => bodyInteger(text)).toThrow(error!)
  })

  test.each(golden.read.proto)('are read in protobuf: $text', ({ text, value, error }) => {
    expect(errorOf(() => decodeInt(text))).toBe(error)
    // Without bytes Go leaves the integer nil, which counts as 0.
    if (value !== undefined) expect(decodeInt(text)).toBe(value === '<nil>' ? 0n : BigInt(value))
  })

  const Fee = struct('Fee', { recv_fee: sdkCoins, ack_fee: sdkCoins }, 'main.Fee')
  const Submit = struct('Submit', { fee: Fee, token: sdkCoin, mint: mathInt }, 'main.Submit')

  test.each(golden.read.members)('are read in members of custom messages: $text', ({ text, error }) => {
    expect(errorOf(() => unmarshal(Submit, toUtf8(text)))).toBe(error)
  })
})

test.each([
  ['010', 8n],
  ['0x10', 16n],
  ['+1', 1n],
  ['1_0', 10n],
])('a contract that pays %s pays %i', (amount, paid) => {
  const chain = new ProbeChain()
  const send = { bank: { send: { to_address: chain.text(FRED), amount: coins(amount) } } }
  const before = chain.balance(FRED)
  chain.send(submessage(1, 'never', send))
  expect(chain.balance(FRED) - before).toBe(paid)
})
