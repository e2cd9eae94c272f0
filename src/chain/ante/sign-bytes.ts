import { concatBytes, NotSupportedError, toUtf8 } from '../../base/index.js'
import { aminoSignBytes, anyWriter, ProtoWriter, type Any } from '../../codec/index.js'
import { plainError } from '../errors.js'
import type { ReleaseTexts } from '../release.js'
import { rejectUnknownFields } from '../tx/strict.js'
import { directSignBytes, type SignatureMode, type Tx } from '../tx/tx.js'

/** What a signature is over. */
export interface Signed {
  readonly bytes: Uint8Array
  /** What the bytes were made of. */
  readonly tx: Tx
  readonly mode: SignatureMode
  readonly signer: Signer
}

/** What is signed in a mode. @throws ChainError undefined/1 for a mode that the chain does not accept */
export type SignedIn = (mode: SignatureMode) => Signed

/** Modes that a chain accepts besides the SDK's. */
export type ExtraModes = ReadonlySet<'eip191' | 'textual'>

/** Who signs. */
export interface Signer {
  readonly chainId: string
  readonly accountNumber: bigint
  readonly sequence: bigint
  /** Bech32, as the next one. */
  readonly address: string
  readonly feePayer: string
  readonly key: Any
}

/**
 * Source: neutron app/params/encoding.go (the modes), app/sigverify.go `internalSignModeToAPI`, cosmossdk.io/x/tx signing/handler_map.go.
 * @throws NotSupportedError for a mode that the chain accepts and Sudobox does not
 */
export const signedBy =
  (tx: Tx, signer: Signer, modes: ExtraModes, texts: ReleaseTexts): SignedIn =>
  (mode) => ({ bytes: bytesIn(mode, tx, signer, modes, texts), tx, mode, signer })

function bytesIn(
  mode: SignatureMode,
  tx: Tx,
  signer: Signer,
  modes: ExtraModes,
  { unsupportedTextual }: ReleaseTexts,
): Uint8Array {
  switch (mode) {
    case 'direct':
      return directSignBytes({ ...tx, ...signer })
    case 'directAux':
      return auxBytes(tx, signer)
    case 'amino':
      return aminoBytes(tx, signer)
    case 'eip191':
      if (!modes.has('eip191')) throw plainError('unsupported sign mode SIGN_MODE_EIP_191')
      return personalMessage(aminoBytes(tx, signer))
    case 'textual':
      if (!modes.has('textual')) throw plainError(`${unsupportedTextual} sign mode SIGN_MODE_TEXTUAL`)
      throw new NotSupportedError('SIGN_MODE_TEXTUAL is not supported: sign in SIGN_MODE_DIRECT')
    default:
      throw plainError(`unsupported sign mode ${mode === 'unspecified' ? 'SIGN_MODE_UNSPECIFIED' : mode}`)
  }
}

/** What a wallet of Ethereum signs as a message. Source: neutron tx/eip191.go. */
const personalMessage = (bytes: Uint8Array): Uint8Array =>
  concatBytes(toUtf8(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes)

/** Source: cosmossdk.io/x/tx signing/aminojson/aminojson.go `GetSignBytes`. */
function aminoBytes(tx: Tx, signer: Signer): Uint8Array {
  rejectUnknownFields('cosmos.tx.v1beta1.TxBody', tx.bodyBytes, false)
  if (tx.extensionOptions.length > 0 || tx.nonCriticalExtensionOptions.length > 0)
    throw plainError('SIGN_MODE_LEGACY_AMINO_JSON does not support protobuf extension options: invalid request')
  if (tx.fee === undefined) throw plainError('fee cannot be nil when tipper is not signer')
  const { amount, gasLimit, payer, granter } = tx.fee
  const fee = {
    amount: amount.map((coin) => ({ denom: coin.denom, amount: String(coin.amount) })),
    gas: String(gasLimit),
    ...(payer !== '' && { payer }),
    ...(granter !== '' && { granter }),
  }
  return aminoSignBytes({ ...tx, ...signer, fee })
}

/** Source: cosmossdk.io/x/tx signing/directaux/direct_aux.go `GetSignBytes`; proto cosmos.tx.v1beta1 `SignDocDirectAux`. */
function auxBytes(tx: Tx, { chainId, accountNumber, sequence, address, feePayer, key }: Signer): Uint8Array {
  if (feePayer === address) throw plainError(`fee payer ${address} cannot sign with SIGN_MODE_DIRECT_AUX: unauthorized`)
  return new ProtoWriter()
    .bytes(1, tx.bodyBytes)
    .message(2, anyWriter(key))
    .string(3, chainId)
    .uint64(4, accountNumber)
    .uint64(5, sequence)
    .finish()
}
