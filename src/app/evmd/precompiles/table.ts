import { toHex } from '../../../base/index.js'
import { GoPanic, plainError, wrapping, type Context } from '../../../chain/index.js'
import type { AbiFunction } from '../../../codec/abi/index.js'
import { ethAddressText } from '../../../crypto/index.js'
import { ethereumPrecompile, type Precompile } from '../../../evm/execution/sync/index.js'
import { hex, unhex, type Hex } from '../../../evm/internal.js'
import type { EvmKeeper } from '../../../modules/evm/index.js'
import type { IbcKeeper } from '../../../modules/ibc/index.js'
import { ETHEREUM_ADDRESSES } from './addresses.js'
import { bankContract } from './bank.js'
import { bech32 } from './bech32.js'
import type { NativeContract } from './contract.js'
import { distributionContract, type DistributionParts } from './distribution.js'
import { erc20Contract, wrappedContract, type TokenParts } from './erc20.js'
import { govContract } from './gov.js'
import { ics02Contract } from './ics02.js'
import { ics20Contract, type Ics20Parts } from './ics20.js'
import { p256 } from './p256.js'
import { slashingContract } from './slashing.js'
import { stakingContract } from './staking.js'
import type { NativeCalls } from '../natives.js'

export interface PrecompileParts extends TokenParts, DistributionParts, Ics20Parts {
  readonly evm: EvmKeeper
  readonly clients: IbcKeeper['clients']
}

/** The precompiles of a chain. Source: cosmos/evm v0.7.3 x/vm/keeper/precompiles.go */
export interface PrecompileTable {
  /** That of an address, as the params have them. @throws GoPanic for one that the params name and the chain lacks */
  of(ctx: Context, address: Hex, natives: NativeCalls): Precompile | undefined
  /** That of a token alone. @throws ChainError */
  token(ctx: Context, address: Hex, natives: NativeCalls): Precompile | undefined
  /** The function that a call of a contract names which is a module. */
  functionOf(address: Uint8Array, input: Uint8Array): AbiFunction | undefined
  /** All but those of tokens. */
  fixed(ctx: Context, natives: NativeCalls): Map<Hex, Precompile>
}

export function precompilesOf(parts: PrecompileParts): PrecompileTable {
  const { evm, erc20, handlers } = parts
  const contracts = new Map<string, NativeContract>([
    ['0800', stakingContract(handlers)],
    ['0801', distributionContract(parts)],
    ['0802', ics20Contract(parts)],
    ['0804', bankContract(parts.bank, erc20)],
    ['0805', govContract(handlers)],
    ['0806', slashingContract(handlers)],
    ['0807', ics02Contract(parts.clients)],
  ])
  const isEthereum = new Set(ETHEREUM_ADDRESSES.map(toHex))
  const native = (contract: NativeContract, address: Hex, natives: NativeCalls): Precompile => ({
    price: (input) => BigInt(contract.price(input)),
    run: (input, call) => natives.run(contract, address, input, call),
  })
  const ofCosmos = (ctx: Context, address: Hex, natives: NativeCalls): Precompile | undefined => {
    const end = address.slice(-4)
    if (address !== `0x${end.padStart(40, '0')}`) return undefined
    if (end === '0100') return p256
    if (end === '0400') return bech32(ctx.prefix)
    const contract = contracts.get(end)
    return contract && native(contract, address, natives)
  }
  const token: PrecompileTable['token'] = (ctx, address, natives) => {
    const bytes = unhex(address)
    const text = ethAddressText(bytes)
    const isWrapped = erc20.hasFace(ctx, 'native', bytes)
    if (!erc20.hasFace(ctx, 'dynamic', bytes) && !isWrapped) return undefined
    const pair = wrapping(`precompiled contract not initialized: ${text}`, () => {
      const found = erc20.pair(ctx, bytes)
      if (found === undefined) throw plainError(`precompile id not found: ${text}`)
      return found
    })
    return native((isWrapped ? wrappedContract : erc20Contract)(parts, pair), address, natives)
  }
  return {
    of: (ctx, address, natives) => {
      const bytes = unhex(address)
      const text = ethAddressText(bytes)
      const isActive = evm.params(ctx).precompiles.includes(text)
      if (isEthereum.has(toHex(bytes))) return ethereumPrecompile(bytes.at(-1)!)
      if (!isActive) return token(ctx, address, natives)
      const found = ofCosmos(ctx, address, natives)
      if (found === undefined) throw new GoPanic(`precompiled contract not stored in memory: ${text}`)
      return found
    },
    token,
    functionOf: (address, input) => {
      const digits = toHex(address)
      return digits.startsWith('0'.repeat(36)) ? contracts.get(digits.slice(36))?.functionOf(input) : undefined
    },
    fixed: (ctx, natives) => {
      const all = new Map(ETHEREUM_ADDRESSES.map((bytes) => [hex(bytes), ethereumPrecompile(bytes.at(-1)!)]))
      for (const text of evm.params(ctx).precompiles) {
        const address = text.toLowerCase() as Hex
        const found = ofCosmos(ctx, address, natives)
        if (found !== undefined) all.set(address, found)
      }
      return all
    },
  }
}
