package main

import (
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
)

func send(from, to *Account, amount int64) sdk.Msg {
	return banktypes.NewMsgSend(from.address, to.address, coins(amount))
}

// sends has no Ethereum transaction: a chain without its EVM can be compared with it.
func sends() *Chain {
	c := start(nil)
	c.tell("a send")
	c.block(c.cosmos(alice, 0, 200_000, send(alice, bob, 1)))
	c.tell("several in a block")
	c.block(c.cosmos(alice, 0, 200_000, send(alice, bob, 2)), c.cosmos(bob, 0, 200_000, send(bob, carol, 3)), c.cosmos(alice, 1, 200_000, send(alice, carol, 4)))
	c.tell("a new account")
	dora := accountOf("dora")
	c.block(c.cosmos(alice, 0, 200_000, banktypes.NewMsgSend(alice.address, dora.address, sdk.NewCoins(sdk.NewCoin(denom, ether)))))
	c.block(c.cosmos(dora, 0, 200_000, send(dora, alice, 5)))
	c.tell("refused by messages")
	c.block(c.cosmos(alice, 0, 200_000, banktypes.NewMsgSend(alice.address, bob.address, sdk.NewCoins(sdk.NewCoin(denom, ether.MulRaw(1_000_000))))))
	c.block(c.cosmos(alice, 0, 200_000, banktypes.NewMsgSend(alice.address, authtypes.NewModuleAddress("mint"), coins(1))))
	c.tell("refused before messages")
	c.block(c.cosmos(alice, 7, 200_000, send(alice, bob, 1)))
	c.block(c.paying(alice, 0, 200_000, nil, send(alice, bob, 1)))
	c.block(c.paying(alice, 0, 200_000, coins(200_000), send(alice, bob, 1)))
	c.block(c.paying(alice, 0, 200_000, sdk.NewCoins(sdk.NewInt64Coin("uother", 200_000_000)), send(alice, bob, 1)))
	c.block(c.paying(alice, 0, 200_000, sdk.NewCoins(sdk.NewCoin(denom, ether.MulRaw(1_000_000))), send(alice, bob, 1)))
	c.tell("gas")
	for _, gas := range []uint64{30_000, 60_000, 80_000, 100_000, maxGas + 1} {
		c.block(c.cosmos(bob, 0, gas, send(bob, alice, 5)))
	}
	c.tell("another kind of key")
	key := secp256k1.GenPrivKeyFromSecret([]byte("plain"))
	plain := sdk.AccAddress(key.PubKey().Address())
	c.block(c.cosmos(alice, 0, 200_000, banktypes.NewMsgSend(alice.address, plain, sdk.NewCoins(sdk.NewCoin(denom, ether)))))
	c.block(c.signed(key, plain, send(&Account{address: plain}, alice, 1)))
	c.tell("empty blocks")
	for range 5 {
		c.block()
	}
	return c
}
