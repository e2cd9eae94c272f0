// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_TX_V1BETA1: PackageTable = {
  messages: {
    GetTxsEventRequest:
      'events string[] 1, pagination cosmos.base.query.v1beta1.PageRequest? 2, order_by .OrderBy 3, page uint64 4, limit uint64 5, query string 6',
    GetTxsEventResponse:
      'txs .Tx[] 1, tx_responses cosmos.base.abci.v1beta1.TxResponse[] 2, pagination cosmos.base.query.v1beta1.PageResponse? 3, total uint64 4',
    BroadcastTxRequest: 'tx_bytes bytes 1, mode .BroadcastMode 2',
    BroadcastTxResponse: 'tx_response cosmos.base.abci.v1beta1.TxResponse? 1',
    SimulateRequest: 'tx .Tx? 1, tx_bytes bytes 2',
    SimulateResponse: 'gas_info cosmos.base.abci.v1beta1.GasInfo? 1, result cosmos.base.abci.v1beta1.Result? 2',
    GetTxRequest: 'hash string 1',
    GetTxResponse: 'tx .Tx? 1, tx_response cosmos.base.abci.v1beta1.TxResponse? 2',
    GetBlockWithTxsRequest: 'height int64 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    GetBlockWithTxsResponse:
      'txs .Tx[] 1, block_id tendermint.types.BlockID? 2, block tendermint.types.Block? 3, pagination cosmos.base.query.v1beta1.PageResponse? 4',
    TxDecodeRequest: 'tx_bytes bytes 1',
    TxDecodeResponse: 'tx .Tx? 1',
    TxEncodeRequest: 'tx .Tx? 1',
    TxEncodeResponse: 'tx_bytes bytes 1',
    TxEncodeAminoRequest: 'amino_json string 1',
    TxEncodeAminoResponse: 'amino_binary bytes 1',
    TxDecodeAminoRequest: 'amino_binary bytes 1',
    TxDecodeAminoResponse: 'amino_json string 1',
    Tx: 'body .TxBody? 1, auth_info .AuthInfo? 2, signatures bytes[] 3',
    TxRaw: 'body_bytes bytes 1, auth_info_bytes bytes 2, signatures bytes[] 3',
    SignDoc: 'body_bytes bytes 1, auth_info_bytes bytes 2, chain_id string 3, account_number uint64 4',
    SignDocDirectAux:
      'body_bytes bytes 1, public_key google.protobuf.Any? 2, chain_id string 3, account_number uint64 4, sequence uint64 5, tip .Tip? 6',
    TxBody:
      'messages google.protobuf.Any[] 1, memo string 2, timeout_height uint64 3, unordered bool 4, timeout_timestamp google.protobuf.Timestamp? 5, extension_options google.protobuf.Any[] 1023, non_critical_extension_options google.protobuf.Any[] 2047',
    AuthInfo: 'signer_infos .SignerInfo[] 1, fee .Fee? 2, tip .Tip? 3',
    SignerInfo: 'public_key google.protobuf.Any? 1, mode_info .ModeInfo? 2, sequence uint64 3',
    ModeInfo: 'single .ModeInfo.Single|sum 1, multi .ModeInfo.Multi|sum 2',
    'ModeInfo.Single': 'mode cosmos.tx.signing.v1beta1.SignMode 1',
    'ModeInfo.Multi': 'bitarray cosmos.crypto.multisig.v1beta1.CompactBitArray? 1, mode_infos .ModeInfo[] 2',
    Fee: 'amount cosmos.base.v1beta1.Coin[] 1, gas_limit uint64 2, payer string 3, granter string 4',
    Tip: 'amount cosmos.base.v1beta1.Coin[] 1, tipper string 2',
    AuxSignerData:
      'address string 1, sign_doc .SignDocDirectAux? 2, mode cosmos.tx.signing.v1beta1.SignMode 3, sig bytes 4',
  },
  enums: {
    OrderBy: 'ORDER_BY_UNSPECIFIED 0, ORDER_BY_ASC 1, ORDER_BY_DESC 2',
    BroadcastMode:
      'BROADCAST_MODE_UNSPECIFIED 0, BROADCAST_MODE_BLOCK 1, BROADCAST_MODE_SYNC 2, BROADCAST_MODE_ASYNC 3',
  },
  services: {
    Service:
      'Simulate .SimulateRequest .SimulateResponse, GetTx .GetTxRequest .GetTxResponse, BroadcastTx .BroadcastTxRequest .BroadcastTxResponse, GetTxsEvent .GetTxsEventRequest .GetTxsEventResponse, GetBlockWithTxs .GetBlockWithTxsRequest .GetBlockWithTxsResponse, TxDecode .TxDecodeRequest .TxDecodeResponse, TxEncode .TxEncodeRequest .TxEncodeResponse, TxEncodeAmino .TxEncodeAminoRequest .TxEncodeAminoResponse, TxDecodeAmino .TxDecodeAminoRequest .TxDecodeAminoResponse',
  },
}
