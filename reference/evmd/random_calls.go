package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"

	"github.com/cosmos/evm/precompiles/bank"
	"github.com/cosmos/evm/precompiles/bech32"

	"github.com/cosmos/evm/precompiles/distribution"
	"github.com/cosmos/evm/precompiles/gov"
	"github.com/cosmos/evm/precompiles/ics02"
	"github.com/cosmos/evm/precompiles/ics20"
	"github.com/cosmos/evm/precompiles/slashing"
	"github.com/cosmos/evm/precompiles/staking"
	"github.com/cosmos/evm/precompiles/werc20"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// As the forwarder, with another kind of call.
var (
	delegator = deployed(common.FromHex("600054600101600055" + "60403603806040600037600060008260006000355af4" + "3d600060003e" + "15602035600214151660203560011417603c573d6000f35b3d6000fd"))
	asker     = deployed(common.FromHex("600054600101600055" + "60403603806040600037600060008260006000355afa" + "3d600060003e" + "15602035600214151660203560011417603c573d6000f35b3d6000fd"))
)

// modules are contracts that are modules.
var modules = []struct {
	at  common.Address
	abi *abi.ABI
}{
	{at(0x400), &bech32.ABI}, {at(0x800), &staking.ABI}, {at(0x800), &staking.ABI}, {at(0x801), &distribution.ABI}, {at(0x801), &distribution.ABI}, {at(0x802), &ics20.ABI},
	{at(0x804), &bank.ABI}, {at(0x805), &gov.ABI}, {at(0x805), &gov.ABI}, {at(0x806), &slashing.ABI}, {at(0x807), &ics02.ABI}, {common.HexToAddress(wrapped), &werc20.ABI},
}

// send signs an Ethereum transaction of any type, mostly rightly.
func (r *Random) send(from *Account, to *common.Address, value *big.Int, gas uint64, input []byte) []byte {
	nonce, id := r.turn(from), big.NewInt(evmChainID)
	cap := new(big.Int).Add(r.FeeMarket.GetBaseFee(r.now()).MulInt64(2).TruncateInt().BigInt(), gwei(1))
	tip := gwei(int64(r.rand.Intn(3)))
	switch r.rand.Intn(40) {
	case 0:
		nonce += uint64(r.rand.Intn(3)) - 1
	case 1:
		cap = wei(r.rand.Int63n(2_000_000_000))
	case 2:
		tip = new(big.Int).Add(cap, wei(1))
	case 3:
		id = wei(int64(r.rand.Intn(3)))
	case 4:
		gas = pick[uint64](r, 0, 20_999, 21_000, maxGas, maxGas+1)
	}
	if tip.Cmp(cap) > 0 && !r.rarely(40) {
		tip = cap
	}
	list := ethtypes.AccessList{}
	for range r.rand.Intn(3) {
		list = append(list, ethtypes.AccessTuple{Address: r.address(), StorageKeys: []common.Hash{{31: byte(r.rand.Intn(4))}}})
	}
	var data ethtypes.TxData
	switch r.rand.Intn(10) {
	case 0, 1:
		data = &ethtypes.LegacyTx{Nonce: nonce, GasPrice: cap, Gas: gas, To: to, Value: value, Data: input}
	case 2:
		data = &ethtypes.AccessListTx{ChainID: id, Nonce: nonce, GasPrice: cap, Gas: gas + 8_000, To: to, Value: value, Data: input, AccessList: list}
	case 3:
		if to != nil {
			auths := []ethtypes.SetCodeAuthorization{}
			for range r.rand.Intn(3) {
				by := pick(r, r.actor(), accountOf("gina"), accountOf("hugo"))
				nonce := r.Chain.next(by) + r.used[by]
				if r.rarely(5) {
					nonce++
				}
				auths = append(auths, authorize(by, pick(r, int64(0), evmChainID, evmChainID, 5), pick(r, common.Address{}, pick(r, r.proxies...), pick(r, r.contracts...).at, at(0x800)), nonce))
			}
			data = &ethtypes.SetCodeTx{ChainID: u256(id.Uint64()), Nonce: nonce, GasTipCap: u256(tip.Uint64()), GasFeeCap: u256(cap.Uint64()), Gas: gas + 60_000,
				To: *to, Value: u256(new(big.Int).Mod(value, gwei(1_000_000_000)).Uint64()), Data: input, AuthList: auths}
			break
		}
		fallthrough
	case 4:
		if to != nil && r.rarely(3) {
			data = &ethtypes.BlobTx{ChainID: u256(id.Uint64()), Nonce: nonce, GasTipCap: u256(tip.Uint64()), GasFeeCap: u256(cap.Uint64()), Gas: gas, To: *to, Value: u256(0), Data: input,
				AccessList: list, BlobFeeCap: u256(1), BlobHashes: make([]common.Hash, r.rand.Intn(3))}
			break
		}
		fallthrough
	default:
		data = &ethtypes.DynamicFeeTx{ChainID: id, Nonce: nonce, GasTipCap: tip, GasFeeCap: cap, Gas: gas, To: to, Value: value, Data: input, AccessList: list[:len(list)*r.rand.Intn(2)]}
	}
	sign := signer
	if r.rarely(60) {
		sign = pick[ethtypes.Signer](r, ethtypes.HomesteadSigner{}, ethtypes.LatestSignerForChainID(wei(5)))
	}
	tx, err := ethtypes.SignNewTx(must(from.key.ToECDSA()), sign, data)
	if err != nil {
		tx = must(ethtypes.SignNewTx(must(from.key.ToECDSA()), signer, &ethtypes.LegacyTx{Nonce: nonce, GasPrice: cap, Gas: gas, To: to, Value: value, Data: input}))
	}
	as := from
	if r.rarely(60) {
		as = r.actor()
	}
	return r.pack(as, tx)
}

func (r *Random) gas(usual int) uint64 {
	if r.rarely(10) {
		return 21_000 + uint64(r.rand.Intn(usual))
	}
	return uint64(usual + r.rand.Intn(usual))
}

// some value, which mostly is none.
func (r *Random) value() *big.Int {
	if r.rarely(6) {
		return r.amount()
	}
	return wei(0)
}

func (r *Random) bytes() []byte {
	bz := make([]byte, r.rand.Intn(70))
	r.rand.Read(bz)
	return bz
}

// plain moves money.
func (r *Random) plain() []byte {
	input := []byte(nil)
	if r.rarely(5) {
		input = r.bytes()
	}
	return r.send(r.actor(), ref(r.address()), r.amount(), 21_000+uint64(r.rand.Intn(3))*20_000, input)
}

// through is a call by a contract, or by nobody else.
func (r *Random) through(from *Account, to common.Address, usual int, input []byte) []byte {
	for r.rarely(2) {
		to, input = pick(r, r.proxies...), forward(to, int64(pick(r, 0, 0, 1, 2)), input)
	}
	return r.send(from, &to, r.value(), r.gas(usual), input)
}

// contract calls one with an interface.
func (r *Random) contract() []byte {
	one, from := pick(r, r.contracts...), r.actor()
	return r.through(from, one.at, 300_000, r.input(one.abi, from.eth))
}

// precompile calls a module.
func (r *Random) precompile() []byte {
	one, from := pick(r, modules...), r.actor()
	if r.rarely(20) {
		return r.through(from, at(pick(r, int64(1), 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0x100, 0x803)), 150_000, r.bytes())
	}
	as := from.eth
	if r.rarely(4) {
		as = pick(r, r.proxies[0], r.address())
	}
	return r.through(from, one.at, 500_000, r.input(*one.abi, as))
}

// input calls any function with arguments of its types.
func (r *Random) input(of abi.ABI, from common.Address) []byte {
	if r.rarely(20) {
		return r.bytes()
	}
	method := of.Methods[pick(r, sortedMethods(Contract{abi: of})...)]
	if method.IsConstant() && r.rarely(2) {
		method = of.Methods[pick(r, sortedMethods(Contract{abi: of})...)]
	}
	arguments := []any{}
	for _, one := range method.Inputs {
		arguments = append(arguments, r.argument(one.Name, one.Type, from).Interface())
	}
	bz := append(append([]byte{}, method.ID...), must(method.Inputs.Pack(arguments...))...)
	switch r.rand.Intn(30) {
	case 0:
		return bz[:r.rand.Intn(len(bz))]
	case 1:
		bz[r.rand.Intn(len(bz))] ^= byte(1 << r.rand.Intn(8))
	case 2:
		return append(bz, r.bytes()...)
	}
	return bz
}

func (r *Random) argument(name string, t abi.Type, from common.Address) reflect.Value {
	low := strings.ToLower(name)
	value := reflect.New(t.GetType()).Elem()
	switch t.T {
	case abi.AddressTy:
		if strings.Contains(low, "validator") {
			return reflect.ValueOf(pick(r, oliver, olga, r.actor()).eth)
		}
		if strings.Contains(low, "cons") && r.rarely(2) {
			return reflect.ValueOf(common.BytesToAddress(pick(r, r.keys...).PubKey().Address()))
		}
		if low != "to" && low != "receiver" && !r.rarely(5) {
			return reflect.ValueOf(from)
		}
		return reflect.ValueOf(r.address())
	case abi.StringTy:
		return reflect.ValueOf(r.argumentText(low))
	case abi.BytesTy:
		return reflect.ValueOf(r.argumentBytes(low))
	case abi.BoolTy:
		return reflect.ValueOf(r.rarely(2))
	case abi.FixedBytesTy:
		r.rand.Read(value.Slice(0, t.Size).Bytes())
	case abi.SliceTy:
		value = reflect.MakeSlice(t.GetType(), 0, 2)
		for range pick(r, 0, 1, 1, 1, 2, 3) {
			value = reflect.Append(value, r.argument(name, *t.Elem, from))
		}
	case abi.ArrayTy:
		for i := range t.Size {
			value.Index(i).Set(r.argument(name, *t.Elem, from))
		}
	case abi.TupleTy:
		for i, part := range t.TupleElems {
			value.Field(i).Set(r.argument(t.TupleRawNames[i], *part, from))
		}
	case abi.UintTy, abi.IntTy:
		n := r.number(low)
		if t.Size > 64 {
			if t.T == abi.IntTy && r.rarely(4) {
				n = wei(-1)
			}
			return reflect.ValueOf(n)
		}
		if t.T == abi.IntTy {
			value.SetInt(int64(n.Uint64() % (1 << (t.Size - 1))))
		} else if t.Size == 64 {
			value.SetUint(n.Uint64())
		} else {
			value.SetUint(n.Uint64() % (1 << t.Size))
		}
	}
	return value
}

func (r *Random) number(low string) *big.Int {
	switch {
	case strings.Contains(low, "proposalid"):
		return new(big.Int).SetUint64(r.proposal())
	case strings.Contains(low, "height"):
		return big.NewInt(r.undelegated())
	case strings.Contains(low, "timeout"):
		return new(big.Int).SetUint64(pick(r, r.in(60), r.in(10), 0))
	case strings.Contains(low, "revision") || low == "offset":
		return wei(0)
	case low == "limit" || low == "option" || low == "mode" || strings.Contains(low, "max"):
		return wei(int64(r.rand.Intn(6)))
	case strings.Contains(low, "rate"):
		return new(big.Int).Mul(wei(int64(r.rand.Intn(20))), new(big.Int).Exp(wei(10), wei(16), nil))
	case low == "" || low == "times" || low == "depth" || low == "n":
		return wei(int64(r.rand.Intn(20)))
	}
	return r.amount()
}

func (r *Random) argumentText(low string) string {
	switch {
	case strings.Contains(low, "validator"):
		return r.operator()
	case strings.Contains(low, "channel"):
		return r.channelName()
	case strings.Contains(low, "port"):
		return pick(r, port, port, port, port, r.words())
	case strings.Contains(low, "denom"):
		return r.denom()
	case strings.Contains(low, "prefix"):
		return pick(r, "cosmos", "cosmosvaloper", "osmo", "", "A")
	case strings.Contains(low, "weight"):
		return pick(r, "1", "0.5", "0.25", "x")
	case strings.Contains(low, "status"):
		return pick(r, "BOND_STATUS_BONDED", "BOND_STATUS_UNBONDING", "", "x")
	case strings.Contains(low, "client"):
		return pick(r, "09-localhost", "07-tendermint-0", "x")
	case strings.Contains(low, "trace"):
		return pick(r, "transfer/"+r.there+"/"+denom, "x/y", denom, "")
	case low == "hash":
		return pick(r, r.denoms[5][4:], r.denoms[6][4:], "00", "x")
	case strings.Contains(low, "memo"):
		return r.memo()
	case strings.Contains(low, "pubkey"):
		return base([]byte(fmt.Sprintf("%032d", r.rand.Intn(5))))
	case strings.Contains(low, "address") || strings.Contains(low, "receiver") || strings.Contains(low, "withdrawer") || strings.Contains(low, "friend"):
		return r.text()
	}
	return pick(r, r.words(), "[do-not-modify]")
}

func (r *Random) argumentBytes(low string) []byte {
	if !strings.Contains(low, "proposal") {
		return r.bytes()
	}
	messages := []json.RawMessage{}
	for _, msg := range r.proposed() {
		messages = append(messages, must(r.Codec.MarshalInterfaceJSON(msg)))
	}
	return must(json.Marshal(map[string]any{"messages": messages, "metadata": r.words(), "title": pick(r, "t", r.words()), "summary": "s", "expedited": r.rarely(4)}))
}

// code is created, and rarely left there to be called.
func (r *Random) code() []byte {
	from := r.actor()
	body := []byte{}
	push := func(bz ...byte) { body = append(append(body, 0x5f+byte(len(bz))), bz...) }
	for range 3 + r.rand.Intn(30) {
		switch r.rand.Intn(9) {
		case 0, 1, 2:
			push(byte(r.rand.Intn(70)))
		case 3:
			one := r.address()
			push(one[:]...)
		case 4: // a call of a module or of a contract, with some of the memory as input
			to := pick(r, r.address(), pick(r, modules...).at)
			push(0)
			push(0)
			push(byte(r.rand.Intn(68)))
			push(0)
			push(byte(r.rand.Intn(2)))
			push(to[:]...)
			body = append(body, 0x5a, pick(r, byte(0xf1), 0xf2))
		case 5: // its input begins with the id of a function
			one := pick(r, modules...)
			id := one.abi.Methods[pick(r, sortedMethods(Contract{abi: *one.abi})...)].ID
			push(append(append([]byte{}, id...), make([]byte, 28)...)...)
			push(0)
			body = append(body, 0x52)
		default:
			body = append(body, pick(r, byte(0x01), 0x02, 0x03, 0x04, 0x06, 0x0a, 0x10, 0x15, 0x19, 0x20, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x3a, 0x3b, 0x3d, 0x3f, 0x40, 0x41, 0x42, 0x43, 0x44,
				0x45, 0x46, 0x47, 0x48, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x58, 0x59, 0x5a, 0x5b, 0x5c, 0x5d, 0x80, 0x81, 0x90, 0x91, 0xa0, 0xa1, 0xf0, 0xf5, 0xff, 0xfe, 0x0c))
		}
	}
	if r.rarely(2) {
		return r.send(from, nil, r.value(), r.gas(250_000), body)
	}
	r.proxies = append(r.proxies[:3], common.Address{})
	r.proxies[3] = createdBy(from, r.Chain.next(from)+r.used[from])
	return r.send(from, nil, r.value(), r.gas(250_000), deployed(body[:min(len(body), 250)]))
}

func createdBy(from *Account, nonce uint64) common.Address {
	return crypto.CreateAddress(from.eth, nonce)
}
