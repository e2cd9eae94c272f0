package main

import (
	"fmt"

	"github.com/ethereum/go-ethereum/core/vm"
)

// Since which fork there is a kind of call.
var callKinds = []struct {
	op    vm.OpCode
	since int
}{{vm.CALL, frontier}, {vm.CALLCODE, frontier}, {vm.DELEGATECALL, homestead}, {vm.STATICCALL, byzantium}}

func calls() []*testCase {
	var cases []*testCase
	add := func(name string, code []byte, c testCase) {
		c.group, c.name, c.code = "calls", name, code
		if c.last == 0 {
			c.last = osaka
		}
		cases = append(cases, &c)
	}
	callees := append([]struct {
		name    string
		address [20]byte
	}{{"mirror", mirror}, {"reverter", reverter}, {"breaker", breaker}, {"stopper", stopper}, {"looper", looper}, {"storer", storer}}, nil...)
	for _, place := range places {
		if place.address != target {
			callees = append(callees, struct {
				name    string
				address [20]byte
			}{place.name, place.address})
		}
	}
	input := memory(pattern)
	for _, kind := range callKinds {
		withValue := kind.op == vm.CALL || kind.op == vm.CALLCODE
		for _, callee := range callees {
			to := address(callee.address[:]...)
			for _, value := range []int{0, 1, 1001} {
				if value > 0 && !withValue {
					continue
				}
				for _, gas := range []any{0, 700, 30_000, negative(1)} {
					if value > 0 && gas == 700 || value == 1001 && gas != 30_000 {
						continue
					}
					if callee.name == "looper" && gas != 700 {
						continue
					}
					call := callWith(kind.op, to, gas, value, 1, 64, 90, 40)
					add(fmt.Sprintf("%s to %s with %v gas and value %d", kind.op, callee.name, gas, value),
						observed(3, input, vm.GAS, call, vm.GAS),
						testCase{first: kind.since, second: asm(vm.CALLVALUE, 0, vm.MSTORE, 33, 0, vm.RETURN), gas: 200_000})
				}
			}
			// Whether the gas of the caller is enough, and how much of it is handed on.
			call := callWith(kind.op, to, 5000, 0, 0, 32, 0, 32)
			if withValue {
				call = callWith(kind.op, to, 5000, 1, 0, 32, 0, 32)
			}
			add(fmt.Sprintf("%s to %s at its limit", kind.op, callee.name), observed(1, call),
				testCase{first: kind.since, boundary: true, second: asm(vm.STOP)})
			// Twice: then it is warm.
			twice := asm(callOf(kind.op, to, 3000, 0), vm.POP, vm.GAS, callOf(kind.op, to, 3000, 0), vm.GAS)
			add(fmt.Sprintf("%s to %s twice", kind.op, callee.name), observed(3, twice), testCase{first: kind.since, second: asm(vm.STOP), gas: 200_000})
		}
		// What comes back, and what of it can be copied.
		for _, callee := range []struct {
			name string
			to   any
		}{{"echo", echo}, {"reverter", reverter}, {"breaker", breaker}, {"absent", absent}, {"precompile 4", address(4)}, {"precompile 1", address(1)}} {
			call := callWith(kind.op, callee.to, 50_000, 0, 0, 70, 100, 20)
			add(fmt.Sprintf("RETURNDATASIZE after %s to %s", kind.op, callee.name),
				observed(3, input, call, vm.RETURNDATASIZE, vm.MSIZE), testCase{first: byzantium})
			for _, part := range []struct{ from, size int }{{0, 0}, {0, 70}, {1, 69}, {1, 70}, {70, 0}, {71, 0}, {0, 71}} {
				add(fmt.Sprintf("RETURNDATACOPY of %d from %d after %s to %s", part.size, part.from, kind.op, callee.name),
					observed(1, input, call, part.size, part.from, 200, vm.RETURNDATACOPY), testCase{first: byzantium})
			}
		}
		// Memory grows for input and output, whatever comes of the call.
		for _, area := range [][4]any{
			{0, 0, 0, 0}, {8191, 2, 0, 0}, {0, 0, 8191, 2}, {100, 10, 50, 200}, {pow2(64), 0, negative(1), 0}, {pow2(64), 1, 0, 0}, {0, 0, pow2(64), 1},
			{0, negative(1), 0, 0}, {0, 0, 0, pow2(32)}, {plus(pow2(64), -1), 1, 0, 0},
		} {
			add(fmt.Sprintf("%s with input %v+%v and output %v+%v", kind.op, area[0], area[1], area[2], area[3]),
				observed(2, callWith(kind.op, echo, 10_000, 0, area[0], area[1], area[2], area[3]), vm.MSIZE), testCase{first: kind.since, boundary: true})
		}
		// In a frame that may not write.
		if kind.op == vm.STATICCALL {
			continue
		}
		inner := observed(1, callOf(kind.op, other, 60_000, 0))
		for _, what := range sorted(forbidden) {
			third := address(0xc0, 0xde, 0x03)
			add(fmt.Sprintf("%s within STATICCALL: %s", kind.op, what), observed(2, callOf(vm.STATICCALL, third, 200_000, 0), vm.GAS),
				testCase{first: byzantium, second: forbidden[what], more: accounts{third: {Nonce: 1, Balance: 50, Code: inner}}})
		}
	}
	for _, what := range sorted(forbidden) {
		add("STATICCALL: "+what, observed(2, callWith(vm.STATICCALL, other, 60_000, 0, 0, 0, 0, 32), vm.GAS), testCase{first: byzantium, second: forbidden[what]})
		add("CALL: "+what, observed(2, callWith(vm.CALL, other, 60_000, 0, 0, 0, 0, 32), vm.GAS), testCase{second: forbidden[what]})
	}
	// All but one 64th is handed on, again and again; before EIP-150 what is asked for, until the calls are too deep.
	for _, gas := range []uint64{60_000, 300_000, 3_000_000} {
		add(fmt.Sprintf("calls itself with %d gas", gas), observed(1, callOf2(vm.ADDRESS, asm(1000, vm.GAS, vm.SUB))), testCase{gas: gas})
		add(fmt.Sprintf("calls itself with all of %d gas", gas), observed(1, callOf2(vm.ADDRESS, asm(vm.GAS))), testCase{gas: gas, first: tangerineWhistle})
	}
	return cases
}

func callOf2(to vm.OpCode, gas []byte) []byte { return asm(0, 0, 0, 0, 0, to, gas, vm.CALL) }

// What a frame that may not write cannot do, and what it can.
var forbidden = map[string][]byte{
	"SSTORE":                 asm(1, 1, vm.SSTORE, vm.STOP),
	"SSTORE of the same":     asm(0, 1, vm.SSTORE, vm.STOP),
	"TSTORE":                 asm(1, 1, vm.TSTORE, vm.STOP),
	"TLOAD":                  asm(1, vm.TLOAD, vm.STOP),
	"LOG0":                   asm(0, 0, vm.LOG0, vm.STOP),
	"LOG1":                   asm(1, 0, 0, vm.LOG1, vm.STOP),
	"LOG4":                   asm(1, 2, 3, 4, 0, 0, vm.LOG4, vm.STOP),
	"CREATE":                 asm(0, 0, 0, vm.CREATE, vm.STOP),
	"CREATE2":                asm(0, 0, 0, 0, vm.CREATE2, vm.STOP),
	"SELFDESTRUCT":           asm(rich, vm.SELFDESTRUCT),
	"CALL with value":        asm(callOf(vm.CALL, rich, 0, 1), vm.STOP),
	"CALL without value":     asm(callOf(vm.CALL, rich, 0, 0), 0, vm.MSTORE, 32, 0, vm.RETURN),
	"CALLCODE with value":    asm(callOf(vm.CALLCODE, stopper, 0, 1), 0, vm.MSTORE, 32, 0, vm.RETURN),
	"DELEGATECALL":           asm(callOf(vm.DELEGATECALL, storer, 30_000, 0), 0, vm.MSTORE, 32, 0, vm.RETURN),
	"CALL that writes":       asm(callOf(vm.CALL, storer, 30_000, 0), 0, vm.MSTORE, 32, 0, vm.RETURN),
	"SLOAD":                  asm(1, vm.SLOAD, 0, vm.MSTORE, 32, 0, vm.RETURN),
	"SSTORE with too little": asm(1, 1, vm.SSTORE),
}
