import type { ConsensusParams } from '../../chain/index.js'

/** The consensus params of a genesis file, whose numbers are texts. Source: cometbft v0.38.21 and v0.39.0 types/params.go. */
export interface GenesisConsensus {
  readonly block: { readonly max_bytes: string; readonly max_gas: string }
  readonly evidence: {
    readonly max_age_num_blocks: string
    /** Nanoseconds. */
    readonly max_age_duration: string
    readonly max_bytes: string
  }
  readonly validator: { readonly pub_key_types: string[] }
  readonly version?: { readonly app?: string | undefined } | undefined
  readonly abci?: { readonly vote_extensions_enable_height: string } | undefined
  /** From cometbft v0.39 on. */
  readonly authority?: { readonly authority: string } | undefined
}

export const consensusOfGenesis = ({
  block,
  evidence,
  validator,
  abci,
  authority,
}: GenesisConsensus): ConsensusParams => ({
  block: { maxBytes: BigInt(block.max_bytes), maxGas: BigInt(block.max_gas) },
  evidence: {
    maxAgeBlocks: BigInt(evidence.max_age_num_blocks),
    maxAgeNanoseconds: BigInt(evidence.max_age_duration),
    maxBytes: BigInt(evidence.max_bytes),
  },
  keyTypes: validator.pub_key_types,
  extensionsHeight: BigInt(abci?.vote_extensions_enable_height ?? 0),
  authority: authority?.authority ?? '',
  namesVersions: true,
})

/** @param hasAuthority whether the release has an authority in them, be it empty */
export const genesisOfConsensus = (params: ConsensusParams, hasAuthority: boolean): GenesisConsensus => ({
  block: { max_bytes: String(params.block.maxBytes), max_gas: String(params.block.maxGas) },
  evidence: {
    max_age_num_blocks: String(params.evidence.maxAgeBlocks),
    max_age_duration: String(params.evidence.maxAgeNanoseconds),
    max_bytes: String(params.evidence.maxBytes),
  },
  validator: { pub_key_types: [...params.keyTypes] },
  version: { app: '0' },
  abci: { vote_extensions_enable_height: String(params.extensionsHeight) },
  ...(hasAuthority && { authority: { authority: params.authority } }),
})
