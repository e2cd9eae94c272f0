import type { Json } from '../../base/json-value.js'
import type { GenesisReader } from '../../chain/index.js'
import { decimalText, parseDecimal } from '../../codec/index.js'
import type { Params } from '../../codec/messages/feemarket.feemarket.v1.js'

/** Off; the other values are those of Neutron's recordings. */
export const DEFAULT_PARAMS: Json = {
  alpha: '1.000000000000000000',
  beta: '1.000000000000000000',
  gamma: '0.000000000000000000',
  delta: '1.000000000000000000',
  min_base_gas_price: '0.002500000000000000',
  min_learning_rate: '0.500000000000000000',
  max_learning_rate: '1.500000000000000000',
  max_block_utilization: '30000000',
  window: '1',
  fee_denom: 'untrn',
  enabled: false,
  distribute_fees: true,
  send_tip_to_proposer: false,
}

export const readParams = (json: GenesisReader): Params => {
  const decimal = (name: string): bigint => json.at(name).parsed(parseDecimal)
  return {
    alpha: decimal('alpha'),
    beta: decimal('beta'),
    gamma: decimal('gamma'),
    delta: decimal('delta'),
    minBaseGasPrice: decimal('min_base_gas_price'),
    minLearningRate: decimal('min_learning_rate'),
    maxLearningRate: decimal('max_learning_rate'),
    maxBlockUtilization: json.at('max_block_utilization').integer(),
    window: json.at('window').integer(),
    feeDenom: json.at('fee_denom').string(),
    enabled: json.at('enabled').boolean(),
    distributeFees: json.at('distribute_fees').boolean(),
    sendTipToProposer: json.at('send_tip_to_proposer').boolean(),
  }
}

export const paramsJson = (params: Params): Json => ({
  alpha: decimalText(params.alpha),
  beta: decimalText(params.beta),
  gamma: decimalText(params.gamma),
  delta: decimalText(params.delta),
  min_base_gas_price: decimalText(params.minBaseGasPrice),
  min_learning_rate: decimalText(params.minLearningRate),
  max_learning_rate: decimalText(params.maxLearningRate),
  max_block_utilization: String(params.maxBlockUtilization),
  window: String(params.window),
  fee_denom: params.feeDenom,
  enabled: params.enabled,
  distribute_fees: params.distributeFees,
  send_tip_to_proposer: params.sendTipToProposer,
})
