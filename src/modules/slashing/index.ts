import { ValidatorSigningInfo } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import {
  QuerySigningInfoRequest,
  QuerySigningInfoResponse,
  QuerySigningInfosRequest,
  QuerySigningInfosResponse,
} from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import { parseAddress } from '../../chain/address.js'
import type { Context } from '../../chain/context.js'
import { GrpcError } from '../../chain/errors.js'
import { GenesisReader } from '../../chain/genesis-json.js'
import type { Json, Module } from '../../chain/module.js'
import { below, paginate, walk } from '../../chain/paging.js'
import { decoding } from '../../chain/routers.js'
import { parseRfc3339, rfc3339Nano } from '../../codec/time.js'
import { PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { byteKey, joinKeys, lengthPrefixed, type Key } from '../../store/key.js'

/** Source: cosmos-sdk x/slashing/types/keys.go. */
const SLASHING_STORE = 'slashing'
const SIGNING_INFO_PREFIX = byteKey(0x01)
const signingInfoKey = (consensusAddress: Uint8Array): Key =>
  joinKeys(SIGNING_INFO_PREFIX, lengthPrefixed(consensusAddress))

const SECOND = 1_000_000_000n
const SERVICE = '/cosmos.slashing.v1beta1.Query'

function parse<T>(json: GenesisReader, read: (text: string) => T): T {
  try {
    return read(json.string())
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
}

const consensusAddress = (ctx: Context, text: string): Uint8Array => parseAddress(`${ctx.prefix}valcons`, text)

function readInfo(json: GenesisReader): ValidatorSigningInfo {
  const until = json.at('jailed_until')
  const time = until.isAbsent ? 0n : parse(until, parseRfc3339)
  const rest = ((time % SECOND) + SECOND) % SECOND
  return {
    address: json.at('address').string(),
    startHeight: json.at('start_height').integer(),
    indexOffset: json.at('index_offset').integer(),
    jailedUntil: { seconds: (time - rest) / SECOND, nanos: Number(rest) },
    tombstoned: json.at('tombstoned').boolean(),
    missedBlocksCounter: json.at('missed_blocks_counter').integer(),
  }
}

const infoJson = (info: ValidatorSigningInfo): Json => ({
  address: info.address,
  start_height: String(info.startHeight),
  index_offset: String(info.indexOffset),
  jailed_until: rfc3339Nano(info.jailedUntil.seconds * SECOND + BigInt(info.jailedUntil.nanos)),
  tombstoned: info.tombstoned,
  missed_blocks_counter: String(info.missedBlocksCounter),
})

function putInfo(ctx: Context, json: GenesisReader): void {
  const info = readInfo(json)
  const address = parse(json.at('address'), (text) => consensusAddress(ctx, text))
  ctx.store(SLASHING_STORE).set(signingInfoKey(address), ValidatorSigningInfo.encode(info).finish())
}

/** Counts a block that the validator signed. Source: x/slashing/keeper/infractions.go `HandleValidatorSignature`. */
function countBlock(ctx: Context, address: Uint8Array): void {
  const store = ctx.store(SLASHING_STORE)
  const key = signingInfoKey(address)
  const bytes = store.get(key)
  if (bytes === undefined) return
  const info = ValidatorSigningInfo.decode(bytes)
  store.set(key, ValidatorSigningInfo.encode({ ...info, indexOffset: info.indexOffset + 1n }).finish())
}

/**
 * Signing infos as set by genesis or a test. All validators here sign every block, so blocks are counted, but nothing is missed, jailed or slashed.
 * Source: cosmos-sdk v0.53.6 x/slashing.
 * @param signers consensus addresses of those who signed the last block
 */
export const slashingModule = (signers: (ctx: Context) => readonly Uint8Array[]): Module => ({
  name: 'slashing',
  stores: [SLASHING_STORE],
  queries: {
    [`${SERVICE}/SigningInfo`]: (ctx, bytes) => {
      const { consAddress } = decoding(() => QuerySigningInfoRequest.decode(bytes))
      if (consAddress === '') throw new GrpcError('InvalidArgument', 'invalid request')
      const found = ctx.store(SLASHING_STORE).get(signingInfoKey(consensusAddress(ctx, consAddress)))
      if (found === undefined) throw new GrpcError('NotFound', `SigningInfo not found for validator ${consAddress}`)
      return QuerySigningInfoResponse.encode({ valSigningInfo: ValidatorSigningInfo.decode(found) }).finish()
    },
    [`${SERVICE}/SigningInfos`]: (ctx, bytes) => {
      const { pagination } = decoding(() => QuerySigningInfosRequest.decode(bytes))
      const info: ValidatorSigningInfo[] = []
      const page = paginate(below(ctx.store(SLASHING_STORE), SIGNING_INFO_PREFIX), pagination, (_, value) =>
        info.push(ValidatorSigningInfo.decode(value)),
      )
      return QuerySigningInfosResponse.encode({ info, pagination: PageResponse.fromPartial(page) }).finish()
    },
  },
  defaultGenesis: () => ({ signing_infos: [] }),
  initGenesis: (ctx, state) => {
    for (const record of new GenesisReader(state, 'slashing').at('signing_infos').list())
      putInfo(ctx, record.at('validator_signing_info'))
  },
  exportGenesis: (ctx) => ({
    signing_infos: Array.from(walk(ctx.store(SLASHING_STORE), SIGNING_INFO_PREFIX), ([, value]) => {
      const info = ValidatorSigningInfo.decode(value)
      return { address: info.address, validator_signing_info: infoJson(info) }
    }),
  }),
  put: { signing_info: (ctx, record) => putInfo(ctx, new GenesisReader(record, 'slashing/signing_info')) },
  beginBlock: (ctx) => {
    // Nobody has signed anything before the first block.
    if (ctx.block.height > 1) for (const address of signers(ctx)) countBlock(ctx, address)
  },
})
