import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { AuthInfo, SignDoc } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { sha256 } from '../../crypto/index.js'
import { toBase64, UsageError } from '../../base/index.js'
import type { AccountKey, KeyType } from './keyring.js'

/** How each type of key signs, and what cosmjs calls it. */
const SIGNING: Readonly<Record<KeyType, { algo: string; amino: string; hash: (bytes: Uint8Array) => Uint8Array }>> = {
  secp256k1: { algo: 'secp256k1', amino: 'tendermint/PubKeySecp256k1', hash: sha256 },
  eth: {
    algo: 'eth_secp256k1',
    amino: 'os/PubKeyEthSecp256k1',
    hash: keccak_256,
  },
}

/** What a signer of cosmjs answers. */
export interface SignedDoc {
  readonly signed: SignDoc
  readonly signature: {
    readonly pub_key: { readonly type: string; readonly value: string }
    readonly signature: string
  }
}

/** A signer as every release of cosmjs takes it, for the key of an account. */
export class KeySigner {
  readonly #key: AccountKey

  constructor(key: AccountKey) {
    this.#key = key
  }

  getAccounts(): Promise<readonly { address: string; algo: never; pubkey: Uint8Array }[]> {
    const { address, publicKey, type } = this.#key
    // The names of algorithms are a type of their own in cosmjs, with fewer of them in older releases.
    return Promise.resolve([{ address, algo: SIGNING[type].algo as never, pubkey: publicKey }])
  }

  signDirect(signer: string, doc: SignDoc): Promise<SignedDoc> {
    const { address, publicKey, privateKey, type, typeUrl } = this.#key
    if (signer !== address)
      return Promise.reject(new UsageError(`the wallet of ${address} does not sign for ${signer}`))
    const { amino, hash } = SIGNING[type]
    // cosmjs writes the type of cosmos/evm for a key of Ethereum's, and Neutron has its own.
    const signed = type === 'eth' ? { ...doc, authInfoBytes: withKeyType(doc.authInfoBytes, typeUrl) } : doc
    const signature = secp256k1.sign(hash(SignDoc.encode(signed).finish()), privateKey, { prehash: false })
    const pub_key = { type: amino, value: toBase64(publicKey) }
    return Promise.resolve({ signed, signature: { pub_key, signature: toBase64(signature) } })
  }
}

function withKeyType(authInfoBytes: Uint8Array, typeUrl: string): Uint8Array {
  const auth = AuthInfo.decode(authInfoBytes)
  for (const { publicKey } of auth.signerInfos) if (publicKey !== undefined) publicKey.typeUrl = typeUrl
  return AuthInfo.encode(auth).finish()
}
