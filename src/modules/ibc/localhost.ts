import { registerError, type Context } from '../../chain/index.js'
import { equalBytes, textOf } from '../../base/index.js'
import { keyOf } from '../../store/index.js'
import type { LightClient, ProofRequest } from './clients/light-client.js'
import {
  ErrFailedMembershipVerification,
  ErrFailedNonMembershipVerification,
  ErrInvalidProof,
  ErrInvalidUpgradeClient,
  ErrUpdateClientFailed,
} from './errors.js'
import { selfHeight } from './height.js'
import { STORE } from './keys.js'

const ErrClientExists = registerError('client', 2, 'light client already exists')
const ErrInvalidPath = registerError('host', 3, 'invalid path')

/** Placeholder for a proof. */
const SENTINEL = Uint8Array.of(1)

/** The client of the chain itself: it reads its own store instead of verifying proofs. Source: ibc-go v10.5.0 light-clients/09-localhost. */
export const localhostClient: LightClient = {
  initialize: () => {
    throw ErrClientExists.error('localhost is stateless and cannot be initialized')
  },
  verifyMessage: () => {
    throw ErrUpdateClientFailed.error('client message verification is unsupported by the localhost client')
  },
  isMisbehaviour: () => false,
  freeze: () => {},
  update: (ctx) => [selfHeight(ctx)],
  verifyMembership(ctx, _id, request, value) {
    const found = ctx.store(STORE).get(keyIn(request))
    if (found === undefined)
      throw ErrFailedMembershipVerification.error(`value not found for path {${pathText(request)}}`)
    if (!equalBytes(found, value))
      throw ErrFailedMembershipVerification.error(
        `value provided does not equal value stored at path: {${pathText(request)}}`,
      )
  },
  verifyNonMembership(ctx, _id, request) {
    if (ctx.store(STORE).has(keyIn(request)))
      throw ErrFailedNonMembershipVerification.error(`value found for path {${pathText(request)}}`)
  },
  status: () => 'Active',
  latestHeight: (ctx: Context) => selfHeight(ctx),
  timestampAt: (ctx: Context) => ctx.block.time,
  recover: () => {
    throw ErrUpdateClientFailed.error('cannot update localhost client with a proposal')
  },
  upgrade: () => {
    throw ErrInvalidUpgradeClient.error('cannot upgrade localhost client')
  },
}

/** The key without the store prefix. */
function keyIn(request: ProofRequest) {
  const { proof, path } = request
  if (!equalBytes(proof, SENTINEL)) throw ErrInvalidProof.error(`expected ${textOf(SENTINEL)}, got ${textOf(proof)}`)
  if (path.length !== 2) throw ErrInvalidPath.error(`path must be of length 2: ${pathText(request)}`)
  return keyOf(path[1]!)
}

const pathText = ({ path }: ProofRequest): string => `[${path.map(textOf).join(' ')}]`
