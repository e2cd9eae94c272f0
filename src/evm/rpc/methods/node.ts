import { unhex, hex, quantity } from '../../hex.js'
import { keccak256 } from '../../crypto/hash.js'
import { forkConfig } from '../../chain/fork-config.js'
import { method, required, type Method } from '../table.js'
import { data } from '../validate.js'

/** What names the node and its network: web3_*, net_*, rpc_modules, and what there is to say of mining and peers. */
export const nodeMethods: readonly Method[] = [
  method('web3_clientVersion', {
    status: 'Y',
    doc: 'Name and version of the node: what the option `clientVersion` says.',
    handle: ({ chain }) => chain.options.clientVersion,
  }),
  method('web3_sha3', {
    status: 'Y',
    params: [required('input', data)],
    doc: 'Keccak-256 of the given bytes.',
    handle: (_, input) => hex(keccak256(unhex(input))),
  }),
  method('net_version', {
    status: 'Y',
    doc: 'The network id, which is the chain id, in decimal.',
    handle: ({ chain }) => chain.forks.chainId.toString(),
  }),
  method('net_peerCount', {
    status: 'Stub',
    doc: 'Number of peers: a node in one process has none.',
    handle: () => '0x0',
  }),
  method('net_listening', { status: 'Stub', doc: 'Whether the node takes connections.', handle: () => true }),
  method('eth_protocolVersion', { status: 'Y', doc: 'Version of the wire protocol.', handle: () => '0x41' }),
  method('eth_syncing', { status: 'Stub', doc: 'False: there is nothing to catch up with.', handle: () => false }),
  method('eth_mining', { status: 'Y', doc: 'False: blocks come from consensus.', handle: () => false }),
  method('eth_hashrate', { status: 'Y', doc: 'Zero: blocks come from consensus.', handle: () => '0x0' }),
  method('eth_coinbase', {
    status: 'Y',
    doc: 'The account that gets the tips of new blocks.',
    handle: ({ chain }) => chain.settings.coinbase,
  }),
  method('eth_chainId', {
    status: 'Y',
    doc: 'The chain id that transactions are signed for.',
    handle: ({ chain }) => quantity(chain.forks.chainId),
  }),
  method('eth_config', {
    status: 'none',
    doc: 'The rules that hold now, those that come next, and the last that are known (EIP-7910).',
    handle: ({ chain }) => forkConfig(chain),
  }),
  method('eth_capabilities', {
    status: 'none',
    doc: 'How far back this node can answer: to the genesis.',
    handle: ({ chain }) => {
      const kept = { disabled: false, oldestBlock: '0x0' }
      const { number, hash } = chain.blocks.head
      const head = { number: quantity(number), hash }
      return { head, state: kept, tx: kept, logs: kept, receipts: kept, blocks: kept, stateproofs: kept }
    },
  }),
  method('rpc_modules', {
    status: 'none',
    doc: 'The namespaces that this node answers.',
    handle: ({ methods }) =>
      Object.fromEntries(
        [...new Set([...methods.values()].map(({ namespace }) => namespace))].sort().map((name) => [name, '1.0']),
      ),
  }),
]
