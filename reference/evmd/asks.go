package main

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
)

// on is one method with several lists of parameters.
func on(method string, lists ...args) (asks []Ask) {
	for _, one := range lists {
		asks = append(asks, Ask{method, one, ""})
	}
	return asks
}

func together(lists ...[]Ask) (asks []Ask) {
	for _, one := range lists {
		asks = append(asks, one...)
	}
	return asks
}

// refs are names of a block, right and wrong.
var refs = args{
	"latest", "earliest", "pending", "safe", "finalized", "0x0", "0x1", "0x2", "0x9", "0xffff", "9", 9, "", "0x", "bad", "0x00", "0x7fffffffffffffff", "0x8000000000000000",
	"0x10000000000000000", nil, true, 1.5, -1, args{}, fields{}, "@block 9", unknown, fields{"blockHash": "@block 9"}, fields{"blockNumber": "0x9"},
	fields{"blockHash": "@block 9", "requireCanonical": true}, fields{"blockHash": unknown}, fields{"blockHash": "@block 9", "blockNumber": "0x9"},
	fields{"blockHash": "0x12"}, fields{"blockNumber": 9}, fields{"blockNumber": "latest"},
}

// at each name of a block a method is asked, with what comes before it and after.
func atEach(method string, before, after args) (asks []Ask) {
	for _, ref := range refs {
		asks = append(asks, Ask{method, append(append(append(args{}, before...), ref), after...), ""})
	}
	return asks
}

func slot(n int64) string { return hexutil.Encode(common.LeftPadBytes(wei(n).Bytes(), 32)) }

// entry is the slot of a mapping at a place.
func entry(a common.Address, place int64) common.Hash {
	return crypto.Keccak256Hash(common.LeftPadBytes(a.Bytes(), 32), common.LeftPadBytes(wei(place).Bytes(), 32))
}

var accounts = together(
	atEach("eth_getBalance", args{alice.eth}, nil),
	on("eth_getBalance", args{nobody, "latest"}, args{token, "latest"}, args{carol.eth, "0x3"}, args{"0x12", "latest"}, args{"zz", "latest"}, args{alice.eth}, args{}, args{nil, "latest"},
		args{alice.eth, "latest", 1}, args{fields{}, "latest"}, args{5, "latest"}),
	atEach("eth_getTransactionCount", args{alice.eth}, nil),
	on("eth_getTransactionCount", args{nobody, "latest"}, args{token, "latest"}, args{carol.eth, "latest"}, args{bob.eth, "0x5"}, args{nobody, "0xffff"}, args{alice.eth}),
	on("eth_getCode", args{token, "latest"}, args{token, "0x6"}, args{token, "0x7"}, args{alice.eth, "latest"}, args{nobody, "latest"}, args{proxied, "pending"}, args{proxied, "0xffff"},
		args{proxied, fields{"blockHash": unknown}}, args{carol.eth, "latest"}, args{carol.eth, "0x1e"}, args{carol.eth, "0x1f"}, args{carol.eth, "0x20"},
		args{"0x4e59b44847b379578588920ca78fbf26c0b4956c", "latest"}, args{"0x0000000000000000000000000000000000000004", "latest"}, args{token}),
	on("eth_getStorageAt", args{token, slot(2), "latest"}, args{token, "0x2", "latest"}, args{token, "2", "latest"}, args{token, entry(alice.eth, 3), "latest"}, args{token, entry(bob.eth, 3), "0xb"},
		args{token, entry(bob.eth, 3), "0xa"}, args{token, "", "latest"}, args{token, "zz", "latest"}, args{token, "0x" + fmt.Sprintf("%070x", 2), "latest"}, args{nobody, "0x0", "latest"}, args{alice.eth, "0x0", "earliest"},
		args{token, "0x2", "0xffff"}, args{token, 2, "latest"}, args{token, nil, "latest"}, args{token, "0x2"}),
	on("eth_getProof", args{token, args{slot(2)}, "latest"}, args{token, args{"0x2", "0x99"}, "0xa"}, args{alice.eth, args{}, "latest"}, args{alice.eth, args{}, "0x9"}, args{nobody, args{}, "0x9"},
		args{alice.eth, args{}, "0x2"}, args{alice.eth, args{"0x0"}, "0x1"}, args{alice.eth, args{}, "0xffff"}, args{alice.eth, nil, "0x9"}, args{alice.eth, "0x0", "0x9"}, args{alice.eth, args{"zz"}, "0x9"},
		args{alice.eth, args{5}, "0x9"}, args{alice.eth, args{}, "pending"}, args{alice.eth, args{}, "earliest"}, args{alice.eth, args{}, "0x0"}, args{alice.eth, args{}}),
)

var blocks = together(
	atEach("eth_getBlockByNumber", nil, args{false}),
	on("eth_getBlockByNumber", args{"0x3", true}, args{"0x4", true}, args{"0x7", true}, args{"0x1e", true}, args{"0x21", true}, args{"0x9"}, args{}, args{"0x9", nil}, args{"0x9", "true"}, args{"0x9", 1},
		args{"0x9", true, true}),
	on("eth_getBlockByHash", args{"@block 9", false}, args{"@block 9", true}, args{"@block 1", false}, args{unknown, true}, args{"0x12", true}, args{nil, true}, args{"latest", true}, args{"@block 9"}, args{}),
	atEach("eth_getHeaderByNumber", nil, nil),
	on("eth_getHeaderByHash", args{"@block 9"}, args{unknown}, args{}, args{nil}, args{"0x12"}, args{5}),
	atEach("eth_getBlockReceipts", nil, nil),
	on("eth_getBlockReceipts", args{"0x21"}, args{"0x7"}, args{"0xd"}),
	atEach("eth_getBlockTransactionCountByNumber", nil, nil),
	on("eth_getBlockTransactionCountByNumber", args{"0x21"}),
	on("eth_getBlockTransactionCountByHash", args{"@block 9"}, args{"@block 33"}, args{"@block 2"}, args{unknown}, args{nil}, args{"0x12"}, args{}),
	on("eth_getTransactionByBlockNumberAndIndex", args{"0x9", "0x0"}, args{"0x21", "0x2"}, args{"0x21", "0x5"}, args{"0x9", "0x1"}, args{"0xffff", "0x0"}, args{"latest", "0x0"}, args{"0x9", 0}, args{"0x9", "0"},
		args{"0x9", "0xffffffffffffffff"}, args{"0x9", nil}, args{"0x9"}, args{"0x9", "0x00"}, args{"0x9", "0x80000000"}),
	on("eth_getTransactionByBlockHashAndIndex", args{"@block 9", "0x0"}, args{"@block 33", "0x4"}, args{"@block 33", "0x5"}, args{unknown, "0x0"}, args{nil, "0x0"}, args{"@block 9"}),
	on("eth_getUncleByBlockHashAndIndex", args{"@block 9", "0x0"}, args{unknown, "0x0"}, args{"@block 9"}),
	on("eth_getUncleByBlockNumberAndIndex", args{"0x9", "0x0"}, args{"latest", "0x0"}),
	on("eth_getUncleCountByBlockHash", args{"@block 9"}, args{unknown}, args{"latest"}),
	on("eth_getUncleCountByBlockNumber", args{"0x9"}, args{"latest"}, args{"0xffff"}),
	on("debug_getRawBlock", args{"0x9"}, args{"@block 9"}, args{"0x21"}, args{"latest"}, args{"0xffff"}, args{unknown}, args{}, args{nil}),
	on("debug_getBlockRlp", args{9}, args{"0x9"}), on("debug_getHeaderRlp", args{9}), on("debug_printBlock", args{9}), on("debug_intermediateRoots", args{"@legacy"}, args{"@legacy", nil}),
)

// sentNames are transactions in blocks.
var sentNames = []string{
	"legacy", "listed", "dynamic", "input", "token", "reverter", "emitter", "proxy", "transfer", "approval", "reason", "custom", "panic", "bare", "invalid", "gasless", "caught", "nothing", "many",
	"topics", "dropped", "nested", "paid", "unpaid", "badCreation", "storeless", "ef", "setCode", "delegated", "unsetCode", "several 1", "several 2", "several 3", "several 4", "several 5",
}

func byHash(method string, after ...any) (asks []Ask) {
	for _, name := range sentNames {
		asks = append(asks, Ask{method, append(args{"@" + name}, after...), ""})
	}
	return asks
}

var lookups = together(
	byHash("eth_getTransactionReceipt"), byHash("eth_getTransactionByHash"), byHash("eth_getTransactionLogs"),
	on("eth_getTransactionReceipt", args{unknown}, args{}, args{"0x12"}, args{nil}),
	on("eth_getTransactionByHash", args{unknown}, args{}, args{"0x12"}, args{nil}, args{"@block 9"}),
	on("eth_getTransactionLogs", args{unknown}, args{}, args{5}),
)

func asCall(from any, to any, input []byte, more ...any) fields {
	call := fields{"from": from, "to": to, "data": hexutil.Bytes(input)}
	if to == nil {
		delete(call, "to")
	}
	if from == nil {
		delete(call, "from")
	}
	for i := 0; i < len(more); i += 2 {
		call[more[i].(string)] = more[i+1]
	}
	return call
}

// messages are those that are called, estimated and so on.
var messages = []fields{
	asCall(alice.eth, token, method("name()")), asCall(nil, token, method("decimals()")), asCall(alice.eth, token, method(balanceOf, bob.eth)),
	asCall(alice.eth, token, method(transferTo, bob.eth, wei(5))), asCall(carol.eth, token, method(transferTo, bob.eth, big.NewInt(5_000_000))),
	asCall(alice.eth, token, method("nothing()")), asCall(alice.eth, reverting, method("revertWithReason(string)", "no")),
	asCall(alice.eth, reverting, method("revertWithError(uint256,string)", wei(5), "text")), asCall(alice.eth, reverting, method("revertWithoutData()")),
	asCall(alice.eth, reverting, method("failAssertion()")), asCall(alice.eth, reverting, method("overflow()")), asCall(alice.eth, reverting, method("divideByZero(uint256)", wei(0))),
	asCall(alice.eth, reverting, method("outOfBounds()")), asCall(alice.eth, reverting, method("invalidInstruction()")), asCall(alice.eth, reverting, method("useAllGas()"), "gas", "0xc350"),
	asCall(alice.eth, reverting, method("count()")), asCall(alice.eth, reverting, method("catchInner(uint256)", wei(1))), asCall(alice.eth, reverting, nil, "value", "0x1"),
	asCall(alice.eth, emitting, method("emitMany(uint256)", wei(3))), asCall(alice.eth, proxied, forward(emitting, 0, method("emitNothing()"))),
	asCall(alice.eth, proxied, forward(carol.eth, 1, nil), "value", "0x5"), asCall(alice.eth, bob.eth, nil, "value", "0x1"), asCall(alice.eth, bob.eth, []byte{1}), asCall(nil, bob.eth, nil), asCall(nobody, bob.eth, nil),
	asCall(nobody, bob.eth, nil, "value", "0x1"), asCall(nobody, bob.eth, nil, "gasPrice", "0x1"), asCall(nobody, bob.eth, nil, "gasPrice", "0x1", "value", "0x1"),
	asCall(alice.eth, bob.eth, nil, "gasPrice", "0x77359400"), asCall(alice.eth, bob.eth, nil, "maxFeePerGas", "0x77359400"), asCall(alice.eth, bob.eth, nil, "maxFeePerGas", "0x77359400", "maxPriorityFeePerGas", "0x1"),
	asCall(alice.eth, bob.eth, nil, "maxFeePerGas", "0x1", "maxPriorityFeePerGas", "0x1"), asCall(alice.eth, bob.eth, nil, "maxFeePerGas", "0x1", "maxPriorityFeePerGas", "0x2"),
	asCall(alice.eth, bob.eth, nil, "maxPriorityFeePerGas", "0x2"), asCall(alice.eth, bob.eth, nil, "gasPrice", "0x1", "maxFeePerGas", "0x1"), asCall(alice.eth, bob.eth, nil, "gas", "0x5207"),
	asCall(alice.eth, bob.eth, nil, "gas", "0x5208"), asCall(alice.eth, bob.eth, nil, "gas", "0xffffffffff"), asCall(alice.eth, token, method(transferTo, bob.eth, wei(5)), "gas", "0x5300"),
	asCall(alice.eth, bob.eth, nil, "nonce", "0x0"), asCall(alice.eth, bob.eth, nil, "chainId", "0x5"), asCall(alice.eth, bob.eth, nil, "chainId", "0x40000"), asCall(alice.eth, bob.eth, nil, "value", "0xffffffffffffffffffffff"),
	asCall(alice.eth, nil, forwarder), {"from": alice.eth, "data": "@code of Reverter"}, asCall(alice.eth, nil, common.FromHex("fe")), asCall(alice.eth, nil, common.FromHex("60006000fd")),
	asCall(alice.eth, nil, common.FromHex("5b5f56")), asCall(alice.eth, nil, nil), asCall(alice.eth, nil, make([]byte, 50_000)), {}, {"from": alice.eth}, {"input": "0x", "to": token},
	{"to": token, "data": hexutil.Bytes(method("decimals()")), "input": hexutil.Bytes(method("name()"))}, {"to": token, "input": hexutil.Bytes(method("decimals()"))},
	asCall(alice.eth, token, method("name()"), "accessList", args{fields{"address": token, "storageKeys": args{slot(0), slot(1)}}}), asCall(alice.eth, token, method("name()"), "accessList", args{}),
	asCall(alice.eth, bob.eth, nil, "authorizationList", args{}), asCall(alice.eth, carol.eth, forward(bob.eth, 0, nil), "authorizationList", args{authorized()}), asCall(alice.eth, nil, forwarder, "authorizationList", args{authorized()}),
	asCall(alice.eth, "0x0000000000000000000000000000000000000001", make([]byte, 128)), asCall(alice.eth, "0x0000000000000000000000000000000000000002", []byte("abc")),
	asCall(alice.eth, "0x0000000000000000000000000000000000000009", []byte("abc")), asCall(alice.eth, common.HexToAddress("0x4e59b44847b379578588920ca78fbf26c0b4956c"), append(make([]byte, 32), forwarder...)),
	{"from": "0x12", "to": token}, {"to": "zz"}, {"to": token, "gas": "1"}, {"to": token, "gas": 1}, {"to": token, "value": "0x00"}, {"to": token, "data": "abc"}, {"to": token, "data": "0xabc"}, {"to": token, "nonce": "x"},
	{"to": token, "unknown": true}, {"to": token, "type": "0x2"}, {"to": token, "blobVersionedHashes": args{slot(1)}}, {"to": token, "maxFeePerBlobGas": "0x1"}, {"to": token, "accessList": fields{}},
}

func authorized() fields {
	one := authorize(carol, evmChainID, proxied, 2)
	return fields{"chainId": "0x40000", "address": proxied, "nonce": "0x2", "yParity": hexutil.Uint64(one.V), "r": hexutil.EncodeBig(one.R.ToBig()), "s": hexutil.EncodeBig(one.S.ToBig())}
}

func eachMessage(method string, after ...any) (asks []Ask) {
	for _, one := range messages {
		asks = append(asks, Ask{method, append(args{one}, after...), ""})
	}
	return asks
}

var decimals = asCall(alice.eth, token, method("decimals()"))

var calls = together(
	eachMessage("eth_call", "latest"), atEach("eth_call", args{decimals}, nil),
	on("eth_call", args{}, args{decimals}, args{nil, "latest"}, args{5, "latest"}, args{"0x", "latest"}, args{args{}, "latest"}, args{decimals, "latest", nil}, args{decimals, "latest", fields{}, fields{}}, args{decimals, "0x6"}, args{decimals, "0x7"}),
)

var estimates = together(
	eachMessage("eth_estimateGas"), atEach("eth_estimateGas", args{asCall(alice.eth, bob.eth, nil)}, nil),
	on("eth_estimateGas", args{}, args{nil}, args{decimals, "0x6"}, args{decimals, "latest", nil}, args{decimals, "latest", fields{}, 1}),
)

var lists = together(
	eachMessage("eth_createAccessList", "latest"), eachMessage("eth_fillTransaction"),
	on("eth_createAccessList", args{}, args{decimals}, args{decimals, "0xffff"}, args{decimals, "0x6"}, args{decimals, unknown}, args{decimals, nil}, args{decimals, "pending"}, args{nil, "latest"}, args{decimals, "latest", fields{}}),
	on("eth_fillTransaction", args{}, args{nil}, args{decimals, 1}),
)

var overrides = together(
	on("eth_call",
		args{decimals, "latest", fields{token.Hex(): fields{"code": "0x60055f5260205ff3"}}},
		args{asCall(nobody, bob.eth, nil, "value", "0x5"), "latest", fields{nobody.Hex(): fields{"balance": "0x5"}}},
		args{asCall(alice.eth, token, method(balanceOf, nobody)), "latest", fields{token.Hex(): fields{"stateDiff": fields{entry(nobody, 3).Hex(): slot(77)}}}},
		args{asCall(alice.eth, token, method("totalSupply()")), "latest", fields{token.Hex(): fields{"state": fields{entry(nobody, 3).Hex(): slot(77)}}}},
		args{decimals, "latest", fields{token.Hex(): fields{"state": fields{}, "stateDiff": fields{}}}},
		args{decimals, "latest", fields{token.Hex(): fields{"nonce": "0x5"}}}, args{decimals, "latest", fields{token.Hex(): fields{"nonce": 5}}},
		args{decimals, "latest", fields{token.Hex(): fields{"code": "zz"}}}, args{decimals, "latest", fields{token.Hex(): fields{"balance": nil}}}, args{decimals, "latest", fields{"0x12": fields{}}},
		args{decimals, "latest", 5}, args{decimals, "latest", args{}}, args{decimals, "latest", "x"}, args{decimals, "latest", fields{token.Hex(): 5}}, args{decimals, "latest", fields{token.Hex(): fields{"unknown": 1}}},
		args{asCall(alice.eth, nobody, []byte("abc")), "latest", fields{"0x0000000000000000000000000000000000000004": fields{"movePrecompileToAddress": nobody}}},
		args{asCall(alice.eth, nobody, []byte("abc")), "latest", fields{bob.eth.Hex(): fields{"movePrecompileToAddress": nobody}}},
		args{decimals, "latest", fields{token.Hex(): fields{"stateDiff": fields{"0x1": slot(1)}}}},
	),
	on("eth_estimateGas",
		args{asCall(nobody, bob.eth, nil, "value", "0x5"), "latest", fields{nobody.Hex(): fields{"balance": "0x5"}}},
		args{asCall(nobody, token, method(transferTo, bob.eth, wei(7))), "latest", fields{token.Hex(): fields{"stateDiff": fields{entry(nobody, 3).Hex(): slot(77)}}}},
		args{decimals, "latest", 5}, args{decimals, "latest", fields{token.Hex(): fields{"code": "0x5f5ffd"}}},
	),
)

func tracer(name string, more ...any) fields {
	config := fields{"tracer": name}
	if len(more) > 0 {
		config["tracerConfig"] = more[0]
	}
	return config
}

var configs = args{
	nil, fields{}, fields{"disableStack": true}, fields{"disableStorage": true}, fields{"enableMemory": true, "enableReturnData": true}, fields{"limit": 3}, fields{"limit": -1}, fields{"limit": 0},
	fields{"timeout": "soon"}, fields{"timeout": "5s"}, fields{"timeout": ""}, fields{"tracer": ""}, fields{"disableStack": 1}, fields{"reexec": 5}, fields{"debug": true}, fields{"unknown": 1}, 5, "callTracer", args{},
	tracer("callTracer"), tracer("callTracer", fields{"withLog": true}), tracer("callTracer", fields{"onlyTopCall": true}), tracer("callTracer", 5), tracer("callTracer", "{}"), tracer("prestateTracer"),
	tracer("prestateTracer", fields{"diffMode": true}), tracer("prestateTracer", fields{"disableCode": true, "disableStorage": true}), tracer("prestateTracer", fields{"includeEmpty": true}),
	tracer("4byteTracer"), tracer("noopTracer"), tracer("flatCallTracer"), tracer("flatCallTracer", fields{"convertParityErrors": true, "includePrecompiles": true}), tracer("muxTracer", fields{"callTracer": fields{}, "4byteTracer": fields{}}),
	tracer("none"), tracer("none()"), tracer("{data: [], fault: function(log) {}, step: function(log) { this.data.push(log.op.toString()) }, result: function() { return this.data.length }}"), tracer("{}"),
	fields{"tracer": 5}, fields{"tracerConfig": fields{}}, fields{"overrides": nil}, tracer("keccak256PreimageTracer"),
}

var tracedNames = []string{
	"legacy", "listed", "token", "transfer", "reason", "custom", "bare", "invalid", "gasless", "caught", "many", "topics", "nested", "unpaid", "badCreation", "setCode", "delegated", "unsetCode", "several 2", "several 3",
}

func traceEach(names []string, configs ...any) (asks []Ask) {
	for _, name := range names {
		for _, config := range configs {
			asks = append(asks, Ask{"debug_traceTransaction", args{"@" + name, config}, ""})
		}
	}
	return asks
}

func configured(method string, before ...any) (asks []Ask) {
	for _, config := range configs {
		asks = append(asks, Ask{method, append(append(args{}, before...), config), ""})
	}
	return asks
}

var traces = together(
	configured("debug_traceTransaction", "@nested"),
	traceEach(tracedNames, tracer("callTracer", fields{"withLog": true}), tracer("prestateTracer"), tracer("prestateTracer", fields{"diffMode": true})),
	traceEach([]string{"legacy", "reason", "invalid", "badCreation", "delegated", "several 3"}, fields{"limit": 5}, tracer("4byteTracer"), tracer("flatCallTracer")),
	on("debug_traceTransaction", args{"@legacy"}, args{unknown}, args{unknown, fields{}}, args{}, args{nil}, args{"0x12"}),
	on("debug_traceBlockByNumber", args{"0x9"}, args{"0x21", tracer("callTracer")}, args{"0x21", tracer("prestateTracer")}, args{"0x2"}, args{"0x0"}, args{"0x1"}, args{"latest"}, args{"pending"}, args{"earliest"}, args{"0xffff"},
		args{"0x21", tracer("none")}, args{"0x21", fields{"limit": -1}}, args{"0x2", fields{"limit": -1}}, args{"0x21", fields{"timeout": "soon"}}, args{"0x21", tracer("callTracer", 5)}, args{}, args{nil}, args{"bad"}, args{"0xd", fields{"limit": 2}}),
	on("debug_traceBlockByHash", args{"@block 33", tracer("callTracer")}, args{"@block 2"}, args{unknown}, args{}, args{"0x12"}),
	on("debug_traceBlock", args{"0x"}, args{"0x00"}, args{"0xc0"}, args{"zz"}, args{}, args{"0xf90100"}),
	configured("debug_traceCall", asCall(alice.eth, token, method(transferTo, bob.eth, wei(5))), "latest"),
	eachTraced(tracer("callTracer")),
	on("debug_traceCall", args{decimals}, args{decimals, "0xffff", nil}, args{decimals, unknown}, args{}, args{nil, "latest"}, args{decimals, "pending", tracer("callTracer")}, args{decimals, "0x6", tracer("callTracer")},
		args{decimals, "earliest", tracer("callTracer")}, args{decimals, nil}, args{decimals, "latest", fields{"stateOverrides": fields{token.Hex(): fields{"code": "0x5f5ffd"}}}}),
)

func eachTraced(config any) (asks []Ask) {
	for _, i := range []int{4, 6, 8, 13, 14, 17, 20, 21, 25, 27, 35, 38, 43, 45, 46, 50} {
		asks = append(asks, Ask{"debug_traceCall", args{messages[i], "latest", config}, ""})
	}
	return asks
}

var histories = together(
	on("eth_feeHistory", args{"0x1", "latest", args{}}, args{"0x5", "latest", args{25, 75}}, args{"0x3", "0x21", args{0, 50, 100}}, args{"0x2", "0x7", args{10.5}}, args{"0x64", "latest", args{}}, args{"0x65", "latest", args{}},
		args{"0x0", "latest", args{}}, args{"0x0", "latest", args{50}}, args{1, "latest", args{}}, args{"5", "latest", nil}, args{"0x5", "0x2", args{50}}, args{"0x5", "earliest", args{50}}, args{"0x5", "pending", args{50}},
		args{"0x5", "0x0", args{50}}, args{"0x5", "0xffff", args{}}, args{"0x2", "latest", args{75, 25}}, args{"0x2", "latest", args{-1}}, args{"0x2", "latest", args{101}}, args{"0x2", "latest", args{"50"}}, args{"0x2", "latest"},
		args{"0x2"}, args{}, args{"bad", "latest", args{}}, args{nil, "latest", args{}}, args{"0x2", nil, args{}}, args{"0x2", "bad", args{}}, args{"0x2", "safe", args{}}, args{"0x2", "finalized", args{}}, args{"0x2", "@block 9", args{}},
		args{"", "latest", args{}}, args{"0x10000000000000000", "latest", args{}}, args{-1, "latest", args{}}, args{"0x2", "latest", args{50, 50}}, args{"0xa", "latest", args{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}, args{"0x2", "latest", 5}),
	on("eth_gasPrice", args{}, args{1}, nil), on("eth_maxPriorityFeePerGas", args{}, nil), on("eth_chainId", args{}, args{1}), on("eth_blockNumber", args{}, args{1}), on("eth_protocolVersion", args{}), on("eth_syncing", args{}),
	on("net_version", args{}), on("net_listening", args{}), on("net_peerCount", args{}), on("web3_clientVersion", args{}), on("web3_sha3", args{"0x68656c6c6f"}, args{"hello"}, args{}, args{nil}, args{5}, args{""}),
	on("rpc_modules", args{}),
)

var transferTopic = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))

func topicOf(a common.Address) common.Hash { return common.BytesToHash(a.Bytes()) }

// criteria are those of logs.
var criteria = args{
	fields{"fromBlock": "earliest"}, fields{"fromBlock": "0x1", "toBlock": "latest", "address": token}, fields{"fromBlock": "0x1", "toBlock": "latest", "address": args{token, emitting}}, fields{"address": args{}},
	fields{"fromBlock": "0x1", "topics": args{transferTopic}}, fields{"fromBlock": "0x1", "topics": args{nil, topicOf(alice.eth)}}, fields{"fromBlock": "0x1", "topics": args{args{transferTopic, slot(1)}, nil, topicOf(bob.eth)}},
	fields{"fromBlock": "0x1", "topics": args{args{}}}, fields{"fromBlock": "0x1", "topics": args{transferTopic, nil, nil, nil}}, fields{"fromBlock": "0x1", "topics": args{nil, nil, nil, nil, nil}}, fields{"fromBlock": "0x1", "topics": args{slot(1), slot(2), slot(3), slot(4)}},
	fields{"blockHash": "@block 33"}, fields{"blockHash": "@block 2"}, fields{"blockHash": unknown}, fields{"blockHash": "@block 33", "fromBlock": "0x1"}, fields{"blockHash": "@block 33", "address": token}, fields{"blockHash": nil},
	fields{}, fields{"fromBlock": "0x5", "toBlock": "0x3"}, fields{"fromBlock": "0xffff"}, fields{"fromBlock": "0x1", "toBlock": "0xffff"}, fields{"fromBlock": "latest", "toBlock": "earliest"}, fields{"fromBlock": "pending"}, fields{"toBlock": "pending"},
	fields{"fromBlock": "safe", "toBlock": "finalized"}, fields{"fromBlock": "0x0", "toBlock": "0x0"}, fields{"fromBlock": 1}, fields{"fromBlock": "bad"}, fields{"address": "0x12"}, fields{"address": 5}, fields{"address": args{5}}, fields{"topics": transferTopic}, fields{"topics": args{"0x12"}},
	fields{"topics": args{5}}, fields{"topics": args{args{5}}}, fields{"topics": args{args{nil, transferTopic}}, "fromBlock": "0x1"}, nil, 5, args{}, "x", fields{"fromBlock": ""}, fields{"fromBlock": nil, "toBlock": nil}, fields{"fromBlock": "0x21", "toBlock": "0x21"},
}

func eachOf(method string, firsts args) (asks []Ask) {
	for _, one := range firsts {
		asks = append(asks, Ask{method, args{one}, ""})
	}
	return asks
}

var logs = together(eachOf("eth_getLogs", criteria), on("eth_getLogs", args{}, args{fields{}, 1}))

// typed is data of EIP-712.
func typed(change func(data fields)) fields {
	data := fields{
		"types": fields{
			"EIP712Domain": args{fields{"name": "name", "type": "string"}, fields{"name": "chainId", "type": "uint256"}, fields{"name": "verifyingContract", "type": "address"}},
			"Person":       args{fields{"name": "name", "type": "string"}, fields{"name": "wallet", "type": "address"}},
			"Mail":         args{fields{"name": "from", "type": "Person"}, fields{"name": "to", "type": "Person[]"}, fields{"name": "contents", "type": "string"}, fields{"name": "data", "type": "bytes"}, fields{"name": "n", "type": "int64"}},
		},
		"primaryType": "Mail",
		"domain":      fields{"name": "Ether Mail", "chainId": "0x40000", "verifyingContract": token},
		"message": fields{
			"from": fields{"name": "Cow", "wallet": alice.eth}, "to": args{fields{"name": "Bob", "wallet": bob.eth}}, "contents": "Hello, Bob!", "data": "0x1234", "n": "-5",
		},
	}
	if change != nil {
		change(data)
	}
	return data
}

var signing = together(
	on("eth_accounts", args{}, nil, args{1}), on("personal_listAccounts", args{}), on("personal_listWallets", args{}),
	on("eth_sign", args{alice.eth, "0x1234"}, args{alice.eth, "0x"}, args{alice.eth, slot(5)}, args{nobody, "0x1234"}, args{alice.eth, "hello"}, args{alice.eth}, args{}, args{nil, nil}, args{"0x12", "0x"}),
	[]Ask{{"personal_sign", args{"0x1234", alice.eth, ""}, "signature"}},
	on("personal_sign", args{"0x1234", alice.eth}, args{"0x1234", nobody, ""}, args{slot(5), bob.eth, "x"}, args{"0x", alice.eth, nil}),
	on("eth_signTypedData", args{alice.eth, typed(nil)}, args{bob.eth, typed(nil)}, args{nobody, typed(nil)}, args{alice.eth, fields{}}, args{alice.eth, nil}, args{alice.eth}, args{},
		args{alice.eth, typed(func(d fields) { delete(d, "domain") })}, args{alice.eth, typed(func(d fields) { delete(d, "types") })}, args{alice.eth, typed(func(d fields) { d["primaryType"] = "Nothing" })},
		args{alice.eth, typed(func(d fields) { delete(d, "message") })}, args{alice.eth, typed(func(d fields) { d["message"] = fields{"from": 5} })}, args{alice.eth, typed(func(d fields) { d["domain"] = fields{"name": "x"} })},
		args{alice.eth, typed(func(d fields) { d["message"].(fields)["n"] = "zz" })}, args{alice.eth, typed(func(d fields) { d["message"].(fields)["data"] = "zz" })}, args{alice.eth, typed(func(d fields) { d["message"].(fields)["n"] = 5 })},
		args{alice.eth, typed(func(d fields) { d["primaryType"] = "" })}, args{alice.eth, "x"}),
	on("personal_ecRecover", args{"0x1234", "0x" + fmt.Sprintf("%0130x", 1)}, args{"0x1234", "0x12"}, args{}, args{"0x1234", "@signature"}),
	on("personal_unlockAccount", args{alice.eth, "x", nil}, args{alice.eth, "x"}, args{alice.eth}, args{nobody, "x", 5}), on("personal_lockAccount", args{alice.eth}, args{nobody}),
	on("personal_importRawKey", args{"zz", ""}, args{"", ""}, args{hexutil.Encode(alice.key.Key)[2:], "x"}, args{}),
	on("personal_unpair", args{"a", "b"}, args{}), on("personal_initializeWallet", args{"a"}, args{}),
)
