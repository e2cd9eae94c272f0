import { fromUtf8 } from '../../../base/index.js'
import type { Json } from '../../../base/json-value.js'
import type { Signed } from '../../../chain/ante/index.js'
import { aminoSignBytes } from '../../../codec/index.js'
import { isReadable } from './amino-names.js'

/** A transaction in amino JSON, of which its typed data is made. */
export interface Document {
  readonly json: { readonly [name: string]: Json }
  readonly messages: readonly Json[]
}

/**
 * The document of what was signed; undefined if the chain makes none of it. One of the direct mode has no fee payer, granter or timeout, so a signature over
 * it does not commit to them.
 * Source: cosmos/evm v0.7.3 ethereum/eip712/encoding.go `GetEIP712TypedDataForMsg`.
 */
export function documentOf({ tx, mode, bytes, signer }: Signed): Document | undefined {
  if (tx.messages.length === 0 || tx.signers.length !== 1) return undefined
  if (mode === 'amino') return tx.messages.every(isReadable) ? read(bytes) : undefined
  const hasMore = tx.timeoutHeight !== 0n || tx.extensionOptions.length > 0 || tx.nonCriticalExtensionOptions.length > 0
  if (mode !== 'direct' || hasMore || tx.signerInfos.length !== 1 || tx.fee === undefined) return undefined
  return read(
    aminoSignBytes({
      ...signer,
      messages: tx.messages,
      memo: tx.memo,
      fee: {
        amount: tx.fee.amount.map(({ denom, amount }) => ({ denom, amount: String(amount) })),
        gas: String(tx.fee.gasLimit),
      },
      timeoutHeight: 0n,
      timeoutTimestamp: undefined,
      unordered: false,
    }),
  )
}

function read(bytes: Uint8Array): Document {
  const { msgs, ...json } = JSON.parse(fromUtf8(bytes)) as Document['json'] & { readonly msgs: readonly Json[] }
  return { json, messages: msgs }
}
