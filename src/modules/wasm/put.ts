import { fromBase64 } from '../../base/index.js'
import { GenesisReader, parseAddress, type Module } from '../../chain/index.js'
import { joinKeys, keyOf } from '../../store/index.js'
import { contractStoreKey, STORE } from './keys.js'

/** An entry of a contract's storage: `{contract, key, value}`, both in base64; without a value the entry is deleted. The contract need not exist. */
export const wasmWriters: NonNullable<Module['put']> = {
  contract_state: (ctx, record) => {
    const json = new GenesisReader(record, 'wasm/contract_state')
    const contract = json.at('contract').parsed((text) => parseAddress(ctx, text))
    const key = json.at('key').parsed(fromBase64)
    const place = joinKeys(contractStoreKey(contract), keyOf(key))
    const store = ctx.store(STORE)
    if (json.at('value').isAbsent) store.delete(place)
    else store.set(place, json.at('value').parsed(fromBase64))
  },
}
