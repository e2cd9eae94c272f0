package main

import (
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	ratelimit "github.com/neutron-org/neutron/v11/x/ibc-rate-limit/types"

	"sudobox/reference/recording"
)

func init() {
	stories = append(stories, limitParams, limitOff, limitSends, limitReceives, limitUndone, limitMissing, limitGas, limitStored)
}

// limited is a chain whose transfers a probe contract limits.
func (c *Chain) limited(name, title string) (*Rec, sdk.AccAddress) {
	r := c.tell("ratelimit/"+name, title).channels(2)
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	recording.Check(r.RateLimitingICS4Wrapper.IbcratelimitKeeper.SetParams(r.ctx, ratelimit.Params{ContractAddress: probe.String()}))
	r.begin()
	return r, probe
}

func (r *Rec) mode(probe sdk.AccAddress, mode string) {
	r.execute("the contract's mode is "+mode, probe, creator, `{"m":"`+mode+`"}`)
}

func (r *Rec) say(probe sdk.AccAddress, text string) {
	r.execute("the contract answers "+text, probe, creator, `{"R":{"error":"`+text+`"}}`)
	r.mode(probe, "r")
}

var modes = []string{"o", "e", "p", "a", "l", "s"}

var limitErrors = []string{"rate limit exceeded", "Generic error: rate limit exceeded for untrn", "bad message", "IBC Rate Limit exceeded", "x"}

func limitParams(c *Chain) {
	r := c.tell("ratelimit/params", "who may name the contract that limits transfers").channels(1)
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	r.begin()
	update := func(name, authority, contract string) {
		r.msg(name, &ratelimit.MsgUpdateParams{Authority: authority, Params: ratelimit.Params{ContractAddress: contract}})
	}
	update("by a stranger", creator.String(), probe.String())
	update("by nobody", "", probe.String())
	update("by no address", "x", probe.String())
	update("no address", gov, "x")
	update("an address of another chain", gov, sender)
	update("an address without a contract", gov, fred.String())
	update("a contract", gov, probe.String())
	r.exportGenesis("rate-limited-ibc")
	update("none again", gov, "")
	r.exportGenesis("rate-limited-ibc")
	r.importGenesis("import", "rate-limited-ibc", "rate-limited-ibc", `{"params":{"contract_address":"`+probe.String()+`"}}`)
}

func limitOff(c *Chain) {
	r := c.tell("ratelimit/off", "without a contract nothing is limited, but receivers").channels(1)
	r.begin()
	r.recv("a transfer", packet(1, 0, "uatom", "100", sender, bob.String(), ""))
	for _, length := range []int{2048, 2049, 4095, 4096} {
		r.dropped().recv("a long receiver", packet(2, 0, "uatom", "100", sender, strings.Repeat("x", length), ""))
	}
	r.dropped().recv("no transfer", raw(3, 0, "hello"))
	r.dropped().recv("a receiver that is a number", raw(3, 0, `{"denom":"uatom","amount":"1","sender":"a","receiver":1,"memo":""}`))
	r.dropped().recv("no receiver", raw(3, 0, `{"denom":"uatom","amount":"1","sender":"a"}`))
	r.dropped().recv("a null packet", raw(3, 0, `null`))
}

func (r *Rec) leave(name string, amount int64) {
	r.msg(name, &transfertypes.MsgTransfer{SourcePort: port, SourceChannel: "channel-0", Token: ntrn(amount), Sender: creator.String(), Receiver: sender,
		TimeoutHeight: clienttypes.NewHeight(1, 1000), Memo: "m"})
}

func limitSends(c *Chain) {
	r, probe := c.limited("sends", "the contract is asked about what is sent")
	for _, mode := range modes {
		r.mode(probe, mode)
		r.gas(3_000_000).dropped().leave("a transfer in mode "+mode, 100)
	}
	for _, text := range limitErrors {
		r.say(probe, text)
		r.dropped().leave("a transfer when it says so", 100)
	}
}

func limitReceives(c *Chain) {
	r, probe := c.limited("receives", "the contract is asked about what is received")
	for _, mode := range modes {
		r.mode(probe, mode)
		r.gas(3_000_000).dropped().recv("a packet in mode "+mode, packet(1, 0, "uatom", "100", sender, fred.String(), "m"))
	}
	for _, text := range limitErrors {
		r.say(probe, text)
		r.dropped().recv("a packet when it says so", packet(1, 0, "uatom", "100", sender, fred.String(), ""))
	}
	r.mode(probe, "o")
	r.dropped().recv("a packet with a hook", packet(1, 0, "uatom", "100", sender, probe.String(), wasmMemo(probe.String(), `{"x":"o"}`)))
	r.dropped().recv("a packet to be forwarded", packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(1)))
	r.dropped().recv("numbers and letters that JSON escapes", packet(1, 0, "uatom", "100", sender, fred.String(), "<&>é\u2028\"\\"))
	r.dropped().recv("no transfer", raw(1, 0, "hello"))
	r.dropped().recv("an amount that is no number", packet(1, 0, "uatom", "x", sender, fred.String(), ""))
}

func limitUndone(c *Chain) {
	r, probe := c.limited("undone", "the contract is told of what did not arrive")
	r.leave("a transfer", 100)
	p := r.sent(0)
	for _, mode := range modes {
		r.mode(probe, mode)
		r.gas(3_000_000).dropped().timeout("a timeout in mode "+mode, p)
		r.gas(3_000_000).dropped().ack("an error in mode "+mode, p, refused("no"))
		r.gas(3_000_000).dropped().ack("an arrival in mode "+mode, p, succeeded)
	}
	r.mode(probe, "o")
	for _, answer := range []string{`{"error":""}`, `{}`, `null`, `[]`, `x`, `{"error":1}`, `{"response":1}`, `{"Response":null,"error":"x"}`, `{"ERROR":"x"}`} {
		r.dropped().ack("the answer "+answer, p, answer)
	}
}

func limitMissing(c *Chain) {
	r := c.tell("ratelimit/missing", "the contract of the params is not there").channels(1)
	r.leaveFirst()
	recording.Check(r.RateLimitingICS4Wrapper.IbcratelimitKeeper.SetParams(r.ctx, ratelimit.Params{ContractAddress: fred.String()}))
	r.begin()
	r.leave("a transfer", 100)
	r.recv("a packet", packet(1, 0, "uatom", "100", sender, fred.String(), ""))
}

// leaveFirst gives the account of the transfers its place before the story.
func (r *Rec) leaveFirst() { r.AccountKeeper.GetModuleAccount(r.ctx, transfertypes.ModuleName) }

func limitGas(c *Chain) {
	r, probe := c.limited("gas", "gas ends in the contract")
	for _, limit := range []uint64{10_000, 60_000, 80_000, 100_000, 130_000} {
		r.gas(limit).dropped().leave("a transfer with little gas", 100)
		r.gas(limit).dropped().recv("a packet with little gas", packet(1, 0, "uatom", "100", sender, fred.String(), ""))
	}
	r.leave("a transfer", 100)
	r.mode(probe, "l")
	for _, limit := range []uint64{50_000, 100_000, 200_000, 1_000_000} {
		r.gas(limit).dropped().timeout("a timeout with little gas", r.sent(0))
	}
}

func limitStored(c *Chain) {
	r, probe := c.limited("stored", "what the contract is told, as it stores it")
	r.leave("a transfer", 100)
	r.ack("it is refused", r.sent(0), refused("no"))
	r.recv("a packet", packet(7, 0, "transfer/channel-10/untrn", "3", sender, fred.String(), "memo"))
	r.leave("another transfer", 100)
	r.timeout("it times out", r.sent(0))
	r.execute("messages of its own", probe, creator, `{"R":{"ok":{"messages":[{"id":1,"msg":{"bank":{"send":{"to_address":"`+fred.String()+`","amount":[{"denom":"untrn","amount":"1"}]}}},"gas_limit":null,"reply_on":"never"}],"attributes":[],"events":[],"data":null}}}`)
	r.mode(probe, "r")
	r.dropped().leave("a transfer when it sends coins that it has not", 100)
	r.dropped().recv("a packet when it sends coins that it has not", packet(8, 0, "uatom", "3", sender, fred.String(), ""))
	r.dropped().timeout("a timeout when it sends coins that it has not", r.sent(0))
}

func (r *Rec) limitParams(name, contract string) {
	r.msg(name, &ratelimit.MsgUpdateParams{Authority: gov, Params: ratelimit.Params{ContractAddress: contract}})
}
