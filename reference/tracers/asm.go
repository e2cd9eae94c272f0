package main

import (
	"encoding/binary"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"

	"sudobox/reference/evm/bytecode"
)

var (
	asm   = bytecode.Of
	store = bytecode.Store
)

// giving returns code that returns the bytes.
func giving(data []byte) []byte {
	return append(store(0, data), asm(len(data), 0, vm.RETURN)...)
}

// reverting returns code that reverts with the bytes.
func reverting(data []byte) []byte {
	return append(store(0, data), asm(len(data), 0, vm.REVERT)...)
}

// creation returns code that makes a contract of init code and leaves its address on the stack.
func creation(op vm.OpCode, init []byte, value int, salt int) []byte {
	code := store(0, init)
	if op == vm.CREATE2 {
		code = append(code, asm(salt)...)
	}
	return append(code, asm(len(init), 0, value, op)...)
}

// call returns code that calls without input and leaves whether that went well on the stack. The address is the shortest PUSH.
func call(op vm.OpCode, gas any, to common.Address, value any) []byte {
	code := asm(0, 0, 0, 0)
	if op == vm.CALL || op == vm.CALLCODE {
		code = append(code, asm(value)...)
	}
	return append(code, asm(to.Big(), gas, op)...)
}

// words returns numbers as 32 bytes each.
func words(numbers ...uint64) []byte {
	var data []byte
	for _, number := range numbers {
		data = append(data, make([]byte, 24)...)
		data = binary.BigEndian.AppendUint64(data, number)
	}
	return data
}

func join(parts ...[]byte) []byte {
	var all []byte
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}
