// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_BASE_ABCI_V1BETA1: PackageTable = {
  messages: {
    TxResponse:
      'height int64 1, txhash string 2, codespace string 3, code uint32 4, data string 5, raw_log string 6, logs .ABCIMessageLog[] 7, info string 8, gas_wanted int64 9, gas_used int64 10, tx google.protobuf.Any? 11, timestamp string 12, events tendermint.abci.Event[] 13',
    ABCIMessageLog: 'msg_index uint32 1, log string 2, events .StringEvent[] 3',
    StringEvent: 'type string 1, attributes .Attribute[] 2',
    Attribute: 'key string 1, value string 2',
    GasInfo: 'gas_wanted uint64 1, gas_used uint64 2',
    Result: 'data bytes 1, log string 2, events tendermint.abci.Event[] 3, msg_responses google.protobuf.Any[] 4',
    SimulationResponse: 'gas_info .GasInfo 1, result .Result? 2',
    MsgData: 'msg_type string 1, data bytes 2',
    TxMsgData: 'data .MsgData[] 1, msg_responses google.protobuf.Any[] 2',
    SearchTxsResult:
      'total_count uint64 1, count uint64 2, page_number uint64 3, page_total uint64 4, limit uint64 5, txs .TxResponse[] 6',
    SearchBlocksResult:
      'total_count int64 1, count int64 2, page_number int64 3, page_total int64 4, limit int64 5, blocks tendermint.types.Block[] 6',
  },
  enums: {},
  services: {},
}
