package main

import (
	"encoding/base64"
	"encoding/hex"
	"math/big"

	sdk "github.com/cosmos/cosmos-sdk/types"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
)

// messageIn is the Ethereum transaction in one of the chain.
func (c *Chain) messageIn(tx []byte) *evmtypes.MsgEthereumTx {
	return must(c.TxConfig.TxDecoder()(tx)).GetMsgs()[0].(*evmtypes.MsgEthereumTx)
}

// tracers are configurations that the chain takes, and some that it refuses.
var tracers = []*evmtypes.TraceConfig{
	nil, {}, {EnableMemory: true}, {DisableStack: true}, {DisableStorage: true}, {EnableReturnData: true}, {Limit: 3}, {Limit: -1}, {Timeout: "5s"}, {Timeout: "five"}, {Reexec: 5, Debug: true},
	{Tracer: "callTracer"}, {Tracer: "callTracer", TracerJsonConfig: `{"withLog":true}`}, {Tracer: "callTracer", TracerJsonConfig: `{"onlyTopCall":true}`},
	{Tracer: "callTracer", TracerJsonConfig: `{"onlyTopCall":1}`}, {Tracer: "callTracer", TracerJsonConfig: `{`}, {Tracer: "callTracer", TracerJsonConfig: `null`}, {TracerJsonConfig: `{`},
	{Tracer: "prestateTracer"}, {Tracer: "prestateTracer", TracerJsonConfig: `{"diffMode":true}`}, {Tracer: "prestateTracer", TracerJsonConfig: `{"disableCode":true,"disableStorage":true}`},
	{Tracer: "4byteTracer"}, {Tracer: "flatCallTracer"}, {Tracer: "flatCallTracer", TracerJsonConfig: `{"convertParityErrors":true,"includePrecompiles":true}`}, {Tracer: "noopTracer"},
	{Tracer: "muxTracer", TracerJsonConfig: `{"callTracer":{"withLog":true},"4byteTracer":null}`}, {Tracer: "keccak256PreimageTracer"}, {Tracer: "noTracer"},
	{Tracer: "erc7562Tracer", TracerJsonConfig: `{"withLog":true}`}, {Tracer: "prestateTracer", TracerJsonConfig: `{"includeEmpty":true}`}, {Tracer: "noopTracer", TracerJsonConfig: `{`},
	{Tracer: "muxTracer", TracerJsonConfig: `{"noTracer":null}`}, {Tracer: "muxTracer", TracerJsonConfig: `[1]`},
}

// traced are traces of transactions, blocks and calls, as the JSON-RPC of a node asks for them and otherwise.
func traced() *Chain {
	c := start(nil)
	token := c.create(alice, 3_000_000, contractOf("ERC20").with("Gold", "GLD", wei(1_000_000)))
	failing := c.create(alice, 1_000_000, contractOf("Reverter").code)
	emitting := c.create(alice, 3_000_000, contractOf("EventEmitter").code)
	proxy := c.create(alice, 300_000, forwarder)
	block := c.create(alice, 300_000, deployed(about()))
	c.call(alice, token, wei(0), 100_000, method(transferTo, bob.eth, wei(1000)))

	c.tell("one block")
	staking := at(0x800)
	txs := [][]byte{
		c.dynamic(alice, 0, &token, wei(0), 100_000, method(transferTo, carol.eth, wei(5))),
		c.dynamic(bob, 0, &proxy, wei(9), 300_000, forward(emitting, 0, method("emitPlain(uint256,string)", wei(5), "text"))),
		c.dynamic(carol, 0, &failing, wei(0), 100_000, method("revertWithReason(string)", "no")),
		c.dynamic(alice, 1, &staking, wei(0), 500_000, method("delegate(address,string,uint256)", alice.eth, oliver.operator(), gwei(1_000_000_000))),
		c.dynamic(alice, 2, nil, wei(0), 300_000, forwarder),
		c.eth(bob, &ethtypes.LegacyTx{Nonce: c.next(bob) + 1, GasPrice: gwei(5), Gas: 21_000, To: &alice.eth, Value: wei(7)}),
	}
	before := c.height
	c.block(txs...)
	made := c.lines[len(c.lines)-1].(Block)
	sent := []*evmtypes.MsgEthereumTx{}
	for _, tx := range txs {
		sent = append(sent, c.messageIn(tx))
	}
	hash := hex.EncodeToString(must(base64.StdEncoding.DecodeString(made.Hash)))
	proposer := sdk.ConsAddress(c.keys[0].PubKey().Address())
	tx := func(i int, config *evmtypes.TraceConfig) *evmtypes.QueryTraceTxRequest {
		return &evmtypes.QueryTraceTxRequest{
			Msg: sent[i], Predecessors: sent[:i], TraceConfig: config, BlockNumber: c.height, BlockHash: hash, BlockTime: c.time, ProposerAddress: proposer,
			ChainId: evmChainID, BlockMaxGas: maxGas,
		}
	}
	ofTx := func(height int64, request *evmtypes.QueryTraceTxRequest) {
		c.askEVM("TraceTx", height, request, &evmtypes.QueryTraceTxResponse{})
	}
	for i := range sent {
		for _, config := range []*evmtypes.TraceConfig{nil, {Tracer: "callTracer", TracerJsonConfig: `{"withLog":true}`}, {Tracer: "prestateTracer"}, {Tracer: "prestateTracer", TracerJsonConfig: `{"diffMode":true}`}, {Tracer: "flatCallTracer"}} {
			ofTx(before, tx(i, config))
		}
	}
	for _, config := range tracers {
		ofTx(before, tx(1, config))
	}
	otherwise := func(change func(*evmtypes.QueryTraceTxRequest)) {
		request := tx(1, &evmtypes.TraceConfig{Tracer: "callTracer"})
		change(request)
		ofTx(before, request)
	}
	ofTx(0, tx(1, &evmtypes.TraceConfig{Tracer: "callTracer"}))
	ofTx(before, &evmtypes.QueryTraceTxRequest{})
	otherwise(func(r *evmtypes.QueryTraceTxRequest) { r.BlockNumber += 5 })
	otherwise(func(r *evmtypes.QueryTraceTxRequest) { r.BlockNumber = 0 })
	otherwise(func(r *evmtypes.QueryTraceTxRequest) { r.BlockNumber = -1 })
	otherwise(func(r *evmtypes.QueryTraceTxRequest) { r.ProposerAddress = nil })
	otherwise(func(r *evmtypes.QueryTraceTxRequest) { r.ProposerAddress = sdk.ConsAddress(alice.address) })
	otherwise(func(r *evmtypes.QueryTraceTxRequest) { r.BlockHash = "0x12" })
	otherwise(func(r *evmtypes.QueryTraceTxRequest) { r.Predecessors = nil })
	otherwise(func(r *evmtypes.QueryTraceTxRequest) { r.Msg.From = nil })
	otherwise(func(r *evmtypes.QueryTraceTxRequest) {
		r.Msg = c.messageIn(c.dynamic(alice, 0, &token, wei(0), 20_000, nil))
	})
	otherwise(func(r *evmtypes.QueryTraceTxRequest) {
		r.Msg = c.messageIn(c.dynamic(alice, 0, &token, gwei(1_000_000_000_000_000_000), 100_000, nil))
	})
	otherwise(func(r *evmtypes.QueryTraceTxRequest) {
		r.Msg = c.messageIn(c.eth(alice, &ethtypes.DynamicFeeTx{ChainID: big.NewInt(evmChainID), Gas: 200_000, GasTipCap: gwei(1), GasFeeCap: gwei(100), To: &block, Value: wei(0)}))
		r.TraceConfig = nil
	})
	otherwise(func(r *evmtypes.QueryTraceTxRequest) {
		r.Msg = c.messageIn(c.eth(alice, &ethtypes.DynamicFeeTx{ChainID: big.NewInt(evmChainID), Gas: 200_000, GasTipCap: wei(0), GasFeeCap: wei(0), To: &block, Value: wei(0)}))
	})
	otherwise(func(r *evmtypes.QueryTraceTxRequest) { r.Msg = &evmtypes.MsgEthereumTx{} })
	otherwise(func(r *evmtypes.QueryTraceTxRequest) { r.Predecessors = []*evmtypes.MsgEthereumTx{{}} })
	for _, most := range []int64{20_000_000, 0, -1} {
		otherwise(func(r *evmtypes.QueryTraceTxRequest) {
			r.Msg = c.messageIn(c.eth(alice, &ethtypes.DynamicFeeTx{ChainID: big.NewInt(evmChainID), Gas: 200_000, GasTipCap: gwei(1), GasFeeCap: gwei(100), To: &block, Value: wei(0)}))
			r.BlockMaxGas = most
		})
	}
	otherwise(func(r *evmtypes.QueryTraceTxRequest) {
		r.Msg = c.messageIn(c.dynamic(alice, 0, &token, wei(0), 20_000, nil))
		r.TraceConfig.Tracer, r.TraceConfig.TracerJsonConfig = "muxTracer", `{"4byteTracer":null,"callTracer":null}`
	})
	otherwise(func(r *evmtypes.QueryTraceTxRequest) {
		r.Msg = c.messageIn(c.dynamic(alice, 0, &token, wei(0), 20_000, nil))
		r.TraceConfig.Tracer = "prestateTracer"
	})

	c.tell("blocks")
	after := c.height
	c.block()
	ofBlock := func(height int64, config *evmtypes.TraceConfig, number int64, txs ...*evmtypes.MsgEthereumTx) {
		c.askEVM("TraceBlock", height, &evmtypes.QueryTraceBlockRequest{
			Txs: txs, TraceConfig: config, BlockNumber: number, BlockHash: hash, BlockTime: c.time, ProposerAddress: proposer, ChainId: evmChainID, BlockMaxGas: maxGas,
		}, &evmtypes.QueryTraceBlockResponse{})
	}
	for _, config := range tracers {
		ofBlock(before, config, after, sent...)
	}
	ofBlock(before, nil, after)
	ofBlock(before, &evmtypes.TraceConfig{Tracer: "callTracer"}, after+50, sent[0])
	ofBlock(before, &evmtypes.TraceConfig{Tracer: "callTracer"}, 0, sent[0])
	ofBlock(before, &evmtypes.TraceConfig{Tracer: "callTracer"}, after, sent[3], sent[0], sent[0], c.messageIn(c.dynamic(alice, 0, &token, wei(0), 20_000, nil)), sent[1])
	ofBlock(0, &evmtypes.TraceConfig{Tracer: "callTracer"}, after, sent[0])

	c.tell("calls")
	c.block()
	ofCall := func(args string, config *evmtypes.TraceConfig, change func(*evmtypes.QueryTraceCallRequest)) {
		request := &evmtypes.QueryTraceCallRequest{
			Args: []byte(args), GasCap: gasCap, TraceConfig: config, BlockNumber: c.height + 1, BlockHash: hash, BlockTime: c.time, ProposerAddress: proposer, ChainId: evmChainID,
		}
		if change != nil {
			change(request)
		}
		c.askEVM("TraceCall", 0, request, &evmtypes.QueryTraceCallResponse{})
	}
	args := object("from", bob.eth, "to", proxy, "value", 9, "data", forward(emitting, 0, method("emitPlain(uint256,string)", wei(5), "text")))
	for _, config := range tracers {
		ofCall(args, config, nil)
	}
	calls := &evmtypes.TraceConfig{Tracer: "callTracer"}
	for _, one := range []string{
		"", "{", "null", "{}", `{"from":1}`, object("to", token, "data", method(balanceOf, bob.eth)), object("from", alice.eth, "to", failing, "data", method("revertWithReason(string)", "no")),
		object("from", alice.eth, "data", forwarder), object("to", block), object("to", block, "gas", 20_000), object("to", block, "gasPrice", "0x5"), object("from", alice.eth, "to", block, "maxFeePerGas", "0x174876e800"),
		object("from", alice.eth, "to", block, "maxFeePerGas", "0x174876e800", "gasPrice", "0x1"), object("to", bob.eth, "value", 5), object("from", alice.eth, "to", bob.eth, "nonce", 7),
		object("from", alice.eth, "to", staking, "data", method("delegate(address,string,uint256)", alice.eth, oliver.operator(), gwei(1))),
		object("from", alice.eth, "to", bob.eth, "chainId", 5), object("from", carol.eth, "to", token, "data", method(transferTo, bob.eth, wei(500))),
	} {
		ofCall(one, calls, nil)
		ofCall(one, nil, nil)
	}
	ofCall(args, calls, func(r *evmtypes.QueryTraceCallRequest) { r.Args = nil })
	ofCall(object("from", alice.eth, "to", bob.eth), calls, func(r *evmtypes.QueryTraceCallRequest) { r.GasCap = 0 })
	ofCall(args, calls, func(r *evmtypes.QueryTraceCallRequest) { r.GasCap = 30_000 })
	ofCall(args, calls, func(r *evmtypes.QueryTraceCallRequest) { r.BlockNumber += 1 })
	ofCall(args, calls, func(r *evmtypes.QueryTraceCallRequest) { r.BlockNumber = 0 })
	ofCall(args, calls, func(r *evmtypes.QueryTraceCallRequest) { r.ProposerAddress = nil })
	ofCall(args, calls, func(r *evmtypes.QueryTraceCallRequest) { r.ProposerAddress = sdk.ConsAddress(alice.address) })
	ofCall(object("to", block), nil, func(r *evmtypes.QueryTraceCallRequest) { r.BlockNumber = 2 })
	return c
}
