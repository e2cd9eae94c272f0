import { Common, parseGethGenesis, type ChainConfig, type GethGenesis } from '@ethereumjs/common'
import { UsageError } from '../../../base/index.js'
import { forksOf } from '../../rules/forks.js'
import type { Origin } from './origin.js'
import { isMerged, readGenesisFile, schedulesOf, type GenesisFile } from './file.js'
import { hex, quantity, unhex, wordBytes } from '../../hex.js'
import { CRYPTOGRAPHY } from '../../crypto/cryptography.js'

/**
 * The beginning of a chain from a genesis file as go-ethereum reads it (parsed JSON).
 * @throws UsageError that names the invalid member.
 */
export function gethOrigin(json: unknown): Origin {
  try {
    const file = readGenesisFile(json)
    const common = commonOf(file)
    const timestamp = file.timestamp ?? 0n
    return {
      forks: forksOf(common),
      alloc: file.alloc,
      header: {
        timestamp,
        gasLimit: file.gasLimit,
        difficulty: file.difficulty,
        nonce: wordBytes(file.nonce ?? 0n).subarray(24),
        extraData: unhex(file.extraData ?? '0x'),
        ...(file.mixHash === undefined ? {} : { mixHash: unhex(file.mixHash) }),
        ...(file.coinbase === undefined ? {} : { coinbase: file.coinbase }),
        ...(file.baseFeePerGas === undefined ? {} : { baseFeePerGas: file.baseFeePerGas }),
        ...(file.excessBlobGas === undefined ? {} : { excessBlobGas: file.excessBlobGas }),
        ...(file.blobGasUsed === undefined ? {} : { blobGasUsed: file.blobGasUsed }),
      },
    }
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`not a genesis: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

function commonOf(file: GenesisFile): Common {
  const schedule = schedulesOf(file)
  const parsed = parseGethGenesis(inItsForm(file, schedule), 'imported')
  for (const [fork, { target, max }] of Object.entries(schedule)) {
    // The library writes a schedule under one pair of names and from the bpo forks on reads it under another.
    const params = parsed.customHardforks?.[fork]?.params as Record<string, number> | undefined
    if (params !== undefined) Object.assign(params, { target, max })
  }
  return new Common({
    chain: { ...parsed, name: 'imported' } as unknown as ChainConfig,
    customCrypto: CRYPTOGRAPHY,
    ...(parsed.hardfork === undefined ? {} : { hardfork: parsed.hardfork }),
  })
}

/** The file as the library wants it: with all members, and numbers in hex. */
function inItsForm(file: GenesisFile, blobSchedule: ReturnType<typeof schedulesOf>): GethGenesis {
  const { chainId, terminalTotalDifficulty: _, ...config } = file.config
  return {
    config: { ...config, chainId: Number(chainId), blobSchedule, terminalTotalDifficultyPassed: isMerged(file) },
    nonce: hex(wordBytes(file.nonce ?? 0n).subarray(24)),
    timestamp: quantity(file.timestamp ?? 0n),
    gasLimit: quantity(file.gasLimit),
    difficulty: quantity(file.difficulty),
    extraData: file.extraData ?? '0x',
    mixHash: file.mixHash ?? hex(new Uint8Array(32)),
    coinbase: file.coinbase ?? hex(new Uint8Array(20)),
    alloc: {},
  } as unknown as GethGenesis
}
