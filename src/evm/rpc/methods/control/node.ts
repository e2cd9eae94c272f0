import { hex, quantity } from '../../../hex.js'
import { refuse } from '../../../execution/refusal.js'
import { method, required, type Method } from '../../table.js'
import { boolean, numeric, string } from '../../validate.js'
import { alike, both, command, every } from './spelling.js'

/** What a development node tells of itself, and what it lets be set. */
export const nodeControlMethods: readonly Method[] = [
  ...command(every('setMinGasPrice'), {
    changes: true,
    params: [required('gasPrice', numeric)],
    doc: 'The least price that the pool takes, on a chain without base fees.',
    handle: ({ chain }, minimumTip) => {
      if (chain.poolContext().common.isActivatedEIP(1559))
        throw refuse('setMinGasPrice is not supported when EIP-1559 is active')
      return chain.configure({ minimumTip })
    },
  }),
  ...command(every('setRpcUrl'), {
    params: [required('url', string)],
    doc: 'Where a fork asks for what it has not. Taken as Anvil takes it without a fork, which this node never has: nothing is asked.',
    handle: () => undefined,
  }),
  method('anvil_getGenesisTime', {
    status: 'none',
    doc: 'Time of the genesis block, in seconds since 1970.',
    handle: ({ chain }) => Number(chain.blocks.genesis.block.header.timestamp),
  }),
  ...command(every('setLoggingEnabled'), {
    params: [required('on', boolean)],
    doc: 'Taken for the sake of clients: this node writes no log.',
    handle: () => undefined,
  }),
  ...alike(both('metadata'), {
    doc: 'What a development node tells of itself.',
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
    doc: 'What a development node tells of itself.',
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
