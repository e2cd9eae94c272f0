import type { Block, BlockHeader } from '@ethereumjs/block'
import type { Traits } from '../options/traits.js'
import type { Blockchain, ChainBlock } from './blockchain.js'
import { refuse } from '../errors.js'

/** The tip per unit of gas that the node suggests when none is required. */
const DEFAULT_TIP = 1_000_000_000n

/** The tip that the node suggests for a given minimum. */
export const suggestedTip = ({ minimumTip }: { readonly minimumTip: bigint }): bigint =>
  minimumTip > 0n ? minimumTip : DEFAULT_TIP

/** Base fee of the block after this one; 0 before London. */
export const nextBaseFee = ({ block: { header } }: ChainBlock): bigint =>
  header.common.isActivatedEIP(1559) ? header.calcNextBaseFee() : 0n

const UNIT = 10n ** 18n

/** How the base fee follows how full blocks are. */
export interface FeeRules {
  /** By what the gas limit is divided for the target. */
  readonly elasticity: bigint
  /** By what the largest change is divided. */
  readonly changeDenominator: bigint
  /** The least that a unit of gas costs, times 10^18. */
  readonly leastPrice: bigint
}

/** Source: go-ethereum params, as cosmos/evm's fee market has them by default. */
export const DEFAULT_FEE_RULES: FeeRules = { elasticity: 2n, changeDenominator: 8n, leastPrice: 0n }

/** The fee market of a chain that has the EVM inside. */
export interface FeeMarket {
  /** The rules after a block. */
  rules(block: ChainBlock): FeeRules
  /** The base fee of which a call learns that is traced on the state after a block. */
  tracedBaseFee(block: ChainBlock): bigint
}

/**
 * The base fee after a block, times 10^18. Source: cosmos/evm x/feemarket/types/utils.go `CalcGasBaseFee`, whose decimals have 18 digits.
 * @param baseFee of the block, times 10^18
 */
export function exactBaseFeeAfter(
  baseFee: bigint,
  { gasUsed, gasLimit }: Pick<BlockHeader, 'gasUsed' | 'gasLimit'>,
  { elasticity, changeDenominator, leastPrice }: FeeRules = DEFAULT_FEE_RULES,
): bigint {
  const target = gasLimit / elasticity
  if (gasUsed === target) return baseFee
  if (target === 0n) return 0n
  const change = (baseFee * (gasUsed > target ? gasUsed - target : target - gasUsed)) / target / changeDenominator
  if (gasUsed > target) return baseFee + (change > UNIT ? change : UNIT)
  return baseFee - change > leastPrice ? baseFee - change : leastPrice
}

/** {@link exactBaseFeeAfter} of a block whose base fee keeps its fraction. */
const exactNextBaseFee = ({ block: { header }, feeFraction }: ChainBlock): bigint =>
  exactBaseFeeAfter((header.baseFeePerGas ?? 0n) * UNIT + feeFraction, header)

/** Base fee of the block after the head; 0 before London. */
export const baseFeeAfter = (head: ChainBlock, { exactBaseFee }: Traits): bigint =>
  exactBaseFee && head.block.header.common.isActivatedEIP(1559) ? exactNextBaseFee(head) / UNIT : nextBaseFee(head)

/** What the base fee of a block after the head keeps below one unit, times 10^18: nothing if it was chosen. */
export function feeFractionAfter(head: ChainBlock, block: Block, { exactBaseFee }: Traits): bigint {
  if (!exactBaseFee) return 0n
  const exact = exactNextBaseFee(head)
  return exact / UNIT === block.header.baseFeePerGas ? exact % UNIT : 0n
}

/** Base fee of the first block of London. Source: EIP-1559, `INITIAL_BASE_FEE`. */
export const INITIAL_BASE_FEE = 1_000_000_000n

/** Price of a unit of blob gas in the block after this one; undefined before Cancun. */
export const nextBlobFee = ({ block: { header } }: ChainBlock): bigint | undefined =>
  header.common.isActivatedEIP(4844) ? header.calcNextBlobGasPrice(header.common) : undefined

export interface FeeHistory {
  readonly oldestBlock: bigint
  /** One more entry than blocks: the last is for the block after them. */
  readonly baseFeePerGas: readonly bigint[]
  readonly gasUsedRatio: readonly number[]
  readonly baseFeePerBlobGas: readonly bigint[]
  readonly blobGasUsedRatio: readonly number[]
  /** Per block, the tip at each requested percentile of the gas used. */
  readonly reward: readonly (readonly bigint[])[] | undefined
}

const MAX_PERCENTILES = 100

/** A percentile as Go's `%f` prints it. */
export const fixed = (percentile: number): string =>
  Math.abs(percentile) < 1e21 ? percentile.toFixed(6) : `${BigInt(percentile)}.000000`

/** @throws RpcError for percentiles that are out of range or do not rise. Source: go-ethereum eth/gasprice/feehistory.go. */
export function checkPercentiles(percentiles: readonly number[]): void {
  if (percentiles.length > MAX_PERCENTILES)
    throw refuse(`invalid reward percentile: over the query limit ${MAX_PERCENTILES}`)
  for (const [index, percentile] of percentiles.entries()) {
    if (percentile < 0 || percentile > 100) throw refuse(`invalid reward percentile: ${fixed(percentile)}`)
    const before = percentiles[index - 1]
    if (before !== undefined && percentile <= before)
      throw refuse(`invalid reward percentile: #${index - 1}:${fixed(before)} >= #${index}:${fixed(percentile)}`)
  }
}

/** Fees of the blocks up to `last`. Source: go-ethereum eth/gasprice/feehistory.go. */
export function feeHistory(
  chain: Blockchain,
  count: number,
  last: ChainBlock,
  percentiles: readonly number[],
  cap: number,
): FeeHistory {
  // The last one may be the pending block, which is not on the chain.
  const blocks: ChainBlock[] = count > 0 ? [last] : []
  for (let number = last.number - 1n; blocks.length < Math.min(count, cap) && number >= 0n; number -= 1n)
    blocks.unshift(chain.at(number)!)
  if (blocks.length === 0)
    return {
      oldestBlock: 0n,
      baseFeePerGas: [],
      gasUsedRatio: [],
      baseFeePerBlobGas: [],
      blobGasUsedRatio: [],
      reward: undefined,
    }
  const headers = blocks.map(({ block }) => block.header)
  return {
    oldestBlock: blocks[0]!.number,
    baseFeePerGas: [...headers.map((header) => header.baseFeePerGas ?? 0n), nextBaseFee(last)],
    gasUsedRatio: headers.map(({ gasUsed, gasLimit }) => Number(gasUsed) / Number(gasLimit)),
    baseFeePerBlobGas: [
      ...headers.map((header) => (header.common.isActivatedEIP(4844) ? header.getBlobGasPrice() : 0n)),
      nextBlobFee(last) ?? 0n,
    ],
    blobGasUsedRatio: headers.map((header) =>
      header.common.isActivatedEIP(4844)
        ? Number(header.blobGasUsed ?? 0n) / Number(header.common.getBlobGasSchedule().maxBlobGasPerBlock)
        : 0,
    ),
    reward: percentiles.length === 0 ? undefined : blocks.map((block) => rewards(block, percentiles)),
  }
}

export function rewards({ block, receipts }: ChainBlock, percentiles: readonly number[]): bigint[] {
  const baseFee = block.header.baseFeePerGas ?? 0n
  const sorted = receipts
    .map(({ gasUsed, effectiveGasPrice }) => ({ gasUsed, tip: effectiveGasPrice - baseFee }))
    .sort((a, b) => (a.tip < b.tip ? -1 : a.tip > b.tip ? 1 : 0))
  if (sorted.length === 0) return percentiles.map(() => 0n)
  let index = 0
  let sum = sorted[0]!.gasUsed
  return percentiles.map((percentile) => {
    const threshold = BigInt(Math.floor((Number(block.header.gasUsed) * percentile) / 100))
    while (sum < threshold && index < sorted.length - 1) sum += sorted[++index]!.gasUsed
    return sorted[index]!.tip
  })
}
