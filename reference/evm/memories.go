package main

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/core/vm"
)

var offsets = append(numbers(0, 1, 31, 32, 33, 8159, 8160, 8161, 8191, 8192, 65535, 1<<20), pow2(24),
	plus(pow2(32), -1), pow2(32), pow2(63), plus(pow2(64), -32), plus(pow2(64), -1), pow2(64), pow2(255), negative(32), negative(1))

// Something to be copied.
var pattern = func() []byte {
	content := make([]byte, 96)
	for i := range content {
		content[i] = byte(i + 1)
	}
	return content
}()

// Opcodes that read and write memory, and those that make it grow.
func memories() []*testCase {
	var cases []*testCase
	add := func(name string, code []byte, c testCase) {
		c.group, c.name, c.code = "memory", name, code
		if c.last == 0 {
			c.last = osaka
		}
		cases = append(cases, &c)
	}
	value := new(big.Int).SetBytes(pattern[:32])
	for _, at := range offsets {
		// Enough for a megabyte; less where it is never enough.
		gas := uint64(5_000_000)
		add(fmt.Sprintf("MLOAD at %v", at), observed(1, at, vm.MLOAD), testCase{gas: gas, boundary: true})
		add(fmt.Sprintf("MSTORE at %v", at), observed(0, value, at, vm.MSTORE), testCase{gas: gas, boundary: true})
		add(fmt.Sprintf("MSTORE8 at %v", at), observed(0, value, at, vm.MSTORE8), testCase{gas: gas, boundary: true})
	}
	// Memory that grew is zero, also after a shorter write, and reads across the end.
	add("MLOAD across what was written", observed(1, value, 0, vm.MSTORE, 17, vm.MLOAD), testCase{})
	add("MSTORE over MSTORE", observed(0, value, 0, vm.MSTORE, negative(1), 16, vm.MSTORE, 0, 8, vm.MSTORE), testCase{})
	add("MSTORE8 of a word", observed(0, negative(1), 5, vm.MSTORE8, value, 6, vm.MSTORE8), testCase{})
	add("MSIZE as it grows", observed(0, vm.MSIZE, keep, 70, vm.MLOAD, vm.POP, vm.MSIZE, keep, 0, vm.MLOAD, vm.POP, vm.MSIZE, keep), testCase{})

	for _, size := range append(numbers(0, 1, 32, 33, 136, 8192), pow2(32), pow2(64), negative(1)) {
		for _, at := range append(numbers(0, 1, 8191), pow2(64), negative(1)) {
			boundary := at.Cmp(big.NewInt(1)) == 0
			add(fmt.Sprintf("KECCAK256 of %v at %v", size, at), observed(1, memory(pattern), size, at, vm.KECCAK256), testCase{boundary: boundary})
			add(fmt.Sprintf("RETURN of %v at %v", size, at), asm(memory(pattern), size, at, vm.RETURN), testCase{boundary: boundary})
			add(fmt.Sprintf("REVERT of %v at %v", size, at), asm(memory(pattern), size, at, vm.REVERT), testCase{boundary: boundary})
			for topics := range 5 {
				if topics != 0 && size.Cmp(big.NewInt(33)) > 0 {
					continue
				}
				code := memory(pattern)
				for topic := range topics {
					code = append(code, asm([]*big.Int{negative(1), big.NewInt(0), value, pow2(255)}[topic])...)
				}
				add(fmt.Sprintf("LOG%d of %v at %v", topics, size, at),
					observed(0, code, size, at, vm.LOG0+vm.OpCode(topics)), testCase{boundary: boundary})
			}
		}
	}
	copies(add)
	return cases
}

func copies(add func(string, []byte, testCase)) {
	// What each copies from: 96 bytes of a pattern.
	withData := func(op vm.OpCode) []byte { return asm(op) }
	sources := []struct {
		op     vm.OpCode
		since  int
		before []byte
		code   []byte
	}{
		{vm.CALLDATACOPY, frontier, nil, withData(vm.CALLDATACOPY)},
		{vm.CODECOPY, frontier, nil, withData(vm.CODECOPY)},
		{vm.EXTCODECOPY, frontier, nil, asm(other, vm.EXTCODECOPY)},
		{vm.RETURNDATACOPY, byzantium, asm(memory(pattern), 0, 0, 96, 0, 0, echo, 50_000, vm.CALL, vm.POP), withData(vm.RETURNDATACOPY)},
		{vm.MCOPY, cancun, memory(pattern), withData(vm.MCOPY)},
	}
	for _, s := range sources {
		for _, to := range numbers(0, 1, 33, 95) {
			for _, from := range append(numbers(0, 1, 31, 95, 96, 97), plus(pow2(64), -1), negative(1)) {
				for _, size := range numbers(0, 1, 32, 33, 96) {
					// What a copy does is the same in all forks; its price is told by the cases at their limits.
					for _, fork := range []int{max(s.since, berlin), osaka} {
						add(fmt.Sprintf("%s of %v from %v to %v", s.op, size, from, to),
							observed(0, s.before, size, from, to, s.code), testCase{data: pattern, second: pattern, first: fork, last: fork})
					}
				}
			}
		}
		for _, strange := range []struct{ to, from, size *big.Int }{
			{pow2(32), big.NewInt(0), big.NewInt(0)}, {negative(1), big.NewInt(0), big.NewInt(0)}, {negative(1), negative(1), big.NewInt(0)},
			{pow2(32), big.NewInt(0), big.NewInt(1)}, {negative(1), big.NewInt(0), big.NewInt(1)}, {pow2(64), big.NewInt(0), big.NewInt(1)},
			{big.NewInt(0), big.NewInt(0), pow2(32)}, {big.NewInt(0), big.NewInt(0), pow2(64)}, {big.NewInt(0), big.NewInt(0), negative(1)},
			{big.NewInt(0), big.NewInt(0), plus(pow2(64), -1)}, {big.NewInt(1), big.NewInt(1), negative(1)},
			{plus(pow2(64), -1), big.NewInt(0), big.NewInt(1)}, {big.NewInt(0), big.NewInt(90), big.NewInt(7)},
			{big.NewInt(0), big.NewInt(10), big.NewInt(50)}, {big.NewInt(10), big.NewInt(0), big.NewInt(50)},
			{big.NewInt(8191), big.NewInt(0), big.NewInt(90)}, {big.NewInt(0), big.NewInt(8191), big.NewInt(90)},
			{big.NewInt(8100), big.NewInt(1), big.NewInt(9000)},
		} {
			add(fmt.Sprintf("%s of %v from %v to %v, at its limit", s.op, strange.size, strange.from, strange.to),
				observed(0, s.before, strange.size, strange.from, strange.to, s.code), testCase{data: pattern, second: pattern, boundary: true})
		}
	}
}
