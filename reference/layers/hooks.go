package main

import (
	"fmt"

	sdkmath "cosmossdk.io/math"
	sdk "github.com/cosmos/cosmos-sdk/types"
)

const sender = "cosmos1qvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrcvzjn4"

func coin(denom string, amount int64) sdk.Coin { return sdk.NewCoin(denom, sdkmath.NewInt(amount)) }

func ntrn(amount int64) sdk.Coin { return coin("untrn", amount) }

// hooked is a chain with a probe contract, and transfer channels.
func (c *Chain) hooked(name, title string) (*Rec, string) {
	r := c.tell("hooks/"+name, title).channels(2)
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	return r.begin(), probe.String()
}

func wasmMemo(contract, msg string) string {
	return fmt.Sprintf(`{"wasm":{"contract":%q,"msg":%s}}`, contract, msg)
}

func init() {
	stories = append(stories, hooksExecute, hooksMemos)
}

func hooksExecute(c *Chain) {
	r, probe := c.hooked("execute", "a transfer with a wasm memo executes a contract with its coins; the contract's failures refuse the packet")
	r.recv("new voucher", packet(1, 0, "uatom", "100", sender, probe, wasmMemo(probe, `{"x":"o"}`)))
	r.recv("again", packet(2, 0, "uatom", "7", sender, probe, wasmMemo(probe, `{"x":"o"}`)))
	r.recv("over another channel", packet(1, 1, "uatom", "7", sender, probe, wasmMemo(probe, `{"x":"o"}`)))
	r.recv("error", packet(3, 0, "uatom", "7", sender, probe, wasmMemo(probe, `{"x":"e"}`)))
	r.recv("trap", packet(4, 0, "uatom", "7", sender, probe, wasmMemo(probe, `{"x":"p"}`)))
	r.recv("abort", packet(5, 0, "uatom", "7", sender, probe, wasmMemo(probe, `{"x":"a"}`)))
	r.gas(2_000_000).recv("endless loop", packet(6, 0, "uatom", "7", sender, probe, wasmMemo(probe, `{"x":"l"}`)))
	r.gas(2_000_000).recv("endless writes", packet(7, 0, "uatom", "7", sender, probe, wasmMemo(probe, `{"x":"s"}`)))
	r.gas(60_000).recv("out of gas before the contract", packet(8, 0, "uatom", "7", sender, probe, wasmMemo(probe, `{"x":"o"}`)))
	r.recv("data and events", packet(9, 0, "uatom", "7", sender, probe, wasmMemo(probe,
		`{"ok":{"messages":[],"attributes":[{"key":"k","value":"v"}],"events":[{"type":"hook","attributes":[{"key":"a","value":"b"}]}],"data":"aGk="}}`)))
}

func hooksMemos(c *Chain) {
	r, probe := c.hooked("memos", "which memos ask for a contract, and how those that do so badly are refused")
	sequence := uint64(0)
	try := func(name, receiver, memo string) {
		sequence++
		r.dropped().recv(name, packet(sequence, 0, "uatom", "100", sender, receiver, memo))
	}
	try("no memo", bob.String(), "")
	try("no JSON", bob.String(), "hello")
	try("an array", bob.String(), "[]")
	try("null", bob.String(), "null")
	try("another key", bob.String(), `{"other":{}}`)
	try("wasm is null", bob.String(), `{"wasm":null}`)
	try("wasm is a string", bob.String(), `{"wasm":"x"}`)
	try("wasm is an array", bob.String(), `{"wasm":[]}`)
	try("no contract", bob.String(), `{"wasm":{}}`)
	try("contract is a number", bob.String(), `{"wasm":{"contract":1}}`)
	try("contract is no address", bob.String(), `{"wasm":{"contract":"bob","msg":{}}}`)
	try("contract is of another chain", bob.String(), `{"wasm":{"contract":"`+sender+`","msg":{}}}`)
	try("contract is not the receiver", bob.String(), wasmMemo(probe, "{}"))
	try("no message", probe, `{"wasm":{"contract":"`+probe+`"}}`)
	try("message is null", probe, wasmMemo(probe, "null"))
	try("message is a string", probe, wasmMemo(probe, `"x"`))
	try("message is an array", probe, wasmMemo(probe, `[]`))
	try("keys in another order", probe, wasmMemo(probe, `{"x":"o","b":1,"a":{"d":1e3,"c":1.50}}`))
	try("escapes", probe, wasmMemo(probe, `{"x":"o","t":"<&>\u00e9\u2028\"\\"}`))
	try("large numbers", probe, wasmMemo(probe, `{"x":"o","n":123456789012345678901234567890,"f":0.000000123}`))
	try("a key twice", probe, `{"wasm":{"contract":"`+bob.String()+`"},"wasm":{"contract":"`+probe+`","msg":{"x":"o"}}}`)
	try("more members", probe, `{"wasm":{"contract":"`+probe+`","msg":{"x":"o"},"funds":[]},"more":1}`)
	try("blanks", probe, "  "+wasmMemo(probe, `{"x" : "o"}`)+"\n")
	try("text after it", probe, wasmMemo(probe, `{"x":"o"}`)+"x")
	try("no contract at the address", fred.String(), wasmMemo(fred.String(), `{"x":"o"}`))
}
