package main

import (
	"fmt"
	"math/big"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	"github.com/ethereum/go-ethereum/common"
)

type sdkCoinType = sdk.Coin

func sdkCoin(name string, amount int64) sdk.Coin { return sdk.NewInt64Coin(name, amount) }

var governance = authtypes.NewModuleAddress("gov").String()

func at(n int64) common.Address { return common.BigToAddress(big.NewInt(n)) }

// page of a query, and coins, as tuples of the ABI.
type page struct {
	F0     []byte
	F1, F2 uint64
	F3, F4 bool
}

type amount struct {
	F0 string
	F1 *big.Int
}

const (
	pages   = "(bytes,uint64,uint64,bool,bool)"
	amounts = "(string,uint256)[]"
)

// govern carries out messages of governance.
func (c *Chain) govern(msgs ...sdk.Msg) {
	proposal := must(govv1.NewMsgSubmitProposal(msgs, coins(1000), alice.address.String(), "", "title", "summary", false))
	result := c.block(c.cosmos(alice, 0, 1_000_000, proposal))[0]
	if result.Code != 0 {
		return
	}
	id := uint64(0)
	for _, event := range result.Events {
		for _, one := range event.Attributes {
			if one.Key == "proposal_id" {
				fmt.Sscan(one.Value, &id)
			}
		}
	}
	c.block(c.cosmos(oliver, 0, 500_000, govv1.NewMsgVote(oliver.address, id, govv1.OptionYes, "")))
	c.after(20 * time.Second)
}

// precompiled are the addresses behind which modules are.
func precompiled() *Chain {
	c := start(nil)
	proxy := c.create(alice, 300_000, forwarder)
	// each is called by an account, by a contract, and by a contract that fails afterwards.
	each := func(from *Account, to int64, value int64, inputs ...[]byte) {
		for _, input := range inputs {
			c.call(from, at(to), wei(value), 500_000, input)
			c.call(from, proxy, wei(value), 600_000, forward(at(to), 0, input))
			c.call(from, proxy, wei(value), 600_000, forward(at(to), 1, input))
		}
	}
	c.tell("bech32")
	each(alice, 0x400, 0, method("hexToBech32(address,string)", bob.eth, "cosmos"), method("bech32ToHex(string)", bob.address.String()))
	for _, input := range [][]byte{
		method("hexToBech32(address,string)", bob.eth, " "), method("bech32ToHex(string)", ""), method("bech32ToHex(string)", "cosmos1"),
		method("bech32ToHex(string)", bob.operator()), method("nothing()"), {1, 2}, nil,
	} {
		c.call(alice, at(0x400), wei(0), 100_000, input)
	}
	c.call(alice, at(0x400), wei(1), 100_000, method("bech32ToHex(string)", bob.address.String()))
	c.tell("p256")
	for _, input := range [][]byte{make([]byte, 160), make([]byte, 159), nil} {
		c.call(alice, at(0x100), wei(0), 100_000, input)
	}
	c.tell("bank")
	wei1 := common.HexToAddress(wrapped)
	each(alice, 0x804, 0, method("balances(address)", alice.eth), method("totalSupply()"), method("supplyOf(address)", wei1))
	c.call(alice, at(0x804), wei(0), 100_000, method("supplyOf(address)", bob.eth))
	c.tell("a precompile that is not there")
	c.call(alice, at(0x803), wei(0), 100_000, []byte{1, 2, 3, 4})

	c.tell("delegations")
	delegate := func(who common.Address, to string, amount int64) []byte {
		return method("delegate(address,string,uint256)", who, to, gwei(amount))
	}
	each(alice, 0x800, 0, delegate(alice.eth, oliver.operator(), 1_000_000_000))
	c.call(alice, proxy, gwei(5_000_000_000), 100_000, forward(common.Address{19: 9}, 2, nil))
	c.call(alice, proxy, gwei(5_000_000_000), 600_000, forward(at(0x800), 0, delegate(proxy, oliver.operator(), 1_000_000_000)))
	c.call(alice, proxy, gwei(5_000_000_000), 100_000, forward(proxy, 0, forward(alice.eth, 0, nil)))
	c.call(alice, proxy, wei(0), 600_000, forward(at(0x800), 0, delegate(proxy, oliver.operator(), 1_000_000_000)))
	c.call(alice, proxy, wei(0), 700_000, forward(proxy, 2, forward(at(0x800), 1, delegate(proxy, oliver.operator(), 1_000_000_000))))
	for _, input := range [][]byte{
		delegate(bob.eth, oliver.operator(), 1), delegate(alice.eth, "nobody", 1), delegate(alice.eth, bob.operator(), 1),
		delegate(alice.eth, oliver.operator(), 0), delegate(alice.eth, oliver.operator(), 1_000_000_000_000_000),
	} {
		c.call(alice, at(0x800), wei(0), 500_000, input)
	}
	c.call(alice, at(0x800), wei(0), 60_000, delegate(alice.eth, oliver.operator(), 1_000_000_000))
	c.tell("questions about staking")
	each(alice, 0x800, 0,
		method("delegation(address,string)", alice.eth, oliver.operator()), method("validator(address)", oliver.eth),
		method("validators(string,"+pages+")", "BOND_STATUS_BONDED", page{F2: 10}),
		method("unbondingDelegation(address,string)", alice.eth, oliver.operator()),
		method("redelegation(address,string,string)", alice.eth, oliver.operator(), olga.operator()))
	c.tell("undelegations")
	undelegate := func(amount int64) []byte {
		return method("undelegate(address,string,uint256)", alice.eth, oliver.operator(), gwei(amount))
	}
	c.call(alice, at(0x800), wei(0), 500_000, undelegate(300_000_000))
	height := c.height
	c.call(alice, at(0x800), wei(0), 500_000, undelegate(300_000_000_000))
	c.call(alice, at(0x800), wei(0), 500_000, method("redelegate(address,string,string,uint256)", alice.eth, oliver.operator(), olga.operator(), gwei(200_000_000)))
	c.call(alice, at(0x800), wei(0), 500_000, method("redelegations(address,string,string,"+pages+")", alice.eth, oliver.operator(), olga.operator(), page{F2: 10}))
	c.call(alice, at(0x800), wei(0), 500_000, method("unbondingDelegation(address,string)", alice.eth, oliver.operator()))
	c.call(alice, at(0x800), wei(0), 500_000, method("cancelUnbondingDelegation(address,string,uint256,uint256)", alice.eth, oliver.operator(), gwei(100_000_000), wei(height)))
	c.call(alice, at(0x800), wei(0), 500_000, method("cancelUnbondingDelegation(address,string,uint256,uint256)", alice.eth, oliver.operator(), gwei(100_000_000), wei(1)))
	c.after(2 * time.Minute)
	c.tell("validators")
	type description struct{ F0, F1, F2, F3, F4 string }
	edit := "editValidator((string,string,string,string,string),address,int256,int256)"
	keep := description{"[do-not-modify]", "[do-not-modify]", "[do-not-modify]", "[do-not-modify]", "changed"}
	c.after(25*time.Hour, c.dynamic(olga, 0, ref(at(0x800)), wei(0), 500_000, method(edit, keep, olga.eth, new(big.Int).Mul(wei(11), new(big.Int).Exp(wei(10), wei(16), nil)), wei(-1))))
	c.call(alice, at(0x800), wei(0), 500_000, method(edit, keep, olga.eth, wei(-1), wei(-1)))
	c.tell("the same by messages")
	c.block(c.cosmos(bob, 0, 500_000, stakingtypes.NewMsgDelegate(bob.address.String(), oliver.operator(), sdk.NewCoin(denom, ether))))
	c.block(c.cosmos(bob, 0, 500_000, stakingtypes.NewMsgUndelegate(bob.address.String(), oliver.operator(), sdk.NewCoin(denom, ether.QuoRaw(2)))))
	c.tell("rewards")
	each(alice, 0x801, 0,
		method("delegationRewards(address,string)", alice.eth, oliver.operator()), method("delegationTotalRewards(address)", alice.eth),
		method("delegatorValidators(address)", alice.eth), method("delegatorWithdrawAddress(address)", alice.eth), method("communityPool()"),
		method("validatorCommission(string)", oliver.operator()), method("validatorOutstandingRewards(string)", oliver.operator()),
		method("validatorDistributionInfo(string)", oliver.operator()), method("validatorSlashes(string,uint64,uint64,"+pages+")", oliver.operator(), uint64(1), uint64(100), page{F2: 10}))
	c.call(alice, at(0x801), wei(0), 500_000, method("withdrawDelegatorRewards(address,string)", alice.eth, oliver.operator()))
	c.call(alice, at(0x801), wei(0), 500_000, method("claimRewards(address,uint32)", alice.eth, uint32(5)))
	c.call(alice, proxy, wei(0), 600_000, forward(at(0x801), 0, method("withdrawDelegatorRewards(address,string)", proxy, oliver.operator())))
	c.call(alice, proxy, wei(0), 600_000, forward(at(0x801), 1, method("withdrawDelegatorRewards(address,string)", proxy, oliver.operator())))
	c.call(alice, at(0x801), wei(0), 500_000, method("setWithdrawAddress(address,string)", alice.eth, carol.address.String()))
	c.call(alice, at(0x801), wei(0), 500_000, method("withdrawDelegatorRewards(address,string)", alice.eth, oliver.operator()))
	c.call(bob, at(0x801), wei(0), 500_000, method("withdrawDelegatorRewards(address,string)", alice.eth, oliver.operator()))
	c.call(oliver, at(0x801), wei(0), 500_000, method("withdrawValidatorCommission(string)", oliver.operator()))
	c.call(bob, at(0x801), wei(0), 500_000, method("withdrawValidatorCommission(string)", oliver.operator()))
	some := []amount{{denom, wei(1000)}}
	c.call(alice, at(0x801), wei(0), 500_000, method("fundCommunityPool(address,"+amounts+")", alice.eth, some))
	c.call(alice, at(0x801), wei(0), 500_000, method("depositValidatorRewardsPool(address,string,"+amounts+")", alice.eth, oliver.operator(), some))
	c.tell("governance")
	proposal := []byte(`{"messages":[],"metadata":"m","title":"t","summary":"s","expedited":false}`)
	c.call(alice, at(0x805), wei(0), 900_000, method("submitProposal(address,bytes,"+amounts+")", alice.eth, proposal, []amount{{denom, wei(500)}}))
	c.call(alice, at(0x805), wei(0), 900_000, method("submitProposal(address,bytes,"+amounts+")", alice.eth, []byte("{"), some))
	c.call(alice, at(0x805), wei(0), 500_000, method("vote(address,uint64,uint8,string)", alice.eth, uint64(1), uint8(1), ""))
	c.call(bob, at(0x805), wei(0), 500_000, method("deposit(address,uint64,"+amounts+")", bob.eth, uint64(1), some))
	c.call(alice, at(0x805), wei(0), 500_000, method("vote(address,uint64,uint8,string)", alice.eth, uint64(1), uint8(1), "why"))
	type weighted struct {
		F0 uint8
		F1 string
	}
	c.call(oliver, at(0x805), wei(0), 500_000, method("voteWeighted(address,uint64,(uint8,string)[],string)", oliver.eth, uint64(1), []weighted{{1, "0.7"}, {3, "0.3"}}, ""))
	each(alice, 0x805, 0, method("getProposal(uint64)", uint64(1)), method("getVote(uint64,address)", uint64(1), alice.eth), method("getDeposit(uint64,address)", uint64(1), bob.eth),
		method("getParams()"), method("getTallyResult(uint64)", uint64(1)), method("getConstitution()"))
	c.call(bob, at(0x805), wei(0), 500_000, method("cancelProposal(address,uint64)", bob.eth, uint64(1)))
	c.after(30 * time.Second)
	c.tell("transfers to nowhere")
	type height2 struct{ F0, F1 uint64 }
	transfer := "transfer(string,string,string,uint256,address,string,(uint64,uint64),uint64,string)"
	c.call(alice, at(0x802), wei(0), 500_000, method(transfer, "transfer", "channel-0", denom, wei(5), alice.eth, bob.address.String(), height2{}, uint64(c.time.Add(time.Hour).UnixNano()), ""))
	c.call(alice, at(0x802), wei(0), 500_000, method("denoms("+pages+")", page{F2: 10}))
	c.call(alice, at(0x802), wei(0), 500_000, method("denom(string)", "00"))
	c.call(alice, at(0x802), wei(0), 500_000, method("denomHash(string)", "transfer/channel-0/uatom"))
	c.tell("slashing")
	consensus := common.BytesToAddress(c.keys[1].PubKey().Address())
	each(alice, 0x806, 0, method("getParams()"), method("getSigningInfo(address)", consensus), method("getSigningInfos("+pages+")", page{F2: 10}))
	c.call(olga, at(0x806), wei(0), 500_000, method("unjail(address)", olga.eth))
	c.absent = 1
	for range 12 {
		c.block()
	}
	c.absent = 2
	c.call(alice, at(0x800), wei(0), 500_000, method("validator(address)", olga.eth))
	c.call(olga, at(0x806), wei(0), 500_000, method("unjail(address)", olga.eth))
	c.after(30 * time.Second)
	c.call(alice, at(0x806), wei(0), 500_000, method("unjail(address)", olga.eth))
	c.call(olga, at(0x806), wei(0), 500_000, method("unjail(address)", olga.eth))
	c.block(c.cosmos(olga, 0, 300_000, slashingtypes.NewMsgUnjail(olga.operator())))
	return c
}

func ref[T any](value T) *T { return &value }
