// Records what Nolus's own app makes of signed transactions: gas, codes, texts, data, events, and the roots of its stores.
package main

import (
	"fmt"
	"os"

	"github.com/CosmWasm/wasmd/x/wasm/types"
	abci "github.com/cometbft/cometbft/abci/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	ictypes "github.com/cosmos/ibc-go/v10/modules/apps/27-interchain-accounts/types"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v10/modules/core/04-channel/types"

	sdkmath "cosmossdk.io/math"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	contractmanagertypes "github.com/Nolus-Protocol/nolus-core/x/contractmanager/types"
	feetypes "github.com/Nolus-Protocol/nolus-core/x/feerefunder/types"
	ictxtypes "github.com/Nolus-Protocol/nolus-core/x/interchaintxs/types"
	minttypes "github.com/Nolus-Protocol/nolus-core/x/mint/types"
	taxtypes "github.com/Nolus-Protocol/nolus-core/x/tax/typesv2"
	nolustransfer "github.com/Nolus-Protocol/nolus-core/x/transfer/types"
	vestingstypes "github.com/Nolus-Protocol/nolus-core/x/vestings/types"
)

const usdc = "ibc/5DE4FCAF68AE40F81F738C857C0D95F7C1BC47B00FA1026E85C1DD92524D4A11"

func main() {
	if len(os.Args) != 3 {
		fmt.Println("usage: nolus CALLBACK_LAB.wasm FOLDER")
		os.Exit(2)
	}
	var err error
	lab, err = os.ReadFile(os.Args[1])
	check(err)
	for _, story := range []struct {
		name string
		tell func() *Chain
	}{{"fees", fees}, {"params", params}, {"vestings", vestings}, {"transfers", transfers}, {"failures", failures}, {"accounts", accounts}, {"decades", decades}, {"mixed", mixed}} {
		story.tell().write(os.Args[2], story.name)
	}
}

func (c *Chain) send(from, to *user, amount int64) sdk.Msg {
	return banktypes.NewMsgSend(from.address, to.address, sdk.NewCoins(coin("unls", amount)))
}

// fees are paid in several denominations, and taxed.
func fees() *Chain {
	c := start(1, nil)
	one := c.send(c.alice, c.bob, 1)
	for _, fee := range []sdk.Coins{
		nil, sdk.NewCoins(coin("unls", 1)), sdk.NewCoins(coin("unls", 2)), sdk.NewCoins(coin("unls", 3)), sdk.NewCoins(coin("unls", 999)),
		sdk.NewCoins(coin(usdc, 500)), sdk.NewCoins(coin("uother", 500)), sdk.NewCoins(coin("unls", 10), coin("uother", 10)),
		sdk.NewCoins(coin("unls", 9_000_000_000_000)), sdk.NewCoins(coin(usdc, 1)),
		{sdk.Coin{Denom: "unls", Amount: sdkmath.ZeroInt()}}, {sdk.Coin{Denom: usdc, Amount: sdkmath.ZeroInt()}}, {sdk.Coin{Denom: "uother", Amount: sdkmath.ZeroInt()}},
	} {
		c.pay(c.alice, fee, 300_000, one)
	}
	for _, gas := range []uint64{30_000, 60_000, 70_000, 80_000, 90_000, 100_000} {
		c.pay(c.bob, sdk.NewCoins(coin("unls", 100)), gas, c.send(c.bob, c.alice, 5))
		c.pay(c.carol, sdk.NewCoins(coin(usdc, 100)), gas, c.send(c.carol, c.alice, 5))
	}
	// Failing messages pay all the same.
	c.do(c.alice, c.send(c.alice, c.bob, 9_000_000_000_000))
	c.do(c.alice, banktypes.NewMsgSend(c.alice.address, authtypes.NewModuleAddress("mint"), sdk.NewCoins(coin("unls", 1))))
	c.do(c.alice, banktypes.NewMsgSend(c.alice.address, authtypes.NewModuleAddress("gov"), sdk.NewCoins(coin("unls", 1))))
	return c
}

// govern carries out messages of the gov module.
func (c *Chain) govern(msgs ...sdk.Msg) {
	proposal, err := govv1.NewMsgSubmitProposal(msgs, sdk.NewCoins(coin("unls", 1000)), c.alice.address.String(), "", "title", "summary", false)
	check(err)
	submitted := c.do(c.alice, proposal)
	if submitted.Code != 0 {
		return
	}
	id := uint64(0)
	fmt.Sscan(attribute(submitted, "submit_proposal", "proposal_id"), &id)
	must(c.do(c.alice, govv1.NewMsgVote(c.alice.address, id, govv1.OptionYes, "")))
	c.block(20)
}

// params are changed by governance, and by nobody else.
func params() *Chain {
	c := start(2, nil)
	gov := authtypes.NewModuleAddress("gov").String()
	tax := taxtypes.DefaultParams()
	tax.FeeRate, tax.TreasuryAddress = 15, c.carol.address.String()
	tax.DexFeeParams = append([]*taxtypes.DexFeeParams{{ProfitAddress: c.bob.address.String(), AcceptedDenomsMinPrices: []*taxtypes.DenomPrice{{Denom: "uother", Ticker: "OTHER", MinPrice: "1.5"}}}}, tax.DexFeeParams...)
	mint := minttypes.NewParams("unls", sdkmath.NewUint(1_000_000_000))
	fee := feetypes.DefaultParams()
	fee.MinFee.AckFee = sdk.NewCoins(coin("unls", 7))
	all := func(authority string) []sdk.Msg {
		return []sdk.Msg{
			&taxtypes.MsgUpdateParams{Authority: authority, Params: tax},
			&minttypes.MsgUpdateParams{Authority: authority, Params: mint},
			&contractmanagertypes.MsgUpdateParams{Authority: authority, Params: contractmanagertypes.NewParams(77_000)},
			&feetypes.MsgUpdateParams{Authority: authority, Params: fee},
			&ictxtypes.MsgUpdateParams{Authority: authority, Params: ictxtypes.NewParams(3, sdk.NewCoins(coin("unls", 5)))},
			&nolustransfer.MsgUpdateParams{Signer: authority, Params: transfertypes.NewParams(true, false)},
		}
	}
	for _, msg := range all(c.alice.address.String()) {
		c.do(c.alice, msg)
	}
	for _, msg := range all(gov) {
		c.govern(msg)
		c.pay(c.bob, sdk.NewCoins(coin("uother", 1000)), 300_000, c.send(c.bob, c.alice, 1))
	}
	bad := func(change func(*taxtypes.Params)) sdk.Msg {
		wrong := taxtypes.DefaultParams()
		change(&wrong)
		return &taxtypes.MsgUpdateParams{Authority: gov, Params: wrong}
	}
	price := func(denom, ticker, min string) func(*taxtypes.Params) {
		return func(p *taxtypes.Params) {
			p.DexFeeParams = []*taxtypes.DexFeeParams{{ProfitAddress: c.bob.address.String(), AcceptedDenomsMinPrices: []*taxtypes.DenomPrice{{Denom: denom, Ticker: ticker, MinPrice: min}}}}
		}
	}
	for _, msg := range []sdk.Msg{
		bad(func(p *taxtypes.Params) { p.FeeRate = 101 }), bad(func(p *taxtypes.Params) { p.FeeRate = -1 }),
		bad(func(p *taxtypes.Params) { p.TreasuryAddress = "nolus1x" }), bad(func(p *taxtypes.Params) { p.TreasuryAddress = "" }),
		bad(func(p *taxtypes.Params) { p.BaseDenom = " " }), bad(func(p *taxtypes.Params) { p.BaseDenom = "1x" }),
		bad(func(p *taxtypes.Params) { p.DexFeeParams[0].ProfitAddress = "x" }), bad(func(p *taxtypes.Params) { p.DexFeeParams[0].ProfitAddress = "" }),
		bad(price("", "A", "1")), bad(price("a", " ", "1")), bad(price("a", "A", "")), bad(price("a", "A", "0")), bad(price("a", "A", "-1")),
		bad(price("a", "A", "x")), bad(price("a", "A", "1.")), bad(price("a", "A", "1.2.3")), bad(price("a", "A", "0.1234567890123456789")), bad(price("a", "A", "-")),
		&minttypes.MsgUpdateParams{Authority: gov, Params: minttypes.NewParams(" ", sdkmath.NewUint(1))},
		&minttypes.MsgUpdateParams{Authority: gov, Params: minttypes.NewParams("1", sdkmath.NewUint(1))},
		&feetypes.MsgUpdateParams{Authority: gov, Params: feetypes.NewParams(feetypes.Fee{RecvFee: sdk.NewCoins(coin("unls", 1)), AckFee: fee.MinFee.AckFee, TimeoutFee: fee.MinFee.AckFee})},
		&feetypes.MsgUpdateParams{Authority: gov, Params: feetypes.NewParams(feetypes.Fee{AckFee: fee.MinFee.AckFee})},
	} {
		// Both refuse: the message itself before its signer, and who is no authority.
		c.do(c.alice, withAuthority(msg, c.alice.address.String()))
		c.govern(msg)
	}
	return c
}

func withAuthority(msg sdk.Msg, authority string) sdk.Msg {
	switch m := msg.(type) {
	case *taxtypes.MsgUpdateParams:
		return &taxtypes.MsgUpdateParams{Authority: authority, Params: m.Params}
	case *minttypes.MsgUpdateParams:
		return &minttypes.MsgUpdateParams{Authority: authority, Params: m.Params}
	case *feetypes.MsgUpdateParams:
		return &feetypes.MsgUpdateParams{Authority: authority, Params: m.Params}
	}
	panic("no authority")
}

func vestings() *Chain {
	c := start(3, nil)
	now := genesisTime.Unix()
	for i, one := range []struct {
		start, end int64
		delayed    bool
		amount     sdk.Coins
	}{
		{now, now + 100, false, sdk.NewCoins(coin("unls", 1000))}, {now, now + 100, true, sdk.NewCoins(coin("unls", 1000), coin("uother", 5))},
		{now + 1000, now + 2000, false, sdk.NewCoins(coin("unls", 7))}, {0, now, false, sdk.NewCoins(coin("unls", 7))},
		{5, 0, false, sdk.NewCoins(coin("unls", 7))}, {now, now, false, sdk.NewCoins(coin("unls", 7))}, {now, now - 5, true, sdk.NewCoins(coin("unls", 7))},
		{1, 2, false, sdk.Coins{}}, {1, 2, true, sdk.Coins{coin("unls", 0)}}, {now, now + 50, true, sdk.NewCoins(coin("unls", 9_000_000_000_000))},
		{now, now + 50, true, sdk.NewCoins(coin("unowned", 1))},
	} {
		to := userOf(fmt.Sprint("vesting", i), 0)
		c.do(c.alice, vestingstypes.NewMsgCreateVestingAccount(c.alice.address, to.address, one.amount, one.start, one.end, one.delayed))
	}
	c.do(c.alice, vestingstypes.NewMsgCreateVestingAccount(c.alice.address, c.bob.address, sdk.NewCoins(coin("unls", 7)), now, now+5, true))
	c.do(c.alice, vestingstypes.NewMsgCreateVestingAccount(c.alice.address, authtypes.NewModuleAddress("mint"), sdk.NewCoins(coin("unls", 7)), now, now+5, true))
	c.do(c.alice, &vestingstypes.MsgCreateVestingAccount{FromAddress: c.alice.address.String(), ToAddress: "nolus1", Amount: sdk.NewCoins(coin("unls", 7)), StartTime: 1, EndTime: 2})
	// Coins that are locked, and some time later.
	locked := userOf("vesting0", 4+0)
	account := c.AccountKeeper.GetAccount(c.NewContext(true), locked.address)
	locked.number = account.GetAccountNumber()
	must(c.do(c.alice, c.send(c.alice, locked, 100_000)))
	for range 4 {
		c.pay(locked, sdk.NewCoins(coin("unls", 200)), 200_000, c.send(locked, c.bob, 30_500))
		c.block(40)
	}
	return c
}

func (c *Chain) lab() string {
	must(c.pay(c.alice, sdk.NewCoins(coin("unls", 10_000)), 30_000_000, &types.MsgStoreCode{Sender: c.alice.address.String(), WASMByteCode: lab}))
	made := must(c.do(c.alice, &types.MsgInstantiateContract{Sender: c.alice.address.String(), CodeID: 1, Label: "lab", Msg: []byte(" { } ")}))
	address := attribute(made, "instantiate", "_contract_address")
	must(c.do(c.alice, &banktypes.MsgSend{FromAddress: c.alice.address.String(), ToAddress: address, Amount: sdk.NewCoins(coin("unls", 1_000_000), coin("uother", 1_000_000))}))
	return address
}

func (c *Chain) call(contract, msg string, funds ...sdk.Coin) *abci.ExecTxResult {
	return c.do(c.alice, &types.MsgExecuteContract{Sender: c.alice.address.String(), Contract: contract, Msg: []byte(msg), Funds: funds})
}

func (c *Chain) configure(contract, callback, behaviour string) {
	must(c.call(contract, fmt.Sprintf(`{"configure":{"callback":%q,"behaviour":%s}}`, callback, behaviour)))
}

func (c *Chain) transfer(contract, to string, seconds int, more string) *abci.ExecTxResult {
	return c.call(contract, fmt.Sprintf(`{"transfer":{"channel":"channel-0","to":%q,"amount":"100","denom":"unls","timeout_seconds":%d%s}}`, to, seconds, more))
}

// transfers of a contract are acknowledged, refused and time out, and the contract hears of it.
func transfers() *Chain {
	c := start(4, nil)
	contract := c.lab()
	c.openTransfer()
	to := c.bob.address.String()
	c.relay(sent(must(c.transfer(contract, to, 600, ""))))
	c.relay(sent(must(c.transfer(contract, "nowhere", 600, ""))))
	late := sent(must(c.transfer(contract, to, 7, "")))
	c.timeout(late)
	c.block(10)
	c.timeout(late)
	c.timeout(late)
	// What the contract asks for may be wrong.
	c.transfer(contract, to, 600, `,"fee":{"recv_fee":[],"ack_fee":[],"timeout_fee":[]}`)
	c.transfer(contract, to, 600, `,"port":"x"`)
	c.transfer(contract, to, 600, `,"port":"transfer2"`)
	c.transfer(contract, "", 600, "")
	c.transfer(contract, to, 600, `,"memo":"{\"wasm\":{}}"`)
	c.call(contract, `{"transfer":{"channel":"channel-9","to":"x","amount":"1","denom":"unls"}}`)
	c.call(contract, `{"transfer":{"channel":"channel-0","to":"x","amount":"0","denom":"unls"}}`)
	c.call(contract, `{"transfer":{"channel":"channel-0","to":"x","amount":"99000000","denom":"unls"}}`)
	// The same over the message that anyone sends, with a fee or without.
	plain := transfertypes.NewMsgTransfer("transfer", "channel-0", coin("unls", 5), c.alice.address.String(), to, clienttypes.ZeroHeight(), uint64(c.time.UnixNano()+1e12), "")
	c.relay(sent(must(c.do(c.alice, plain))))
	c.do(c.alice, &nolustransfer.MsgTransfer{SourcePort: "transfer", SourceChannel: "channel-0", Token: coin("unls", 5), Sender: c.alice.address.String(), Receiver: to, TimeoutTimestamp: uint64(c.time.UnixNano() + 1e12),
		Fee: feetypes.Fee{AckFee: sdk.NewCoins(coin("unls", 1))}})
	// wasmd's own message of contracts.
	c.relay(sent(must(c.call(contract, fmt.Sprintf(`{"act":{"behaviour":{"submessages":[{"msg":{"ibc":{"transfer":{"channel_id":"channel-0","to_address":%q,"amount":{"denom":"unls","amount":"3"},"timeout":{"timestamp":"%d"}}}},"id":1,"reply_on":"always","gas_limit":null}]}}}`, to, c.time.UnixNano()+1e12)))))
	c.call(contract, `{"register_kv_query":{"connection_id":"connection-0","update_period":5,"keys":[]}}`)
	return c
}

// failures of callbacks are stored; sending them again panics.
func failures() *Chain {
	c := start(5, nil)
	contract := c.lab()
	c.openTransfer()
	to := c.bob.address.String()
	for _, callback := range []string{"response", "error", "timeout"} {
		for _, behaviour := range []string{`"error"`, `"panic"`, `"loop"`, `"write_forever"`, `{"spend_gas":"50000"}`} {
			receiver, seconds := to, 600
			switch callback {
			case "error":
				receiver = "nowhere"
			case "timeout":
				seconds = 11
			}
			c.call(contract, fmt.Sprintf(`{"configure":{"callback":%q,"behaviour":%s}}`, callback, behaviour))
			packet := sent(must(c.transfer(contract, receiver, seconds, "")))
			if callback == "timeout" {
				c.block(20)
				c.timeout(packet)
			} else {
				c.relay(packet)
			}
		}
		c.configure(contract, callback, `"succeed"`)
	}
	// Two failures in one block.
	c.configure(contract, "response", `"error"`)
	first, second := sent(must(c.transfer(contract, to, 600, ""))), sent(must(c.transfer(contract, to, 600, "")))
	acks := []sdk.Msg{c.ackOf(first, c.receive(first)), c.ackOf(second, c.receive(second))}
	must(c.do(c.relayer, acks...))
	for _, id := range []int{0, 3, 14, 99} {
		c.call(contract, fmt.Sprintf(`{"resubmit":{"failure_id":%d}}`, id))
	}
	c.call(contract, `{"act":{"behaviour":{"submessages":[{"msg":{"custom":{"resubmit_failure":{"failure_id":1}}},"id":1,"reply_on":"always","gas_limit":null}]}}}`)
	c.call(contract, `{"act":{"behaviour":{"submessages":[{"msg":{"custom":{"resubmit_failure":{"failure_id":77}}},"id":1,"reply_on":"always","gas_limit":null}]}}}`)
	c.call(contract, `{"act":{"behaviour":{"submessages":[{"msg":{"custom":{"unknown":{}}},"id":1,"reply_on":"always","gas_limit":null}]}}}`)
	// A relayer who gives too little gas, and a limit that is low.
	packet := sent(must(c.transfer(contract, to, 600, "")))
	ack := c.receive(packet)
	c.configure(contract, "response", `"loop"`)
	for _, gas := range []uint64{150_000, 400_000, 1_000_000, 1_300_000} {
		c.pay(c.relayer, sdk.NewCoins(coin("unls", 5000)), gas, c.ackOf(packet, ack))
	}
	c.govern(&contractmanagertypes.MsgUpdateParams{Authority: authtypes.NewModuleAddress("gov").String(), Params: contractmanagertypes.NewParams(90_000)})
	c.relay(sent(must(c.transfer(contract, to, 600, ""))))
	c.configure(contract, "response", `"succeed"`)
	c.relay(sent(must(c.transfer(contract, to, 600, ""))))
	exported, err := c.ExportAppStateAndValidators(false, nil, nil)
	check(err)
	c.lines[0].(map[string]any)["exported"] = exported.AppState
	return c
}

// accounts on the chain itself are registered and used by a contract.
func accounts() *Chain {
	c := start(6, nil)
	contract := c.lab()
	register := func(id, more string) *abci.ExecTxResult {
		return c.call(contract, fmt.Sprintf(`{"register_account":{"connection_id":"connection-localhost","interchain_account_id":%q%s}}`, id, more))
	}
	open := func(begun *abci.ExecTxResult) {
		port, channel := attribute(begun, "channel_open_init", "port_id"), attribute(begun, "channel_open_init", "channel_id")
		c.handshake(channeltypes.UNORDERED, port, channel, ictypes.HostPortID, attribute(begun, "channel_open_init", "version"))
	}
	open(must(register("first", "")))
	c.configure(contract, "open_ack", `"error"`)
	open(must(register("second", `,"register_fee":[{"denom":"unls","amount":"5"}],"ordering":"ORDER_ORDERED"`)))
	register("first", "")
	register("", "")
	register("a-name-that-is-much-too-long-for-an-interchain-account", "")
	c.call(contract, `{"register_account":{"connection_id":"connection-7","interchain_account_id":"x"}}`)
	c.call(contract, `{"register_account":{"connection_id":"","interchain_account_id":"x"}}`)
	port, err := ictypes.NewControllerPortID(contract + ".first")
	check(err)
	address, _ := c.ICAControllerKeeper.GetInterchainAccountAddress(c.NewContext(true), "connection-localhost", port)
	account := sdk.MustAccAddressFromBech32(address)
	must(c.do(c.alice, banktypes.NewMsgSend(c.alice.address, account, sdk.NewCoins(coin("unls", 1_000_000)))))
	submit := func(id string, amount int64, count, seconds int) *abci.ExecTxResult {
		msg, err := (&banktypes.MsgSend{FromAddress: address, ToAddress: c.bob.address.String(), Amount: sdk.NewCoins(coin("unls", amount))}).Marshal()
		check(err)
		one := fmt.Sprintf(`{"type_url":"/cosmos.bank.v1beta1.MsgSend","value":%q}`, base(msg))
		all := ""
		for i := range count {
			if i > 0 {
				all += ","
			}
			all += one
		}
		return c.call(contract, fmt.Sprintf(`{"submit_tx":{"connection_id":"connection-localhost","interchain_account_id":%q,"msgs":[%s],"timeout":%d}}`, id, all, seconds))
	}
	c.relay(sent(must(submit("first", 5, 2, 600))))
	c.relay(sent(must(submit("first", 9_000_000, 1, 600))))
	c.configure(contract, "response", `"panic"`)
	c.configure(contract, "timeout", `"loop"`)
	c.relay(sent(must(submit("first", 6, 1, 600))))
	late := sent(must(submit("first", 6, 1, 8)))
	c.block(20)
	c.timeout(late)
	submit("first", 5, 17, 600)
	submit("first", 5, 0, 600)
	submit("first", 5, 1, 0)
	submit("third", 5, 1, 600)
	submit("", 5, 1, 600)
	// Nobody but a contract may.
	c.do(c.alice, &ictxtypes.MsgRegisterInterchainAccount{FromAddress: c.alice.address.String(), ConnectionId: "connection-localhost", InterchainAccountId: "x"})
	c.do(c.alice, &ictxtypes.MsgSubmitTx{FromAddress: c.alice.address.String(), ConnectionId: "connection-localhost", InterchainAccountId: "x"})
	return c
}

// decades pass in long blocks: what is minted ends after 120 months.
func decades() *Chain {
	c := start(7, func(state map[string]map[string]any) {
		state["mint"]["params"].(map[string]any)["max_mintable_nanoseconds"] = "2592000000000000"
	})
	for i := range 130 {
		c.block(2_592_000 + i*1000)
	}
	c.do(c.alice, c.send(c.alice, c.bob, 1))
	c.block(1)
	return c
}

// mixed is a longer way by chance over what the others show, with several transactions in a block.
func mixed() *Chain {
	c := start(8, func(state map[string]map[string]any) {
		state["tax"]["params"].(map[string]any)["fee_rate"] = 100
		state["contractmanager"]["params"].(map[string]any)["sudo_call_gas_limit"] = "160000"
	})
	contract := c.lab()
	c.openTransfer()
	behaviours := []string{`"succeed"`, `"error"`, `"panic"`, `"loop"`, `{"spend_gas":"40000"}`, `{"spend_gas":"140000"}`}
	callbacks := []string{"response", "error", "timeout"}
	for range 40 {
		if c.rand.Intn(3) == 0 {
			c.configure(contract, callbacks[c.rand.Intn(3)], behaviours[c.rand.Intn(len(behaviours))])
		}
		to, seconds := c.bob.address.String(), 600
		if c.rand.Intn(3) == 0 {
			to = "nowhere"
		}
		if c.rand.Intn(3) == 0 {
			seconds = 6
		}
		packet := sent(must(c.transfer(contract, to, seconds, "")))
		if seconds == 6 {
			c.block(c.rand.Intn(30) + 10)
			c.timeout(packet)
			continue
		}
		c.relay(packet)
		fee := sdk.NewCoins(coin([]string{"unls", usdc, "uother"}[c.rand.Intn(3)], int64(c.rand.Intn(5000))))
		if c.rand.Intn(4) == 0 {
			c.call(contract, fmt.Sprintf(`{"resubmit":{"failure_id":%d}}`, c.rand.Intn(6)))
		}
		c.pay(c.bob, fee, uint64(60_000+c.rand.Intn(60_000)), c.send(c.bob, c.carol, int64(c.rand.Intn(100))))
		txs := [][]byte{}
		for _, u := range []*user{c.alice, c.bob, c.carol} {
			txs = append(txs, c.sign(u, sdk.NewCoins(coin("unls", int64(c.rand.Intn(900)+1))), 200_000, c.send(u, c.relayer, 3)))
			u.next++
		}
		c.block(5, txs...)
	}
	return c
}
