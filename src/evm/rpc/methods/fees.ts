import { LATEST } from '../../chain/evm-chain.js'
import { checkPercentiles, feeHistory, nextBaseFee, nextBlobFee, suggestedTip } from '../../chain/fees.js'
import { quantity } from '../../hex.js'
import { refuse } from '../../errors.js'
import { blockNumber } from '../request.js'
import { method, optional, required, type Method } from '../table.js'
import { array, number, numeric } from '../../validate.js'

/** Gas prices. */
export const feeMethods: readonly Method[] = [
  method('eth_gasPrice', {
    status: 'Stub',
    doc: 'A gas price that gets a transaction into the next block.',
    handle: ({ chain }) => quantity(nextBaseFee(chain.blocks.head) + suggestedTip(chain.settings)),
  }),
  method('eth_maxPriorityFeePerGas', {
    status: 'Stub',
    doc: 'A tip that gets a transaction into the next block.',
    handle: ({ chain }) => quantity(suggestedTip(chain.settings)),
  }),
  method('eth_baseFee', {
    status: 'none',
    doc: 'Base fee of the next block; null before London.',
    handle: ({ chain }) =>
      chain.blocks.head.block.header.baseFeePerGas === undefined ? null : quantity(nextBaseFee(chain.blocks.head)),
  }),
  method('eth_blobBaseFee', {
    status: 'N',
    doc: 'Blob gas price of the next block; null before Cancun.',
    handle: ({ chain }) => {
      const fee = nextBlobFee(chain.blocks.head)
      return fee === undefined ? null : quantity(fee)
    },
  }),
  method('eth_feeHistory', {
    status: 'Y',
    params: [
      required('blockCount', numeric),
      optional('newestBlock', blockNumber, LATEST),
      optional('rewardPercentiles', array(number), []),
    ],
    doc: 'Base fees, gas used ratios and tips of a range of blocks.',
    handle: async ({ chain }, count, ref, percentiles) => {
      // No blocks are asked for: then nothing else is looked at.
      if (count > 0n) checkPercentiles(percentiles)
      const last = await chain.find(ref)
      if (last === undefined)
        throw refuse(
          `request beyond head block: requested ${ref.kind === 'number' ? ref.number : ''}, head ${chain.blocks.head.number}`,
        )
      const history = feeHistory(chain.blocks, Number(count), last, percentiles, chain.options.limits.feeHistoryCap)
      return {
        oldestBlock: quantity(history.oldestBlock),
        baseFeePerGas: history.baseFeePerGas.map(quantity),
        gasUsedRatio: history.gasUsedRatio,
        baseFeePerBlobGas: history.baseFeePerBlobGas.map(quantity),
        blobGasUsedRatio: history.blobGasUsedRatio,
        ...(history.reward === undefined ? {} : { reward: history.reward.map((tips) => tips.map(quantity)) }),
      }
    },
  }),
]
