package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	wasmtypes "github.com/CosmWasm/wasmd/x/wasm/types"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/testutil/network"
	sdk "github.com/cosmos/cosmos-sdk/types"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/cosmos-sdk/x/authz"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
)

// invalid are texts that are not UTF-8, and two that are.
var invalid = []string{
	"\xff", "\xffADBAD", "a\xe2\x82", "\xe2\x82\xff", "\xed\xa0\x80", "\xc0\x80", "\xf4\x90\x80\x80", "\xf0\x9f\x98", "<&>\u2028\xff\"\\", "\ufffd<&>", "\u00e9",
}

type transaction struct {
	Name    string            `json:"name"`
	Memo    []byte            `json:"memo,omitempty"`
	Message []byte            `json:"message,omitempty"`
	Type    string            `json:"type,omitempty"`
	Code    uint32            `json:"code"`
	Answers map[string]string `json:"answers"`
}

type sender struct {
	*network.Network
	*network.Validator
	sequence uint64
}

func transactions(n *network.Network) (all []transaction) {
	v := n.Validators[0]
	s := &sender{Network: n, Validator: v, sequence: 1}
	me := v.Address.String()
	toMyself := &banktypes.MsgSend{FromAddress: me, ToAddress: me, Amount: sdk.NewCoins(sdk.NewInt64Coin("stake", 1))}
	for i, memo := range invalid {
		all = append(all, s.send(fmt.Sprint("memo ", i), memo, toMyself))
	}
	all = append(all, s.send("long memo", strings.Repeat("\xff", 256), toMyself), s.send("too long memo", strings.Repeat("\xff", 257), toMyself))
	bad := "\xff"
	proposal, err := govv1.NewMsgSubmitProposal(nil, sdk.NewCoins(sdk.NewInt64Coin("stake", 10_000_000)), me, bad+"metadata", bad+"title", bad+"summary", false)
	check(err)
	instantiate := &wasmtypes.MsgInstantiateContract{Sender: me, CodeID: 1, Label: bad, Msg: []byte("{}")}
	wrapped := authz.NewMsgExec(v.Address, []sdk.Msg{instantiate})
	grant, err := authz.NewMsgGrant(v.Address, v.Address, authz.NewGenericAuthorization(bad), nil)
	check(err)
	other, err := authz.NewMsgGrant(v.Address, sdk.AccAddress(make([]byte, 20)), authz.NewGenericAuthorization("/"+bad), nil)
	check(err)
	edit := stakingtypes.NewMsgEditValidator(v.ValAddress.String(), stakingtypes.NewDescription(bad+"name", "", "", "", ""), nil, nil)
	for _, one := range []struct {
		name string
		msg  sdk.Msg
	}{
		{"denom", &banktypes.MsgSend{FromAddress: me, ToAddress: me, Amount: sdk.Coins{{Denom: "\xffabc", Amount: sdk.NewInt64Coin("a23", 1).Amount}}}},
		{"recipient", &banktypes.MsgSend{FromAddress: me, ToAddress: bad, Amount: toMyself.Amount}},
		{"sender", &banktypes.MsgSend{FromAddress: bad, ToAddress: me, Amount: toMyself.Amount}},
		{"proposal", proposal},
		{"label", instantiate},
		{"label in exec", &wrapped},
		{"transfer memo", &transfertypes.MsgTransfer{SourcePort: "transfer", SourceChannel: "channel-0", Token: toMyself.Amount[0], Sender: me, Receiver: me, Memo: bad}},
		{"grant to oneself", grant},
		{"grant", other},
		{"moniker", edit},
	} {
		all = append(all, s.send(one.name, "", one.msg))
	}
	status, text := get(v.APIAddress + "/cosmos/gov/v1/proposals")
	all = append(all, transaction{Name: "proposals", Answers: map[string]string{"status": fmt.Sprint(status), "title": token(text, "title"), "summary": token(text, "summary"), "metadata": token(text, "metadata")}})
	status, text = get(v.APIAddress + "/cosmos/staking/v1beta1/validators")
	all = append(all, transaction{Name: "validators", Answers: map[string]string{"status": fmt.Sprint(status), "moniker": token(text, "moniker")}})
	return all
}

func (s *sender) bytes(memo string, msg sdk.Msg) []byte {
	packed, err := codectypes.NewAnyWithValue(msg)
	check(err)
	body := &txtypes.TxBody{Messages: []*codectypes.Any{packed}, Memo: memo}
	key, err := codectypes.NewAnyWithValue(s.key())
	check(err)
	auth := &txtypes.AuthInfo{
		SignerInfos: []*txtypes.SignerInfo{{PublicKey: key, Sequence: s.sequence, ModeInfo: &txtypes.ModeInfo{
			Sum: &txtypes.ModeInfo_Single_{Single: &txtypes.ModeInfo_Single{Mode: signing.SignMode_SIGN_MODE_DIRECT}},
		}}},
		Fee: &txtypes.Fee{GasLimit: 500_000},
	}
	bodyBytes, err := body.Marshal()
	check(err)
	authBytes, err := auth.Marshal()
	check(err)
	doc := &txtypes.SignDoc{BodyBytes: bodyBytes, AuthInfoBytes: authBytes, ChainId: s.Config.ChainID, AccountNumber: s.account().AccountNumber}
	toSign, err := doc.Marshal()
	check(err)
	signature, _, err := s.ClientCtx.Keyring.SignByAddress(s.Address, toSign, signing.SignMode_SIGN_MODE_DIRECT)
	check(err)
	raw, err := (&txtypes.TxRaw{BodyBytes: bodyBytes, AuthInfoBytes: authBytes, Signatures: [][]byte{signature}}).Marshal()
	check(err)
	return raw
}

func (s *sender) key() any2 {
	record, err := s.ClientCtx.Keyring.KeyByAddress(s.Address)
	check(err)
	key, err := record.GetPubKey()
	check(err)
	return key
}

func (s *sender) account() *authtypes.BaseAccount {
	response, err := authtypes.NewQueryClient(s.ClientCtx).AccountInfo(context.Background(), &authtypes.QueryAccountInfoRequest{Address: s.Address.String()})
	check(err)
	return response.Info
}

// send broadcasts a transaction, and asks for it in all ways once it is in a block.
func (s *sender) send(name, memo string, msg sdk.Msg) transaction {
	s.sequence = s.account().Sequence
	raw := s.bytes(memo, msg)
	value, err := codectypes.NewAnyWithValue(msg)
	check(err)
	t := transaction{Name: name, Memo: []byte(memo), Type: value.TypeUrl, Message: value.Value, Answers: map[string]string{}}
	if strings.Contains(name, "memo ") {
		t.Type, t.Message = "", nil
	}
	rest, rpc := s.APIAddress, strings.Replace(s.RPCAddress, "tcp", "http", 1)
	keep := func(what string, status int, text string) {
		shown := fmt.Sprint(status)
		for _, key := range []string{"memo", "raw_log", "log", "message", "label", "denom", "moniker", "title"} {
			if found := token(text, key); found != "" {
				shown += " " + key + "=" + found
			}
		}
		if strings.Contains(text, "failed to marshal") {
			shown = fmt.Sprint(status, " ", text)
		}
		t.Answers[what] = shown
	}
	b64 := base64.StdEncoding.EncodeToString(raw)
	post := func(what, path, body string) string {
		status, text := fetch(rest+path, body)
		keep(what, status, text)
		return text
	}
	post("decode", "/cosmos/tx/v1beta1/decode", `{"tx_bytes":"`+b64+`"}`)
	post("simulate", "/cosmos/tx/v1beta1/simulate", `{"tx_bytes":"`+b64+`"}`)
	_, err = txtypes.NewServiceClient(s.grpc()).Simulate(context.Background(), &txtypes.SimulateRequest{TxBytes: raw})
	if err != nil {
		t.Answers["grpc simulate"] = err.Error()
	}
	text := post("broadcast", "/cosmos/tx/v1beta1/txs", `{"mode":"BROADCAST_MODE_SYNC","tx_bytes":"`+b64+`"}`)
	var sent struct {
		TxResponse struct {
			Code   uint32
			Txhash string
		} `json:"tx_response"`
	}
	check(json.Unmarshal([]byte(text), &sent))
	t.Code = sent.TxResponse.Code
	if t.Code != 0 {
		return t
	}
	check(s.WaitForNextBlock())
	check(s.WaitForNextBlock())
	hash := sent.TxResponse.Txhash
	status, text := get(rest + "/cosmos/tx/v1beta1/txs/" + hash)
	keep("rest tx", status, text)
	var found struct {
		TxResponse struct {
			Height string
			Code   uint32
		} `json:"tx_response"`
	}
	check(json.Unmarshal([]byte(text), &found))
	height := found.TxResponse.Height
	t.Code = found.TxResponse.Code
	query := url.QueryEscape("tx.hash='" + hash + "'")
	for what, path := range map[string]string{
		"rest search": "/cosmos/tx/v1beta1/txs?query=" + query, "rest block": "/cosmos/tx/v1beta1/txs/block/" + height,
		"rest comet block": "/cosmos/base/tendermint/v1beta1/blocks/" + height,
	} {
		status, text := get(rest + path)
		keep(what, status, text)
	}
	for what, path := range map[string]string{
		"rpc tx": "/tx?hash=0x" + hash, "rpc tx_search": "/tx_search?query=" + url.QueryEscape(`"tx.hash='`+hash+`'"`), "rpc block_results": "/block_results?height=" + height,
	} {
		status, text := get(rpc + path)
		keep(what, status, text)
	}
	response, err := txtypes.NewServiceClient(s.grpc()).GetTx(context.Background(), &txtypes.GetTxRequest{Hash: hash})
	if err != nil {
		t.Answers["grpc tx"] = err.Error()
	} else {
		t.Answers["grpc tx"] = fmt.Sprintf("memo=%q log=%q", response.Tx.Body.Memo, response.TxResponse.RawLog)
	}
	return t
}

// token is the JSON text of a string member, as it was written.
func token(text, name string) string {
	found := regexp.MustCompile(`"` + name + `":\s*("(?:[^"\\]|\\.)*")`).FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	return found[1]
}
