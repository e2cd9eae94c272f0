import { Common, parseGethGenesis, type ChainConfig, type GethGenesis } from '@ethereumjs/common'
import { UsageError } from '../base/errors.js'
import { forksOf } from './forks.js'
import type { GenesisAccount, Origin } from './genesis.js'
import { unhex, wordBytes, type Hex } from './hex.js'
import { NO_KZG } from './kzg.js'
import { Mismatch, any, data, maybe, number, numeric, object, record, type Validator } from './rpc/validate.js'

/** Addresses and words in a genesis come with or without `0x`. */
const prefixed =
  (bytes: number): Validator<Hex> =>
  (value, path) => {
    const digits = typeof value === 'string' ? value.replace(/^0x/i, '').toLowerCase() : ''
    if (!/^[0-9a-f]+$/.test(digits) || digits.length > bytes * 2) throw new Mismatch(path, `want ${bytes} bytes of hex`)
    return `0x${digits.padStart(bytes * 2, '0')}`
  }

const account: Validator<GenesisAccount> = (value, path) => {
  const { balance, nonce, code, storage } = members(value, path)
  return {
    ...(balance === undefined ? {} : { balance }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(code === undefined ? {} : { code }),
    ...(storage === undefined ? {} : { storage }),
  }
}

const members = object({
  balance: maybe(numeric),
  nonce: maybe(numeric),
  code: maybe(data),
  storage: maybe(record(prefixed(32), prefixed(32))),
})

const blobSchedule = object({ target: number, max: number, baseFeeUpdateFraction: number })

const genesisFile = object({
  config: object({ chainId: number, blobSchedule: maybe(record(any as Validator<string>, blobSchedule)) }),
  alloc: record(prefixed(20), account),
  timestamp: maybe(numeric),
  gasLimit: numeric,
  difficulty: maybe(numeric),
  nonce: maybe(numeric),
  mixHash: maybe(prefixed(32)),
  coinbase: maybe(prefixed(20)),
  extraData: maybe(data),
  baseFeePerGas: maybe(numeric),
})

/**
 * The beginning of a chain from a genesis file as go-ethereum reads it (parsed JSON).
 * @throws UsageError that names the member that is wrong.
 */
export function gethOrigin(json: unknown): Origin {
  try {
    const file = genesisFile(json, '')
    const common = commonOf(json as GethGenesis, file.config.blobSchedule ?? {})
    const timestamp = file.timestamp ?? 0n
    return {
      forks: forksOf(common),
      alloc: file.alloc,
      header: {
        timestamp,
        gasLimit: file.gasLimit,
        difficulty: file.difficulty ?? 0n,
        nonce: wordBytes(file.nonce ?? 0n).subarray(24),
        extraData: unhex(file.extraData ?? '0x'),
        ...(file.mixHash === undefined ? {} : { mixHash: unhex(file.mixHash) }),
        ...(file.coinbase === undefined ? {} : { coinbase: file.coinbase }),
        ...(file.baseFeePerGas === undefined ? {} : { baseFeePerGas: file.baseFeePerGas }),
      },
    }
  } catch (cause) {
    if (cause instanceof Mismatch) throw new UsageError(`not a genesis: ${cause.path}: ${cause.reason}`, { cause })
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`not a genesis: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

function commonOf(json: GethGenesis, schedule: Readonly<Record<string, { target: number; max: number }>>): Common {
  const parsed = parseGethGenesis(json, 'imported')
  for (const [fork, { target, max }] of Object.entries(schedule)) {
    // The library writes a schedule under one pair of names and from the bpo forks on reads it under another.
    const params = parsed.customHardforks?.[fork]?.params as Record<string, number> | undefined
    if (params !== undefined) Object.assign(params, { target, max })
  }
  return new Common({
    chain: { ...parsed, name: 'imported' } as unknown as ChainConfig,
    customCrypto: { kzg: NO_KZG },
    ...(parsed.hardfork === undefined ? {} : { hardfork: parsed.hardfork }),
  })
}
