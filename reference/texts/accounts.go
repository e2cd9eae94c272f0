package main

import (
	"strings"

	wasmtypes "github.com/CosmWasm/wasmd/x/wasm/types"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	"github.com/cosmos/cosmos-sdk/x/authz"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/cosmos/gogoproto/proto"
	icatypes "github.com/cosmos/ibc-go/v10/modules/apps/27-interchain-accounts/types"
)

const send = `{"@type":"/cosmos.bank.v1beta1.MsgSend","from_address":"a","to_address":"b","amount":[{"denom":"x","amount":"1"}]}`

func tx(messages ...string) string { return `{"messages":[` + strings.Join(messages, ",") + `]}` }

func nested(levels int) string {
	inner := send
	for i := 0; i < levels; i++ {
		inner = `{"@type":"/cosmos.authz.v1beta1.MsgExec","grantee":"a","msgs":[` + inner + `]}`
	}
	return tx(inner)
}

// texts that any reader of JSON gets.
var anyJSON = []string{
	``, ` `, `{`, `}`, `{}`, `{}x`, `{} {}`, `null`, `nul`, `true`, `1`, `"x"`, `[]`, `[{}]`, `{"a":1}`, `{"b":1,"a":2}`, `{a:1}`, `{'a':1}`, `{"":1}`,
	`{"a":1,}`, `{"a" 1}`, `{"a":01}`, `{"a":+1}`, `{"a":.5}`, `{"a":1e999}`, "{\"a\":\"\x01\"}", "{\"a\":\"\\x\"}", `{"a":"\ud800"}`, `{"a":"\u12"}`, "{\"a\":\"\xff\"}",
	"\ufeff{}", "\u00a0{}", "\x0b{}", "\n\t{}\r\n", `{}]`, `{"a":Infinity}`, `{"a":NaN}`, `{"__proto__":1}`, `// c`, `{"a":tru}`, "\xff",
}

func cosmosTxs() []string {
	return append([]string{
		`{"messages":null}`, `{"messages":[]}`, `{"messages":{}}`, `{"messages":"x"}`, `{"messages":1}`, `{"messages":[null]}`, `{"messages":[1]}`, `{"messages":["x"]}`,
		`{"messages":[[]]}`, `{"messages":[true]}`, `{"Messages":[]}`, `{"messages":[],"messages":[]}`, `{"messages":[],"x":1}`, `{"messages":[]} x`, `{"messages":[]}{}`,
		tx(`{}`), tx(`{"@type":1}`), tx(`{"@type":null}`), tx(`{"@type":""}`), tx(`{"@type":"x"}`), tx(`{"@type":"/x"}`), tx(`{"@type":"/cosmos.bank.v1beta1.MsgSend"}`),
		tx(`{"@type":"cosmos.bank.v1beta1.MsgSend"}`), tx(`{"@type":"type.googleapis.com/cosmos.bank.v1beta1.MsgSend"}`), tx(`{"@type":"/google.protobuf.Timestamp","value":"x"}`),
		tx(`{"@type":"/cosmos.bank.v1beta1.Params"}`), tx(`{"@type":"/cosmos.crypto.secp256k1.PubKey","key":"AA=="}`),
		tx(send), tx(send, send), " " + tx(send) + "\n", tx(send) + "]", tx(send) + " 1",
		tx(strings.Replace(send, "from_address", "fromAddress", 1)),
		tx(strings.Replace(send, `"from_address":"a"`, `"fromAddress":"b","from_address":"a"`, 1)),
		tx(strings.Replace(send, `"from_address":"a"`, `"from_address":"c","from_address":"a"`, 1)),
		tx(strings.Replace(send, `"from_address":"a"`, `"from_address":1`, 1)),
		tx(strings.Replace(send, `"from_address":"a"`, `"from_address":null`, 1)),
		tx(strings.Replace(send, `"from_address":"a"`, `"from_address":""`, 1)),
		tx(strings.Replace(send, `"from_address":"a"`, `"from_address":"\u0061"`, 1)),
		tx(strings.Replace(send, `"from_address":"a"`, `"from_address":"\ud800"`, 1)),
		tx(strings.Replace(send, `"from_address":"a"`, `"from_address":"<&>"`, 1)),
		tx(strings.Replace(send, `"from_address":"a"`, `"From_Address":"a"`, 1)),
		tx(strings.Replace(send, `"from_address":"a"`, `"from_address":"a","z":1,"y":2`, 1)),
		tx(strings.Replace(send, `"from_address":"a"`, "\"from_address\":\"\xff\"", 1)),
		tx(strings.Replace(send, `"amount":"1"`, `"amount":1`, 1)),
		tx(strings.Replace(send, `"amount":"1"`, `"amount":"x"`, 1)),
		tx(strings.Replace(send, `"amount":"1"`, `"amount":""`, 1)),
		tx(strings.Replace(send, `"amount":"1"`, `"amount":"-1"`, 1)),
		tx(strings.Replace(send, `"amount":"1"`, `"amount":"0x10"`, 1)),
		tx(strings.Replace(send, `"amount":"1"`, `"amount":"01"`, 1)),
		tx(strings.Replace(send, `"amount":"1"`, `"amount":null`, 1)),
		tx(strings.Replace(send, `"amount":"1"`, `"amount":"1","more":2`, 1)),
		tx(strings.Replace(send, `"amount":"1"`, `"Amount":"1"`, 1)),
		tx(strings.Replace(send, `,"amount":"1"`, ``, 1)),
		tx(strings.Replace(send, `[{"denom":"x","amount":"1"}]`, `{}`, 1)),
		tx(strings.Replace(send, `[{"denom":"x","amount":"1"}]`, `null`, 1)),
		tx(strings.Replace(send, `[{"denom":"x","amount":"1"}]`, `[null]`, 1)),
		tx(strings.Replace(send, `[{"denom":"x","amount":"1"}]`, `"x"`, 1)),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"1","voter":"a","option":"VOTE_OPTION_YES","metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":1,"voter":"a","option":1,"metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"x","voter":"a","option":"VOTE_OPTION_YES","metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"","voter":"a","option":"VOTE_OPTION_YES","metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"-1","voter":"a","option":"VOTE_OPTION_YES","metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"18446744073709551616","voter":"a","option":"VOTE_OPTION_YES","metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"01","voter":"a","option":"VOTE_OPTION_YES","metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":1.5,"voter":"a","option":"VOTE_OPTION_YES","metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":1e3,"voter":"a","option":"VOTE_OPTION_YES","metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"1","voter":"a","option":"YES","metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"1","voter":"a","option":"1","metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"1","voter":"a","option":99,"metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"1","voter":"a","option":2147483648,"metadata":""}`),
		tx(`{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"1","voter":"a","option":true,"metadata":""}`),
		tx(`{"@type":"/cosmos.bank.v1beta1.MsgSetSendEnabled","authority":"a","send_enabled":[{"denom":"x","enabled":true}],"use_default_for":[]}`),
		tx(`{"@type":"/cosmos.bank.v1beta1.MsgSetSendEnabled","authority":"a","send_enabled":[{"denom":"x","enabled":"true"}],"use_default_for":[]}`),
		tx(`{"@type":"/cosmos.bank.v1beta1.MsgSetSendEnabled","authority":"a","send_enabled":[{"denom":"x","enabled":1}],"use_default_for":[1]}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgExecuteContract","sender":"a","contract":"b","msg":{"x":{}},"funds":[]}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgExecuteContract","sender":"a","contract":"b","msg":{"x": 1 },"funds":[]}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgExecuteContract","sender":"a","contract":"b","msg":"e30=","funds":[]}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgExecuteContract","sender":"a","contract":"b","msg":null,"funds":[]}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgExecuteContract","sender":"a","contract":"b","msg":{"x":1e999},"funds":[]}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgExecuteContract","sender":"a","contract":"b","msg":{"x":9007199254740993},"funds":[]}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"AA==","instantiate_permission":null}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"A","instantiate_permission":null}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"A-_=","instantiate_permission":null}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":1,"instantiate_permission":null}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"","instantiate_permission":{"permission":"ACCESS_TYPE_EVERYBODY","addresses":[]}}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"AA==","instantiate_permission":{"permission":"Everybody","addresses":[]}}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"AA==","instantiate_permission":{"permission":"everybody","addresses":[]}}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"AA==","instantiate_permission":{"permission":"Unspecified","addresses":[]}}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"AA==","instantiate_permission":{"permission":3,"addresses":[]}}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"AA==","instantiate_permission":{"permission":null,"addresses":[]}}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"AA==","instantiate_permission":{"permission":true,"addresses":[]}}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"AA==","instantiate_permission":{"permission":"","addresses":[]}}`),
		tx(`{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","sender":"a","wasm_byte_code":"AA==","instantiate_permission":{"permission":"\u0045verybody","addresses":[]}}`),
		tx(`{"@type":"/cosmos.authz.v1beta1.MsgGrant","granter":"a","grantee":"b","grant":{"authorization":null,"expiration":"x"}}`),
		tx(`{"@type":"/cosmos.authz.v1beta1.MsgGrant","granter":"a","grantee":"b","grant":{"authorization":null,"expiration":"2030-01-01T00:00:00Z"}}`),
		tx(`{"@type":"/cosmos.authz.v1beta1.MsgGrant","granter":"a","grantee":"b","grant":{"authorization":null,"expiration":1}}`),
		tx(`{"@type":"/cosmos.authz.v1beta1.MsgGrant","granter":"a","grantee":"b","grant":{"authorization":{"@type":"/cosmos.authz.v1beta1.GenericAuthorization","msg":"x"},"expiration":null}}`),
		tx(`{"@type":"/cosmos.authz.v1beta1.MsgGrant","granter":"a","grantee":"b","grant":{"authorization":{"@type":"/cosmos.authz.v1beta1.GenericAuthorization","msg":1},"expiration":null}}`),
		tx(`{"@type":"/cosmos.authz.v1beta1.MsgGrant","granter":"a","grantee":"b","grant":{"authorization":` + send + `,"expiration":null}}`),
		tx(`{"@type":"/cosmos.authz.v1beta1.MsgExec","grantee":"a","msgs":[{"@type":"/cosmos.bank.v1beta1.MsgSend","from_address":1}]}`),
		nested(1), nested(3), nested(4), nested(5), nested(8), nested(9), nested(10), nested(60), nested(120),
	}, anyJSON...)
}

// permissions tells how the codec prints each type of access, unknown ones included.
func permissions(cdc codec.Codec) (all []map[string]any) {
	for value := 0; value < 6; value++ {
		json, err := cdc.MarshalJSON(&wasmtypes.AccessConfig{Permission: wasmtypes.AccessType(value)})
		check(err)
		all = append(all, map[string]any{"value": value, "json": string(json)})
	}
	return all
}

func protobufTxs() []string {
	var all []string
	for _, messages := range [][]*codectypes.Any{
		{}, {{}}, {{Value: []byte{1}}}, {{TypeUrl: "x"}}, {{TypeUrl: "/x"}}, {{TypeUrl: "/cosmos.bank.v1beta1.MsgSend"}}, {{TypeUrl: "/cosmos.bank.v1beta1.MsgSend", Value: []byte{8}}},
		{{TypeUrl: "/cosmos.bank.v1beta1.MsgSend"}, {}}, {{TypeUrl: "cosmos.bank.v1beta1.MsgSend"}}, {{TypeUrl: "/cosmos.bank.v1beta1.Params"}}, {{TypeUrl: "/cosmos.crypto.secp256k1.PubKey"}},
	} {
		bytes, err := proto.Marshal(&icatypes.CosmosTx{Messages: messages})
		check(err)
		all = append(all, string(bytes))
	}
	return append(all, "\x08", "\x0a", "\x0a\x02\x00", "\xff", "\x10\x01", "x")
}

func packetData() []string {
	return append([]string{
		`{"data":"","memo":"","type":"TYPE_EXECUTE_TX"}`, `{"type":1,"data":"AA==","memo":"m"}`, `{"type":"1"}`, `{"type":99}`, `{"type":-1}`, `{"type":"X"}`, `{"type":1.5}`, `{"type":null}`,
		`{"type":4294967296}`, `{"data":"A"}`, `{"data":"AA"}`, `{"data":"_-"}`, `{"data":"_w=="}`, `{"data":"A\nA=="}`, `{"data":null}`, `{"data":1}`, `{"data":[1,2]}`, `{"memo":1}`, `{"memo":null}`,
		`{"memo":"\ud83d\ude00"}`, `{"Memo":"x"}`, `{"memo":"a","memo":"b"}`, `{"type":1} trailing`, `{"type":1}{"type":2}`, `{"type":"TYPE_EXECUTE_TX","x":1}`,
	}, anyJSON...)
}

func versions() []string {
	return append([]string{
		`{"version":"ics27-1"}`, `{"version":"ics27-1","controller_connection_id":"c","host_connection_id":"h","address":"","encoding":"proto3","tx_type":"sdk_multi_msg"}`,
		`{"version":"ics27-1","controllerConnectionId":"c"}`, `{"version":"ics27-1"} x`, `{"version":1}`, `{"version":null}`, `{"Version":"x"}`, `{"version":"a","version":"b"}`, `ics27-1`,
	}, anyJSON...)
}

// accounts tells how interchain accounts read JSON.
func accounts(cdc codec.Codec, txConfig client.TxConfig, params string) map[string]any {
	return map[string]any{
		"program":     program,
		"protobuf":    readAll(protobufTxs(), func(input []byte) ([]byte, error) { return readTx(cdc, icatypes.EncodingProtobuf, input) }),
		"params":      params,
		"permissions": permissions(cdc),
		"limits":      limits(txConfig),
		"txs":         readAll(cosmosTxs(), func(input []byte) ([]byte, error) { return readTx(cdc, icatypes.EncodingProto3JSON, input) }),
		"packets":     readAll(packetData(), readInto(&icatypes.InterchainAccountPacketData{})),
		"metadata":    readAll(versions(), readInto(&icatypes.Metadata{})),
	}
}

func readInto(message proto.Message) func([]byte) ([]byte, error) {
	return func(input []byte) ([]byte, error) {
		message.Reset()
		if err := icatypes.ModuleCdc.UnmarshalJSON(input, message); err != nil {
			return nil, err
		}
		return proto.Marshal(message)
	}
}

func readTx(cdc codec.Codec, encoding string, input []byte) ([]byte, error) {
	messages, err := icatypes.DeserializeCosmosTx(cdc, input, encoding)
	if err != nil {
		return nil, err
	}
	all := &icatypes.CosmosTx{Messages: make([]*codectypes.Any, len(messages))}
	for i, message := range messages {
		if message == nil {
			// As the keeper does next.
			_, _, err := cdc.GetMsgV1Signers(message)
			return nil, err
		}
		all.Messages[i], err = codectypes.NewAnyWithValue(sdk.Msg(message))
		check(err)
	}
	return proto.Marshal(all)
}

func readAll(inputs []string, by func([]byte) ([]byte, error)) (all []map[string]any) {
	for _, input := range inputs {
		all = append(all, readJSON(input, by))
	}
	return all
}

// readJSON tells a panic too.
func readJSON(input string, by func([]byte) ([]byte, error)) (row map[string]any) {
	row = map[string]any{"input": []byte(input)}
	defer func() {
		if cause := recover(); cause != nil {
			row["panic"] = true
		}
	}()
	bytes, err := by([]byte(input))
	if err != nil {
		row["error"] = err.Error()
	} else {
		row["bytes"] = bytes
	}
	return row
}

// limits tells how many messages inside messages the decoder of transactions unpacks.
func limits(txConfig client.TxConfig) (all []map[string]any) {
	for _, kind := range []string{"deep", "wide"} {
		for _, size := range []int{0, 1, 8, 9, 10, 11, 50, 98, 99, 100, 101} {
			row := map[string]any{"kind": kind, "size": size}
			if _, err := txConfig.TxDecoder()(execTx(kind, size)); err != nil {
				row["error"] = err.Error()
			}
			all = append(all, row)
		}
	}
	return all
}

func execTx(kind string, size int) []byte {
	pack := func(message proto.Message) *codectypes.Any {
		value, err := proto.Marshal(message)
		check(err)
		return &codectypes.Any{TypeUrl: "/" + proto.MessageName(message), Value: value}
	}
	inner := pack(&banktypes.MsgSend{FromAddress: "a", ToAddress: "b"})
	var message *codectypes.Any
	if kind == "deep" {
		message = inner
		for i := 0; i < size; i++ {
			message = pack(&authz.MsgExec{Grantee: "a", Msgs: []*codectypes.Any{message}})
		}
	} else {
		exec := &authz.MsgExec{Grantee: "a"}
		for i := 0; i < size; i++ {
			exec.Msgs = append(exec.Msgs, inner)
		}
		message = pack(exec)
	}
	body, err := (&txtypes.TxBody{Messages: []*codectypes.Any{message}}).Marshal()
	check(err)
	auth, err := (&txtypes.AuthInfo{Fee: &txtypes.Fee{}}).Marshal()
	check(err)
	raw, err := (&txtypes.TxRaw{BodyBytes: body, AuthInfoBytes: auth}).Marshal()
	check(err)
	return raw
}
