import { NotSupportedError } from '../../base/errors.js'
import { equalBytes, toBase64 } from '../../base/bytes.js'
import { addressText } from '../address.js'
import type { Context } from '../context.js'
import { plainError } from '../errors.js'
import { event } from '../events.js'
import {
  ErrInvalidPubKey,
  ErrLogic,
  ErrTooManySignatures,
  ErrUnauthorized,
  ErrUnknownAddress,
  ErrWrongSequence,
} from '../sdk-errors.js'
import { directSignBytes, type Tx } from '../tx.js'
import type { AccountView, AnteAccounts } from './expected.js'
import { KEY_TYPES, keyBytesOf, MULTISIG_KEY, SIMULATED_KEY, type KeyType } from './public-keys.js'
import type { AnteStep } from './step.js'
import type { Any } from '../../codec/any.js'

/** Source: x/auth/ante/sigverify.go `GetSignerAcc`. */
function signerAccount(ctx: Context, accounts: AnteAccounts, address: Uint8Array): AccountView {
  const account = accounts.get(ctx, address)
  if (account === undefined) throw ErrUnknownAddress.error(`account ${addressText(ctx.prefix, address)} does not exist`)
  return account
}

/** @throws NotSupportedError for multi-signatures, ChainError for a type that no chain knows */
function keyType(key: Any): KeyType {
  const type = KEY_TYPES[key.typeUrl]
  if (type !== undefined) return type
  if (key.typeUrl === MULTISIG_KEY)
    throw new NotSupportedError('multi-signature accounts are not supported: sign with a single key')
  throw ErrLogic.error(`Expecting PubKey, got: ${key.typeUrl}`)
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
      const type = keyType(key)
      if (!simulate && verifySignatures && !equalBytes(type.address(keyBytesOf(key)), signer))
        throw ErrInvalidPubKey.error(`pubKey does not match signer address ${texts[i]} with signer index: ${i}`)
      const account = signerAccount(ctx, accounts, signer)
      if (account.publicKey === undefined) accounts.setPublicKey(ctx, account, key)
    }
    for (const [i, info] of tx.signerInfos.entries()) {
      if (!tx.unordered) ctx.events.emit(event('tx', ['acc_seq', `${texts[i]}/${info.sequence}`]))
      if (info.mode === 'unset') throw plainError('got empty SignatureData')
      ctx.events.emit(event('tx', ['signature', toBase64(tx.signatures[i] ?? new Uint8Array(0))]))
    }
    return ctx
  }

function signerAt(tx: Tx, i: number): Uint8Array {
  const signer = tx.signers[i]
  if (signer === undefined)
    throw ErrUnauthorized.error(
      `invalid number of signer;  expected: ${tx.signers.length}, got ${tx.signerInfos.length}`,
    )
  return signer
}

/** Source: `ValidateSigCountDecorator`. */
export const checkSignatureCount =
  (accounts: AnteAccounts): AnteStep =>
  (ctx, tx) => {
    const { txSigLimit } = accounts.params(ctx)
    const count = tx.signerInfos.length
    if (BigInt(count) > txSigLimit)
      throw ErrTooManySignatures.error(`signatures: ${txSigLimit + 1n}, limit: ${txSigLimit}`)
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
      const type = keyType(key)
      const { amount, descriptor } = type.gas(params)
      ctx.gasMeter.consume(amount, descriptor)
      if (type.refused !== undefined) throw ErrInvalidPubKey.error(type.refused)
    }
    return ctx
  }

/** Source: neutron app/sigverify.go `SigVerificationDecorator`. */
export const verifySignatures =
  (accounts: AnteAccounts): AnteStep =>
  (ctx, tx, mode) => {
    if (tx.signerInfos.length !== tx.signers.length)
      throw ErrUnauthorized.error(
        `invalid number of signer;  expected: ${tx.signers.length}, got ${tx.signerInfos.length}`,
      )
    for (const [i, info] of tx.signerInfos.entries()) {
      const account = signerAccount(ctx, accounts, tx.signers[i]!)
      if (!mode.simulate && account.publicKey === undefined)
        throw ErrInvalidPubKey.error('pubkey on account is not set')
      if (info.sequence !== account.sequence)
        throw ErrWrongSequence.error(`account sequence mismatch, expected ${account.sequence}, got ${info.sequence}`)
      if (!mode.simulate && mode.verifySignatures) verify(ctx, tx, i, account, account.publicKey!)
    }
    return ctx
  }

function verify(ctx: Context, tx: Tx, i: number, account: AccountView, key: Any): void {
  const { mode } = tx.signerInfos[i]!
  if (mode !== 'direct')
    throw new NotSupportedError(`only signatures in SIGN_MODE_DIRECT are supported, signer ${i} uses another mode`)
  const { chainId, height } = ctx.block
  const accountNumber = height === 0 ? 0n : account.accountNumber
  const signBytes = directSignBytes({ ...tx, chainId, accountNumber })
  if (keyType(key).verify(keyBytesOf(key), signBytes, tx.signatures[i]!)) return
  throw ErrUnauthorized.error(
    `signature verification failed; please verify account number (${accountNumber}) and chain-id (${chainId}): (unable to verify single signer signature)`,
  )
}

/** Source: `IncrementSequenceDecorator`. */
export const incrementSequences =
  (accounts: AnteAccounts): AnteStep =>
  (ctx, tx) => {
    for (const signer of tx.signers) accounts.incrementSequence(ctx, signerAccount(ctx, accounts, signer))
    return ctx
  }
