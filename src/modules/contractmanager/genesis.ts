import type { Json } from '../../base/json-value.js'
import { fromBase64, toBase64 } from '../../base/index.js'
import { GenesisReader, plainError, type Context } from '../../chain/index.js'
import type { Failure, Params } from '../../codec/neutron/contractmanager.js'
import { DEFAULT_PARAMS, type ContractManagerKeeper } from './keeper.js'

/** Source: neutron x/contractmanager/genesis.go, types/genesis.go. */

interface Genesis {
  readonly params: Params
  readonly failures: readonly Failure[]
}

export const paramsJson = ({ sudoCallGasLimit }: Params): Json => ({ sudo_call_gas_limit: String(sudoCallGasLimit) })

export const defaultGenesis = (): Json => ({ params: paramsJson(DEFAULT_PARAMS), failures_list: [] })

function readGenesis(state: Json): Genesis {
  const reader = new GenesisReader(state, 'contractmanager')
  const failures = reader
    .at('failures_list')
    .list()
    .map((item): Failure => {
      const payload = item.at('sudo_payload')
      return {
        address: item.at('address').string(),
        id: item.at('id').integer(),
        sudoPayload: fromBase64(payload.string()),
        error: item.at('error').string(),
      }
    })
  return { params: readParams(reader.at('params')), failures }
}

export function readParams(params: GenesisReader): Params {
  const limit = params.at('sudo_call_gas_limit')
  return limit.isAbsent ? DEFAULT_PARAMS : { sudoCallGasLimit: limit.integer() }
}

/** @throws ChainError undefined/1 `duplicated address for failure`; UsageError for JSON of another shape */
export function validateGenesis(state: Json): void {
  const seen = new Set<string>()
  for (const { address, id } of readGenesis(state).failures) {
    const key = `${address}/${id}`
    if (seen.has(key)) throw plainError('duplicated address for failure')
    seen.add(key)
  }
}

/** Failures get new ids, from 0 on for each contract, in the order of the list. */
export function initGenesis(keeper: ContractManagerKeeper, ctx: Context, state: Json): void {
  const { params, failures } = readGenesis(state)
  for (const { address, sudoPayload, error } of failures) keeper.addFailure(ctx, address, sudoPayload, error)
  keeper.setParams(ctx, params)
}

/** Nolus's module closes its iterator before it reads, and so exports one failure at most. Source: nolus-core x/contractmanager/keeper/failure.go `GetAllFailures`. */
const exported = (keeper: ContractManagerKeeper, ctx: Context): readonly Failure[] =>
  keeper.failures(ctx).slice(0, keeper.release === 'nolus' ? 1 : undefined)

export const exportGenesis = (keeper: ContractManagerKeeper, ctx: Context): Json => ({
  params: paramsJson(keeper.params(ctx)),
  failures_list: exported(keeper, ctx).map(({ address, id, sudoPayload, error }) => ({
    address,
    id: String(id),
    sudo_payload: toBase64(sudoPayload),
    error,
  })),
})
