import { SudoboxError } from '../../../base/index.js'
import { EVM_KEY_TYPES, EVM_SECP256K1_KEY, type KeyTypes, type Signed } from '../../../chain/ante/index.js'
import { goTypedDataBytes } from '../../../evm/internal.js'
import { isWritable } from './amino-names.js'
import { documentOf } from './document.js'
import { earlierForm } from './earlier-form.js'
import { typedForm } from './form.js'

const KEY = EVM_KEY_TYPES[EVM_SECP256K1_KEY]!

/**
 * Types of keys of a chain with the EVM inside: a wallet of Ethereum may sign a transaction as typed data, also in the form of earlier releases.
 * @param chainId of the EVM
 * Source: cosmos/evm v0.7.3 crypto/ethsecp256k1 `VerifySignature`.
 */
export const keyTypes = (chainId: bigint): KeyTypes => ({
  ...EVM_KEY_TYPES,
  [EVM_SECP256K1_KEY]: {
    ...KEY,
    verify: (key, signed, signature) => {
      const isOver = (bytes: Uint8Array | undefined): boolean =>
        bytes !== undefined && KEY.verify(key, { ...signed, bytes }, signature)
      if (isOver(signed.bytes)) return true
      const present = presentBytes(signed, chainId)
      return present !== undefined && (isOver(present) || isOver(earlierBytes(signed, chainId)))
    },
  },
})

/** The bytes of the present form, whose hash is signed; undefined for a transaction that has none. */
export const presentBytes = (signed: Signed, chainId: bigint): Uint8Array | undefined =>
  attempt(() => {
    const document = documentOf(signed)
    return document && goTypedDataBytes(typedForm(document, chainId))
  })

/** Those of the form of earlier releases. */
export const earlierBytes = (signed: Signed, chainId: bigint): Uint8Array | undefined =>
  attempt(() => {
    const document = documentOf(signed)
    if (document === undefined || !signed.tx.messages.every(isWritable)) return undefined
    return goTypedDataBytes(earlierForm(document, signed, chainId))
  })

/** What cannot be written in a form has none. */
function attempt<T>(make: () => T | undefined): T | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof SudoboxError) return undefined
    throw error
  }
}
