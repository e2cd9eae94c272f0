package main

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/core/vm"
)

// Jumps, and pushes at the end of code.
func jumps() []*testCase {
	var cases []*testCase
	add := func(name string, code []byte, c testCase) {
		c.group, c.name, c.code = "jumps", name, code
		if c.last == 0 {
			c.last = osaka
		}
		cases = append(cases, &c)
	}
	// Bytes that are right places to jump to, or look like them; each case jumps to each place of it.
	landscape := asm(vm.JUMPDEST, vm.PUSH1, vm.JUMPDEST, vm.JUMPDEST, vm.PUSH3, vm.JUMPDEST, vm.PUSH1, vm.JUMPDEST, vm.JUMPDEST, vm.INVALID, vm.JUMPDEST,
		vm.GAS, keep, report, vm.JUMPDEST, vm.PUSH2, vm.JUMPDEST)
	const start = 4
	for at := 0; at <= len(landscape)+1; at++ {
		to := start + at
		add(fmt.Sprintf("JUMP to %d", to), asm(vm.PUSH2, []byte{0, byte(to)}, vm.JUMP, landscape), testCase{boundary: true})
	}
	for _, condition := range []*big.Int{big.NewInt(0), big.NewInt(1), pow2(255)} {
		for at := 0; at <= len(landscape)+1; at++ {
			code := append(push(condition), byte(vm.PUSH1))
			to := len(code) + 2 + at
			add(fmt.Sprintf("JUMPI to %d if %v", to, condition), asm(code, []byte{byte(to)}, vm.JUMPI, landscape), testCase{})
		}
	}
	for _, to := range []*big.Int{pow2(32), plus(pow2(32), 3), pow2(63), plus(pow2(64), -1), pow2(64), plus(pow2(64), 7), pow2(255), negative(1)} {
		add(fmt.Sprintf("JUMP to %v", to), asm(to, vm.JUMP, landscape), testCase{})
		add(fmt.Sprintf("JUMPI to %v if 1", to), asm(1, to, vm.JUMPI, landscape), testCase{})
		add(fmt.Sprintf("JUMPI to %v if 0", to), asm(0, to, vm.JUMPI, landscape), testCase{})
	}
	for size := 1; size <= 32; size++ {
		op := byte(vm.PUSH1) + byte(size) - 1
		whole := append([]byte{op}, pattern[:size]...)
		add(fmt.Sprintf("PUSH%d", size), observed(1, whole), testCase{boundary: true})
		for _, there := range []int{0, size / 2, size - 1} {
			// A jump to the push at the end, which lacks bytes. Then the code is over.
			add(fmt.Sprintf("PUSH%d with %d bytes", size, min(there, size)), whole[:1+min(there, size)], testCase{})
		}
	}
	add("PUSH0", observed(1, vm.PUSH0), testCase{boundary: true})
	add("no code", nil, testCase{more: accounts{target: {Nonce: 1, Balance: 1000}}})
	add("a loop of 500 rounds", observed(2, 500, vm.JUMPDEST, 1, vm.SWAP1, vm.SUB, vm.DUP1, 3, vm.JUMPI, vm.GAS), testCase{boundary: true})
	add("a loop of 10000 rounds", observed(2, 10_000, vm.JUMPDEST, 1, vm.SWAP1, vm.SUB, vm.DUP1, 3, vm.JUMPI, vm.GAS), testCase{first: osaka, last: osaka})
	add("a loop without end", asm(vm.JUMPDEST, 0, vm.JUMP), testCase{gas: 60_000})
	add("PC after jumps", observed(3, vm.PC, 5, vm.JUMP, vm.INVALID, vm.JUMPDEST, vm.PC, vm.PC), testCase{})
	return cases
}
