package main

import (
	"bytes"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Whole transactions: the cap of the refund, what data costs, lists and authorizations.
func transactions() []*testCase {
	var cases []*testCase
	add := func(name string, c testCase) {
		c.group, c.name = "transactions", name
		if c.last == 0 {
			c.last = osaka
		}
		cases = append(cases, &c)
	}
	// Slots that are cleared give back up to half, since London up to a fifth.
	for clears := range 13 {
		for _, work := range []int{0, 5_000, 30_000} {
			storage := map[string]string{}
			var code []byte
			for slot := range clears {
				storage[fmt.Sprintf("%x", slot+1)] = "7"
				code = append(code, asm(0, slot+1, vm.SSTORE)...)
			}
			// Work that refunds nothing: memory.
			if work > 0 {
				code = append(code, asm(1, work*8, vm.MSTORE)...)
			}
			add(fmt.Sprintf("%d slots cleared, memory of %d", clears, work*8), testCase{code: append(code, byte(vm.STOP)), storage: storage, boundary: true})
			for _, data := range []int{100, 3000} {
				if work == 0 {
					add(fmt.Sprintf("%d slots cleared, %d bytes of data", clears, data),
						testCase{code: append(code, byte(vm.STOP)), storage: storage, data: bytes.Repeat([]byte{1}, data), boundary: true})
				}
			}
		}
	}
	add("contracts destroyed", testCase{code: asm(callOf(vm.CALL, other, 50_000, 0), callOf(vm.CALL, destroyed, 50_000, 0), rich, vm.SELFDESTRUCT), second: asm(rich, vm.SELFDESTRUCT)})
	// Data: intrinsic gas, and the least that it costs (EIP-7623).
	for _, data := range []struct {
		what  string
		bytes []byte
	}{
		{"none", nil}, {"a zero", []byte{0}}, {"a one", []byte{1}}, {"mixed", []byte{0, 1, 0, 2, 3}}, {"1000 zeros", make([]byte, 1000)},
		{"1000 ones", bytes.Repeat([]byte{1}, 1000)}, {"1000 of both", bytes.Repeat([]byte{0, 7}, 500)},
	} {
		stop := asm(vm.STOP)
		work := asm(1, 40_000, vm.MSTORE)
		add("data "+data.what, testCase{code: stop, data: data.bytes, boundary: true})
		add("data and memory "+data.what, testCase{code: work, data: data.bytes, boundary: true})
		add("data to nobody "+data.what, testCase{to: absent, data: data.bytes, value: 1, boundary: true})
		add("data to a reverting contract "+data.what, testCase{to: reverter, data: data.bytes})
		add("data of a creation "+data.what, testCase{create: true, code: data.bytes, boundary: true})
		for _, gas := range []uint64{20_999, 21_000, 21_003, 21_004, 21_009, 21_010, 21_016, 21_067, 21_068, 25_000, 25_001, 31_000, 53_000, 61_000} {
			add(fmt.Sprintf("data %s with %d gas", data.what, gas), testCase{code: stop, data: data.bytes, gas: gas})
		}
	}
	for _, to := range places {
		for _, value := range []uint64{0, 1} {
			add(fmt.Sprintf("value %d to %s", value, to.name), testCase{code: asm(vm.STOP), second: asm(vm.STOP), to: to.address, value: value, boundary: true})
		}
	}
	add("more than the sender has", testCase{code: asm(vm.STOP), value: 1e18})
	// Access lists.
	for keys := range 4 {
		var slots []common.Hash
		for slot := range keys {
			slots = append(slots, common.Hash{31: byte(slot)})
		}
		for _, address := range []common.Address{target, rich, absent, other} {
			list := types.AccessList{{Address: address, StorageKeys: append([]common.Hash{}, slots...)}, {Address: target, StorageKeys: []common.Hash{}}}
			code := observed(4, vm.GAS, rich, vm.BALANCE, vm.GAS, 1, vm.SLOAD, callOf(vm.CALL, other, 20_000, 0))
			add(fmt.Sprintf("a list of %x with %d slots", address[17:], keys),
				testCase{code: code, second: asm(1, vm.SLOAD, 0, vm.SSTORE), accessList: list, first: berlin, boundary: true})
		}
	}
	for _, blobs := range []int{1, 2, 6} {
		add(fmt.Sprintf("%d blobs", blobs), testCase{code: observed(1, vm.GAS), blobs: blobHashes(blobs), first: cancun, value: 1})
	}
	delegations(func(name string, c testCase) { add(name, c) })
	return cases
}

func blobHashes(count int) []common.Hash {
	hashes := make([]common.Hash, count)
	for i := range hashes {
		hashes[i] = common.Hash{0: 1, 31: byte(i)}
	}
	return hashes
}

// Authorizations (EIP-7702).
func delegations(add func(string, testCase)) {
	key := must(crypto.ToECDSA(crypto.Keccak256([]byte("authority"))))
	authority := crypto.PubkeyToAddress(key.PublicKey)
	sign := func(chain uint64, to common.Address, nonce uint64) types.SetCodeAuthorization {
		return must(types.SignSetCode(key, types.SetCodeAuthorization{ChainID: *uint256.NewInt(chain), Address: to, Nonce: nonce}))
	}
	high := sign(chainID, mirror, 0)
	order := uint256.MustFromBig(crypto.S256().Params().N)
	high.S = *new(uint256.Int).Sub(order, &high.S)
	high.V ^= 1
	wrong := sign(chainID, mirror, 0)
	wrong.V = 5
	code := observed(6, callWith(vm.CALL, authority, 100_000, 1, 0, 0, 0, 96), vm.GAS, authority, vm.EXTCODESIZE, authority, vm.EXTCODEHASH, authority, vm.BALANCE, vm.GAS)
	lists := []struct {
		what string
		list []types.SetCodeAuthorization
	}{
		{"one", []types.SetCodeAuthorization{sign(chainID, mirror, 0)}},
		{"of any chain", []types.SetCodeAuthorization{sign(0, mirror, 0)}},
		{"of another chain", []types.SetCodeAuthorization{sign(chainID+1, mirror, 0)}},
		{"of another nonce", []types.SetCodeAuthorization{sign(chainID, mirror, 1)}},
		{"of the last nonce", []types.SetCodeAuthorization{sign(chainID, mirror, 1<<64-1)}},
		{"two in order", []types.SetCodeAuthorization{sign(chainID, mirror, 0), sign(chainID, echo, 1)}},
		{"the same twice", []types.SetCodeAuthorization{sign(chainID, mirror, 0), sign(chainID, mirror, 0)}},
		{"given and taken", []types.SetCodeAuthorization{sign(chainID, mirror, 0), sign(chainID, common.Address{}, 1)}},
		{"with a high s", []types.SetCodeAuthorization{high}},
		{"with a wrong parity", []types.SetCodeAuthorization{wrong}},
		{"to a precompile", []types.SetCodeAuthorization{sign(chainID, address(4), 0)}},
		{"to a delegation", []types.SetCodeAuthorization{sign(chainID, delegated, 0)}},
		{"to itself", []types.SetCodeAuthorization{sign(chainID, authority, 0)}},
		{"to the target", []types.SetCodeAuthorization{sign(chainID, target, 0)}},
		{"to an absent one", []types.SetCodeAuthorization{sign(chainID, absent, 0)}},
	}
	old := append([]byte{0xef, 1, 0}, echo[:]...)
	states := []struct {
		what string
		more accounts
	}{
		{"nobody", nil}, {"an account with a balance", accounts{authority: {Balance: 5}}}, {"an account with a nonce", accounts{authority: {Nonce: 1, Balance: 5}}},
		{"a delegation", accounts{authority: {Balance: 5, Code: old}}}, {"a contract", accounts{authority: {Balance: 5, Code: asm(vm.STOP)}}},
	}
	for _, l := range lists {
		for _, state := range states {
			add(fmt.Sprintf("authorization %s, signed by %s", l.what, state.what),
				testCase{code: code, auths: l.list, more: state.more, first: prague, boundary: true})
		}
		add(fmt.Sprintf("authorization %s, message to the signer", l.what), testCase{auths: l.list, to: authority, first: prague, value: 1, boundary: true, data: []byte{1, 2}})
	}
}
