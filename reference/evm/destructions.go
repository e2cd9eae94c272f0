package main

import (
	"fmt"

	"github.com/ethereum/go-ethereum/core/vm"
)

func destructions() []*testCase {
	var cases []*testCase
	add := func(name string, code []byte, c testCase) {
		c.group, c.name, c.code = "destructions", name, code
		c.last = osaka
		cases = append(cases, &c)
	}
	kept := map[string]string{"1": "7", "2": "8"}
	for _, heir := range places {
		add("SELFDESTRUCT to "+heir.name, asm(heir.address, vm.SELFDESTRUCT), testCase{storage: kept, boundary: true, second: asm(vm.STOP)})
		add("SELFDESTRUCT to "+heir.name+", with value", asm(heir.address, vm.SELFDESTRUCT), testCase{value: 4, second: asm(vm.STOP)})
		// Without a balance there is nothing to be given.
		add("SELFDESTRUCT of nothing to "+heir.name, nil, testCase{boundary: true, second: asm(vm.STOP), more: accounts{
			target: {Nonce: 1, Code: asm(heir.address, vm.SELFDESTRUCT)}}})
		// Of another, whose balance was moved.
		add("SELFDESTRUCT of another to "+heir.name, observed(3, memory(asm()), callOf(vm.CALL, other, 100_000, 2), other, vm.BALANCE, vm.GAS),
			testCase{second: asm(heir.address, vm.SELFDESTRUCT), storage: kept})
		add("two SELFDESTRUCT of another to "+heir.name,
			observed(4, callOf(vm.CALL, other, 100_000, 0), vm.GAS, callOf(vm.CALL, other, 100_000, 3), vm.GAS), testCase{second: asm(heir.address, vm.SELFDESTRUCT)})
		for since, op := range []vm.OpCode{vm.CALLCODE, vm.DELEGATECALL} {
			add(fmt.Sprintf("SELFDESTRUCT to %s by %s", heir.name, op), observed(1, callOf(op, other, 100_000, 0)),
				testCase{first: since, second: asm(heir.address, vm.SELFDESTRUCT)})
		}
		ends := map[string][]byte{"reverts": asm(0, 0, vm.REVERT), "fails": asm(vm.INVALID)}
		for _, how := range sorted(ends) {
			add("SELFDESTRUCT to "+heir.name+" in a frame that "+how, observed(2, callOf(vm.CALL, address(0xc0, 0xde, 0x03), 200_000, 0), vm.GAS),
				testCase{second: asm(heir.address, vm.SELFDESTRUCT), more: accounts{
					address(0xc0, 0xde, 0x03): {Nonce: 1, Code: asm(callOf(vm.CALL, other, 100_000, 0), ends[how])}}})
		}
		// Made and destroyed in one transaction (EIP-6780), and paid behind it.
		made := initOf(asm(heir.address, vm.SELFDESTRUCT))
		add("a new contract destroys itself to "+heir.name,
			observed(3, memory(made), len(made), 0, 5, vm.CREATE, 0, 0, 0, 0, 1, vm.DUP6, 100_000, vm.CALL, vm.DUP2, vm.EXTCODESIZE), testCase{})
		add("a new contract destroys itself to "+heir.name+" and is paid",
			observed(3, memory(made), len(made), 0, 5, vm.CREATE, 0, 0, 0, 0, 1, vm.DUP6, 100_000, vm.CALL, 0, 0, 0, 0, 2, vm.DUP7, 100_000, vm.CALL), testCase{})
	}
	// What was destroyed is there until the transaction ends.
	add("a call of what was destroyed", observed(3, callOf(vm.CALL, destroyed, 100_000, 0), destroyed, vm.EXTCODESIZE, callOf(vm.CALL, destroyed, 100_000, 1)), testCase{})
	for _, left := range []int{0, 1, 4999, 5000, 7599, 7600, 24999, 25000, 29999, 30000, 32599, 32600} {
		add(fmt.Sprintf("SELFDESTRUCT to absent with %d gas", left), asm(absent, vm.SELFDESTRUCT), testCase{gas: uint64(21_003 + left)})
		add(fmt.Sprintf("SELFDESTRUCT to rich with %d gas", left), asm(rich, vm.SELFDESTRUCT), testCase{gas: uint64(21_003 + left)})
	}
	return cases
}
