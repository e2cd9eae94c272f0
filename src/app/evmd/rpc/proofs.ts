import { abiWord } from '../../../codec/abi/index.js'
import { hex, quantity, unhex, word, type ChainBlock, type Hex, type Proof } from '../../../evm/inside.js'
import { accountKey, AUTH_STORE } from '../../../modules/auth/index.js'
import { EMPTY_CODE_HASH, EVM_STORE, slotKey } from '../../../modules/evm/index.js'
import type { Key } from '../../../store/index.js'
import type { InsideChain } from './chain.js'

/** An account and slots of it, with ICS-23 proofs of their rows against the app hash. Source: cosmos/evm v0.7.3 rpc/backend/account_info.go `GetProof` */
export function proofOf(chain: InsideChain, block: ChainBlock, address: Hex, slots: readonly bigint[]): Proof {
  const { commitment } = chain.app.baseApp.stores.version(block.version)
  const view = chain.view(block)
  const account = view.account(address)
  const opsOf = (store: string, key: Key): Hex[] => commitment.query(store, key).ops.map(({ data }) => hex(data))
  return {
    address,
    balance: quantity(view.balance(address)),
    nonce: quantity(account?.nonce ?? 0n),
    codeHash: account?.codeHash ?? hex(EMPTY_CODE_HASH),
    storageHash: word(0n),
    accountProof: opsOf(AUTH_STORE, accountKey(unhex(address))),
    storageProof: slots.map((slot) => ({
      key: quantity(slot),
      value: quantity(view.storage(address, slot)),
      proof: opsOf(EVM_STORE, slotKey(unhex(address), abiWord(slot))),
    })),
  }
}
