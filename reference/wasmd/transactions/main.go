// Program transactions records what wasmd's app does with each field of a transaction: gas, code, text and events of its steps before the messages.
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cosmossdk.io/x/feegrant"
	"github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "go run ./transactions FOLDER")
		os.Exit(2)
	}
	config := sdk.GetConfig()
	config.SetBech32PrefixForAccount("wasm", "wasmpub")
	config.SetBech32PrefixForValidator("wasmvaloper", "wasmvaloperpub")
	config.SetBech32PrefixForConsensusNode("wasmvalcons", "wasmvalconspub")
	sdk.SetAddrCacheEnabled(false)
	for _, rule := range []string{"stock", "neutron", "accepted"} {
		c := start(rule)
		unordered(c)
		if rule == "stock" {
			timeouts(c)
			options(c)
			unknown(c)
			payers(c)
			modes(c)
			unreadable(c)
			deep(c)
		}
		c.write(os.Args[1], "transactions-"+rule)
	}
}

func (c *Chain) write(folder, name string) {
	lines := []string{}
	for _, line := range c.lines {
		text := strings.Builder{}
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		check(encoder.Encode(line))
		lines = append(lines, strings.TrimSpace(text.String()))
	}
	check(os.WriteFile(filepath.Join(folder, name+".jsonl"), []byte(strings.Join(lines, "\n")), 0o644))
	fmt.Println(name, c.height, "blocks")
}

func pay(from, to *user) sdk.Msg {
	return banktypes.NewMsgSend(from.address, to.address, sdk.NewCoins(sdk.NewInt64Coin("stake", 7)))
}

func send(from, to *user) *types.Any {
	packed, err := types.NewAnyWithValue(pay(from, to))
	check(err)
	return packed
}

// unordered are transactions whose nonce is their timeout.
func unordered(c *Chain) {
	a, b := c.alice, c.bob
	c.tell("ordinary", c.of(a))
	after := func(seconds int64, nanos int32) func(*draft) {
		return func(d *draft) { d.unordered = true; d.stamp(c.time.Unix()+5+seconds, nanos) }
	}
	c.tell("with the sequence, no timeout", c.of(a).with(func(d *draft) { d.unordered = true }))
	c.tell("with the sequence and a timeout", c.of(a).with(after(60, 0)))
	zero := func(d *draft) { d.sequences = []uint64{0} }
	c.tell("no timeout", c.of(a).with(func(d *draft) { d.unordered = true }).with(zero))
	c.tell("a timeout of nothing", c.of(a).with(func(d *draft) { d.unordered = true; d.stamp(0, 0) }).with(zero))
	c.tell("a timeout of some nanoseconds", c.of(a).with(func(d *draft) { d.unordered = true; d.stamp(0, 5) }).with(zero))
	c.tell("a timeout before 1970", c.of(a).with(func(d *draft) { d.unordered = true; d.stamp(-5, 0) }).with(zero))
	c.tell("accepted", c.of(a).with(after(60, 7)).with(zero))
	again := c.of(a).with(after(100, 7)).with(zero)
	c.tell("accepted again", again)
	c.send("the same once more", again.bytes())
	another := c.of(a).with(zero).with(func(d *draft) { d.unordered = true; d.timestamp = again.timestamp; d.memo = "another" })
	c.tell("another with the same timeout", another)
	c.tell("the same timeout of another account", c.of(b).with(zero).with(func(d *draft) { d.unordered = true; d.timestamp = again.timestamp }))
	c.tell("passed", c.of(a).with(after(-6, 0)).with(zero))
	c.tell("ends now", c.of(a).with(after(0, 0)).with(zero))
	c.tell("ten minutes", c.of(a).with(after(600, 0)).with(zero))
	c.tell("ten minutes and a nanosecond", c.of(a).with(after(600, 1)).with(zero))
	c.tell("a wrong signature", c.of(a).with(after(61, 0)).with(zero).with(func(d *draft) { d.chain = "another" }))
	c.tell("a message that fails", c.of(a).with(after(62, 0)).with(zero).with(func(d *draft) {
		d.messages = []*types.Any{send(a, b)}
		d.fee.Amount = sdk.NewCoins(sdk.NewInt64Coin("stake", 1))
		large, err := types.NewAnyWithValue(banktypes.NewMsgSend(a.address, b.address, sdk.NewCoins(sdk.NewInt64Coin("stake", 9_000_000_000_000))))
		check(err)
		d.messages = append(d.messages, large)
	}))
	c.tell("of two accounts", c.of(a, b).with(after(63, 0)).with(func(d *draft) { d.sequences = []uint64{0, 0} }))
	c.tell("in amino JSON", c.of(a).with(after(64, 9)).with(zero).with(amino))
	c.tell("with the sequence, of one that has none", c.of(c.rich).with(after(65, 0)))
	c.tell("a fee that is too large", c.of(c.rich).with(after(66, 0)).with(func(d *draft) {
		d.fee.Amount = sdk.NewCoins(sdk.NewInt64Coin("stake", 9_000_000_000_000))
	}))
	c.name = "later"
	c.block(59)
	c.block(59)
	c.tell("ordinary again", c.of(a))
	c.block(700)
	c.tell("the timeout once more", c.of(a).with(after(1, 0)).with(zero))
}

// timeouts of ordinary transactions.
func timeouts(c *Chain) {
	a := c.alice
	at := func(seconds int64, nanos int32) func(*draft) {
		return func(d *draft) { d.stamp(c.time.Unix()+5+seconds, nanos) }
	}
	c.tell("a timestamp", c.of(a).with(at(1, 0)))
	c.tell("a timestamp of now", c.of(a).with(at(0, 0)))
	c.tell("a timestamp that has passed", c.of(a).with(at(-1, 999_999_999)))
	c.tell("a timestamp of nothing", c.of(a).with(func(d *draft) { d.stamp(0, 0) }))
	c.tell("a timestamp of nanoseconds", c.of(a).with(func(d *draft) { d.stamp(0, 1) }))
	c.tell("a timestamp before 1970", c.of(a).with(func(d *draft) { d.stamp(-1, 0) }))
	c.tell("a timestamp before the year 1", c.of(a).with(func(d *draft) { d.stamp(-62135596801, 0) }))
	c.tell("a timestamp of the year 1", c.of(a).with(func(d *draft) { d.stamp(-62135596800, 0) }))
	c.tell("a timestamp of the year 10000", c.of(a).with(func(d *draft) { d.stamp(253402300800, 0) }))
	c.tell("too many nanoseconds", c.of(a).with(at(100, 1_000_000_000)))
	c.tell("nanoseconds below zero", c.of(a).with(at(100, -1)))
	c.tell("a timestamp in amino JSON", c.of(a).with(at(100, 120)).with(amino))
	c.tell("a timestamp as text", c.of(a).with(func(d *draft) { d.inBody = []byte{5<<3 | 0, 1} }))
	c.tell("a height as text", c.of(a).with(func(d *draft) { d.inBody = []byte{3<<3 | 2, 1, 1} }))
	c.tell("a height of 32 bits", c.of(a).with(func(d *draft) { d.inBody = []byte{3<<3 | 5, 1, 0, 0, 0} }))
	c.tell("a height that has passed", c.of(a).with(func(d *draft) { d.height = 1 }))
	c.tell("a height in amino JSON", c.of(a).with(func(d *draft) { d.height = 1_000_000 }).with(amino))
}

// options are what a chain may know besides the messages.
func options(c *Chain) {
	a := c.alice
	known := send(a, c.bob)
	strange := &types.Any{TypeUrl: "/strange.Option", Value: []byte{8, 1}}
	for _, one := range []struct {
		name   string
		option *types.Any
	}{{"a known extension", known}, {"an unknown extension", strange}, {"an extension of no type", &types.Any{}}} {
		option := one.option
		c.tell(one.name, c.of(a).with(func(d *draft) { d.extensions = []*types.Any{option} }))
		c.tell(one.name+", not critical", c.of(a).with(func(d *draft) { d.nonCritical = []*types.Any{option} }))
		c.tell(one.name+", not critical, in amino JSON", c.of(a).with(func(d *draft) { d.nonCritical = []*types.Any{option} }).with(amino))
	}
	c.tell("a tip", c.of(a).with(func(d *draft) {
		d.tip = &txtypes.Tip{Amount: sdk.NewCoins(sdk.NewInt64Coin("stake", 1)), Tipper: c.bob.address.String()} //nolint:staticcheck
	}))
	c.tell("a tip in amino JSON", c.of(a).with(func(d *draft) {
		d.tip = &txtypes.Tip{Amount: sdk.NewCoins(sdk.NewInt64Coin("stake", 1)), Tipper: "nobody"} //nolint:staticcheck
	}).with(amino))
}

// unknown fields, at each place.
func unknown(c *Chain) {
	a := c.alice
	field := func(number, value byte) []byte { return []byte{number << 3, value} }
	critical, other := field(9, 1), []byte{0x80, 0x40, 1} // 9 and 1024
	for _, one := range []struct {
		name  string
		bytes []byte
	}{{"critical", critical}, {"not critical", other}} {
		bytes := one.bytes
		name := func(of string) string { return "unknown field of " + of + ", " + one.name }
		c.tell(name("the body"), c.of(a).with(func(d *draft) { d.inBody = bytes }))
		c.tell(name("the body, in amino JSON"), c.of(a).with(func(d *draft) { d.inBody = bytes }).with(amino))
		c.tell(name("the authorisation"), c.of(a).with(func(d *draft) { d.inAuth = bytes }))
		c.tell(name("the transaction"), c.of(a).with(func(d *draft) { d.inRaw = bytes }))
		c.tell(name("a message"), c.of(a).with(func(d *draft) {
			d.messages[0] = &types.Any{TypeUrl: d.messages[0].TypeUrl, Value: append(d.messages[0].Value, bytes...)}
		}))
		c.tell(name("a message's coin"), c.of(a).with(func(d *draft) {
			value := append([]byte{}, d.messages[0].Value...)
			d.messages[0] = &types.Any{TypeUrl: d.messages[0].TypeUrl, Value: append(value, append([]byte{0x1a, byte(len(bytes))}, bytes...)...)}
		}))
		c.tell(name("an extension that is not critical"), c.of(a).with(func(d *draft) {
			known := send(a, c.bob)
			d.nonCritical = []*types.Any{{TypeUrl: known.TypeUrl, Value: append(known.Value, bytes...)}}
		}))
	}
	c.tell("a message of an unknown type", c.of(a).with(func(d *draft) { d.messages = []*types.Any{{TypeUrl: "/strange.Msg", Value: nil}} }))
	c.tell("a message that is none", c.of(a).with(func(d *draft) {
		coin, err := types.NewAnyWithValue(&banktypes.Params{})
		check(err)
		d.messages = []*types.Any{coin}
	}))
	c.tell("no messages", c.of(a).with(func(d *draft) { d.messages = nil }))
}

// payers of fees, and granters.
func payers(c *Chain) {
	a, b, p := c.alice, c.bob, c.poor
	c.tell("a payer that does not sign", c.of(a).with(func(d *draft) { d.fee.Payer = b.address.String() }))
	c.tell("a payer that signs", c.of(a, b).with(func(d *draft) { d.messages = d.messages[:1]; d.fee.Payer = b.address.String() }))
	c.tell("a payer that signs first", c.of(b, a).with(func(d *draft) { d.messages = []*types.Any{send(a, b)}; d.fee.Payer = b.address.String() }))
	c.tell("the signer as payer", c.of(a).with(func(d *draft) { d.fee.Payer = a.address.String() }))
	c.tell("a payer that is no address", c.of(a).with(func(d *draft) { d.fee.Payer = "nobody" }))
	c.tell("a granter without a grant", c.of(a).with(func(d *draft) { d.fee.Granter = b.address.String() }))
	c.tell("a granter that is no address", c.of(a).with(func(d *draft) { d.fee.Granter = "nobody" }))
	c.tell("the signer as granter", c.of(a).with(func(d *draft) { d.fee.Granter = a.address.String() }))
	c.tell("a granter that does not exist", c.of(a).with(func(d *draft) { d.fee.Granter = p.address.String() }))
	grant, err := feegrant.NewMsgGrantAllowance(&feegrant.BasicAllowance{}, b.address, a.address)
	check(err)
	packed, err := types.NewAnyWithValue(grant)
	check(err)
	c.tell("a grant", c.of(b).with(func(d *draft) { d.messages = []*types.Any{packed} }))
	c.tell("a granter", c.of(a).with(func(d *draft) { d.fee.Granter = b.address.String() }))
	c.tell("a granter in amino JSON", c.of(a).with(func(d *draft) { d.fee.Granter = b.address.String() }).with(amino))
	c.tell("no fee", c.of(a).with(func(d *draft) { d.fee = nil }))
	c.tell("no gas", c.of(a).with(func(d *draft) { d.fee.GasLimit = 0 }))
	c.tell("an account that does not exist", c.of(p))
}

// modes of signing, and signatures that are missing.
func modes(c *Chain) {
	a, b := c.alice, c.bob
	for _, one := range []struct {
		name string
		mode signing.SignMode
	}{
		{"unspecified", 0}, {"textual", signing.SignMode_SIGN_MODE_TEXTUAL}, {"auxiliary", signing.SignMode_SIGN_MODE_DIRECT_AUX},
		{"EIP-191", signing.SignMode_SIGN_MODE_EIP_191}, {"99", 99},
	} {
		mode := one.mode
		c.tell("mode "+one.name, c.of(a).with(func(d *draft) { d.modes = []*txtypes.ModeInfo{single(mode)} }))
	}
	c.tell("an auxiliary signer", c.of(a, b).with(func(d *draft) {
		d.modes = []*txtypes.ModeInfo{single(signing.SignMode_SIGN_MODE_DIRECT), single(signing.SignMode_SIGN_MODE_DIRECT_AUX)}
	}))
	c.tell("no mode", c.of(a).with(func(d *draft) { d.modes = []*txtypes.ModeInfo{nil} }))
	c.tell("a mode of nothing", c.of(a).with(func(d *draft) { d.modes = []*txtypes.ModeInfo{{}} }))
	several := &txtypes.ModeInfo{Sum: &txtypes.ModeInfo_Multi_{Multi: &txtypes.ModeInfo_Multi{}}}
	c.tell("several keys, no signatures", c.of(a).with(func(d *draft) { d.modes = []*txtypes.ModeInfo{several}; d.signature = []byte{} }))
	c.tell("several keys, half a signature", c.of(a).with(func(d *draft) { d.modes = []*txtypes.ModeInfo{several}; d.signature = []byte{10, 64} }))
	c.tell("no key", c.of(a).with(func(d *draft) { d.noKeys = true }))
	c.tell("no key of a new account", c.of(c.rich).with(func(d *draft) { d.noKeys = true }))
	c.tell("no signer infos", c.of(a).with(func(d *draft) { d.modes = []*txtypes.ModeInfo{}; d.signers = nil }))
	c.tell("two signers, one signature", c.of(a, b).with(func(d *draft) { d.drop = 1 }))
	c.tell("one signer, two infos", c.of(a, b).with(func(d *draft) { d.messages = d.messages[:1]; d.drop = 1 }))
	c.tell("one signer, two infos and signatures", c.of(a, b).with(func(d *draft) { d.messages = d.messages[:1] }))
	c.tell("no signatures", c.of(a).with(func(d *draft) { d.drop = 1 }))
	c.tell("a sequence that is too high", c.of(a).with(func(d *draft) { d.sequences[0]++ }))
}

// unreadable are transactions that a proposer puts into a block although no node can read them.
func unreadable(c *Chain) {
	a, b := c.alice, c.bob
	strange := &types.Any{TypeUrl: "/strange.Msg"}
	c.name = "not readable, in a block"
	c.block(5,
		[]byte{1},
		c.of(a).with(func(d *draft) { d.messages = []*types.Any{strange} }).bytes(),
		c.of(a).with(func(d *draft) { d.messages = []*types.Any{send(a, b)} }).bytes())
}

// deep are transactions with one more signer, of keys of keys.
func deep(c *Chain) {
	for _, levels := range []int{9_998, 9_999, 10_000} {
		mode := []byte{}
		for range levels / 2 {
			mode = inside(2, inside(2, mode))
		}
		if levels%2 == 1 {
			mode = inside(2, []byte{10, 0})
			for range levels/2 - 1 {
				mode = inside(2, inside(2, mode))
			}
		}
		c.tell(fmt.Sprintf("messages inside each other, %d", levels), c.of(c.alice).with(func(d *draft) {
			d.inAuth = inside(1, inside(2, mode))
		}))
	}
}

// inside is a message as a field of another.
func inside(field byte, message []byte) []byte {
	return append(binary.AppendUvarint([]byte{field<<3 | 2}, uint64(len(message))), message...)
}
