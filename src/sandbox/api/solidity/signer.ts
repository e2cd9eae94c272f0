import { NotSupportedError, UsageError } from '../../../base/index.js'
import { Account } from '../account.js'
import { ImpersonatedAccount } from '../impersonated-account.js'

/** The name of an account that signs a transaction of Ethereum. @throws UsageError for what is no account; NotSupportedError for an impersonated one */
export function signerName(from: unknown): string {
  if (!(from instanceof Account))
    throw new UsageError(
      `the sender is no account, but ${typeof from === 'string' ? `the text "${from}"` : typeof from}`,
      {
        details: ["right: { from: alice }, with alice = evm.account('alice')"],
      },
    )
  if (from instanceof ImpersonatedAccount)
    throw new NotSupportedError(`${from.name} is impersonated, and transactions of Ethereum need a signature`, {
      details: [
        'right: an account with a key; contract.read.f([…], { from }) calls as any address, and changes nothing',
      ],
    })
  return from.name
}
