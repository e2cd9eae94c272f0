import { equalBytes, NO_BYTES, own, toBase64 } from '../../base/index.js'
import { addressText } from '../address.js'
import type { Context } from '../context.js'
import { plainError, rethrowing } from '../errors.js'
import { event } from '../events.js'
import { GoPanic, nilPointer } from '../gas.js'
import {
  ErrInvalidPubKey,
  ErrInvalidRequest,
  ErrLogic,
  ErrTooManySignatures,
  ErrUnauthorized,
  ErrUnknownAddress,
  ErrWrongSequence,
} from '../sdk-errors.js'
import type { SignerMode, Tx } from '../tx/tx.js'
import type { AccountView, AnteAccounts, AuthParams } from './expected.js'
import { countKeys, multisigAddress, multisigKey, verifyMultisig } from './multisig.js'
import { keyBytesOf, MULTISIG_KEY, SIMULATED_KEY, type KeyType } from './public-keys.js'
import { signedBy, type ExtraModes, type SignedIn } from './sign-bytes.js'
import { onlyAmino, signatureBytes, signatureData, type SignatureData } from './signature-data.js'
import type { AnteStep } from './step.js'
import { assertEnabled, assertNotDisabled, useTimeout, type UnorderedRule } from './unordered.js'
import type { Any } from '../../codec/index.js'

/** Source: x/auth/ante/sigverify.go `GetSignerAcc`. */
function signerAccount(ctx: Context, accounts: AnteAccounts, address: Uint8Array): AccountView {
  const account = accounts.get(ctx, address)
  if (account === undefined) throw ErrUnknownAddress.error(`account ${addressText(ctx.prefix, address)} does not exist`)
  return account
}

/** @throws ChainError for a type that no chain knows */
function keyType({ release }: Context, key: Any): KeyType {
  const type = own(release.types.keys, key.typeUrl)
  if (type !== undefined) return type
  throw ErrLogic.error(`Expecting PubKey, got: ${key.typeUrl}`)
}

const addressOf = (ctx: Context, key: Any): Uint8Array =>
  key.typeUrl === MULTISIG_KEY ? multisigAddress(key) : keyType(ctx, key).address(keyBytesOf(key))

/** Source: cosmos-sdk x/auth/tx `GetSignaturesV2`. */
const dataOf = (tx: Tx, i: number): SignatureData | undefined => {
  const { mode } = tx.signerInfos[i]!
  return mode && signatureData(mode, tx.signatures[i] ?? NO_BYTES)
}

/** Puts the keys of new signers into their accounts; emits `acc_seq` and `signature`. Source: `SetPubKeyDecorator`. */
export const setPublicKeys =
  (accounts: AnteAccounts): AnteStep =>
  (ctx, tx, { simulate, verifySignatures }) => {
    const texts: string[] = []
    for (const [i, info] of tx.signerInfos.entries()) {
      const signer = signerAt(tx, i)
      texts.push(addressText(ctx.prefix, signer))
      if (info.publicKey === undefined && !simulate) continue
      const key = info.publicKey ?? SIMULATED_KEY
      if (!simulate && verifySignatures && !equalBytes(addressOf(ctx, key), signer))
        throw ErrInvalidPubKey.error(`pubKey does not match signer address ${texts[i]} with signer index: ${i}`)
      const account = signerAccount(ctx, accounts, signer)
      if (account.publicKey === undefined) accounts.setPublicKey(ctx, account, key)
    }
    const data = tx.signerInfos.map((_, i) => dataOf(tx, i))
    for (const [i, info] of tx.signerInfos.entries()) {
      if (!tx.unordered) ctx.events.emit(event('tx', ['acc_seq', `${texts[i]}/${info.sequence}`]))
      for (const bytes of signatureBytes(data[i])) ctx.events.emit(event('tx', ['signature', toBase64(bytes)]))
    }
    return ctx
  }

function signerAt(tx: Tx, i: number): Uint8Array {
  const signer = tx.signers[i]
  if (signer === undefined)
    throw new GoPanic(`runtime error: index out of range [${i}] with length ${tx.signers.length}`)
  return signer
}

/** Source: `ValidateSigCountDecorator`. */
export const checkSignatureCount =
  (accounts: AnteAccounts): AnteStep =>
  (ctx, tx) => {
    const { txSigLimit } = accounts.params(ctx)
    let count = 0
    for (const { publicKey } of tx.signerInfos) {
      count += publicKey === undefined ? 0 : countKeys(publicKey)
      if (BigInt(count) > txSigLimit) throw ErrTooManySignatures.error(`signatures: ${count}, limit: ${txSigLimit}`)
    }
    return ctx
  }

/** Source: `SigGasConsumeDecorator`, with neutron app/sigverify.go's prices by key type. */
export const chargeSignatures =
  (accounts: AnteAccounts): AnteStep =>
  (ctx, tx, { simulate }) => {
    const params = accounts.params(ctx)
    for (const [i] of tx.signerInfos.entries()) {
      const key = signerAccount(ctx, accounts, signerAt(tx, i)).publicKey ?? (simulate ? SIMULATED_KEY : undefined)
      if (key === undefined) throw ErrInvalidPubKey.error('unrecognized public key type: <nil>')
      chargeKey(ctx, params, key, dataOf(tx, i))
    }
    return ctx
  }

function chargeKey(ctx: Context, params: AuthParams, key: Any, data: SignatureData | undefined): void {
  if (key.typeUrl !== MULTISIG_KEY) {
    const type = keyType(ctx, key)
    const { amount, descriptor } = type.gas(params)
    ctx.gasMeter.consume(amount, descriptor)
    if (type.refused !== undefined) throw ErrInvalidPubKey.error(type.refused)
    return
  }
  if (data?.kind !== 'multi')
    throw plainError(
      `expected *signing.MultiSignatureData, got, ${data === undefined ? '<nil>' : '*signing.SingleSignatureData'}`,
    )
  const { keys } = multisigKey(key)
  let at = 0
  for (const [i, set] of data.bits.entries()) {
    if (!set) continue
    const inner = keys[i]
    if (inner === undefined) throw new GoPanic(`runtime error: index out of range [${i}] with length ${keys.length}`)
    if (at >= data.signatures.length)
      throw new GoPanic(`runtime error: index out of range [${at}] with length ${data.signatures.length}`)
    chargeKey(ctx, params, inner, data.signatures[at++])
  }
}

/** Source: neutron app/sigverify.go `SigVerificationDecorator`. */
export const verifySignatures =
  (accounts: AnteAccounts, modes: ExtraModes, rule: UnorderedRule): AnteStep =>
  (ctx, tx, mode) => {
    assertEnabled(tx, rule)
    if (tx.signerInfos.length !== tx.signers.length)
      throw ErrUnauthorized.error(
        `invalid number of signer;  expected: ${tx.signers.length}, got ${tx.signerInfos.length}`,
      )
    const isUnordered = tx.unordered && rule === 'accepted'
    if (isUnordered) useTimeout(ctx, accounts, tx, mode)
    for (const [i, info] of tx.signerInfos.entries()) {
      if (isUnordered && info.sequence > 0n)
        throw ErrInvalidRequest.error('sequence is not allowed for unordered transactions')
      const account = signerAccount(ctx, accounts, tx.signers[i]!)
      if (!mode.simulate && account.publicKey === undefined)
        throw ErrInvalidPubKey.error('pubkey on account is not set')
      if (!isUnordered && info.sequence !== account.sequence)
        throw ErrWrongSequence.error(`account sequence mismatch, expected ${account.sequence}, got ${info.sequence}`)
      if (!mode.simulate && mode.verifySignatures) verify(ctx, tx, i, account, modes)
    }
    return ctx
  }

/** @throws ChainError sdk/4, NotSupportedError */
function verify(ctx: Context, tx: Tx, i: number, account: AccountView, modes: ExtraModes): void {
  const { chainId, height } = ctx.block
  const accountNumber = height === 0 ? 0n : account.accountNumber
  const { sequence } = tx.signerInfos[i]!
  const key = account.publicKey!
  const data = dataOf(tx, i)
  // The chain reads the infos of all signers for each signature.
  if (tx.signerInfos.some(({ publicKey, mode }) => publicKey === undefined || lacksBits(mode))) throw nilPointer()
  const address = addressText(ctx.prefix, tx.signers[i]!)
  const feePayer = tx.fee?.payer || addressText(ctx.prefix, tx.signers[0]!)
  const signedIn = signedBy(tx, { chainId, accountNumber, sequence, address, feePayer, key }, modes, ctx.release.texts)
  rethrowing(
    (error) =>
      ErrUnauthorized.error(
        onlyAmino(data)
          ? `signature verification failed; please verify account number (${accountNumber}), sequence (${account.sequence}) and chain-id (${chainId})`
          : `signature verification failed; please verify account number (${accountNumber}) and chain-id (${chainId}): (${error.log})`,
      ),
    () => verifyData(ctx, key, data, signedIn),
  )
}

const lacksBits = (mode: SignerMode | undefined): boolean =>
  mode?.kind === 'multi' && (mode.bits === undefined || mode.modes.some(lacksBits))

/** Source: neutron app/sigverify.go `VerifySignature`. */
function verifyData(ctx: Context, key: Any, data: SignatureData | undefined, signedIn: SignedIn): void {
  if (data === undefined) throw plainError('unexpected SignatureData <nil>')
  if (data.kind === 'multi') {
    if (key.typeUrl !== MULTISIG_KEY) throw plainError('expected multisig.PubKey, got a single key')
    return verifyMultisig(multisigKey(key), data, signedIn, ctx.release.types.keys)
  }
  const signed = signedIn(data.mode)
  if (key.typeUrl === MULTISIG_KEY) throw new GoPanic('not implemented')
  if (!keyType(ctx, key).verify(keyBytesOf(key), signed, data.signature))
    throw plainError('unable to verify single signer signature')
}

/** Source: `IncrementSequenceDecorator`. */
export const incrementSequences =
  (accounts: AnteAccounts, rule: UnorderedRule): AnteStep =>
  (ctx, tx) => {
    assertNotDisabled(tx, rule)
    if (tx.unordered) return ctx
    for (const signer of tx.signers) accounts.incrementSequence(ctx, signerAccount(ctx, accounts, signer))
    return ctx
  }
