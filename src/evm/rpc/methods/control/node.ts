import { hex, quantity } from '../../../hex.js'
import { refuse } from '../../../execution/refusal.js'
import { method, required, type Method } from '../../table.js'
import { boolean, numeric, string } from '../../validate.js'
import { alike, both, command } from './spelling.js'

/** What a development node tells of itself, and what it lets be set. */
export const nodeControlMethods: readonly Method[] = [
  ...command(both('setMinGasPrice'), {
    changes: true,
    params: [required('gasPrice', numeric)],
    doc: 'The least price that the pool takes, on a chain without base fees.',
    handle: ({ engine }, minimumTip) => {
      if (engine.poolContext().common.isActivatedEIP(1559))
        throw refuse('setMinGasPrice is not supported when EIP-1559 is active')
      return engine.configure({ minimumTip })
    },
  }),
  method('anvil_setRpcUrl', {
    status: 'none',
    params: [required('url', string)],
    doc: 'Belongs to forks of another chain, which this node does not make.',
    handle: () => {
      throw refuse('forking another chain is not supported')
    },
  }),
  ...command(both('setLoggingEnabled'), {
    params: [required('on', boolean)],
    doc: 'Taken for the sake of clients: this node writes no log.',
    handle: () => undefined,
  }),
  ...alike(both('metadata'), {
    doc: 'What a development node tells of itself.',
    handle: ({ engine }) => ({
      clientVersion: engine.options.clientVersion,
      chainId: Number(engine.forks.chainId),
      instanceId: hex(engine.chain.genesis.block.hash()),
      latestBlockNumber: Number(engine.chain.head.number),
      latestBlockHash: engine.chain.head.hash,
    }),
  }),
  method('anvil_nodeInfo', {
    status: 'none',
    doc: 'What a development node tells of itself.',
    handle: ({ engine }) => {
      const { head } = engine.chain
      return {
        currentBlockNumber: quantity(head.number),
        currentBlockTimestamp: Number(head.block.header.timestamp),
        currentBlockHash: head.hash,
        hardFork: head.block.common.hardfork(),
        transactionOrder: 'fees',
        environment: {
          baseFee: quantity(head.block.header.baseFeePerGas ?? 0n),
          chainId: Number(engine.forks.chainId),
          gasLimit: quantity(engine.settings.gasLimit),
          gasPrice: quantity(head.block.header.baseFeePerGas ?? 0n),
        },
        forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
      }
    },
  }),
]
