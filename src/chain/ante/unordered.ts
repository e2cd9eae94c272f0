import type { Context } from '../context.js'
import { rethrowing } from '../errors.js'
import { ErrInvalidRequest, ErrNotSupported } from '../sdk-errors.js'
import type { Tx } from '../tx/tx.js'
import type { AnteAccounts } from './expected.js'
import { isNever } from './go-time.js'
import type { TxMode } from './step.js'

/**
 * What a chain does with unordered transactions. Those of chains that accept them have a timeout instead of sequences.
 * `refusedLate`: the step for signatures is older than they are, so only the step for sequences refuses them.
 */
export type UnorderedRule = 'accepted' | 'refused' | 'refusedLate'

/** Source: cosmos-sdk x/auth/ante/sigverify.go `DefaultUnorderedTxGasCost`, `DefaultMaxTimeoutDuration`. */
const GAS = 2240
const MAX_TTL = 600_000_000_000n

/** Checks the timeout of an unordered transaction and notes it for each signer. @throws ChainError. Source: `verifyUnorderedNonce` */
export function useTimeout(ctx: Context, accounts: AnteAccounts, tx: Tx, { simulate }: TxMode): void {
  const { time } = ctx.block
  const until = tx.timeoutTimestamp
  if (until === undefined || isNever(until))
    throw ErrInvalidRequest.error('unordered transaction must have timeout_timestamp set')
  if (until < time)
    throw ErrInvalidRequest.error('unordered transaction has a timeout_timestamp that has already passed')
  if (until > time + MAX_TTL) throw ErrInvalidRequest.error('unordered tx ttl exceeds 10m0s')
  ctx.gasMeter.consume(GAS, 'unordered tx')
  if (simulate) return
  for (const signer of tx.signers)
    rethrowing(
      (error) => ErrInvalidRequest.error(`failed to add unordered nonce: ${error.log}`),
      () => accounts.useTimeout(ctx, signer, until),
    )
}

/** Before signatures are verified. @throws ChainError sdk/37. Source: `SigVerificationDecorator` */
export function assertEnabled(tx: Tx, rule: UnorderedRule): void {
  if (tx.unordered && rule === 'refused') throw ErrNotSupported.error('unordered transactions are not enabled')
}

/** Before sequences are incremented. @throws ChainError sdk/37. Source: `IncrementSequenceDecorator` */
export function assertNotDisabled(tx: Tx, rule: UnorderedRule): void {
  if (tx.unordered && rule !== 'accepted') throw ErrNotSupported.error('unordered transactions are disabled')
}
