package main

import (
	"time"

	"cosmossdk.io/math"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/query"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	d "github.com/cosmos/cosmos-sdk/x/distribution/types"
	g "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	gb "github.com/cosmos/cosmos-sdk/x/gov/types/v1beta1"
	s "github.com/cosmos/cosmos-sdk/x/staking/types"
)

func script(r *Rec, coin func(int64) sdk.Coin, alice, bob, carol sdk.AccAddress, v []string) {
	A, B, C := alice.String(), bob.String(), carol.String()
	day := 24 * time.Hour
	const SQ, DQ, GQ, GBQ = "/cosmos.staking.v1beta1.Query/", "/cosmos.distribution.v1beta1.Query/", "/cosmos.gov.v1.Query/", "/cosmos.gov.v1beta1.Query/"
	del := func(name, who, val string, c sdk.Coin) {
		r.msg(name, &s.MsgDelegate{DelegatorAddress: who, ValidatorAddress: val, Amount: c})
	}
	und := func(name, who, val string, c sdk.Coin) {
		r.msg(name, &s.MsgUndelegate{DelegatorAddress: who, ValidatorAddress: val, Amount: c})
	}
	red := func(name, who, src, dst string, c sdk.Coin) {
		r.msg(name, &s.MsgBeginRedelegate{DelegatorAddress: who, ValidatorSrcAddress: src, ValidatorDstAddress: dst, Amount: c})
	}
	wd := func(name, who, val string) {
		r.msg(name, &d.MsgWithdrawDelegatorReward{DelegatorAddress: who, ValidatorAddress: val})
	}
	queries := func() {
		for _, who := range []string{A, B} {
			r.query(SQ+"DelegatorDelegations", &s.QueryDelegatorDelegationsRequest{DelegatorAddr: who})
			r.query(SQ+"DelegatorUnbondingDelegations", &s.QueryDelegatorUnbondingDelegationsRequest{DelegatorAddr: who})
			r.query(DQ+"DelegationTotalRewards", &d.QueryDelegationTotalRewardsRequest{DelegatorAddress: who})
			r.query(DQ+"DelegatorValidators", &d.QueryDelegatorValidatorsRequest{DelegatorAddress: who})
			for _, val := range v {
				r.query(SQ+"Delegation", &s.QueryDelegationRequest{DelegatorAddr: who, ValidatorAddr: val})
				r.query(SQ+"UnbondingDelegation", &s.QueryUnbondingDelegationRequest{DelegatorAddr: who, ValidatorAddr: val})
				r.query(DQ+"DelegationRewards", &d.QueryDelegationRewardsRequest{DelegatorAddress: who, ValidatorAddress: val})
			}
		}
		for _, val := range v {
			r.query(SQ+"Validator", &s.QueryValidatorRequest{ValidatorAddr: val})
			r.query(DQ+"ValidatorOutstandingRewards", &d.QueryValidatorOutstandingRewardsRequest{ValidatorAddress: val})
			r.query(DQ+"ValidatorCommission", &d.QueryValidatorCommissionRequest{ValidatorAddress: val})
			r.query(DQ+"ValidatorDistributionInfo", &d.QueryValidatorDistributionInfoRequest{ValidatorAddress: val})
		}
		r.query(DQ+"CommunityPool", &d.QueryCommunityPoolRequest{})
		r.query(SQ+"Pool", &s.QueryPoolRequest{})
	}
	r.block("first", 5*time.Second)
	// delegate
	del("delegate, no validator address", A, "nope", coin(5))
	del("delegate, validator address of an account", A, A, coin(5))
	del("delegate, delegator is no address", "x", v[0], coin(5))
	del("delegate, unknown validator", A, sdk.ValAddress(bob).String(), coin(5))
	del("delegate nothing", A, v[0], coin(0))
	del("delegate, other denom", A, v[0], sdk.NewInt64Coin("uatom", 5))
	del("delegate more than there is", A, v[0], coin(1_000_000_000))
	del("delegate without an account", sdk.AccAddress(make([]byte, 20)).String(), v[0], coin(1))
	del("delegate, a poor account", C, v[0], coin(1))
	del("delegate first", A, v[0], coin(1_000_000))
	del("delegate more in the same block", A, v[0], coin(500_001))
	del("delegate elsewhere", A, v[1], coin(77))
	del("delegate by another", B, v[0], coin(2_000_000))
	queries()
	r.msg("fees for the collector", &banktypes.MsgSend{FromAddress: A, ToAddress: C, Amount: sdk.NewCoins(coin(1000))})
	r.block("second", 5*time.Second)
	queries()
	del("delegate with rewards", A, v[0], coin(10))
	wd("withdraw", A, v[0])
	wd("withdraw again", A, v[0])
	wd("withdraw of nothing delegated", A, v[2])
	wd("withdraw, no validator", A, sdk.ValAddress(bob).String())
	wd("withdraw, bad validator", A, "nope")
	wd("withdraw, bad delegator", "nope", v[0])
	r.msg("set withdraw address", &d.MsgSetWithdrawAddress{DelegatorAddress: B, WithdrawAddress: C})
	r.msg("set withdraw address, a module", &d.MsgSetWithdrawAddress{DelegatorAddress: B, WithdrawAddress: authtypes.NewModuleAddress("gov").String()})
	r.msg("set withdraw address, bad", &d.MsgSetWithdrawAddress{DelegatorAddress: B, WithdrawAddress: "nope"})
	r.msg("set withdraw address, bad delegator", &d.MsgSetWithdrawAddress{DelegatorAddress: "", WithdrawAddress: A})
	r.query(DQ+"DelegatorWithdrawAddress", &d.QueryDelegatorWithdrawAddressRequest{DelegatorAddress: B})
	r.query(DQ+"DelegatorWithdrawAddress", &d.QueryDelegatorWithdrawAddressRequest{DelegatorAddress: A})
	r.query(DQ+"DelegatorWithdrawAddress", &d.QueryDelegatorWithdrawAddressRequest{DelegatorAddress: "x"})
	r.query(DQ+"DelegatorWithdrawAddress", &d.QueryDelegatorWithdrawAddressRequest{})
	wd("withdraw to another address", B, v[0])
	r.msg("fund the pool", &d.MsgFundCommunityPool{Depositor: A, Amount: sdk.NewCoins(coin(123), sdk.NewInt64Coin("uatom", 1))})
	r.msg("fund the pool, no coins", &d.MsgFundCommunityPool{Depositor: A})
	r.msg("fund the pool, too much", &d.MsgFundCommunityPool{Depositor: A, Amount: sdk.NewCoins(sdk.NewInt64Coin("uatom", 1_000_000))})
	r.msg("fund the pool, invalid", &d.MsgFundCommunityPool{Depositor: A, Amount: sdk.Coins{coin(1), coin(2)}})
	r.msg("fund the pool, bad address", &d.MsgFundCommunityPool{Depositor: "x", Amount: sdk.NewCoins(coin(123))})
	r.msg("commission", &d.MsgWithdrawValidatorCommission{ValidatorAddress: v[0]})
	r.msg("commission of none", &d.MsgWithdrawValidatorCommission{ValidatorAddress: v[2]})
	r.msg("commission, bad", &d.MsgWithdrawValidatorCommission{ValidatorAddress: "x"})
	r.msg("deposit rewards", &d.MsgDepositValidatorRewardsPool{Depositor: B, ValidatorAddress: v[2], Amount: sdk.NewCoins(coin(5001))})
	// undelegate
	und("undelegate, bad validator", A, "nope", coin(5))
	und("undelegate, unknown validator", A, sdk.ValAddress(bob).String(), coin(5))
	und("undelegate, no delegation", C, v[0], coin(5))
	und("undelegate too much", A, v[1], coin(78))
	und("undelegate nothing", A, v[1], coin(0))
	und("undelegate, other denom", A, v[1], sdk.NewInt64Coin("uatom", 5))
	und("undelegate a part", A, v[0], coin(100_000))
	und("undelegate a part in the same block", A, v[0], coin(50_000))
	und("undelegate all", A, v[1], coin(77))
	r.block("third", 5*time.Second)
	und("undelegate in a later block", A, v[0], coin(7))
	r.block("fourth", 5*time.Second)
	und("undelegate a third time", A, v[0], coin(8))
	r.block("fifth", 5*time.Second)
	und("undelegate too often", A, v[0], coin(9))
	queries()
	r.query(SQ+"ValidatorUnbondingDelegations", &s.QueryValidatorUnbondingDelegationsRequest{ValidatorAddr: v[0]})
	r.query(SQ+"ValidatorDelegations", &s.QueryValidatorDelegationsRequest{ValidatorAddr: v[0], Pagination: &query.PageRequest{Limit: 2}})
	r.query(SQ+"DelegatorValidators", &s.QueryDelegatorValidatorsRequest{DelegatorAddr: A})
	r.query(SQ+"DelegatorValidator", &s.QueryDelegatorValidatorRequest{DelegatorAddr: A, ValidatorAddr: v[0]})
	r.query(SQ+"DelegatorValidator", &s.QueryDelegatorValidatorRequest{DelegatorAddr: A, ValidatorAddr: v[2]})
	r.query(SQ+"Validators", &s.QueryValidatorsRequest{})
	r.query(SQ+"Validators", &s.QueryValidatorsRequest{Status: "BOND_STATUS_BONDED", Pagination: &query.PageRequest{Limit: 1, CountTotal: true}})
	r.query(SQ+"Validators", &s.QueryValidatorsRequest{Status: "bonded"})
	r.query(SQ+"Validator", &s.QueryValidatorRequest{ValidatorAddr: "x"})
	r.query(SQ+"Validator", &s.QueryValidatorRequest{})
	r.query(SQ+"Validator", &s.QueryValidatorRequest{ValidatorAddr: sdk.ValAddress(bob).String()})
	r.query(SQ+"Params", &s.QueryParamsRequest{})
	r.query(SQ+"HistoricalInfo", &s.QueryHistoricalInfoRequest{Height: 2})
	r.query(DQ+"Params", &d.QueryParamsRequest{})
	r.query(DQ+"ValidatorSlashes", &d.QueryValidatorSlashesRequest{ValidatorAddress: v[0], EndingHeight: 100})
	r.query(DQ+"DelegationRewards", &d.QueryDelegationRewardsRequest{DelegatorAddress: C, ValidatorAddress: v[0]})
	r.query(DQ+"DelegationRewards", &d.QueryDelegationRewardsRequest{DelegatorAddress: C, ValidatorAddress: sdk.ValAddress(bob).String()})
	r.query(DQ+"DelegationRewards", &d.QueryDelegationRewardsRequest{DelegatorAddress: "", ValidatorAddress: v[0]})
	// cancel
	cancel := func(name, val string, c sdk.Coin, h int64) {
		r.msg(name, &s.MsgCancelUnbondingDelegation{DelegatorAddress: A, ValidatorAddress: val, Amount: c, CreationHeight: h})
	}
	cancel("cancel, no height", v[0], coin(5), 0)
	cancel("cancel, no entry", v[0], coin(5), 99)
	cancel("cancel too much", v[0], coin(150_001), 3)
	cancel("cancel, none at the validator", v[2], coin(5), 3)
	cancel("cancel, unknown validator", sdk.ValAddress(bob).String(), coin(5), 3)
	cancel("cancel, other denom", v[0], sdk.NewInt64Coin("uatom", 5), 3)
	cancel("cancel a part", v[0], coin(50_000), 3)
	cancel("cancel an entry", v[0], coin(7), 4)
	cancel("cancel the only one", v[1], coin(77), 3)
	// redelegate
	red("redelegate to itself", A, v[0], v[0], coin(5))
	red("redelegate to nobody", A, v[0], sdk.ValAddress(bob).String(), coin(5))
	red("redelegate from nobody", A, sdk.ValAddress(bob).String(), v[0], coin(5))
	red("redelegate, bad source", A, "x", v[0], coin(5))
	red("redelegate, bad destination", A, v[0], "x", coin(5))
	red("redelegate too much", A, v[0], v[2], coin(999_999_999))
	red("redelegate", A, v[0], v[2], coin(200_000))
	red("redelegate again", A, v[0], v[2], coin(1))
	red("redelegate on", A, v[2], v[1], coin(1))
	r.block("sixth", 5*time.Second)
	red("redelegate a third time", A, v[0], v[2], coin(2))
	red("redelegate too often", A, v[0], v[2], coin(3))
	r.query(SQ+"Redelegations", &s.QueryRedelegationsRequest{DelegatorAddr: A})
	r.query(SQ+"Redelegations", &s.QueryRedelegationsRequest{DelegatorAddr: A, SrcValidatorAddr: v[0], DstValidatorAddr: v[2]})
	r.query(SQ+"Redelegations", &s.QueryRedelegationsRequest{SrcValidatorAddr: v[0]})
	r.query(SQ+"Redelegations", &s.QueryRedelegationsRequest{DelegatorAddr: A, SrcValidatorAddr: v[1], DstValidatorAddr: v[2]})
	red("redelegate by another", B, v[0], v[1], coin(2_000_000))
	// a validator that goes below its power, self undelegation and jail
	self := func(i int) string { va, _ := sdk.ValAddressFromBech32(v[i]); return sdk.AccAddress(va).String() }
	r.msg("coins for an operator", &banktypes.MsgSend{FromAddress: A, ToAddress: self(2), Amount: sdk.NewCoins(coin(100))})
	und("undelegate all of its own", self(2), v[2], coin(2_000_000))
	r.block("a validator leaves", 5*time.Second)
	queries()
	del("delegate to a jailed, unbonding one", A, v[2], coin(9))
	red("redelegate from an unbonding one", A, v[2], v[1], coin(5))
	und("undelegate from an unbonding one", A, v[2], coin(10))
	cancel("cancel at a jailed one", v[2], coin(5), 8)
	wd("withdraw from an unbonding one", A, v[2])
	r.block("a day", day)
	r.block("almost there", 20*day-time.Minute)
	r.block("mature", time.Hour)
	queries()
	del("delegate to an unbonded one", A, v[2], coin(9))
	red("redelegate from an unbonded one", A, v[2], v[0], coin(5))
	r.block("the last", day)
	und("undelegate all the rest from an unbonded one", A, v[2], coin(199_997))
	r.block("and on", 5*time.Second)
	r.query(SQ+"Validator", &s.QueryValidatorRequest{ValidatorAddr: v[2]})
	// gov
	vote := func(name, who string, id uint64, o g.VoteOption, meta string) {
		r.msg(name, &g.MsgVote{ProposalId: id, Voter: who, Option: o, Metadata: meta})
	}
	vote("vote, no proposal", A, 1, g.OptionYes, "")
	vote("vote, bad option", A, 1, g.VoteOption(9), "")
	vote("vote, bad voter", "x", 1, g.OptionYes, "")
	gov := authtypes.NewModuleAddress("gov").String()
	pool := &d.MsgCommunityPoolSpend{Authority: gov, Recipient: C, Amount: sdk.NewCoins(coin(100))}
	submit := func(name string, dep sdk.Coins, meta, title, summary string, exp bool, msgs ...sdk.Msg) {
		m, err := g.NewMsgSubmitProposal(msgs, dep, A, meta, title, summary, exp)
		check(err)
		r.msg(name, m)
	}
	submit("submit, no title", sdk.NewCoins(coin(10_000)), "m", "", "s", false)
	submit("submit, no summary", sdk.NewCoins(coin(10_000)), "m", "t", "", false)
	submit("submit nothing", sdk.NewCoins(coin(10_000)), "", "t", "s", false)
	submit("submit, other denom", sdk.NewCoins(sdk.NewInt64Coin("uatom", 1)), "m", "t", "s", false)
	submit("submit, small deposit", sdk.NewCoins(coin(1)), "m", "t", "s", false)
	submit("submit, wrong signer", sdk.NewCoins(coin(10_000)), "m", "t", "s", false, &banktypes.MsgSend{FromAddress: A, ToAddress: B, Amount: sdk.NewCoins(coin(1))})
	submit("submit a text", sdk.NewCoins(coin(10_000)), "m", "t", "s", false)
	submit("submit a spend", sdk.NewCoins(coin(1_000_000)), "", "Spend", "to carol", false, pool)
	submit("submit expedited", sdk.NewCoins(coin(5_000_000)), "x", "Fast", "soon", true, pool)
	vote("vote on one without deposit", A, 1, g.OptionYes, "")
	vote("vote yes", A, 2, g.OptionYes, "because")
	vote("vote no after all", A, 2, g.OptionNo, "")
	vote("vote yes by the operator", self(0), 2, g.OptionYes, "")
	w := func(pairs ...any) []*g.WeightedVoteOption {
		out := []*g.WeightedVoteOption{}
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, &g.WeightedVoteOption{Option: pairs[i].(g.VoteOption), Weight: pairs[i+1].(string)})
		}
		return out
	}
	weighted := func(name string, opts []*g.WeightedVoteOption) {
		r.msg(name, &g.MsgVoteWeighted{ProposalId: 2, Voter: B, Options: opts})
	}
	weighted("weighted, none", nil)
	weighted("weighted, too much", w(g.OptionYes, "0.7", g.OptionNo, "0.4"))
	weighted("weighted, too little", w(g.OptionYes, "0.7", g.OptionNo, "0.2"))
	weighted("weighted, twice", w(g.OptionYes, "0.5", g.OptionYes, "0.5"))
	weighted("weighted, zero", w(g.OptionYes, "0"))
	weighted("weighted, no number", w(g.OptionYes, "x"))
	weighted("weighted, negative", w(g.OptionYes, "-1"))
	weighted("weighted, unknown", w(g.VoteOption(9), "1"))
	weighted("weighted", w(g.OptionYes, "0.7", g.OptionAbstain, "0.300"))
	r.msg("vote, old form", &gb.MsgVote{ProposalId: 3, Voter: self(0), Option: gb.OptionYes})
	r.msg("weighted, old form", &gb.MsgVoteWeighted{ProposalId: 3, Voter: B, Options: gb.WeightedVoteOptions{{Option: gb.OptionNoWithVeto, Weight: math.LegacyMustNewDecFromStr("0.25")}, {Option: gb.OptionAbstain, Weight: math.LegacyMustNewDecFromStr("0.75")}}})
	r.msg("deposit", &g.MsgDeposit{ProposalId: 1, Depositor: B, Amount: sdk.NewCoins(coin(20_000))})
	r.msg("deposit more", &g.MsgDeposit{ProposalId: 1, Depositor: B, Amount: sdk.NewCoins(coin(20_000))})
	r.msg("deposit too little", &g.MsgDeposit{ProposalId: 1, Depositor: B, Amount: sdk.NewCoins(coin(1))})
	r.msg("deposit on nothing", &g.MsgDeposit{ProposalId: 9, Depositor: B, Amount: sdk.NewCoins(coin(20_000))})
	r.msg("deposit, other denom", &g.MsgDeposit{ProposalId: 1, Depositor: A, Amount: sdk.NewCoins(sdk.NewInt64Coin("uatom", 20))})
	r.msg("deposit nothing", &g.MsgDeposit{ProposalId: 1, Depositor: A})
	long := make([]byte, 256)
	for i := range long {
		long[i] = 'a'
	}
	vote("vote, long metadata", A, 2, g.OptionYes, string(long))
	gq := func() {
		for id := uint64(0); id <= 4; id++ {
			r.query(GQ+"Proposal", &g.QueryProposalRequest{ProposalId: id})
			r.query(GQ+"Vote", &g.QueryVoteRequest{ProposalId: id, Voter: A})
			r.query(GQ+"Votes", &g.QueryVotesRequest{ProposalId: id})
			r.query(GQ+"Deposit", &g.QueryDepositRequest{ProposalId: id, Depositor: B})
			r.query(GQ+"Deposits", &g.QueryDepositsRequest{ProposalId: id})
			r.query(GQ+"TallyResult", &g.QueryTallyResultRequest{ProposalId: id})
			r.query(GBQ+"Proposal", &gb.QueryProposalRequest{ProposalId: id})
			r.query(GBQ+"Vote", &gb.QueryVoteRequest{ProposalId: id, Voter: B})
			r.query(GBQ+"Votes", &gb.QueryVotesRequest{ProposalId: id})
			r.query(GBQ+"Deposit", &gb.QueryDepositRequest{ProposalId: id, Depositor: B})
			r.query(GBQ+"Deposits", &gb.QueryDepositsRequest{ProposalId: id})
			r.query(GBQ+"TallyResult", &gb.QueryTallyResultRequest{ProposalId: id})
		}
		r.query(GQ+"Proposals", &g.QueryProposalsRequest{})
		r.query(GQ+"Proposals", &g.QueryProposalsRequest{Voter: A})
		r.query(GQ+"Proposals", &g.QueryProposalsRequest{Depositor: B, Pagination: &query.PageRequest{Limit: 1}})
		r.query(GQ+"Proposals", &g.QueryProposalsRequest{ProposalStatus: g.StatusVotingPeriod, Pagination: &query.PageRequest{Limit: 1, CountTotal: true}})
		r.query(GBQ+"Proposals", &gb.QueryProposalsRequest{ProposalStatus: gb.StatusVotingPeriod})
	}
	gq()
	for _, t := range []string{"", "deposit", "voting", "tallying", "x"} {
		r.query(GQ+"Params", &g.QueryParamsRequest{ParamsType: t})
		r.query(GBQ+"Params", &gb.QueryParamsRequest{ParamsType: t})
	}
	r.query(GQ+"Constitution", &g.QueryConstitutionRequest{})
	r.block("expedited ends", day+time.Second)
	r.block("all end", day+time.Second)
	r.msg("cancel an ended one", &g.MsgCancelProposal{ProposalId: 2, Proposer: A})
	submit("submit one to cancel", sdk.NewCoins(coin(1_000_000)), "m", "t", "s", false)
	vote("vote on it", A, 4, g.OptionYes, "")
	r.msg("cancel as another", &g.MsgCancelProposal{ProposalId: 4, Proposer: B})
	r.msg("cancel", &g.MsgCancelProposal{ProposalId: 4, Proposer: A})
	submit("submit one that fails", sdk.NewCoins(coin(1_000_000)), "", "Spend", "too much", false, &d.MsgCommunityPoolSpend{Authority: gov, Recipient: C, Amount: sdk.NewCoins(coin(1_000_000_000))})
	vote("vote for it", self(0), 5, g.OptionYes, "")
	r.block("and on", 2*day+time.Second)
	gq()
}
