import { UsageError } from '../../../base/index.js'
import { FORKS } from '../../options/fork-names.js'
import type { GenesisAccount } from '../../options/genesis-alloc.js'
import type { Hex } from '../../hex.js'
import { checkForkOrder, forkBlocks, forkTimes } from './fork-schedule.js'
import {
  Mismatch,
  any,
  boolean,
  data,
  maybe,
  numeric,
  number,
  object,
  reasonOf,
  record,
  type Validator,
} from '../../validate.js'

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

const members = object(
  {
    balance: maybe(numeric),
    nonce: maybe(numeric),
    code: maybe(data),
    storage: maybe(record(prefixed(32), prefixed(32))),
  },
  'types.Account',
)

/** JSON numbers lose digits above 2^53, and total difficulties exceed that. */
const difficulty: Validator<bigint> = (value, path) =>
  typeof value === 'number' && value > Number.MAX_SAFE_INTEGER && value < Infinity
    ? BigInt(value)
    : numeric(value, path)

const blobSchedule = object({ target: number, max: number, baseFeeUpdateFraction: number })

const config = object(
  {
    chainId: numeric,
    ...forkBlocks,
    ...forkTimes,
    terminalTotalDifficulty: maybe(difficulty),
    terminalTotalDifficultyPassed: maybe(boolean),
    blobSchedule: maybe(record(any as Validator<string>, maybe(blobSchedule))),
    depositContractAddress: maybe(prefixed(20)),
    clique: maybe(any),
    qbft: maybe(any),
    ibft2: maybe(any),
    ibft: maybe(any),
    aura: maybe(any),
  },
  'params.ChainConfig',
)

const genesisFile = object(
  {
    config,
    gasLimit: numeric,
    difficulty,
    alloc: record(prefixed(20), account),
    timestamp: maybe(numeric),
    nonce: maybe(numeric),
    mixHash: maybe(prefixed(32)),
    coinbase: maybe(prefixed(20)),
    extraData: maybe(data),
    baseFeePerGas: maybe(numeric),
    excessBlobGas: maybe(numeric),
    blobGasUsed: maybe(numeric),
  },
  'core.Genesis',
)

export type GenesisFile = ReturnType<typeof genesisFile>

/** Members of `config` for consensus engines in which only certain keys may seal blocks. */
const SEALED = ['clique', 'qbft', 'ibft2', 'ibft', 'aura'] as const

/**
 * A genesis file as go-ethereum reads it (parsed JSON): `config`, `gasLimit`, `difficulty` and `alloc` must be there; unknown members are ignored.
 * Source: go-ethereum core/genesis.go, params/config.go.
 * @throws UsageError that names the invalid member, or the feature that this node cannot run.
 */
export function readGenesisFile(json: unknown): GenesisFile {
  let file: GenesisFile
  try {
    file = genesisFile(json, '')
  } catch (cause) {
    if (!(cause instanceof Mismatch)) throw cause
    const place = cause.path === '' ? '' : `${cause.path}: `
    throw new UsageError(`not a genesis: ${place}${reasonOf(cause)}`, { cause })
  }
  const { chainId } = file.config
  if (chainId < 1n || chainId >= 1n << 53n) throw new UsageError('not a genesis: config.chainId: want 1 to 2^53 - 1')
  const sealed = SEALED.find((name) => file.config[name] !== undefined)
  if (sealed !== undefined)
    throw new UsageError(`this genesis is of a chain that cannot be run: config.${sealed}`, {
      details: [
        'its blocks are sealed with the keys of authorities, and this node makes blocks without',
        `right: leave out config.${sealed}`,
      ],
    })
  checkForkOrder(file.config)
  const { eip155Block, eip158Block } = file.config
  if (eip155Block !== eip158Block)
    throw new UsageError(
      `this genesis is of a chain that cannot be run: eip155Block (${eip155Block ?? 'none'}) is not eip158Block (${eip158Block ?? 'none'})`,
      { details: ['the two EIPs are one fork here'] },
    )
  return file
}

/** Whether the chain begins after the merge. */
export const isMerged = ({ config, difficulty }: GenesisFile): boolean =>
  config.terminalTotalDifficultyPassed === true ||
  (config.terminalTotalDifficulty !== undefined && config.terminalTotalDifficulty <= difficulty)

/** Blob schedules of forks that this node knows. */
export const schedulesOf = ({ config }: GenesisFile): Readonly<Record<string, ReturnType<typeof blobSchedule>>> =>
  Object.fromEntries(
    Object.entries(config.blobSchedule ?? {}).flatMap(([fork, schedule]) =>
      schedule !== undefined && FORKS.includes(fork) ? [[fork, schedule] as const] : [],
    ),
  )
