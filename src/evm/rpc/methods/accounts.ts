import { createTx } from '@ethereumjs/tx'
import { refuse } from '../../errors.js'
import { keccak256 } from '../../crypto/hash.js'
import { hex, unhex, type Hex } from '../../hex.js'
import { messageHash, recoverAddress } from '../../accounts/keystore.js'
import { legacyTypedDataHash, typedDataHash, type TypedData, type TypedDataVersion } from '../../accounts/typed-data.js'
import { pendingTransactionJson } from '../encode.js'
import { transactionRequest } from '../request.js'
import { chainMethod, method, optional, readMember, required, type Method } from '../table.js'
import {
  Mismatch,
  address,
  any,
  array,
  data,
  maybe,
  numeric,
  object,
  quantity,
  record,
  string,
  uint64,
  type Validator,
} from '../../validate.js'
import { complete, send, sign } from './transactions.js'

const UNLOCK_SECONDS = 300n

const members = object({
  types: record(string, array(object({ name: string, type: string }), 1000)),
  primaryType: string,
  domain: maybe(record(string, any)),
  message: record(string, any),
})

/** Typed data, as an object or as the JSON text of one. */
const typedData: Validator<TypedData> = (value, path) => {
  if (typeof value !== 'string') return members(value, path)
  try {
    return members(JSON.parse(value), path)
  } catch (error) {
    if (error instanceof Mismatch) throw error
    throw new Mismatch(path, 'neither an object nor the JSON of one')
  }
}

const typed = (name: string, version: TypedDataVersion, status: 'N'): Method =>
  method(name, {
    status,
    access: 'private',
    params: [required('address', address), required('typedData', typedData)],
    doc: `Signs structured data (EIP-712, revision ${version}) with the key of an unlocked account.`,
    handle: ({ chain }, address, data) => chain.keystore.sign(address, typedDataHash(data, version)),
  })

/** The first revision of typed data: a plain list of typed and named values. */
const legacyTypedData = array(object({ type: string, name: string, value: any }), 1000)

/** A private key, as `personal_importRawKey` takes it. Source of the texts: go-ethereum crypto `HexToECDSA`. */
export function rawKey(text: string): Uint8Array {
  const wrong = /[^0-9a-fA-F]/.exec(text)
  if (wrong !== null) throw refuse(`invalid hex character '${wrong[0]}' in private key`)
  if (text.length !== 64) throw refuse('invalid length, need 256 bits')
  return unhex(`0x${text}`)
}

const noCard = (name: string, ...names: string[]): Method =>
  chainMethod(name, {
    status: 'N',
    access: 'private',
    params: names.map((one) => required(one, string)),
    doc: 'For smart-card wallets, which this node does not support.',
    handle: () => {
      throw refuse('smartcard wallet not supported yet')
    },
  })

const sendWithPassphrase = (name: string, doc: string): Method =>
  method(name, {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('transaction', transactionRequest), required('passphrase', string)],
    doc,
    handle: send,
  })

/** The accounts of the node, and signing. */
export const accountMethods: readonly Method[] = [
  method('eth_sign', {
    status: 'Y',
    access: 'private',
    params: [required('address', address), required('message', data)],
    doc: 'Signs a message, with the prefix that keeps it from being a transaction (EIP-191).',
    handle: ({ chain }, address, message) => chain.keystore.sign(address, messageHash(unhex(message))),
  }),
  method('eth_signTypedData', {
    status: 'N',
    access: 'private',
    params: [required('address', address), required('typedData', any)],
    doc: 'Signs structured data: EIP-712, or the list of values of the first revision.',
    handle: ({ chain }, address, given) => {
      if (Array.isArray(given)) return chain.keystore.sign(address, legacyTypedDataHash(readAs(legacyTypedData, given)))
      return chain.keystore.sign(address, typedDataHash(readAs(typedData, given), 'V4'))
    },
  }),
  typed('eth_signTypedData_v3', 'V3', 'N'),
  typed('eth_signTypedData_v4', 'V4', 'N'),
  method('eth_signTransaction', {
    status: 'N',
    access: 'private',
    params: [required('transaction', transactionRequest)],
    doc: 'Fills in what is missing and signs with the key of the sender, without sending.',
    handle: async ({ chain }, request) => signedJson(sign(chain, await complete(chain, request))),
  }),
  method('eth_resend', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('transaction', transactionRequest), optional('gasPrice', quantity), optional('gasLimit', uint64)],
    doc: 'Replaces a pending transaction with the same one at another price or gas limit.',
    handle: async ({ chain, turn }, request, gasPrice, gasLimit) => {
      const { nonce, from } = request
      if (nonce === undefined) throw refuse('missing transaction nonce in transaction spec')
      const prior = chain.pool.snapshot().find((pooled) => pooled.from === from && pooled.nonce === nonce)
      if (prior === undefined) {
        const { from: _, ...fields } = await complete(chain, request)
        const unsigned = createTx(fields, { common: chain.poolContext().common })
        throw refuse(`transaction ${hex(keccak256(unsigned.serialize()))} not found`)
      }
      const { maxFeePerGas: _cap, maxPriorityFeePerGas: _tip, ...rest } = request
      const changed = {
        ...(gasPrice === undefined
          ? request
          : { ...rest, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined, gasPrice }),
        gas: gasLimit ?? request.gas ?? prior.tx.gasLimit,
      }
      return chain.send(turn, sign(chain, await complete(chain, changed)))
    },
  }),
  chainMethod('personal_listAccounts', {
    status: 'Y',
    access: 'private',
    doc: 'The accounts that the node has keys of.',
    handle: ({ chain }) => chain.keystore.addresses(),
  }),
  method('personal_newAccount', {
    status: 'Y',
    changes: true,
    access: 'private',
    params: [required('passphrase', string)],
    doc: 'Creates an account that the passphrase unlocks. Its key is derived from the passphrase: for tests only.',
    handle: ({ chain }, passphrase) => chain.keystore.create(passphrase),
  }),
  method('personal_importRawKey', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('privateKey', string), required('passphrase', string)],
    doc: 'Imports a private key (64 hex digits without 0x) under a passphrase.',
    handle: ({ chain }, key, passphrase) => chain.keystore.import(rawKey(key), passphrase),
  }),
  method('personal_unlockAccount', {
    status: 'Stub',
    changes: true,
    access: 'private',
    params: [
      required('address', address),
      required('passphrase', string),
      optional('duration', numeric, UNLOCK_SECONDS),
    ],
    doc: "Unlocks an account for this many seconds of the node's clock (default 300; 0 means forever).",
    handle: ({ chain }, address, passphrase, duration) => {
      chain.keystore.unlock(address, passphrase, duration)
      return true
    },
  }),
  method('personal_lockAccount', {
    status: 'Stub',
    changes: true,
    access: 'private',
    params: [required('address', address)],
    doc: 'Locks an account; false if it cannot be locked.',
    handle: ({ chain }, address) => chain.keystore.lock(address),
  }),
  method('personal_sign', {
    status: 'Y',
    access: 'private',
    params: [required('message', data), required('address', address), optional('passphrase', string)],
    doc: 'Signs a message as eth_sign does, with the passphrase of the account.',
    handle: ({ chain }, message, address, passphrase) =>
      chain.keystore.sign(address, messageHash(unhex(message)), passphrase),
  }),
  chainMethod('personal_ecRecover', {
    status: 'N',
    access: 'private',
    params: [required('message', data), required('signature', data)],
    doc: 'The account that signed a message with personal_sign or eth_sign.',
    handle: (_, message, signature) => recoverAddress(messageHash(unhex(message)), unhex(signature)),
  }),
  sendWithPassphrase('personal_sendTransaction', 'Signs with the passphrase of the sender, and sends.'),
  sendWithPassphrase('personal_signAndSendTransaction', 'The former name of personal_sendTransaction.'),
  method('personal_signTransaction', {
    status: 'N',
    access: 'private',
    params: [required('transaction', transactionRequest), required('passphrase', string)],
    doc: 'Signs with the passphrase of the sender, without sending.',
    handle: async ({ chain }, request, passphrase) =>
      signedJson(sign(chain, await complete(chain, request), passphrase)),
  }),
  method('personal_listWallets', {
    status: 'Stub',
    access: 'private',
    doc: 'The wallets: one, which holds the accounts of the node.',
    handle: ({ chain }) => [
      {
        url: 'memory://sudobox',
        status: 'Unlocked',
        accounts: chain.keystore.addresses().map((address) => ({ address, url: `memory://sudobox/${address}` })),
      },
    ],
  }),
  noCard('personal_initializeWallet', 'url'),
  noCard('personal_unpair', 'url', 'pairingPassword'),
  noCard('personal_openWallet', 'url'),
  noCard('personal_deriveAccount', 'url', 'path'),
]

const readAs = <T>(validator: Validator<T>, value: unknown): T => readMember(validator, value, 1, 'typedData')

const signedJson = (transaction: ReturnType<typeof sign>): { raw: Hex; tx: unknown } => ({
  raw: hex(transaction.tx.serialize()),
  tx: pendingTransactionJson(transaction),
})
