package main

import (
	"fmt"
	"math/big"

	sdkmath "cosmossdk.io/math"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/ethereum/go-ethereum/common"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
)

// signed is a transaction of a key of any kind.
func (c *Chain) signed(key cryptotypes.PrivKey, address sdk.AccAddress, msgs ...sdk.Msg) []byte {
	account := c.Accounts.GetAccount(c.now(), address)
	fee := sdk.NewCoins(sdk.NewCoin(denom, sdkmath.NewInt(400_000_000_000_000)))
	tx, err := sims.GenSignedMockTx(c.rand, c.TxConfig, msgs, fee, 200_000, chainID, []uint64{account.GetAccountNumber()}, []uint64{account.GetSequence()}, key)
	check(err)
	return must(c.TxConfig.TxEncoder()(tx))
}

// forwarder counts its calls in its first slot, then calls the address in the first word with what follows the second, and hands on what came.
// The second word is 1 to fail in any case, 2 to succeed in any case.
var forwarder = deployed(common.FromHex("600054600101600055" + // the count
	"6040360380604060003760006000826000346000355af1" + // the call
	"3d600060003e" + // what it answered
	"15602035600214151660203560011417603d573d6000f35b3d6000fd"))

// deployed is code that leaves other code.
func deployed(code []byte) []byte {
	return append(append([]byte{0x60, byte(len(code)), 0x80, 0x60, 0x0b, 0x60, 0x00, 0x39, 0x60, 0x00, 0xf3}, code...), 0)
}

func forward(to common.Address, how int64, input []byte) []byte {
	head := append(common.LeftPadBytes(to.Bytes(), 32), common.LeftPadBytes(big.NewInt(how).Bytes(), 32)...)
	return append(head, input...)
}

// ethereum has a transaction of each type, and each way of failing.
func ethereum() *Chain {
	c := start(nil)
	id := big.NewInt(evmChainID)
	c.tell("transfers of each type")
	c.block(c.eth(alice, &ethtypes.LegacyTx{Nonce: 0, GasPrice: gwei(2), Gas: 21_000, To: &bob.eth, Value: wei(5)}))
	c.block(c.eth(alice, &ethtypes.AccessListTx{ChainID: id, Nonce: 1, GasPrice: gwei(2), Gas: 60_000, To: &bob.eth, Value: wei(6),
		AccessList: ethtypes.AccessList{{Address: bob.eth, StorageKeys: []common.Hash{{1}}}}}))
	c.call(alice, bob.eth, wei(7), 21_000, nil)
	c.call(alice, bob.eth, wei(8), 50_000, nil)
	c.call(alice, bob.eth, wei(9), 50_000, []byte{0, 1, 2})
	c.tell("to a new account")
	fresh := accountOf("fresh")
	c.call(alice, fresh.eth, gwei(1_000_000_000), 100_000, nil)
	c.call(fresh, alice.eth, wei(1), 21_000, nil)
	c.call(alice, accountOf("empty").eth, wei(0), 21_000, nil)

	c.tell("creations")
	reverter, emitter := contractOf("Reverter"), contractOf("EventEmitter")
	failing := c.create(alice, 1_000_000, reverter.code)
	emitting := c.create(alice, 3_000_000, emitter.code)
	proxy := c.create(alice, 300_000, forwarder)
	c.block(c.dynamic(alice, 0, nil, wei(3), 200_000, common.FromHex("60006000fd")))
	c.block(c.dynamic(alice, 0, nil, wei(0), 100_000, append([]byte{0x60, 0x05, 0x60, 0x00, 0xf3}, make([]byte, 100)...)))
	c.block(c.dynamic(alice, 0, nil, wei(0), 60_000, forwarder))
	c.block(c.dynamic(alice, 0, nil, wei(0), 1_000_000, common.FromHex("60ef60005360016000f3")))

	c.tell("failing calls")
	for _, name := range sortedMethods(reverter) {
		if one := reverter.abi.Methods[name]; len(one.Inputs) == 0 {
			c.call(bob, failing, wei(0), 100_000, one.ID)
		}
	}
	for _, input := range [][]byte{
		method("revertWithReason(string)", "no"), method("revertWithError(uint256,string)", wei(5), "text"),
		method("divideByZero(uint256)", wei(0)), method("catchInner(uint256)", wei(1)),
	} {
		c.call(bob, failing, wei(0), 100_000, input)
	}
	c.call(bob, failing, wei(1), 100_000, nil)
	c.call(bob, failing, wei(0), 100_000, []byte{1, 2, 3, 4})
	c.tell("logs")
	for _, name := range sortedMethods(emitter) {
		if one := emitter.abi.Methods[name]; len(one.Inputs) == 0 {
			c.call(bob, emitting, wei(0), 200_000, one.ID)
			c.call(bob, proxy, wei(0), 200_000, forward(emitting, 0, one.ID))
			c.call(bob, proxy, wei(0), 200_000, forward(emitting, 1, one.ID))
		}
	}
	for _, input := range [][]byte{
		method("emitPlain(uint256,string)", wei(5), "text"), method("emitMany(uint256)", wei(3)),
		method("emitAllTopics(uint256,uint256,uint256,uint256)", wei(1), wei(2), wei(3), wei(4)), method("emitAnonymous(uint256)", wei(6)),
	} {
		c.call(bob, emitting, wei(0), 200_000, input)
	}
	c.tell("calls of calls")
	c.call(bob, proxy, wei(11), 100_000, forward(carol.eth, 0, nil))
	c.call(bob, proxy, wei(12), 100_000, forward(carol.eth, 1, nil))
	c.call(bob, proxy, wei(0), 200_000, forward(proxy, 0, forward(carol.eth, 1, nil)))
	c.call(bob, proxy, wei(13), 200_000, forward(proxy, 2, forward(carol.eth, 1, nil)))
	c.call(bob, proxy, wei(14), 200_000, forward(proxy, 0, forward(proxy, 0, forward(carol.eth, 0, nil))))

	c.tell("out of gas")
	c.call(bob, proxy, wei(0), 30_000, forward(proxy, 0, nil))
	c.call(bob, proxy, wei(0), 44_000, forward(proxy, 2, forward(proxy, 0, nil)))

	c.tell("refused before execution")
	refused := func(data *ethtypes.DynamicFeeTx) {
		data.ChainID = id
		if data.GasFeeCap == nil {
			data.GasFeeCap, data.GasTipCap = gwei(10), gwei(1)
		}
		if data.To == nil && data.Data == nil {
			data.To = &carol.eth
		}
		c.block(c.eth(bob, data))
	}
	next := c.next(bob)
	refused(&ethtypes.DynamicFeeTx{Nonce: next + 1, Gas: 21_000})
	refused(&ethtypes.DynamicFeeTx{Nonce: next - 1, Gas: 21_000})
	refused(&ethtypes.DynamicFeeTx{Nonce: next, Gas: 20_999})
	refused(&ethtypes.DynamicFeeTx{Nonce: next, Gas: maxGas + 1})
	refused(&ethtypes.DynamicFeeTx{Nonce: next, Gas: 21_000, GasFeeCap: wei(1), GasTipCap: wei(1)})
	refused(&ethtypes.DynamicFeeTx{Nonce: next, Gas: 21_000, GasFeeCap: gwei(1), GasTipCap: gwei(2)})
	refused(&ethtypes.DynamicFeeTx{Nonce: next, Gas: 21_000, Value: new(big.Int).Lsh(wei(1), 80)})
	refused(&ethtypes.DynamicFeeTx{Nonce: next, Gas: 9_000_000, Data: make([]byte, 50_000)})
	c.block(c.eth(accountOf("nobody"), &ethtypes.DynamicFeeTx{ChainID: id, GasFeeCap: gwei(10), GasTipCap: gwei(1), Gas: 21_000, To: &bob.eth}))
	other := ethtypes.LatestSignerForChainID(big.NewInt(5))
	c.block(c.pack(bob, must(ethtypes.SignNewTx(must(bob.key.ToECDSA()), other, &ethtypes.DynamicFeeTx{ChainID: wei(5), Nonce: next, GasFeeCap: gwei(10), Gas: 21_000, To: &carol.eth}))))
	c.block(c.pack(bob, must(ethtypes.SignNewTx(must(bob.key.ToECDSA()), ethtypes.HomesteadSigner{}, &ethtypes.LegacyTx{Nonce: next, GasPrice: gwei(10), Gas: 21_000, To: &carol.eth}))))
	c.block(c.pack(alice, must(ethtypes.SignNewTx(must(bob.key.ToECDSA()), signer, &ethtypes.DynamicFeeTx{ChainID: id, Nonce: next, GasFeeCap: gwei(10), Gas: 21_000, To: &carol.eth}))))
	c.block([]byte{1, 2, 3})

	c.tell("to addresses of modules and precompiles")
	c.call(alice, common.BytesToAddress(c.Accounts.GetModuleAddress("gov")), wei(1), 100_000, nil)
	c.call(alice, common.HexToAddress("0x0000000000000000000000000000000000000800"), wei(1), 100_000, nil)
	c.call(alice, common.HexToAddress("0x0000000000000000000000000000000000000004"), wei(0), 100_000, []byte("abc"))
	c.call(alice, common.HexToAddress("0x0000000000000000000000000000000000000004"), wei(1), 100_000, []byte("abc"))

	c.tell("accounts with code")
	setCode := func(nonce uint64, list ...ethtypes.SetCodeAuthorization) []byte {
		return c.eth(alice, &ethtypes.SetCodeTx{ChainID: u256(evmChainID), Nonce: nonce, GasTipCap: u256(1_000_000_000), GasFeeCap: u256(10_000_000_000),
			Gas: 300_000, To: carol.eth, Value: u256(0), Data: forward(bob.eth, 0, nil), AuthList: list})
	}
	c.block(setCode(c.next(alice), authorize(carol, evmChainID, proxy, c.next(carol))))
	c.call(bob, carol.eth, wei(15), 200_000, forward(alice.eth, 0, nil))
	c.block(setCode(c.next(alice), authorize(carol, 0, common.Address{}, c.next(carol)), authorize(bob, 5, proxy, c.next(bob)), authorize(bob, 0, proxy, 999)))
	c.call(bob, carol.eth, wei(16), 200_000, forward(alice.eth, 0, nil))

	c.tell("several in a block")
	c.block(
		c.dynamic(alice, 0, &proxy, wei(0), 200_000, forward(emitting, 0, method("emitNothing()"))),
		c.dynamic(bob, 0, &failing, wei(0), 100_000, nil), c.dynamic(alice, 1, nil, wei(0), 300_000, forwarder),
		c.dynamic(carol, 0, &bob.eth, wei(17), 21_000, nil), c.dynamic(alice, 3, &bob.eth, wei(18), 21_000, nil),
	)
	c.tell("self-destruction")
	// Sends what it has to its caller.
	ending := c.create(alice, 300_000, deployed(common.FromHex("33ff")))
	c.call(bob, ending, wei(21), 100_000, nil)
	// A creation that ends itself, with and without money.
	c.block(c.dynamic(alice, 0, nil, wei(0), 300_000, common.FromHex("33ff")))
	c.block(c.dynamic(alice, 0, nil, wei(22), 300_000, common.FromHex("33ff")))
	c.tell("storage is cleared")
	// Writes the second word of its input to the slot in the first.
	slots := c.create(alice, 300_000, deployed(common.FromHex("60203560003555")))
	word := func(key, value int64) []byte {
		return append(common.LeftPadBytes(wei(key).Bytes(), 32), common.LeftPadBytes(wei(value).Bytes(), 32)...)
	}
	for _, one := range [][2]int64{{1, 5}, {1, 5}, {1, 6}, {2, 0}, {1, 0}, {1, 7}} {
		c.call(bob, slots, wei(0), 50_000, word(one[0], one[1]))
	}
	c.tell("the factory of deployments")
	factory := common.HexToAddress("0x4e59b44847b379578588920ca78fbf26c0b4956c")
	c.call(alice, factory, wei(0), 500_000, append(make([]byte, 32), forwarder...))
	c.call(alice, factory, wei(0), 500_000, append(make([]byte, 32), forwarder...))
	c.tell("hashes of blocks")
	// Answers and logs the hash of the block whose number is its input.
	hashes := c.create(alice, 300_000, deployed(common.FromHex("6000354060005260206000a060206000f3")))
	for _, back := range []int64{0, 1, 2, 10, 300} {
		c.call(alice, hashes, wei(0), 60_000, common.LeftPadBytes(wei(max(0, c.height+1-back)).Bytes(), 32))
	}
	c.tell("what a block is to a contract")
	// Logs coinbase, number, time, random, limit, id, base fee, gas price and own balance.
	about := ""
	for i, one := range []string{"41", "43", "42", "44", "45", "46", "48", "3a", "47"} {
		about += fmt.Sprintf("%s61%04x52", one, i*32)
	}
	block := c.create(alice, 300_000, deployed(common.FromHex(about+"6101206000a000")))
	c.call(alice, block, wei(23), 100_000, nil)
	// There is no blob fee, and no value for it: the chain recovers from a panic.
	c.call(alice, c.create(alice, 300_000, deployed(common.FromHex("4a00"))), wei(0), 100_000, nil)
	return c
}
