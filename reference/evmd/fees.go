package main

import (
	"math/big"

	sdkmath "cosmossdk.io/math"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	feemarkettypes "github.com/cosmos/evm/x/feemarket/types"
	"github.com/ethereum/go-ethereum/common"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
)

// fees follow how full blocks are.
func fees() *Chain {
	c := start(nil)
	// Spends the gas that it is given.
	burner := c.create(alice, 300_000, deployed(common.FromHex("5b600056")))
	full := func(gas ...uint64) {
		txs := [][]byte{}
		for i, one := range gas {
			txs = append(txs, c.dynamic(alice, uint64(i), &burner, wei(0), one, nil))
		}
		c.block(txs...)
	}
	c.tell("full blocks")
	for range 6 {
		full(5_000_000, 4_900_000)
	}
	c.tell("blocks at the target")
	full(5_000_000)
	full(2_500_000, 2_500_000)
	full(5_000_000)
	c.tell("empty blocks")
	for range 8 {
		c.block()
	}
	c.tell("wanted and not used")
	c.call(alice, bob.eth, wei(1), 9_000_000, nil)
	c.call(alice, bob.eth, wei(1), 42_000, nil)
	c.call(alice, bob.eth, wei(1), 42_001, nil)
	c.block(c.cosmos(alice, 0, 5_000_000, send(alice, bob, 1)))
	c.tell("prices")
	for _, price := range []int64{0, 1, 2, 30} {
		next := c.next(bob)
		c.block(c.eth(bob, &ethtypes.LegacyTx{Nonce: next, GasPrice: gwei(price), Gas: 21_000, To: &carol.eth, Value: wei(1)}))
		next = c.next(bob)
		c.block(c.eth(bob, &ethtypes.DynamicFeeTx{ChainID: big.NewInt(evmChainID), Nonce: next, GasFeeCap: gwei(30), GasTipCap: gwei(price), Gas: 21_000, To: &carol.eth, Value: wei(1)}))
	}
	c.tell("params change")
	c.price = 4
	params := func(change func(*feemarkettypes.Params)) {
		now := c.FeeMarket.GetParams(c.now())
		change(&now)
		c.govern(&feemarkettypes.MsgUpdateParams{Authority: governance, Params: now})
		c.call(alice, bob.eth, wei(1), 100_000, nil)
		c.block(c.cosmos(alice, 0, 200_000, send(alice, bob, 1)))
		full(5_000_000, 4_900_000)
		c.block()
	}
	params(func(p *feemarkettypes.Params) { p.MinGasMultiplier = sdkmath.LegacyZeroDec() })
	params(func(p *feemarkettypes.Params) { p.MinGasMultiplier = sdkmath.LegacyOneDec() })
	params(func(p *feemarkettypes.Params) { p.MinGasPrice = sdkmath.LegacyNewDec(3_000_000_000) })
	params(func(p *feemarkettypes.Params) {
		p.MinGasPrice, p.ElasticityMultiplier, p.BaseFeeChangeDenominator = sdkmath.LegacyNewDecWithPrec(15, 1), 4, 3
	})
	params(func(p *feemarkettypes.Params) { p.BaseFee = sdkmath.LegacyNewDecWithPrec(75, 1) })
	params(func(p *feemarkettypes.Params) {
		p.MinGasPrice, p.BaseFee = sdkmath.LegacyZeroDec(), sdkmath.LegacyNewDecWithPrec(25, 2)
	})
	params(func(p *feemarkettypes.Params) { p.NoBaseFee = true })
	params(func(p *feemarkettypes.Params) { p.NoBaseFee, p.EnableHeight = false, c.height+10 })
	for range 4 {
		c.block()
	}
	c.tell("no authority")
	c.block(c.cosmos(alice, 0, 200_000, &feemarkettypes.MsgUpdateParams{Authority: alice.address.String(), Params: feemarkettypes.DefaultParams()}))
	return c
}

// mixed has blocks of both kinds of transactions, whose accounts have one counter.
func mixed() *Chain {
	c := start(nil)
	proxy := c.create(alice, 300_000, forwarder)
	token := c.create(alice, 3_000_000, contractOf("ERC20").with("Gold", "GLD", wei(1_000_000)))
	c.tell("one counter")
	c.block(c.cosmos(bob, 0, 200_000, send(bob, carol, 1)), c.dynamic(bob, 1, &carol.eth, wei(2), 21_000, nil), c.cosmos(bob, 2, 200_000, send(bob, carol, 3)))
	c.block(c.dynamic(bob, 0, nil, wei(0), 300_000, forwarder), c.cosmos(bob, 1, 200_000, send(bob, carol, 4)), c.dynamic(bob, 2, nil, wei(0), 300_000, forwarder))
	c.block(c.dynamic(bob, 1, &carol.eth, wei(2), 21_000, nil), c.cosmos(bob, 0, 200_000, send(bob, carol, 1)))
	c.tell("one balance")
	poor := accountOf("poor")
	c.block(c.cosmos(alice, 0, 200_000, sendTo(alice, poor.address, gwei(3_000_000))))
	c.block(c.dynamic(poor, 0, &bob.eth, gwei(2_000_000), 21_000, nil), c.cosmos(poor, 1, 100_000, send(poor, bob, 1)))
	c.tell("random blocks")
	for range 40 {
		txs, used := [][]byte{}, map[*Account]uint64{}
		for range 1 + c.rand.Intn(4) {
			from, to := everyone[c.rand.Intn(len(everyone))], everyone[c.rand.Intn(len(everyone))]
			more, some := used[from], c.rand.Int63n(1_000_000)
			used[from]++
			switch c.rand.Intn(7) {
			case 0:
				txs = append(txs, c.cosmos(from, more, 150_000+uint64(c.rand.Intn(100_000)), send(from, to, some+1)))
			case 1:
				txs = append(txs, c.dynamic(from, more, &to.eth, wei(some), 21_000+uint64(c.rand.Intn(50_000)), nil))
			case 2:
				txs = append(txs, c.dynamic(from, more, &token, wei(0), 60_000+uint64(c.rand.Intn(50_000)), method(transferTo, to.eth, wei(some%1000))))
			case 3:
				txs = append(txs, c.dynamic(from, more, &proxy, wei(some), 100_000, forward(to.eth, c.rand.Int63n(3), nil)))
			case 4:
				txs = append(txs, c.dynamic(from, more, nil, wei(0), 150_000+uint64(c.rand.Intn(50_000)), forwarder))
			case 5:
				txs = append(txs, c.dynamic(from, more, ref(common.HexToAddress(wrapped)), wei(0), 100_000, method(transferTo, to.eth, wei(some))))
			default:
				txs = append(txs, c.dynamic(from, more, ref(at(0x800)), wei(0), 400_000, method("delegate(address,string,uint256)", from.eth, oliver.operator(), gwei(some))))
			}
		}
		c.block(txs...)
	}
	return c
}

func sendTo(from *Account, to sdk.AccAddress, amount *big.Int) sdk.Msg {
	return banktypes.NewMsgSend(from.address, to, sdk.NewCoins(sdk.NewCoin(denom, sdkmath.NewIntFromBigInt(amount))))
}
