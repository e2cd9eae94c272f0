import type { Common } from '@ethereumjs/common'
import { depositContractOf } from '../library-internals.js'
import { getActivePrecompiles } from '@ethereumjs/evm'
import type { EvmChain } from './evm-chain.js'
import { quantity, type Hex } from '../hex.js'

/** Names of precompiled contracts by address. Source: EIP-7910. */
const PRECOMPILES: Readonly<Record<number, string>> = {
  0x01: 'ECREC',
  0x02: 'SHA256',
  0x03: 'RIPEMD160',
  0x04: 'ID',
  0x05: 'MODEXP',
  0x06: 'BN254_ADD',
  0x07: 'BN254_MUL',
  0x08: 'BN254_PAIRING',
  0x09: 'BLAKE2F',
  0x0a: 'KZG_POINT_EVALUATION',
  0x0b: 'BLS12_G1ADD',
  0x0c: 'BLS12_G1MSM',
  0x0d: 'BLS12_G2ADD',
  0x0e: 'BLS12_G2MSM',
  0x0f: 'BLS12_PAIRING_CHECK',
  0x10: 'BLS12_MAP_FP_TO_G1',
  0x11: 'BLS12_MAP_FP2_TO_G2',
  0x100: 'P256VERIFY',
}

/** System contracts by the EIP that brings them, with their names in EIP-7910. */
const SYSTEM_CONTRACTS: readonly { readonly eip: number; readonly name: string; readonly address?: Hex }[] = [
  { eip: 4788, name: 'BEACON_ROOTS_ADDRESS', address: '0x000f3df6d732807ef1319fb7b8bb8522d0beac02' },
  { eip: 7251, name: 'CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS', address: '0x0000bbddc7ce488642fb579f8b00f3a590007251' },
  { eip: 6110, name: 'DEPOSIT_CONTRACT_ADDRESS' },
  { eip: 2935, name: 'HISTORY_STORAGE_ADDRESS', address: '0x0000f90827f1c53a10cb7a02335b175320002935' },
  { eip: 7002, name: 'WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS', address: '0x00000961ef480eb55e80d19ad83579a64c007002' },
]

/** The current and the future rules, as `eth_config` returns them. Source: EIP-7910. */
export function forkConfig(chain: EvmChain): unknown {
  const { block } = chain.blocks.head
  const { header } = block
  const later = header.common
    .hardforks()
    .map(({ timestamp }) => (timestamp === undefined ? undefined : BigInt(timestamp)))
    .filter((timestamp): timestamp is bigint => timestamp !== undefined && timestamp > header.timestamp)
  const at = (timestamp: bigint | undefined): unknown =>
    timestamp === undefined ? null : rules(chain, chain.forks.at(header.number + 1n, timestamp))
  return { current: rules(chain, header.common), next: at(later[0]), last: at(later.at(-1)) }
}

function rules(chain: EvmChain, common: Common): unknown {
  const fork = common.hardforks().find(({ name }) => name === common.hardfork())
  const blobs = common.isActivatedEIP(4844) ? common.getBlobGasSchedule() : undefined
  const perBlob = blobs === undefined ? 1n : common.param('blobGasPerBlob')
  return {
    activationTime: Number(fork?.timestamp ?? 0),
    blobSchedule:
      blobs === undefined
        ? null
        : {
            target: Number(blobs.targetBlobGasPerBlock / perBlob),
            max: Number(blobs.maxBlobGasPerBlock / perBlob),
            baseFeeUpdateFraction: Number(blobs.blobGasPriceUpdateFraction),
          },
    chainId: quantity(chain.forks.chainId),
    forkId: common.forkHash(common.hardfork(), chain.blocks.genesis.block.hash()),
    precompiles: Object.fromEntries(
      [...getActivePrecompiles(common).keys()]
        .map((digits): [string, Hex] => [PRECOMPILES[Number(`0x${digits}`)] ?? `0x${digits}`, `0x${digits}`])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    systemContracts: Object.fromEntries(
      SYSTEM_CONTRACTS.filter(({ eip }) => common.isActivatedEIP(eip)).map(({ name, address }) => [
        name,
        address ?? depositContract(common),
      ]),
    ),
  }
}

/** Where deposits come from; the zero address on a chain without a beacon chain. */
function depositContract(common: Common): Hex {
  return depositContractOf(common) ?? '0x0000000000000000000000000000000000000000'
}
