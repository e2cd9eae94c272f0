// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const TENDERMINT_P2P: PackageTable = {
  messages: {
    NetAddress: 'id string 1, ip string 2, port uint32 3',
    ProtocolVersion: 'p2p uint64 1, block uint64 2, app uint64 3',
    DefaultNodeInfo:
      'protocol_version .ProtocolVersion 1, default_node_id string 2, listen_addr string 3, network string 4, version string 5, channels bytes 6, moniker string 7, other .DefaultNodeInfoOther 8',
    DefaultNodeInfoOther: 'tx_index string 1, rpc_address string 2',
  },
  enums: {},
  services: {},
}
