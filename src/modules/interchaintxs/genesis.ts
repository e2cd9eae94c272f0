import type { Json } from '../../base/json-value.js'
import { GenesisReader, type Context } from '../../chain/index.js'
import type { IctxParams } from '../../codec/neutron/interchaintxs.js'
import { BASE_DENOM, type NeutronRelease } from '../../codec/neutron/release.js'
import type { InterchainTxsKeeper } from './keeper.js'

/** Source: neutron x/interchaintxs/types/params.go, genesis.go. */
const defaultParams = (release: NeutronRelease): IctxParams => ({
  msgSubmitTxMaxMessages: 16n,
  registerFee: [{ denom: BASE_DENOM[release], amount: 1_000_000n }],
})

export const paramsJson = ({ msgSubmitTxMaxMessages, registerFee }: IctxParams): Json => ({
  msg_submit_tx_max_messages: String(msgSubmitTxMaxMessages),
  register_fee: registerFee.map(({ denom, amount }) => ({ denom, amount: String(amount) })),
})

/** @throws UsageError that names the place */
export function readParams(json: GenesisReader): IctxParams {
  const most = json.at('msg_submit_tx_max_messages')
  if (most.integer() === 0n) throw most.error('MsgSubmitTxMaxMessages must be greater than zero')
  return { msgSubmitTxMaxMessages: most.integer(), registerFee: json.at('register_fee').coins() }
}

export const defaultGenesis = (release: NeutronRelease): Json => ({ params: paramsJson(defaultParams(release)) })

export function initGenesis(keeper: InterchainTxsKeeper, ctx: Context, state: Json): void {
  keeper.setParams(ctx, readParams(new GenesisReader(state, 'interchaintxs').at('params')))
}

export const exportGenesis = (keeper: InterchainTxsKeeper, ctx: Context): Json => ({
  params: paramsJson(keeper.params(ctx)),
})
