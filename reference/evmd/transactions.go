package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	sdkmath "cosmossdk.io/math"
	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

var signer = ethtypes.LatestSignerForChainID(big.NewInt(evmChainID))

func coins(amount int64) sdk.Coins { return sdk.NewCoins(sdk.NewInt64Coin(denom, amount)) }

// next is the nonce of an account, which is its sequence.
func (c *Chain) next(a *Account) uint64 {
	if account := c.Accounts.GetAccount(c.now(), a.address); account != nil {
		return account.GetSequence()
	}
	return 0
}

// cosmos signs messages for the next sequence and some more.
func (c *Chain) cosmos(a *Account, more uint64, gas uint64, msgs ...sdk.Msg) []byte {
	return c.paying(a, more, gas, sdk.NewCoins(sdk.NewCoin(denom, sdkmath.NewIntFromUint64(gas).MulRaw(c.price*1_000_000_000))), msgs...)
}

func (c *Chain) paying(a *Account, more uint64, gas uint64, fee sdk.Coins, msgs ...sdk.Msg) []byte {
	number := c.Accounts.GetAccount(c.now(), a.address).GetAccountNumber()
	tx, err := sims.GenSignedMockTx(c.rand, c.TxConfig, msgs, fee, gas, chainID, []uint64{number}, []uint64{c.next(a) + more}, a.key)
	check(err)
	bz, err := c.TxConfig.TxEncoder()(tx)
	check(err)
	return bz
}

func gwei(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1_000_000_000)) }

func wei(n int64) *big.Int { return big.NewInt(n) }

// eth signs an Ethereum transaction and packs it for the chain.
func (c *Chain) eth(a *Account, data ethtypes.TxData) []byte {
	tx, err := ethtypes.SignNewTx(must(a.key.ToECDSA()), signer, data)
	check(err)
	return c.pack(a, tx)
}

func (c *Chain) pack(a *Account, tx *ethtypes.Transaction) []byte {
	msg := &evmtypes.MsgEthereumTx{From: a.address}
	msg.FromEthereumTx(tx)
	msg.From = a.address
	built, err := msg.BuildTx(c.TxConfig.NewTxBuilder(), denom)
	check(err)
	bz, err := c.TxConfig.TxEncoder()(built)
	check(err)
	return bz
}

// dynamic is a transaction of type 2 with the next nonce and some more; to may be nil.
func (c *Chain) dynamic(a *Account, more uint64, to *common.Address, value *big.Int, gas uint64, input []byte) []byte {
	return c.eth(a, &ethtypes.DynamicFeeTx{
		ChainID: big.NewInt(evmChainID), Nonce: c.next(a) + more, GasTipCap: gwei(1), GasFeeCap: gwei(10), Gas: gas, To: to, Value: value, Data: input,
	})
}

// call sends one in a block of its own.
func (c *Chain) call(a *Account, to common.Address, value *big.Int, gas uint64, input []byte) *abci.ExecTxResult {
	return c.block(c.dynamic(a, 0, &to, value, gas, input))[0]
}

// create deploys code, and says where.
func (c *Chain) create(a *Account, gas uint64, code []byte) common.Address {
	at := crypto.CreateAddress(a.eth, c.next(a))
	result := c.block(c.dynamic(a, 0, nil, wei(0), gas, code))[0]
	if result.Code != 0 {
		panic(result.Log)
	}
	return at
}

// Contract is an artifact of solc.
type Contract struct {
	abi  abi.ABI
	code []byte
}

var artifacts string

func contractOf(name string) Contract {
	bz, err := os.ReadFile(filepath.Join(artifacts, "solidity", name+".json"))
	check(err)
	file := struct {
		ABI      json.RawMessage `json:"abi"`
		Bytecode string          `json:"bytecode"`
	}{}
	check(json.Unmarshal(bz, &file))
	return Contract{must(abi.JSON(strings.NewReader(string(file.ABI)))), common.FromHex(file.Bytecode)}
}

// with is the code with arguments of its constructor.
func (c Contract) with(arguments ...any) []byte {
	return append(append([]byte{}, c.code...), must(c.abi.Pack("", arguments...))...)
}

// method encodes a call by the signature of a function, as "transfer(address,uint256)".
func method(signature string, arguments ...any) []byte {
	open := strings.Index(signature, "(")
	inputs := abi.Arguments{}
	for _, name := range split(signature[open+1 : len(signature)-1]) {
		inputs = append(inputs, abi.Argument{Type: typeOf(name)})
	}
	id := crypto.Keccak256([]byte(signature))[:4]
	return append(id, must(inputs.Pack(arguments...))...)
}

// split cuts a list of types at the commas outside of tuples.
func split(list string) (names []string) {
	depth, from := 0, 0
	for i, one := range list {
		switch one {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				names, from = append(names, list[from:i]), i+1
			}
		}
	}
	if list != "" {
		names = append(names, list[from:])
	}
	return names
}

func typeOf(name string) abi.Type {
	if !strings.HasPrefix(name, "(") {
		return must(abi.NewType(name, "", nil))
	}
	end := strings.LastIndex(name, ")")
	parts := []abi.ArgumentMarshaling{}
	for i, one := range split(name[1:end]) {
		parts = append(parts, abi.ArgumentMarshaling{Name: fmt.Sprint("f", i), Type: one})
	}
	return must(abi.NewType("tuple"+name[end+1:], "", parts))
}

// authorize lets an account be run with the code of another (EIP-7702).
func authorize(a *Account, chain int64, to common.Address, nonce uint64) ethtypes.SetCodeAuthorization {
	return must(ethtypes.SignSetCode(must(a.key.ToECDSA()), ethtypes.SetCodeAuthorization{
		ChainID: *uint256.NewInt(uint64(chain)), Address: to, Nonce: nonce,
	}))
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func u256(n uint64) *uint256.Int { return uint256.NewInt(n) }

func sortedMethods(c Contract) []string { return slices.Sorted(maps.Keys(c.abi.Methods)) }
