import type { ChainBlock } from '../../../chain/blockchain.js'
import type { NodeChain } from '../../../chain/node-chain.js'
import { DEFAULT_FEE_RULES, exactBaseFeeAfter, fixed, rewards, type FeeRules } from '../../../chain/fees.js'
import { refuse } from '../../../errors.js'
import { quantity } from '../../../hex.js'
import { blockNumber } from '../../request.js'
import { required } from '../../table.js'
import { Mismatch, array, number, type Validator } from '../../../validate.js'
import { answers, type Differing } from './differs.js'
import { blockAt } from './refs.js'

const HIGHEST = (1n << 64n) - 1n

/** A number as JSON, as decimal or as hex text. Source: go-ethereum common/math `HexOrDecimal64`. */
const hexOrDecimal: Validator<bigint> = (value, path) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === '') return 0n
  const read = /^\d+$/.test(text) ? BigInt(text) : /^0x[0-9a-f]+$/i.test(text) ? BigInt(text) : undefined
  if (read === undefined || read > HIGHEST)
    throw new Mismatch(path, `invalid hex or decimal integer ${JSON.stringify(text)}`)
  return read
}

/** Go's null is a list without elements. */
const percentiles: Validator<readonly number[]> = (value, path) => (value === null ? [] : array(number)(value, path))

const baseFeeOf = ({ block }: ChainBlock): bigint => block.header.baseFeePerGas ?? 0n

const rulesAfter = ({ feeMarket }: NodeChain, block: ChainBlock): FeeRules =>
  feeMarket?.rules(block) ?? DEFAULT_FEE_RULES

/** The tip that the node suggests: how much the base fee can rise with one block. Source: rpc/backend/chain_info.go `SuggestGasTipCap`. */
export function suggestedTip(chain: NodeChain): bigint {
  const { head } = chain.blocks
  const { elasticity, changeDenominator } = rulesAfter(chain, head)
  return (baseFeeOf(head) * (elasticity - 1n)) / changeDenominator
}

const UNIT = 10n ** 18n

/** Source: `GasPrice`. */
function gasPrice(chain: NodeChain): bigint {
  const { head } = chain.blocks
  const price = baseFeeOf(head) + suggestedTip(chain)
  const least = rulesAfter(chain, head).leastPrice / UNIT
  return price > least ? price : least
}

function checkPercentiles(list: readonly number[]): void {
  for (const [index, one] of list.entries()) {
    if (one < 0 || one > 100) throw refuse(`invalid reward percentile: ${fixed(one)}`)
    const before = list[index - 1]
    if (before !== undefined && one < before)
      throw refuse(`invalid reward percentile: #${index - 1}:${fixed(before)} > #${index}:${fixed(one)}`)
  }
}

/** Base fee after a block as the node foretells it, from one without a fraction. */
const foretold = (chain: NodeChain, block: ChainBlock): bigint =>
  exactBaseFeeAfter(baseFeeOf(block) * UNIT, block.block.header, rulesAfter(chain, block)) / UNIT

/** Prices of gas. Source: rpc/backend/chain_info.go, call_tx.go. */
export const FEES: Readonly<Record<string, Differing>> = {
  eth_gasPrice: answers([], ({ chain }) => quantity(gasPrice(chain))),
  eth_maxPriorityFeePerGas: answers([], ({ chain }) => quantity(suggestedTip(chain))),
  eth_feeHistory: answers(
    [
      required('blockCount', hexOrDecimal),
      required('newestBlock', blockNumber),
      required('rewardPercentiles', percentiles),
    ],
    ({ chain }, wanted, ref, tips) => {
      checkPercentiles(tips)
      const head = chain.blocks.head.number
      const last = ref.kind === 'number' ? ref.number : ref.kind === 'tag' && ref.tag === 'earliest' ? 0n : head
      if (last > head) throw refuse(`request beyond head block: requested ${last}, head ${head}`)
      const cap = chain.options.limits.feeHistoryCap
      if (wanted > BigInt(cap)) throw refuse(`FeeHistory user block count ${wanted} higher than ${cap}`)
      const count = wanted > last + 1n ? last + 1n : wanted
      const first = last + 1n - count
      const blocks = Array.from({ length: Number(count) }, (_, index) =>
        blockAt(chain, { kind: 'number', number: first + BigInt(index) })!,
      )
      const newest = blocks.at(-1)
      const blobFees = blocks.map(() => '0x1')
      return {
        oldestBlock: quantity(first),
        ...(tips.length === 0 || newest === undefined
          ? {}
          : { reward: blocks.map((block) => rewards(block, tips).map(quantity)) }),
        // Without blocks, nothing fills in the entry for the block after them.
        baseFeePerGas: [
          ...blocks.map((block) => quantity(baseFeeOf(block))),
          newest === undefined ? null : quantity(foretold(chain, newest)),
        ],
        gasUsedRatio: blocks.map(({ block: { header } }) => Number(header.gasUsed) / Number(header.gasLimit)),
        baseFeePerBlobGas: [...blobFees, newest === undefined ? null : '0x1'],
        ...(newest === undefined ? {} : { blobGasUsedRatio: blocks.map(() => 0) }),
      }
    },
  ),
}
