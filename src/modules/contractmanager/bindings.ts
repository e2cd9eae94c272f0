import { NO_BYTES, toUtf8 } from '../../base/index.js'
import { addressText, ErrNotFound, rethrowing, wrapError, wrapping, type Context } from '../../chain/index.js'
import {
  bool,
  bytes,
  goArray,
  goBytes,
  goObject,
  goString,
  pointer,
  string,
  struct,
  uint64,
  type ValueOf,
} from '../../codec/go-json/index.js'
import { QueryFailureResponse, type Failure } from '../../codec/neutron/contractmanager.js'
import type { ContractManagerKeeper } from './keeper.js'
import { queryFailure, queryFailures } from './queries.js'

/** The module's custom JSON for contracts. Source: neutron wasmbinding/message_plugin.go, queries.go. */

const ResubmitFailure = struct('ResubmitFailure', { failure_id: uint64 }, 'bindings.ResubmitFailure')

const PageRequest = struct(
  'PageRequest',
  { key: bytes, offset: uint64, limit: uint64, count_total: bool, reverse: bool },
  'query.PageRequest',
)
const Failures = struct('Failures', { address: string, pagination: pointer(PageRequest) }, 'bindings.Failures')

/** `{"resubmit_failure":{"failure_id":n}}`. The response's data is JSON; the message response is the failure as it was before its removal. */
export const resubmitBinding = (keeper: ContractManagerKeeper) => ({
  name: 'resubmit_failure',
  type: ResubmitFailure,
  send: (ctx: Context, contract: Uint8Array, { failure_id: failureId }: ValueOf<typeof ResubmitFailure>) => {
    const address = addressText(ctx.prefix, contract)
    const failure = wrapping('no failure with given FailureId found to resubmit', () =>
      queryFailure(keeper, ctx, { address, failureId }),
    )
    wrapping('failed to resubmitFailure', () => keeper.resubmit(ctx, contract, failureId))
    return {
      events: [],
      data: [toUtf8(goObject({ failure_id: String(failureId) }))],
      msgResponses: [
        { typeUrl: QueryFailureResponse.typeUrl, value: QueryFailureResponse.encode({ failure }).finish() },
      ],
    }
  },
})

const failureJson = ({ address, id, sudoPayload, error }: Failure): string =>
  goObject({
    address: address === '' ? undefined : goString(address),
    id: id === 0n ? undefined : String(id),
    sudo_payload: sudoPayload.length === 0 ? undefined : goBytes(sudoPayload),
    error: error === '' ? undefined : goString(error),
  })

/** Resubmits a failure on Nolus, where that never succeeds: {@link ContractManagerKeeper.resubmitFailure}. Source: nolus-core wasmbinding/message_plugin.go. */
export const nolusResubmitBinding = (keeper: ContractManagerKeeper) => ({
  name: 'resubmit_failure',
  type: ResubmitFailure,
  send: (ctx: Context, contract: Uint8Array, { failure_id: failureId }: ValueOf<typeof ResubmitFailure>) => {
    const failure = rethrowing(
      () => wrapError(ErrNotFound.error(), 'no failure found to resubmit'),
      () => keeper.failure(ctx, contract, failureId),
    )
    wrapping('failed to resubmitFailure', () => keeper.resubmitFailure(ctx, contract, failure))
    return { events: [], data: [], msgResponses: [] }
  },
})

/** `{"failures":{"address":…,"pagination":…}}`; no failures are `null`. The reference wraps its errors with the text of another query. */
export const failuresBinding = {
  name: 'failures',
  type: Failures,
  answer: (ctx: Context, _contract: Uint8Array, { address, pagination }: ValueOf<typeof Failures>): Uint8Array => {
    const page = pagination && {
      key: pagination.key ?? NO_BYTES,
      offset: pagination.offset,
      limit: pagination.limit,
      countTotal: pagination.count_total,
      reverse: pagination.reverse,
    }
    const { failures } = wrapping('unable to get denom admin', () =>
      wrapping(`failed to get failures for address: ${address}`, () =>
        queryFailures(ctx, { address, pagination: page }),
      ),
    )
    return toUtf8(goObject({ failures: failures.length === 0 ? 'null' : goArray(failures.map(failureJson)) }))
  },
}
