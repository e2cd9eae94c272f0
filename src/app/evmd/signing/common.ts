import type { GoTypedData } from '../../../evm/internal.js'

/** Source: cosmos/evm v0.7.3 ethereum/eip712/types.go `createEIP712Types`. */
export const DOMAIN_TYPE: GoTypedData['types'] = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'string' },
    { name: 'salt', type: 'string' },
  ],
}

export const FEE_TYPES: GoTypedData['types'] = {
  Fee: [
    { name: 'amount', type: 'Coin[]' },
    { name: 'gas', type: 'string' },
  ],
  Coin: [
    { name: 'denom', type: 'string' },
    { name: 'amount', type: 'string' },
  ],
}

/** Source: ethereum/eip712/domain.go. */
export const domainOf = (chainId: bigint): GoTypedData['domain'] => ({
  name: 'Cosmos Web3',
  version: '1.0.0',
  chainId: String(chainId),
  verifyingContract: 'cosmos',
  salt: '0',
})

/** The name of a type by its path: `_`, `value`, `max_tokens` is `TypeValueMaxTokens`. Source: ethereum/eip712/types.go `sanitizeTypedef`. */
export const typeName = (path: readonly string[]): string =>
  path.map((part) => (part === '_' ? 'Type' : part.split('_').map(capitalized).join(''))).join('')

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
