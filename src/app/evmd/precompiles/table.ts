import { NotSupportedError, toHex } from '../../../base/index.js'
import { GoPanic, plainError, wrapping, type Context } from '../../../chain/index.js'
import { ethAddressText } from '../../../crypto/index.js'
import { ethereumPrecompile, type Precompile } from '../../../evm/execution/sync/index.js'
import { unhex, type Hex } from '../../../evm/internal.js'
import type { EvmKeeper } from '../../../modules/evm/index.js'
import { ETHEREUM_ADDRESSES } from './addresses.js'
import { bankContract } from './bank.js'
import { bech32 } from './bech32.js'
import type { NativeContract } from './contract.js'
import { distributionContract, type DistributionParts } from './distribution.js'
import { erc20Contract, wrappedContract, type TokenParts } from './erc20.js'
import { govContract } from './gov.js'
import { ics20Contract, type Ics20Parts } from './ics20.js'
import { p256 } from './p256.js'
import { slashingContract } from './slashing.js'
import { stakingContract } from './staking.js'
import type { NativeCalls } from '../natives.js'

export interface PrecompileParts extends TokenParts, DistributionParts, Ics20Parts {
  readonly evm: EvmKeeper
}

/** Those of light clients. */
const NOT_YET = new Set(['0807'])

/** Finds the precompile of an address, as the params have them. @throws GoPanic for one that the params name and the chain lacks. Source: cosmos/evm v0.7.3 x/vm/keeper/precompiles.go */
export function precompilesOf(
  parts: PrecompileParts,
): (ctx: Context, address: Hex, natives: NativeCalls) => Precompile | undefined {
  const { evm, erc20, handlers } = parts
  const contracts = new Map<string, NativeContract>([
    ['0800', stakingContract(handlers)],
    ['0801', distributionContract(parts)],
    ['0802', ics20Contract(parts)],
    ['0804', bankContract(parts.bank, erc20)],
    ['0805', govContract(handlers)],
    ['0806', slashingContract(handlers)],
  ])
  const isEthereum = new Set(ETHEREUM_ADDRESSES.map(toHex))
  const native = (contract: NativeContract, address: Hex, natives: NativeCalls): Precompile => ({
    price: (input) => BigInt(contract.price(input)),
    run: (input, call) => natives.run(contract, address, input, call),
  })
  return (ctx, address, natives) => {
    const bytes = unhex(address)
    const text = ethAddressText(bytes)
    const isActive = evm.params(ctx).precompiles.includes(text)
    if (isEthereum.has(toHex(bytes))) return ethereumPrecompile(bytes.at(-1)!)
    if (isActive) {
      const end = toHex(bytes.subarray(18))
      if (end === '0100') return p256
      if (end === '0400') return bech32(ctx.prefix)
      const contract = contracts.get(end)
      if (contract !== undefined) return native(contract, address, natives)
      if (NOT_YET.has(end)) return missing(address)
      throw new GoPanic(`precompiled contract not stored in memory: ${text}`)
    }
    const isWrapped = erc20.hasFace(ctx, 'native', bytes)
    if (!erc20.hasFace(ctx, 'dynamic', bytes) && !isWrapped) return undefined
    const pair = wrapping(`precompiled contract not initialized: ${text}`, () => {
      const found = erc20.pair(ctx, bytes)
      if (found === undefined) throw plainError(`precompile id not found: ${text}`)
      return found
    })
    return native((isWrapped ? wrappedContract : erc20Contract)(parts, pair), address, natives)
  }
}

const missing = (address: Hex): Precompile => {
  const refuse = (): never => {
    throw new NotSupportedError(`the precompile ${address} is not supported yet`)
  }
  return { price: refuse, run: refuse }
}
