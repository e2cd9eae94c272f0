import { Header } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { describe, expect, test } from 'vitest'
import { toHex } from '../../../src/base/bytes.js'
import { SignedBlock, type Seals } from '../../../src/chain/block/signed-block.js'
import { namedValidator } from '../../../src/chain/block/validators.js'
import type { Any } from '../../../src/codec/any.js'
import type { QueryResult } from '../../../src/codec/neutron/interchainqueries.js'
import { sha256 } from '../../../src/crypto/hash.js'
import { validatorSet } from '../../../src/modules/ibc/relay.js'
import { QueryPair, refusal } from './pair.js'

describe('the second header must follow the first', () => {
  /** A transaction of the hub, and what a dishonest hub could sign as the block after it. */
  function told() {
    const pair = new QueryPair()
    const id = pair.registerTx()
    const [sent] = pair.send(['1'])
    const { height } = sent!
    const { baseApp: app } = pair.hub
    const block = app.block(height)!
    const { commitment } = app.stores.latest!
    const after = (before: SignedBlock, seals: Seals = app.seals): SignedBlock => {
      const info = { chainId: block.chainId, height: height + 1, time: block.time + 1_000_000n }
      return new SignedBlock(seals, { info, txs: [] }, before, commitment)
    }
    const result = pair.tx({ height, index: 0 })
    const withNext = (next: SignedBlock, seals: Seals = app.seals): QueryResult => {
      const { nextBlockHeader } = result.block!
      const signedHeader = { header: next.header, commit: next.commit }
      const header = {
        ...Header.decode(nextBlockHeader!.value),
        signedHeader,
        validatorSet: validatorSet(seals.validators),
      }
      const packed: Any = { typeUrl: nextBlockHeader!.typeUrl, value: Header.encode(header).finish() }
      return { ...result, block: { ...result.block!, nextBlockHeader: packed } }
    }
    return { pair, id, block, app, after, withNext, commitment }
  }
  const hex = (bytes: Uint8Array): string => toHex(bytes).toUpperCase()
  const refused = 'failed to ProcessBlock: failed to verify headers: '

  test('one that follows is accepted, though it is not the header of the chain', () => {
    const { pair, id, block, after, withNext } = told()
    pair.submit(id, withNext(after(block.signed)))
    expect(pair.heard()).toMatchObject({ tx_query_result: { query_id: Number(id) } })
  })

  test('one that follows another block of that height is refused, with the same transactions and results', () => {
    const { pair, id, block, app, after, withNext, commitment } = told()
    const { chainId, height, time, txs } = block
    const other = new SignedBlock(
      app.seals,
      { info: { chainId, height, time: time + 1n }, txs },
      app.block(height - 1)!.signed,
      commitment,
    )
    const next = after(other)
    const outcome = refusal(pair, () => pair.submit(id, withNext(next)))
    expect(outcome).toMatchObject({ codespace: 'interchainqueries', code: 1113 })
    expect(outcome.log.startsWith(refused)).toBe(true)
    expect(outcome.log).toContain(
      `header.Hash() is not equal to nextHeader.LastBlockID.Hash: ${hex(block.signed.blockId.hash)} != ${hex(other.blockId.hash)}`,
    )
  })

  test('one of other validators than the first one promised is refused', () => {
    const { pair, id, block, app, after, withNext } = told()
    const seals = { ...app.seals, validators: [...app.seals.validators, namedValidator('stranger', 10n)] }
    const next = after(block.signed, seals)
    const outcome = refusal(pair, () => pair.submit(id, withNext(next, seals)))
    expect(outcome).toMatchObject({ codespace: 'interchainqueries', code: 1113 })
    expect(outcome.log).toContain(
      `header.NextValidatorsHash is not equal to nextHeader.ValidatorsHash: ${hex(block.signed.header.nextValidatorsHash)} != ${hex(next.header.validatorsHash)}`,
    )
  })
})

test('a transaction is delivered once for each query, whatever was delivered for others', () => {
  const pair = new QueryPair()
  const ids = [pair.registerTx(), pair.registerTx(), pair.registerTx()]
  const sent = pair.send(['1', '2'])
  const { height } = sent[0]!
  const delivered = (id: bigint, index: number): boolean => {
    const { events } = pair.submit(id, pair.tx({ height, index }))
    return events.some(({ type }) => type === 'wasm')
  }
  const processed = () =>
    ids.map((id) => sent.map(({ bytes }) => pair.queries.isProcessed(pair.neutron.context, id, sha256(bytes))))
  expect(delivered(ids[1]!, 0)).toBe(true)
  expect(pair.heard()).toMatchObject({ tx_query_result: { query_id: Number(ids[1]) } })
  expect(processed()).toEqual([
    [false, false],
    [true, false],
    [false, false],
  ])
  for (const id of [ids[0]!, ids[2]!]) {
    expect(delivered(id, 0)).toBe(true)
    expect(pair.heard()).toMatchObject({ tx_query_result: { query_id: Number(id) } })
  }
  for (const id of ids) expect(delivered(id, 0)).toBe(false)
  expect(delivered(ids[1]!, 1)).toBe(true)
  expect(processed()).toEqual([
    [true, false],
    [true, true],
    [true, false],
  ])
})
