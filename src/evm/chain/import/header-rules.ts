import type { BlockHeader } from '@ethereumjs/block'
import { ConsensusType, type Common } from '@ethereumjs/common'
import { equalBytes, toHex } from '../../../base/index.js'
import { INITIAL_BASE_FEE } from '../fees.js'

/** A header as it is in a file of blocks: nothing of it is checked yet. */
export type RawHeader = readonly Uint8Array[]

/** Places of the fields. Source: go-ethereum core/types/block.go `Header`. */
const FIELDS = {
  uncleHash: 1,
  difficulty: 7,
  number: 8,
  gasLimit: 9,
  gasUsed: 10,
  timestamp: 11,
  extraData: 12,
  nonce: 14,
  baseFee: 15,
  withdrawalsRoot: 16,
  blobGasUsed: 17,
  excessBlobGas: 18,
  parentBeaconRoot: 19,
} as const

const MAX_GAS_LIMIT = (1n << 63n) - 1n
const MIN_GAS_LIMIT = 5000n
const GAS_LIMIT_BOUND = 1024n
const BLOB_GAS = 131_072n

/** Hash of no uncles. */
const NO_UNCLES = '1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'

const numberOf = (bytes: Uint8Array): bigint => (bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`))

/** The number that the header claims. */
export const blockNumber = (header: RawHeader): bigint => numberOf(header[FIELDS.number]!)
/** The time that the header claims, in seconds since 1970. */
export const blockTime = (header: RawHeader): bigint => numberOf(header[FIELDS.timestamp]!)

/**
 * Why a header cannot follow its parent, in go-ethereum's words; undefined if it can.
 * Source: go-ethereum v1.17.10 consensus/beacon/consensus.go `verifyHeader`, consensus/misc/eip1559, consensus/misc/eip4844
 */
export function headerProblem(header: RawHeader, parent: BlockHeader, rules: Common): string | undefined {
  const staked = rules.consensusType() === ConsensusType.ProofOfStake
  return (
    (staked ? sealProblem(header) : undefined) ??
    (blockTime(header) <= parent.timestamp ? 'invalid timestamp' : undefined) ??
    (staked ? difficultyProblem(header) : undefined) ??
    gasProblem(header) ??
    gasLimitProblem(header, parent, rules) ??
    (rules.isActivatedEIP(1559) ? baseFeeProblem(header, parent) : undefined) ??
    (staked ? forkProblem(header, rules) : undefined) ??
    (rules.isActivatedEIP(4844) ? blobProblem(header, parent, rules) : undefined)
  )
}

function sealProblem(header: RawHeader): string | undefined {
  const extra = header[FIELDS.extraData]!.length
  if (extra > 32) return `extra-data longer than 32 bytes (${extra})`
  if (!equalBytes(header[FIELDS.nonce]!, new Uint8Array(8))) return 'invalid nonce'
  if (toHex(header[FIELDS.uncleHash]!) !== NO_UNCLES) return 'invalid uncle hash'
  return undefined
}

function difficultyProblem(header: RawHeader): string | undefined {
  const difficulty = numberOf(header[FIELDS.difficulty]!)
  return difficulty === 0n ? undefined : `invalid difficulty: have ${difficulty}, want 0`
}

function gasProblem(header: RawHeader): string | undefined {
  const [limit, used] = [numberOf(header[FIELDS.gasLimit]!), numberOf(header[FIELDS.gasUsed]!)]
  if (limit > MAX_GAS_LIMIT) return `invalid gasLimit: have ${limit}, max ${MAX_GAS_LIMIT}`
  return used > limit ? `invalid gasUsed: have ${used}, gasLimit ${limit}` : undefined
}

function gasLimitProblem(header: RawHeader, parent: BlockHeader, rules: Common): string | undefined {
  // The first block with a base fee may have twice the gas.
  const isFirst = rules.isActivatedEIP(1559) && !parent.common.isActivatedEIP(1559)
  const before = parent.gasLimit * (isFirst ? 2n : 1n)
  const limit = numberOf(header[FIELDS.gasLimit]!)
  const bound = before / GAS_LIMIT_BOUND
  const difference = before > limit ? before - limit : limit - before
  if (difference >= bound) return `invalid gas limit: have ${limit}, want ${before} +/- ${bound - 1n}`
  return limit < MIN_GAS_LIMIT ? `invalid gas limit below ${MIN_GAS_LIMIT}` : undefined
}

function baseFeeProblem(header: RawHeader, parent: BlockHeader): string | undefined {
  const bytes = header[FIELDS.baseFee]
  if (bytes === undefined) return 'header is missing baseFee'
  const follows = parent.common.isActivatedEIP(1559)
  const want = follows ? parent.calcNextBaseFee() : INITIAL_BASE_FEE
  const have = numberOf(bytes)
  const before = follows ? String(parent.baseFeePerGas) : '<nil>'
  return have === want
    ? undefined
    : `invalid baseFee: have ${have}, want ${want}, parentBaseFee ${before}, parentGasUsed ${parent.gasUsed}`
}

function forkProblem(header: RawHeader, rules: Common): string | undefined {
  const withdrawals = header[FIELDS.withdrawalsRoot]
  if (rules.isActivatedEIP(4895)) {
    if (withdrawals === undefined) return 'missing withdrawalsHash'
  } else if (withdrawals !== undefined) return `invalid withdrawalsHash: have ${toHex(withdrawals)}, expected nil`
  const [used, excess, root] = [FIELDS.blobGasUsed, FIELDS.excessBlobGas, FIELDS.parentBeaconRoot].map(
    (at) => header[at],
  )
  if (rules.isActivatedEIP(4844)) return root === undefined ? 'header is missing beaconRoot' : undefined
  if (excess !== undefined) return `invalid excessBlobGas: have ${numberOf(excess)}, expected nil`
  if (used !== undefined) return `invalid blobGasUsed: have ${numberOf(used)}, expected nil`
  return root === undefined ? undefined : `invalid parentBeaconRoot, have 0x${toHex(root)}, expected nil`
}

function blobProblem(header: RawHeader, parent: BlockHeader, rules: Common): string | undefined {
  const [excessBytes, usedBytes] = [header[FIELDS.excessBlobGas], header[FIELDS.blobGasUsed]]
  if (excessBytes === undefined) return 'header is missing excessBlobGas'
  if (usedBytes === undefined) return 'header is missing blobGasUsed'
  const [used, excess] = [numberOf(usedBytes), numberOf(excessBytes)]
  const most = rules.getBlobGasSchedule().maxBlobGasPerBlock
  if (used > most) return `blob gas used ${used} exceeds maximum allowance ${most}`
  if (used % BLOB_GAS !== 0n) return `blob gas used ${used} not a multiple of blob gas per blob ${BLOB_GAS}`
  const want = parent.calcNextExcessBlobGas(rules)
  return excess === want ? undefined : `invalid excessBlobGas: have ${excess}, want ${want}`
}
