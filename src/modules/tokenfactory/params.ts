import type { Json } from '../../base/json-value.js'
import { parseAccAddress, plainError, rethrowing, type GenesisReader } from '../../chain/index.js'
import { coinsAreValid, coinsText } from '../../codec/index.js'
import type { Params } from '../../codec/messages/osmosis.tokenfactory.js'

/** Source: neutron x/tokenfactory/types/params.go. */
export const DEFAULT_PARAMS: Params = {
  denomCreationFee: [],
  denomCreationGasConsume: 0n,
  feeCollectorAddress: '',
  whitelistedHooks: [],
}

/** @throws ChainError undefined/1 with Go's text. Source: `Params.Validate`. */
export function validateParams(prefix: string, params: Params): void {
  const { denomCreationFee: fee, feeCollectorAddress: collector, whitelistedHooks } = params
  if (fee.length > 0 !== (collector !== ''))
    throw plainError('DenomCreationFee and FeeCollectorAddr must be both set or both unset')
  if (!coinsAreValid(fee))
    throw plainError(`failed to validate DenomCreationFee: invalid denom creation fee: ${coinsText(fee)}`)
  if (collector !== '')
    within('failed to validate FeeCollectorAddress: invalid fee collector address', () =>
      parseAccAddress(prefix, collector),
    )
  const seen = new Set<string>()
  for (const { codeId, denomCreator } of whitelistedHooks) {
    const text = (codeId === 0n ? '' : `code_id:${codeId} `) + `denom_creator:${JSON.stringify(denomCreator)} `
    if (seen.has(text)) throw plainError(`failed to validate WhitelistedHooks: duplicate whitelisted hook: ${text}`)
    seen.add(text)
    within('failed to validate WhitelistedHooks: invalid denom creator address', () =>
      parseAccAddress(prefix, denomCreator),
    )
  }
}

function within(what: string, check: () => unknown): void {
  rethrowing((error) => plainError(`${what}: ${error.log}`), check)
}

export const paramsJson = (params: Params): Json => ({
  denom_creation_fee: params.denomCreationFee.map(({ denom, amount }) => ({ denom, amount: String(amount) })),
  denom_creation_gas_consume: String(params.denomCreationGasConsume),
  fee_collector_address: params.feeCollectorAddress,
  whitelisted_hooks: params.whitelistedHooks.map(({ codeId, denomCreator }) => ({
    code_id: String(codeId),
    denom_creator: denomCreator,
  })),
})

/** @throws UsageError that names the place */
export function readParams(prefix: string, json: GenesisReader): Params {
  const params: Params = {
    denomCreationFee: json.at('denom_creation_fee').coins(),
    denomCreationGasConsume: json.at('denom_creation_gas_consume').integer(),
    feeCollectorAddress: json.at('fee_collector_address').string(),
    whitelistedHooks: json
      .at('whitelisted_hooks')
      .list()
      .map((hook) => ({ codeId: hook.at('code_id').integer(), denomCreator: hook.at('denom_creator').string() })),
  }
  try {
    validateParams(prefix, params)
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
  return params
}
