package main

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
)

// Storage and transient storage: every way from an original value over a current one to a new one.
func storages() []*testCase {
	var cases []*testCase
	add := func(name string, code []byte, c testCase) {
		c.group, c.name, c.code = "storage", name, code
		c.last = osaka
		cases = append(cases, &c)
	}
	for original := range 3 {
		was := map[string]string{}
		if original > 0 {
			was["1"] = fmt.Sprint(original)
		}
		for a := range 3 {
			for b := range 3 {
				for c := range 3 {
					// The gas of each write, then what is there.
					code := observed(6,
						vm.GAS, a, 1, vm.SSTORE, vm.GAS, b, 1, vm.SSTORE, vm.GAS, c, 1, vm.SSTORE, vm.GAS, 1, vm.SLOAD, vm.GAS)
					add(fmt.Sprintf("SSTORE %d → %d → %d → %d", original, a, b, c), code, testCase{storage: was, boundary: b == c && c == 0})
				}
			}
			add(fmt.Sprintf("SLOAD, SSTORE %d → %d", original, a),
				observed(4, vm.GAS, 1, vm.SLOAD, vm.GAS, a, 1, vm.SSTORE, vm.GAS), testCase{storage: was, boundary: true})
			add(fmt.Sprintf("SSTORE %d → %d, then revert", original, a), asm(a, 1, vm.SSTORE, 0, 0, vm.REVERT), testCase{storage: was})
			add(fmt.Sprintf("SSTORE %d → %d, then fail", original, a), asm(a, 1, vm.SSTORE, vm.INVALID), testCase{storage: was})
			// What is left for the opcode: about the stipend, below which EIP-2200 refuses.
			for _, left := range []int{0, 1, 99, 100, 199, 200, 799, 800, 2099, 2100, 2200, 2299, 2300, 2301, 2302, 2900, 4999, 5000, 5001, 5100, 7100, 19999, 20000, 22100} {
				add(fmt.Sprintf("SSTORE %d → %d with %d gas", original, a, left), asm(a, 1, vm.SSTORE, vm.STOP),
					testCase{storage: was, gas: uint64(21_000 + 6 + left)})
			}
		}
	}
	for _, left := range []int{0, 49, 50, 51, 99, 100, 199, 200, 799, 800, 2099, 2100} {
		add(fmt.Sprintf("SLOAD with %d gas", left), asm(1, vm.SLOAD, vm.STOP), testCase{storage: map[string]string{"1": "7"}, gas: uint64(21_003 + left)})
	}
	listed := types.AccessList{{Address: target, StorageKeys: []common.Hash{{31: 1}}}}
	add("SLOAD of slots of all widths", observed(5, negative(1), vm.SLOAD, pow2(255), vm.SLOAD, pow2(128), vm.SLOAD, 0, vm.SLOAD, 1, vm.SLOAD),
		testCase{storage: map[string]string{"0": "1", "1": pow2(200).Text(16), pow2(128).Text(16): "3", pow2(255).Text(16): "4", negative(1).Text(16): negative(1).Text(16)}})
	add("SSTORE to slots of all widths",
		asm(negative(1), negative(1), vm.SSTORE, pow2(255), pow2(255), vm.SSTORE, 3, pow2(128), vm.SSTORE, 4, 0, vm.SSTORE), testCase{})
	add("SSTORE with an access list", asm(0, 1, vm.SSTORE), testCase{accessList: listed, storage: map[string]string{"1": "7"}, first: berlin, boundary: true})

	// The other writes to a slot of its own, in frames that end in different ways.
	write := func(value int, end []byte) []byte { return asm(value, 1, vm.SSTORE, end) }
	ends := map[string][]byte{"ends": asm(vm.STOP), "reverts": asm(0, 0, vm.REVERT), "fails": asm(vm.INVALID)}
	for _, how := range sorted(ends) {
		for _, op := range []vm.OpCode{vm.CALL, vm.CALLCODE, vm.DELEGATECALL, vm.STATICCALL} {
			for _, value := range []int{0, 1, 7} {
				twice := asm(callOf(op, other, 100_000, 0), vm.POP, callOf(op, other, 100_000, 0))
				add(fmt.Sprintf("two %s that write %d where 7 is, callee %s", op, value, how), observed(3, twice, 1, vm.SLOAD, vm.GAS),
					testCase{second: write(value, ends[how]), storage: map[string]string{"1": "7"}})
			}
			transient := asm(1, vm.TLOAD, vm.DUP1, 1, vm.ADD, 1, vm.TSTORE, 0, vm.MSTORE, ends[how])
			add(fmt.Sprintf("TSTORE before, within and behind %s, callee %s", op, how),
				observed(4, 5, 1, vm.TSTORE, callOf(op, other, 100_000, 0), vm.GAS, 1, vm.TLOAD, vm.GAS), testCase{second: transient})
		}
	}
	for _, value := range append(numbers(0, 1), negative(1)) {
		for _, slot := range append(numbers(0, 1), negative(1)) {
			add(fmt.Sprintf("TSTORE %v to %v", value, slot),
				observed(5, vm.GAS, slot, vm.TLOAD, vm.GAS, value, slot, vm.TSTORE, vm.GAS, slot, vm.TLOAD), testCase{boundary: true})
		}
	}
	add("TLOAD beside SLOAD", observed(2, 5, 1, vm.TSTORE, 1, vm.SLOAD, 1, vm.TLOAD), testCase{storage: map[string]string{"1": "7"}})
	return cases
}

// A call with this gas and value, without input and output.
func callOf(op vm.OpCode, to any, gas any, value int) []byte {
	return callWith(op, to, gas, value, 0, 0, 0, 0)
}

func callWith(op vm.OpCode, to any, gas any, value any, in, inSize, out, outSize any) []byte {
	if op == vm.CALL || op == vm.CALLCODE {
		return asm(outSize, out, inSize, in, value, to, gas, op)
	}
	return asm(outSize, out, inSize, in, to, gas, op)
}
