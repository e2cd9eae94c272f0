package main

import (
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	cf "github.com/neutron-org/neutron/v11/x/coinfactory/types"
	tf "github.com/neutron-org/neutron/v11/x/tokenfactory/types"
)

func init() { stories = append(stories, coinsBasics, coinsHooks, tokensHooks) }

func coinsBasics(c *Chain) {
	r := c.tell("coins/basics", "the messages and queries of the coin factory").channels(1)
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`)
	r.begin()
	cr := creator.String()
	gold, err := cf.GetTokenDenom(cr, "gold")
	check(err)
	r.msg("create", &cf.MsgCreateDenom{Sender: cr, Subdenom: "gold"})
	r.msg("create again", &cf.MsgCreateDenom{Sender: cr, Subdenom: "gold"})
	r.msg("create long", &cf.MsgCreateDenom{Sender: cr, Subdenom: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"})
	r.msg("create 40", &cf.MsgCreateDenom{Sender: cr, Subdenom: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"})
	r.msg("create dots", &cf.MsgCreateDenom{Sender: cr, Subdenom: "a.b.c"})
	r.msg("create slash", &cf.MsgCreateDenom{Sender: cr, Subdenom: "a/b"})
	r.msg("create native", &cf.MsgCreateDenom{Sender: cr, Subdenom: "untrn"})
	r.msg("create empty", &cf.MsgCreateDenom{Sender: cr, Subdenom: ""})
	r.msg("create blank", &cf.MsgCreateDenom{Sender: cr, Subdenom: "a b"})
	r.msg("create nobody", &cf.MsgCreateDenom{Sender: "x", Subdenom: "gold"})
	r.msg("mint", &cf.MsgMint{Sender: cr, Amount: coin(gold, 1000)})
	r.msg("mint to fred", &cf.MsgMint{Sender: cr, Amount: coin(gold, 1000), MintToAddress: fred.String()})
	r.msg("mint to bob", &cf.MsgMint{Sender: cr, Amount: coin(gold, 1000), MintToAddress: bob.String()})
	r.msg("mint by fred", &cf.MsgMint{Sender: fred.String(), Amount: coin(gold, 1000)})
	r.msg("mint unknown", &cf.MsgMint{Sender: cr, Amount: coin(gold+"x", 1000)})
	r.msg("mint untrn", &cf.MsgMint{Sender: cr, Amount: coin("untrn", 1000)})
	r.msg("mint zero", &cf.MsgMint{Sender: cr, Amount: coin(gold, 0)})
	r.msg("mint to module", &cf.MsgMint{Sender: cr, Amount: coin(gold, 1), MintToAddress: authtypes.NewModuleAddress("gov").String()})
	r.msg("mint to wasm", &cf.MsgMint{Sender: cr, Amount: coin(gold, 1), MintToAddress: authtypes.NewModuleAddress("wasm").String()})
	r.msg("burn", &cf.MsgBurn{Sender: cr, Amount: coin(gold, 100)})
	r.msg("burn from fred", &cf.MsgBurn{Sender: cr, Amount: coin(gold, 100), BurnFromAddress: fred.String()})
	r.msg("burn too much", &cf.MsgBurn{Sender: cr, Amount: coin(gold, 100000)})
	r.msg("burn by fred", &cf.MsgBurn{Sender: fred.String(), Amount: coin(gold, 100)})
	r.msg("burn from module", &cf.MsgBurn{Sender: cr, Amount: coin(gold, 100), BurnFromAddress: authtypes.NewModuleAddress("gov").String()})
	r.msg("force", &cf.MsgForceTransfer{Sender: cr, Amount: coin(gold, 100), TransferFromAddress: fred.String(), TransferToAddress: cr})
	r.msg("force to module", &cf.MsgForceTransfer{Sender: cr, Amount: coin(gold, 100), TransferFromAddress: fred.String(), TransferToAddress: authtypes.NewModuleAddress("gov").String()})
	r.msg("force zero", &cf.MsgForceTransfer{Sender: cr, Amount: coin(gold, 0), TransferFromAddress: fred.String(), TransferToAddress: cr})
	r.msg("metadata", &cf.MsgSetDenomMetadata{Sender: cr, Metadata: banktypes.Metadata{Description: "d", Base: gold, Display: gold, Name: "Gold", Symbol: "GLD", DenomUnits: []*banktypes.DenomUnit{{Denom: gold}}}})
	r.msg("metadata of untrn", &cf.MsgSetDenomMetadata{Sender: cr, Metadata: banktypes.Metadata{Base: "untrn", Display: "untrn", Name: "Gold", Symbol: "GLD", DenomUnits: []*banktypes.DenomUnit{{Denom: "untrn"}}}})
	r.msg("hook not listed", &cf.MsgSetBeforeSendHook{Sender: cr, Denom: gold, ContractAddr: probe.String()})
	r.msg("hook nobody", &cf.MsgSetBeforeSendHook{Sender: cr, Denom: gold, ContractAddr: fred.String()})
	r.msg("params stranger", &cf.MsgUpdateParams{Authority: cr})
	r.msg("params invalid", &cf.MsgUpdateParams{Authority: gov, Params: cf.Params{FeeCollectorAddress: cr}})
	r.msg("params", &cf.MsgUpdateParams{Authority: gov, Params: cf.Params{DenomCreationFee: sdk.NewCoins(coin("untrn", 10)), DenomCreationGasConsume: 777, FeeCollectorAddress: fred.String(), WhitelistedHooks: []*cf.WhitelistedHook{{CodeID: 1, DenomCreator: cr}}}})
	r.msg("create with fee", &cf.MsgCreateDenom{Sender: cr, Subdenom: "fee"})
	r.msg("hook", &cf.MsgSetBeforeSendHook{Sender: cr, Denom: gold, ContractAddr: probe.String()})
	r.msg("hook bad denom", &cf.MsgSetBeforeSendHook{Sender: cr, Denom: "factory/" + cr + "/gold", ContractAddr: probe.String()})
	const svc = "/neutron.coinfactory.v1beta1.Query/"
	for _, ask := range []func(string, string, interface {
		Reset()
		String() string
		ProtoMessage()
	}){
		func(n, p string, m interface {
			Reset()
			String() string
			ProtoMessage()
		}) {
			r.grpc("grpc "+n, p, m)
		},
		func(n, p string, m interface {
			Reset()
			String() string
			ProtoMessage()
		}) {
			r.stargate("stargate "+n, p, m)
		},
	} {
		ask("params", svc+"Params", &cf.QueryParamsRequest{})
		ask("admin", svc+"DenomAuthorityMetadata", &cf.QueryDenomAuthorityMetadataRequest{Creator: cr, Subdenom: "gold"})
		ask("admin unknown", svc+"DenomAuthorityMetadata", &cf.QueryDenomAuthorityMetadataRequest{Creator: "x", Subdenom: "gold"})
		ask("admin long", svc+"DenomAuthorityMetadata", &cf.QueryDenomAuthorityMetadataRequest{Creator: cr, Subdenom: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"})
		ask("admin dot", svc+"DenomAuthorityMetadata", &cf.QueryDenomAuthorityMetadataRequest{Creator: "a.b", Subdenom: "x"})
		ask("denoms", svc+"DenomsFromCreator", &cf.QueryDenomsFromCreatorRequest{Creator: cr})
		ask("denoms none", svc+"DenomsFromCreator", &cf.QueryDenomsFromCreatorRequest{Creator: "x"})
		ask("hook", svc+"BeforeSendHookAddress", &cf.QueryBeforeSendHookAddressRequest{Creator: cr, Subdenom: "gold"})
		ask("full", svc+"FullDenom", &cf.QueryFullDenomRequest{Creator: cr, Subdenom: "gold"})
		ask("full bad", svc+"FullDenom", &cf.QueryFullDenomRequest{Creator: "x", Subdenom: "gold"})
	}
	r.msg("change admin stranger", &cf.MsgChangeAdmin{Sender: fred.String(), Denom: gold, NewAdmin: fred.String()})
	r.msg("change admin", &cf.MsgChangeAdmin{Sender: cr, Denom: gold, NewAdmin: fred.String()})
	r.msg("mint old admin", &cf.MsgMint{Sender: cr, Amount: coin(gold, 1)})
	r.exportGenesis("coinfactory")
	r.importGenesis("import", "coinfactory", "coinfactory", `{"params":{"denom_creation_fee":[],"denom_creation_gas_consume":"5","fee_collector_address":"","whitelisted_hooks":[]},"factory_denoms":[{"denom":"`+gold+`","authority_metadata":{"Admin":"`+fred.String()+`"},"hook_contract_address":"`+probe.String()+`"}]}`)
}

func coinsHooks(c *Chain) {
	r := c.tell("coins/hooks", "the hook of a coin of the coin factory, in all ways in which coins are sent").channels(1)
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`, ntrn(1000))
	cr := creator.String()
	gold, _ := cf.GetTokenDenom(cr, "gold")
	check(r.CoinfactoryKeeper.SetParams(r.ctx, cf.Params{WhitelistedHooks: []*cf.WhitelistedHook{{CodeID: 1, DenomCreator: cr}}}))
	r.begin()
	r.msg("create", &cf.MsgCreateDenom{Sender: cr, Subdenom: "gold"})
	r.msg("mint", &cf.MsgMint{Sender: cr, Amount: coin(gold, 1000)})
	r.msg("hook", &cf.MsgSetBeforeSendHook{Sender: cr, Denom: gold, ContractAddr: probe.String()})
	hookSends(r, probe, gold)
}

func tokensHooks(c *Chain) {
	r := c.tell("coins/token-hooks", "the same for the token factory").channels(1)
	probe := r.contract(r.code("probe.wasm"), "probe", `{"m":"o"}`, ntrn(1000))
	cr := creator.String()
	gold, _ := tf.GetTokenDenom(cr, "gold")
	check(r.TokenFactoryKeeper.SetParams(r.ctx, tf.Params{WhitelistedHooks: []*tf.WhitelistedHook{{CodeID: 1, DenomCreator: cr}}}))
	r.begin()
	r.msg("create", &tf.MsgCreateDenom{Sender: cr, Subdenom: "gold"})
	r.msg("mint", &tf.MsgMint{Sender: cr, Amount: coin(gold, 1000)})
	r.msg("hook", &tf.MsgSetBeforeSendHook{Sender: cr, Denom: gold, ContractAddr: probe.String()})
	hookSends(r, probe, gold)
}

func hookSends(r *Rec, probe sdk.AccAddress, gold string) {
	cr := creator.String()
	for _, mode := range []string{"o", "e", "p", "a", "l", "s"} {
		r.execute("mode "+mode, probe, creator, `{"m":"`+mode+`"}`)
		limit := uint64(2_000_000)
		r.gas(limit).send("send "+mode, creator, fred, coin(gold, 5))
		r.gas(limit).send("send two "+mode, creator, fred, coin(gold, 5), ntrn(3))
		r.gas(limit).msg("msg send "+mode, &banktypes.MsgSend{FromAddress: cr, ToAddress: fred.String(), Amount: sdk.NewCoins(coin(gold, 5))})
		r.gas(limit).msg("multi send "+mode, &banktypes.MsgMultiSend{Inputs: []banktypes.Input{{Address: cr, Coins: sdk.NewCoins(coin(gold, 6))}}, Outputs: []banktypes.Output{{Address: fred.String(), Coins: sdk.NewCoins(coin(gold, 2))}, {Address: relayer.String(), Coins: sdk.NewCoins(coin(gold, 4))}}})
		r.gas(limit).msg("community pool "+mode, &distrtypes.MsgFundCommunityPool{Amount: sdk.NewCoins(coin(gold, 1)), Depositor: cr})
		r.gas(limit).recv("voucher "+mode, packet(uint64(len(r.story.Steps)), 0, "uatom", "100", sender, fred.String(), ""))
	}
	r.execute("mode back", probe, creator, `{"m":"o"}`)
	r.send("too much", creator, fred, coin(gold, 500000))
	r.execute("callback", probe, creator, `{"m":"r"}`)
	r.execute("stored", probe, creator, `{"R":{"ok":{"messages":[{"id":0,"msg":{"bank":{"send":{"to_address":"`+fred.String()+`","amount":[{"denom":"untrn","amount":"1"}]}}},"gas_limit":null,"reply_on":"never"}],"attributes":[],"events":[],"data":null}}}`)
	r.send("send callback", creator, fred, coin(gold, 5))
	r.execute("stored2", probe, creator, `{"R":{"ok":{"messages":[{"id":0,"msg":{"bank":{"send":{"to_address":"`+fred.String()+`","amount":[{"denom":"`+gold+`","amount":"1"}]}}},"gas_limit":null,"reply_on":"never"}],"attributes":[],"events":[],"data":null}}}`)
	r.gas(3_000_000).send("send recursion", creator, fred, coin(gold, 5))
}
