package main

import (
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"
	cf "github.com/neutron-org/neutron/v11/x/coinfactory/types"
	cron "github.com/neutron-org/neutron/v11/x/cron/types"
	tf "github.com/neutron-org/neutron/v11/x/tokenfactory/types"
)

func init() {
	stories = append(stories, mixedInterleaved, mixedUnwound, mixedLimitAppears, mixedCronTransfers, mixedCronRemoves, mixedCronCoins, mixedTwoHooks,
		mixedTokens, mixedAdmins, mixedGmpForward, mixedHookGas, mixedPanics, mixedLimitHooked)
}

// speaking makes a contract do what the messages say.
func (r *Rec) speaking(contract sdk.AccAddress, messages string) cron.MsgExecuteContract {
	return cron.MsgExecuteContract{Contract: contract.String(), Msg: `{"ok":{"messages":[` + messages + `],"attributes":[],"events":[],"data":null}}`}
}

func sub(inner string) string {
	return `{"id":1,"msg":` + inner + `,"gas_limit":null,"reply_on":"never"}`
}

func transferOf(from sdk.AccAddress, denom string, amount int, memo string) string {
	return sub(fmt.Sprintf(`{"custom":{"ibc_transfer":{"source_port":"transfer","source_channel":"channel-0","token":{"denom":%q,"amount":"%d"},"sender":%q,"receiver":%q,"timeout_height":{"revision_number":1,"revision_height":1000},"timeout_timestamp":0,"memo":%q,"fee":{"recv_fee":[],"ack_fee":[{"denom":"untrn","amount":"1000"}],"timeout_fee":[{"denom":"untrn","amount":"1000"}]}}}}`, denom, amount, from.String(), sender, memo))
}

func mixedInterleaved(c *Chain) {
	r := c.forwarding("interleaved", "several forwarded packets at once, answered in another order")
	r.story.Name = "mixed/interleaved"
	r.recv("the first", packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(1, `"retries":1`)))
	first := r.sent(1)
	r.recv("the second", packet(2, 0, "transfer/channel-10/untrn", "70", sender, "pfm", forwardMemo(1)))
	second := r.sent(1)
	r.recv("the third goes back", packet(3, 0, "uatom", "30", beyond, "pfm", forwardMemo(0)))
	third := r.sent(0)
	r.recv("the fourth comes from the next chain", packet(1, 1, "uatom", "9", beyond, "pfm", forwardMemo(2)))
	fourth := r.sent(2)
	r.ack("the third is refused", third, refused("no"))
	r.timeout("the first times out", first)
	r.ack("the second is refused", second, refused("no"))
	again := r.sent(1)
	r.timeout("the fourth times out", fourth)
	r.ack("the first arrives at the second try", again, succeeded)
	r.recv("what was refunded comes once more", packet(4, 0, "transfer/channel-10/untrn", "70", sender, "pfm", forwardMemo(2)))
}

func mixedUnwound(c *Chain) {
	r := c.tell("mixed/unwound", "coins with a long path").channels(3)
	r.begin()
	for i, denom := range []string{"transfer/channel-5/uatom", "transfer/channel-5/transfer/channel-6/uatom", "transfer/channel-10/transfer/channel-2/transfer/channel-7/uosmo"} {
		r.dropped().recv(fmt.Sprint("path ", i), packet(1, 0, denom, "100", sender, "pfm", forwardMemo(1)))
	}
	r.recv("from the third chain", packet(1, 2, "transfer/channel-7/uosmo", "500", sender, creator.String(), ""))
	r.transfer("on to the first", 0, coin(voucher("transfer/channel-7/uosmo", 2), 500))
	r.recv("back, and home", packet(2, 0, "transfer/channel-10/transfer/channel-2/transfer/channel-7/uosmo", "100", sender, "pfm", forwardMemo(2)))
	r.endings(2)
	r.recv("back, and on to another", packet(3, 0, "transfer/channel-10/transfer/channel-2/transfer/channel-7/uosmo", "100", sender, "pfm", forwardMemo(1)))
	r.endings(1)
}

func mixedLimitAppears(c *Chain) {
	r := c.tell("mixed/limit-appears", "a rate limit that is set, changed and taken away while packets are on their way").channels(2)
	code := r.code("probe.wasm")
	one, two := r.contract(code, "one", `{"m":"o"}`), r.contract(code, "two", `{"m":"e"}`)
	r.begin()
	r.leave("sent without a limit", 100)
	p := r.sent(0)
	r.limitParams("the first contract", one.String())
	r.dropped().timeout("times out under the first", p)
	r.limitParams("the second contract", two.String())
	r.dropped().timeout("times out under the second", p)
	r.dropped().ack("is refused under the second", p, refused("no"))
	r.leave("refused by the second", 100)
	r.limitParams("none", "")
	r.timeout("times out without a limit", p)
}

func mixedCronTransfers(c *Chain) {
	r := c.tell("mixed/cron-transfers", "schedules whose contracts send packets").channels(2)
	code := r.code("probe.wasm")
	probe, limiter := r.contract(code, "probe", `{"m":"o"}`, ntrn(10_000)), r.contract(code, "limiter", `{"m":"o"}`)
	r.limitBy(limiter)
	r.begin()
	r.schedule("sends", 2, ends, r.speaking(probe, transferOf(probe, "untrn", 10, "")))
	r.schedule("sends too much", 3, begins, r.speaking(probe, transferOf(probe, "untrn", 10_000_000, "")))
	r.schedule("sends twice", 3, ends, r.speaking(probe, transferOf(probe, "untrn", 1, "")+","+transferOf(probe, "untrn", 2, forwardMemo(1))))
	for height := int64(1); height < 5; height++ {
		r.block(startHeight + height)
	}
	p := r.sent(0)
	r.dropped().ack("the last is refused", p, refused("no"))
	r.mode(limiter, "e")
	r.block(startHeight + 10)
}

func mixedCronRemoves(c *Chain) {
	r := c.tell("mixed/cron-removes", "schedules that remove schedules")
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	r.begin()
	r.msg("the contract may", &cron.MsgUpdateParams{Authority: gov, Params: cron.Params{SecurityAddress: probe.String(), Limit: 5}})
	remove := func(name string) string { return sub(`{"custom":{"remove_schedule":{"name":"` + name + `"}}}`) }
	r.schedule("a", 1, ends, r.speaking(probe, remove("c")))
	r.schedule("b", 2, ends, r.speaking(probe, remove("b")))
	r.schedule("c", 1, ends, calling(probe, "o"))
	r.schedule("d", 1, begins, r.speaking(probe, remove("none")))
	for height := int64(1); height < 4; height++ {
		r.block(startHeight + height)
	}
	r.exportGenesis("cron")
}

func mixedCronCoins(c *Chain) {
	r := c.tell("mixed/cron-coins", "schedules that move coins with a hook")
	code := r.code("probe.wasm")
	probe, holder := r.contract(code, "probe", `{"m":"o"}`), r.contract(code, "holder", `{"m":"o"}`)
	gold := r.hookedCoin(probe)
	r.begin()
	r.msg("create", &cf.MsgCreateDenom{Sender: creator.String(), Subdenom: "gold"})
	r.msg("mint", &cf.MsgMint{Sender: creator.String(), Amount: coin(gold, 1000), MintToAddress: creator.String()})
	r.send("to the holder", creator, holder, coin(gold, 100))
	r.msg("hook", &cf.MsgSetBeforeSendHook{Sender: creator.String(), Denom: gold, ContractAddr: probe.String()})
	r.schedule("pays", 1, ends, r.speaking(holder, sub(fmt.Sprintf(`{"bank":{"send":{"to_address":%q,"amount":[{"denom":%q,"amount":"7"}]}}}`, fred.String(), gold))))
	for i, mode := range []string{"o", "e", "p", "o"} {
		r.mode(probe, mode)
		r.block(startHeight + int64(i) + 1)
	}
}

func mixedTwoHooks(c *Chain) {
	r := c.tell("mixed/two-hooks", "coins of both factories with hooks in one send").channels(1)
	code := r.code("probe.wasm")
	one, two := r.contract(code, "one", `{"m":"o"}`), r.contract(code, "two", `{"m":"o"}`)
	cr := creator.String()
	check(r.CoinfactoryKeeper.SetParams(r.ctx, cf.Params{WhitelistedHooks: []*cf.WhitelistedHook{{CodeID: 1, DenomCreator: cr}}}))
	check(r.TokenFactoryKeeper.SetParams(r.ctx, tf.Params{WhitelistedHooks: []*tf.WhitelistedHook{{CodeID: 1, DenomCreator: cr}}}))
	r.begin()
	gold, err := cf.GetTokenDenom(cr, "gold")
	check(err)
	silver, err := tf.GetTokenDenom(cr, "silver")
	check(err)
	r.msg("gold", &cf.MsgCreateDenom{Sender: cr, Subdenom: "gold"})
	r.msg("silver", &tf.MsgCreateDenom{Sender: cr, Subdenom: "silver"})
	r.msg("gold is minted", &cf.MsgMint{Sender: cr, Amount: coin(gold, 100)})
	r.msg("silver is minted", &tf.MsgMint{Sender: cr, Amount: coin(silver, 100)})
	r.msg("gold's hook", &cf.MsgSetBeforeSendHook{Sender: cr, Denom: gold, ContractAddr: one.String()})
	r.msg("silver's hook", &tf.MsgSetBeforeSendHook{Sender: cr, Denom: silver, ContractAddr: two.String()})
	for _, modes := range [][2]string{{"o", "o"}, {"e", "o"}, {"o", "e"}, {"p", "l"}} {
		r.mode(one, modes[0])
		r.mode(two, modes[1])
		r.gas(3_000_000).dropped().send(fmt.Sprint("both in modes ", modes), creator, fred, sdk.NewCoins(coin(gold, 3), coin(silver, 4), ntrn(5))...)
		r.gas(3_000_000).dropped().execute(fmt.Sprint("as funds in modes ", modes), one, creator, `{"x":"o"}`, sdk.NewCoins(coin(gold, 3), coin(silver, 4))...)
	}
	r.msg("gold's hook is taken away", &cf.MsgSetBeforeSendHook{Sender: cr, Denom: gold})
	r.dropped().send("gold alone", creator, fred, coin(gold, 3))
}

func mixedTokens(c *Chain) {
	r := c.tell("mixed/tokens", "the token factory beside the coin factory")
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`, ntrn(1000))
	r.begin()
	cr := creator.String()
	gold, err := tf.GetTokenDenom(cr, "gold")
	check(err)
	for _, name := range []string{"gold", "gold", "", "a b", "untrn", "x/y"} {
		r.msg(fmt.Sprintf("create %q", name), &tf.MsgCreateDenom{Sender: cr, Subdenom: name})
	}
	r.msg("mint", &tf.MsgMint{Sender: cr, Amount: coin(gold, 1000)})
	r.msg("mint for another", &tf.MsgMint{Sender: cr, Amount: coin(gold, 10), MintToAddress: bob.String()})
	r.msg("burn", &tf.MsgBurn{Sender: cr, Amount: coin(gold, 10)})
	r.msg("burn of another", &tf.MsgBurn{Sender: cr, Amount: coin(gold, 1), BurnFromAddress: bob.String()})
	r.msg("move by force", &tf.MsgForceTransfer{Sender: cr, Amount: coin(gold, 1), TransferFromAddress: bob.String(), TransferToAddress: fred.String()})
	r.msg("by a stranger", &tf.MsgMint{Sender: fred.String(), Amount: coin(gold, 1)})
	r.msg("params", &tf.MsgUpdateParams{Authority: gov, Params: tf.Params{DenomCreationFee: sdk.NewCoins(ntrn(10)), DenomCreationGasConsume: 777, FeeCollectorAddress: fred.String()}})
	r.msg("create for a fee", &tf.MsgCreateDenom{Sender: cr, Subdenom: "fee"})
	r.msg("create for a fee that nobody has", &tf.MsgCreateDenom{Sender: bob.String(), Subdenom: "fee"})
	custom := func(name, message string) {
		r.dropped().execute(name, probe, creator, `{"ok":{"messages":[`+sub(`{"custom":`+message+`}`)+`],"attributes":[],"events":[],"data":null}}`)
	}
	custom("a contract creates", `{"create_denom":{"subdenom":"mine"}}`)
	custom("a contract mints what it has not", fmt.Sprintf(`{"mint_tokens":{"denom":%q,"amount":"1","mint_to_address":%q}}`, gold, fred.String()))
	r.exportGenesis("tokenfactory")
}

func mixedAdmins(c *Chain) {
	r := c.tell("mixed/admins", "who governs a coin")
	r.begin()
	cr := creator.String()
	gold, err := cf.GetTokenDenom(cr, "gold")
	check(err)
	r.msg("create", &cf.MsgCreateDenom{Sender: cr, Subdenom: "gold"})
	for _, to := range []string{"x", "", cr, fred.String()} {
		r.dropped().msg(fmt.Sprintf("handed to %q", to), &cf.MsgChangeAdmin{Sender: cr, Denom: gold, NewAdmin: to})
	}
	r.msg("handed to nobody", &cf.MsgChangeAdmin{Sender: cr, Denom: gold})
	r.msg("minted by the creator", &cf.MsgMint{Sender: cr, Amount: coin(gold, 1)})
	r.msg("taken back", &cf.MsgChangeAdmin{Sender: cr, Denom: gold, NewAdmin: cr})
	r.msg("of a coin that is not there", &cf.MsgChangeAdmin{Sender: cr, Denom: gold + "x", NewAdmin: cr})
	r.msg("of the chain's coin", &cf.MsgChangeAdmin{Sender: cr, Denom: "untrn", NewAdmin: cr})
}

func mixedGmpForward(c *Chain) {
	r := c.forwarding("x", "general messages that forward, and their ends")
	r.story.Name = "mixed/gmp-forward"
	memo := `{"source_chain":"ethereum","source_address":"0xab","payload":"` + encode(forwardMemo(1, `"retries":1`)) + `","type":2}`
	r.recv("foreign coins", packet(1, 0, "uatom", "100", sender, "pfm", memo))
	r.dropped().ack("refused", r.sent(1), refused("no"))
	r.timeout("the first timeout", r.sent(1))
	r.endings(1)
	r.recv("own coins", packet(2, 0, "transfer/channel-10/untrn", "100", sender, "pfm", memo))
	r.endings(1)
}

func mixedHookGas(c *Chain) {
	r, probe := c.hooked("gas", "gas ends in a hook")
	r.story.Name = "mixed/hook-gas"
	for _, limit := range []uint64{1_000, 10_000, 30_000, 50_000, 70_000, 90_000, 110_000, 130_000, 150_000, 200_000} {
		r.gas(limit).dropped().recv(fmt.Sprint("with ", limit), packet(1, 0, "uatom", "100", sender, probe, wasmMemo(probe, `{"x":"o"}`)))
		r.gas(limit).dropped().recv(fmt.Sprint("in a loop with ", limit), packet(1, 0, "uatom", "100", sender, probe, wasmMemo(probe, `{"x":"l"}`)))
	}
}

func mixedPanics(c *Chain) {
	r, probe := c.hooked("panics", "packets on which the chain panics")
	r.story.Name = "mixed/panics"
	r.recv("to a hook and to be forwarded", packet(1, 0, "uatom", "100", sender, probe, `{"wasm":{"contract":"`+probe+`","msg":{"x":"o"}},`+forwardMemo(1)[1:]))
	r.recv("to a hook and badly forwarded", packet(1, 0, "uatom", "100", sender, probe, `{"wasm":{"contract":"`+probe+`","msg":{"x":"o"}},"forward":{}}`))
	r.recv("forwarded by a general message, to a hook", packet(1, 0, "uatom", "100", sender, probe, `{"wasm":{"contract":"`+probe+`","msg":{"x":"o"}},"type":2,"payload":"`+encode(forwardMemo(1))+`"}`))
	r.recv("a voucher of channel-10 over channel-1", packet(1, 1, "transfer/channel-110/uosmo", "33", sender, probe, wasmMemo(probe, `{"x":"o"}`)))
}

func mixedLimitHooked(c *Chain) {
	r := c.tell("mixed/limit-hooked", "a packet with a hook that the rate limit refuses, and one whose contract is the limit itself").channels(2)
	code := r.code("probe.wasm")
	limiter, probe := r.contract(code, "limiter", `{"m":"o"}`), r.contract(code, "probe", `{"m":"o"}`)
	r.limitBy(limiter)
	r.begin()
	for _, mode := range modes[:5] {
		r.mode(limiter, mode)
		r.gas(3_000_000).dropped().recv("a hook in mode "+mode, packet(1, 0, "uatom", "100", sender, probe.String(), wasmMemo(probe.String(), `{"x":"o"}`)))
		r.gas(3_000_000).dropped().recv("the limit as a hook in mode "+mode, packet(1, 0, "uatom", "100", sender, limiter.String(), wasmMemo(limiter.String(), `{"m":"e"}`)))
	}
	r.mode(limiter, "o")
	r.dropped().recv("a hook that fails", packet(1, 0, "uatom", "100", sender, probe.String(), wasmMemo(probe.String(), `{"x":"e"}`)))
}
