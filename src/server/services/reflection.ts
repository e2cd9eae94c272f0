import {
  ListAllInterfacesRequest,
  ListAllInterfacesResponse,
  ListImplementationsRequest,
  ListImplementationsResponse,
} from 'cosmjs-types/cosmos/base/reflection/v1beta1/reflection'
import { decoding, GrpcError } from '../../chain/index.js'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { ProtoWriter, readProto } from '../../codec/index.js'
import type { ChainNode } from '../chain-node.js'
import { interfacesOf, MSG } from './interfaces.js'
import { service, type Service } from './service.js'

const V1 = '/cosmos.base.reflection.v1beta1.ReflectionService'
const V2 = '/cosmos.base.reflection.v2alpha1.ReflectionService'

/** Those that signatures of transactions may have, as an app without textual signing says. Source: cosmos-sdk v0.53.6 x/auth/tx/mode_handler.go */
const SIGN_MODES = ['SIGN_MODE_DIRECT', 'SIGN_MODE_DIRECT_AUX', 'SIGN_MODE_LEGACY_AMINO_JSON'] as const

const list = (field: number, rows: readonly ProtoWriter[], into = new ProtoWriter()): ProtoWriter => {
  for (const row of rows) into.message(field, row)
  return into
}

const signModes = (): ProtoWriter =>
  list(
    1,
    SIGN_MODES.map((name) => new ProtoWriter().string(1, name).uint64(2, BigInt(SignMode[name]))),
  )

const codec = (node: ChainNode): ProtoWriter =>
  list(
    1,
    [...interfacesOf(node.app)].map(([name, types]) =>
      list(
        3,
        types.map((url) => new ProtoWriter().string(1, url.slice(1)).string(2, url)),
        new ProtoWriter().string(1, name),
      ),
    ),
  )

/** Without the service itself, which a node registers later. */
function queryServices(node: ChainNode): ProtoWriter {
  const methods = new Map<string, string[]>()
  for (const path of node.paths.filter((path) => !path.startsWith(`${V2}/`))) {
    const name = path.split('/')[1]!
    methods.set(name, [...(methods.get(name) ?? []), path])
  }
  return list(
    1,
    [...methods].map(([name, paths]) =>
      list(
        3,
        paths.map((path) => new ProtoWriter().string(1, path.split('/')[2]!).string(2, path)),
        new ProtoWriter().string(1, name),
      ),
    ),
  )
}

const transactions = (node: ChainNode): ProtoWriter =>
  list(
    2,
    interfacesOf(node.app)
      .get(MSG)!
      .map((url) => new ProtoWriter().string(1, url)),
    new ProtoWriter().string(1, 'cosmos.tx.v1beta1.Tx'),
  )

/** An answer of one message; the request has no fields. */
const descriptor =
  (describe: (node: ChainNode) => ProtoWriter): Service =>
  (node, request) => {
    decoding(() => readProto(request))
    return new ProtoWriter().message(1, describe(node)).finish()
  }

/**
 * The services that describe the app to clients. Lists are sorted; those of a node are in no order.
 * Source: cosmos-sdk v0.53.6 client/grpc/reflection/reflection.go, server/grpc/reflection/v2alpha1/reflection.go.
 */
export const reflectionServices: Readonly<Record<string, Service>> = {
  [`${V1}/ListAllInterfaces`]: service(ListAllInterfacesRequest, ListAllInterfacesResponse, ({ app }) => ({
    interfaceNames: [...interfacesOf(app).keys()],
  })),
  [`${V1}/ListImplementations`]: service(
    ListImplementationsRequest,
    ListImplementationsResponse,
    ({ app }, { interfaceName }) => {
      if (interfaceName === '') throw new GrpcError('InvalidArgument', 'invalid interface name')
      return { implementationMessageNames: [...(interfacesOf(app).get(interfaceName) ?? [])] }
    },
  ),
  [`${V2}/GetAuthnDescriptor`]: descriptor(signModes),
  [`${V2}/GetChainDescriptor`]: descriptor((node) => new ProtoWriter().string(1, node.app.chainId)),
  [`${V2}/GetCodecDescriptor`]: descriptor(codec),
  [`${V2}/GetConfigurationDescriptor`]: descriptor((node) => new ProtoWriter().string(1, node.app.config.prefix)),
  [`${V2}/GetQueryServicesDescriptor`]: descriptor(queryServices),
  [`${V2}/GetTxDescriptor`]: descriptor(transactions),
}
