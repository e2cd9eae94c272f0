// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const SLINKY_MARKETMAP_V1: PackageTable = {
  messages: {
    GenesisState: 'market_map .MarketMap 1, last_updated uint64 2, params .Params 3',
    Market: 'ticker .Ticker 1, provider_configs .ProviderConfig[] 2',
    Ticker:
      'currency_pair slinky.types.v1.CurrencyPair 1, decimals uint64 2, min_provider_count uint64 3, enabled bool 14, metadata_JSON string 15',
    ProviderConfig:
      'name string 1, off_chain_ticker string 2, normalize_by_pair slinky.types.v1.CurrencyPair? 3, invert bool 4, metadata_JSON string 15',
    'MarketMap.MarketsEntry': 'key string 1, value .Market 2',
    MarketMap: 'markets .MarketMap.MarketsEntry{} 1',
    Params: 'market_authorities string[] 1, admin string 2',
    MarketMapRequest: '',
    MarketMapResponse: 'market_map .MarketMap 1, last_updated uint64 2, chain_id string 3',
    MarketsRequest: '',
    MarketsResponse: 'markets .Market[] 1',
    MarketRequest: 'currency_pair slinky.types.v1.CurrencyPair 1',
    MarketResponse: 'market .Market 1',
    ParamsRequest: '',
    ParamsResponse: 'params .Params 1',
    LastUpdatedRequest: '',
    LastUpdatedResponse: 'last_updated uint64 1',
    MsgUpsertMarkets: 'authority string 1, markets .Market[] 2',
    'MsgUpsertMarketsResponse.MarketUpdatesEntry': 'key string 1, value bool 2',
    MsgUpsertMarketsResponse: 'market_updates .MsgUpsertMarketsResponse.MarketUpdatesEntry{} 1',
    MsgCreateMarkets: 'authority string 1, create_markets .Market[] 2',
    MsgCreateMarketsResponse: '',
    MsgUpdateMarkets: 'authority string 1, update_markets .Market[] 2',
    MsgUpdateMarketsResponse: '',
    MsgParams: 'params .Params 1, authority string 2',
    MsgParamsResponse: '',
    MsgRemoveMarketAuthorities: 'remove_addresses string[] 1, admin string 2',
    MsgRemoveMarketAuthoritiesResponse: '',
    MsgRemoveMarkets: 'authority string 1, markets string[] 2',
    MsgRemoveMarketsResponse: 'deleted_markets string[] 1',
  },
  enums: {},
  services: {
    Query:
      'MarketMap .MarketMapRequest .MarketMapResponse, Markets .MarketsRequest .MarketsResponse, Market .MarketRequest .MarketResponse, LastUpdated .LastUpdatedRequest .LastUpdatedResponse, Params .ParamsRequest .ParamsResponse',
    Msg: 'CreateMarkets .MsgCreateMarkets .MsgCreateMarketsResponse, UpdateMarkets .MsgUpdateMarkets .MsgUpdateMarketsResponse, UpdateParams .MsgParams .MsgParamsResponse, RemoveMarketAuthorities .MsgRemoveMarketAuthorities .MsgRemoveMarketAuthoritiesResponse, UpsertMarkets .MsgUpsertMarkets .MsgUpsertMarketsResponse, RemoveMarkets .MsgRemoveMarkets .MsgRemoveMarketsResponse',
  },
}
