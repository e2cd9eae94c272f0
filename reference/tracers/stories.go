package main

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto/kzg4844"
	"github.com/holiman/uint256"
)

// story is a block.
type story struct {
	name string
	// from and until are the first and the last fork that have it.
	from, until string
	// quiet leaves out the tracers that write down every opcode.
	quiet bool
	txs   []tx
}

type tx struct {
	to     *common.Address
	data   []byte
	value  int64
	gas    uint64
	access types.AccessList
	auths  []types.SetCodeAuthorization
	blob   bool
}

const usual = 400_000

func to(name string) tx {
	address := at(name)
	return tx{to: &address, gas: usual}
}

func create(name string, gas uint64) tx { return tx{data: initCode[name], gas: gas} }

func (t tx) with(gas uint64, value int64, data ...[]byte) tx {
	t.gas, t.value, t.data = gas, value, join(data...)
	return t
}

// through lets a driver call a contract.
func through(driver, name string, gas uint64, value uint64, data ...[]byte) tx {
	address := at(name)
	head := join(make([]byte, 12), address[:], words(gas, value))
	return to(driver).with(usual, 0, append([][]byte{head}, data...)...)
}

func precompile(number byte, gas uint64, input []byte) tx {
	head := join(make([]byte, 31), []byte{number}, words(gas, 0))
	return to("call").with(usual, 0, head, input)
}

func each(driver string, gas uint64, names ...string) []tx {
	var txs []tx
	for _, name := range names {
		txs = append(txs, through(driver, name, gas, 0))
	}
	return txs
}

func authorization(key int, target common.Address, nonce uint64) types.SetCodeAuthorization {
	signed, err := types.SignSetCode(keys[key], types.SetCodeAuthorization{
		ChainID: *uint256.NewInt(chainID), Address: target, Nonce: nonce,
	})
	if err != nil {
		panic(err)
	}
	return signed
}

func set(auths ...types.SetCodeAuthorization) tx {
	address := accounts[1]
	return tx{to: &address, gas: usual, auths: auths}
}

func stories() []story {
	nobody := common.HexToAddress("0x0123456789012345678901234567890123456789")
	wrongChain := authorization(2, at("logs"), 0)
	wrongChain.ChainID = *uint256.NewInt(99)
	unsigned := authorization(2, at("logs"), 0)
	unsigned.R = *uint256.NewInt(0)
	one := common.BigToHash(big.NewInt(1))
	poor := accounts[3]

	return []story{
		{name: "transfers", txs: []tx{
			{to: &nobody, value: 5, gas: 30_000}, {to: &nobody, gas: 21_000}, {to: &empty, gas: 30_000, data: []byte{1, 0, 2}},
			{to: &accounts[1], value: 1, gas: 30_000}, {to: &coinbase, value: 3, gas: 30_000},
			{to: ptr(common.BytesToAddress([]byte{4})), gas: 60_000, data: []byte{1, 2, 3, 4, 5}},
			{to: ptr(common.BytesToAddress([]byte{1})), gas: 60_000, data: []byte{1, 2, 3, 4, 5}},
			to("stops"), to("runs off").with(60_000, 0, []byte{1, 2, 3, 4, 5}), to("returns"),
		}},
		{name: "deployments", txs: []tx{
			create("well", 200_000), create("empty", 60_000), create("stops", 60_000), create("reverts", 100_000),
			create("invalid", 100_000), create("0xef", 100_000), create("expensive", 300_000), create("destroys", 100_000),
			create("calls", 200_000), create("eof", 100_000), create("starts at ef", 100_000),
			create("well", 76_500).with(76_500, 9, initCode["well"]),
		}},
		{name: "code that is too long", quiet: true, txs: []tx{
			create("too much", 6_000_000), to("creates too much").with(6_000_000, 0), to("creates2 too much").with(6_000_000, 0),
			to("creates too long"), to("creates2 too long"),
		}},
		{name: "factories", txs: []tx{
			to("creates well"), to("creates well"), to("creates2 well"), to("creates2 well"), to("creates2 calls"),
			to("creates calls"), to("creates2 destroys"), to("creates2 destroys"), to("creates destroys"), to("creates empty"),
			to("creates2 empty"), to("creates2 empty"), to("creates stops"), to("creates reverts"), to("creates2 reverts"),
			to("creates invalid"), to("creates2 0xef"), to("creates 0xef"), to("creates expensive"), to("creates2 expensive"),
			to("creates eof"), to("creates2 eof"), to("creates starts at ef"), to("creates within memory"), to("creates and destroys"),
			to("creates and reverts"), to("creates well").with(60_000, 0), to("creates2 well").with(90_000, 0),
		}},
		{name: "failures", txs: append(each("call", 30_000,
			"reverts", "reason", "panic", "strange panic", "custom", "short", "invalid", "undefined", "push0", "clz", "eof", "underflow",
			"underflow of call", "underflow of log", "underflow of create2", "jump", "jump into push", "far jump", "jumpi", "out of bounds",
			"far out of bounds", "copies nothing", "transient", "mcopy"), to("reason"), to("panic"), to("custom"), to("invalid"),
			to("underflow"), to("jump"), to("reverts"))},
		{name: "much", quiet: true, txs: append(each("call", 30_000, "overflow of dup", "loops"),
			through("call", "overflow", 100_000, 0), to("deep").with(100_000, 0))},
		{name: "memory", txs: append(each("call", 60_000, "memory", "much memory", "too much memory", "absurd memory", "absurd length",
			"nothing far away", "copies much", "copies code", "logs much", "exp", "calls with too much memory", "calls with absurd memory",
			"asks for absurd gas", "keccak", "returndata"), to("keccak"), to("returndata"))},
		{name: "too little gas", txs: []tx{
			through("call", "writes", 5_000, 0), through("call", "writes", 2_300, 0), through("call", "writes", 2_306, 0),
			through("call", "writes", 3, 0), through("call", "memory", 20, 0), through("call", "memory", 7, 0), through("call", "logs", 500, 0),
			through("call", "logs", 1_200, 0), through("call", "exp", 15, 0), through("call", "keccak", 60, 0), through("call", "calls nobody", 500, 0),
			through("call", "calls nobody", 2_700, 0), through("call", "tree of CALL", 3_000, 0), through("call", "tree of CALL", 9_000, 0),
			through("call", "tree of CALL", 9_800, 0), through("call", "tree of CALLCODE", 9_000, 0), through("call", "tree of DELEGATECALL", 800, 0),
			through("call", "tree of STATICCALL", 2_650, 0), through("call", "creates well", 30_000, 0), through("call", "creates2 well", 32_050, 0),
			through("call", "asks about accounts", 100, 0), through("call", "asks about accounts", 2_500, 0), through("call", "poor destroys", 100, 0),
			through("call", "poor destroys", 5_500, 0), through("call", "destroys to nobody", 30_000, 0), through("call", "copies code", 30, 0),
			through("call", "transient", 50, 0), through("call", "writes twice", 8_000, 0), through("call", "returndata", 31_000, 0),
		}},
		{name: "static calls", txs: append(each("staticcall", 60_000, "writes", "logs", "creates well", "creates2 well", "poor destroys",
			"tree of CALL", "poor CALL", "transient", "tree of CALLCODE", "logs much", "returns", "asks about accounts"),
			through("staticcall", "tree of DELEGATECALL", 200_000, 0))},
		{name: "trees of calls", txs: []tx{
			to("tree of CALL"), to("tree of CALLCODE"), to("tree of DELEGATECALL"), to("tree of STATICCALL"),
			through("delegatecall", "tree of CALL", 200_000, 0), through("rich callcode", "tree of CALL", 200_000, 4),
			through("rich call", "tree of DELEGATECALL", 200_000, 4), to("poor CALL"), to("poor create"), to("calls nobody"),
			to("poor CALLCODE"), to("asks about accounts"), to("looks last"), to("pays the coinbase").with(100_000, 5),
		}},
		{name: "logs", txs: []tx{to("logs"), to("logs around calls"), to("logs and reverts"), to("logs below"), to("logs around calls"), to("creates calls"), to("logs")}},
		{name: "storage and refunds", txs: []tx{
			to("writes"), to("writes"), to("writes twice"), to("writes twice"), to("clears"), to("clears"), to("clears and calls"), to("transient"),
			{to: ptr(at("writes")), gas: 43_000},
		}},
		{name: "self-destructions", txs: []tx{
			to("destroys to the caller"), to("destroys and reverts"), to("destroys twice"), to("destroys to itself"), to("destroys to the coinbase"),
			to("poor destroys"), through("call", "destroys to the caller", 60_000, 0), through("delegatecall", "destroys to nobody", 60_000, 0),
			to("creates and destroys"), to("destroys to nobody").with(100_000, 7),
		}},
		{name: "precompiled contracts", txs: []tx{
			precompile(1, 5_000, words(1, 27, 1, 1)), precompile(2, 5_000, []byte("abc")), precompile(2, 10, []byte("abc")), precompile(3, 5_000, []byte("abc")),
			precompile(4, 100, []byte("abcdefgh")), precompile(5, 50_000, words(1, 1, 1)), precompile(5, 100_000, words(2000, 1, 1)), precompile(6, 50_000, nil), precompile(6, 50_000, words(1, 1)),
			precompile(6, 50_000, repeat([]byte{0xff}, 128)), precompile(7, 50_000, words(1, 1, 1)), precompile(8, 200_000, nil), precompile(8, 200_000, words(1)),
			precompile(8, 200_000, words(1, 1, 1, 1, 1, 1)), precompile(9, 5_000, []byte{1}), precompile(9, 5_000, join(make([]byte, 212), []byte{2})),
			precompile(9, 5_000, make([]byte, 213)), precompile(10, 100_000, []byte{1}), precompile(10, 100_000, make([]byte, 192)),
			precompile(11, 50_000, []byte{1}), precompile(11, 50_000, repeat([]byte{1}, 256)), precompile(11, 50_000, make([]byte, 256)),
			precompile(11, 50_000, join(words(0), words(0, 1)[:32], words(0, 0, 0, 0, 0, 1))), precompile(12, 50_000, nil), precompile(12, 50_000, []byte{1}),
			precompile(12, 50_000, words(0, 1, 0, 1, 1)), precompile(14, 50_000, words(0, 1, 0, 1, 0, 1, 0, 1, 1)), precompile(15, 100_000, []byte{1}),
			precompile(16, 50_000, []byte{1}), precompile(16, 50_000, join(make([]byte, 16), repeat([]byte{0xff}, 48))), precompile(17, 50_000, repeat([]byte{1}, 128)),
			through("rich call", "poor CALL", 5_000, 0), {to: ptr(common.BytesToAddress([]byte{9})), gas: 60_000, data: []byte{1}},
		}},
		{name: "depth", quiet: true, until: "chainstart", txs: []tx{to("deepest").with(40_000_000, 0)}},
		{name: "access lists", from: "berlin", txs: []tx{
			{to: ptr(at("writes")), gas: usual, access: types.AccessList{{Address: at("writes"), StorageKeys: []common.Hash{one}}, {Address: empty}}},
			{to: ptr(at("asks about accounts")), gas: usual, access: types.AccessList{{Address: empty}}},
		}},
		{name: "delegations", from: "prague", txs: []tx{
			set(authorization(1, at("logs"), 0)), set(), set(authorization(1, at("reason"), 1), authorization(1, at("writes twice"), 2)),
			set(authorization(1, at("writes"), 9), wrongChain, unsigned), set(authorization(2, accounts[1], 0), authorization(3, at("stops"), 0)),
			{to: &poor, gas: usual}, through("call", "stops", 30_000, 0), {to: ptr(at("call")), gas: usual, data: join(make([]byte, 12), accounts[1][:], words(60_000, 0))},
			{to: ptr(at("call")), gas: usual, data: join(make([]byte, 12), accounts[2][:], words(2_000, 0))},
			{to: ptr(at("call")), gas: 32_000, data: join(make([]byte, 12), accounts[1][:], words(60_000, 0))},
			set(authorization(1, common.Address{}, 3)), set(authorization(1, common.BytesToAddress([]byte{4}), 4)),
			set(authorization(0, at("logs"), 12)),
		}},
		{name: "blobs", from: "cancun", until: "prague", txs: []tx{{to: ptr(at("logs")), gas: usual, blob: true}}},
	}
}

func ptr(address common.Address) *common.Address { return &address }

// sidecar is one blob of zeros.
func sidecar() *types.BlobTxSidecar {
	var blob kzg4844.Blob
	commitment, err := kzg4844.BlobToCommitment(&blob)
	if err != nil {
		panic(err)
	}
	proof, err := kzg4844.ComputeBlobProof(&blob, commitment)
	if err != nil {
		panic(err)
	}
	return types.NewBlobTxSidecar(types.BlobSidecarVersion0, []kzg4844.Blob{blob}, []kzg4844.Commitment{commitment}, []kzg4844.Proof{proof})
}

var _ = vm.STOP
