package main

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
)

var places = []struct {
	name    string
	address common.Address
}{
	{"itself", target}, {"another", other}, {"sender", sender}, {"coinbase", coinbase}, {"absent", absent}, {"rich", rich},
	{"counted", counted}, {"empty", empty}, {"echo", echo}, {"delegated", delegated}, {"zero", address(0)}, {"precompile 1", address(1)},
	{"precompile 4", address(4)}, {"precompile 9", address(9)}, {"precompile 0x0a", address(0x0a)}, {"precompile 0x11", address(0x11)},
	{"precompile 0x100", address(1, 0)},
}

// What code learns of its surroundings.
func environment() []*testCase {
	var cases []*testCase
	add := func(name string, code []byte, c testCase) {
		c.group, c.name, c.code = "environment", name, code
		c.last = osaka
		if c.accessList != nil {
			c.first = berlin
		}
		if c.blobs != nil {
			c.first = cancun
		}
		cases = append(cases, &c)
	}
	for _, op := range []vm.OpCode{
		vm.ADDRESS, vm.ORIGIN, vm.CALLER, vm.CALLVALUE, vm.CALLDATASIZE, vm.CODESIZE, vm.GASPRICE, vm.RETURNDATASIZE, vm.COINBASE, vm.TIMESTAMP,
		vm.NUMBER, vm.DIFFICULTY, vm.GASLIMIT, vm.CHAINID, vm.SELFBALANCE, vm.BASEFEE, vm.BLOBBASEFEE, vm.PC, vm.MSIZE, vm.GAS,
	} {
		add(op.String(), observed(2, op, op), testCase{data: pattern, value: 3, boundary: true})
	}
	for _, place := range places {
		// Before Constantinople a case with EXTCODEHASH fails, so each opcode has its own.
		for _, op := range []vm.OpCode{vm.BALANCE, vm.EXTCODESIZE, vm.EXTCODEHASH} {
			twice := observed(5, vm.GAS, place.address, op, vm.GAS, place.address, op, vm.GAS)
			add(fmt.Sprintf("%s of %s, twice", op, place.name), twice, testCase{second: pattern, boundary: true})
			dirty := new(big.Int).Add(pow2(200), new(big.Int).SetBytes(place.address[:]))
			add(fmt.Sprintf("%s of %s with more than 20 bytes", op, place.name), observed(1, dirty, op), testCase{second: pattern})
		}
		code := asm(vm.GAS, 40, 0, 0, place.address, vm.EXTCODECOPY, vm.GAS)
		add("EXTCODECOPY of "+place.name, observed(2, code), testCase{second: pattern, boundary: true})
	}
	listed := types.AccessList{{Address: rich, StorageKeys: []common.Hash{{31: 1}}}, {Address: target, StorageKeys: []common.Hash{{31: 1}, {31: 2}}}}
	for _, op := range []vm.OpCode{vm.BALANCE, vm.EXTCODESIZE, vm.EXTCODEHASH} {
		for _, address := range []common.Address{rich, counted} {
			add(fmt.Sprintf("%s with an access list, %x", op, address[17:]), observed(3, vm.GAS, address, op, vm.GAS), testCase{accessList: listed})
		}
	}
	for _, slot := range numbers(1, 2, 3) {
		add(fmt.Sprintf("SLOAD of slot %v with an access list", slot), observed(3, vm.GAS, slot, vm.SLOAD, vm.GAS),
			testCase{accessList: listed, storage: map[string]string{"1": "9"}})
		add(fmt.Sprintf("SSTORE to slot %v with an access list", slot), observed(2, vm.GAS, 5, slot, vm.SSTORE, vm.GAS),
			testCase{accessList: listed, storage: map[string]string{"1": "9"}})
	}
	for _, number := range append(numbers(0, 1, 743, 744, 745, 998, 999, 1000, 1001), pow2(32), plus(pow2(64), -1), pow2(64), plus(pow2(64), 999), negative(1)) {
		add(fmt.Sprintf("BLOCKHASH of %v", number), observed(1, number, vm.BLOCKHASH), testCase{})
	}
	for _, at := range append(numbers(0, 1, 31, 32, 63, 64, 65, 95, 96, 97), pow2(32), plus(pow2(64), -1), pow2(64), negative(1)) {
		add(fmt.Sprintf("CALLDATALOAD at %v", at), observed(1, at, vm.CALLDATALOAD), testCase{data: pattern})
	}
	add("CALLDATALOAD of nothing", observed(1, 0, vm.CALLDATALOAD), testCase{})
	blobs := []common.Hash{{0: 1, 31: 5}, {0: 1, 30: 6}}
	for _, index := range append(numbers(0, 1, 2), pow2(64), negative(1)) {
		add(fmt.Sprintf("BLOBHASH of %v without blobs", index), observed(1, index, vm.BLOBHASH), testCase{})
		add(fmt.Sprintf("BLOBHASH of %v with two blobs", index), observed(1, index, vm.BLOBHASH), testCase{blobs: blobs})
	}
	return cases
}
