package main

import (
	"fmt"
	"strings"

	sdkmath "cosmossdk.io/math"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	erc20types "github.com/cosmos/evm/x/erc20/types"
	feemarkettypes "github.com/cosmos/evm/x/feemarket/types"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/ethereum/go-ethereum/common"
)

// changed params of the EVM, by governance.
func (c *Chain) params(change func(*evmtypes.Params)) {
	now := c.EVM.GetParams(c.now())
	change(&now)
	c.govern(&evmtypes.MsgUpdateParams{Authority: governance, Params: now})
}

// settings are messages that governance alone may send, of the chain's own modules.
func settings() *Chain {
	c := start(nil)
	proxy := c.create(alice, 300_000, forwarder)
	factory := c.create(alice, 300_000, deployed(common.FromHex("60006000600060f060005260016000f0")))
	token := c.create(alice, 3_000_000, contractOf("ERC20").with("Gold", "GLD", wei(1_000_000)))
	c.tell("another authority")
	evm, market := c.EVM.GetParams(c.now()), c.FeeMarket.GetParams(c.now())
	for _, authority := range []string{alice.address.String(), bob.address.String()} {
		for _, msg := range []sdk.Msg{
			&evmtypes.MsgUpdateParams{Authority: authority, Params: evm}, &evmtypes.MsgRegisterPreinstalls{Authority: authority},
			&feemarkettypes.MsgUpdateParams{Authority: authority, Params: market}, &erc20types.MsgUpdateParams{Authority: authority},
			&erc20types.MsgToggleConversion{Authority: authority, Token: wrapped},
		} {
			if authority == alice.address.String() {
				c.block(c.cosmos(alice, 0, 300_000, msg))
			} else {
				c.govern(msg)
			}
		}
	}
	c.tell("invalid params of the EVM")
	for _, change := range []func(*evmtypes.Params){
		func(p *evmtypes.Params) { p.ExtraEIPs = []int64{5} }, func(p *evmtypes.Params) { p.ExtraEIPs = []int64{3855, 3855} },
		func(p *evmtypes.Params) { p.ExtraEIPs = []int64{-1} },
		func(p *evmtypes.Params) { p.ActiveStaticPrecompiles = []string{at(0x800).Hex(), at(0x400).Hex()} },
		func(p *evmtypes.Params) { p.ActiveStaticPrecompiles = []string{at(0x800).Hex(), at(0x800).Hex()} },
		func(p *evmtypes.Params) { p.ActiveStaticPrecompiles = []string{"0x12"} },
		func(p *evmtypes.Params) { p.AccessControl.Call.AccessType = 7 }, func(p *evmtypes.Params) { p.AccessControl.Create.AccessType = -1 },
		func(p *evmtypes.Params) { p.AccessControl.Create.AccessControlList = []string{alice.address.String()} },
		func(p *evmtypes.Params) { p.EVMChannels = []string{"a"} }, func(p *evmtypes.Params) { p.EVMChannels = []string{"channel-0", ""} },
		func(p *evmtypes.Params) { p.EVMChannels = []string{"channel/0"} }, func(p *evmtypes.Params) { p.EVMChannels = []string{"channel 00"} },
	} {
		c.params(change)
	}
	c.tell("who may call and create")
	attempt := func() {
		for _, who := range []*Account{alice, bob} {
			c.call(who, bob.eth, wei(1), 100_000, nil)
			c.call(who, proxy, wei(1), 200_000, forward(carol.eth, 0, nil))
			c.call(who, proxy, wei(0), 300_000, forward(proxy, 2, forward(carol.eth, 0, nil)))
			c.call(who, factory, wei(0), 300_000, nil)
			c.block(c.dynamic(who, 0, nil, wei(0), 300_000, forwarder))
		}
		c.block(c.cosmos(alice, 0, 1_000_000, &erc20types.MsgRegisterERC20{Signer: alice.address.String(), Erc20Addresses: []string{token.Hex()}}))
	}
	access := func(create, call evmtypes.AccessControlType) {
		c.params(func(p *evmtypes.Params) { p.AccessControl = evmtypes.AccessControl{Create: create, Call: call} })
		attempt()
	}
	kind := func(kind evmtypes.AccessType, list ...string) evmtypes.AccessControlType {
		return evmtypes.AccessControlType{AccessType: kind, AccessControlList: list}
	}
	open := kind(evmtypes.AccessTypePermissionless)
	access(kind(evmtypes.AccessTypeRestricted), open)
	access(open, kind(evmtypes.AccessTypeRestricted))
	access(kind(evmtypes.AccessTypePermissioned, alice.eth.Hex()), kind(evmtypes.AccessTypePermissioned, alice.eth.Hex()))
	access(kind(evmtypes.AccessTypePermissioned, factory.Hex()), kind(evmtypes.AccessTypePermissioned, proxy.Hex()))
	access(kind(evmtypes.AccessTypePermissionless, alice.eth.Hex()[2:]), kind(evmtypes.AccessTypePermissionless, proxy.Hex()))
	access(kind(evmtypes.AccessTypePermissionless, factory.Hex()), open)
	access(open, open)
	c.tell("precompiles are switched off")
	c.params(func(p *evmtypes.Params) { p.ActiveStaticPrecompiles = []string{at(0x400).Hex(), at(0x800).Hex()} })
	for _, one := range []int64{0x100, 0x400, 0x800, 0x804} {
		c.call(alice, at(one), wei(0), 100_000, method("totalSupply()"))
	}
	c.tell("other params of the EVM")
	c.params(func(p *evmtypes.Params) { p.HistoryServeWindow, p.EVMChannels = 3, []string{"channel-0"} })
	hashes := c.create(alice, 300_000, deployed(common.FromHex("6000354060005260206000a060206000f3")))
	for _, back := range []int64{1, 2, 3, 4} {
		c.call(alice, hashes, wei(0), 60_000, common.LeftPadBytes(wei(c.height+1-back).Bytes(), 32))
	}
	c.params(func(p *evmtypes.Params) { p.ExtendedDenomOptions, p.HistoryServeWindow = nil, 0 })
	c.call(alice, bob.eth, wei(1), 100_000, nil)

	c.tell("contracts that nobody created")
	install := func(all ...evmtypes.Preinstall) {
		c.govern(&evmtypes.MsgRegisterPreinstalls{Authority: governance, Preinstalls: all})
	}
	code := func(n int64) string {
		return common.Bytes2Hex(append([]byte{0x60, byte(n), 0x60, 0x00, 0x52}, common.FromHex("60206000f3")...))
	}
	install(evmtypes.Preinstall{Name: "one", Address: at(0x5001).Hex(), Code: "0x" + code(1)}, evmtypes.Preinstall{Address: at(0x5002).Hex()[2:], Code: code(2)})
	c.call(alice, at(0x5001), wei(0), 100_000, nil)
	c.call(alice, at(0x5002), wei(1), 100_000, nil)
	for _, one := range []evmtypes.Preinstall{
		{Address: at(0x5001).Hex(), Code: code(1)}, {Address: at(0x5001).Hex(), Code: code(3)}, {Address: alice.eth.Hex(), Code: code(1)},
		{Address: at(0x5003).Hex()}, {Address: at(0x5003).Hex(), Code: "0x"}, {Address: at(0x5003).Hex(), Code: "what"}, {Address: "0x5004", Code: "0x1" + code(1)},
		{Address: "", Code: code(1) + "z"}, {Address: at(0x5005).Hex() + "00", Code: code(4)},
	} {
		install(one)
	}
	install(evmtypes.Preinstall{Address: at(0x5006).Hex(), Code: code(1)}, evmtypes.Preinstall{Address: at(0x5006).Hex(), Code: code(1)})
	install()

	c.tell("params of tokens")
	register := func(signer string) sdk.Msg {
		return &erc20types.MsgRegisterERC20{Signer: signer, Erc20Addresses: []string{hashes.Hex()}}
	}
	for _, params := range []erc20types.Params{{EnableErc20: true}, {PermissionlessRegistration: true}, {EnableErc20: true, PermissionlessRegistration: true}} {
		c.govern(&erc20types.MsgUpdateParams{Authority: governance, Params: params})
		c.block(c.cosmos(alice, 0, 1_000_000, register(alice.address.String())))
		c.govern(register(governance))
		c.govern(&erc20types.MsgToggleConversion{Authority: governance, Token: wrapped})
		c.govern(&erc20types.MsgToggleConversion{Authority: governance, Token: "uother"})
		c.block(c.cosmos(alice, 0, 500_000, &erc20types.MsgConvertERC20{ContractAddress: token.Hex(), Amount: sdkmath.NewInt(5), Receiver: bob.address.String(), Sender: alice.eth.Hex()}))
		c.block(c.cosmos(alice, 0, 500_000, &erc20types.MsgConvertCoin{Coin: sdkCoin(denom, 5), Receiver: bob.eth.Hex(), Sender: alice.address.String()}))
	}
	c.tell("malformed messages of tokens")
	for _, msg := range []sdk.Msg{
		&erc20types.MsgConvertERC20{ContractAddress: "0x12", Amount: sdkmath.NewInt(5), Receiver: bob.address.String(), Sender: alice.eth.Hex()},
		&erc20types.MsgConvertERC20{ContractAddress: token.Hex(), Amount: sdkmath.NewInt(0), Receiver: bob.address.String(), Sender: alice.eth.Hex()},
		&erc20types.MsgConvertERC20{ContractAddress: token.Hex(), Amount: sdkmath.NewInt(5), Receiver: "bob", Sender: alice.eth.Hex()},
		&erc20types.MsgConvertERC20{ContractAddress: token.Hex(), Amount: sdkmath.NewInt(5), Receiver: "", Sender: alice.eth.Hex()},
		&erc20types.MsgConvertCoin{Coin: sdkCoin(denom, 5), Receiver: "0x12", Sender: alice.address.String()},
		&erc20types.MsgConvertCoin{Coin: sdkCoin(denom, 0), Receiver: bob.eth.Hex(), Sender: alice.address.String()},
		&erc20types.MsgConvertCoin{Coin: sdk.Coin{Denom: "", Amount: sdkmath.NewInt(1)}, Receiver: bob.eth.Hex(), Sender: alice.address.String()},
		&erc20types.MsgRegisterERC20{Signer: alice.address.String(), Erc20Addresses: []string{"0x12"}},
		&erc20types.MsgRegisterERC20{Signer: alice.address.String()},
		&erc20types.MsgRegisterERC20{Signer: alice.address.String(), Erc20Addresses: []string{hashes.Hex(), token.Hex()}},
	} {
		c.block(c.cosmos(alice, 0, 500_000, msg))
	}
	c.tell("invalid params of fees")
	for _, change := range []func(*feemarkettypes.Params){
		func(p *feemarkettypes.Params) { p.BaseFeeChangeDenominator = 0 }, func(p *feemarkettypes.Params) { p.ElasticityMultiplier = 0 },
		func(p *feemarkettypes.Params) { p.EnableHeight = -1 }, func(p *feemarkettypes.Params) { p.BaseFee = sdkmath.LegacyNewDec(-1) },
		func(p *feemarkettypes.Params) { p.MinGasMultiplier = sdkmath.LegacyNewDec(2) }, func(p *feemarkettypes.Params) { p.MinGasMultiplier = sdkmath.LegacyNewDec(-1) },
		func(p *feemarkettypes.Params) { p.MinGasPrice = sdkmath.LegacyNewDec(-1) },
	} {
		now := c.FeeMarket.GetParams(c.now())
		change(&now)
		c.govern(&feemarkettypes.MsgUpdateParams{Authority: governance, Params: now})
	}
	c.tell("several messages, of which one fails")
	evm = c.EVM.GetParams(c.now())
	evm.HistoryServeWindow = 9
	c.govern(&evmtypes.MsgUpdateParams{Authority: governance, Params: evm}, &evmtypes.MsgRegisterPreinstalls{Authority: governance, Preinstalls: []evmtypes.Preinstall{{Address: alice.eth.Hex(), Code: code(1)}}})
	c.govern(&evmtypes.MsgUpdateParams{Authority: governance, Params: evm}, &evmtypes.MsgRegisterPreinstalls{Authority: governance, Preinstalls: []evmtypes.Preinstall{{Address: at(0x5007).Hex(), Code: code(1)}}})
	c.tell("proposals in calls")
	propose := func(messages string) {
		text := fmt.Sprintf(`{"messages":%s,"metadata":"m","title":"t","summary":"s","expedited":false}`, messages)
		c.call(alice, at(0x805), wei(0), 900_000, method("submitProposal(address,bytes,"+amounts+")", alice.eth, []byte(text), []amount{{denom, wei(1000)}}))
	}
	packed := func(msgs ...proto.Message) string {
		all := []string{}
		for _, msg := range msgs {
			all = append(all, string(must(c.Codec.MarshalInterfaceJSON(msg))))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	evm.HistoryServeWindow = 11
	c.params(func(p *evmtypes.Params) { p.ActiveStaticPrecompiles = evmtypes.AvailableStaticPrecompiles })
	evm.ActiveStaticPrecompiles = c.EVM.GetParams(c.now()).ActiveStaticPrecompiles
	fromGov := &banktypes.MsgSend{FromAddress: governance, ToAddress: bob.address.String(), Amount: coins(1)}
	propose(packed(fromGov))
	propose(packed(&evmtypes.MsgUpdateParams{Authority: governance, Params: evm}, fromGov))
	propose(packed(&evmtypes.MsgUpdateParams{Authority: alice.address.String(), Params: evm}))
	propose(packed(banktypes.NewMsgSend(alice.address, bob.address, coins(1))))
	propose(packed(authtypes.NewBaseAccount(alice.address, nil, 1, 2)))
	for _, one := range []string{
		"null", "[]", "[{}]", "[1]", `["a"]`, "[[]]", `[{"@type":""}]`, `[{"@type":"/what.MsgIsThis"}]`, `[{"@type":"what"}]`, `[{"@type":1}]`, `[{"@type":"/cosmos.bank.v1beta1.MsgSend","what":1}]`,
		`[{"@type":"/cosmos.bank.v1beta1.MsgSend","from_address":1}]`, `[{"@type":"/cosmos.bank.v1beta1.MsgSend","amount":[{"denom":"a","amount":5}]}]`, `[{"from_address":"a"}]`, "{}", "1",
	} {
		propose(one)
	}
	return c
}
