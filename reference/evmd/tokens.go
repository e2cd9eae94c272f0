package main

import (
	"math/big"

	sdkmath "cosmossdk.io/math"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	erc20types "github.com/cosmos/evm/x/erc20/types"
	"github.com/ethereum/go-ethereum/common"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
)

const (
	transferTo   = "transfer(address,uint256)"
	transferFrom = "transferFrom(address,address,uint256)"
	approve      = "approve(address,uint256)"
	balanceOf    = "balanceOf(address)"
	allowance    = "allowance(address,address)"
)

// tokens are contracts, coins with an ERC-20 face, and pairs of both.
func tokens() *Chain {
	c := start(nil)
	c.tell("an ERC-20 contract")
	token := c.create(alice, 3_000_000, contractOf("ERC20").with("Gold", "GLD", wei(1_000_000)))
	c.call(alice, token, wei(0), 100_000, method(transferTo, bob.eth, wei(100)))
	c.call(alice, token, wei(0), 100_000, method(transferTo, bob.eth, wei(100)))
	c.call(bob, token, wei(0), 100_000, method(transferTo, alice.eth, wei(200)))
	c.call(bob, token, wei(0), 100_000, method(transferTo, alice.eth, wei(1)))
	c.call(alice, token, wei(0), 100_000, method(approve, bob.eth, wei(50)))
	c.call(bob, token, wei(0), 100_000, method(transferFrom, alice.eth, carol.eth, wei(30)))
	c.call(bob, token, wei(0), 100_000, method(transferFrom, alice.eth, carol.eth, wei(30)))

	c.tell("the chain's coin as an ERC-20")
	coin := common.HexToAddress(wrapped)
	c.asToken(coin)
	c.call(alice, coin, wei(1000), 200_000, method("deposit()"))
	c.call(alice, coin, wei(1000), 200_000, nil)
	c.call(alice, coin, wei(0), 200_000, method("withdraw(uint256)", wei(1000)))
	c.call(alice, coin, wei(0), 200_000, method("withdraw(uint256)", new(big.Int).Lsh(wei(1), 90)))
	proxy := c.create(alice, 300_000, forwarder)
	c.call(alice, proxy, wei(5), 300_000, forward(coin, 0, method("deposit()")))
	c.call(alice, proxy, wei(6), 300_000, forward(coin, 1, method("deposit()")))
	c.call(alice, proxy, wei(0), 300_000, forward(coin, 0, method(transferTo, bob.eth, wei(2))))
	c.call(alice, proxy, wei(0), 300_000, forward(coin, 1, method(transferTo, bob.eth, wei(2))))
	c.call(alice, proxy, wei(0), 300_000, forward(proxy, 2, forward(coin, 1, method(transferTo, bob.eth, wei(1)))))

	c.tell("a pair for a contract")
	c.block(c.cosmos(alice, 0, 500_000, &erc20types.MsgRegisterERC20{Signer: alice.address.String(), Erc20Addresses: []string{token.Hex()}}))
	c.block(c.cosmos(alice, 0, 500_000, &erc20types.MsgRegisterERC20{Signer: alice.address.String(), Erc20Addresses: []string{token.Hex()}}))
	c.block(c.cosmos(alice, 0, 500_000, &erc20types.MsgRegisterERC20{Signer: alice.address.String(), Erc20Addresses: []string{bob.eth.Hex()}}))
	c.tell("tokens become coins")
	toCoin := func(amount int64) []byte {
		return c.cosmos(alice, 0, 1_000_000, &erc20types.MsgConvertERC20{
			ContractAddress: token.Hex(), Amount: sdkmath.NewInt(amount), Receiver: bob.address.String(), Sender: alice.eth.Hex(),
		})
	}
	c.block(toCoin(400))
	c.block(toCoin(400_000_000))
	c.tell("coins become tokens")
	back := func(amount int64) []byte {
		name := erc20types.CreateDenom(token.Hex())
		return c.cosmos(bob, 0, 1_000_000, &erc20types.MsgConvertCoin{
			Coin: sdkCoin(name, amount), Receiver: carol.eth.Hex(), Sender: bob.address.String(),
		})
	}
	c.block(back(150))
	c.block(back(500))
	c.block(c.cosmos(bob, 0, 200_000, banktypes.NewMsgSend(bob.address, carol.address, []sdkCoinType{sdkCoin(erc20types.CreateDenom(token.Hex()), 10)})))
	c.tell("a pair is switched off")
	c.govern(&erc20types.MsgToggleConversion{Authority: governance, Token: token.Hex()})
	c.block(toCoin(1))
	c.block(back(1))
	c.tell("an allowance that stays")
	c.call(bob, coin, wei(0), 200_000, method(approve, alice.eth, wei(9)))
	return c
}

// asToken asks and moves a coin through its ERC-20 face.
func (c *Chain) asToken(coin common.Address) {
	for _, input := range [][]byte{
		method("name()"), method("symbol()"), method("decimals()"), method("totalSupply()"), method(balanceOf, alice.eth), method(allowance, alice.eth, bob.eth),
		method(transferTo, bob.eth, wei(7)), method(transferTo, bob.eth, new(big.Int).Lsh(wei(1), 90)), method(transferTo, common.Address{}, wei(1)),
		method(transferTo, common.BytesToAddress(c.Accounts.GetModuleAddress("gov")), wei(1)),
		method(approve, bob.eth, wei(20)), method(transferFrom, alice.eth, carol.eth, wei(1)), method("mint(address,uint256)", bob.eth, wei(1)), {1, 2, 3},
	} {
		c.call(alice, coin, wei(0), 200_000, input)
	}
	for _, amount := range []int64{5, 15, 20} {
		c.call(bob, coin, wei(0), 200_000, method(transferFrom, alice.eth, carol.eth, wei(amount)))
	}
	c.call(alice, coin, wei(0), 200_000, method(approve, bob.eth, wei(0)))
	c.call(alice, coin, wei(0), 21_500, method(transferTo, bob.eth, wei(7)))
	c.block(c.eth(alice, &ethtypes.LegacyTx{Nonce: c.next(alice), GasPrice: gwei(2), Gas: 40_000, To: &coin, Value: wei(0), Data: method(transferTo, bob.eth, wei(7))}))
}
