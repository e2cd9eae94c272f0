import { ConsensusState } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/base/json-value.js'
import { toHex } from '../../../src/base/bytes.js'
import type { App } from '../../../src/chain/app.js'
import { StorageValue } from '../../../src/codec/neutron/interchainqueries.js'
import { protoMessages, ProtoWriter, readProto } from '../../../src/codec/proto.js'
import { nanosOf } from '../../../src/codec/time.js'
import { provenValues } from '../../../src/modules/interchainqueries/index.js'
import { keyBytes, textKey } from '../../../src/store/key.js'
import { newNeutronApp } from '../../app/chains.js'

const SERVICE = '/neutron.state_verifier.v1.Query'

/** A chain up to a height, each of whose blocks after the first writes another amount of the coin `x`. */
function chainUpTo(height: number, options: Parameters<typeof newNeutronApp>[0] = {}): App {
  const { baseApp } = newNeutronApp(options)
  while (baseApp.last.height < height) nextBlock(baseApp)
  return baseApp
}

const supply = keyBytes(textKey('\u0000x'))

function nextBlock(app: App, amount = String(app.last.height + 1)): void {
  app.beginBlock()
  app
    .stateContext()
    .rawStore('bank')
    .set(textKey('\u0000x'), keyBytes(textKey(amount)))
  app.endBlock()
}

const supplyAt = (app: App, height: number): StorageValue => {
  const [value] = provenValues(app, [{ path: 'bank', key: supply }], height)
  return value!
}

function verify(app: App, height: number, ...values: readonly StorageValue[]): Uint8Array {
  const request = new ProtoWriter().uint64(1, BigInt(height))
  for (const value of values) request.message(2, StorageValue.encode(value))
  return app.query(`${SERVICE}/VerifyStateValues`, request.finish())
}
const VALID = Uint8Array.of(8, 1)

function stateOf(app: App, height: number): ConsensusState {
  const answer = app.query(`${SERVICE}/QueryConsensusState`, new ProtoWriter().uint64(1, BigInt(height)).finish())
  const [stored] = protoMessages(readProto(answer), 2)
  return ConsensusState.decode(protoMessages(readProto(stored!), 2)[0]!)
}

test('each block keeps the time, the app hash and the next validators of its header', () => {
  const app = chainUpTo(6)
  for (let height = 1; height <= 6; height++) {
    const { time, appHash, nextValidatorsHash } = app.block(height)!.signed.header
    const state = stateOf(app, height)
    expect(nanosOf(state.timestamp)).toBe(nanosOf(time))
    expect(toHex(state.root.hash)).toBe(toHex(appHash))
    expect(toHex(state.nextValidatorsHash)).toBe(toHex(nextValidatorsHash))
  }
  expect(() => stateOf(app, 7)).toThrow('consensus state for block 7 not found: key not found: key not found')
})

test('values of each height verify at it and at no other, also while a block is open', () => {
  const app = chainUpTo(5)
  const values = [1, 2, 3, 4].map((height) => supplyAt(app, height))
  for (const [i, value] of values.entries())
    for (const height of [1, 2, 3, 4])
      if (height === i + 1) expect(verify(app, height, value)).toEqual(VALID)
      else expect(() => verify(app, height, value)).toThrow(/proof did not commit to expected root/)
  expect(() => verify(app, 5, supplyAt(app, 4))).toThrow('failed to get consensus state for height 6')
  const fifth = supplyAt(app, 5)
  app.beginBlock()
  const request = new ProtoWriter().uint64(1, 5n).message(2, StorageValue.encode(fifth)).finish()
  expect(app.queries.handler(`${SERVICE}/VerifyStateValues`)!(app.stateContext(), request)).toEqual(VALID)
})

describe('app hashes', () => {
  const hashesOf = (app: App, heights: number): string[] =>
    Array.from({ length: heights }, (_, i) => toHex(app.block(i + 1)!.signed.appHash))

  test('are the same whether they are read after each block or at the end', () => {
    const asked = chainUpTo(1)
    while (asked.last.height < 30) {
      nextBlock(asked)
      void asked.block(asked.last.height)!.signed.appHash
    }
    const atOnce = chainUpTo(30)
    const last = toHex(atOnce.block(30)!.signed.appHash)
    expect(hashesOf(asked, 30)).toEqual(hashesOf(atOnce, 30))
    expect(hashesOf(atOnce, 30).at(-1)).toBe(last)
    expect(new Set(hashesOf(atOnce, 30)).size).toBe(30)
  })

  test('follow each branch of heights that were run again', () => {
    const app = chainUpTo(3)
    const snapshot = app.snapshot()
    nextBlock(app, '77')
    nextBlock(app)
    const first = app.snapshot()
    app.restore(snapshot)
    nextBlock(app, '78')
    nextBlock(app)
    const root = toHex(stateOf(app, 5).root.hash)
    expect(verify(app, 4, supplyAt(app, 4))).toEqual(VALID)
    app.restore(first)
    expect(toHex(stateOf(app, 5).root.hash)).not.toBe(root)
    expect(verify(app, 4, supplyAt(app, 4))).toEqual(VALID)
  })

  test('of heights that are no longer kept stay', () => {
    const all = chainUpTo(20)
    const few = chainUpTo(20, { keepBlocks: 2, keepHistory: 3 })
    for (const height of [1, 2, 10, 20]) expect(stateOf(few, height)).toEqual(stateOf(all, height))
    expect(verify(few, 4, supplyAt(all, 4))).toEqual(VALID)
  })
})

test('a chain that starts from an exported genesis verifies values of the one before', () => {
  const old = chainUpTo(4)
  const value = supplyAt(old, 3)
  const state = old.exportGenesis()['state-verifier'] as Record<string, Json>
  const { baseApp } = newNeutronApp({ genesis: { 'state-verifier': state } })
  expect(verify(baseApp, 3, value)).toEqual(VALID)
  expect(stateOf(baseApp, 4)).toEqual(stateOf(old, 4))
})
