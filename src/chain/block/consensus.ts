import { ConsensusParams as Wire } from 'cosmjs-types/tendermint/types/params'
import { concatBytes } from '../../base/index.js'
import { momentOf, nanosOf, protoMessage, protoString, ProtoWriter, readProto } from '../../codec/index.js'

/** Consensus params. Source: cometbft v0.38.21 and v0.39.0 types/params.go. */
export interface ConsensusParams {
  readonly block: { readonly maxBytes: bigint; readonly maxGas: bigint }
  readonly evidence: { readonly maxAgeBlocks: bigint; readonly maxAgeNanoseconds: bigint; readonly maxBytes: bigint }
  /** Types of public keys that validators may have. */
  readonly keyTypes: readonly string[]
  /** The height from which on votes have extensions; 0 for never. */
  readonly extensionsHeight: bigint
  /** Who may change the params of modules in place of their own authorities; empty for nobody. From cometbft v0.39 on. */
  readonly authority: string
  /** Whether the genesis names versions of blocks and vote extensions: documents of nodes do. */
  readonly namesVersions: boolean
}

/** The protocol of blocks. Source: cometbft v0.38 version/version.go `BlockProtocol`. */
export const BLOCK_PROTOCOL = 11n

/** Those of a chain whose genesis has none. @param maxBlockGas 0 for no limit. Source: cometbft v0.38 types/params.go `DefaultConsensusParams` */
export const consensusParams = (maxBlockGas: number): ConsensusParams => ({
  block: { maxBytes: 22_020_096n, maxGas: maxBlockGas === 0 ? -1n : BigInt(maxBlockGas) },
  evidence: { maxAgeBlocks: 100_000n, maxAgeNanoseconds: 172_800_000_000_000n, maxBytes: 1_048_576n },
  keyTypes: ['ed25519'],
  extensionsHeight: 0n,
  authority: '',
  namesVersions: true,
})

/** Gas that the transactions of a block may use together; 0 for no limit. */
export const blockGasLimit = ({ block }: ConsensusParams): number => (block.maxGas > 0n ? Number(block.maxGas) : 0)

/** Number of `authority` in `ConsensusParams`. Source: cometbft v0.39.0 proto/tendermint/types/params.proto. */
const AUTHORITY = 6

/** `tendermint.types.ConsensusParams`. @param hasAuthority whether they have an authority, be it empty */
export function encodeConsensusParams(params: ConsensusParams, hasAuthority: boolean): Uint8Array {
  const { block, evidence, keyTypes, extensionsHeight, authority, namesVersions } = params
  const bytes = Wire.encode(
    Wire.fromPartial({
      block,
      evidence: {
        maxAgeNumBlocks: evidence.maxAgeBlocks,
        maxAgeDuration: momentOf(evidence.maxAgeNanoseconds),
        maxBytes: evidence.maxBytes,
      },
      validator: { pubKeyTypes: [...keyTypes] },
      ...(namesVersions && { version: {}, abci: { voteExtensionsEnableHeight: extensionsHeight } }),
    }),
  ).finish()
  if (!hasAuthority) return bytes
  return concatBytes(bytes, new ProtoWriter().message(AUTHORITY, new ProtoWriter().string(1, authority)).finish())
}

/** @throws ProtoError */
export function decodeConsensusParams(bytes: Uint8Array): ConsensusParams {
  const { block, evidence, validator, abci } = Wire.decode(bytes)
  const authority = protoMessage(readProto(bytes), AUTHORITY)
  return {
    block: { maxBytes: block?.maxBytes ?? 0n, maxGas: block?.maxGas ?? 0n },
    evidence: {
      maxAgeBlocks: evidence?.maxAgeNumBlocks ?? 0n,
      maxAgeNanoseconds: evidence === undefined ? 0n : nanosOf(evidence.maxAgeDuration),
      maxBytes: evidence?.maxBytes ?? 0n,
    },
    keyTypes: validator?.pubKeyTypes ?? [],
    extensionsHeight: abci?.voteExtensionsEnableHeight ?? 0n,
    authority: authority === undefined ? '' : protoString(readProto(authority), 1),
    namesVersions: abci !== undefined,
  }
}
