package main

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/core/vm"
)

// Numbers at which something changes: signs, widths of bytes, words and machines.
var edges = append(numbers(0, 1, 2, 3, 7, 30, 31, 32, 33, 127, 128, 255, 256, 257, 0x8000),
	pow2(63), plus(pow2(64), -1), pow2(64), pow2(128), plus(pow2(255), -1), pow2(255), negative(1), negative(2), negative(7),
	must2(new(big.Int).SetString("0123456789abcdef89abcdef0123456776543210fedcba98fedcba9876543210", 16)))

// Those that tell the most, for forks in which nothing of it changed.
var fewEdges = append(numbers(0, 1, 31, 256), plus(pow2(255), -1), pow2(255), negative(1), negative(2))

var tripleEdges = append(numbers(0, 1, 2, 7, 256), pow2(128), plus(pow2(255), -1), pow2(255), negative(1), negative(2))
var fewTripleEdges = append(numbers(0, 7), pow2(255), negative(1), negative(2))

func must2[T any](value T, ok bool) T {
	if !ok {
		panic("wrong number")
	}
	return value
}

type operation struct {
	op       vm.OpCode
	operands int
	since    int
}

var operations = []operation{
	{vm.ADD, 2, 0}, {vm.MUL, 2, 0}, {vm.SUB, 2, 0}, {vm.DIV, 2, 0}, {vm.SDIV, 2, 0}, {vm.MOD, 2, 0}, {vm.SMOD, 2, 0},
	{vm.ADDMOD, 3, 0}, {vm.MULMOD, 3, 0}, {vm.EXP, 2, 0}, {vm.SIGNEXTEND, 2, 0}, {vm.LT, 2, 0}, {vm.GT, 2, 0}, {vm.SLT, 2, 0},
	{vm.SGT, 2, 0}, {vm.EQ, 2, 0}, {vm.ISZERO, 1, 0}, {vm.AND, 2, 0}, {vm.OR, 2, 0}, {vm.XOR, 2, 0}, {vm.NOT, 1, 0},
	{vm.BYTE, 2, 0}, {vm.SHL, 2, constantinople}, {vm.SHR, 2, constantinople}, {vm.SAR, 2, constantinople}, {vm.CLZ, 1, osaka},
}

// All edges where the opcode came and in the newest fork, few of them in all.
func arithmetic() []*testCase {
	var cases []*testCase
	for _, o := range operations {
		all, few := edges, fewEdges
		if o.operands == 3 {
			all, few = tripleEdges, fewTripleEdges
		}
		for _, fork := range []int{o.since, osaka} {
			cases = append(cases, batch(o, all, fork, fork, "all edges in "+forkNames[fork]))
			if o.since == osaka {
				break
			}
		}
		cases = append(cases, batch(o, few, 0, osaka, "some edges"))
	}
	return cases
}

// Runs the opcode on all tuples of the numbers, and returns for each its result and the gas from before the pushes to behind the opcode.
func batch(o operation, values []*big.Int, first, last int, which string) *testCase {
	var code []byte
	count := 0
	for _, tuple := range tuples(values, o.operands) {
		code = append(code, asm(vm.GAS)...)
		for i := range tuple {
			code = append(code, push(tuple[len(tuple)-1-i])...)
		}
		code = append(code, asm(o.op, vm.GAS, vm.SWAP1, keep, vm.SWAP1, vm.SUB, keep)...)
		count++
	}
	return &testCase{
		group: "arithmetic", name: fmt.Sprintf("%s, %s", o.op, which), code: append(code, report...), gas: 15_000_000, count: count,
		first: first, last: last,
	}
}

func tuples(values []*big.Int, length int) [][]*big.Int {
	list := [][]*big.Int{{}}
	for range length {
		var longer [][]*big.Int
		for _, tuple := range list {
			for _, value := range values {
				longer = append(longer, append(append([]*big.Int{}, tuple...), value))
			}
		}
		list = longer
	}
	return list
}
