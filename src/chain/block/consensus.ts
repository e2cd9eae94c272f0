/** Consensus params. Source: cometbft v0.38 types/params.go `DefaultConsensusParams`. */
export interface ConsensusParams {
  readonly block: { readonly maxBytes: bigint; readonly maxGas: bigint }
  readonly evidence: { readonly maxAgeBlocks: bigint; readonly maxAgeNanoseconds: bigint; readonly maxBytes: bigint }
}

/** The protocol of blocks. Source: cometbft v0.38 version/version.go `BlockProtocol`. */
export const BLOCK_PROTOCOL = 11n

/** @param maxBlockGas 0 for no limit */
export const consensusParams = (maxBlockGas: number): ConsensusParams => ({
  block: { maxBytes: 22_020_096n, maxGas: maxBlockGas === 0 ? -1n : BigInt(maxBlockGas) },
  evidence: { maxAgeBlocks: 100_000n, maxAgeNanoseconds: 172_800_000_000_000n, maxBytes: 1_048_576n },
})
