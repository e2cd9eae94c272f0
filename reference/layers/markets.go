package main

import (
	"fmt"
	"math/rand"
	"strings"

	slinky "github.com/skip-mev/slinky/pkg/types"
	marketmap "github.com/skip-mev/slinky/x/marketmap/types"
	oracle "github.com/skip-mev/slinky/x/oracle/types"

	"sudobox/reference/recording"
)

func init() {
	stories = append(stories, marketsMade, marketsInvalid, marketsChanged, marketsRemoved, marketAuthorities, pairsByMessage, marketsByContract, marketsByChance)
}

var tia, atom = slinky.NewCurrencyPair("TIA", "USD"), slinky.NewCurrencyPair("ATOM", "USD")

// marketFor is a market with one provider; its price is multiplied by that of another pair if one is given.
func marketFor(pair slinky.CurrencyPair, enabled bool, by ...slinky.CurrencyPair) marketmap.Market {
	provider := marketmap.ProviderConfig{Name: "kraken", OffChainTicker: pair.Base + "USD"}
	if len(by) > 0 {
		provider.NormalizeByPair = &by[0]
	}
	return marketmap.Market{
		Ticker:          marketmap.Ticker{CurrencyPair: pair, Decimals: 8, MinProviderCount: 1, Enabled: enabled},
		ProviderConfigs: []marketmap.ProviderConfig{provider},
	}
}

func (r *Rec) create(name, by string, markets ...marketmap.Market) {
	r.msg(name, &marketmap.MsgCreateMarkets{Authority: by, CreateMarkets: markets})
}

func (r *Rec) update(name, by string, markets ...marketmap.Market) {
	r.msg(name, &marketmap.MsgUpdateMarkets{Authority: by, UpdateMarkets: markets})
}

func (r *Rec) upsert(name, by string, markets ...marketmap.Market) {
	r.msg(name, &marketmap.MsgUpsertMarkets{Authority: by, Markets: markets})
}

func (r *Rec) remove(name, by string, markets ...string) {
	r.msg(name, &marketmap.MsgRemoveMarkets{Authority: by, Markets: markets})
}

func (r *Rec) authorities(name, by, admin string, all ...string) {
	r.msg(name, &marketmap.MsgParams{Authority: by, Params: marketmap.Params{MarketAuthorities: all, Admin: admin}})
}

func (r *Rec) askMarkets() {
	r.grpc("markets", "/slinky.marketmap.v1.Query/Markets", &marketmap.MarketsRequest{})
	r.grpc("the last update", "/slinky.marketmap.v1.Query/LastUpdated", &marketmap.LastUpdatedRequest{})
	r.grpc("pairs", "/slinky.oracle.v1.Query/GetAllCurrencyPairs", &oracle.GetAllCurrencyPairsRequest{})
}

func marketsMade(c *Chain) {
	r := c.tell("markets/made", "markets are made, with the pairs of the oracle")
	r.begin()
	r.create("by a stranger", creator.String(), marketFor(btc, true))
	r.create("two", gov, marketFor(btc, true), marketFor(eth, false))
	r.create("one of two is there", gov, marketFor(tia, true), marketFor(btc, true))
	r.create("the same twice", gov, marketFor(tia, true), marketFor(tia, true))
	r.create("normalized by none", gov, marketFor(tia, true, atom))
	r.create("normalized by one that is disabled", gov, marketFor(tia, true, eth))
	r.create("disabled, normalized by one that is disabled", gov, marketFor(tia, false, eth))
	described := marketFor(atom, true, btc)
	described.Ticker.Metadata_JSON = `{"a":[1,{"b":null}]}`
	described.Ticker.Decimals = 36
	described.ProviderConfigs[0].Metadata_JSON = ` {} `
	described.ProviderConfigs = append(described.ProviderConfigs, marketmap.ProviderConfig{Name: "binance", OffChainTicker: "ATOMUSDT", Invert: true})
	described.Ticker.MinProviderCount = 2
	r.setHeight(startHeight + 3)
	r.create("with all members", gov, described)
	r.askMarkets()
	r.gas(10_000).create("with little gas", gov, marketFor(slinky.NewCurrencyPair("OSMO", "USD"), true))
	r.gas(25_000).create("with not quite enough gas", gov, marketFor(slinky.NewCurrencyPair("OSMO", "USD"), true))
	r.exportGenesis("oracle")
}

func marketsInvalid(c *Chain) {
	r := c.tell("markets/invalid", "markets that are refused before anyone looks at the state")
	r.begin()
	r.create("by no address", "x", marketFor(btc, true))
	r.create("by nobody", "", marketFor(btc, true))
	r.create("none", gov)
	r.update("none", gov)
	r.upsert("none", gov)
	r.upsert("the same twice", gov, marketFor(btc, true), marketFor(btc, true))
	r.remove("none", gov)
	r.remove("the same twice", gov, "BTC/USD", "BTC/USD")
	r.remove("the same twice, in small letters", gov, "BTC/USD", "btc/usd")
	r.remove("no pair", gov, "BTC")
	r.remove("no asset", gov, "/USD")
	type change struct {
		name string
		of   func(*marketmap.Market)
	}
	for _, one := range []change{
		{"no decimals", func(m *marketmap.Market) { m.Ticker.Decimals = 0 }},
		{"too many decimals", func(m *marketmap.Market) { m.Ticker.Decimals = 37 }},
		{"no count of providers", func(m *marketmap.Market) { m.Ticker.MinProviderCount = 0 }},
		{"too few providers", func(m *marketmap.Market) { m.Ticker.MinProviderCount = 1 << 63 }},
		{"no providers", func(m *marketmap.Market) { m.ProviderConfigs = nil }},
		{"no base", func(m *marketmap.Market) { m.Ticker.CurrencyPair.Base = "" }},
		{"no quote", func(m *marketmap.Market) { m.Ticker.CurrencyPair.Quote = "" }},
		{"a base in small letters", func(m *marketmap.Market) { m.Ticker.CurrencyPair.Base = "btc" }},
		{"a base of two parts", func(m *marketmap.Market) { m.Ticker.CurrencyPair.Base = "BTC,X" }},
		{"a long quote", func(m *marketmap.Market) { m.Ticker.CurrencyPair.Quote = strings.Repeat("U", 257) }},
		{"metadata that is no JSON", func(m *marketmap.Market) { m.Ticker.Metadata_JSON = "{a" }},
		{"metadata that is a list", func(m *marketmap.Market) { m.Ticker.Metadata_JSON = "[1]" }},
		{"metadata that is null", func(m *marketmap.Market) { m.Ticker.Metadata_JSON = "null" }},
		{"metadata that is a text", func(m *marketmap.Market) { m.Ticker.Metadata_JSON = `"a"` }},
		{"metadata with a number too large", func(m *marketmap.Market) { m.Ticker.Metadata_JSON = `{"a":1e999}` }},
		{"long metadata", func(m *marketmap.Market) { m.Ticker.Metadata_JSON = `{"a":"` + strings.Repeat("x", 16384) + `"}` }},
		{"a provider without a name", func(m *marketmap.Market) { m.ProviderConfigs[0].Name = "" }},
		{"a provider without a ticker", func(m *marketmap.Market) { m.ProviderConfigs[0].OffChainTicker = "" }},
		{"a provider twice", func(m *marketmap.Market) {
			m.ProviderConfigs = append(m.ProviderConfigs, m.ProviderConfigs[0])
		}},
		{"a provider normalized by no pair", func(m *marketmap.Market) {
			m.ProviderConfigs[0].NormalizeByPair = &slinky.CurrencyPair{Quote: "USD"}
		}},
		{"a provider's metadata that is no JSON", func(m *marketmap.Market) { m.ProviderConfigs[0].Metadata_JSON = "1" }},
		{"a provider's long metadata", func(m *marketmap.Market) { m.ProviderConfigs[0].Metadata_JSON = strings.Repeat(" ", 16385) }},
	} {
		market := marketFor(btc, true)
		one.of(&market)
		r.dropped().create(one.name, gov, market)
	}
	bad := marketFor(btc, true)
	bad.Ticker.Decimals = 0
	r.update("an update without decimals", gov, marketFor(eth, true), bad)
	r.upsert("an upsert without decimals", gov, marketFor(eth, true), bad)
}

func marketsChanged(c *Chain) {
	r := c.tell("markets/changed", "markets are changed")
	check(r.OracleKeeper.CreateCurrencyPair(r.ctx, slinky.NewCurrencyPair("OSMO", "USD")))
	r.begin()
	r.update("one that is not there", gov, marketFor(btc, true))
	r.create("two", gov, marketFor(btc, true), marketFor(eth, true, btc))
	r.setHeight(startHeight + 1)
	r.update("by a stranger", creator.String(), marketFor(btc, true))
	r.update("one of two is not there", gov, marketFor(btc, true), marketFor(tia, true))
	r.update("disabled, though another needs it", gov, marketFor(btc, false))
	r.update("normalized by itself", gov, marketFor(btc, true, btc))
	r.update("normalized by none", gov, marketFor(eth, true, tia))
	r.update("normalized by one that is disabled", gov, marketFor(eth, true, btc))
	r.update("both disabled", gov, marketFor(eth, false, btc), marketFor(btc, false))
	r.setHeight(startHeight + 2)
	r.upsert("by a stranger", creator.String(), marketFor(btc, true))
	r.upsert("one is there, one is new", gov, marketFor(btc, true), marketFor(tia, true, btc))
	r.upsert("normalized by one that comes after it", gov, marketFor(eth, true, atom), marketFor(atom, true))
	r.upsert("normalized by none", gov, marketFor(eth, true, slinky.NewCurrencyPair("X", "USD")))
	r.upsert("one that the oracle knows already", gov, marketFor(slinky.NewCurrencyPair("OSMO", "USD"), true))
	r.create("made, though the oracle knows it already", gov, marketFor(slinky.NewCurrencyPair("OSMO", "USD"), true))
	r.askMarkets()
	r.exportGenesis("oracle")
}

func marketsRemoved(c *Chain) {
	r := c.tell("markets/removed", "markets are removed, and their pairs stay")
	r.begin()
	r.create("four", gov, marketFor(btc, true), marketFor(eth, false), marketFor(tia, false, eth), marketFor(atom, false))
	r.remove("by a stranger", creator.String(), "ATOM/USD")
	r.remove("one that is enabled", gov, "BTC/USD")
	r.remove("one that another needs", gov, "ETH/USD")
	r.remove("one that is not there", gov, "X/USD")
	r.remove("one, in small letters", gov, "atom/usd")
	r.setHeight(startHeight + 1)
	r.remove("one, and one that is not there", gov, "ATOM/USD", "X/USD")
	r.create("made again", gov, marketFor(atom, false))
	r.upsert("upserted again", gov, marketFor(atom, false))
	r.remove("one that is needed and the other", gov, "ETH/USD", "TIA/USD")
	r.askMarkets()
	r.beginBlock("begin", "oracle")
	r.exportGenesis("oracle")
}

func marketAuthorities(c *Chain) {
	r := c.tell("markets/authorities", "who may change markets, and who may change that")
	a, b, d := creator.String(), bob.String(), fred.String()
	r.begin()
	r.authorities("by a stranger", a, a, a)
	r.authorities("by no address", "x", a, a)
	r.authorities("without an admin", gov, "", a)
	r.authorities("without authorities", gov, a)
	r.authorities("the same twice", gov, a, b, b)
	r.authorities("an authority that is no address", gov, a, b, "x")
	r.authorities("set", gov, a, a, b, d)
	r.create("by the chain's own authority", gov, marketFor(btc, true))
	r.create("by one of them", b, marketFor(btc, true))
	drop := func(name, by string, which ...string) {
		r.msg(name, &marketmap.MsgRemoveMarketAuthorities{Admin: by, RemoveAddresses: which})
	}
	drop("by one of them", b, d)
	drop("by the chain's own authority", gov, d)
	drop("by no address", "x", d)
	drop("none", a)
	drop("the same twice", a, d, d)
	drop("no address", a, "x")
	drop("more than there are", a, a, b, d, gov)
	drop("one that is not there", a, gov)
	drop("two neighbours", a, a, b)
	r.grpc("who is left", "/slinky.marketmap.v1.Query/Params", &marketmap.ParamsRequest{})
	r.authorities("set again", gov, a, a, b, d)
	drop("the first and the last", a, a, d)
	drop("the last one", a, b)
	r.grpc("nobody is left", "/slinky.marketmap.v1.Query/Params", &marketmap.ParamsRequest{})
	r.create("by nobody", b, marketFor(eth, true))
	drop("one of none", a, b)
}

func pairsByMessage(c *Chain) {
	r := c.tell("markets/pairs", "pairs of the oracle by its own messages")
	r.begin()
	add := func(name, by string, pairs ...slinky.CurrencyPair) {
		r.msg(name, &oracle.MsgAddCurrencyPairs{Authority: by, CurrencyPairs: pairs})
	}
	drop := func(name, by string, ids ...string) {
		r.msg(name, &oracle.MsgRemoveCurrencyPairs{Authority: by, CurrencyPairIds: ids})
	}
	add("added by a stranger", creator.String(), btc)
	add("added by no address", "x", btc)
	add("added", gov, btc)
	add("none added", gov)
	add("an invalid one added", gov, btc, slinky.CurrencyPair{Base: "a", Quote: "USD"})
	drop("removed by a stranger", creator.String(), "BTC/USD")
	drop("removed by no address", "x", "BTC/USD")
	drop("removed", gov, "BTC/USD")
	drop("none removed", gov)
	drop("an invalid one removed", gov, "BTC")
}

func marketsByContract(c *Chain) {
	r := c.tell("markets/contract", "a contract makes markets and reads prices")
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	r.begin()
	send := func(m interface {
		Reset()
		String() string
		ProtoMessage()
		Marshal() ([]byte, error)
	}, url string) string {
		bz, err := m.Marshal()
		check(err)
		return sub(fmt.Sprintf(`{"any":{"type_url":%q,"value":%q}}`, url, recording.Base64(bz)))
	}
	create := func(markets ...marketmap.Market) string {
		return send(&marketmap.MsgCreateMarkets{Authority: probe.String(), CreateMarkets: markets}, "/slinky.marketmap.v1.MsgCreateMarkets")
	}
	remove := func(ids ...string) string {
		return send(&marketmap.MsgRemoveMarkets{Authority: probe.String(), Markets: ids}, "/slinky.marketmap.v1.MsgRemoveMarkets")
	}
	say := func(name, messages string) {
		r.execute(name, probe, creator, r.speaking(probe, messages).Msg)
	}
	say("a contract that may not", create(marketFor(btc, true)))
	r.authorities("it may", gov, probe.String(), probe.String())
	say("it may now", create(marketFor(btc, true)))
	say("two messages, the second fails", create(marketFor(eth, false))+","+create(marketFor(btc, true)))
	say("in the name of another", send(&marketmap.MsgCreateMarkets{Authority: gov, CreateMarkets: []marketmap.Market{marketFor(eth, true)}}, "/slinky.marketmap.v1.MsgCreateMarkets"))
	say("made and removed", create(marketFor(eth, false))+","+remove("ETH/USD"))
	r.custom("its price", `{"oracle":{"get_price":{"currency_pair":{"Base":"ETH","Quote":"USD"}}}}`)
	r.custom("its market", `{"market_map":{"market":{"currency_pair":{"Base":"ETH","Quote":"USD"}}}}`)
	say("it gives up", send(&marketmap.MsgRemoveMarketAuthorities{Admin: probe.String(), RemoveAddresses: []string{probe.String()}}, "/slinky.marketmap.v1.MsgRemoveMarketAuthorities"))
	say("it may no more", create(marketFor(tia, true)))
}

// marketsByChance does what a generator of random numbers says.
func marketsByChance(c *Chain) {
	for seed := int64(1); seed <= 4; seed++ {
		random := rand.New(rand.NewSource(seed))
		r := c.tell(fmt.Sprint("markets/chance-", seed), "markets and prices by chance")
		r.begin()
		pairs := []slinky.CurrencyPair{btc, eth, tia, atom, slinky.NewCurrencyPair("USDC,0XA,1", "USD")}
		pair := func() slinky.CurrencyPair { return pairs[random.Intn(len(pairs))] }
		market := func() marketmap.Market {
			m := marketFor(pair(), random.Intn(3) > 0)
			m.Ticker.Decimals = uint64(random.Intn(36) + 1)
			if random.Intn(3) == 0 {
				other := pair()
				m.ProviderConfigs[0].NormalizeByPair = &other
			}
			if random.Intn(4) == 0 {
				m.Ticker.Metadata_JSON = `{"venue":"x"}`
			}
			return m
		}
		by := func() string {
			if random.Intn(8) == 0 {
				return creator.String()
			}
			return gov
		}
		for i := range 25 {
			name := fmt.Sprint("step ", i)
			switch random.Intn(7) {
			case 0:
				r.create(name, by(), market())
			case 1:
				r.create(name, by(), market(), market())
			case 2:
				r.update(name, by(), market())
			case 3:
				r.upsert(name, by(), market(), market())
			case 4:
				r.upsert(name, by(), market())
			case 5:
				r.remove(name, by(), pair().String())
			case 6:
				r.setHeight(startHeight + int64(i))
			}
		}
		r.askMarkets()
		r.exportGenesis("oracle")
	}
}
