import type { Json } from '../../base/json-value.js'
import { NO_BYTES } from '../../base/index.js'
import { plainError, registerError, type GenesisReader } from '../../chain/index.js'
import { channelIdProblem } from '../../codec/ibc/index.js'
import { isEthAddress } from '../../crypto/index.js'
import {
  protoMessage,
  protoString,
  protoStrings,
  protoUint64,
  protoUint64s,
  ProtoWriter,
  readProto,
  remember,
} from '../../codec/index.js'

/** Who may do something. Source: cosmos/evm v0.7.3 proto cosmos.evm.vm.v1 `AccessType`, by number. */
const ACCESS = ['ACCESS_TYPE_PERMISSIONLESS', 'ACCESS_TYPE_RESTRICTED', 'ACCESS_TYPE_PERMISSIONED'] as const

export interface Access {
  /** All but those listed, nobody, or those listed. */
  readonly type: (typeof ACCESS)[number]
  /** Addresses as text. */
  readonly list: readonly string[]
}

/** Source: cosmos/evm v0.7.3 proto cosmos.evm.vm.v1 `Params`. */
export interface Params {
  /** The coin that is the EVM's. */
  readonly denom: string
  readonly extraEips: readonly bigint[]
  /** Channels to other chains with an EVM. */
  readonly channels: readonly string[]
  readonly create: Access
  readonly call: Access
  /** Addresses as text, in order. */
  readonly precompiles: readonly string[]
  /** Blocks whose hashes contracts can ask for; 0 for 8,192. */
  readonly historyWindow: bigint
  /** The denomination with 18 places, if it is another one; undefined if the params do not say. */
  readonly extendedDenom: string | undefined
}

const ANYBODY: Access = { type: ACCESS[0], list: [] }

/** Source: x/vm/types/params.go `DefaultParams`. */
export const defaultParams = (denom: string): Params => ({
  denom,
  extraEips: [],
  channels: [],
  create: ANYBODY,
  call: ANYBODY,
  precompiles: [],
  historyWindow: 8192n,
  extendedDenom: denom,
})

const accessWriter = ({ type, list }: Access): ProtoWriter =>
  new ProtoWriter().uint64(1, BigInt(ACCESS.indexOf(type))).strings(2, list)

export function encodeParams(params: Params): Uint8Array {
  const writer = new ProtoWriter()
    .string(1, params.denom)
    .packedUint64s(4, params.extraEips)
    .strings(7, params.channels)
    .message(8, new ProtoWriter().message(1, accessWriter(params.create)).message(2, accessWriter(params.call)))
    .strings(9, params.precompiles)
    .uint64(10, params.historyWindow)
  const { extendedDenom } = params
  return (
    extendedDenom === undefined ? writer : writer.message(11, new ProtoWriter().string(1, extendedDenom))
  ).finish()
}

export const decodeParams = remember((bytes): Params => {
  const fields = readProto(bytes)
  const access = readProto(protoMessage(fields, 8) ?? NO_BYTES)
  const extended = protoMessage(fields, 11)
  return {
    denom: protoString(fields, 1),
    extraEips: protoUint64s(fields, 4).map((eip) => BigInt.asIntN(64, eip)),
    channels: protoStrings(fields, 7),
    create: decodeAccess(protoMessage(access, 1) ?? NO_BYTES),
    call: decodeAccess(protoMessage(access, 2) ?? NO_BYTES),
    precompiles: protoStrings(fields, 9),
    historyWindow: protoUint64(fields, 10),
    extendedDenom: extended === undefined ? undefined : protoString(readProto(extended), 1),
  }
})

function decodeAccess(bytes: Uint8Array): Access {
  const fields = readProto(bytes)
  const type = Number(BigInt.asIntN(32, protoUint64(fields, 1)))
  // Another number than those is refused by its digits.
  return { type: ACCESS[type] ?? (String(type) as Access['type']), list: protoStrings(fields, 2) }
}

export const paramsJson = (params: Params): Json => ({
  evm_denom: params.denom,
  extra_eips: params.extraEips.map(String),
  evm_channels: [...params.channels],
  access_control: { create: accessJson(params.create), call: accessJson(params.call) },
  active_static_precompiles: [...params.precompiles],
  history_serve_window: String(params.historyWindow),
  extended_denom_options: params.extendedDenom === undefined ? null : { extended_denom: params.extendedDenom },
})

const accessJson = ({ type, list }: Access): Json => ({ access_type: type, access_control_list: [...list] })

/** Source: ibc-go v11.0.0 modules/core/04-channel/types/errors.go. */
const ErrInvalidChannel = registerError('channel', 18, 'invalid channel identifier')

/** EIPs that an EVM can take besides those of its fork, in the order of their texts. Source: go-ethereum core/vm/eips.go `activators`; cosmos/evm v0.7.3 x/vm/types/activators.go. */
const EIPS = [
  0, 1, 1153, 1344, 1884, 2, 2200, 2929, 3198, 3529, 3855, 3860, 4762, 5656, 6780, 7702, 7843, 7939, 8024,
].map(BigInt)

/** @throws ChainError undefined/1 with Go's text. Source: x/vm/types/params.go `Params.Validate`. */
export function validateParams({ extraEips, precompiles, create, call, channels }: Params): void {
  for (const [at, eip] of extraEips.entries()) {
    if (!EIPS.includes(eip)) throw plainError(`EIP ${eip} is not activateable, valid EIPs are: [${EIPS.join(' ')}]`)
    if (extraEips.indexOf(eip) < at) throw plainError(`found duplicate EIP: ${eip}`)
  }
  for (const [at, address] of precompiles.entries()) {
    if (precompiles.indexOf(address) < at) throw plainError(`duplicate precompile ${address}`)
    if (!isEthAddress(address)) throw plainError(`invalid precompile ${address}`)
  }
  if (precompiles.join() !== precompiles.toSorted().join())
    throw plainError(`precompiles need to be sorted: [${precompiles.join(' ')}]`)
  for (const { type, list } of [create, call]) {
    if (!(ACCESS as readonly string[]).includes(type)) throw plainError(`invalid access type: ${type}`)
    const wrong = list.find((address) => !isEthAddress(address))
    if (wrong !== undefined) throw plainError(`invalid whitelist address: ${wrong}`)
  }
  for (const channel of channels) {
    const problem = channelIdProblem(channel)
    if (problem !== undefined) throw ErrInvalidChannel.error(`${problem}: invalid identifier`)
  }
}

/** @throws UsageError that names the place */
export function readParams(json: GenesisReader): Params {
  const texts = (name: string) =>
    json
      .at(name)
      .list()
      .map((text) => text.string())
  const access = json.at('access_control')
  const extended = json.at('extended_denom_options')
  return {
    denom: json.at('evm_denom').string(),
    extraEips: json
      .at('extra_eips')
      .list()
      .map((eip) => eip.integer()),
    channels: texts('evm_channels'),
    create: readAccess(access.at('create')),
    call: readAccess(access.at('call')),
    // The chain sorts them itself before it looks for one twice. Source: x/vm/keeper/params.go `SetParams`.
    precompiles: json.check(() => unique(texts('active_static_precompiles').toSorted())),
    historyWindow: json.at('history_serve_window').integer(),
    extendedDenom: extended.isAbsent ? undefined : extended.at('extended_denom').string(),
  }
}

/** Source: x/vm/types/params.go `ValidatePrecompiles`. */
function unique(sorted: readonly string[]): readonly string[] {
  const twice = sorted.find((address, at) => address === sorted[at - 1])
  if (twice !== undefined) throw plainError(`duplicate precompile ${twice}`)
  return sorted
}

function readAccess(json: GenesisReader): Access {
  const name = json.at('access_type')
  const type = name.isAbsent ? ACCESS[0] : ACCESS.find((one) => one === name.raw)
  if (type === undefined) throw name.error(`expected one of ${ACCESS.join(', ')}, got ${JSON.stringify(name.raw)}`)
  return {
    type,
    list: json
      .at('access_control_list')
      .list()
      .map((address) => address.string()),
  }
}
