package main

import (
	"fmt"

	"github.com/ethereum/go-ethereum/core/vm"
)

// Every byte as an opcode, in every fork: with the words that it takes, with one too few, and on a full stack.
func opcodes(machines []*machine) []*testCase {
	newest := must(vm.LookupInstructionSet(machines[osaka].rules))
	var cases []*testCase
	add := func(op int, what string, code []byte, c testCase) {
		c.group, c.name, c.code = "opcodes", fmt.Sprintf("%#02x %s, %s", op, vm.OpCode(op), what), code
		cases = append(cases, &c)
	}
	for op := range 256 {
		code := asm(vm.OpCode(op))
		takes, limit := newest[op].Stack()
		gives := takes + 1024 - limit
		if takes == 0 && gives == 0 {
			// Perhaps there is no such opcode: with some words on the stack.
			add(op, "seven words", append(zeros(7), observed(0, code)...), testCase{last: osaka, boundary: true})
		}
		moves := op >= int(vm.DUP1) && op <= int(vm.SWAP16)
		if moves {
			add(op, "different words", append(words(takes), observed(gives, code)...), testCase{last: osaka, boundary: true})
		} else if takes > 0 || gives > 0 {
			add(op, "zeros", append(zeros(takes), observed(gives, code)...), testCase{last: osaka, boundary: true})
		}
		if takes > 0 {
			add(op, "one word too few", append(zeros(takes-1), code...), testCase{last: osaka})
		}
		if gives > takes {
			for _, fork := range []int{frontier, osaka} {
				add(op, "full stack", append(zeros(1024), code...), testCase{first: fork, last: fork})
				add(op, "one word free", append(zeros(1023), code...), testCase{first: fork, last: fork})
			}
		}
	}
	return cases
}

func zeros(count int) []byte {
	var code []byte
	for range count {
		code = append(code, asm(0)...)
	}
	return code
}

func words(count int) []byte {
	var code []byte
	for i := range count {
		code = append(code, asm(i+1)...)
	}
	return code
}
