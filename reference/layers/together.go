package main

import (
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"
	cf "github.com/neutron-org/neutron/v11/x/coinfactory/types"
	ratelimit "github.com/neutron-org/neutron/v11/x/ibc-rate-limit/types"
)

func init() {
	stories = append(stories, togetherLimit, togetherHooked, togetherSender, togetherContract, togetherBlocked, togetherFactory, togetherInFlight, togetherClosed)
}

func (r *Rec) limitBy(contract sdk.AccAddress) {
	check(r.RateLimitingICS4Wrapper.IbcratelimitKeeper.SetParams(r.ctx, ratelimit.Params{ContractAddress: contract.String()}))
}

func togetherLimit(c *Chain) {
	r := c.tell("together/limit", "a forwarded packet whose second leg the rate limit refuses, and its refund").channels(2)
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	r.limitBy(probe)
	r.begin()
	r.recv("foreign coins", packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(1, `"retries":1`)))
	p := r.sent(1)
	for _, mode := range modes {
		r.mode(probe, mode)
		r.gas(4_000_000).dropped().recv("another in mode "+mode, packet(2, 0, "uatom", "5", sender, "pfm", forwardMemo(1)))
		r.gas(4_000_000).dropped().timeout("a timeout in mode "+mode, p)
		r.gas(4_000_000).dropped().ack("a refusal in mode "+mode, p, refused("no"))
	}
}

func togetherHooked(c *Chain) {
	r := c.tell("together/hooked", "a hook whose contract forwards, sends and calls others").channels(2)
	code := r.code("probe.wasm")
	probe, other := r.contract(code, "probe", `{"m":"o"}`, ntrn(1000)), r.contract(code, "other", `{"m":"o"}`)
	r.begin()
	hook := func(name, messages string) {
		r.dropped().recv(name, packet(1, 0, "uatom", "100", sender, probe.String(), wasmMemo(probe.String(),
			`{"ok":{"messages":[`+messages+`],"attributes":[{"key":"a","value":"b"}],"events":[],"data":"aGk="}}`)))
	}
	message := func(inner string) string {
		return `{"id":1,"msg":` + inner + `,"gas_limit":null,"reply_on":"never"}`
	}
	bank := func(denom string, amount int) string {
		return message(fmt.Sprintf(`{"bank":{"send":{"to_address":%q,"amount":[{"denom":%q,"amount":"%d"}]}}}`, bob.String(), denom, amount))
	}
	hook("sends what came", bank(voucher("uatom", 0), 100))
	hook("sends more than came", bank(voucher("uatom", 0), 101))
	hook("sends its own", bank("untrn", 7))
	hook("calls another", message(fmt.Sprintf(`{"wasm":{"execute":{"contract_addr":%q,"msg":%q,"funds":[]}}}`, other.String(), encode(`{"x":"o"}`))))
	hook("calls another that fails", message(fmt.Sprintf(`{"wasm":{"execute":{"contract_addr":%q,"msg":%q,"funds":[]}}}`, other.String(), encode(`{"x":"e"}`))))
	hook("transfers what came", message(fmt.Sprintf(`{"custom":{"ibc_transfer":{"source_port":"transfer","source_channel":"channel-1","token":{"denom":%q,"amount":"40"},"sender":%q,"receiver":%q,"timeout_height":{"revision_number":1,"revision_height":1000},"timeout_timestamp":0,"memo":"","fee":{"recv_fee":[],"ack_fee":[{"denom":"untrn","amount":"1000"}],"timeout_fee":[{"denom":"untrn","amount":"1000"}]}}}}`, voucher("uatom", 0), probe.String(), beyond)))
	r.transfer("own coins leave", 0, ntrn(500))
	r.recv("own coins come home to a hook", packet(2, 0, "transfer/channel-10/untrn", "33", sender, probe.String(), wasmMemo(probe.String(), `{"x":"o"}`)))
	r.dropped().recv("own coins come home to a hook that fails", packet(3, 0, "transfer/channel-10/untrn", "33", sender, probe.String(), wasmMemo(probe.String(), `{"x":"e"}`)))
	r.dropped().recv("a denomination of another path", packet(3, 0, "transfer/channel-3/uosmo", "33", sender, probe.String(), wasmMemo(probe.String(), `{"x":"o"}`)))
	r.dropped().recv("a denomination of a channel whose name begins alike", packet(3, 0, "transfer/channel-1/uosmo", "33", sender, probe.String(), wasmMemo(probe.String(), `{"x":"o"}`)))
	r.dropped().recv("an ibc_callback beside it", packet(3, 0, "uatom", "33", sender, probe.String(), `{"ibc_callback":"`+probe.String()+`",`+wasmMemo(probe.String(), `{"x":"o"}`)[1:]))
	r.dropped().recv("an amount beyond 64 bits", packet(3, 0, "uatom", "340282366920938463463374607431768211455", sender, probe.String(), wasmMemo(probe.String(), `{"x":"o"}`)))
	r.dropped().recv("an amount of zero", packet(3, 0, "uatom", "x", sender, probe.String(), wasmMemo(probe.String(), `{"x":"o"}`)))
}

func togetherSender(c *Chain) {
	r := c.tell("together/sender", "what a contract sees of those who call it by a memo").channels(3)
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	r.begin()
	for i, from := range []string{sender, beyond, "", "x", creator.String(), "0x00112233445566778899aabbccddeeff00112233"} {
		for channel := range 2 {
			r.dropped().recv(fmt.Sprintf("%d from %q over channel %d", i, from, channel), packet(1, channel, "uatom", "9", from, probe.String(), wasmMemo(probe.String(), `{"x":"o"}`)))
		}
	}
}

func togetherContract(c *Chain) {
	r := c.tell("together/contract", "a contract's own transfer through all layers: sent, answered, refused, timed out").channels(2)
	code := r.code("probe.wasm")
	probe, limiter := r.contract(code, "probe", `{"m":"o"}`, ntrn(100_000)), r.contract(code, "limiter", `{"m":"o"}`)
	r.limitBy(limiter)
	r.begin()
	memo := func(text string) string { return fmt.Sprintf("%q", text) }
	send := func(name, text string) {
		r.execute(name, probe, creator, fmt.Sprintf(`{"ok":{"messages":[{"id":1,"msg":{"custom":{"ibc_transfer":{"source_port":"transfer","source_channel":"channel-0","token":{"denom":"untrn","amount":"40"},"sender":%q,"receiver":%q,"timeout_height":{"revision_number":1,"revision_height":1000},"timeout_timestamp":0,"memo":%s,"fee":{"recv_fee":[],"ack_fee":[{"denom":"untrn","amount":"1000"}],"timeout_fee":[{"denom":"untrn","amount":"1000"}]}}}},"gas_limit":null,"reply_on":"never"}],"attributes":[],"events":[],"data":null}}`, probe.String(), sender, memo(text)))
	}
	send("it sends", "")
	p := r.sent(0)
	for _, mode := range []string{"o", "e"} {
		r.mode(limiter, mode)
		for _, own := range []string{"o", "e", "p"} {
			r.mode(probe, own)
			r.dropped().ack("it arrives; "+mode+" and "+own, p, succeeded)
			r.dropped().ack("it is refused; "+mode+" and "+own, p, refused("no"))
			r.dropped().timeout("it times out; "+mode+" and "+own, p)
		}
	}
	send("it sends while the limit refuses", "")
	r.mode(limiter, "o")
	send("it sends with a memo to be forwarded", forwardMemo(1))
	send("it sends with a memo for a hook", wasmMemo("x", "{}"))
	send("it sends with a callback", `{"ibc_callback":"`+probe.String()+`"}`)
}

func (r *Rec) hookedCoin(probe sdk.AccAddress) string {
	gold, err := cf.GetTokenDenom(creator.String(), "gold")
	check(err)
	check(r.CoinfactoryKeeper.SetParams(r.ctx, cf.Params{WhitelistedHooks: []*cf.WhitelistedHook{{CodeID: 1, DenomCreator: creator.String()}}}))
	return gold
}

func togetherBlocked(c *Chain) {
	r := c.tell("together/blocked", "coins with a hook that are forwarded, and a hook that refuses their refund").channels(2)
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`, ntrn(1000))
	gold := r.hookedCoin(probe)
	r.begin()
	r.msg("create", &cf.MsgCreateDenom{Sender: creator.String(), Subdenom: "gold"})
	r.msg("mint", &cf.MsgMint{Sender: creator.String(), Amount: coin(gold, 1000)})
	r.msg("hook", &cf.MsgSetBeforeSendHook{Sender: creator.String(), Denom: gold, ContractAddr: probe.String()})
	r.transfer("they leave", 0, coin(gold, 500))
	r.recv("they come back and go on", packet(1, 0, "transfer/channel-10/"+gold, "100", sender, "pfm", forwardMemo(1)))
	p := r.sent(1)
	for _, mode := range []string{"o", "e", "p", "l"} {
		r.mode(probe, mode)
		r.gas(3_000_000).dropped().recv("more come back in mode "+mode, packet(2, 0, "transfer/channel-10/"+gold, "10", sender, "pfm", forwardMemo(1)))
		r.gas(3_000_000).dropped().ack("they are refused in mode "+mode, p, refused("no"))
		r.gas(3_000_000).dropped().timeout("they time out in mode "+mode, p)
	}
}

func togetherFactory(c *Chain) {
	r := c.tell("together/factory", "coins of a factory travel, and come home by force").channels(2)
	r.begin()
	gold, err := cf.GetTokenDenom(creator.String(), "gold")
	check(err)
	r.msg("create", &cf.MsgCreateDenom{Sender: creator.String(), Subdenom: "gold"})
	r.msg("mint", &cf.MsgMint{Sender: creator.String(), Amount: coin(gold, 1000)})
	r.transfer("they leave", 0, coin(gold, 600))
	r.msg("burnt from those who hold them", &cf.MsgBurn{Sender: creator.String(), Amount: coin(gold, 100), BurnFromAddress: creator.String()})
	r.recv("they come home", packet(1, 0, "transfer/channel-10/"+gold, "600", sender, fred.String(), ""))
	r.dropped().recv("more than left", packet(2, 0, "transfer/channel-10/"+gold, "1", sender, fred.String(), ""))
	r.msg("moved by force", &cf.MsgForceTransfer{Sender: creator.String(), Amount: coin(gold, 100), TransferFromAddress: fred.String(), TransferToAddress: creator.String()})
}

func togetherInFlight(c *Chain) {
	r := c.tell("together/in-flight", "records of forwarded packets that are not as they should be").channels(2)
	r.begin()
	r.recv("foreign coins", packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(1, `"retries":1`)))
	p := r.sent(1)
	key := []byte(fmt.Sprintf("channel-1/transfer/%d", p.Sequence))
	put := func(name string, value []byte) {
		r.putRow(name, "packetfowardmiddleware", key, value)
		r.dropped().ack("arrives", p, succeeded)
		r.dropped().ack("refused", p, refused("no"))
		r.dropped().timeout("timed out", p)
	}
	put("the record is empty", []byte{})
	put("the record is gone", nil)
	put("the record has a field that is not known", []byte{0xf8, 0x07, 0x01})
	put("the record is cut off", []byte{0x0a, 0x05, 0x61})
}

func togetherClosed(c *Chain) {
	r := c.tell("together/closed", "channels that are not there any more").channels(2)
	r.begin()
	r.recv("foreign coins", packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(1)))
	p := r.sent(1)
	r.putRow("the channel before is gone", "ibc", []byte("channelEnds/ports/transfer/channels/channel-0"), nil)
	r.dropped().ack("arrives", p, succeeded)
	r.dropped().ack("refused", p, refused("no"))
	r.putRow("the next channel is gone as well", "ibc", []byte("channelEnds/ports/transfer/channels/channel-1"), nil)
	r.dropped().timeout("timed out", p)
	r.dropped().recv("more coins", packet(2, 0, "uatom", "100", sender, "pfm", forwardMemo(1)))
}
