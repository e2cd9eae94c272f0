package main

import (
	"fmt"
	"sort"
	"strings"

	"cosmossdk.io/math"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/neutron-org/neutron/v11/wasmbinding"
	dynamicfees "github.com/neutron-org/neutron/v11/x/dynamicfees/types"
	globalfee "github.com/neutron-org/neutron/v11/x/globalfee/types"
	feemarket "github.com/skip-mev/feemarket/x/feemarket/types"
	slinky "github.com/skip-mev/slinky/pkg/types"
	marketmap "github.com/skip-mev/slinky/x/marketmap/types"
	oracle "github.com/skip-mev/slinky/x/oracle/types"
)

func init() {
	stories = append(stories, allowedPaths, pricesAsked, marketsAsked, pricesCustom, pricesNone, feesOfModules, pricesGenesis)
}

// feemarketParams has a member more on the live chain, whose feemarket is a fork.
const feemarketParams = "/feemarket.feemarket.v1.Query/Params"

// allowedPaths asks each allowed path with an empty request, but those of the dex, and that of the state verifier, which has stories of its own.
func allowedPaths(c *Chain) {
	r := c.tell("queries/allowed", "an empty request on each path that contracts may ask").channels(1)
	r.begin()
	paths := []string{}
	for path := range wasmbinding.AcceptedStargateQueries() {
		if !strings.HasPrefix(path, "/neutron.dex") && !strings.Contains(path, "verifier") {
			paths = append(paths, path)
		}
	}
	sort.Strings(paths)
	for _, path := range paths {
		r.grpc("gRPC "+path, path, &marketmap.ParamsRequest{})
		if path != feemarketParams {
			r.stargate("Stargate "+path, path, &marketmap.ParamsRequest{})
		}
	}
	for _, path := range []string{"", "x", "/", "/cosmos.bank.v1beta1.Query/AllBalances", "/cosmos.bank.v1beta1.Query/balance", "/no.Such/Path"} {
		r.grpc("gRPC of "+path, path, &marketmap.ParamsRequest{})
		r.stargate("Stargate of "+path, path, &marketmap.ParamsRequest{})
	}
}

var btc, eth = slinky.NewCurrencyPair("BTC", "USD"), slinky.NewCurrencyPair("ETH", "USD")

func (c *Chain) priced(name, title string) *Rec {
	r := c.tell("queries/"+name, title)
	for i, pair := range []slinky.CurrencyPair{btc, eth, slinky.NewCurrencyPair("TIA", "USD")} {
		market := marketmap.Market{
			Ticker:          marketmap.Ticker{CurrencyPair: pair, Decimals: uint64(8 + i), MinProviderCount: 1, Enabled: i != 2, Metadata_JSON: ""},
			ProviderConfigs: []marketmap.ProviderConfig{{Name: "kraken", OffChainTicker: pair.Base + "USD", Invert: i == 1}},
		}
		check(r.MarketMapKeeper.CreateMarket(r.ctx, market))
		check(r.MarketMapKeeper.Hooks().AfterMarketCreated(r.ctx, market))
	}
	price := oracle.QuotePrice{Price: math.NewInt(6_512_345_000_000), BlockTimestamp: startTime.Add(-7), BlockHeight: 9}
	check(r.OracleKeeper.SetPriceForCurrencyPair(r.ctx, btc, price))
	check(r.OracleKeeper.SetPriceForCurrencyPair(r.ctx, btc, price))
	return r.begin()
}

func (r *Rec) both(name, path string, req interface {
	Reset()
	String() string
	ProtoMessage()
}) {
	r.grpc(name, path, req)
	r.stargate(name+", as JSON", path, req)
}

func pricesAsked(c *Chain) {
	r := c.priced("prices", "prices by gRPC and Stargate")
	const service = "/slinky.oracle.v1.Query/"
	r.both("all pairs", service+"GetAllCurrencyPairs", &oracle.GetAllCurrencyPairsRequest{})
	for _, pair := range []slinky.CurrencyPair{btc, eth, {Base: "btc", Quote: "usd"}, {Base: "X", Quote: "USD"}, {Base: "", Quote: "USD"}, {}} {
		r.both("the price of "+pair.String(), service+"GetPrice", &oracle.GetPriceRequest{CurrencyPair: pair})
	}
	for _, ids := range [][]string{{}, {"BTC/USD"}, {"BTC/USD", "ETH/USD"}, {"ETH/USD"}, {"BTC/USD", "BTC/USD"}, {"BTC"}, {"BTC/USD/X"}, {"X/USD"}, {""}} {
		r.both(fmt.Sprint("the prices of ", ids), service+"GetPrices", &oracle.GetPricesRequest{CurrencyPairIds: ids})
	}
}

func marketsAsked(c *Chain) {
	r := c.priced("markets", "markets by gRPC and Stargate")
	const service = "/slinky.marketmap.v1.Query/"
	r.both("all", service+"Markets", &marketmap.MarketsRequest{})
	r.both("params", service+"Params", &marketmap.ParamsRequest{})
	r.both("the last update", service+"LastUpdated", &marketmap.LastUpdatedRequest{})
	for _, pair := range []slinky.CurrencyPair{btc, eth, {Base: "btc", Quote: "usd"}, {Base: "X", Quote: "USD"}, {}} {
		r.both("the market of "+pair.String(), service+"Market", &marketmap.MarketRequest{CurrencyPair: pair})
	}
}

func pricesCustom(c *Chain) {
	r := c.priced("custom", "prices and markets by the chain's own queries")
	for _, query := range []string{
		`{"oracle":{"get_all_currency_pairs":{}}}`, `{"oracle":{"get_price":{"currency_pair":{"Base":"BTC","Quote":"USD"}}}}`,
		`{"oracle":{"get_price":{"currency_pair":{"Base":"ETH","Quote":"USD"}}}}`, `{"oracle":{"get_price":{"currency_pair":{"Base":"X","Quote":"USD"}}}}`,
		`{"oracle":{"get_price":{"currency_pair":{}}}}`, `{"oracle":{"get_price":{}}}`, `{"oracle":{"get_price":null}}`, `{"oracle":{}}`, `{"oracle":null}`,
		`{"oracle":{"get_prices":{"currency_pair_ids":["BTC/USD"]}}}`, `{"oracle":{"get_price":{"currency_pair":{"base":"BTC","quote":"USD"}}}}`,
		`{"oracle":{"get_price":{"currency_pair":{"Base":1}}}}`, `{"market_map":{"last_updated":{}}}`, `{"market_map":{"params":{}}}`,
		`{"market_map":{"market":{"currency_pair":{"Base":"BTC","Quote":"USD"}}}}`, `{"market_map":{"market":{"currency_pair":{"Base":"X","Quote":"USD"}}}}`,
		`{"market_map":{"market":{}}}`, `{"market_map":{}}`, `{"market_map":{"markets":{}}}`,
	} {
		r.custom(query, query)
	}
}

func pricesNone(c *Chain) {
	r := c.tell("queries/none", "prices and markets of a chain that has none")
	r.begin()
	r.both("all pairs", "/slinky.oracle.v1.Query/GetAllCurrencyPairs", &oracle.GetAllCurrencyPairsRequest{})
	r.both("no prices", "/slinky.oracle.v1.Query/GetPrices", &oracle.GetPricesRequest{})
	r.both("markets", "/slinky.marketmap.v1.Query/Markets", &marketmap.MarketsRequest{})
	r.both("the last update", "/slinky.marketmap.v1.Query/LastUpdated", &marketmap.LastUpdatedRequest{})
	r.custom("all pairs by a query of the chain", `{"oracle":{"get_all_currency_pairs":{}}}`)
	r.custom("the last update by a query of the chain", `{"market_map":{"last_updated":{}}}`)
}

func feesOfModules(c *Chain) {
	r := c.tell("queries/fees", "who may change params of fees, and what contracts see of them")
	r.begin()
	ask := func() {
		r.both("globalfee", "/gaia.globalfee.v1beta1.Query/Params", &globalfee.QueryParamsRequest{})
		r.both("dynamicfees", "/neutron.dynamicfees.v1.Query/Params", &dynamicfees.QueryParamsRequest{})
		r.grpc("feemarket", feemarketParams, &feemarket.ParamsRequest{})
		r.both("its state", "/feemarket.feemarket.v1.Query/State", &feemarket.StateRequest{})
		for _, denom := range []string{"untrn", "uatom", "", "a b"} {
			r.both("the price in "+denom, "/feemarket.feemarket.v1.Query/GasPrice", &feemarket.GasPriceRequest{Denom: denom})
		}
		r.both("all prices", "/feemarket.feemarket.v1.Query/GasPrices", &feemarket.GasPricesRequest{})
	}
	ask()
	dec := func(text string) math.LegacyDec { return math.LegacyMustNewDecFromStr(text) }
	for _, by := range []string{creator.String(), "x", gov} {
		r.msg("dynamicfees by "+by, &dynamicfees.MsgUpdateParams{Authority: by, Params: dynamicfees.Params{NtrnPrices: sdk.DecCoins{{Denom: "uatom", Amount: dec("0.1")}}}})
		r.msg("globalfee by "+by, &globalfee.MsgUpdateParams{Authority: by, Params: globalfee.Params{
			MinimumGasPrices: sdk.DecCoins{{Denom: "untrn", Amount: dec("0.0025")}}, BypassMinFeeMsgTypes: []string{"/a.B"}, MaxTotalBypassMinFeeMsgGasUsage: 7,
		}})
	}
	r.msg("dynamicfees without prices", &dynamicfees.MsgUpdateParams{Authority: gov})
	r.msg("dynamicfees in the wrong order", &dynamicfees.MsgUpdateParams{Authority: gov, Params: dynamicfees.Params{NtrnPrices: sdk.DecCoins{{Denom: "b", Amount: dec("1")}, {Denom: "a", Amount: dec("1")}}}})
	r.msg("a price of zero", &dynamicfees.MsgUpdateParams{Authority: gov, Params: dynamicfees.Params{NtrnPrices: sdk.DecCoins{{Denom: "uatom", Amount: dec("0")}}}})
	for name, prices := range []sdk.DecCoins{
		{{Denom: "ubb", Amount: dec("1")}, {Denom: "uaa", Amount: dec("1")}}, {{Denom: "uaa", Amount: dec("1")}, {Denom: "uaa", Amount: dec("1")}},
		{{Denom: "b", Amount: dec("1")}}, {{Denom: "", Amount: dec("1")}}, {{Denom: "uaa", Amount: dec("-1.5")}}, {{Denom: "uaa", Amount: dec("0")}},
	} {
		r.msg(fmt.Sprint("globalfee with prices ", name), &globalfee.MsgUpdateParams{Authority: gov, Params: globalfee.Params{MinimumGasPrices: prices}})
	}
	for _, bypass := range [][]string{{""}, {"x"}, {"/"}, {"/a.B", ""}} {
		r.msg(fmt.Sprintf("globalfee that spares %q", bypass), &globalfee.MsgUpdateParams{Authority: gov, Params: globalfee.Params{BypassMinFeeMsgTypes: bypass}})
	}
	r.msg("globalfee without prices", &globalfee.MsgUpdateParams{Authority: gov})
	r.msg("two prices again", &dynamicfees.MsgUpdateParams{Authority: gov, Params: dynamicfees.Params{NtrnPrices: sdk.DecCoins{{Denom: "uatom", Amount: dec("0.1")}, {Denom: "uosmo", Amount: dec("2.5")}}}})
	params := feemarket.DefaultParams()
	params.FeeDenom = "untrn"
	params.Enabled = true
	r.msg("feemarket by a stranger", &feemarket.MsgParams{Authority: creator.String(), Params: params})
	r.msg("feemarket", &feemarket.MsgParams{Authority: gov, Params: params})
	broken := params
	broken.Window = 0
	r.msg("a feemarket without a window", &feemarket.MsgParams{Authority: gov, Params: broken})
	ask()
}

func pricesGenesis(c *Chain) {
	r := c.priced("genesis", "prices and markets in a genesis")
	r.exportGenesis("oracle")
	r.exportGenesis("marketmap")
}
