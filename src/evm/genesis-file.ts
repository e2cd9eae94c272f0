import { UsageError } from '../base/errors.js'
import type { GenesisAccount } from './genesis.js'
import type { Hex } from './hex.js'
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

export type GenesisFile = ReturnType<typeof genesisFile>

/**
 * A genesis file as go-ethereum reads it (parsed JSON), judged by its shape.
 * @throws UsageError that names the member that is wrong.
 */
export function readGenesisFile(json: unknown): GenesisFile {
  try {
    return genesisFile(json, '')
  } catch (cause) {
    if (cause instanceof Mismatch) throw new UsageError(`not a genesis: ${cause.path}: ${cause.reason}`, { cause })
    throw cause
  }
}
