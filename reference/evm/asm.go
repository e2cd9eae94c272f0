package main

import (
	"math/big"

	"github.com/ethereum/go-ethereum/core/vm"

	"sudobox/reference/evm/bytecode"
)

var (
	asm  = bytecode.Of
	push = bytecode.Push
)

// Puts the number on top of the stack behind what is in memory.
var keep = asm(vm.MSIZE, vm.MSTORE)

// Returns the whole memory.
var report = asm(vm.MSIZE, 0, vm.RETURN)

// Code that runs the operation, keeps as many results as it gives, and returns all memory.
func observed(results int, parts ...any) []byte {
	code := asm(parts...)
	for range results {
		code = append(code, keep...)
	}
	return append(code, report...)
}

// Init code that makes a contract of the code.
func initOf(code []byte) []byte {
	const header = 12
	return append(asm(
		vm.PUSH2, []byte{byte(len(code) >> 8), byte(len(code))}, vm.DUP1, vm.PUSH1, []byte{header}, 0, vm.CODECOPY, 0, vm.RETURN,
	), code...)
}

// Stores bytes in memory from 0 on.
func memory(content []byte) []byte { return bytecode.Store(0, content) }

func pow2(bits int) *big.Int          { return new(big.Int).Lsh(big.NewInt(1), uint(bits)) }
func plus(a *big.Int, b int) *big.Int { return new(big.Int).Add(a, big.NewInt(int64(b))) }

// A number that is negative in two's complement.
func negative(n int) *big.Int { return plus(pow2(256), -n) }

func numbers(small ...int) []*big.Int {
	list := make([]*big.Int, len(small))
	for i, n := range small {
		list[i] = big.NewInt(int64(n))
	}
	return list
}
