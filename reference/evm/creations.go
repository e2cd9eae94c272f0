package main

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
)

// Init codes by what they do.
var inits = map[string][]byte{
	"nothing":                   {},
	"makes a contract":          initOf(asm(vm.CALLER, vm.SELFBALANCE, vm.STOP)),
	"makes code of one zero":    asm(1, 0, vm.RETURN),
	"makes code of 0xef":        asm(0xef, 0, vm.MSTORE8, 1, 0, vm.RETURN),
	"makes code from 0xef on":   asm(0xef, 0, vm.MSTORE8, 5, 0, vm.RETURN),
	"makes a delegation":        asm(append([]byte{byte(vm.PUSH23), 0xef, 1, 0}, echo[:]...), 0, vm.MSTORE, 23, 9, vm.RETURN),
	"makes code with 0xef":      asm(0xef, 1, vm.MSTORE8, 5, 0, vm.RETURN),
	"makes 24576 bytes":         asm(24576, 0, vm.RETURN),
	"makes 24577 bytes":         asm(24577, 0, vm.RETURN),
	"stops":                     asm(vm.STOP),
	"reverts":                   asm(memory(pattern), 40, 1, vm.REVERT),
	"fails":                     asm(vm.INVALID),
	"takes all gas":             asm(negative(1), vm.MLOAD),
	"writes and logs":           asm(5, 1, vm.SSTORE, 7, 0, 0, vm.LOG1, vm.STOP),
	"writes and reverts":        asm(5, 1, vm.SSTORE, 7, 0, 0, vm.LOG1, 0, 0, vm.REVERT),
	"destroys itself":           asm(rich, vm.SELFDESTRUCT),
	"destroys itself to itself": asm(vm.ADDRESS, vm.SELFDESTRUCT),
	"tells of itself":           asm(vm.ADDRESS, keep, vm.CALLER, keep, vm.CALLVALUE, keep, vm.CALLDATASIZE, keep, vm.CODESIZE, keep, report),
	"creates another":           asm(asm(1, 0, vm.RETURN)[:0], 0, 0, 0, vm.CREATE, 0, vm.MSTORE, 32, 0, vm.RETURN),
	"calls itself":              asm(callOf(vm.CALL, 0, 0, 0), vm.POP, asm(0, 0, 0, 0, 0, vm.ADDRESS, 10_000, vm.CALL), 0, vm.MSTORE, vm.ADDRESS, vm.EXTCODESIZE, 32, vm.MSTORE, 64, 0, vm.RETURN),
}

func creations() []*testCase {
	var cases []*testCase
	add := func(name string, code []byte, c testCase) {
		c.group, c.name, c.code = "creations", name, code
		if c.last == 0 {
			c.last = osaka
		}
		cases = append(cases, &c)
	}
	kinds := []struct {
		op    vm.OpCode
		salt  []byte
		since int
	}{{vm.CREATE, nil, frontier}, {vm.CREATE2, asm(77), constantinople}}
	size := func(n int) string { return fmt.Sprintf("of %d bytes", n) }
	for _, what := range sorted(inits) {
		init := inits[what]
		add("a transaction that "+what, init, testCase{create: true, boundary: what != "takes all gas", gas: 7_000_000})
		add("a transaction with value that "+what, init, testCase{create: true, value: 3})
		// Gas for the code, or not: since Homestead that fails.
		for _, gas := range []uint64{53_000, 54_000, 60_000, 75_000} {
			add(fmt.Sprintf("a transaction with %d gas that %s", gas, what), init, testCase{create: true, gas: gas})
		}
		for _, kind := range kinds {
			for _, value := range []int{0, 1, 1001} {
				code := asm(memory(init), vm.GAS, kind.salt, len(init), 0, value, kind.op, vm.GAS)
				tail := observed(3, code)
				if kind.op == vm.CREATE2 {
					tail = observed(3, code, vm.RETURNDATASIZE, 0, 300, vm.RETURNDATACOPY)
				}
				add(fmt.Sprintf("%s with value %d: init code %s", kind.op, value, what), tail,
					testCase{first: kind.since, boundary: value == 1 && what != "takes all gas", gas: 6_000_000})
			}
			add(fmt.Sprintf("RETURNDATASIZE after %s: init code %s", kind.op, what),
				observed(2, memory(init), kind.salt, len(init), 0, 0, kind.op, vm.RETURNDATASIZE), testCase{first: max(kind.since, byzantium)})
			// The same twice: with CREATE2 it collides, if the first is there.
			twice := asm(memory(init), kind.salt, len(init), 0, 0, kind.op, vm.GAS, kind.salt, len(init), 0, 0, kind.op, vm.GAS)
			add(fmt.Sprintf("two %s: init code %s", kind.op, what), observed(4, twice), testCase{first: kind.since, gas: 400_000})
		}
	}
	for _, kind := range kinds {
		// Sizes of init code, about the limit of EIP-3860.
		for _, n := range []int{0, 1, 31, 32, 33, 24576, 49151, 49152, 49153, 65536} {
			add(fmt.Sprintf("%s of zeros %s", kind.op, size(n)), observed(2, kind.salt, n, 0, 0, kind.op, vm.GAS),
				testCase{first: kind.since, boundary: n < 100 || n > 49000})
		}
		for _, area := range [][2]any{{pow2(64), 0}, {pow2(64), 1}, {0, pow2(64)}, {negative(1), 0}, {0, negative(1)}, {8191, 5}} {
			add(fmt.Sprintf("%s of %v bytes at %v", kind.op, area[1], area[0]), observed(1, kind.salt, area[1], area[0], 0, kind.op), testCase{first: kind.since})
		}
		init := inits["makes a contract"]
		place := crypto.CreateAddress(target, 1)
		if kind.op == vm.CREATE2 {
			place = crypto.CreateAddress2(target, common.Hash{31: 77}, crypto.Keccak256(init))
		}
		for _, there := range []struct {
			what string
			account
		}{
			{"a balance", account{Balance: 3}}, {"a nonce", account{Nonce: 1}}, {"code", account{Nonce: 1, Code: asm(vm.STOP)}},
			{"code and no nonce", account{Code: asm(vm.STOP)}}, {"storage alone", account{Balance: 3, Storage: map[string]string{"1": "7"}}},
		} {
			add(fmt.Sprintf("%s where there is %s", kind.op, there.what),
				observed(4, memory(init), vm.GAS, kind.salt, len(init), 0, 1, kind.op, vm.GAS, place, vm.BALANCE),
				testCase{first: kind.since, more: accounts{place: there.account}, gas: 500_000})
		}
		// A creator that can make no more.
		for _, nonce := range []uint64{1<<64 - 2, 1<<64 - 1} {
			add(fmt.Sprintf("%s at nonce %d", kind.op, nonce), nil, testCase{first: kind.since, more: accounts{
				target: {Nonce: nonce, Balance: 1000, Code: observed(2, kind.salt, 0, 0, 1, kind.op, vm.GAS)}}})
		}
		// What was created can be called, and is warm.
		made := initOf(asm(vm.CALLVALUE, 0, vm.MSTORE, 32, 0, vm.RETURN))
		add(fmt.Sprintf("a call of what %s made", kind.op),
			observed(3, memory(made), kind.salt, len(made), 0, 2, kind.op, vm.GAS, 32, 200, 0, 0, 1, vm.DUP6, 50_000, vm.CALL, vm.GAS, vm.SWAP2, vm.POP), testCase{first: kind.since})
		add(fmt.Sprintf("%s in a frame that reverts", kind.op), observed(2, callOf(vm.CALL, other, 200_000, 0), vm.GAS),
			testCase{first: kind.since, second: asm(kind.salt, 0, 0, 1, kind.op, 0, 0, vm.REVERT)})
	}
	for _, there := range []struct {
		what string
		account
	}{{"a balance", account{Balance: 3}}, {"a nonce", account{Nonce: 1}}, {"code", account{Code: asm(vm.STOP)}}, {"storage alone", account{Balance: 3, Storage: map[string]string{"1": "7"}}}} {
		add("a transaction that creates where there is "+there.what, inits["makes a contract"],
			testCase{create: true, value: 2, more: accounts{crypto.CreateAddress(sender, 7): there.account}})
	}
	for _, n := range []int{49152, 49153} {
		add("a transaction with init code "+size(n), make([]byte, n), testCase{create: true, gas: 2_000_000, first: spuriousDragon})
	}
	return cases
}
