import type { AccountData, DirectSignResponse, OfflineDirectSigner } from '@cosmjs/proto-signing'
import { makeSignBytes } from '@cosmjs/proto-signing'
import { accountFromAny, type Account as ChainAccount } from '@cosmjs/stargate'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { AuthInfo } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { toBase64 } from '../../base/bytes.js'
import { UsageError } from '../../base/errors.js'
import { ETH_SECP256K1_KEY } from '../../chain/ante/index.js'
import type { AccountKey } from './keyring.js'

type SignDoc = Parameters<OfflineDirectSigner['signDirect']>[1]

/**
 * A wallet of cosmjs for an account that signs as an EVM's do. cosmjs writes the type of cosmos/evm for such a key, Neutron knows it by one
 * of its own; so it is put right before the transaction is signed. Source: neutron x/crypto/ethsecp256k1.
 */
export class EthSigner implements OfflineDirectSigner {
  readonly #key: AccountKey

  constructor(key: AccountKey) {
    this.#key = key
  }

  getAccounts(): Promise<readonly AccountData[]> {
    const { address, publicKey } = this.#key
    return Promise.resolve([{ address, algo: 'eth_secp256k1', pubkey: publicKey }])
  }

  signDirect(signer: string, doc: SignDoc): Promise<DirectSignResponse> {
    const { address, publicKey, privateKey } = this.#key
    if (signer !== address)
      return Promise.reject(new UsageError(`the wallet of ${address} does not sign for ${signer}`))
    const auth = AuthInfo.decode(doc.authInfoBytes)
    for (const { publicKey: one } of auth.signerInfos) if (one !== undefined) one.typeUrl = ETH_SECP256K1_KEY
    const signed: SignDoc = { ...doc, authInfoBytes: AuthInfo.encode(auth).finish() }
    const signature = secp256k1.sign(keccak_256(makeSignBytes(signed)), privateKey, { prehash: false })
    return Promise.resolve({
      signed,
      signature: {
        pub_key: { type: 'os/PubKeyEthSecp256k1', value: toBase64(publicKey) },
        signature: toBase64(signature),
      },
    })
  }
}

const BASE_ACCOUNT = '/cosmos.auth.v1beta1.BaseAccount'

/** Reads an account as cosmjs does, also one with a key whose type cosmjs does not know; the key is left out then. */
export function readAccount(any: Parameters<typeof accountFromAny>[0]): ChainAccount {
  if (any.typeUrl !== BASE_ACCOUNT) return accountFromAny(any)
  const account = BaseAccount.decode(any.value)
  if (account.pubKey?.typeUrl !== ETH_SECP256K1_KEY) return accountFromAny(any)
  const { pubKey: _, ...rest } = account
  return accountFromAny({ ...any, value: BaseAccount.encode(BaseAccount.fromPartial(rest)).finish() })
}
