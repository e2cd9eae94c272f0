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

type Given = { readonly [Section in keyof GenesisConsensus]?: GenesisConsensus[Section] | undefined }

/** The params that a genesis names; those of a section that it leaves out are the chain's own. */
export const consensusOfGenesis = (given: Given): Partial<ConsensusParams> => ({
  ...(given.block && { block: { maxBytes: BigInt(given.block.max_bytes), maxGas: BigInt(given.block.max_gas) } }),
  ...(given.evidence && {
    evidence: {
      maxAgeBlocks: BigInt(given.evidence.max_age_num_blocks),
      maxAgeNanoseconds: BigInt(given.evidence.max_age_duration),
      maxBytes: BigInt(given.evidence.max_bytes),
    },
  }),
  ...(given.validator && { keyTypes: given.validator.pub_key_types }),
  ...(given.abci && { extensionsHeight: BigInt(given.abci.vote_extensions_enable_height) }),
  ...(given.authority && { authority: given.authority.authority }),
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
