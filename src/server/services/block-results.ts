import { ExecTxResult, Event as WireEvent } from 'cosmjs-types/tendermint/abci/types'
import {
  decoding,
  encodeConsensusParams,
  GrpcError,
  type Block,
  type Event,
  type Release,
  type TxResult,
} from '../../chain/index.js'
import { protoUint64, ProtoWriter, readProto } from '../../codec/index.js'
import type { ChainNode } from '../chain-node.js'
import { blockOf } from './blocks.js'
import type { Service } from './service.js'

const SERVICE = '/cosmos.base.tendermint.v1beta1.Service'

const wireEvents = (events: readonly Event[]) =>
  events.map(({ type, attributes }) => ({
    type,
    attributes: attributes.map(([key, value]) => ({ key, value, index: true })),
  }))

const wireResult = ({ code, data, log, gasWanted, gasUsed, events, codespace }: TxResult): Uint8Array =>
  ExecTxResult.encode({
    code,
    data,
    log,
    info: '',
    gasWanted: BigInt(gasWanted),
    gasUsed: BigInt(gasUsed),
    events: wireEvents(events),
    codespace,
  }).finish()

function results({ height, txs, events, updates, params, signed }: Block, release: Release | undefined): Uint8Array {
  const writer = new ProtoWriter().uint64(1, BigInt(height))
  for (const tx of txs) writer.message(2, wireResult(tx))
  for (const event of wireEvents(events)) writer.message(3, WireEvent.encode(event).finish())
  for (const { publicKey, power } of updates)
    writer.message(4, new ProtoWriter().message(1, new ProtoWriter().bytes(1, publicKey)).uint64(2, power))
  writer.message(5, encodeConsensusParams(params, release?.hasConsensusAuthority === true))
  return writer.bytes(6, signed.appHash).finish()
}

const resultsAt = (node: ChainNode, height: number): Uint8Array =>
  results(blockOf(node, height), node.app.config.release)

/** The results of blocks, from cosmos-sdk v0.54 on. Source: cosmos-sdk v0.54.0 client/grpc/cmtservice/service.go. */
export const blockResultServices: Readonly<Record<string, Service>> = {
  [`${SERVICE}/GetBlockResults`]: (node, request) => {
    const height = Number(
      BigInt.asIntN(
        64,
        decoding(() => protoUint64(readProto(request), 1)),
      ),
    )
    if (height > node.app.last.height)
      throw new GrpcError('InvalidArgument', 'requested block height is bigger than the chain length')
    if (height <= 0) throw new GrpcError('Unknown', `height must be greater than 0, but got ${height}`)
    return resultsAt(node, height)
  },
  [`${SERVICE}/GetLatestBlockResults`]: (node, request) => {
    decoding(() => readProto(request))
    return resultsAt(node, node.app.last.height)
  },
}
