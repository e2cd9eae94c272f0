import type { Json } from '../../base/json-value.js'
import { parseAccAddress, type Context, type GenesisReader } from '../../chain/index.js'
import type { CronKeeper } from './keeper.js'
import { DEFAULT_PARAMS, STAGES, type Params, type Schedule } from './records.js'

/** Source: neutron x/cron/genesis.go, types/genesis.go, types/params.go (06e81b9f). */

export const paramsJson = ({ securityAddress, limit }: Params): Json => ({
  security_address: securityAddress,
  limit: String(limit),
})

const scheduleJson = ({ name, period, msgs, lastExecuteHeight, executionStage }: Schedule): Json => ({
  name,
  period: String(period),
  msgs: msgs.map(({ contract, msg }) => ({ contract, msg })),
  last_execute_height: String(lastExecuteHeight),
  execution_stage: STAGES[executionStage] ?? executionStage,
})

export const defaultGenesis = (): Json => ({ scheduleList: [], params: paramsJson(DEFAULT_PARAMS) })

export const exportGenesis = (keeper: CronKeeper, ctx: Context): Json => ({
  scheduleList: keeper.all(ctx).map(scheduleJson),
  params: paramsJson(keeper.params(ctx)),
})

/** @throws UsageError that names the place */
export function initGenesis(keeper: CronKeeper, ctx: Context, genesis: GenesisReader): void {
  for (const item of genesis.at('scheduleList').list()) item.check(() => keeper.add(ctx, readSchedule(item)))
  keeper.setParams(ctx, readParams(ctx.prefix, genesis.at('params')))
}

export function readParams(prefix: string, json: GenesisReader): Params {
  const [address, limit] = [json.at('security_address'), json.at('limit')]
  const params = { securityAddress: address.string(), limit: limit.integer() }
  if (params.securityAddress !== '') address.check(() => parseAccAddress(prefix, params.securityAddress))
  if (params.limit === 0n) throw limit.error('limit cannot be zero')
  return params
}

/** A schedule in its genesis form. @throws UsageError that names the place */
export const readSchedule = (json: GenesisReader): Schedule => ({
  name: json.at('name').string(),
  period: json.at('period').integer(),
  msgs: json
    .at('msgs')
    .list()
    .map((item) => ({ contract: item.at('contract').string(), msg: item.at('msg').string() })),
  lastExecuteHeight: json.at('last_execute_height').integer(),
  executionStage: readStage(json.at('execution_stage')),
})

function readStage(json: GenesisReader): number {
  if (json.isAbsent) return 0
  if (typeof json.raw === 'number') return json.raw
  const stage = STAGES.findIndex((name) => name === json.string())
  if (stage < 0) throw json.error(`expected one of ${STAGES.join(', ')}`)
  return stage
}
