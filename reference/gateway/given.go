package main

import (
	gocontext "context"
	"reflect"

	"github.com/cosmos/gogoproto/proto"
)

func context() gocontext.Context { return gocontext.Background() }

func reflectNew(name string) proto.Message {
	return reflect.New(proto.MessageType(name).Elem()).Interface().(proto.Message)
}

const (
	send     = "cosmos.bank.v1beta1.MsgSend"
	simulate = "cosmos.tx.v1beta1.SimulateRequest"
	cast     = "cosmos.tx.v1beta1.BroadcastTxRequest"
	vote     = "cosmos.gov.v1.MsgVote"
	tally    = "cosmos.gov.v1.TallyParams"
	propose  = "cosmos.gov.v1.MsgSubmitProposal"
	voting   = "cosmos.gov.v1.Params"
	minting  = "cosmos.mint.v1beta1.Params"
	sendable = "cosmos.bank.v1beta1.Params"
	page     = "cosmos.base.query.v1beta1.PageRequest"
)

// given are types and bodies.
var given = [][2]string{
	{send, ``}, {send, ` `}, {send, `{}`}, {send, `{`}, {send, `{"from_address"`}, {send, `{"from_address":"a"} {`}, {send, `{"from_address":"a"}x`},
	{send, `x`}, {send, `{x}`}, {send, `{"a" 1}`}, {send, `{"a":1,}`}, {send, `[1,2`}, {send, `[1]`}, {send, `[]x`}, {send, `"a"`}, {send, `"a"x`}, {send, `1`}, {send, `1x`}, {send, `1 x`},
	{send, `null`}, {send, `true`}, {send, "{\"a\":\"\n\"}"}, {send, `{"a":"\x"}`}, {send, `{"a":nul}`}, {send, `{"a":01}`},
	{send, `{"from_address":"a","to_address":"b","amount":[{"denom":"x","amount":"1"},{"denom":"y","amount":"22"}]}`},
	{send, `{"fromAddress":"a","toAddress":"b"}`}, {send, `{"from_address":"a","fromAddress":"b"}`}, {send, `{"FROM_ADDRESS":"a"}`}, {send, `{"from_address":"a","from_address":"b"}`},
	{send, `{"unknown":1,"from_address":"a"}`}, {send, `{"from_address":1}`}, {send, `{"from_address":null}`}, {send, `{"from_address":["a"]}`}, {send, `{"from_address":{}}`},
	{send, `{"to_address":true,"from_address":1}`}, {send, `{"from_address":"\ud800 \u00e9 é"}`},
	{send, `{"amount":null}`}, {send, `{"amount":{}}`}, {send, `{"amount":"a"}`}, {send, `{"amount":[1]}`}, {send, `{"amount":[null]}`}, {send, `{"amount":[{}]}`},
	{send, `{"amount":[{"denom":"x","amount":1}]}`}, {send, `{"amount":[{"denom":"x","amount":"a"}]}`}, {send, `{"amount":[{"denom":"x","amount":"-5"}]}`}, {send, `{"amount":[{"denom":"x","amount":""}]}`},
	{send, `{"amount":[{"denom":"x","amount":null}]}`}, {send, `{"amount":[{"denom":"x","amount":"1.5"}]}`}, {send, `{"amount":[{"denom":"x","amount":{}}]}`}, {send, `{"amount":[{"denom":"x","amount":"0x10"}]}`}, {send, `{"amount":[{"denom":"x","amount":" 1"}]}`},
	{simulate, `{"tx_bytes":"AQI="}`}, {simulate, `{"tx_bytes":"AQI"}`}, {simulate, `{"tx_bytes":"!"}`}, {simulate, `{"tx_bytes":"-_8="}`}, {simulate, `{"tx_bytes":1}`}, {simulate, `{"tx_bytes":[1,2]}`}, {simulate, `{"tx_bytes":[256]}`}, {simulate, `{"tx_bytes":null}`}, {simulate, `{"tx_bytes":""}`},
	{simulate, `{"tx":null}`}, {simulate, `{"tx":{}}`}, {simulate, `{"tx":"a"}`}, {simulate, `{"tx":{"body":{"memo":"m","timeout_height":"7"}}}`}, {simulate, `{"tx":{"body":{"timeout_height":7}}}`},
	{simulate, `{"tx":{"body":{"timeout_height":"x"}}}`}, {simulate, `{"tx":{"body":{"timeout_height":""}}}`}, {simulate, `{"tx":{"body":{"timeout_height":"-1"}}}`}, {simulate, `{"tx":{"body":{"timeout_height":1.5}}}`}, {simulate, `{"tx":{"body":{"timeout_height":1e3}}}`}, {simulate, `{"tx":{"body":{"timeout_height":"18446744073709551616"}}}`}, {simulate, `{"tx":{"body":{"timeout_height":true}}}`}, {simulate, `{"tx":{"body":{"timeout_height":null}}}`}, {simulate, `{"tx":{"body":{"timeout_height":{}}}}`}, {simulate, `{"tx":{"body":{"timeout_height":"null"}}}`},
	{simulate, `{"tx":{"body":{"timeout_timestamp":"2024-01-02T03:04:05.5Z","unordered":true}}}`}, {simulate, `{"tx":{"body":{"timeout_timestamp":"x"}}}`}, {simulate, `{"tx":{"body":{"timeout_timestamp":1}}}`}, {simulate, `{"tx":{"body":{"unordered":"true"}}}`}, {simulate, `{"tx":{"body":{"unordered":1}}}`},
	{simulate, `{"tx":{"body":{"messages":[{"@type":"/cosmos.bank.v1beta1.MsgSend","from_address":"a","to_address":"b"}]}}}`}, {simulate, `{"tx":{"body":{"messages":[{}]}}}`}, {simulate, `{"tx":{"body":{"messages":[{"@type":1}]}}}`}, {simulate, `{"tx":{"body":{"messages":[{"@type":"/no.Such"}]}}}`}, {simulate, `{"tx":{"body":{"messages":[1]}}}`}, {simulate, `{"tx":{"body":{"messages":[{"@type":"/cosmos.bank.v1beta1.MsgSend","from_address":1}]}}}`}, {simulate, `{"tx":{"body":{"messages":[{"@type":"/cosmos.bank.v1beta1.MsgSend","unknown":1}]}}}`},
	{simulate, `{"tx":{"signatures":["AQI=","Aw=="]}}`}, {simulate, `{"tx":{"signatures":"AQI="}}`}, {simulate, `{"tx":{"auth_info":{"signer_infos":[{"mode_info":{"single":{"mode":"SIGN_MODE_DIRECT"}},"sequence":"3"}]}}}`}, {simulate, `{"tx":{"auth_info":{"signer_infos":[{"mode_info":{"single":{"mode":"X"}}}]}}}`}, {simulate, `{"tx":{"auth_info":{"signer_infos":[{"mode_info":{"single":{"mode":127}}}]}}}`}, {simulate, `{"tx":{"auth_info":{"signer_infos":[{"mode_info":{"multi":{"mode_infos":[{"single":{"mode":1}}]}}}]}}}`},
	{cast, `{"tx_bytes":"AQI=","mode":"BROADCAST_MODE_SYNC"}`}, {cast, `{"mode":2}`}, {cast, `{"mode":"2"}`}, {cast, `{"mode":""}`}, {cast, `{"mode":77}`}, {cast, `{"mode":null}`}, {cast, `{"mode":1.5}`}, {cast, `{"mode":99999999999}`},
	{vote, `{"proposal_id":"1","voter":"v","option":"VOTE_OPTION_YES","metadata":"m"}`}, {vote, `{"proposal_id":1,"option":1}`}, {propose, `{"messages":[],"expedited":true,"initial_deposit":[{"denom":"a","amount":"1"}]}`},
	{voting, `{"min_deposit":[{"denom":"a","amount":"1"}],"max_deposit_period":"3600s"}`}, {voting, `{"voting_period":"1h"}`}, {voting, `{"voting_period":"x"}`}, {voting, `{"voting_period":5}`}, {voting, `{"voting_period":"-1.5s"}`}, {voting, `{"voting_period":null}`}, {voting, `{"voting_period":""}`}, {voting, `{"burn_vote_quorum":true}`},
	{minting, `{"mint_denom":"a","inflation_max":"0.13","inflation_min":"7","blocks_per_year":"100"}`}, {minting, `{"inflation_max":"x"}`}, {minting, `{"inflation_max":0.13}`}, {minting, `{"inflation_max":""}`}, {minting, `{"inflation_max":"0.0000000000000000001"}`}, {minting, `{"inflation_max":"-1.5"}`}, {minting, `{"inflation_max":null}`}, {minting, `{"inflation_max":"1."}`}, {minting, `{"inflation_max":".5"}`}, {minting, `{"inflation_max":"1.2.3"}`},
	{sendable, `{"send_enabled":[{"denom":"a","enabled":true}],"default_send_enabled":false}`},
	{page, `{"key":"AQI=","offset":"1","limit":"2","count_total":true,"reverse":false}`}, {page, `{"limit":"0"}`},
	{tally, `{"quorum":"1"}`},
}

// messages are types of quotes.proto, and the messages as protobuf's JSON.
var messages = [][2]string{
	{"quotes.v1.MsgSetPrice", `{"authority":"a","denom":"uatom","amount":"7"}`},
	{"quotes.v1.MsgSetPrice", `{}`},
	{"quotes.v1.MsgSetPrice", `{"authority":"a <&> é \u2028 b"}`},
	{"quotes.v1.MsgPlain", `{"name":"n"}`},
	{"quotes.v1.MsgEverything", `{"text":"t","data":"AQI=","flag":true,"small":3,"large":"4","signedSmall":-5,"signedLarge":"-6","fixed":"7","signedFixed":"-8","zigzagSmall":-9,"zigzagLarge":"-10","kind":"KIND_ASK","inner":{"note":"x"},"time":"2024-01-02T03:04:05.500Z","period":"3.5s","coin":{"denom":"u","amount":"1"}}`},
	{"quotes.v1.MsgEverything", `{"kept":{}}`},
	{"quotes.v1.MsgEverything", `{"inner":{}}`},
	{"quotes.v1.MsgLists", `{}`},
	{"quotes.v1.MsgLists", `{"texts":["a",""],"numbers":["1","0"],"kinds":["KIND_BID","KIND_ASK"],"flags":[true,false],"inners":[{"note":"x"},{}],"coins":[{"denom":"u","amount":"1"}],"plainCoins":[{"denom":"v","amount":"2"}],"datas":["AQI="]}`},
	{"quotes.v1.MsgKept", `{}`},
	{"quotes.v1.MsgKept", `{"text":"a","inner":{"note":"y"},"always":true,"count":"2"}`},
	{"quotes.v1.MsgKept", `{"inner":{}}`},
	{"quotes.v1.MsgNumbers", `{"whole":"5","decimal":"1500000000000000000","textDecimal":"1.5","keptWhole":"","keptDecimal":""}`},
	{"quotes.v1.MsgNumbers", `{"keptDecimal":"-1","wholeBytes":"Nw=="}`},
	{"quotes.v1.MsgNumbers", `{}`},
	{"quotes.v1.MsgInline", `{"body":"eyJiIjoxLCJhIjpbMSwiPCJdfQ=="}`},
	{"quotes.v1.MsgInline", `{"body":"eA=="}`},
	{"quotes.v1.MsgInline", `{"body":"bnVsbA=="}`},
	{"quotes.v1.MsgInline", `{}`},
	{"quotes.v1.MsgChoice", `{"bid":{"note":"x"}}`},
	{"quotes.v1.MsgChoice", `{"limit":"0"}`},
	{"quotes.v1.MsgChoice", `{"limit":"9","after":"z"}`},
	{"quotes.v1.MsgChoice", `{}`},
	{"quotes.v1.MsgNameless", `{"one":"x"}`},
	{"quotes.v1.MsgOptional", `{"text":"","count":"0"}`},
	{"quotes.v1.MsgOptional", `{}`},
	{"quotes.v1.MsgWraps", `{"messages":[{"@type":"/quotes.v1.MsgSetPrice","authority":"a"},{"@type":"/quotes.v1.MsgPlain","name":"n"},{"@type":"/cosmos.base.v1beta1.Coin","denom":"u","amount":"1"}],"one":{"@type":"/quotes.v1.MsgPlain"}}`},
	{"quotes.v1.MsgWraps", `{}`},
	{"quotes.v1.MsgMap", `{"note":"x"}`},
	{"quotes.v1.MsgMap", `{"prices":{"a":"1"}}`},
	{"quotes.v1.MsgOuter", `{"nested":{"deep":{"kind":"KIND_ASK"},"kind":"INNER"}}`},
}
