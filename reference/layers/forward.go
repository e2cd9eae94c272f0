package main

import (
	"fmt"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
)

// beyond is an account on the chain that packets are forwarded to.
const beyond = "osmo1qvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcr7k4v4p"

func init() {
	stories = append(stories, forwardForeign, forwardOwn, forwardReturning, forwardBack, forwardRetries, forwardMemos, forwardNext,
		forwardTimes, forwardAnswers, forwardRefused, forwardGas, forwardGenesis)
}

// forwarding is a chain with three transfer channels, over the first of which some of its own coins have left.
func (c *Chain) forwarding(name, title string) *Rec {
	r := c.tell("forward/"+name, title).channels(3)
	r.begin()
	r.transfer("coins leave", 0, ntrn(10_000))
	return r
}

func (r *Rec) transfer(name string, channel int, coin sdk.Coin) {
	r.msg(name, &transfertypes.MsgTransfer{SourcePort: port, SourceChannel: fmt.Sprintf("channel-%d", channel), Token: coin, Sender: creator.String(),
		Receiver: sender, TimeoutHeight: clienttypes.NewHeight(1, 1000)})
}

func forwardMemo(channel int, more ...string) string {
	members := append([]string{fmt.Sprintf(`"receiver":%q,"port":"transfer","channel":"channel-%d"`, beyond, channel)}, more...)
	return `{"forward":{` + strings.Join(members, ",") + `}}`
}

// endings is what can become of the packet that was sent over a channel, each on a branch.
func (r *Rec) endings(channel int) {
	p := r.sent(channel)
	r.dropped().ack("it arrives", p, succeeded)
	r.dropped().ack("it is refused", p, refused("ABCI code: 1: error handling packet: see events for details"))
	r.dropped().timeout("it times out", p)
}

func forwardForeign(c *Chain) {
	r := c.forwarding("foreign", "coins of the chain before are forwarded as vouchers of this one")
	r.recv("foreign coins", packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(1)))
	r.endings(1)
	r.recv("of the same sender again", packet(2, 0, "uatom", "7", sender, "anything", forwardMemo(1)))
	p := r.sent(1)
	r.ack("the second arrives", p, succeeded)
	r.ack("its answer comes once more", p, succeeded)
	r.recv("of another sender", packet(3, 0, "uatom", "9", beyond, "pfm", forwardMemo(1)))
	r.recv("over another channel", packet(1, 2, "uatom", "9", sender, "pfm", forwardMemo(1)))
	r.endings(1)
}

func forwardOwn(c *Chain) {
	r := c.forwarding("own", "coins of this chain come home and are forwarded")
	r.recv("own coins", packet(1, 0, "transfer/channel-10/untrn", "100", sender, "pfm", forwardMemo(1)))
	r.endings(1)
	r.timeout("it times out for good", r.sent(1))
	r.recv("more than left", packet(2, 0, "transfer/channel-10/untrn", "10000", sender, "pfm", forwardMemo(1)))
}

func forwardReturning(c *Chain) {
	r := c.tell("forward/returning", "vouchers of the next chain come by the chain before and are forwarded home").channels(3)
	r.begin()
	r.recv("vouchers of the next chain", packet(1, 1, "uosmo", "1000", beyond, creator.String(), ""))
	r.transfer("they leave for the chain before", 0, coin(voucher("uosmo", 1), 1000))
	r.recv("they come back", packet(1, 0, "transfer/channel-10/transfer/channel-1/uosmo", "600", sender, "pfm", forwardMemo(1)))
	r.endings(1)
	r.ack("they are refused for good", r.sent(1), refused("no"))
}

func forwardBack(c *Chain) {
	r := c.forwarding("back", "coins are forwarded to where they came from")
	r.recv("foreign coins", packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(0)))
	r.endings(0)
	r.recv("own coins", packet(2, 0, "transfer/channel-10/untrn", "100", sender, "pfm", forwardMemo(0)))
	r.endings(0)
}

func forwardRetries(c *Chain) {
	r := c.forwarding("retries", "a forwarded packet that times out is sent again")
	r.recv("two retries", packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(1, `"retries":2`, `"timeout":"90s"`, `"next":{"a":1}`)))
	r.dropped().ack("refused at once", r.sent(1), refused("no"))
	r.timeout("the first timeout", r.sent(1))
	r.dropped().ack("the second arrives", r.sent(1), succeeded)
	r.timeout("the second timeout", r.sent(1))
	r.dropped().ack("the third is refused", r.sent(1), refused("no"))
	r.timeout("the third timeout", r.sent(1))
	r.recv("own coins, one retry", packet(2, 0, "transfer/channel-10/untrn", "100", sender, "pfm", forwardMemo(2, `"retries":1`)))
	r.timeout("the first timeout of own coins", r.sent(2))
	r.timeout("the second timeout of own coins", r.sent(2))
}

func (r *Rec) tries(channel int) func(name, memo string) {
	sequence := uint64(100)
	return func(name, memo string) {
		sequence++
		r.dropped().recv(name, packet(sequence, channel, "uatom", "100", sender, bob.String(), memo))
	}
}

func forwardMemos(c *Chain) {
	r := c.forwarding("memos", "which memos ask for forwarding, and how those that do so badly are refused")
	try := r.tries(0)
	full := func(members string) string { return `{"forward":{` + members + `}}` }
	try("no memo", "")
	try("no JSON", "hello")
	try("an array", "[]")
	try("another key", `{"other":{}}`)
	try("null", `{"forward":null}`)
	try("a string", `{"forward":"x"}`)
	try("an array inside", `{"forward":[]}`)
	try("empty", `{"forward":{}}`)
	try("no receiver", full(`"port":"transfer","channel":"channel-1"`))
	try("a blank receiver", full(`"receiver":"","port":"transfer","channel":"channel-1"`))
	try("a receiver that is a number", full(`"receiver":1,"port":"transfer","channel":"channel-1"`))
	try("no port", full(`"receiver":"x","channel":"channel-1"`))
	try("no channel", full(`"receiver":"x","port":"transfer"`))
	try("a port that cannot be", full(`"receiver":"x","port":"a b","channel":"channel-1"`))
	try("a channel that cannot be", full(`"receiver":"x","port":"transfer","channel":"c/1"`))
	try("a channel that is not there", forwardMemo(9))
	try("a port that is not there", full(`"receiver":"x","port":"other","channel":"channel-1"`))
	try("keys in capitals", `{"FORWARD":{"Receiver":"x","PORT":"transfer","Channel":"channel-1"}}`)
	try("a key twice", `{"forward":{},"forward":{"receiver":"x","port":"transfer","channel":"channel-1"}}`)
	try("more members", forwardMemo(1, `"more":[1,2]`))
	try("blanks", "  "+forwardMemo(1)+"\n")
	try("text after it", forwardMemo(1)+"x")
	try("a wasm hook beside it", `{"wasm":{"contract":"`+bob.String()+`","msg":{}},`+forwardMemo(1)[1:])
}

func forwardNext(c *Chain) {
	r := c.forwarding("next", "the memo of the next leg")
	try := r.tries(0)
	for _, next := range []string{`{}`, `null`, `""`, `"hello"`, `"{\"a\":1}"`, `"[1]"`, `"null"`, `"{\"a\":"`, `[1]`, `1`, `true`,
		`{"b":1,"a":2}`, `{"a":{"d":1e3,"c":1.50,"b":123456789012345678901234567890}}`, `{"a":"<&>\u00e9\u2028\"\\"}`, `{ "a" : [ 1 , 2 ] }`,
		`{"a":1,"a":2}`, forwardMemo(7), `{"wasm":{"contract":"x","msg":{"z":0,"y":[null]}}}`,
		`"{\"forward\":{\"receiver\":\"x\",\"port\":\"transfer\",\"channel\":\"channel-7\"}}"`} {
		try("next is "+next, forwardMemo(1, `"next":`+next))
	}
}

func forwardTimes(c *Chain) {
	r := c.forwarding("times", "timeouts and retries of a memo")
	try := r.tries(0)
	for _, timeout := range []string{`"10m"`, `"1h30m5s"`, `"1.5h"`, `"100ns"`, `"0s"`, `"-5m"`, `""`, `"10"`, `"x"`, `600000000000`, `0`, `-1`, `1.5`, `null`,
		`true`, `{}`, `"9223372036854775807ns"`, `"9223372036854775808ns"`, `"300y"`} {
		try("timeout is "+timeout, forwardMemo(1, `"timeout":`+timeout))
	}
	for _, retries := range []string{`0`, `1`, `255`, `256`, `-1`, `1.5`, `"2"`, `null`} {
		try("retries are "+retries, forwardMemo(1, `"retries":`+retries))
	}
}

func forwardAnswers(c *Chain) {
	r := c.forwarding("answers", "what the packet before is told")
	r.recv("foreign coins", packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(1)))
	p := r.sent(1)
	for _, answer := range []string{`{"result":"AQ=="}`, `{"result":"aGVsbG8="}`, `{"result":""}`, `{"error":""}`, `{"error":"a \"b\" <c>"}`, `{}`, `null`, `[]`, `x`, ``,
		`{"result":1}`, `{"other":"AQ=="}`, `{"result":null}`, `{"error":null}`, `{"other":null}`, `{"Result":"AQ=="}`, ` { "result" : "AQ==" } `} {
		r.dropped().ack("the answer is "+answer, p, answer)
	}
	other := p
	other.Sequence = 77
	r.dropped().ack("of a packet that was not forwarded", other, succeeded)
	r.dropped().timeout("the timeout of one that was not forwarded", other)
}

func forwardRefused(c *Chain) {
	r := c.forwarding("refused", "packets that cannot be received, and coins that cannot be sent on")
	try := func(name, denom, amount, from string) {
		r.dropped().recv(name, packet(1, 0, denom, amount, from, "pfm", forwardMemo(1)))
	}
	// An amount that is not positive is left out: Go prints its place in memory.
	try("no amount", "uatom", "", sender)
	try("an amount beyond 256 bits", "uatom", "115792089237316195423570985008687907853269984665640564039457584007913129639936", sender)
	try("no denomination", "", "1", sender)
	try("no sender", "uatom", "1", "")
	try("a path of slashes", "transfer/channel-10/", "1", sender)
	try("own coins that never left", "transfer/channel-10/uatom", "1", sender)
	try("a long path", "transfer/channel-10/transfer/channel-3/uatom", "1", sender)
	r.dropped().recv("no transfer", raw(2, 0, `hello`))
	r.dropped().recv("a memo that is null", raw(2, 0, `{"denom":"uatom","amount":"1","sender":"a","receiver":"b","memo":null}`))
	r.dropped().recv("a member that is not known", raw(2, 0, `{"denom":"uatom","amount":"1","sender":"a","receiver":"b","memo":"","more":null}`))
	r.dropped().recv("a receiver beyond the limit", packet(2, 0, "uatom", "1", sender, strings.Repeat("x", 2049), forwardMemo(1)))
	r.dropped().recv("a receiver of the next leg beyond the limit", packet(2, 0, "uatom", "1", sender, "pfm", strings.Replace(forwardMemo(1), beyond, strings.Repeat("x", 2049), 1)))
}

func forwardGas(c *Chain) {
	r := c.forwarding("gas", "gas ends on the way")
	for _, limit := range []uint64{5_000, 20_000, 40_000, 60_000, 80_000, 100_000, 120_000, 150_000} {
		r.gas(limit).dropped().recv(fmt.Sprintf("receiving with %d", limit), packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(1, `"retries":1`)))
	}
	r.recv("foreign coins", packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(1, `"retries":1`)))
	for _, limit := range []uint64{2_000, 10_000, 30_000, 50_000, 70_000, 90_000} {
		r.gas(limit).dropped().ack(fmt.Sprintf("refused with %d", limit), r.sent(1), refused("no"))
		r.gas(limit).dropped().timeout(fmt.Sprintf("timed out with %d", limit), r.sent(1))
	}
}

func forwardGenesis(c *Chain) {
	r := c.forwarding("genesis", "packets on their way in a genesis")
	r.exportGenesis("packetfowardmiddleware")
	r.recv("foreign coins", packet(1, 0, "uatom", "100", sender, "pfm", forwardMemo(1, `"retries":3`)))
	r.recv("own coins", packet(2, 0, "transfer/channel-10/untrn", "100", sender, "pfm", forwardMemo(2)))
	r.exportGenesis("packetfowardmiddleware")
}
