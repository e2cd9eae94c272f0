import { plainError } from '../../chain/index.js'
import { decimalText, denomProblem } from '../../codec/index.js'
import type { Params } from '../../codec/messages/gaia.globalfee.v1beta1.js'

/** @throws ChainError undefined/1 for params that the module refuses. Source: neutron x/globalfee/types/params.go `ValidateBasic` (06e81b9f). */
export function validateParams({ minimumGasPrices, bypassMinFeeMsgTypes }: Params): void {
  const seen = new Set<string>()
  let last: string | undefined
  for (const { denom, amount } of minimumGasPrices) {
    if (seen.has(denom)) throw plainError(`duplicate denomination ${denom}`)
    const problem = denomProblem(denom)
    if (problem !== undefined) throw plainError(problem)
    if (last !== undefined && denom <= last) throw plainError(`denomination ${denom} is not sorted`)
    if (amount < 0n) throw plainError(`coin ${decimalText(amount)} amount is negative`)
    seen.add(denom)
    last = denom
  }
  for (const typeUrl of bypassMinFeeMsgTypes) {
    if (typeUrl === '') throw plainError('invalid empty bypass msg type')
    if (!typeUrl.startsWith('/')) throw plainError(`invalid bypass msg type name ${typeUrl}`)
  }
}
