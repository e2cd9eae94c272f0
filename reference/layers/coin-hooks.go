package main

import (
	sdk "github.com/cosmos/cosmos-sdk/types"
	vestingtypes "github.com/cosmos/cosmos-sdk/x/auth/vesting/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	cf "github.com/neutron-org/neutron/v11/x/coinfactory/types"
)

func init() { stories = append(stories, coinsLayers) }

func coinsLayers(c *Chain) {
	r := c.tell("coins/layers", "hooks below factories, delegations, contracts and transfers").channels(1)
	code := r.code("probe.wasm")
	probe := r.contract(code, "probe", `{"m":"o"}`, ntrn(10000))
	other := r.contract(code, "other", `{"m":"o"}`, ntrn(100000))
	cr := creator.String()
	gold, _ := cf.GetTokenDenom(cr, "gold")
	check(r.CoinfactoryKeeper.SetParams(r.ctx, cf.Params{WhitelistedHooks: []*cf.WhitelistedHook{{CodeID: 1, DenomCreator: cr}}}))
	r.begin()
	r.msg("create", &cf.MsgCreateDenom{Sender: cr, Subdenom: "gold"})
	r.msg("mint", &cf.MsgMint{Sender: cr, Amount: coin(gold, 1000)})
	r.msg("hook", &cf.MsgSetBeforeSendHook{Sender: cr, Denom: gold, ContractAddr: probe.String()})
	r.msg("mint hooked", &cf.MsgMint{Sender: cr, Amount: coin(gold, 1000)})
	r.msg("burn hooked", &cf.MsgBurn{Sender: cr, Amount: coin(gold, 10)})
	r.msg("force hooked", &cf.MsgForceTransfer{Sender: cr, Amount: coin(gold, 1), TransferFromAddress: cr, TransferToAddress: fred.String()})
	vals, err := r.StakingKeeper.GetAllValidators(r.ctx)
	check(err)
	val := vals[0].OperatorAddress
	r.msg("delegate", &stakingtypes.MsgDelegate{DelegatorAddress: cr, ValidatorAddress: val, Amount: ntrn(1000)})
	r.msg("undelegate", &stakingtypes.MsgUndelegate{DelegatorAddress: cr, ValidatorAddress: val, Amount: ntrn(500)})
	r.msg("proposal", &govv1.MsgSubmitProposal{Proposer: cr, Title: "t", Summary: "s", InitialDeposit: sdk.NewCoins(ntrn(10_000_000))})
	r.msg("vesting", &vestingtypes.MsgCreateVestingAccount{FromAddress: cr, ToAddress: bob.String(), Amount: sdk.NewCoins(coin(gold, 5)), EndTime: 2_000_000_000, Delayed: true})
	r.execute("funds", other, creator, `{"m":"o"}`, coin(gold, 50))
	for _, mode := range []string{"o", "e"} {
		r.execute("mode "+mode, probe, creator, `{"m":"`+mode+`"}`)
		r.execute("funds "+mode, other, creator, `{"m":"o"}`, coin(gold, 1))
		r.execute("contract sends "+mode, other, creator, `{"ok":{"messages":[{"id":1,"msg":{"bank":{"send":{"to_address":"`+fred.String()+`","amount":[{"denom":"`+gold+`","amount":"1"}]}}},"gas_limit":null,"reply_on":"never"}],"attributes":[],"events":[],"data":null}}`)
		r.execute("contract burns "+mode, other, creator, `{"ok":{"messages":[{"id":1,"msg":{"bank":{"burn":{"amount":[{"denom":"`+gold+`","amount":"1"}]}}},"gas_limit":null,"reply_on":"never"}],"attributes":[],"events":[],"data":null}}`)
		r.execute("mode o again", probe, creator, `{"m":"o"}`)
		r.msg("transfer "+mode, &transfertypes.MsgTransfer{SourcePort: port, SourceChannel: "channel-0", Token: coin(gold, 7), Sender: cr, Receiver: sender, TimeoutHeight: clienttypes.NewHeight(1, 1000)})
		p := r.sent(0)
		r.execute("mode then "+mode, probe, creator, `{"m":"`+mode+`"}`)
		r.msg("transfer in mode "+mode, &transfertypes.MsgTransfer{SourcePort: port, SourceChannel: "channel-0", Token: coin(gold, 7), Sender: cr, Receiver: sender, TimeoutHeight: clienttypes.NewHeight(1, 1000)})
		r.dropped().timeout("timeout "+mode, p)
		r.dropped().ack("ack ok "+mode, p, succeeded)
		r.dropped().ack("ack error "+mode, p, refused("no"))
		r.dropped().recv("home "+mode, packet(50, 0, "transfer/channel-10/"+gold, "3", sender, fred.String(), ""))
	}
	r.execute("mode l", probe, creator, `{"m":"o"}`)
	r.execute("contract transfers", other, creator, `{"ok":{"messages":[{"id":1,"msg":{"custom":{"ibc_transfer":{"source_port":"transfer","source_channel":"channel-0","token":{"denom":"`+gold+`","amount":"2"},"sender":"`+other.String()+`","receiver":"`+sender+`","timeout_height":{"revision_number":1,"revision_height":1000},"timeout_timestamp":0,"memo":"","fee":{"recv_fee":[],"ack_fee":[{"denom":"untrn","amount":"1000"}],"timeout_fee":[{"denom":"untrn","amount":"1000"}]}}}},"gas_limit":null,"reply_on":"never"}],"attributes":[],"events":[],"data":null}}`)
}
