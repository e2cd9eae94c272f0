import type { Context } from '../../../chain/index.js'
import { ProtoError } from '../../../codec/index.js'
import {
  decodeMerkleProof,
  verifyChainedMembership,
  verifyChainedNonMembership,
  type ChainedProof,
} from '../../../store/ics23/index.js'
import type { ProofRequest } from '../clients/light-client.js'
import {
  ErrConsensusStateNotFound,
  ErrDelayPeriodNotPassed,
  ErrInvalidHeight,
  ErrInvalidProof,
  ErrProcessedHeightNotFound,
  ErrProcessedTimeNotFound,
} from '../errors.js'
import { compareHeights, height, heightStruct, heightText, selfHeight, type Height } from '../height.js'
import { getConsensusState, processedHeight, processedTime } from './state.js'
import type { ClientState } from './types.js'

/** Verifies a value against the root that the client knows for a height. Source: ibc-go v10 07-tendermint/client_state.go `verifyMembership`. */
export function verifyMembership(
  ctx: Context,
  id: string,
  state: ClientState,
  request: ProofRequest,
  value: Uint8Array,
): void {
  const { proof, root } = prepare(ctx, id, state, request)
  verifyChainedMembership(proof, state.proofSpecs, root, request.path, value)
}

/** Source: `verifyNonMembership`. */
export function verifyNonMembership(ctx: Context, id: string, state: ClientState, request: ProofRequest): void {
  const { proof, root } = prepare(ctx, id, state, request)
  verifyChainedNonMembership(proof, state.proofSpecs, root, request.path)
}

function prepare(ctx: Context, id: string, state: ClientState, request: ProofRequest) {
  if (compareHeights(state.latestHeight, request.height) < 0)
    throw ErrInvalidHeight.error(
      `client state height < proof height (${heightStruct(state.latestHeight)} < ${heightStruct(request.height)}), please ensure the client has been updated`,
    )
  checkDelay(ctx, id, request)
  const proof = readProof(request.proof, 'failed to unmarshal proof into ICS 23 commitment merkle proof')
  const consensus = getConsensusState(ctx, id, request.height)
  if (consensus === undefined)
    throw ErrConsensusStateNotFound.error(
      'please ensure the proof was constructed against a height that exists on the client',
    )
  return { proof, root: consensus.root.hash }
}

/** @throws ChainError commitment/2 with the description */
export function readProof(bytes: Uint8Array, description: string | ((why: string) => string)): ChainedProof {
  try {
    return decodeMerkleProof(bytes)
  } catch (error) {
    if (!(error instanceof ProtoError)) throw error
    throw ErrInvalidProof.error(typeof description === 'string' ? description : description(error.shortMessage))
  }
}

/** Source: `verifyDelayPeriodPassed`. */
function checkDelay(ctx: Context, id: string, { height: at, delayTime, delayBlocks }: ProofRequest): void {
  if (delayTime !== 0n) {
    const processed = processedTime(ctx, id, at)
    if (processed === undefined)
      throw ErrProcessedTimeNotFound.error(`processed time not found for height: ${heightText(at)}`)
    const valid = BigInt.asUintN(64, processed + delayTime)
    if (ctx.block.time < valid)
      throw ErrDelayPeriodNotPassed.error(`cannot verify packet until time: ${valid}, current time: ${ctx.block.time}`)
  }
  if (delayBlocks !== 0n) {
    const processed: Height | undefined = processedHeight(ctx, id, at)
    if (processed === undefined)
      throw ErrProcessedHeightNotFound.error(`processed height not found for height: ${heightText(at)}`)
    const valid = height(processed.revisionNumber, BigInt.asUintN(64, processed.revisionHeight + delayBlocks))
    const now = selfHeight(ctx)
    if (compareHeights(now, valid) < 0)
      throw ErrDelayPeriodNotPassed.error(
        `cannot verify packet until height: ${heightText(valid)}, current height: ${heightText(now)}`,
      )
  }
}
