import type { QueryVerifyMembershipRequest } from 'cosmjs-types/ibc/core/client/v1/query'
import { ChainError } from '../../../base/index.js'
import { GrpcError, KV_GAS, type Context } from '../../../chain/index.js'
import { ErrClientNotActive, ErrInvalidClientType } from '../errors.js'
import { asGrpc, check } from '../grpc.js'
import { isZeroHeight } from '../height.js'
import { checkClientId, clientTypeOf, LOCALHOST_CLIENT } from '../identifiers.js'
import type { Clients } from './clients.js'

const DENIED = [LOCALHOST_CLIENT, '06-solomachine']
const GAS = 'verify membership query'

const invalid = (text: string): GrpcError => new GrpcError('InvalidArgument', text)

/**
 * The query that verifies a proof of a value against a client.
 * Source: ibc-go v10.5.0 02-client/keeper/grpc_query.go `VerifyMembership`
 * @throws GrpcError for an invalid request, and for a client that is missing or not active
 */
export function verifyMembership(clients: Clients, ctx: Context, request: QueryVerifyMembershipRequest): boolean {
  const { clientId: id, proof, proofHeight, merklePath, value } = request
  check(() => checkClientId(id))
  check(() => {
    if (DENIED.includes(clientTypeOf(id)))
      throw ErrInvalidClientType.error(`verify membership is disabled for client types [${DENIED.join(' ')}]`)
  })
  if (proof.length === 0) throw invalid('empty proof')
  if (isZeroHeight(proofHeight)) throw invalid('proof height must be non-zero')
  if (merklePath.keyPath.length === 0) throw invalid('empty merkle path')
  if (value.length === 0) throw invalid('empty value')
  const { gasMeter } = ctx
  try {
    const client = asGrpc('NotFound', () => clients.verifier(ctx, id))
    const status = clients.status(ctx, id)
    if (status !== 'Active')
      throw new GrpcError(
        'FailedPrecondition',
        ErrClientNotActive.error(`cannot verify membership using client (${id}) with status ${status}`).log,
      )
    gasMeter.consume(3 * KV_GAS.readPerByte * proof.length, GAS)
    const branch = ctx.branch()
    try {
      const { timeDelay: delayTime, blockDelay: delayBlocks } = request
      const path = merklePath.keyPath
      client.verifyMembership(branch.ctx, id, { height: proofHeight, delayTime, delayBlocks, proof, path }, value)
      return true
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      return false
    } finally {
      branch.discard()
    }
  } finally {
    // The branch shares the meter of the context, so the reference charges everything twice.
    gasMeter.consume(gasMeter.consumed, GAS)
  }
}
