import type { ValidatorSigningInfo } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import type { Json } from '../../base/json-value.js'
import { parseConsensus, type Context, type GenesisReader } from '../../chain/index.js'
import { momentOf, nanosOf, parseRfc3339, rfc3339Nano } from '../../codec/index.js'
import type { SlashingKeeper } from './keeper.js'
import { DEFAULT_PARAMS, getParams, paramsJson, readParams, setParams } from './params.js'
import { allInfos, missedBlocks, setInfo, setMissed } from './records.js'

export const defaultGenesis = (): Json => ({ params: paramsJson(DEFAULT_PARAMS), signing_infos: [], missed_blocks: [] })

/** Source: cosmos-sdk x/slashing/keeper/genesis.go. @throws UsageError that names the place */
export function initGenesis(keeper: SlashingKeeper, ctx: Context, genesis: GenesisReader): void {
  for (const validator of keeper.staking.allValidators(ctx)) keeper.addPublicKey(ctx, validator)
  for (const record of genesis.at('signing_infos').list()) putInfo(ctx, record.at('validator_signing_info'))
  for (const record of genesis.at('missed_blocks').list()) {
    const validator = addressAt(ctx, record.at('address'))
    for (const missed of record.at('missed_blocks').list())
      setMissed(ctx, validator, Number(blockIndex(missed.at('index'))), missed.at('missed').boolean())
  }
  setParams(ctx, readParams(genesis.at('params')))
}

/** A real chain takes negative ones, and stops when it has to write their bit. @throws UsageError that names the place */
function blockIndex(json: GenesisReader): bigint {
  const index = json.integer()
  if (index < 0n) throw json.error(`a block has no negative index: ${index}`)
  return index
}

const addressAt = (ctx: Context, json: GenesisReader): Uint8Array => json.parsed((text) => parseConsensus(ctx, text))

/** Writes a signing info in its genesis form. @throws UsageError that names the place */
export function putInfo(ctx: Context, json: GenesisReader): void {
  const until = json.at('jailed_until')
  setInfo(ctx, addressAt(ctx, json.at('address')), {
    address: json.at('address').string(),
    startHeight: json.at('start_height').integer(),
    indexOffset: blockIndex(json.at('index_offset')),
    jailedUntil: momentOf(until.isAbsent ? 0n : until.parsed(parseRfc3339)),
    tombstoned: json.at('tombstoned').boolean(),
    missedBlocksCounter: json.at('missed_blocks_counter').integer(),
  })
}

/** Source: `ExportGenesis`. */
export function exportGenesis(ctx: Context): Json {
  const infos = allInfos(ctx)
  return {
    params: paramsJson(getParams(ctx)),
    signing_infos: infos.map((info) => ({ address: info.address, validator_signing_info: infoJson(info) })),
    missed_blocks: infos.map(({ address }) => ({
      address,
      missed_blocks: missedBlocks(ctx, parseConsensus(ctx, address)).map((index) => ({
        index: String(index),
        missed: true,
      })),
    })),
  }
}

const infoJson = (info: ValidatorSigningInfo): Json => ({
  address: info.address,
  start_height: String(info.startHeight),
  index_offset: String(info.indexOffset),
  jailed_until: rfc3339Nano(nanosOf(info.jailedUntil)),
  tombstoned: info.tombstoned,
  missed_blocks_counter: String(info.missedBlocksCounter),
})
