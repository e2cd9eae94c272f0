package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	storetypes "cosmossdk.io/store/types"
	wasmtypes "github.com/CosmWasm/wasmd/x/wasm/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
)

type named struct {
	Text  []byte `json:"text"`
	Value string `json:"value,omitempty"`
	Error string `json:"error,omitempty"`
}

// functions of Go's library whose namesakes in JavaScript do otherwise.
func functions() map[string]any {
	space, upper := []int{}, map[int]string{}
	for r := rune(0); r < 0x10000; r++ {
		if strings.TrimSpace(string(r)) == "" {
			space = append(space, int(r))
		}
		if up := strings.ToUpper(string(r)); r < 0x600 && up != string(r) {
			upper[int(r)] = up
		}
	}
	quotes, hexes, names, floats, filters := []named{}, []named{}, []named{}, []named{}, []named{}
	for _, text := range []string{
		"", "a", "\"\\", "\a\b\f\n\r\t\v", "\x00\x1f\x7f", "\u0080\u00a0\u00ad\u00e9", "\u200b\u2028\ufeff", "\U0001f600\U000e0001", "\xff", "a\xe2\x82b", "\ufffd", "'",
	} {
		quotes = append(quotes, named{Text: []byte(text), Value: fmt.Sprintf("%q", text)})
	}
	for _, text := range []string{"", "0", "00", "0g", "g", "0A", "0\u00e9", "\u00e9", "\x7f", " 0", "0x10", "\u00ad0", "000", "0\x01", "00\u4e16"} {
		one := named{Text: []byte(text)}
		if _, err := hex.DecodeString(text); err != nil {
			one.Error = err.Error()
		}
		hexes = append(hexes, one)
	}
	for _, text := range []string{`{"send":1}`, `{"SEND":1}`, `{"\u017fend":1}`, "{\"\u017fEND\":1}", `{"\u212aey":1}`, "{\"\u212aEY\":1}", `{"k\u0117y":1}`, `{"Send":1,"send":2}`} {
		var read struct {
			Send int `json:"send"`
			Key  int `json:"key"`
		}
		check(json.Unmarshal([]byte(text), &read))
		names = append(names, named{Text: []byte(text), Value: fmt.Sprint(read.Send, read.Key)})
	}
	for _, text := range []string{"0", "-0", "1", "1.5", "100000", "999999", "1000000", "1e20", "1e21", "123456789", "0.0001", "0.00001", "-1.5e-7", "1e300", "null", "true", `"a"`, `[1,"x",{"b":1e6,"a":null}]`} {
		var read any
		check(json.Unmarshal([]byte(text), &read))
		floats = append(floats, named{Text: []byte(text), Value: fmt.Sprintf("%v", read)})
	}
	filter := wasmtypes.NewAcceptedMessageKeysFilter("action", "\ufffd", "__proto__")
	for _, text := range []string{
		`{"action":1}`, `{"Action":1}`, `{"action":1e308}`, `{"action":1e999}`, `{"action":-1e400}`, `{"action":1e-999}`, `{"action":{"deep":[1,{"x":1e309}]}}`,
		`{"action":1.7976931348623157e308}`, `{"action":1.7976931348623159e308}`, `{"action":"1e999"}`, "{\"action\":\"\xff\"}", "{\"\xff\":1}", `{"\ud800":1}`, `{"\ud800":1,"\udfff":2}`, `{"__proto__":1}`,
		`{"action":1,"action":2}`, `{"action":1,"b":2}`, `{}`, `null`, `[]`, `5`, `"action"`, ` {"action":1} `, "{\"action\":1}\x00", "\ufeff{\"action\":1}", "\u00a0{\"action\":1}", `{"action":01}`, ``,
		`{"action":` + strings.Repeat("[", 9998) + strings.Repeat("]", 9998) + `}`, `{"action":` + strings.Repeat("[", 10000) + strings.Repeat("]", 10000) + `}`,
	} {
		ctx := sdk.Context{}.WithGasMeter(storetypes.NewInfiniteGasMeter())
		ok, err := filter.Accept(ctx, []byte(text))
		one := named{Text: []byte(text), Value: fmt.Sprint(ok)}
		if err != nil {
			one.Error = err.Error()
		}
		filters = append(filters, one)
	}
	keys := []named{}
	for _, key := range []string{"a", " a", "a\u0085", "\ufeffa", "a\u3000", "\u200ba", "a\u180e"} {
		one := named{Text: []byte(key)}
		if err := wasmtypes.NewAcceptedMessageKeysFilter(key).ValidateBasic(); err != nil {
			one.Error = err.Error()
		}
		keys = append(keys, one)
	}
	folds := []map[string]any{}
	for _, pair := range [][2]string{
		{"a", "A"}, {"k", "\u212a"}, {"K", "\u212a"}, {"s", "\u017f"}, {"S", "\u017f"}, {"ß", "ẞ"}, {"ß", "SS"}, {"σ", "ς"}, {"Σ", "ς"}, {"i", "İ"}, {"I", "ı"}, {"é", "É"},
		{"e\u0301", "é"}, {"", ""}, {"a", "ab"}, {"a.b", "aXb"}, {"(", "("}, {"\\", "\\"}, {"ǆ", "ǅ"}, {"Ǆ", "ǅ"}, {"\U00010400", "\U00010428"}, {"µ", "μ"}, {"a\n", "a"}, {"[", "{"},
	} {
		folds = append(folds, map[string]any{"a": pair[0], "b": pair[1], "equal": strings.EqualFold(pair[0], pair[1])})
	}
	return map[string]any{"folds": folds, "program": program, "space": space, "upper": upper, "quotes": quotes, "hex": hexes, "names": names, "values": floats, "filters": filters, "keys": keys}
}
