package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// Requests about the genesis, which is the head.
func calls(s *story) {
	// Prices that a message names, and what the overridden base fee makes of them.
	fees := []string{
		``,
		`,"gasPrice":"0x0"`,
		`,"gasPrice":"0x1dcd65000"`,
		`,"maxFeePerGas":"0x174876e800"`,
		`,"maxFeePerGas":"0x174876e800","maxPriorityFeePerGas":"0x0"`,
		`,"maxFeePerGas":"0x174876e800","maxPriorityFeePerGas":"0x3b9aca01"`,
		`,"maxFeePerGas":"0x1","maxPriorityFeePerGas":"0x0"`,
		`,"maxFeePerGas":"0x1","maxPriorityFeePerGas":"0x2"`,
		`,"maxPriorityFeePerGas":"0x5"`,
	}
	bases := []string{`{"baseFeePerGas":"0x1a13b8600"}`, `{"baseFeePerGas":"0x1"}`, `{"baseFeePerGas":"0x0"}`, `{}`}
	for _, fee := range fees {
		for _, base := range bases {
			call := fmt.Sprintf(`{"from":"%s","to":"%s"%s,"gas":"0x186a0"}`, sender, environment, fee)
			s.ask(fmt.Sprintf(`eth_call %s,"latest",{},%s
				eth_estimateGas %s,"latest",{},%s
				debug_traceCall %s,"latest",{"tracer":"callTracer","blockOverrides":%s}
				eth_simulateV1 {"blockStateCalls":[{"blockOverrides":%s,"calls":[%s]}]},"latest"
				eth_simulateV1 {"blockStateCalls":[{"blockOverrides":%s,"calls":[%s]}],"validation":true},"latest"`,
				call, base, call, base, call, base, base, call, base, call))
		}
		call := fmt.Sprintf(`{"from":"%s","to":"%s"%s}`, sender, environment, fee)
		s.ask(fmt.Sprintf(`eth_createAccessList %s,"latest"
			eth_createAccessList %s,"latest",{},{"baseFeePerGas":"0x1"}`, call, call))
	}
	// Everything that a block says of itself, and the fork that it is in.
	for _, block := range []string{
		`{"number":"0x7","time":"0x65","gasLimit":"0xabcdef","feeRecipient":"0x00000000000000000000000000000000000000c0","prevRandao":"0x00000000000000000000000000000000000000000000000000000000000000aa","blobBaseFee":"0x9"}`,
		`{"number":"0x1"}`, `{"number":"0x10000000000000000"}`, `{"time":"0x77359400"}`, `{"blobBaseFee":"0x0"}`, `{"gasLimit":"0x5208"}`, `{"gasLimit":"0x0"}`,
		`{"feeRecipient":"` + sender.Hex() + `"}`,
		`{"difficulty":"0x5"}`, `{"beaconRoot":"0x00000000000000000000000000000000000000000000000000000000000000aa"}`, `{"withdrawals":[]}`, `{"hash":"0x1"}`,
		`{"baseFeePerGas":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}`,
		`{"number":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}`,
		`{"time":"0xffffffffffffffff"}`, `{"gasLimit":"0xffffffffffffffff"}`,
	} {
		for _, to := range []common.Address{environment, osaka, common.HexToAddress("0x100")} {
			for _, fee := range []string{``, `,"maxFeePerGas":"0x174876e800"`} {
				call := fmt.Sprintf(`{"from":"%s","to":"%s"%s}`, sender, to, fee)
				s.ask(fmt.Sprintf(`eth_call %s,"latest",{},%s
					eth_estimateGas %s,"latest",{},%s
					debug_traceCall %s,"latest",{"tracer":"callTracer","blockOverrides":%s}`, call, block, call, block, call, block))
			}
		}
	}
	s.ask(fmt.Sprintf(`eth_simulateV1 {"blockStateCalls":[{"blockOverrides":{"number":"0x7","time":"0x7735940a","gasLimit":"0xabcdef","feeRecipient":"0x00000000000000000000000000000000000000c0","prevRandao":"0x00000000000000000000000000000000000000000000000000000000000000aa","blobBaseFee":"0x9","baseFeePerGas":"0x3"},"calls":[{"from":"%s","to":"%s","maxFeePerGas":"0x174876e800"},{"from":"%s","to":"%s"}]}]},"latest"`, sender, environment, sender, osaka))
	// Blobs and the price of their gas.
	for _, blob := range []string{``, `,"maxFeePerBlobGas":"0x0"`, `,"maxFeePerBlobGas":"0x5"`, `,"maxFeePerBlobGas":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"`} {
		call := fmt.Sprintf(`{"from":"%s","to":"%s","blobVersionedHashes":["0x01000000000000000000000000000000000000000000000000000000000000aa"]%s}`, sender, environment, blob)
		for _, block := range []string{`{"blobBaseFee":"0x9"}`, `{"blobBaseFee":"0x1"}`, `{}`} {
			s.ask(fmt.Sprintf(`eth_call %s,"latest",{},%s
				eth_estimateGas %s,"latest",{},%s
				debug_traceCall %s,"latest",{"tracer":"callTracer","blockOverrides":%s}`, call, block, call, block, call, block))
		}
	}
	// Messages that cannot run, and messages that fail.
	for _, rest := range []string{
		`"to":"` + environment.Hex() + `","gas":"0x5207"`, `"to":"` + environment.Hex() + `","gas":"0x5208"`, `"to":"` + environment.Hex() + `","gas":"0x0"`,
		`"to":"` + environment.Hex() + `","value":"0xffffffffffffffffffffffffffff"`,
		`"to":"` + environment.Hex() + `","gas":"0x5208","gasPrice":"0xffffffffffffffffffffffffff"`,
		`"to":"` + environment.Hex() + `","gasPrice":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"`,
		`"to":"` + environment.Hex() + `","maxFeePerGas":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","maxPriorityFeePerGas":"0x0"`,
		`"to":"` + environment.Hex() + `","value":"0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"`,
		`"to":"` + environment.Hex() + `","gasPrice":"0x1","maxFeePerGas":"0x1"`,
		`"to":"` + environment.Hex() + `","chainId":"0x1"`,
		`"to":"` + environment.Hex() + `","blobVersionedHashes":[]`, `"to":"` + environment.Hex() + `","blobVersionedHashes":["0x02000000000000000000000000000000000000000000000000000000000000aa"]`,
		`"blobVersionedHashes":["0x01000000000000000000000000000000000000000000000000000000000000aa"],"data":"0x00"`,
		`"to":"` + environment.Hex() + `","authorizationList":[]`, `"authorizationList":[],"data":"0x00"`,
		`"to":"` + environment.Hex() + `","nonce":"0xffffffffffffffff"`, `"to":"` + environment.Hex() + `","nonce":"0x0"`, `"to":"` + environment.Hex() + `","nonce":"0x1"`,
		`"to":"` + environment.Hex() + `","gas":"0x1c9c381"`, `"to":"` + environment.Hex() + `","maxFeePerBlobGas":"0x1"`,
		`"to":"` + environment.Hex() + `","gas":"0x5dc0","data":"0x` + strings.Repeat("ff", 100) + `"`,
		`"to":"` + environment.Hex() + `","gas":"0x5780","data":"0x` + strings.Repeat("ff", 100) + `"`,
		`"to":"` + environment.Hex() + `","gasPrice":"0x77359400","accessList":[{"address":"` + environment.Hex() + `","storageKeys":["0x0000000000000000000000000000000000000000000000000000000000000001"]}]`,
		`"to":"0x000000000000000000000000000000000000dead","value":"0x0"`, `"to":"0x000000000000000000000000000000000000dead","value":"0x1","gasPrice":"0x77359400"`,
		`"to":"0x000000000000000000000000000000000000dead","accessList":[{"address":"` + environment.Hex() + `","storageKeys":[]}]`,
		`"data":"0x5f5ffd"`, `"data":"0xfe"`, `"data":"0x0c"`, `"data":"0xef"`, `"data":"0x60ef5f5360015ff3"`, `"data":"0x"`, ``,
		`"to":"` + empty.Hex() + `"`, `"to":"` + invalid.Hex() + `"`, `"to":"` + reason.Hex() + `"`, `"to":"` + data.Hex() + `"`,
		`"to":"` + undefined.Hex() + `"`, `"to":"` + endless.Hex() + `","gas":"0x186a0"`, `"to":"` + short.Hex() + `"`,
		`"to":"` + empty.Hex() + `","gas":"0xc350"`, `"to":"` + invalid.Hex() + `","gas":"0xc350"`, `"to":"` + empty.Hex() + `","value":"0x1"`,
	} {
		for _, from := range []string{fmt.Sprintf(`"from":"%s"`, sender), `"from":"0x0000000000000000000000000000000000000b07"`} {
			call := "{" + strings.TrimSuffix(from+","+rest, ",") + "}"
			s.ask(fmt.Sprintf(`eth_call %s,"latest"
				eth_estimateGas %s,"latest"
				eth_createAccessList %s,"latest"
				debug_traceCall %s,"latest",{"tracer":"callTracer"}
				eth_simulateV1 {"blockStateCalls":[{"calls":[%s]}]},"latest"
				eth_simulateV1 {"blockStateCalls":[{"calls":[%s]}],"validation":true},"latest"`, call, call, call, call, call, call))
		}
	}
	s.ask(fmt.Sprintf(`eth_sendTransaction {"from":"%s","to":"%s"}
		eth_fillTransaction {"from":"%s","to":"%s"}
		eth_fillTransaction {"from":"%s","to":"%s"}
		eth_fillTransaction {"from":"%s","to":"%s"}`, sender, empty, sender, empty, sender, invalid, sender, reason))
}

// Every method that takes a block, at every tag, while transactions wait. Their order: one that writes, one that pays.
func pending(s *story) {
	poor := common.HexToAddress("0xb7")
	s.send(s.signed(&counter, 0, nil))
	s.mine()
	first, second := s.signed(&counter, 0, nil), s.signed(&poor, 5, nil)
	s.send(first)
	s.send(second)
	call := fmt.Sprintf(`{"from":"%s","to":"%s"}`, sender, place)
	balance := fmt.Sprintf(`{"from":"%s","data":"0x60%x3160005260206000f3"}`, sender, poor[19:])
	for _, tag := range []string{`"pending"`, `"latest"`, `"earliest"`, `"0x0"`, `"0x1"`, `"0x2"`, `"0xffffffffffffffff"`, `"0x7fffffffffffffff"`} {
		s.ask(strings.ReplaceAll(fmt.Sprintf(`eth_getBlockByNumber TAG,false
			eth_getBlockByNumber TAG,true
			eth_getHeaderByNumber TAG
			eth_getBlockTransactionCountByNumber TAG
			eth_getTransactionByBlockNumberAndIndex TAG,"0x0"
			eth_getTransactionByBlockNumberAndIndex TAG,"0x9"
			eth_getRawTransactionByBlockNumberAndIndex TAG,"0x0"
			eth_getRawTransactionByBlockNumberAndIndex TAG,"0x9"
			eth_getUncleCountByBlockNumber TAG
			eth_getUncleByBlockNumberAndIndex TAG,"0x0"
			eth_getBlockReceipts TAG
			eth_getBalance "%[1]s",TAG
			eth_getTransactionCount "%[2]s",TAG
			eth_getCode "%[3]s",TAG
			eth_getStorageAt "%[3]s","0x0",TAG
			eth_getStorageAt "%[3]s","0x1",TAG
			eth_getStorageValues {"%[3]s":["0x0000000000000000000000000000000000000000000000000000000000000000"]},TAG
			eth_getProof "%[3]s",["0x0"],TAG
			eth_call %[4]s,TAG
			eth_call %[5]s,TAG
			eth_estimateGas %[4]s,TAG
			eth_createAccessList %[5]s,TAG
			eth_simulateV1 {"blockStateCalls":[{"calls":[%[5]s]}]},TAG
			eth_feeHistory "0x1",TAG,[]
			eth_feeHistory "0x2",TAG,[10]
			eth_getLogs {"fromBlock":TAG}
			eth_getLogs {"fromBlock":"0x1","toBlock":TAG}
			debug_traceBlockByNumber TAG,{"tracer":"callTracer"}
			debug_traceCall %[4]s,TAG,{"tracer":"callTracer"}
			debug_getRawBlock TAG
			debug_getRawHeader TAG
			debug_getRawReceipts TAG
			debug_dumpBlock TAG
			debug_accountRange TAG,"0x",1,true,true,false
			debug_storageRangeAt TAG,0,"%[3]s","0x",10`, poor, sender, counter, call, balance), "TAG", tag))
	}
	// By hash, as an object.
	hash := s.hashOf("0x0")
	for _, object := range []string{`{"blockNumber":"pending"}`, `{"blockNumber":"0x1"}`, `{"blockHash":"` + hash + `"}`, `{"blockHash":"` + hash + `","requireCanonical":true}`, `{"blockHash":"` + hash + `","requireCanonical":false}`,
		`{"blockHash":"0x00000000000000000000000000000000000000000000000000000000000000aa"}`, `{"blockHash":"0x00000000000000000000000000000000000000000000000000000000000000aa","requireCanonical":true}`,
		`{"blockHash":"` + hash + `","blockNumber":"0x0"}`, `{}`, `{"requireCanonical":true}`, `{"blockNumber":"0x0","requireCanonical":true}`, `{"blockHash":"` + hash + `","requireCanonical":"yes"}`, `"` + hash + `"`} {
		s.ask(strings.ReplaceAll(fmt.Sprintf(`eth_getBalance "%s",REF
			eth_getCode "%s",REF
			eth_getStorageAt "%[2]s","0x0",REF
			eth_getTransactionCount "%[3]s",REF
			eth_getProof "%[2]s",[],REF
			eth_call %[4]s,REF
			eth_estimateGas %[4]s,REF
			eth_createAccessList %[4]s,REF
			eth_getBlockReceipts REF
			debug_traceCall %[4]s,REF,{"tracer":"callTracer"}
			debug_getRawHeader REF
			eth_simulateV1 {"blockStateCalls":[{}]},REF`, poor, counter, sender, call), "REF", object))
	}
}

func (s *story) hashOf(number string) string {
	var header struct{ Hash string }
	check(json.Unmarshal(ask(s.client, "eth_getBlockByNumber", []json.RawMessage{json.RawMessage(`"` + number + `"`), json.RawMessage("false")}).Result, &header))
	return header.Hash
}

func (s *story) send(tx *types.Transaction) {
	raw := hexutil.Encode(must(tx.MarshalBinary()))
	var hash common.Hash
	check(s.client.Call(&hash, "eth_sendRawTransaction", raw))
	// The node takes transactions up in the background.
	for {
		var nonce hexutil.Uint64
		check(s.client.Call(&nonce, "eth_getTransactionCount", sender, "pending"))
		if uint64(nonce) == tx.Nonce()+1 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	s.steps = append(s.steps, step{Send: raw})
}

func (s *story) mine() {
	s.beacon.Commit()
	s.steps = append(s.steps, step{Mine: true})
}

// Subscriptions of each kind, what they refuse, and their events while blocks come.
func subscriptions(s *story) {
	counterTx, transfer, failing, again := s.signed(&counter, 0, nil), s.signed(&sender, 1, nil), s.signed(&empty, 0, nil), s.signed(&counter, 0, nil)
	hash := func(tx *types.Transaction) string { return `"` + tx.Hash().Hex() + `"` }
	many := func(count int) string {
		hashes := make([]string, count)
		for i := range hashes {
			hashes[i] = fmt.Sprintf(`"0x%064x"`, i)
		}
		return "[" + strings.Join(hashes, ",") + "]"
	}
	for _, params := range []string{
		`"transactionReceipts",{"transactionHashes":` + many(201) + `}`,
		`"transactionReceipts",{"transactionHashes":["0x1"]}`, `"transactionReceipts",{"transactionHashes":[7]}`, `"transactionReceipts",{"transactionHashes":[null]}`, `"transactionReceipts",{"transactionHashes":[""]}`, `"transactionReceipts",{"transactionHashes":"0x1"}`,
		`"transactionReceipts",{"transactionHashes":{}}`,
		`"transactionReceipts",7`, `"transactionReceipts","x"`, `"transactionReceipts",[]`, `"transactionReceipts",true`, `"transactionReceipts",null,1`, `"transactionReceipts",{},{}`,
		`"transactionReceipt"`, `"TransactionReceipts"`, `7`, ``, `null`, `"newHeads",1`, `"newHeads",null`, `"newPendingTransactions",{}`, `"newPendingTransactions",true,1`, `"logs"`, `"logs",null`, `"logs",[]`, `"logs",{"topics":7}`,
		`"syncing",1`,
	} {
		s.refused(params)
	}
	for _, filter := range ranges {
		s.refused(`"logs",` + filter)
		var given []json.RawMessage
		check(json.Unmarshal([]byte("["+filter+"]"), &given))
		got := ask(s.client, "eth_newFilter", given)
		s.steps = append(s.steps, step{Method: "eth_newFilter", Params: given, Answer: got.orTrue()})
	}
	var overHTTP []json.RawMessage
	check(json.Unmarshal([]byte(`["transactionReceipts"]`), &overHTTP))
	refused := ask(s.http, "eth_subscribe", overHTTP)
	s.steps = append(s.steps, step{Method: "eth_subscribe", Params: overHTTP, HTTP: true, Answer: &refused})

	kept := map[string]chan json.RawMessage{}
	wanted := map[string]string{
		"all": `"transactionReceipts"`, "null": `"transactionReceipts",null`, "object": `"transactionReceipts",{}`, "none": `"transactionReceipts",{"transactionHashes":[]}`,
		"null hashes": `"transactionReceipts",{"transactionHashes":null}`,
		"first":       `"transactionReceipts",{"transactionHashes":[` + hash(counterTx) + `]}`,
		"two":         `"transactionReceipts",{"transactionHashes":[` + hash(failing) + `,` + hash(counterTx) + `,` + hash(counterTx) + `]}`,
		"later":       `"transactionReceipts",{"transactionHashes":[` + many(199)[1:len(many(199))-1] + `,` + hash(transfer) + `]}`,
		"unknown":     `"transactionReceipts",{"transactionHashes":` + many(200) + `}`,
		"other":       `"transactionReceipts",{"x":1,"TRANSACTIONHASHES":[` + hash(failing) + `]}`,
		"syncing":     `"syncing"`,
		"logs":        `"logs",{}`,
		"from":        `"logs",{"fromBlock":"0x2"}`,
		"range":       `"logs",{"fromBlock":"0x0","toBlock":"0x2"}`,
		"later range": `"logs",{"fromBlock":"0x3","toBlock":"0x9"}`,
		"earliest":    `"logs",{"fromBlock":"earliest"}`,
		"hash":        `"logs",{"blockHash":"` + common.Hash{31: 1}.Hex() + `"}`,
		"address":     `"logs",{"address":"` + counter.Hex() + `"}`,
		"elsewhere":   `"logs",{"address":"` + empty.Hex() + `"}`,
	}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		params := wanted[name]
		var given []json.RawMessage
		check(json.Unmarshal([]byte("["+params+"]"), &given))
		events := make(chan json.RawMessage, 100)
		arguments := make([]any, len(given))
		for i := range given {
			arguments[i] = given[i]
		}
		must(s.client.EthSubscribe(context.Background(), events, arguments...))
		kept[name] = events
		s.steps = append(s.steps, step{Subscription: name, Params: given})
	}
	s.send(counterTx)
	s.mine()
	s.collect(kept)
	s.mine()
	s.collect(kept)
	s.send(transfer)
	s.send(failing)
	s.send(again)
	s.mine()
	s.collect(kept)
}

// Bounds of a filter. The head is the genesis.
var ranges = []string{
	`{"fromBlock":"0x2"}`, `{"toBlock":"0x2"}`, `{"fromBlock":"0x2","toBlock":"0x1"}`, `{"fromBlock":"0x1","toBlock":"0x1"}`, `{"fromBlock":"0x1","toBlock":"0x2"}`,
	`{"fromBlock":"earliest"}`, `{"toBlock":"earliest"}`, `{"fromBlock":"earliest","toBlock":"0x0"}`, `{"fromBlock":"earliest","toBlock":"earliest"}`,
	`{"fromBlock":"latest"}`, `{"toBlock":"latest"}`, `{"fromBlock":"latest","toBlock":"0x5"}`, `{"fromBlock":"latest","toBlock":"0x0"}`, `{"fromBlock":"0x5","toBlock":"latest"}`,
	`{"fromBlock":"safe"}`, `{"toBlock":"safe"}`, `{"fromBlock":"finalized"}`, `{"toBlock":"finalized"}`, `{"fromBlock":"0x0","toBlock":"safe"}`, `{"fromBlock":"safe","toBlock":"finalized"}`,
	`{"fromBlock":"pending"}`, `{"toBlock":"pending"}`, `{"fromBlock":"0x1","toBlock":"pending"}`, `{"fromBlock":"pending","toBlock":"pending"}`,
	`{"blockHash":"0x0000000000000000000000000000000000000000000000000000000000000001"}`,
	`{"blockHash":"0x0000000000000000000000000000000000000000000000000000000000000001","fromBlock":"0x1"}`,
	`{"blockHash":"0x0000000000000000000000000000000000000000000000000000000000000001","toBlock":"latest"}`,
	`{"fromBlock":null,"toBlock":null,"address":null,"topics":null}`, `{"address":[]}`, `{"unknown":1}`, `{"topics":[null,[],[null]]}`,
	`{"topics":[null,null,null,null,null]}`,
}

// A subscription that ends at once.
func (s *story) refused(params string) {
	var given []json.RawMessage
	check(json.Unmarshal([]byte("["+params+"]"), &given))
	got, ended := s.subscribe(given)
	ended()
	s.steps = append(s.steps, step{Method: "eth_subscribe", Params: given, Answer: got.orTrue()})
}

// Ids are random.
func (a answer) orTrue() *answer {
	if a.Error == nil {
		a.Result = json.RawMessage(`true`)
	}
	return &a
}

func (s *story) subscribe(given []json.RawMessage) (answer, func()) {
	arguments := make([]any, len(given))
	for i := range given {
		arguments[i] = given[i]
	}
	// Of the client's own, which does not send what it takes for wrong.
	client := s.stack.Attach()
	got := ask(client, "eth_subscribe", given)
	return got, client.Close
}

func (s *story) collect(kept map[string]chan json.RawMessage) {
	time.Sleep(300 * time.Millisecond)
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		events := kept[name]
		seen := step{Subscription: name, Events: []json.RawMessage{}}
		for len(events) > 0 {
			seen.Events = append(seen.Events, <-events)
		}
		s.steps = append(s.steps, seen)
	}
}
