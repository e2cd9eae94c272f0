package main

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"

	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/cosmos/evm/rpc/namespaces/ethereum/debug"
	"github.com/cosmos/evm/rpc/namespaces/ethereum/eth"
	"github.com/cosmos/evm/rpc/namespaces/ethereum/eth/filters"
	"github.com/cosmos/evm/rpc/namespaces/ethereum/miner"
	"github.com/cosmos/evm/rpc/namespaces/ethereum/net"
	"github.com/cosmos/evm/rpc/namespaces/ethereum/personal"
	"github.com/cosmos/evm/rpc/namespaces/ethereum/txpool"
	"github.com/cosmos/evm/rpc/namespaces/ethereum/web3"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// filters are installed, read after blocks, and taken away.
func (s *Session) filters() {
	s.all([]Ask{
		{"eth_newBlockFilter", args{}, "blocks"}, {"eth_newPendingTransactionFilter", args{}, "pending"}, {"eth_newFilter", args{fields{}}, "all"}, {"eth_newFilter", args{fields{"address": token}}, "of token"},
		{"eth_newFilter", args{fields{"topics": args{transferTopic, nil, topicOf(bob.eth)}}}, "to bob"}, {"eth_newFilter", args{fields{"fromBlock": "0x1", "toBlock": "latest", "address": emitting}}, "past"},
		{"eth_newFilter", args{nil}, "null"}, {"eth_newFilter", args{fields{"fromBlock": "0xffff"}}, "future"}, {"eth_newFilter", args{fields{"fromBlock": "0x5", "toBlock": "0x3"}}, ""}, {"eth_newFilter", args{fields{"blockHash": "@block 33"}}, "of block"},
		{"eth_newFilter", args{fields{"address": 5}}, ""}, {"eth_newFilter", args{}, ""}, {"eth_newBlockFilter", args{1}, ""},
	})
	names := args{"@blocks", "@pending", "@all", "@of token", "@to bob", "@past", "@null", "@future", "@of block"}
	s.all(eachOf("eth_getFilterChanges", names))
	s.send("filtered 1", alice, s.type2(alice, &token, 0, 100_000, method(transferTo, bob.eth, wei(3))))
	s.all(eachOf("eth_getFilterChanges", args{"@pending", "@all"}))
	s.send("filtered 2", bob, s.type2(bob, &emitting, 0, 200_000, method("emitMany(uint256)", wei(2))))
	s.mine()
	s.all(together(eachOf("eth_getFilterLogs", names), eachOf("eth_getFilterChanges", names), eachOf("eth_getFilterChanges", names)))
	s.mine()
	s.all(together(
		eachOf("eth_getFilterChanges", names), on("eth_uninstallFilter", args{"@all"}, args{"@all"}, args{"0x12"}, args{}, args{nil}, args{5}, args{"@blocks"}),
		on("eth_getFilterChanges", args{"@all"}, args{"0x12"}, args{}, args{nil}, args{5}), on("eth_getFilterLogs", args{"@all"}, args{"@pending"}, args{"0x12"}, args{}),
	))
}

// pooled transactions wait for a nonce, are sent with keys of the node, and are replaced.
func (s *Session) pooled() {
	s.all(on("txpool_content", args{}, nil, args{1}))
	next := s.nonceOf(carol)
	s.send("waiting", carol, s.type2(carol, &bob.eth, 1, 21_000, nil))
	gap := s.type2(carol, &bob.eth, 3, 21_000, nil)
	gap.Nonce = next + 2
	s.ask("eth_sendRawTransaction", args{raw(sign(carol, gap))}, "gapped")
	s.all(together(
		on("txpool_content", args{}), on("txpool_contentFrom", args{carol.eth}, args{alice.eth}, args{}, args{nil}, args{"0x12"}), on("txpool_inspect", args{}), on("txpool_status", args{}),
		on("eth_getTransactionCount", args{carol.eth, "pending"}, args{carol.eth, "latest"}), on("eth_getTransactionByHash", args{"@gapped"}, args{"@waiting"}),
		on("eth_getBlockByNumber", args{"pending", true}), on("eth_getBlockTransactionCountByNumber", args{"pending"}), on("debug_traceTransaction", args{"@waiting"}), on("eth_getBalance", args{carol.eth, "pending"}),
	))
	s.mine()
	fill := s.type2(carol, &bob.eth, 4, 21_000, nil)
	fill.Nonce = next + 1
	s.all(on("txpool_inspect", args{}))
	s.ask("eth_sendRawTransaction", args{raw(sign(carol, fill))}, "filling")
	s.all(on("txpool_inspect", args{}))
	s.mine()
	s.all(on("txpool_status", args{}))
	send := func(call fields, name string) { s.ask("eth_sendTransaction", args{call}, name) }
	send(fields{"from": alice.eth, "to": bob.eth, "value": "0x1"}, "by the node")
	// The nonce that the node fills in is that of the last block.
	send(fields{"from": alice.eth, "to": token}, "too early")
	s.mine()
	send(fields{"from": alice.eth, "to": token, "data": hexutil.Bytes(method(transferTo, bob.eth, wei(1)))}, "by the node, with input")
	s.all(on("txpool_content", args{}))
	s.all(on("eth_resend",
		args{fields{"from": alice.eth, "to": bob.eth, "value": "0x1"}, nil, nil}, args{fields{"from": alice.eth, "to": bob.eth, "value": "0x1", "nonce": "0x0"}, "0x77359400", "0x5208"}, args{fields{"from": alice.eth, "nonce": "0x0"}},
		args{fields{"from": alice.eth, "to": bob.eth, "nonce": "0x0", "gas": "0xffffffffff"}, "0xffffffffff", nil}, args{}, args{nil}, args{fields{"to": bob.eth, "nonce": "0x0"}, "x"}))
	s.mine()
	s.all(on("eth_getTransactionByHash", args{"@by the node"}, args{"@by the node, with input"}))
	for _, call := range (args{
		fields{"to": bob.eth}, fields{"from": nobody, "to": bob.eth}, fields{"from": alice.eth, "to": bob.eth, "chainId": "0x5"}, fields{"from": alice.eth, "to": bob.eth, "gasPrice": "0x1", "gas": "0x5208"},
		fields{"from": alice.eth, "to": bob.eth, "gas": "0x3938700"}, fields{"from": alice.eth, "to": bob.eth, "gas": "0x1"}, fields{"from": alice.eth, "to": bob.eth, "nonce": "0x0", "gas": "0x5208"}, fields{"from": alice.eth},
		fields{"from": alice.eth, "to": bob.eth, "value": "0xffffffffffffffffffffff"}, fields{"from": alice.eth, "to": reverting, "data": hexutil.Bytes(method("revertWithReason(string)", "no"))}, fields{"from": alice.eth, "to": bob.eth, "data": "0x01", "input": "0x02"},
		fields{"from": alice.eth, "to": bob.eth, "gasPrice": "0x1", "maxFeePerGas": "0x1"}, fields{"from": alice.eth, "to": bob.eth, "maxFeePerGas": "0x1"}, fields{"from": alice.eth, "to": bob.eth, "maxFeePerGas": "0x1", "maxPriorityFeePerGas": "0x2"},
		nil, 5,
	}) {
		s.each("eth_sendTransaction", args{call})
	}
	s.all(together(
		on("eth_sendTransaction", args{}), on("personal_sendTransaction", args{fields{"from": nobody, "to": bob.eth}, ""}, args{fields{"from": alice.eth, "to": bob.eth}}, args{fields{"from": alice.eth}, "x"}),
		on("miner_getHashrate", args{}), on("miner_setExtra", args{"x"}, args{}), on("miner_setGasLimit", args{"0x5"}, args{5}), on("miner_start", args{}, args{1}), on("miner_stop", args{}), on("txpool_status", args{}),
	))
	s.mine()
	// What replaces another is in the block after the next one.
	first := s.type2(carol, &bob.eth, 1, 21_000, nil)
	s.send("replaced", carol, first)
	same := *first
	same.Value = wei(2)
	s.ask("eth_sendRawTransaction", args{raw(sign(carol, first))}, "known")
	s.ask("eth_sendRawTransaction", args{raw(sign(carol, &same))}, "underpriced")
	same.GasFeeCap, same.GasTipCap = gwei(12), gwei(2)
	s.ask("eth_sendRawTransaction", args{raw(sign(carol, &same))}, "replacing")
	s.all(on("txpool_inspect", args{}))
	s.mine()
	s.all(on("txpool_inspect", args{}))
	s.mine()
	s.all(together(on("txpool_inspect", args{}), on("eth_getTransactionCount", args{carol.eth, "latest"})))
}

// bodies are texts that are no requests, and batches.
func (s *Session) bodies() {
	for _, text := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"eth_chainId"`, `[]`, `{}`, `"x"`, `null`, `5`, ``, `[1]`, `[{}]`, `{"jsonrpc":"2.0","id":1}`, `{"jsonrpc":"2.0","id":1,"method":5}`, `{"jsonrpc":"1.0","id":1,"method":"eth_chainId","params":[]}`,
		`{"id":1,"method":"eth_chainId","params":[]}`, `{"jsonrpc":"2.0","method":"eth_chainId","params":[]}`, `{"jsonrpc":"2.0","id":null,"method":"eth_chainId"}`, `{"jsonrpc":"2.0","id":"a","method":"eth_chainId"}`, `{"jsonrpc":"2.0","id":[1],"method":"eth_chainId"}`,
		`{"jsonrpc":"2.0","id":1.5,"method":"eth_chainId"}`, `{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":{}}`, `{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":null}`, `{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":"x"}`,
		`{"jsonrpc":"2.0","id":1,"method":"eth_nothing","params":[]}`, `{"jsonrpc":"2.0","id":1,"method":"nothing","params":[]}`, `{"jsonrpc":"2.0","id":1,"method":"eth_","params":[]}`, `{"jsonrpc":"2.0","id":1,"method":"","params":[]}`, `{"jsonrpc":"2.0","id":1,"method":"cosmos_x","params":[]}`,
		`{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}`, `{"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["0x1"]}`,
		`[{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},{"jsonrpc":"2.0","id":2,"method":"eth_getBalance","params":["0x1"]},{"jsonrpc":"2.0","method":"eth_chainId"},{"jsonrpc":"2.0","id":"x","method":"net_version"},5,{"jsonrpc":"2.0","id":1,"method":"eth_nothing"}]`,
		`[{"jsonrpc":"2.0","method":"eth_chainId"}]`, `{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}{"jsonrpc":"2.0","id":2,"method":"eth_chainId"}`, `{"JSONRPC":"2.0","ID":1,"METHOD":"eth_chainId"}`,
	} {
		s.body(text)
	}
}

// lower is the name of a method as the server registers it.
func lower(name string) string {
	runes := []rune(name)
	runes[0] = unicode.ToLower(runes[0])
	return string(runes)
}

// services are those of the namespaces.
var services = map[string][]any{
	"eth": {&eth.PublicAPI{}, &filters.PublicFilterAPI{}}, "web3": {&web3.PublicAPI{}}, "net": {&net.PublicAPI{}}, "personal": {&personal.PrivateAccountAPI{}},
	"txpool": {&txpool.PublicAPI{}}, "debug": {&debug.API{}}, "miner": {&miner.API{}},
}

// methods are those that the server finds in its services, with how many parameters each takes.
func methods() map[string]int {
	all := map[string]int{}
	for namespace, list := range services {
		for _, service := range list {
			of := reflect.TypeOf(service)
			for i := range of.NumMethod() {
				method := of.Method(i)
				takes := method.Type.NumIn() - 1
				if takes > 0 && method.Type.In(1).String() == "context.Context" {
					takes--
				}
				all[namespace+"_"+lower(method.Name)] = takes
			}
		}
	}
	return all
}

// careful are methods that are not asked without thought: they make keys, write the settings of the node, or end its filters.
var careful = map[string]bool{"personal_newAccount": true, "miner_setGasPrice": true, "miner_setEtherbase": true, "eth_stop": true}

// arguments asks each method of the server without parameters, with null, with others of a wrong type and with one too many.
func (s *Session) arguments() {
	all := methods()
	s.note("methods", all)
	for _, name := range sorted(all) {
		if careful[name] {
			continue
		}
		many := func(value any, n int) args {
			list := args{}
			for range n {
				list = append(list, value)
			}
			return list
		}
		takes := all[name]
		s.ask(name, nil, "")
		s.each(name, args{}, many(nil, takes+1))
		if takes > 0 {
			s.each(name, many(nil, takes), many(fields{}, takes), many("x", takes), many(5, takes), many(args{}, takes), many(true, takes))
		}
	}
}

// subscriptions are those of the other server, over a socket.
func (s *Session) subscriptions() {
	s.open()
	s.say("eth_chainId", args{}, "")
	s.say("eth_subscribe", args{"newHeads"}, "heads")
	s.say("eth_subscribe", args{"logs"}, "logs")
	s.say("eth_subscribe", args{"logs", fields{"address": token}}, "logs of token")
	s.say("eth_subscribe", args{"logs", fields{"topics": args{transferTopic, nil, args{topicOf(bob.eth)}}}}, "logs to bob")
	s.say("eth_subscribe", args{"newPendingTransactions"}, "hashes")
	for _, params := range []args{
		{"syncing"}, {"nothing"}, {}, {5}, {"logs", 5}, {"logs", fields{"address": 5}}, {"logs", fields{"address": args{5}}}, {"logs", fields{"topics": 5}}, {"logs", fields{"topics": args{5}}}, {"logs", fields{"topics": args{args{5}}}},
	} {
		s.say("eth_subscribe", params, "")
	}
	s.say("eth_subscribe", nil, "")
	s.say("eth_subscribe", fields{}, "")
	s.whisper(`{"jsonrpc":"2.0","id":null,"method":"eth_subscribe","params":["newHeads"]}`, "")
	s.whisper(`{"jsonrpc":"2.0","id":"7","method":"eth_subscribe","params":["logs",null]}`, "")
	s.whisper(`{"jsonrpc":"2.0","id":"x","method":"eth_chainId"}`, "")
	s.whisper(`{"jsonrpc":"2.0","id":1}`, "")
	s.whisper(`nothing`, "")
	s.whisper(`[{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},{"jsonrpc":"2.0","id":2,"method":"net_version"}]`, "")
	s.say("eth_getBalance", args{alice.eth}, "")
	s.send("heard 1", alice, s.type2(alice, &token, 0, 100_000, method(transferTo, bob.eth, wei(3))))
	s.listen()
	s.send("heard 2", bob, s.type2(bob, &emitting, 0, 200_000, method("emitMany(uint256)", wei(2))))
	s.mine()
	s.listen()
	s.say("eth_unsubscribe", args{"@heads"}, "")
	s.say("eth_unsubscribe", args{"@heads"}, "")
	s.say("eth_unsubscribe", args{"0x12"}, "")
	s.say("eth_unsubscribe", args{5}, "")
	s.say("eth_unsubscribe", args{}, "")
	s.mine()
	s.listen()
	check(s.socket.Close())
}

func precompile(n int64) string { return common.BigToAddress(wei(n)).Hex() }

// mixed are Cosmos transactions between those of Ethereum, and what only this chain has: precompiles, coins as tokens.
func (s *Session) mixed() {
	coin := common.HexToAddress(wrapped)
	s.all(on("eth_getTransactionCount", args{alice.eth, "latest"}, args{alice.eth, "pending"}))
	s.cosmosly("sent", alice, banktypes.NewMsgSend(alice.address, bob.address, coins(7)))
	s.all(together(on("eth_getTransactionCount", args{alice.eth, "latest"}, args{alice.eth, "pending"}), on("txpool_status", args{}), on("txpool_content", args{}), on("eth_getBlockTransactionCountByNumber", args{"pending"})))
	s.mine()
	s.all(together(
		on("eth_getTransactionCount", args{alice.eth, "latest"}), on("eth_getBlockByNumber", args{"latest", true}), on("eth_getBlockTransactionCountByNumber", args{"latest"}), on("eth_getBlockReceipts", args{"latest"}),
		on("eth_getTransactionByBlockNumberAndIndex", args{"latest", "0x0"}), on("eth_getLogs", args{fields{"fromBlock": "latest"}}), on("debug_traceBlockByNumber", args{"latest"}), on("eth_feeHistory", args{"0x2", "latest", args{50}}),
	))
	// The address of a creation follows from the sequence after the Cosmos transaction.
	created := crypto.CreateAddress(alice.eth, s.nonceOf(alice))
	s.send("created", alice, s.type2(alice, nil, 0, 300_000, forwarder))
	s.mine()
	s.all(together(on("eth_getTransactionReceipt", args{"@created"}), on("eth_getCode", args{created, "latest"})))
	// Both kinds in a block.
	s.cosmosly("mixed 1", bob, banktypes.NewMsgSend(bob.address, carol.address, coins(8)))
	s.send("mixed 2", alice, s.type2(alice, &token, 0, 100_000, method(transferTo, bob.eth, wei(3))))
	s.cosmosly("mixed 3", carol, banktypes.NewMsgSend(carol.address, alice.address, coins(9)))
	s.send("mixed 4", oliver, s.type2(oliver, &emitting, 0, 200_000, method("emitMany(uint256)", wei(2))))
	s.cosmosly("mixed 5", olga, banktypes.NewMsgSend(olga.address, carol.address, coins(1)), banktypes.NewMsgSend(olga.address, carol.address, coins(2)))
	s.mine()
	s.all(together(
		on("eth_getBlockByNumber", args{"latest", true}, args{"latest", false}), on("eth_getBlockReceipts", args{"latest"}), on("eth_getTransactionReceipt", args{"@mixed 2"}, args{"@mixed 4"}), on("eth_getTransactionByHash", args{"@mixed 2"}, args{"@mixed 4"}),
		on("eth_getTransactionByBlockNumberAndIndex", args{"latest", "0x0"}, args{"latest", "0x1"}, args{"latest", "0x2"}), on("eth_getBlockTransactionCountByNumber", args{"latest"}), on("eth_getLogs", args{fields{"fromBlock": "latest"}}),
		on("debug_traceBlockByNumber", args{"latest", tracer("callTracer")}), on("debug_traceTransaction", args{"@mixed 4", tracer("callTracer", fields{"withLog": true})}), on("eth_feeHistory", args{"0x2", "latest", args{50}}), on("debug_getRawBlock", args{"latest"}),
	))
	s.refusedCosmos()
	s.precompiles(coin)
	for _, one := range []struct {
		method string
		params fields
	}{
		{"tx_search", fields{"query": "ethereum_tx.ethereumTxHash='@mixed 2'"}}, {"tx_search", fields{"query": "tx.height=9"}}, {"tx_search", fields{"query": "message.sender='" + alice.address.String() + "'", "per_page": "1"}},
		{"tx_search", fields{"query": "block_bloom.bloom EXISTS"}}, {"block_search", fields{"query": "block.height=9"}}, {"block", fields{"height": "9"}}, {"block_results", fields{"height": "9"}}, {"header", fields{"height": "9"}},
		{"commit", fields{"height": "9"}}, {"validators", fields{"height": "9"}}, {"num_unconfirmed_txs", fields{}}, {"unconfirmed_txs", fields{}}, {"abci_info", fields{}},
	} {
		if query, ok := one.params["query"].(string); ok && strings.Contains(query, "@mixed 2") {
			one.params["query"] = strings.ReplaceAll(query, "@mixed 2", s.names["mixed 2"].(string))
		}
		s.cometAsk(one.method, one.params)
	}
	s.all(together(
		on("miner_setEtherbase", args{nobody}, args{}), on("miner_setGasPrice", args{"0x1"}, args{}), on("personal_newAccount", args{}, args{"x"}), on("eth_stop", args{}),
	))
}

// refusedCosmos are Cosmos transactions that the pool does not take, and others that fail in a block.
func (s *Session) refusedCosmos() {
	s.sent[alice] = 5
	s.cosmosly("ahead", alice, banktypes.NewMsgSend(alice.address, bob.address, coins(7)))
	s.sent[alice] = 0
	s.price = 0
	s.cosmosly("free", alice, banktypes.NewMsgSend(alice.address, bob.address, coins(7)))
	s.price = 2
	s.cosmosly("poor", alice, banktypes.NewMsgSend(alice.address, bob.address, coins(9_000_000_000_000_000_000)))
	// An account has transactions of one kind in the pool.
	s.ask("eth_sendRawTransaction", args{raw(sign(alice, s.type2(alice, &bob.eth, 1, 21_000, nil)))}, "behind")
	s.all(on("txpool_content", args{}))
	s.mine()
	s.all(on("eth_getBlockByNumber", args{"latest", true}))
}

// precompiled is a precompile asked, estimated, traced and sent to.
func (s *Session) precompiled(name string, to int64, input []byte) {
	call, at := asCall(alice.eth, precompile(to), input), at(to)
	s.all(together(on("eth_call", args{call, "latest"}), on("eth_estimateGas", args{call}), on("debug_traceCall", args{call, "latest", tracer("callTracer", fields{"withLog": true})})))
	s.send(name, alice, s.type2(alice, &at, 0, 500_000, input))
	s.mine()
	s.all(on("eth_getTransactionReceipt", args{"@" + name}))
}

// precompiles are asked, estimated, traced and sent to.
func (s *Session) precompiles(coin common.Address) {
	inputs := []struct {
		to    int64
		input []byte
	}{
		{0x100, make([]byte, 160)}, {0x400, method("hexToBech32(address,string)", bob.eth, "cosmos")}, {0x400, method("bech32ToHex(string)", "cosmos1")}, {0x400, method("nothing()")}, {0x400, nil},
		{0x800, method("validator(address)", oliver.eth)}, {0x800, method("delegation(address,string)", oliver.eth, oliver.operator())}, {0x800, method("delegate(address,string,uint256)", alice.eth, oliver.operator(), wei(1000))},
		{0x800, method("delegate(address,string,uint256)", bob.eth, oliver.operator(), wei(1000))}, {0x800, method("delegate(address,string,uint256)", alice.eth, "nobody", wei(1000))}, {0x801, method("delegationTotalRewards(address)", oliver.eth)},
		{0x801, method("communityPool()")}, {0x801, method("withdrawDelegatorRewards(address,string)", alice.eth, oliver.operator())}, {0x802, method("denom(string)", denom)}, {0x802, method("denomHash(string)", "x/y")},
		{0x802, method("denoms("+pages+")", page{F0: []byte{}})}, {0x804, method("balances(address)", alice.eth)}, {0x804, method("totalSupply()")}, {0x804, method("supplyOf(address)", coin)},
		{0x805, method("getParams()")}, {0x805, method("getProposal(uint64)", uint64(1))}, {0x806, method("getParams()")}, {0x806, method("getSigningInfo(address)", nobody)},
	}
	for i, one := range inputs {
		s.precompiled(fmt.Sprint("precompile ", i), one.to, one.input)
	}
	delegate := method("delegate(address,string,uint256)", proxied, oliver.operator(), wei(5))
	s.send("through a contract", alice, s.type2(alice, &proxied, 1000, 800_000, forward(at(0x800), 0, delegate)))
	s.mine()
	s.all(together(
		on("eth_getTransactionReceipt", args{"@through a contract"}), on("debug_traceTransaction", args{"@through a contract", tracer("callTracer", fields{"withLog": true})}, args{"@through a contract", tracer("prestateTracer")},
			args{"@through a contract", tracer("prestateTracer", fields{"diffMode": true})}, args{"@through a contract", fields{"limit": 3}}, args{"@precompile 7", tracer("prestateTracer")}, args{"@precompile 7", fields{}}),
		on("eth_createAccessList", args{asCall(alice.eth, precompile(0x800), delegate), "latest"}), on("eth_getCode", args{precompile(0x800), "latest"}, args{precompile(0x100), "latest"}, args{coin, "latest"}),
		on("eth_getBalance", args{precompile(0x800), "latest"}, args{common.BytesToAddress(s.Accounts.GetModuleAddress("bonded_tokens_pool")), "latest"}), on("eth_getStorageAt", args{coin, "0x0", "latest"}),
		on("eth_getTransactionCount", args{precompile(0x800), "latest"}, args{coin, "latest"}),
		on("eth_call", args{asCall(alice.eth, precompile(0x804), method("balances(address)", nobody)), "latest", fields{nobody.Hex(): fields{"balance": "0x5"}}}, args{asCall(alice.eth, nobody, method("totalSupply()")), "latest", fields{precompile(0x804): fields{"movePrecompileToAddress": nobody}}}),
	))
	for i, one := range []struct {
		value int64
		input []byte
	}{
		{0, method("name()")}, {0, method("symbol()")}, {0, method("decimals()")}, {0, method("totalSupply()")}, {0, method(balanceOf, alice.eth)}, {0, method(transferTo, bob.eth, wei(5))}, {0, method(approve, bob.eth, wei(50))},
		{1000, method("deposit()")}, {0, method("withdraw(uint256)", wei(1000))}, {0, method(transferFrom, bob.eth, alice.eth, wei(5))}, {0, method("nothing()")}, {5, nil},
	} {
		call := asCall(alice.eth, coin, one.input, "value", fmt.Sprintf("0x%x", one.value))
		s.all(together(on("eth_call", args{call, "latest"}), on("eth_estimateGas", args{call})))
		s.send(fmt.Sprint("coin ", i), alice, s.type2(alice, &coin, one.value, 300_000, one.input))
		s.mine()
		s.all(on("eth_getTransactionReceipt", args{fmt.Sprint("@coin ", i)}))
	}
	blockedOnes := []common.Address{common.BytesToAddress(s.Accounts.GetModuleAddress("gov")), at(0x800), at(4)}
	for i, to := range blockedOnes {
		call := asCall(alice.eth, to, nil, "value", "0x1")
		s.all(together(on("eth_call", args{call, "latest"}), on("eth_estimateGas", args{call})))
		s.send(fmt.Sprint("blocked ", i), alice, s.type2(alice, &to, 1, 100_000, nil))
		s.mine()
		s.all(together(on("eth_getTransactionReceipt", args{fmt.Sprint("@blocked ", i)}), on("eth_getTransactionByHash", args{fmt.Sprint("@blocked ", i)}), on("debug_traceTransaction", args{fmt.Sprint("@blocked ", i), tracer("callTracer")}), on("eth_getBlockByNumber", args{"latest", false})))
	}
	var last ethtypes.TxData = s.type2(alice, &bob.eth, 1, 21_000, nil)
	s.send("last", alice, last)
	s.mine()
	s.all(on("eth_getLogs", args{fields{"fromBlock": "0x30"}}))
	s.precompiled("light clients", 0x807, nil)
}
