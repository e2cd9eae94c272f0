import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import type { Any } from '../codec/any.js'
import type { Coin } from '../codec/coins.js'
import { encodeCoin } from '../codec/go-int.js'
import { directSignBytes } from './tx.js'

/** Who signs: its public key as `Any`, the account's number and sequence, and the signature over sign bytes. */
export interface TxSigner {
  readonly publicKey: Any
  readonly accountNumber: bigint
  readonly sequence: bigint
  /** Gives 64 bytes over the SHA-256 of the sign bytes. */
  sign(signBytes: Uint8Array): Uint8Array
}

export interface TxContent {
  readonly chainId: string
  readonly messages: readonly Any[]
  readonly fee: readonly Coin[]
  readonly gasLimit: bigint
  readonly memo?: string
  readonly timeoutHeight?: bigint
  readonly feePayer?: string
  /** In the order in which the messages name them. */
  readonly signers: readonly TxSigner[]
}

/** The bytes of a transaction signed in direct mode, as a wallet builds them. */
export function buildTx(content: TxContent): Uint8Array {
  const bodyBytes = TxBody.encode(
    TxBody.fromPartial({
      messages: content.messages.map(({ typeUrl, value }) => ({ typeUrl, value })),
      memo: content.memo ?? '',
      timeoutHeight: content.timeoutHeight ?? 0n,
    }),
  ).finish()
  const authInfoBytes = AuthInfo.encode(
    AuthInfo.fromPartial({
      signerInfos: content.signers.map(({ publicKey, sequence }) => ({
        publicKey: { typeUrl: publicKey.typeUrl, value: publicKey.value },
        modeInfo: { single: { mode: SignMode.SIGN_MODE_DIRECT } },
        sequence,
      })),
      fee: { amount: content.fee.map(encodeCoin), gasLimit: content.gasLimit, payer: content.feePayer ?? '' },
    }),
  ).finish()
  const signatures = content.signers.map((signer) =>
    signer.sign(
      directSignBytes({ bodyBytes, authInfoBytes, chainId: content.chainId, accountNumber: signer.accountNumber }),
    ),
  )
  return TxRaw.encode({ bodyBytes, authInfoBytes, signatures }).finish()
}
