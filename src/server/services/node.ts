import type { Header as SdkHeader, Block as SdkBlock } from 'cosmjs-types/cosmos/base/tendermint/v1beta1/types'
import { PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import * as types from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query'
import * as nodeTypes from 'cosmjs-types/cosmos/base/node/v1beta1/query'
import { PubKey } from 'cosmjs-types/cosmos/crypto/ed25519/keys'
import { NO_BYTES } from '../../base/index.js'
import { decoding, DEFAULT_LIMIT, GrpcError, type Block, type PageRequest } from '../../chain/index.js'
import { encodeBech32, momentOf, ProtoWriter } from '../../codec/index.js'
import { queryAbci } from '../abci-query.js'
import type { ChainNode } from '../chain-node.js'
import { BUILD_DEPS, COMET_VERSION, SDK_VERSION } from '../versions.js'
import { RpcFailure } from '../comet/failure.js'
import { perPageOf, validatorPage } from '../comet/validators.js'
import { nodeId } from '../comet/views.js'
import { beyondChain, blockOf, protoBlock } from './blocks.js'
import { service, type Service } from './service.js'

const SERVICE = '/cosmos.base.tendermint.v1beta1.Service'
const SYNCING = 'cosmos.base.tendermint.v1beta1.GetSyncingResponse'
const NODE = '/cosmos.base.node.v1beta1.Service'

/** The block with the proposer's address in bech32. Source: cosmos-sdk client/grpc/cmtservice/util.go `convertBlock`. */
function sdkBlock(node: ChainNode, block: Block): SdkBlock {
  const wire = protoBlock(block)
  const { proposerAddress, ...header } = wire.header
  const sdkHeader: SdkHeader = {
    ...header,
    proposerAddress: encodeBech32(`${node.app.config.prefix}valcons`, proposerAddress),
  }
  return { ...wire, header: sdkHeader }
}

const blockResponse = (node: ChainNode, height: number) => {
  const block = blockOf(node, height)
  return { blockId: block.signed.blockId, block: protoBlock(block), sdkBlock: sdkBlock(node, block) }
}

/** Source: cosmos-sdk client/grpc/cmtservice/service.go `ValidatorsOutput`, types/query `ParsePagination`. */
function validatorSet(node: ChainNode, height: number | undefined, pagination: PageRequest | undefined) {
  const offset = BigInt.asIntN(64, pagination?.offset ?? 0n)
  const limit = BigInt.asIntN(64, pagination?.limit ?? 0n) || DEFAULT_LIMIT
  if (offset < 0n) throw new GrpcError('InvalidArgument', 'offset must greater than 0')
  if (limit < 0n) throw new GrpcError('InvalidArgument', 'limit must greater than 0')
  const wanted = { page: Number(offset / limit) + 1, perPage: perPageOf(Number(limit)) }
  const page = asUnknown(() => validatorPage(node, height, wanted))
  return {
    blockHeight: BigInt(page.height),
    validators: page.rows.map(({ validator: { address, publicKey, votingPower }, priority }) => ({
      address: encodeBech32(`${node.app.config.prefix}valcons`, address),
      pubKey: { typeUrl: '/cosmos.crypto.ed25519.PubKey', value: PubKey.encode({ key: publicKey }).finish() },
      votingPower,
      proposerPriority: priority,
    })),
    pagination: PageResponse.fromPartial({ total: BigInt(page.total) }),
  }
}

/** An error of the RPC is one without a code in gRPC. */
function asUnknown<T>(step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw error instanceof RpcFailure ? new GrpcError('Unknown', error.shortMessage) : error
  }
}

const ABCI_ROOMS: readonly string[] = ['app', 'store', 'p2p', 'custom']

/** The services about the node and its blocks. Source: cosmos-sdk v0.53.6 client/grpc/cmtservice, client/grpc/node. */
export const nodeServices: Readonly<Record<string, Service>> = {
  [`${SERVICE}/GetNodeInfo`]: service(types.GetNodeInfoRequest, types.GetNodeInfoResponse, (node) => ({
    defaultNodeInfo: {
      protocolVersion: { p2p: 8n, block: 11n, app: 0n },
      defaultNodeId: nodeId(node.app.config.chainId),
      listenAddr: 'tcp://0.0.0.0:26656',
      network: node.app.chainId,
      version: COMET_VERSION,
      channels: Uint8Array.from([0x40, 0x20, 0x21, 0x22, 0x23, 0x30, 0x38, 0x60, 0x61, 0x00]),
      moniker: 'sudobox',
      other: { txIndex: node.app.config.txIndex === false ? 'off' : 'on', rpcAddress: 'tcp://0.0.0.0:26657' },
    },
    applicationVersion: {
      name: node.chain.name,
      appName: `${node.chain.name}d`,
      version: '',
      gitCommit: '',
      buildTags: '',
      goVersion: '',
      // Without checksums, which would vouch for code that does not run here.
      buildDeps: BUILD_DEPS.map((module) => ({ ...module, sum: '' })),
      cosmosSdkVersion: SDK_VERSION,
    },
  })),
  [`${SERVICE}/GetSyncing`]: (node, request) => {
    decoding(() => types.GetSyncingRequest.decode(request))
    // From cosmos-sdk v0.54 on, with the heights that the node has.
    const hasHeights = node.app.types.fieldsOf(SYNCING).length > 1
    const heights = hasHeights ? [node.base, node.app.last.height] : []
    const writer = new ProtoWriter()
    heights.forEach((height, i) => writer.uint64(2 + i, BigInt(height)))
    return writer.finish()
  },
  [`${SERVICE}/GetLatestBlock`]: service(types.GetLatestBlockRequest, types.GetLatestBlockResponse, (node) =>
    blockResponse(node, node.app.last.height),
  ),
  [`${SERVICE}/GetBlockByHeight`]: service(
    types.GetBlockByHeightRequest,
    types.GetBlockByHeightResponse,
    (node, { height }) => blockResponse(node, Number(height)),
  ),
  [`${SERVICE}/GetLatestValidatorSet`]: service(
    types.GetLatestValidatorSetRequest,
    types.GetLatestValidatorSetResponse,
    (node, { pagination }) => validatorSet(node, undefined, pagination),
  ),
  [`${SERVICE}/GetValidatorSetByHeight`]: service(
    types.GetValidatorSetByHeightRequest,
    types.GetValidatorSetByHeightResponse,
    (node, { height, pagination }) => {
      if (height > BigInt(node.app.last.height)) throw beyondChain()
      return validatorSet(node, Number(height), pagination)
    },
  ),
  [`${SERVICE}/ABCIQuery`]: service(types.ABCIQueryRequest, types.ABCIQueryResponse, (node, request) => {
    if (request.path === '') throw new GrpcError('InvalidArgument', 'empty query path')
    const [room = ''] = request.path.replace(/^\//, '').split('/')
    if (!ABCI_ROOMS.includes(room))
      throw new GrpcError('InvalidArgument', `unsupported ABCI query path: ${request.path}`)
    const answer = queryAbci(node, { ...request, height: Number(request.height) })
    return {
      code: answer.code,
      log: answer.log,
      info: '',
      index: 0n,
      key: answer.key,
      value: answer.value,
      ...(answer.ops && { proofOps: { ops: answer.ops.map((op) => ({ ...op })) } }),
      height: BigInt(answer.height),
      codespace: answer.codespace,
    }
  }),
  [`${NODE}/Config`]: service(nodeTypes.ConfigRequest, nodeTypes.ConfigResponse, ({ chain }) => ({
    // The SDK does not start a node without a price; this one checks none.
    minimumGasPrice: `0${chain.denom}`,
    pruningKeepRecent: '0',
    pruningInterval: '0',
    haltHeight: 0n,
  })),
  [`${NODE}/Status`]: service(nodeTypes.StatusRequest, nodeTypes.StatusResponse, (node) => {
    const { height, time } = node.app.last
    const signed = node.app.block(height)?.signed
    return {
      // The reference leaves it zero.
      earliestStoreHeight: 0n,
      height: BigInt(height),
      timestamp: momentOf(time),
      appHash: signed?.header.appHash ?? NO_BYTES,
      validatorHash: signed?.header.nextValidatorsHash ?? NO_BYTES,
    }
  }),
}
