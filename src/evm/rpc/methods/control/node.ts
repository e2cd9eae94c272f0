import { hex, quantity } from '../../../hex.js'
import { refuse } from '../../../errors.js'
import { method, required, type Method } from '../../table.js'
import { boolean, numeric, string } from '../../../validate.js'
import { alike, both, command, every } from './spelling.js'

/** Information about a development node, and its settings. */
export const nodeControlMethods: readonly Method[] = [
  ...command(every('setMinGasPrice'), {
    changes: true,
    params: [required('gasPrice', numeric)],
    doc: 'Sets the minimum gas price of the pool, on a chain without base fees.',
    handle: ({ chain, turn }, minimumTip) => {
      if (chain.poolContext().common.isActivatedEIP(1559))
        throw refuse('setMinGasPrice is not supported when EIP-1559 is active')
      return chain.configure(turn, { minimumTip })
    },
  }),
  ...command(every('setRpcUrl'), {
    params: [required('url', string)],
    doc: 'Sets the URL that a fork fetches from. Accepted and ignored, as in Anvil without a fork: this node never forks.',
    handle: () => undefined,
  }),
  method('anvil_getGenesisTime', {
    status: 'none',
    doc: 'Sets the time of the genesis block, in seconds since 1970.',
    handle: ({ chain }) => Number(chain.blocks.genesis.block.header.timestamp),
  }),
  ...command(every('setLoggingEnabled'), {
    params: [required('on', boolean)],
    doc: 'Accepted and ignored: this node writes no log.',
    handle: () => undefined,
  }),
  ...alike(both('metadata'), {
    doc: 'Describes the node, its chain and its latest block.',
    handle: ({ chain }) => ({
      clientVersion: chain.options.clientVersion,
      chainId: Number(chain.forks.chainId),
      instanceId: hex(chain.blocks.genesis.block.hash()),
      latestBlockNumber: Number(chain.blocks.head.number),
      latestBlockHash: chain.blocks.head.hash,
    }),
  }),
  method('anvil_nodeInfo', {
    status: 'none',
    doc: 'Describes the node, its chain and its latest block.',
    handle: ({ chain }) => {
      const { head } = chain.blocks
      return {
        currentBlockNumber: quantity(head.number),
        currentBlockTimestamp: Number(head.block.header.timestamp),
        currentBlockHash: head.hash,
        hardFork: head.block.common.hardfork(),
        transactionOrder: 'fees',
        environment: {
          baseFee: quantity(head.block.header.baseFeePerGas ?? 0n),
          chainId: Number(chain.forks.chainId),
          gasLimit: quantity(chain.settings.gasLimit),
          gasPrice: quantity(head.block.header.baseFeePerGas ?? 0n),
        },
        forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
      }
    },
  }),
]
