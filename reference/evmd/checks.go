package main

import (
	"math/big"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/cosmos-sdk/client"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	"github.com/ethereum/go-ethereum/common"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
)

// checked is the check of a transaction before it enters the pool, after those of the same block that came before.
func (c *Chain) checked(tx []byte) {
	result := must(c.CheckTx(&abci.RequestCheckTx{Tx: tx, Type: abci.CheckTxType_New}))
	one := Tx{Tx: base(tx), Code: result.Code, Codespace: result.Codespace, Wanted: result.GasWanted, Used: result.GasUsed, Data: base(result.Data), Events: eventsOf(result.Events)}
	if result.Code != 0 {
		one.Log = plain(result.Log)
	}
	block := c.lines[len(c.lines)-1].(Block)
	block.Checks = append(block.Checks, one)
	c.lines[len(c.lines)-1] = block
}

// simulated is what the service of transactions says of one.
func (c *Chain) simulated(tx []byte) {
	c.ask("/cosmos.tx.v1beta1.Service/Simulate", 0, &txtypes.SimulateRequest{TxBytes: tx}, &txtypes.SimulateResponse{})
}

// checks are Ethereum transactions that are checked and simulated, as clients do before they send them.
func checks() *Chain {
	c := start(nil)
	c.RegisterTxService(client.Context{}.WithTxConfig(c.TxConfig).WithInterfaceRegistry(c.InterfaceRegistry).WithCodec(c.Codec))
	id := big.NewInt(evmChainID)
	token := c.create(alice, 3_000_000, contractOf("ERC20").with("Gold", "GLD", wei(1_000_000)))
	failing := c.create(alice, 1_000_000, contractOf("Reverter").code)
	staking := at(0x800)
	stranger := accountOf("stranger")
	other := func(named, a *Account, data ethtypes.TxData, signer ethtypes.Signer) []byte {
		return c.pack(named, must(ethtypes.SignNewTx(must(a.key.ToECDSA()), signer, data)))
	}
	plain := func(more uint64, gas uint64, tip, cap int64, value *big.Int) []byte {
		return c.eth(bob, &ethtypes.DynamicFeeTx{ChainID: id, Nonce: c.next(bob) + more, GasTipCap: gwei(tip), GasFeeCap: gwei(cap), Gas: gas, To: &carol.eth, Value: value})
	}
	// Simulations do not follow each other: then each has the next nonce.
	all := func(step uint64) [][]byte {
		unsigned := ethtypes.NewTx(&ethtypes.DynamicFeeTx{ChainID: id, Nonce: c.next(bob), GasTipCap: gwei(1), GasFeeCap: gwei(10), Gas: 100_000, To: &carol.eth, Value: wei(5)})
		return [][]byte{
			plain(0, 21_000, 1, 10, wei(5)), plain(step, 50_000, 1, 10, wei(5)), plain(9, 21_000, 1, 10, wei(5)), plain(0, 21_000, 1, 10, wei(5)),
			plain(0, 20_000, 1, 10, wei(5)), plain(0, maxGas+1, 1, 10, wei(5)), plain(0, 21_000, 0, 0, wei(5)), plain(0, 21_000, 11, 10, wei(5)),
			plain(0, 21_000, 1, 10, gwei(1_000_000_000_000)), plain(0, 21_000, 1, 10, gwei(2_000_000_000_000)),
			c.eth(bob, &ethtypes.LegacyTx{Nonce: c.next(bob) + 2*step, GasPrice: gwei(2), Gas: 21_000, To: &carol.eth, Value: wei(1)}),
			c.eth(bob, &ethtypes.AccessListTx{ChainID: id, Nonce: c.next(bob) + 3*step, GasPrice: gwei(2), Gas: 60_000, To: &carol.eth, Value: wei(6), AccessList: ethtypes.AccessList{{Address: carol.eth, StorageKeys: []common.Hash{{1}}}}}),
			other(bob, bob, &ethtypes.LegacyTx{Nonce: c.next(bob), GasPrice: gwei(2), Gas: 21_000, To: &carol.eth, Value: wei(1)}, ethtypes.LatestSignerForChainID(big.NewInt(5))),
			other(alice, bob, &ethtypes.LegacyTx{Nonce: c.next(alice), GasPrice: gwei(2), Gas: 21_000, To: &carol.eth, Value: wei(1)}, signer), c.pack(bob, unsigned),
			c.dynamic(alice, 0, &token, wei(0), 100_000, method(transferTo, bob.eth, wei(5))), c.dynamic(alice, step, &token, wei(0), 100_000, method(transferTo, bob.eth, wei(5_000_000))),
			c.dynamic(alice, 2*step, &failing, wei(0), 100_000, method("revertWithReason(string)", "no")), c.dynamic(alice, 3*step, nil, wei(0), 300_000, forwarder),
			c.dynamic(alice, 4*step, &staking, wei(0), 500_000, method("delegate(address,string,uint256)", alice.eth, oliver.operator(), gwei(1))),
			c.dynamic(alice, 5*step, &token, wei(0), 22_000, method(transferTo, bob.eth, wei(5))),
			c.eth(stranger, &ethtypes.DynamicFeeTx{ChainID: id, GasTipCap: gwei(1), GasFeeCap: gwei(10), Gas: 21_000, To: &bob.eth, Value: wei(0)}),
		}
	}
	c.tell("checks")
	c.block()
	for _, tx := range all(1) {
		c.checked(tx)
	}
	c.tell("simulations")
	c.block()
	for _, tx := range all(0) {
		c.simulated(tx)
	}
	c.simulated(nil)
	c.simulated([]byte{1, 2, 3})
	c.tell("checks after a block")
	c.block(plain(0, 21_000, 1, 10, wei(5)))
	c.checked(plain(0, 21_000, 1, 10, wei(5)))
	c.checked(plain(1, 21_000, 1, 10, wei(5)))
	return c
}
