import type { PackageTable } from './schema.js'

/** Packages of the oracle. Source: slinky v1.2.0 proto. */
export const SLINKY_PACKAGES: Readonly<Record<string, PackageTable>> = {
  'slinky.types.v1': { messages: { CurrencyPair: 'Base string 1, Quote string 2' }, enums: {}, services: {} },
  'slinky.oracle.v1': {
    messages: {
      QuotePrice: 'price string 1, block_timestamp google.protobuf.Timestamp 2, block_height uint64 3',
      GetAllCurrencyPairsRequest: '',
      GetAllCurrencyPairsResponse: 'currency_pairs slinky.types.v1.CurrencyPair[] 1',
      GetPriceRequest: 'currency_pair slinky.types.v1.CurrencyPair 1',
      GetPriceResponse: 'price .QuotePrice? 1, nonce uint64 2, decimals uint64 3, id uint64 4',
      GetPricesRequest: 'currency_pair_ids string[] 1',
      GetPricesResponse: 'prices .GetPriceResponse[] 1',
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
        'GetAllCurrencyPairs .GetAllCurrencyPairsRequest .GetAllCurrencyPairsResponse, GetPrice .GetPriceRequest .GetPriceResponse, GetPrices .GetPricesRequest .GetPricesResponse, GetCurrencyPairMappingList .GetCurrencyPairMappingListRequest .GetCurrencyPairMappingListResponse',
      Msg: 'AddCurrencyPairs .MsgAddCurrencyPairs .MsgAddCurrencyPairsResponse, RemoveCurrencyPairs .MsgRemoveCurrencyPairs .MsgRemoveCurrencyPairsResponse',
    },
  },
  'slinky.marketmap.v1': {
    messages: {
      Ticker:
        'currency_pair slinky.types.v1.CurrencyPair 1, decimals uint64 2, min_provider_count uint64 3, enabled bool 14, metadata_JSON string 15',
      ProviderConfig:
        'name string 1, off_chain_ticker string 2, normalize_by_pair slinky.types.v1.CurrencyPair? 3, invert bool 4, metadata_JSON string 15',
      Market: 'ticker .Ticker 1, provider_configs .ProviderConfig[] 2',
      Params: 'market_authorities string[] 1, admin string 2',
      MarketsRequest: '',
      MarketsResponse: 'markets .Market[] 1',
      MarketRequest: 'currency_pair slinky.types.v1.CurrencyPair 1',
      MarketResponse: 'market .Market 1',
      ParamsRequest: '',
      ParamsResponse: 'params .Params 1',
      LastUpdatedRequest: '',
      LastUpdatedResponse: 'last_updated uint64 1',
      MsgCreateMarkets: 'authority string 1, create_markets .Market[] 2',
      MsgCreateMarketsResponse: '',
      MsgUpdateMarkets: 'authority string 1, update_markets .Market[] 2',
      MsgUpdateMarketsResponse: '',
      MsgUpsertMarkets: 'authority string 1, markets .Market[] 2',
      MsgUpsertMarketsResponse: '',
      MsgRemoveMarkets: 'authority string 1, markets string[] 2',
      MsgRemoveMarketsResponse: 'deleted_markets string[] 1',
      MsgParams: 'params .Params 1, authority string 2',
      MsgParamsResponse: '',
      MsgRemoveMarketAuthorities: 'remove_addresses string[] 1, admin string 2',
      MsgRemoveMarketAuthoritiesResponse: '',
    },
    enums: {},
    services: {
      Query:
        'Markets .MarketsRequest .MarketsResponse, Market .MarketRequest .MarketResponse, LastUpdated .LastUpdatedRequest .LastUpdatedResponse, Params .ParamsRequest .ParamsResponse',
      Msg: 'CreateMarkets .MsgCreateMarkets .MsgCreateMarketsResponse, UpdateMarkets .MsgUpdateMarkets .MsgUpdateMarketsResponse, UpdateParams .MsgParams .MsgParamsResponse, RemoveMarketAuthorities .MsgRemoveMarketAuthorities .MsgRemoveMarketAuthoritiesResponse, UpsertMarkets .MsgUpsertMarkets .MsgUpsertMarketsResponse, RemoveMarkets .MsgRemoveMarkets .MsgRemoveMarketsResponse',
    },
  },
}
