// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const SLINKY_ORACLE_V1: PackageTable = {
  messages: {
    QuotePrice: 'price string 1, block_timestamp google.protobuf.Timestamp 2, block_height uint64 3',
    CurrencyPairState: 'price .QuotePrice? 1, nonce uint64 2, id uint64 3',
    CurrencyPairGenesis:
      'currency_pair slinky.types.v1.CurrencyPair 1, currency_pair_price .QuotePrice? 2, nonce uint64 3, id uint64 4',
    GenesisState: 'currency_pair_genesis .CurrencyPairGenesis[] 1, next_id uint64 2',
    GetAllCurrencyPairsRequest: '',
    GetAllCurrencyPairsResponse: 'currency_pairs slinky.types.v1.CurrencyPair[] 1',
    GetPriceRequest: 'currency_pair slinky.types.v1.CurrencyPair 1',
    GetPriceResponse: 'price .QuotePrice? 1, nonce uint64 2, decimals uint64 3, id uint64 4',
    GetPricesRequest: 'currency_pair_ids string[] 1',
    GetPricesResponse: 'prices .GetPriceResponse[] 1',
    GetCurrencyPairMappingRequest: '',
    'GetCurrencyPairMappingResponse.CurrencyPairMappingEntry': 'key uint64 1, value slinky.types.v1.CurrencyPair 2',
    GetCurrencyPairMappingResponse:
      'currency_pair_mapping .GetCurrencyPairMappingResponse.CurrencyPairMappingEntry{} 1',
    GetCurrencyPairMappingListRequest: '',
    CurrencyPairMapping: 'id uint64 1, currency_pair slinky.types.v1.CurrencyPair 2',
    GetCurrencyPairMappingListResponse: 'mappings .CurrencyPairMapping[] 1',
    MsgAddCurrencyPairs: 'authority string 1, currency_pairs slinky.types.v1.CurrencyPair[] 2',
    MsgAddCurrencyPairsResponse: '',
    MsgRemoveCurrencyPairs: 'authority string 1, currency_pair_ids string[] 2',
    MsgRemoveCurrencyPairsResponse: '',
  },
  enums: {},
  services: {
    Query:
      'GetAllCurrencyPairs .GetAllCurrencyPairsRequest .GetAllCurrencyPairsResponse, GetPrice .GetPriceRequest .GetPriceResponse, GetPrices .GetPricesRequest .GetPricesResponse, GetCurrencyPairMapping .GetCurrencyPairMappingRequest .GetCurrencyPairMappingResponse, GetCurrencyPairMappingList .GetCurrencyPairMappingListRequest .GetCurrencyPairMappingListResponse',
    Msg: 'AddCurrencyPairs .MsgAddCurrencyPairs .MsgAddCurrencyPairsResponse, RemoveCurrencyPairs .MsgRemoveCurrencyPairs .MsgRemoveCurrencyPairsResponse',
  },
}
