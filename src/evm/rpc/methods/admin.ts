import type { EvmChain } from '../../chain/evm-chain.js'
import { hex } from '../../hex.js'
import { invalidParams } from '../../errors.js'
import type { HostMethod } from '../host-methods.js'
import { hostMethod, required, type Method } from '../table.js'
import { string } from '../../validate.js'

interface Peers {
  readonly known: Set<string>
  readonly trusted: Set<string>
}

/** Peers of a node: a list that is kept and shown only, since a chain in one process has no network. */
const lists = new WeakMap<EvmChain, Peers>()

function peersOf(chain: EvmChain): Peers {
  const peers = lists.get(chain) ?? { known: new Set(), trusted: new Set() }
  lists.set(chain, peers)
  return peers
}

const MAX_PEERS = 1000
const ENODE = /^enode:\/\/([0-9a-f]{128})@([\w.:[\]-]{1,255}):(\d{1,5})(?:\?discport=\d{1,5})?$/i

function peerUrl(text: string): string {
  if (!ENODE.test(text)) throw invalidParams('invalid argument 0: url: want enode://<128 hex digits>@host:port')
  return text
}

const changing = (name: HostMethod, doc: string, change: (peers: Peers, url: string) => void): Method =>
  hostMethod(name, {
    status: 'N',
    access: 'private',
    params: [required('url', string)],
    doc,
    handle: ({ chain }, url) => {
      const peers = peersOf(chain)
      if (peers.known.size + peers.trusted.size >= MAX_PEERS && /add/.test(name))
        throw invalidParams(`too many peers: want at most ${MAX_PEERS}`)
      change(peers, peerUrl(url))
      return true
    },
  })

/** The node and its peers. */
export const adminMethods: readonly Method[] = [
  changing('admin_addPeer', 'Adds a peer to the list.', ({ known }, url) => known.add(url)),
  changing('admin_removePeer', 'Removes a peer from the list.', ({ known }, url) => known.delete(url)),
  changing('admin_addTrustedPeer', 'Adds a trusted peer to the list.', ({ trusted }, url) => trusted.add(url)),
  changing('admin_removeTrustedPeer', 'Removes a trusted peer from the list.', ({ trusted }, url) =>
    trusted.delete(url),
  ),
  hostMethod('admin_peers', {
    status: 'N',
    access: 'private',
    doc: 'The peers that were added.',
    handle: ({ chain }) => {
      const { known, trusted } = peersOf(chain)
      return [...new Set([...known, ...trusted])].map((enode) => {
        const [, id, host, port] = ENODE.exec(enode)!
        return {
          enode,
          id,
          name: '',
          caps: [],
          network: {
            localAddress: '',
            remoteAddress: `${host}:${port}`,
            inbound: false,
            trusted: trusted.has(enode),
            static: known.has(enode),
          },
          protocols: {},
        }
      })
    },
  }),
  hostMethod('admin_nodeInfo', {
    status: 'N',
    access: 'private',
    doc: 'Information about the node and its chain.',
    handle: async ({ chain, servers }) => ({
      name: 'Sudobox',
      ports: await servers.urls(),
      protocols: {
        eth: {
          network: Number(chain.forks.chainId),
          genesis: hex(chain.blocks.genesis.block.hash()),
          head: chain.blocks.head.hash,
        },
      },
    }),
  }),
]
