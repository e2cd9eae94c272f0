import { sha256 } from '../../crypto/index.js'
import { AuthInfo, TxBody, TxRaw, type ModeInfo } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { ChainError, toHex } from '../../base/index.js'
import { decodeCoin, goTimestamp, ProtoWriter, type Any, type Coin, type CoinText } from '../../codec/index.js'
import { isAddress, parseAddress, type AddressReader } from '../address.js'
import { checkPublicKey } from '../ante/public-keys.js'
import { bitsOf } from '../ante/signature-data.js'
import { plainError, rethrowing } from '../errors.js'
import { checkTxRaw } from './raw.js'
import { checkBody, rejectUnknownFields } from './strict.js'
import { checkTexts } from './texts.js'
import type { RegisteredTypes } from '../release.js'
import { decoding, type MessageRouter } from '../routers.js'
import { ErrInvalidRequest, ErrTxDecode } from '../sdk-errors.js'

/** One signer as the transaction names it. */
interface SignerInfo {
  /** Absent when the account's key is known to the chain. */
  readonly publicKey: Any | undefined
  readonly sequence: bigint
  /** Absent only in a simulation. */
  readonly mode: SignerMode | undefined
}

/** What a signature covers; a number is a mode without a name. Source: proto cosmos.tx.signing.v1beta1 `SignMode`. */
export type SignatureMode = 'direct' | 'directAux' | 'amino' | 'eip191' | 'textual' | 'unspecified' | number

/** Sign mode of one key, or of each key of a multisig with the bit array of who signed. */
export type SignerMode =
  | { readonly kind: 'single'; readonly mode: SignatureMode }
  | { readonly kind: 'multi'; readonly bits: readonly boolean[] | undefined; readonly modes: readonly SignerMode[] }
  | { readonly kind: 'none' }

/** A decoded transaction. Source: cosmos-sdk x/auth/tx. */
export interface Tx {
  readonly bytes: Uint8Array
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly messages: readonly Any[]
  readonly memo: string
  readonly timeoutHeight: bigint
  /** Nanoseconds since 1970; undefined when there is none. */
  readonly timeoutTimestamp: bigint | undefined
  readonly unordered: boolean
  readonly extensionOptions: readonly Any[]
  readonly nonCriticalExtensionOptions: readonly Any[]
  /** Undefined when the transaction lacks its fee message. */
  readonly fee: TxFee | undefined
  readonly signerInfos: readonly SignerInfo[]
  readonly signatures: readonly Uint8Array[]
  /** Addresses that must sign: those of the messages in order, then the fee payer, each once. */
  readonly signers: readonly Uint8Array[]
  /** What is wrong with an address of a signer: the steps before the messages say it. */
  readonly signersError?: ChainError
}

interface TxFee {
  readonly amount: readonly Coin[]
  readonly gasLimit: bigint
  readonly payer: string
  readonly granter: string
}

/** SHA-256 of the bytes, the id of a transaction for contracts and the index, which both use it for the current one. */
export function txDigest(bytes: Uint8Array): Uint8Array {
  if (last?.bytes !== bytes) last = { bytes, digest: sha256(bytes) }
  return last.digest
}
let last: { readonly bytes: Uint8Array; readonly digest: Uint8Array } | undefined

/** Hash of a transaction in upper-case hex, as block explorers and RPC name it. */
export const txHash = (bytes: Uint8Array): string => toHex(txDigest(bytes)).toUpperCase()

/** The decoded transaction before its messages, keys and coins are decoded. */
export type TxParts = Omit<Tx, 'bytes' | 'fee' | 'signers' | 'signersError'> & {
  readonly fee: (Omit<TxFee, 'amount'> & { readonly amount: readonly CoinText[] }) | undefined
}

/** Records the result of {@link decodeTx} in advance for bytes just encoded, which must not be changed. */
export function learnTx(bytes: Uint8Array, parts: TxParts): void {
  written = { bytes, parts }
}
let written: { readonly bytes: Uint8Array; readonly parts: TxParts } | undefined

/**
 * Reads a transaction from its bytes (`TxRaw`).
 * @throws ChainError sdk/2 `…: tx parse error`
 * Source: cosmos-sdk x/auth/tx/decoder.go.
 */
export function decodeTx(bytes: Uint8Array, router: MessageRouter, reader: AddressReader): Tx {
  const { parts, fee } = asDecodeError(() => {
    const known = written?.bytes === bytes ? written.parts : readParts(bytes, router)
    for (const message of known.messages) router.decode(message)
    for (const { typeUrl } of [...known.extensionOptions, ...known.nonCriticalExtensionOptions])
      checkExtension(typeUrl, router.registered)
    for (const { publicKey } of known.signerInfos)
      if (publicKey !== undefined) checkPublicKey(publicKey, router.registered.keys)
    return { parts: known, fee: known.fee && { ...known.fee, amount: known.fee.amount.map(decodeCoin) } }
  })
  const signers = new Map<string, Uint8Array>()
  let signersError: ChainError | undefined
  const sign = (text: string) => {
    const address = parseAddress(reader, text)
    const id = toHex(address)
    if (!signers.has(id)) signers.set(id, address)
  }
  // One that was just written has no such text.
  if (written?.bytes !== bytes) for (const message of parts.messages) checkTexts(message)
  try {
    for (const message of parts.messages) router.signers(message).forEach(sign)
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    signersError = error
  }
  // The steps before the messages say what is wrong with a payer.
  if (fee !== undefined && fee.payer !== '' && isAddress(reader, fee.payer)) sign(fee.payer)
  return { ...parts, bytes, fee, signers: [...signers.values()], ...(signersError && { signersError }) }
}

/** @throws ChainError undefined/1. Source: cosmos-sdk codec/types/interface_registry.go `UnpackAny`. */
function checkExtension(typeUrl: string, { extensions }: RegisteredTypes): void {
  if (extensions.size === 0) throw plainError('no registered implementations of type tx.TxExtensionOptionI')
  if (!extensions.has(typeUrl))
    throw plainError(`no concrete type registered for type URL ${typeUrl} against interface *tx.TxExtensionOptionI`)
}

/** @throws ChainError undefined/1, ProtoError, and what generated code throws */
function readParts(bytes: Uint8Array, router: MessageRouter): TxParts {
  checkTxRaw(bytes)
  const raw = TxRaw.decode(bytes)
  const isKnown = (typeUrl: string) => router.has(typeUrl) || router.registered.extensions.has(typeUrl)
  checkBody(raw.bodyBytes, isKnown, router.types)
  rejectUnknownFields('cosmos.tx.v1beta1.AuthInfo', raw.authInfoBytes)
  const body = TxBody.decode(raw.bodyBytes)
  const auth = AuthInfo.decode(raw.authInfoBytes)
  const stamp = body.timeoutTimestamp
  return {
    bodyBytes: raw.bodyBytes,
    authInfoBytes: raw.authInfoBytes,
    messages: body.messages,
    memo: body.memo,
    timeoutHeight: body.timeoutHeight,
    timeoutTimestamp: stamp && goTimestamp(stamp),
    unordered: body.unordered,
    extensionOptions: body.extensionOptions,
    nonCriticalExtensionOptions: body.nonCriticalExtensionOptions,
    fee: auth.fee,
    signerInfos: auth.signerInfos.map((info) => ({
      publicKey: info.publicKey,
      sequence: info.sequence,
      mode: info.modeInfo && signerMode(info.modeInfo),
    })),
    signatures: raw.signatures,
  }
}

function signerMode({ single, multi }: ModeInfo): SignerMode {
  if (multi !== undefined) {
    const { bitarray, modeInfos } = multi
    const bits = bitarray && bitsOf(bitarray.extraBitsStored, bitarray.elems)
    return { kind: 'multi', bits, modes: modeInfos.map(signerMode) }
  }
  return single === undefined ? { kind: 'none' } : { kind: 'single', mode: MODES.get(single.mode) ?? single.mode }
}

const MODES: ReadonlyMap<SignMode, SignatureMode> = new Map([
  [SignMode.SIGN_MODE_UNSPECIFIED, 'unspecified'],
  [SignMode.SIGN_MODE_DIRECT, 'direct'],
  [SignMode.SIGN_MODE_DIRECT_AUX, 'directAux'],
  [SignMode.SIGN_MODE_LEGACY_AMINO_JSON, 'amino'],
  [SignMode.SIGN_MODE_EIP_191, 'eip191'],
  [SignMode.SIGN_MODE_TEXTUAL, 'textual'],
])

/** The decoder wraps its errors, and baseapp once more. */
function asDecodeError<T>(decode: () => T): T {
  return rethrowing(
    (error) => ErrTxDecode.error(ErrTxDecode.error(error.log).log),
    () => decoding(decode),
  )
}

/** The bytes that a signer signs in direct mode: a `SignDoc`. Source: cosmos-sdk x/tx/signing/direct. */
export const directSignBytes = (tx: {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly chainId: string
  readonly accountNumber: bigint
}): Uint8Array =>
  new ProtoWriter()
    .bytes(1, tx.bodyBytes)
    .bytes(2, tx.authInfoBytes)
    .string(3, tx.chainId)
    .uint64(4, tx.accountNumber)
    .finish()

/** @throws ChainError sdk/18. Source: baseapp `validateBasicTxMsgs`. */
export function assertHasMessages(tx: Tx): void {
  if (tx.messages.length === 0) throw ErrInvalidRequest.error('must contain at least one message')
}
