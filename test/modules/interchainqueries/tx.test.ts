import { Header, Misbehaviour } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import { describe, expect, test } from 'vitest'
import { toHex } from '../../../src/base/bytes.js'
import type { Any } from '../../../src/codec/any.js'
import {
  MsgSubmitQueryResult,
  type Block,
  type QueryResult,
  type TxValue,
} from '../../../src/codec/neutron/interchainqueries.js'
import { sha256 } from '../../../src/crypto/hash.js'
import { QueryPair, refusal } from './pair.js'

const withTx = (result: QueryResult, change: Partial<TxValue>): QueryResult =>
  withBlock(result, { tx: { ...result.block!.tx!, ...change } })
const withBlock = (result: QueryResult, change: Partial<Block>): QueryResult => ({
  ...result,
  block: { ...result.block!, ...change },
})
const without = (header: Header, name: 'validatorSet' | 'signedHeader'): Header => {
  const copy = { ...header }
  delete copy[name]
  return copy
}
const header = (any: Any | undefined, change: (header: Header) => Header): Any => ({
  typeUrl: any!.typeUrl,
  value: Header.encode(change(Header.decode(any!.value))).finish(),
})

describe('a transaction of the remote chain', () => {
  test('is delivered once, with its height and bytes, and updates the light client', () => {
    const pair = new QueryPair()
    const id = pair.registerTx()
    const [first, second] = pair.send(['1', '2', null])
    const result = pair.tx({ height: second!.height, index: 1 })
    const { events } = pair.submit(id, result)
    expect(events.map(({ type }) => type)).toEqual([
      'update_client',
      'message',
      'update_client',
      'message',
      'sudo',
      'wasm',
    ])
    expect(pair.heard()).toEqual({
      tx_query_result: {
        query_id: Number(id),
        height: { revision_number: 3, revision_height: second!.height },
        data: Buffer.from(second!.bytes).toString('base64'),
      },
    })
    const { clients } = pair.neutron.ibc.core
    expect(clients.latestHeight(pair.neutron.context, pair.client).revisionHeight).toBe(BigInt(second!.height + 1))
    expect(pair.queries.isProcessed(pair.neutron.context, id, sha256(second!.bytes))).toBe(true)
    // Again: accepted, its height is noted, and the contract, which would fail now, hears nothing; proofs do not matter any more.
    pair.mode('e')
    pair.submit(id, pair.tx({ height: second!.height, index: 1 }))
    pair.submit(id, withTx(pair.tx({ height: second!.height, index: 1 }), { inclusionProof: undefined }))
    expect(pair.neutron.contractManager.failures(pair.neutron.context, pair.contract)).toEqual([])
    expect(pair.queries.query(pair.neutron.context, id)).toMatchObject({
      lastSubmittedResultLocalHeight: BigInt(pair.neutron.height),
      lastSubmittedResultRemoteHeight: undefined,
    })
    pair.mode('o')
    pair.submit(id, pair.tx({ height: first!.height, index: 0 }))
    expect(pair.heard()).toMatchObject({
      tx_query_result: { data: Buffer.from(first!.bytes).toString('base64') },
    })
  })

  test('whose callback fails counts as delivered: only the failure can be resubmitted', () => {
    const pair = new QueryPair()
    const id = pair.registerTx()
    const [sent] = pair.send(['1'])
    pair.mode('e')
    pair.submit(id, pair.tx({ height: sent!.height, index: 0 }))
    const failures = () => pair.neutron.contractManager.failures(pair.neutron.context, pair.contract)
    expect(failures()).toMatchObject([{ error: 'codespace: wasm, code: 5' }])
    expect(pair.queries.isProcessed(pair.neutron.context, id, sha256(sent!.bytes))).toBe(true)
    pair.mode('o')
    pair.submit(id, pair.tx({ height: sent!.height, index: 0 }))
    expect(pair.heard()).toBeNull()
    pair.run((ctx) => pair.neutron.contractManager.resubmit(ctx, pair.neutron.address(pair.contract), 0n))
    expect(pair.heard()).toMatchObject({ tx_query_result: { query_id: Number(id) } })
    expect(failures()).toEqual([])
  })

  test("is not delivered at all when the contract fails with callbacks: 'direct'", () => {
    const pair = new QueryPair({ callbacks: 'direct' })
    const id = pair.registerTx()
    const [sent] = pair.send(['1'])
    pair.mode('p')
    const hash = toHex(sha256(sent!.bytes))
    const rejected = `contract ${pair.contract} rejected transaction query result (tx_hash: ${hash}): failed to sudo: Error calling the VM: Error executing Wasm: Wasmer runtime error: RuntimeError: unreachable: wasmvm error`
    expect(refusal(pair, () => pair.submit(id, pair.tx({ height: sent!.height, index: 0 })))).toEqual({
      codespace: 'undefined',
      code: 1,
      log: `failed to ProcessBlock: ${rejected}: ${rejected}`,
    })
    expect(pair.queries.isProcessed(pair.neutron.context, id, sha256(sent!.bytes))).toBe(false)
    pair.mode('o')
    pair.submit(id, pair.tx({ height: sent!.height, index: 0 }))
    expect(pair.heard()).toMatchObject({ tx_query_result: {} })
  })
})

describe('a lie about a transaction', () => {
  const pair = new QueryPair()
  const id = pair.registerTx()
  const [good, other, failed] = pair.send(['1', '2', null])
  const { height } = good!
  const result = pair.tx({ height, index: 0 })
  const wrong = pair.tx({ height, index: other!.index })
  const tx = result.block!.tx!
  const refused = (given: QueryResult) => refusal(pair, () => pair.submit(id, given))
  const hash = toHex(sha256(good!.bytes))

  const cases: readonly (readonly [name: string, given: QueryResult, code: number, log: RegExp])[] = [
    [
      'another transaction in its place',
      withTx(result, { data: wrong.block!.tx!.data }),
      1111,
      /failed to verify inclusion proof: invalid leaf hash: wanted [0-9A-F]{64} got [0-9A-F]{64}: merkle proof is invalid: internal error/,
    ],
    [
      'a transaction that was never there',
      withTx(result, { data: Uint8Array.of(1, 2, 3) }),
      1111,
      /failed to verify inclusion proof: invalid leaf hash/,
    ],
    [
      'the inclusion proof of another',
      withTx(result, { inclusionProof: wrong.block!.tx!.inclusionProof }),
      1111,
      /failed to verify inclusion proof: invalid leaf hash/,
    ],
    [
      'the result and delivery proof of another',
      withTx(result, { deliveryProof: wrong.block!.tx!.deliveryProof, response: wrong.block!.tx!.response }),
      1111,
      new RegExp(
        `failed to verifyTransaction ${hash}: inclusion proof index and delivery proof index are not equal: 0 != 1: merkle proof is invalid`,
      ),
    ],
    [
      'other data in its result',
      withTx(result, { response: { ...tx.response!, data: Uint8Array.of(9) } }),
      1111,
      /failed to verify delivery proof: invalid leaf hash/,
    ],
    [
      'a failed transaction',
      pair.tx({ height, index: failed!.index }),
      1111,
      /is unsuccessful: ResponseDelivery\.Code = 5: internal error/,
    ],
    [
      'a failed transaction as a success',
      ((given) => withTx(given, { response: { ...given.block!.tx!.response!, code: 0 } }))(
        pair.tx({ height, index: failed!.index }),
      ),
      1111,
      /failed to verify delivery proof: invalid leaf hash/,
    ],
    [
      'a false index',
      withTx(result, { inclusionProof: { ...tx.inclusionProof!, index: 1n } }),
      1111,
      /failed to verify inclusion proof: invalid root hash/,
    ],
    [
      'an index beyond the block',
      withTx(result, { inclusionProof: { ...tx.inclusionProof!, index: 7n } }),
      1111,
      /compute root hash: invalid index 7 and\/or total 3/,
    ],
    [
      'a negative index',
      withTx(result, { inclusionProof: { ...tx.inclusionProof!, index: -1n } }),
      1111,
      /failed to convert proto proof to merkle proof: negative Index: invalid type/,
    ],
    [
      'the greatest total',
      withTx(result, { inclusionProof: { ...tx.inclusionProof!, total: (1n << 63n) - 1n } }),
      1111,
      /compute root hash: expected at least one inner hash/,
    ],
    [
      'a short leaf',
      withTx(result, { inclusionProof: { ...tx.inclusionProof!, leafHash: Uint8Array.of(1) } }),
      1111,
      /expected LeafHash size to be 32, got 1/,
    ],
    [
      '101 aunts',
      withTx(result, {
        deliveryProof: { ...tx.deliveryProof!, aunts: Array.from({ length: 101 }, () => new Uint8Array(32)) },
      }),
      1111,
      /expected no more than 100 aunts, got 101/,
    ],
    [
      'no inclusion proof',
      withTx(result, { inclusionProof: undefined }),
      1111,
      /failed to convert proto proof to merkle proof: nil proof: invalid type/,
    ],
    ['no delivery proof', withTx(result, { deliveryProof: undefined }), 1111, /nil proof: invalid type/],
    [
      'no headers',
      withBlock(result, { header: undefined }),
      1109,
      /failed to unpack block header: protobuf Any message cannot be nil/,
    ],
    [
      'no next header',
      withBlock(result, { nextBlockHeader: undefined }),
      1109,
      /failed to unpack next block header: protobuf Any message cannot be nil/,
    ],
    [
      'headers in the wrong order',
      withBlock(result, { header: result.block!.nextBlockHeader, nextBlockHeader: result.block!.header }),
      1113,
      /is not actually next for a header with height/,
    ],
    [
      'the same header twice',
      withBlock(result, { nextBlockHeader: result.block!.header }),
      1113,
      /nextHeader\.Height \(\d+\) is not actually next for a header with height/,
    ],
    [
      'a header whose data is changed',
      withBlock(result, {
        header: header(result.block!.header, (all) => ({
          ...all,
          signedHeader: {
            ...all.signedHeader!,
            header: { ...all.signedHeader!.header!, dataHash: new Uint8Array(32) },
          },
        })),
      }),
      1113,
      /failed to verify headers: failed to update client: .*commit signs block/,
    ],
    [
      'a header without signatures',
      withBlock(result, {
        header: header(result.block!.header, (all) => ({
          ...all,
          signedHeader: { ...all.signedHeader!, commit: { ...all.signedHeader!.commit!, signatures: [] } },
        })),
      }),
      1113,
      /failed to verify headers/,
    ],
    [
      'a header without commit',
      withBlock(result, {
        header: header(result.block!.header, ({ signedHeader, ...all }) => ({
          ...all,
          signedHeader: { header: signedHeader!.header! },
        })),
      }),
      1113,
      /missing commit/,
    ],
    [
      'a header without validators',
      withBlock(result, { header: header(result.block!.header, (all) => without(all, 'validatorSet')) }),
      1113,
      /nil validator set/,
    ],
    [
      'a header that trusts an unknown height',
      withBlock(result, {
        header: header(result.block!.header, (all) => ({
          ...all,
          trustedHeight: { revisionNumber: 3n, revisionHeight: 1n },
        })),
      }),
      1113,
      /could not get trusted consensus state/,
    ],
  ]
  test.each(cases)('%s is refused', (_, given, code, log) => {
    const outcome = refused(given)
    expect(outcome.log).toMatch(log)
    expect(outcome).toMatchObject({ codespace: 'interchainqueries', code })
    expect(outcome.log.startsWith('failed to ProcessBlock: ')).toBe(true)
  })

  test.each([
    ['no result', withTx(result, { response: undefined })],
    [
      'a header without header',
      withBlock(result, { header: header(result.block!.header, (all) => without(all, 'signedHeader')) }),
    ],
  ])('%s ends in the panic of the reference', (_, given) => {
    expect(refused(given)).toMatchObject({
      codespace: 'panic',
      log: 'runtime error: invalid memory address or nil pointer dereference',
    })
  })

  test('a packed message that is not a header is refused where transactions are decoded', () => {
    const given = withBlock(result, { header: { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: new Uint8Array(0) } })
    const msg = { queryId: id, sender: pair.stranger, clientId: '', result: given }
    const any = { typeUrl: MsgSubmitQueryResult.typeUrl, value: MsgSubmitQueryResult.encode(msg).finish() }
    expect(() => pair.neutron.baseApp.router.decode(any)).toThrow(
      'unable to resolve type URL /cosmos.bank.v1beta1.MsgSend',
    )
    expect(refused(given)).toMatchObject({ code: 1109 })
  })

  test('misbehaviour in place of a header does not freeze the client', () => {
    const value = Misbehaviour.encode({ clientId: pair.client }).finish()
    const misbehaviour = { typeUrl: '/ibc.lightclients.tendermint.v1.Misbehaviour', value }
    expect(refused(withBlock(result, { header: misbehaviour }))).toMatchObject({ codespace: 'panic' })
    const same = Misbehaviour.encode({
      clientId: pair.client,
      header1: Header.decode(result.block!.header!.value),
      header2: Header.decode(result.block!.header!.value),
    }).finish()
    expect(refused(withBlock(result, { header: { ...misbehaviour, value: same } })).code).toBe(1113)
    expect(pair.neutron.ibc.core.clients.status(pair.neutron.context, pair.client)).toBe('Active')
  })

  test('a transaction is not a result for keys, and keys are not one for transactions', () => {
    const kv = pair.registerKv([{ path: 'bank', key: Uint8Array.of(1) }])
    expect(refusal(pair, () => pair.submit(kv, result))).toMatchObject({
      code: 1110,
      log: 'invalid query result for query type: kv: invalid type',
    })
    const keys = pair.kv([{ path: 'bank', key: Uint8Array.of(1) }], pair.provable())
    expect(refused(keys)).toMatchObject({ code: 1110, log: 'invalid query result for query type: tx: invalid type' })
  })

  test('leaves the query as it was: the true transaction is accepted afterwards', () => {
    pair.submit(id, result)
    expect(pair.heard()).toMatchObject({ tx_query_result: { query_id: Number(id) } })
  })
})

test('a block without transaction is accepted and does nothing', () => {
  const pair = new QueryPair()
  const id = pair.registerTx()
  const empty = { header: undefined, nextBlockHeader: undefined, tx: undefined }
  pair.submit(id, { kvResults: [], block: empty, height: 1n, revision: 3n, allowKvCallbacks: false })
  expect(pair.heard()).toBeNull()
  expect(pair.queries.query(pair.neutron.context, id).lastSubmittedResultLocalHeight).toBe(0n)
})

test('nothing is delivered through a client that has expired', () => {
  const pair = new QueryPair({}, { trustingPeriod: 100_000_000_000n, unbondingPeriod: 200_000_000_000n })
  const id = pair.registerTx()
  const [sent] = pair.send(['1'])
  const result = pair.tx({ height: sent!.height, index: 0 })
  pair.neutron.nextBlock(pair.later() + 1_000_000_000_000n)
  expect(refusal(pair, () => pair.submit(id, result))).toEqual({
    codespace: 'interchainqueries',
    code: 1113,
    log: expect.stringContaining(
      `cannot update client (${pair.client}) with status Expired: client state is not active`,
    ) as string,
  })
})
