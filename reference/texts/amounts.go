package main

import (
	"encoding/json"
	"fmt"
	"strings"

	errorsmod "cosmossdk.io/errors"
	"cosmossdk.io/math"
	wasmkeeper "github.com/CosmWasm/wasmd/x/wasm/keeper"
	wasmvmtypes "github.com/CosmWasm/wasmvm/v3/types"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/gogoproto/proto"
)

// amounts are texts of a `math.Int`.
var amounts = []string{
	"0", "1", "00", "-0", "010", "0x10", "0X1F", "0b11", "0B1", "0o17", "0O7", "1_0", "1__0", "_1", "1_", "0_1", "0_", "0x_1", "0x1_",
	"0x", "0b", "0o", "+1", "-1", "+", "-", "", "08", "09", "0b2", "0o8", "0xg", "+010", "-0x10", "--1", "+-1", " 1", "1 ", "1\n", "1e3", "1.0",
	"0x1p4", "\u0661", "\uff11", "1\x00", "null", "\u00e9\u200b\U0001f600\"\\\x7f",
	max, "-" + max, overflow, "-" + overflow, "0x" + strings.Repeat("f", 64), "0x1" + strings.Repeat("0", 64),
	"0x" + strings.Repeat("0", 80) + "1", strings.Repeat("0", 300) + "7", strings.Repeat("9", 101),
}

// weights are texts of a `math.LegacyDec`.
var weights = []string{
	"0.5", "1", "+0.5", "-0.5", "--0.5", "-+0.5", "+-0.5", "0.+5", "-", "", "+", ".", "1.", ".5", "-.5", "1.2.3", "00.50", "0x1", "1_0", "1e-1", " 0.5", "0.5 ",
	"0.\u0665", "0.123456789012345678", "0.1234567890123456789", "0.000000000000000000", max, "-" + max, max + ".999999999999999999", overflow, strings.Repeat("9", 81), strings.Repeat("0", 81) + ".1",
}

const (
	max      = "115792089237316195423570985008687907853269984665640564039457584007913129639935"
	overflow = "115792089237316195423570985008687907853269984665640564039457584007913129639936"
)

type result struct {
	Type      string `json:"type,omitempty"`
	Value     []byte `json:"value,omitempty"`
	Codespace string `json:"codespace,omitempty"`
	Code      uint32 `json:"code,omitempty"`
	Error     string `json:"error,omitempty"`
	Panic     string `json:"panic,omitempty"`
}

type encoded struct {
	Message json.RawMessage `json:"message"`
	Result  result          `json:"result"`
}

type decoded struct {
	Text  string `json:"text"`
	Value string `json:"value,omitempty"`
	Error string `json:"error,omitempty"`
}

type port struct{}

func (port) GetPort(sdk.Context) string { return "transfer" }

// forms are the messages of a contract that name an amount.
func forms(coin string) map[string]string {
	coins := "[" + coin + "]"
	return map[string]string{
		"send":        `{"bank":{"send":{"to_address":"bob","amount":` + coins + `}}}`,
		"execute":     `{"wasm":{"execute":{"contract_addr":"bob","msg":"","funds":` + coins + `}}}`,
		"instantiate": `{"wasm":{"instantiate":{"code_id":1,"msg":"","label":"l","admin":"","funds":` + coins + `}}}`,
		"instantiate2": `{"wasm":{"instantiate2":{"code_id":1,"msg":"","label":"l","admin":"","salt":"","funds":` + coins +
			`}}}`,
		"delegate":   `{"staking":{"delegate":{"validator":"val","amount":` + coin + `}}}`,
		"undelegate": `{"staking":{"undelegate":{"validator":"val","amount":` + coin + `}}}`,
		"redelegate": `{"staking":{"redelegate":{"src_validator":"val","dst_validator":"two","amount":` + coin + `}}}`,
		"fund":       `{"distribution":{"fund_community_pool":{"amount":` + coins + `}}}`,
		"transfer": `{"ibc":{"transfer":{"channel_id":"channel-0","to_address":"bob","amount":` + coin +
			`,"timeout":{"timestamp":"1"}}}}`,
	}
}

// others are messages with several coins.
var others = []string{
	sends("1", "a", "2", "abc"), sends("0x2", "abc", "010", "abd", "+3", "abc"), sends("0", "abc"), sends("00", "abc", "0x0", "abd"),
	sends("-1", "abc", "08", "abd"), sends("08", "abc", "-1", "abd"), sends(max, "abc", "1", "abc"), sends(max, "abc", "1", "abc", "08", "abd"),
	sends("08", "abd", max, "abc", "1", "abc"),
}

func sends(pairs ...string) string {
	list := []string{}
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, coin(pairs[i], pairs[i+1]))
	}
	return `{"bank":{"send":{"to_address":"bob","amount":[` + strings.Join(list, ",") + `]}}}`
}

func coin(amount, denom string) string {
	return fmt.Sprintf(`{"denom":%s,"amount":%s}`, quoted(denom), quoted(amount))
}

func quoted(text string) string {
	bz, err := json.Marshal(text)
	check(err)
	return string(bz)
}

func encodeAll() (all []encoded) {
	encoders := wasmkeeper.DefaultEncoders(codectypes.NewInterfaceRegistry(), port{})
	add := func(message string) {
		var msg wasmvmtypes.CosmosMsg
		check(json.Unmarshal([]byte(message), &msg))
		all = append(all, encoded{json.RawMessage(message), attempt(func() ([]sdk.Msg, error) {
			return encoders.Encode(sdk.Context{}, make([]byte, 20), "", msg)
		})})
	}
	names := []string{"send", "execute", "instantiate", "instantiate2", "delegate", "undelegate", "redelegate", "fund", "transfer"}
	for i, amount := range amounts {
		for j, name := range names {
			// All texts by one message, and a few by the others.
			if j == 0 || i%len(names) == j || amount == "010" || amount == "08" || amount == "-1" {
				add(forms(coin(amount, "untrn"))[name])
			}
		}
	}
	for _, message := range others {
		add(message)
	}
	for _, weight := range weights {
		add(`{"gov":{"vote_weighted":{"proposal_id":4,"options":[{"option":"yes","weight":"1"},{"option":"no","weight":` + quoted(weight) + `}]}}}`)
	}
	return all
}

func attempt(run func() ([]sdk.Msg, error)) (r result) {
	defer func() {
		if p := recover(); p != nil {
			r = result{Panic: fmt.Sprint(p)}
		}
	}()
	msgs, err := run()
	if err != nil {
		r.Codespace, r.Code, r.Error = errorsmod.ABCIInfo(err, false)
		return r
	}
	for _, msg := range msgs {
		bz, err := proto.Marshal(msg)
		check(err)
		r.Type, r.Value = sdk.MsgTypeURL(msg), bz
	}
	return r
}

// fee has the coins of Neutron's custom messages.
type Fee struct {
	RecvFee sdk.Coins `json:"recv_fee"`
	AckFee  sdk.Coins `json:"ack_fee"`
}
type Submit struct {
	Fee   Fee      `json:"fee"`
	Token sdk.Coin `json:"token"`
	Mint  math.Int `json:"mint"`
}

// decodeAll reads amounts as `json.Unmarshal` and as protobuf do.
func decodeAll() map[string][]decoded {
	all := map[string][]decoded{}
	for _, amount := range amounts {
		if strings.ContainsRune(amount, 0) {
			continue
		}
		var read math.Int
		err := json.Unmarshal([]byte(quoted(amount)), &read)
		all["json"] = append(all["json"], of(amount, read, err))
		var stored math.Int
		err = stored.Unmarshal([]byte(amount))
		all["proto"] = append(all["proto"], of(amount, stored, err))
	}
	for _, text := range []string{
		`{"token":{"denom":"a","amount":"0x10"}}`, `{"token":{"denom":"a","amount":"08"}}`, `{"token":{"denom":"a","amount":""}}`,
		`{"token":{"denom":"a","amount":null}}`, `{"token":{"denom":"a","amount":5}}`, `{"token":{"denom":"a"}}`, `{"token":null}`, `{"token":[]}`,
		`{"fee":{"recv_fee":[{"amount":"08"}]}}`, `{"fee":{"recv_fee":5}}`, `{"fee":{"recv_fee":[5]}}`, `{"fee":{"ack_fee":{"amount":"1"}}}`,
		`{"fee":{"recv_fee":null}}`, `{"mint":"08"}`, `{"mint":5}`, `{"mint":null}`, `{"mint":true}`, `{"mint":"` + overflow + `"}`,
		`{"fee":{"recv_fee":[{"amount":5,"denom":"a"}]}}`, `{"fee":{"recv_fee":[{"denom":5,"amount":"08"}]}}`,
	} {
		var read Submit
		err := json.Unmarshal([]byte(text), &read)
		value := ""
		if err == nil {
			value = fmt.Sprint(read.Token.Amount, read.Mint, read.Fee.RecvFee)
		}
		one := decoded{Text: text, Value: value}
		if err != nil {
			one.Error = err.Error()
		}
		all["members"] = append(all["members"], one)
	}
	return all
}

func of(text string, read math.Int, err error) decoded {
	if err != nil {
		return decoded{Text: text, Error: err.Error()}
	}
	return decoded{Text: text, Value: read.String()}
}
