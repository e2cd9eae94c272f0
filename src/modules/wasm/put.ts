import { fromBase64 } from '../../base/bytes.js'
import { parseAddress } from '../../chain/address.js'
import { GenesisReader } from '../../chain/genesis-json.js'
import type { Module } from '../../chain/module.js'
import { joinKeys, keyOf } from '../../store/key.js'
import { contractStoreKey, STORE } from './keys.js'

function read<T>(json: GenesisReader, parse: (text: string) => T): T {
  try {
    return parse(json.string())
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
}

/** An entry of a contract's storage: `{contract, key, value}`, both in base64; without a value it goes. Nobody looks whether the contract is there. */
export const wasmWriters: NonNullable<Module['put']> = {
  contract_state: (ctx, record) => {
    const json = new GenesisReader(record, 'wasm/contract_state')
    const contract = read(json.at('contract'), (text) => parseAddress(ctx.prefix, text))
    const key = read(json.at('key'), fromBase64)
    const place = joinKeys(contractStoreKey(contract), keyOf(key))
    const store = ctx.store(STORE)
    if (json.at('value').isAbsent) store.delete(place)
    else store.set(place, read(json.at('value'), fromBase64))
  },
}
