import type { Json } from '../../base/json-value.js'
import { GenesisReader, parseAccAddress, rethrowing, type Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'
import { channelIdProblem, portIdProblem } from '../../codec/ibc/index.js'
import type { Fee, FeeInfo, FeeParams } from '../../codec/neutron/feerefunder.js'
import { BASE_DENOM, type NeutronRelease } from '../../codec/neutron/release.js'
import { validateFee } from './fee.js'
import type { FeeRefunderKeeper } from './keeper.js'

const coinsJson = (coins: readonly Coin[]): Json =>
  coins.map(({ denom, amount }) => ({ denom, amount: String(amount) }))

const feeJson = ({ recvFee, ackFee, timeoutFee }: Fee): Json => ({
  recv_fee: coinsJson(recvFee),
  ack_fee: coinsJson(ackFee),
  timeout_fee: coinsJson(timeoutFee),
})
/** On Nolus the fees cannot be switched: contracts pay none. */
export const paramsJson = ({ minFee, feeEnabled }: FeeParams, release: NeutronRelease): Json => ({
  min_fee: feeJson(minFee),
  ...(release === 'neutron' && { fee_enabled: feeEnabled }),
})

/** Source: neutron x/feerefunder/types/params.go, genesis.go. */
export function defaultGenesis(release: NeutronRelease): Json {
  const coins = [{ denom: BASE_DENOM[release], amount: 1000n }]
  const params = { minFee: { recvFee: [], ackFee: coins, timeoutFee: coins }, feeEnabled: true }
  return { params: paramsJson(params, release), fee_infos: [] }
}

export const readParams = (json: GenesisReader): FeeParams => ({
  minFee: readFee(json.at('min_fee')),
  feeEnabled: json.at('fee_enabled').boolean(),
})

function readFee(json: GenesisReader): Fee {
  const fee = {
    recvFee: json.at('recv_fee').coins(),
    ackFee: json.at('ack_fee').coins(),
    timeoutFee: json.at('timeout_fee').coins(),
  }
  inPlace(json, () => validateFee(fee))
  return fee
}

function inPlace<T>(json: GenesisReader, step: () => T): T {
  return rethrowing((error) => json.error(error.log), step)
}

/** Bytes of a contract's address. */
const CONTRACT_LENGTH = 32

function readFeeInfo(prefix: string, json: GenesisReader): FeeInfo {
  const payer = json.at('payer')
  if (inPlace(payer, () => parseAccAddress(prefix, payer.string())).length !== CONTRACT_LENGTH)
    throw payer.error(`fee payer address ${payer.string()} is not a contract`)
  const id = json.at('packet_id')
  const packetId = {
    channelId: id.at('channel_id').string(),
    portId: id.at('port_id').string(),
    sequence: id.at('sequence').integer(),
  }
  const problem = portIdProblem(packetId.portId) ?? channelIdProblem(packetId.channelId)
  if (problem !== undefined) throw id.error(problem)
  return { payer: payer.string(), packetId, fee: readFee(json.at('fee')) }
}

/** @throws UsageError that names the place */
export function initGenesis(keeper: FeeRefunderKeeper, ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, 'feerefunder')
  keeper.setParams(ctx, readParams(genesis.at('params')))
  for (const info of genesis.at('fee_infos').list()) keeper.store(ctx, readFeeInfo(ctx.prefix, info))
}

export const exportGenesis = (keeper: FeeRefunderKeeper, ctx: Context): Json => ({
  params: paramsJson(keeper.params(ctx), keeper.release),
  fee_infos: keeper.all(ctx).map(({ payer, packetId, fee }) => ({
    payer,
    packet_id: {
      channel_id: packetId.channelId,
      port_id: packetId.portId,
      sequence: String(packetId.sequence),
    },
    fee: feeJson(fee),
  })),
})
