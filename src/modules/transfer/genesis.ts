import type { Json } from '../../base/json-value.js'
import { GenesisReader, rethrowing, type Context } from '../../chain/index.js'
import type { Params } from 'cosmjs-types/ibc/applications/transfer/v1/transfer'
import { coinsProblem } from '../../codec/index.js'
import { portIdProblem } from '../../codec/ibc/index.js'
import { hashText, pathOf, type Denom } from '../../chain/ibc/index.js'
import { validateDenom } from './denom.js'
import type { TransferKeeper } from './keeper.js'
import { TRANSFER } from './keys.js'

/** Source: ibc-go v10 apps/transfer/types/genesis.go. */
export const defaultGenesis = (): Json => ({
  port_id: TRANSFER,
  denoms: [],
  params: { send_enabled: true, receive_enabled: true },
  total_escrowed: [],
})

export const paramsJson = ({ sendEnabled, receiveEnabled }: Params): Json => ({
  send_enabled: sendEnabled,
  receive_enabled: receiveEnabled,
})
export const readParams = (json: GenesisReader): Params => ({
  sendEnabled: json.at('send_enabled').boolean(),
  receiveEnabled: json.at('receive_enabled').boolean(),
})

/** Source: ibc-go v10 apps/transfer/keeper/genesis.go, types/genesis.go `Validate`. @throws UsageError that names the place */
export function initGenesis(keeper: TransferKeeper, ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, 'transfer')
  const port = genesis.at('port_id')
  const problem = portIdProblem(port.string())
  if (problem !== undefined) throw port.error(problem)
  keeper.setPort(ctx, port.string())
  const seen = new Set<string>()
  for (const json of genesis.at('denoms').list()) {
    const denom = readDenom(json)
    const hash = hashText(denom)
    if (seen.has(hash)) throw json.error(`duplicated denomination with hash ${hash}`)
    seen.add(hash)
    keeper.setDenom(ctx, denom)
    keeper.setDenomMetadata(ctx, denom)
  }
  keeper.setParams(ctx, readParams(genesis.at('params')))
  const escrowed = genesis.at('total_escrowed')
  const escrowProblem = coinsProblem(escrowed.coins())
  if (escrowProblem !== undefined) throw escrowed.error(escrowProblem)
  for (const { denom, amount } of escrowed.coins()) keeper.setTotalEscrow(ctx, denom, amount)
}

function readDenom(json: GenesisReader): Denom {
  const denom = {
    base: json.at('base').string(),
    trace: json
      .at('trace')
      .list()
      .map((hop) => ({ portId: hop.at('port_id').string(), channelId: hop.at('channel_id').string() })),
  }
  rethrowing(
    (error) => json.error(error.log),
    () => validateDenom(denom),
  )
  return denom
}

/** By base, then by length and text of the trace. */
export const sortDenoms = (denoms: readonly Denom[]): Denom[] =>
  denoms.toSorted((a, b) => order(a.base, b.base) || a.trace.length - b.trace.length || order(pathOf(a), pathOf(b)))
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const exportGenesis = (keeper: TransferKeeper, ctx: Context): Json => ({
  port_id: keeper.port(ctx),
  denoms: sortDenoms(keeper.denoms(ctx)).map(({ base, trace }) => ({
    base,
    trace: trace.map(({ portId, channelId }) => ({ port_id: portId, channel_id: channelId })),
  })),
  params: paramsJson(keeper.params(ctx)),
  total_escrowed: keeper.allEscrowed(ctx).map(({ denom, amount }) => ({ denom, amount: String(amount) })),
})
