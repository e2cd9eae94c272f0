/** Ends of the addresses. Source: go-ethereum core/vm/contracts.go `PrecompiledContractsPrague`; cosmos/evm v0.7.3 x/vm/types/precompiles.go. */
const OF_ETHEREUM = Array.from({ length: 0x11 }, (_, i) => i + 1)
const OF_COSMOS = [0x100, 0x400, 0x800, 0x801, 0x802, 0x803, 0x804, 0x805, 0x806, 0x807]

const addressOf = (end: number): Uint8Array => {
  const address = new Uint8Array(20)
  address.set([end >> 8, end & 0xff], 18)
  return address
}

/** Those that each EVM has, warm in each transaction. */
export const ETHEREUM_ADDRESSES: readonly Uint8Array[] = OF_ETHEREUM.map(addressOf)

/** Those that params switch on. */
export const SWITCHED_ADDRESSES: readonly Uint8Array[] = OF_COSMOS.map(addressOf)

/** The addresses of all precompiles, which no bank message may send to. */
export const PRECOMPILES: readonly Uint8Array[] = [...ETHEREUM_ADDRESSES, ...SWITCHED_ADDRESSES]
