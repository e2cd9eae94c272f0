import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Json } from '../../base/json-value.js'
import { fromHex, toHex } from '../../base/index.js'
import { GenesisReader, type Context } from '../../chain/index.js'
import { ethAddressText, parseEthAddress } from '../../crypto/index.js'
import type { EvmKeeper } from './keeper.js'
import { paramsJson, readParams } from './params.js'
import { addPreinstall } from './preinstalls.js'

/** Source: cosmos/evm v0.7.3 x/vm/genesis.go `InitGenesis`. @throws UsageError that names the place, ChainError */
export function initEvmGenesis(keeper: EvmKeeper, ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, 'evm')
  keeper.setParams(ctx, readParams(genesis.at('params')))
  for (const account of genesis.at('accounts').list()) addAccount(keeper, ctx, account)
  keeper.noteCoin(ctx)
  for (const contract of genesis.at('preinstalls').list()) addContract(keeper, ctx, contract)
}

function addAccount(keeper: EvmKeeper, ctx: Context, json: GenesisReader): void {
  const address = json.at('address').parsed(parseEthAddress)
  if (!keeper.accounts.has(ctx, address))
    throw json.error(`account not found for address ${json.at('address').string()}`)
  const code = json.at('code').parsed(hexBytes)
  if (code.length > 0) {
    const hash = keccak_256(code)
    keeper.setCodeHash(ctx, address, hash)
    keeper.setCode(ctx, hash, code)
  }
  for (const slot of json.at('storage').list())
    keeper.setSlot(ctx, address, slot.at('key').parsed(word), slot.at('value').parsed(word))
}

/** A contract that is there from the beginning. */
function addContract(keeper: EvmKeeper, ctx: Context, json: GenesisReader): void {
  json.at('address').parsed(parseEthAddress)
  json.at('code').parsed(hexBytes)
  const [address, code] = [json.at('address').string(), json.at('code').string()]
  json.check(() => addPreinstall(keeper, ctx, { address, code }))
}

/** With or without `0x`. */
const hexBytes = (text: string): Uint8Array => fromHex(text.replace(/^0[xX]/, ''))

/** 32 bytes, with zeros in front of shorter ones. */
function word(text: string): Uint8Array {
  const bytes = hexBytes(text)
  const padded = new Uint8Array(32)
  padded.set(bytes.subarray(-32), 32 - Math.min(bytes.length, 32))
  return padded
}

/** Contracts that are there from the beginning are accounts in it. Source: x/vm/genesis.go `ExportGenesis`. */
export const exportEvmGenesis = (keeper: EvmKeeper, ctx: Context): Json => ({
  params: paramsJson(keeper.params(ctx)),
  accounts: Array.from(keeper.contracts(ctx), ([address, hash]) => ({
    address: ethAddressText(address),
    code: toHex(keeper.code(ctx, hash)),
    storage: Array.from(keeper.slots(ctx, address), ([key, value]) => ({
      key: `0x${toHex(key)}`,
      value: `0x${toHex(value)}`,
    })),
  })),
  preinstalls: [],
})
