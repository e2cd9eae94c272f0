package main

import (
	"encoding/json"
	"fmt"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/query"
	vestingtypes "github.com/cosmos/cosmos-sdk/x/auth/vesting/types"
	erc20types "github.com/cosmos/evm/x/erc20/types"
	feemarkettypes "github.com/cosmos/evm/x/feemarket/types"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
)

const gasCap = 25_000_000

func (c *Chain) askEVM(name string, height int64, request, response proto.Message) {
	c.ask("/cosmos.evm.vm.v1.Query/"+name, height, request, response)
}

// calls asks what a call does, and how much gas it needs.
func (c *Chain) calls(height int64, request *evmtypes.EthCallRequest) {
	c.askEVM("EthCall", height, request, &evmtypes.MsgEthereumTxResponse{})
	c.askEVM("EstimateGas", height, request, &evmtypes.EstimateGasResponse{})
}

// try asks both of arguments in JSON.
func (c *Chain) try(args string) {
	c.calls(0, &evmtypes.EthCallRequest{Args: []byte(args), GasCap: gasCap})
}

// changed asks both with changed accounts.
func (c *Chain) changed(args, overrides string) {
	c.calls(0, &evmtypes.EthCallRequest{Args: []byte(args), GasCap: gasCap, Overrides: []byte(overrides)})
}

func object(members ...any) string {
	all := map[string]any{}
	for i := 0; i < len(members); i += 2 {
		value := members[i+1]
		switch one := value.(type) {
		case []byte:
			value = hexutil.Encode(one)
		case common.Address:
			value = one.Hex()
		case int:
			value = hexutil.EncodeUint64(uint64(one))
		}
		all[members[i].(string)] = value
	}
	return string(must(json.Marshal(all)))
}

// about returns coinbase, number, time, random, limit, id, base fee, gas price, own balance, origin and the first hash of blobs.
func about() []byte {
	code := ""
	for i, one := range []string{"41", "43", "42", "44", "45", "46", "48", "3a", "47", "32", "600049", "6001430340", "4340"} {
		code += fmt.Sprintf("%s61%04x52", one, i*32)
	}
	return common.FromHex(code + "6101a06000f3")
}

// queries are those of the chain's own modules, after each of them has something to tell.
func queries() *Chain {
	c := start(nil)
	header := c.lines[0].(map[string]any)
	header["routes"], header["interfaces"] = routes(), c.interfaces()
	token := c.create(alice, 3_000_000, contractOf("ERC20").with("Gold", "GLD", wei(1_000_000)))
	failing := c.create(alice, 1_000_000, contractOf("Reverter").code)
	emitting := c.create(alice, 3_000_000, contractOf("EventEmitter").code)
	proxy := c.create(alice, 300_000, forwarder)
	block := c.create(alice, 300_000, deployed(about()))
	slots := c.create(alice, 300_000, deployed(common.FromHex("60203560003555")))
	early := c.height
	c.call(alice, token, wei(0), 100_000, method(transferTo, bob.eth, wei(100)))
	c.call(alice, slots, wei(0), 100_000, append(common.LeftPadBytes([]byte{1}, 32), common.LeftPadBytes([]byte{5}, 32)...))
	c.call(alice, proxy, wei(3), 200_000, forward(carol.eth, 0, nil))
	c.call(alice, at(0x800), wei(0), 500_000, method("delegate(address,string,uint256)", alice.eth, oliver.operator(), gwei(1_000_000_000)))
	c.block(c.cosmos(alice, 0, 500_000, &erc20types.MsgRegisterERC20{Signer: alice.address.String(), Erc20Addresses: []string{token.Hex()}}))
	locked := accountOf("locked")
	c.block(c.cosmos(alice, 0, 300_000, vestingtypes.NewMsgCreateVestingAccount(alice.address, locked.address, coins(1000), c.time.Add(time.Hour).Unix(), true)))
	c.call(alice, locked.eth, wei(7), 100_000, nil)
	c.block(c.eth(alice, &ethtypes.SetCodeTx{ChainID: u256(evmChainID), Nonce: c.next(alice), GasTipCap: u256(1_000_000_000), GasFeeCap: u256(10_000_000_000),
		Gas: 300_000, To: carol.eth, Value: u256(0), Data: forward(bob.eth, 0, nil), AuthList: []ethtypes.SetCodeAuthorization{authorize(carol, evmChainID, proxy, c.next(carol))}}))

	c.tell("accounts")
	c.block()
	nobody := accountOf("nobody")
	addresses := []string{
		alice.eth.Hex(), bob.eth.Hex(), carol.eth.Hex(), locked.eth.Hex(), nobody.eth.Hex(), token.Hex(), proxy.Hex(), wrapped, at(0x800).Hex(), at(4).Hex(),
		common.BytesToAddress(c.Accounts.GetModuleAddress("gov")).Hex(), common.Address{}.Hex(), bob.eth.Hex()[2:], "0X" + bob.eth.Hex()[2:],
		"", "0x", "0x12", bob.address.String(), alice.eth.Hex() + "00", "0xg" + alice.eth.Hex()[3:],
	}
	for _, one := range addresses {
		c.askEVM("Account", 0, &evmtypes.QueryAccountRequest{Address: one}, &evmtypes.QueryAccountResponse{})
		c.askEVM("CosmosAccount", 0, &evmtypes.QueryCosmosAccountRequest{Address: one}, &evmtypes.QueryCosmosAccountResponse{})
		c.askEVM("Balance", 0, &evmtypes.QueryBalanceRequest{Address: one}, &evmtypes.QueryBalanceResponse{})
		c.askEVM("Code", 0, &evmtypes.QueryCodeRequest{Address: one}, &evmtypes.QueryCodeResponse{})
		c.askEVM("Storage", 0, &evmtypes.QueryStorageRequest{Address: one, Key: "0x0"}, &evmtypes.QueryStorageResponse{})
	}
	for _, key := range []string{"", "0", "1", "0x1", "0x01", "0x" + common.Hash{31: 1}.Hex()[2:], "0xff" + common.Hash{31: 1}.Hex()[2:], "0x1g", "0x01zz", "one", "0x0100"} {
		c.askEVM("Storage", 0, &evmtypes.QueryStorageRequest{Address: slots.Hex(), Key: key}, &evmtypes.QueryStorageResponse{})
	}
	consensus := func(i int) sdk.ConsAddress { return sdk.ConsAddress(c.keys[i].PubKey().Address()) }
	for _, one := range []string{consensus(0).String(), consensus(1).String(), sdk.ConsAddress(alice.address).String(), alice.address.String(), oliver.operator(), alice.eth.Hex(), "", " ", "cosmosvalcons1"} {
		c.askEVM("ValidatorAccount", 0, &evmtypes.QueryValidatorAccountRequest{ConsAddress: one}, &evmtypes.QueryValidatorAccountResponse{})
	}

	c.tell("heights")
	for _, height := range []int64{1, early, c.height, c.height + 1, -1} {
		c.askEVM("Account", height, &evmtypes.QueryAccountRequest{Address: alice.eth.Hex()}, &evmtypes.QueryAccountResponse{})
		c.askEVM("Code", height, &evmtypes.QueryCodeRequest{Address: token.Hex()}, &evmtypes.QueryCodeResponse{})
		c.calls(height, &evmtypes.EthCallRequest{Args: []byte(object("to", token, "data", method(balanceOf, bob.eth))), GasCap: gasCap})
		c.calls(height, &evmtypes.EthCallRequest{Args: []byte(object("to", block)), GasCap: gasCap})
		c.ask("/cosmos.evm.feemarket.v1.Query/BlockGas", height, &feemarkettypes.QueryBlockGasRequest{}, &feemarkettypes.QueryBlockGasResponse{})
	}

	c.tell("settings")
	c.block()
	settings := func() {
		c.askEVM("Params", 0, &evmtypes.QueryParamsRequest{}, &evmtypes.QueryParamsResponse{})
		c.askEVM("Config", 0, &evmtypes.QueryConfigRequest{}, &evmtypes.QueryConfigResponse{})
		c.askEVM("BaseFee", 0, &evmtypes.QueryBaseFeeRequest{}, &evmtypes.QueryBaseFeeResponse{})
		c.askEVM("GlobalMinGasPrice", 0, &evmtypes.QueryGlobalMinGasPriceRequest{}, &evmtypes.QueryGlobalMinGasPriceResponse{})
		c.ask("/cosmos.evm.feemarket.v1.Query/Params", 0, &feemarkettypes.QueryParamsRequest{}, &feemarkettypes.QueryParamsResponse{})
		c.ask("/cosmos.evm.feemarket.v1.Query/BaseFee", 0, &feemarkettypes.QueryBaseFeeRequest{}, &feemarkettypes.QueryBaseFeeResponse{})
		c.ask("/cosmos.evm.feemarket.v1.Query/BlockGas", 0, &feemarkettypes.QueryBlockGasRequest{}, &feemarkettypes.QueryBlockGasResponse{})
		c.ask("/cosmos.evm.erc20.v1.Query/Params", 0, &erc20types.QueryParamsRequest{}, &erc20types.QueryParamsResponse{})
	}
	settings()
	for _, path := range []string{"/cosmos.evm.vm.v1.Query/Account", "/cosmos.evm.vm.v1.Query/EthCall", "/cosmos.evm.erc20.v1.Query/TokenPair"} {
		c.askBytes(path, 0, []byte{10, 200}, nil)
		c.askBytes(path, 0, nil, nil)
	}
	c.tell("pairs")
	for _, one := range []*query.PageRequest{nil, {Limit: 1}, {Limit: 1, CountTotal: true}, {Offset: 1}, {Reverse: true}, {Key: []byte{255}}, {Key: []byte{1}, Offset: 1}} {
		c.ask("/cosmos.evm.erc20.v1.Query/TokenPairs", 0, &erc20types.QueryTokenPairsRequest{Pagination: one}, &erc20types.QueryTokenPairsResponse{})
	}
	for _, one := range []string{token.Hex(), wrapped, denom, erc20types.CreateDenom(token.Hex()), proxy.Hex(), "uother", "a", "", "0x12", "erc20:0x12"} {
		c.ask("/cosmos.evm.erc20.v1.Query/TokenPair", 0, &erc20types.QueryTokenPairRequest{Token: one}, &erc20types.QueryTokenPairResponse{})
	}

	c.tell("calls")
	c.block()
	c.try(object("to", token, "data", method(balanceOf, bob.eth)))
	c.try(object("to", token, "input", method(balanceOf, bob.eth), "data", []byte{1}))
	c.try(object("from", bob.eth, "to", token, "data", method(transferTo, carol.eth, wei(5))))
	c.try(object("from", carol.eth, "to", token, "data", method(transferTo, bob.eth, wei(5))))
	c.try(object("from", alice.eth, "to", bob.eth, "value", 5))
	c.try(object("from", alice.eth, "to", nobody.eth, "value", 5))
	c.try(object("from", nobody.eth, "to", bob.eth, "value", 5))
	c.try(object("from", nobody.eth, "to", bob.eth))
	c.try(object("from", locked.eth, "to", bob.eth, "value", 8))
	c.try(object("to", bob.eth, "value", 5))
	c.try(object("from", alice.eth, "to", bob.eth, "data", []byte("text")))
	c.try(object("from", alice.eth, "to", bob.eth, "data", make([]byte, 5000)))
	c.try(object("from", alice.eth, "data", forwarder))
	c.try(object("from", alice.eth, "data", forwarder, "value", 1))
	c.try(object("from", alice.eth, "data", []byte{0xfe}))
	c.try(object("from", alice.eth))
	c.try("{}")
	c.try(object("from", alice.eth, "to", failing, "data", method("revertWithReason(string)", "no")))
	c.try(object("from", alice.eth, "to", failing, "data", method("revertWithError(uint256,string)", wei(5), "text")))
	c.try(object("from", alice.eth, "to", failing, "data", method("divideByZero(uint256)", wei(0))))
	c.try(object("from", alice.eth, "to", failing, "data", []byte{1, 2, 3, 4}))
	c.try(object("from", alice.eth, "to", emitting, "data", method("emitMany(uint256)", wei(3))))
	c.try(object("from", alice.eth, "to", proxy, "value", 9, "data", forward(emitting, 0, method("emitPlain(uint256,string)", wei(5), "text"))))
	c.try(object("from", alice.eth, "to", proxy, "value", 9, "data", forward(bob.eth, 1, nil)))
	c.try(object("from", alice.eth, "to", proxy, "value", 9, "data", forward(proxy, 2, forward(bob.eth, 1, nil))))
	c.try(object("from", carol.eth, "to", token, "data", method(balanceOf, bob.eth)))
	c.try(object("from", alice.eth, "to", carol.eth, "data", forward(bob.eth, 0, nil)))
	c.try(object("from", alice.eth, "to", slots, "data", append(common.LeftPadBytes([]byte{1}, 32), make([]byte, 32)...)))
	c.try(object("from", common.BytesToAddress(c.Accounts.GetModuleAddress("gov")), "to", token, "data", method(balanceOf, bob.eth)))
	c.try(object("from", token, "to", bob.eth))

	c.tell("gas and prices")
	c.block()
	asks := method(balanceOf, bob.eth)
	for _, gas := range []int{0, 100, 20_999, 21_000, 21_500, 22_000, 30_000, 60_000, 24_999_999, 30_000_000} {
		c.try(object("to", token, "data", asks, "gas", gas))
		c.try(object("from", alice.eth, "to", bob.eth, "gas", gas))
		c.try(object("from", alice.eth, "to", at(0x804), "gas", gas, "data", method("balances(address)", alice.eth)))
	}
	for _, most := range []uint64{0, 1, 20_999, 21_000, 21_100, 30_000, 100_000} {
		c.calls(0, &evmtypes.EthCallRequest{Args: []byte(object("to", token, "data", asks)), GasCap: most})
		c.calls(0, &evmtypes.EthCallRequest{Args: []byte(object("to", block, "gas", 50_000)), GasCap: most})
	}
	rich := hexutil.EncodeBig(gwei(20))
	for _, args := range []string{
		object("from", alice.eth, "to", block, "gasPrice", "0x5"), object("from", alice.eth, "to", block, "gasPrice", rich), object("to", block, "gasPrice", rich),
		object("from", nobody.eth, "to", block, "gasPrice", rich), object("from", alice.eth, "to", block, "maxFeePerGas", rich, "maxPriorityFeePerGas", "0x7"),
		object("from", alice.eth, "to", block, "maxFeePerGas", "0x5", "maxPriorityFeePerGas", "0x7"), object("from", alice.eth, "to", block, "maxPriorityFeePerGas", rich),
		object("from", alice.eth, "to", block, "maxFeePerGas", rich), object("from", alice.eth, "to", block, "gasPrice", "0x0"),
		object("from", alice.eth, "to", block, "gasPrice", "0x1", "maxFeePerGas", "0x1"), object("from", alice.eth, "to", block, "gasPrice", "0x1", "maxPriorityFeePerGas", "0x1"),
		object("from", alice.eth, "to", block, "chainId", "0x5"), object("from", alice.eth, "to", block, "chainId", hexutil.EncodeUint64(evmChainID)),
		object("from", alice.eth, "to", bob.eth, "value", hexutil.EncodeBig(ether.MulRaw(10_000).BigInt())),
		object("from", alice.eth, "to", bob.eth, "value", hexutil.EncodeBig(ether.MulRaw(10_000).BigInt()), "gasPrice", rich),
		object("from", alice.eth, "to", bob.eth, "value", "0x1", "gasPrice", hexutil.EncodeBig(ether.QuoRaw(100).BigInt())),
		object("from", alice.eth, "to", token, "data", asks, "gasPrice", hexutil.EncodeBig(ether.QuoRaw(40).BigInt())),
		object("from", alice.eth, "to", bob.eth, "value", "0x1", "gasPrice", hexutil.EncodeBig(ether.BigInt())),
		object("from", alice.eth, "to", block, "nonce", "0x500"), object("from", alice.eth, "to", block, "blobVersionedHashes", []any{common.Hash{1, 2}}),
		object("from", alice.eth, "to", slots, "data", make([]byte, 64), "accessList", []any{map[string]any{"address": slots.Hex(), "storageKeys": []any{common.Hash{}}}}),
		object("from", alice.eth, "to", bob.eth, "accessList", []any{map[string]any{"address": slots.Hex(), "storageKeys": []any{}}}),
		object("from", alice.eth, "to", bob.eth, "value", "0x1", "authorizationList", []any{authorize(bob, 0, proxy, c.next(bob))}),
		object("from", alice.eth, "to", bob.eth, "value", "0x1", "data", forward(carol.eth, 0, nil), "authorizationList", []any{authorize(bob, 0, proxy, c.next(bob)), authorize(bob, 5, proxy, c.next(bob))}),
	} {
		c.try(args)
	}
	for _, proposer := range []sdk.ConsAddress{consensus(0), consensus(1), sdk.ConsAddress(alice.address), {1, 2}} {
		c.calls(0, &evmtypes.EthCallRequest{Args: []byte(object("to", block)), GasCap: gasCap, ProposerAddress: proposer})
	}
	c.calls(0, &evmtypes.EthCallRequest{Args: []byte(object("to", block)), GasCap: gasCap, ChainId: 5})

	c.tell("precompiles")
	c.block()
	for _, one := range []struct {
		to   common.Address
		data []byte
	}{
		{at(4), []byte("abc")}, {at(0x100), make([]byte, 160)}, {at(0x400), method("hexToBech32(address,string)", bob.eth, "cosmos")},
		{at(0x800), method("delegate(address,string,uint256)", alice.eth, oliver.operator(), gwei(1))},
		{at(0x800), method("delegation(address,string)", alice.eth, oliver.operator())}, {at(0x800), method("delegation(address,string)", alice.eth, "nobody")},
		{at(0x801), method("withdrawDelegatorRewards(address,string)", alice.eth, oliver.operator())},
		{at(0x804), method("balances(address)", alice.eth)}, {common.HexToAddress(wrapped), method(transferTo, bob.eth, wei(7))},
		{common.HexToAddress(wrapped), method(balanceOf, bob.eth)}, {at(0x803), []byte{1, 2, 3, 4}},
		{proxy, forward(at(0x800), 0, method("delegate(address,string,uint256)", proxy, oliver.operator(), gwei(1)))},
		{proxy, forward(common.HexToAddress(wrapped), 2, method(transferTo, bob.eth, wei(7)))},
	} {
		c.try(object("from", alice.eth, "to", one.to, "data", one.data))
		c.try(object("from", alice.eth, "to", one.to, "data", one.data, "gas", 60_000))
		c.changed(object("from", alice.eth, "to", one.to, "data", one.data), "{}")
	}

	c.tell("changed accounts")
	c.block()
	change := func(args string, address common.Address, members ...any) {
		c.changed(args, fmt.Sprintf(`{"%s":%s}`, address.Hex(), object(members...)))
	}
	ask := object("from", alice.eth, "to", token, "data", asks)
	one, two := common.Hash{31: 1}.Hex(), common.Hash{31: 2}.Hex()
	change(ask, token, "code", about())
	change(ask, token, "code", []byte{})
	change(ask, token, "state", map[string]string{one: two})
	change(ask, token, "state", map[string]string{})
	change(ask, bob.eth, "balance", "0x5")
	change(object("from", nobody.eth, "to", bob.eth, "value", 5), nobody.eth, "balance", "0x5")
	change(object("from", nobody.eth, "to", bob.eth, "value", 5), nobody.eth, "balance", "0x4")
	change(object("from", alice.eth, "data", common.FromHex("3060005260206000f3")), alice.eth, "nonce", "0x7")
	reads := deployed(common.FromHex("60003554" + "60005260206000f3"))[11:]
	read := func(key int64) string {
		return object("from", alice.eth, "to", slots, "data", common.LeftPadBytes(wei(key).Bytes(), 32))
	}
	for _, key := range []int64{1, 2} {
		change(read(key), slots, "code", reads)
		change(read(key), slots, "code", reads, "state", map[string]string{two: one})
		change(read(key), slots, "code", reads, "stateDiff", map[string]string{two: one})
	}
	writes := object("from", alice.eth, "to", slots, "data", append(common.LeftPadBytes([]byte{1}, 32), common.LeftPadBytes([]byte{2}, 32)...))
	change(writes, slots, "state", map[string]string{one: two})
	change(writes, slots, "stateDiff", map[string]string{one: two})
	change(writes, slots, "state", map[string]string{one: two}, "stateDiff", map[string]string{one: two})
	change(writes, slots, "state", map[string]string{"0x1": two})
	change(writes, slots, "state", map[string]string{one: "0x1"})
	change(ask, token, "balance", "0x")
	change(ask, token, "balance", 5.5)
	change(ask, token, "nonce", "1")
	change(ask, token, "code", "0x1")
	change(object("from", alice.eth, "to", at(4), "data", []byte("abc")), at(4), "code", about())
	change(object("from", alice.eth, "to", at(4), "data", []byte("abc")), at(4), "balance", "0x1")
	change(object("from", alice.eth, "to", at(0x999), "data", []byte("abc")), at(4), "movePrecompileToAddress", at(0x999))
	change(object("from", alice.eth, "to", at(4), "data", []byte("abc")), at(4), "movePrecompileToAddress", at(0x999))
	change(object("from", alice.eth, "to", at(0x999), "data", method("balances(address)", alice.eth)), at(0x804), "movePrecompileToAddress", at(0x999))
	change(object("from", alice.eth, "to", at(0x999), "data", method("delegation(address,string)", alice.eth, oliver.operator())), at(0x800), "movePrecompileToAddress", at(0x999))
	change(ask, bob.eth, "movePrecompileToAddress", at(0x999))
	c.changed(ask, fmt.Sprintf(`{"%s":{"movePrecompileToAddress":"%s"}}`, at(4).Hex(), at(4).Hex()))
	for _, bad := range []string{"null", "[]", "1", "{", `{"0x12":{}}`, `{"bob":{}}`, `{"0x12":1}`, fmt.Sprintf(`{"%s":1}`, token.Hex()), fmt.Sprintf(`{"%s":null}`, token.Hex()),
		fmt.Sprintf(`{"%s":{"what":1}}`, token.Hex()), fmt.Sprintf(`{"%s":{"state":1}}`, token.Hex()), fmt.Sprintf(`{"%sx":{}}`, token.Hex()[:41])} {
		c.changed(ask, bad)
	}
	delegates := object("from", nobody.eth, "to", at(0x800), "data", method("delegate(address,string,uint256)", nobody.eth, oliver.operator(), gwei(1)))
	change(delegates, nobody.eth, "balance", hexutil.EncodeBig(gwei(5)))
	change(object("from", alice.eth, "to", proxy, "data", forward(common.HexToAddress(wrapped), 0, method(balanceOf, bob.eth))), proxy, "balance", "0x1")
	change(object("from", alice.eth, "to", common.HexToAddress(wrapped), "data", method(balanceOf, bob.eth)), bob.eth, "balance", "0x1")

	c.tell("malformed arguments")
	c.block()
	for _, bad := range []string{
		"", "null", "[]", "1", "{", `{"from":1}`, `{"from":"0x12"}`, `{"from":"bob"}`, `{"from":""}`, `{"to":"0x1"}`, `{"to":null}`, `{"gas":1}`, `{"gas":"0x"}`, `{"gas":"1"}`, `{"gas":"0x01"}`,
		`{"gas":"0x10000000000000000"}`, `{"gas":"0xg"}`, `{"gas":""}`, `{"value":"0x"}`, `{"value":"-0x1"}`, fmt.Sprintf(`{"value":"0x1%064d"}`, 0), `{"value":5}`, `{"data":"0x1"}`, `{"data":"12"}`, `{"data":"0xgg"}`, `{"data":5}`,
		`{"input":[]}`, `{"chainId":"0x1g"}`, `{"accessList":1}`, `{"accessList":[1]}`, `{"accessList":[{}]}`, `{"accessList":[{"address":"0x12"}]}`, fmt.Sprintf(`{"accessList":[{"address":"%s"}]}`, token.Hex()),
		fmt.Sprintf(`{"accessList":[{"address":"%s","storageKeys":["0x1"]}]}`, token.Hex()), `{"authorizationList":[{}]}`, `{"authorizationList":[{"chainId":"5"}]}`, `{"authorizationList":{}}`,
		`{"gas":"0x","value":"0x"}`, `{"gas":1,"from":"0x12"}`, `{"GAS":"0x5208","What":1}`, `{"from":{"a":1}}`, `{"nonce":"x"}`, `{"blobVersionedHashes":["0x1"]}`, `{"maxFeePerBlobGas":1}`,
	} {
		c.try(bad)
	}
	c.tell("no base fee")
	now := c.FeeMarket.GetParams(c.now())
	now.NoBaseFee = true
	c.govern(&feemarkettypes.MsgUpdateParams{Authority: governance, Params: now})
	settings()
	c.try(object("from", alice.eth, "to", block, "gasPrice", "0x5"))
	c.try(object("from", alice.eth, "to", block, "maxFeePerGas", "0x5"))
	c.try(object("to", block))
	return c
}
