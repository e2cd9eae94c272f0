import { unhex, hex, quantity } from '../../hex.js'
import { keccak256 } from '../../crypto/hash.js'
import { forkConfig } from '../../chain/fork-config.js'
import { chainMethod, method, required, type Method } from '../table.js'
import { data } from '../../validate.js'

/** Identity of the node and its network: web3_*, net_*, rpc_modules, and status of mining and peers. */
export const nodeMethods: readonly Method[] = [
  chainMethod('web3_clientVersion', {
    status: 'Y',
    doc: 'Name and version of the node, as set by the option `clientVersion`.',
    handle: ({ chain }) => chain.options.clientVersion,
  }),
  method('web3_sha3', {
    status: 'Y',
    params: [required('input', data)],
    doc: 'Keccak-256 of the given bytes.',
    handle: (_, input) => hex(keccak256(unhex(input))),
  }),
  chainMethod('net_version', {
    status: 'Y',
    doc: 'The network id, which is the chain id, in decimal.',
    handle: ({ chain }) => chain.forks.chainId.toString(),
  }),
  method('net_peerCount', {
    status: 'Stub',
    doc: 'Number of peers: always zero in one process.',
    handle: () => '0x0',
  }),
  chainMethod('net_listening', { status: 'Stub', doc: 'Whether the node accepts connections.', handle: () => true }),
  chainMethod('eth_protocolVersion', { status: 'Y', doc: 'Version of the wire protocol.', handle: () => '0x41' }),
  chainMethod('eth_syncing', { status: 'Stub', doc: 'False: there is nothing to sync with.', handle: () => false }),
  method('eth_mining', { status: 'Y', doc: 'False: blocks come from consensus.', handle: () => false }),
  method('eth_hashrate', { status: 'Y', doc: 'Zero: blocks come from consensus.', handle: () => '0x0' }),
  method('eth_coinbase', {
    status: 'Y',
    doc: 'The account that receives the tips of new blocks.',
    handle: ({ chain }) => chain.settings.coinbase,
  }),
  chainMethod('eth_chainId', {
    status: 'Y',
    doc: 'The chain id.',
    handle: ({ chain }) => quantity(chain.forks.chainId),
  }),
  method('eth_config', {
    status: 'none',
    doc: 'The current, next and last known fork configuration (EIP-7910).',
    handle: ({ chain }) => forkConfig(chain),
  }),
  method('eth_capabilities', {
    status: 'none',
    doc: 'The range of blocks that this node has: from the genesis on.',
    handle: ({ chain }) => {
      const kept = { disabled: false, oldestBlock: '0x0' }
      const { number, hash } = chain.blocks.head
      const head = { number: quantity(number), hash }
      return { head, state: kept, tx: kept, logs: kept, receipts: kept, blocks: kept, stateproofs: kept }
    },
  }),
  chainMethod('rpc_modules', {
    status: 'none',
    doc: "The namespaces of this node's methods.",
    handle: ({ methods }) =>
      Object.fromEntries(
        [...new Set([...methods.values()].map(({ namespace }) => namespace))].sort().map((name) => [name, '1.0']),
      ),
  }),
]
