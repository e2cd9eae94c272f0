import type { NodeChain } from '../../../chain/node-chain.js'
import { keccak256 } from '../../../crypto/hash.js'
import type { Json } from '../../../../base/json-value.js'
import { goTypedDataBytes } from '../../../accounts/go-typed-data.js'
import { refuse } from '../../../errors.js'
import { unhex, type Hex } from '../../../hex.js'
import { rawKey } from '../../methods/accounts.js'
import { optional, required } from '../../table.js'
import { address, any, array, data, maybe, object, record, string, type Validator } from '../../../validate.js'
import { answers, constant, type Differing } from './differs.js'
import { noKey } from './errors.js'
import { goString } from './go-types.js'

const passphrase = required('passphrase', goString)

/** Bytes that are no hash are hashed before they are signed, without a prefix. Source: crypto/ethsecp256k1 `Sign`. */
function signBytes(chain: NodeChain, address: Hex, bytes: Uint8Array): Hex {
  if (!chain.keystore.has(address)) throw refuse(noKey(address))
  return chain.keystore.sign(address, bytes.length === 32 ? bytes : keccak256(bytes))
}

/** What was parsed from JSON. */
const json: Validator<Json> = (value) => value as Json

const typedMembers = object(
  {
    types: maybe(record(string, array(object({ name: string, type: string }), 1000))),
    primaryType: maybe(string),
    domain: maybe(record(string, json)),
    message: maybe(record(string, json)),
  },
  'apitypes.TypedData',
)
const typedData: typeof typedMembers = (value, path) => typedMembers(value ?? {}, path)

/** Keys are in the keyring of the node, which is unlocked whatever the passphrase. */
const opened = (chain: NodeChain, address: Hex, phrase: string): Hex => {
  chain.keystore.unlock(address, phrase, 0n)
  return address
}

/** Accounts and signing. Source: rpc/backend/sign_tx.go, node_info.go, rpc/namespaces/ethereum/personal/api.go. */
export const ACCOUNTS: Readonly<Record<string, Differing>> = {
  eth_sign: answers([required('address', address), required('data', data)], ({ chain }, address, bytes) =>
    signBytes(chain, address, unhex(bytes)),
  ),
  personal_sign: answers(
    [required('data', data), required('address', address), passphrase],
    ({ chain }, bytes, address) => signBytes(chain, address, unhex(bytes)),
  ),
  eth_signTypedData: answers(
    [required('address', address), required('typedData', typedData)],
    ({ chain }, address, { types = {}, primaryType = '', domain = {}, message = {} }) => {
      if (!chain.keystore.has(address)) throw refuse(noKey(address))
      return signBytes(chain, address, goTypedDataBytes({ types, primaryType, domain, message }))
    },
  ),
  personal_newAccount: answers([passphrase], ({ chain }, phrase) =>
    opened(chain, chain.keystore.create(phrase), phrase),
  ),
  personal_importRawKey: answers([required('privateKey', goString), passphrase], ({ chain }, key, phrase) => {
    const { address, isNew } = chain.keystore.importOnce(rawKey(key), phrase)
    return isNew ? opened(chain, address, phrase) : address
  }),
  personal_lockAccount: constant([required('address', address)], false),
  personal_unlockAccount: constant([required('address', address), passphrase, optional('duration', any)], false),
  personal_listWallets: constant([], null),
}
